// Backoff: how a thread waits for another one that should be done in a moment.
//
// First it spins with the CPU's pause hint (some microseconds: the usual wait at a barrier), then it offers its time
// slice to others, then it sleeps. The later steps only happen when the machine runs more threads than it has cores,
// and there they matter: a spinning thread would hold the core that the awaited thread needs. It looks after each
// pause, which is 140 cycles long on Intel's cores since Skylake: the solver has a hundred stages in a step. (Looking
// after eight pauses a pyramid of 1275 boxes took 2 % longer on two cores of a Zen 5.)
#pragma once

#include "exec/threads.h"

#include <chrono>

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
#include <immintrin.h>
#endif

namespace cairn {

inline void pauseCpu() {
#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
    _mm_pause();
#elif defined(__aarch64__) && defined(__GNUC__)
    __asm__ __volatile__("isb"); // `yield` is a no-op on most cores; isb waits about as long as x86's pause
#endif
}

// What this thread has slept, waiting for others.
inline thread_local std::chrono::steady_clock::duration t_slept{};

class Backoff {
public:
    void wait() {
        if (m_round < kPauseRounds + kYieldRounds) return waitAwake();
        const std::chrono::steady_clock::time_point before = std::chrono::steady_clock::now();
        sleepThread();
        t_slept += std::chrono::steady_clock::now() - before;
    }
    // Without sleeping, where the wait has another limit.
    void waitAwake() {
        if (m_round < kPauseRounds) {
            pauseCpu();
        } else {
            yieldThread();
        }
        ++m_round;
    }

private:
    static constexpr int kPauseRounds = 512;
    static constexpr int kYieldRounds = 128;
    int m_round = 0;
};

} // namespace cairn
