// The one way by which Cairn writes text for people.
#pragma once

#include <cairn/hooks.h>

namespace cairn {

void logText(LogLevel level, const char* text);

} // namespace cairn
