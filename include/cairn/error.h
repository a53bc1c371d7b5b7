// What happens when the caller hands over bad data, in every build type: the call changes nothing, returns an empty or
// null value, and reports one Error. (A bug inside Cairn is a different thing: see src/base/assert.h.)
#pragma once

namespace cairn {

struct Error {
    const char* function; // the public function that refused, e.g. "buildHull"
    const char* field;    // the argument or definition field, e.g. "points[3].x"; valid during the callback only
    double value;         // the offending number, where there is one
    const char* reason;   // one sentence: what is wrong and what would be right
};

using ErrorCallback = void (*)(const Error& error, void* context);

// Replaces the process-wide callback; null restores the default, which writes one line to the log
// (hooks.h). Set it before threads call into Cairn.
void setErrorCallback(ErrorCallback callback, void* context);

// Reports through the innermost ErrorCapture of this thread, else through the callback.
void reportError(const Error& error);

// Collects errors of the current thread while in scope instead of sending them to the callback:
//     ErrorCapture capture;
//     Hull hull = buildHull(points);
//     if (hull.empty()) puts(capture.message());
class ErrorCapture {
public:
    ErrorCapture();
    ~ErrorCapture();
    ErrorCapture(const ErrorCapture&) = delete;
    ErrorCapture& operator=(const ErrorCapture&) = delete;

    int count() const { return m_count; }
    // The first error as one line "function: field = value: reason"; empty when there was none.
    const char* message() const { return m_message; }
    const char* field() const { return m_field; }
    void clear();

private:
    friend void reportError(const Error& error);
    ErrorCapture* m_outer;
    int m_count = 0;
    char m_field[64] = {};
    char m_message[256] = {};
};

} // namespace cairn
