// A stopwatch with laps, for profiles. It lives here because only the exec layer may look at time: no result is made of
// it.
//
// Asking the system for the time takes 30 ns, which a small world would notice after each of its twenty stages. So laps
// are counted in ticks of the processor, whatever their length, and the whole is timed by the clock.
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
    // The length of a tick, by what has passed since construction.
    float millisecondsPerTick() const {
        const uint64_t passed = ticks() - m_start;
        const float clock = std::chrono::duration<float, std::milli>(Clock::now() - m_clock).count();
        return passed > 0 ? clock / static_cast<float>(passed) : 0.0f;
    }

private:
    using Clock = std::chrono::steady_clock;

    static uint64_t ticks() {
#if defined(__x86_64__) || defined(_M_X64)
        return __rdtsc();
#elif defined(__aarch64__) && !defined(_MSC_VER)
        uint64_t now;
        asm volatile("mrs %0, cntvct_el0" : "=r"(now));
        return now;
#else
        return static_cast<uint64_t>(Clock::now().time_since_epoch().count());
#endif
    }

    Clock::time_point m_clock = Clock::now();
    uint64_t m_start = ticks(), m_lap = m_start;
};

} // namespace cairn
