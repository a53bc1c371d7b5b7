// A stopwatch with laps, for profiles. It lives here because only the exec layer may look at time: no result is made of
// it.
//
// Asking the system for the time takes 30 ns, which a small world would notice after each of its twenty stages. So laps
// are counted in ticks of the processor, whatever their length, and that is measured by the clock now and then.
#pragma once

#include <chrono>
#include <cstdint>
#if defined(__x86_64__)
#include <x86intrin.h>
#elif defined(_M_X64)
#include <intrin.h>
#endif

namespace cairn {

class Stopwatch {
public:
    // Ticks since construction or the last call.
    uint64_t lap() {
        const uint64_t now = ticks(), elapsed = now - m_lap;
        m_lap = now;
        return elapsed;
    }

    static uint64_t ticks() {
#if defined(__x86_64__) || defined(_M_X64)
        return __rdtsc();
#elif defined(__aarch64__) && !defined(_MSC_VER)
        uint64_t now;
        asm volatile("mrs %0, cntvct_el0" : "=r"(now));
        return now;
#else
        return static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
    }

private:
    uint64_t m_lap = ticks();
};

// The length of a tick. Once it is known, the clock is asked no more than every few million ticks, a millisecond or so.
class TickLength {
public:
    float milliseconds() {
        const uint64_t now = Stopwatch::ticks(), passed = now - m_ticks;
        if (m_isKnown && passed < kMany) return m_milliseconds;
        const Clock::time_point clock = Clock::now();
        const float elapsed = std::chrono::duration<float, std::milli>(clock - m_clock).count();
        m_milliseconds = passed > 0 ? elapsed / static_cast<float>(passed) : 0.0f;
        if (passed >= kMany) { // from here on
            m_isKnown = true;
            m_ticks = now;
            m_clock = clock;
        }
        return m_milliseconds;
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr uint64_t kMany = 1 << 22;

    uint64_t m_ticks = Stopwatch::ticks();
    Clock::time_point m_clock = Clock::now();
    float m_milliseconds = 0.0f;
    bool m_isKnown = false;
};

} // namespace cairn
