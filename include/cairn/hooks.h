// Where Cairn's text goes, and who hears of a bug inside it. Both belong to the process; set them before threads call
// into Cairn. The other hooks: memory (memory.h), errors (error.h), profiler zones (profile.h), tasks (tasks.h).
#pragma once

#include <cstdint>

namespace cairn {

enum class LogLevel : uint8_t { Info, Warning, Error };

// One line without its end, valid during the call. Calls may come from any thread.
using LogCallback = void (*)(LogLevel level, const char* text, void* context);

// Null restores the default, which prints to stderr.
void setLogCallback(LogCallback callback, void* context);

// A condition that holds unless there is a bug in Cairn does not hold. Called once, on the thread that found it, after
// the line in the log; when the callback returns the program is aborted, because the state cannot be trusted.
// Assertions are compiled into debug builds and with the CMake option CAIRN_ASSERTS.
using AssertCallback = void (*)(const char* condition, const char* file, int line, void* context);

// Null restores the default, which does nothing more.
void setAssertCallback(AssertCallback callback, void* context);

} // namespace cairn
