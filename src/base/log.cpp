// The log hook and its default, stderr.
#include "base/log.h"

#include <cstdio>

namespace cairn {

namespace {

void print(LogLevel, const char* text, void*) { std::fprintf(stderr, "cairn: %s\n", text); }

struct LogSink {
    LogCallback callback = print;
    void* context = nullptr;
};

LogSink g_log;

} // namespace

void setLogCallback(LogCallback callback, void* context) { g_log = callback ? LogSink{callback, context} : LogSink{}; }

void logText(LogLevel level, const char* text) { g_log.callback(level, text, g_log.context); }

} // namespace cairn
