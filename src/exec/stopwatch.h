// A monotonic clock for profiles. It lives here because only the exec layer may look at time: no result is made of it.
#pragma once

#include <chrono>

namespace cairn {

class Stopwatch {
public:
    // Since construction or the last call.
    float lapMilliseconds() {
        const auto now = Clock::now();
        const float elapsed = std::chrono::duration<float, std::milli>(now - m_start).count();
        m_start = now;
        return elapsed;
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point m_start = Clock::now();
};

} // namespace cairn
