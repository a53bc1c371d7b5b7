// Trace: collects profiler zones of every thread and writes them in the Chrome trace format, which Perfetto reads.
#pragma once

#include <string>

namespace cairn::app {

// From here on zones are collected; one trace at a time.
void startTrace();
// Stops and writes. False when the file cannot be written.
bool writeTrace(const std::string& file);

} // namespace cairn::app
