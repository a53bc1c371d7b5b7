// Where a failed assertion ends.
#include "base/assert.h"

#include "base/log.h"

#include <cstdio>
#include <cstdlib>

namespace cairn {

namespace {

struct AssertSink {
    AssertCallback callback = nullptr;
    void* context = nullptr;
};

AssertSink g_assert;

} // namespace

void setAssertCallback(AssertCallback callback, void* context) { g_assert = {callback, context}; }

void assertFailed(const char* condition, const char* file, int line) {
    char text[512];
    std::snprintf(text, sizeof text, "%s:%d: assertion failed: %s", file, line, condition);
    logText(LogLevel::Error, text);
    if (g_assert.callback) g_assert.callback(condition, file, line, g_assert.context);
    std::abort();
}

} // namespace cairn
