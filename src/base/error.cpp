// Error reporting: a per-thread stack of captures over one process-wide callback.
#include "base/log.h"

#include <cairn/error.h>

#include <cstdio>

namespace cairn {

namespace {

void formatError(const Error& error, char* out, std::size_t size) {
    std::snprintf(out, size, "%s: %s = %g: %s", error.function, error.field, error.value, error.reason);
}

void printError(const Error& error, void*) {
    char line[256];
    formatError(error, line, sizeof(line));
    logText(LogLevel::Error, line);
}

struct Sink {
    ErrorCallback callback = printError;
    void* context = nullptr;
};

Sink g_sink;
thread_local ErrorCapture* t_capture = nullptr;

} // namespace

void setErrorCallback(ErrorCallback callback, void* context) { g_sink = callback ? Sink{callback, context} : Sink{}; }

void reportError(const Error& error) {
    if (ErrorCapture* capture = t_capture) {
        if (capture->m_count++ == 0) {
            std::snprintf(capture->m_field, sizeof(capture->m_field), "%s", error.field);
            formatError(error, capture->m_message, sizeof(capture->m_message));
        }
        return;
    }
    g_sink.callback(error, g_sink.context);
}

ErrorCapture::ErrorCapture() : m_outer(t_capture) { t_capture = this; }
ErrorCapture::~ErrorCapture() { t_capture = m_outer; }

void ErrorCapture::clear() {
    m_count = 0;
    m_field[0] = m_message[0] = '\0';
}

} // namespace cairn
