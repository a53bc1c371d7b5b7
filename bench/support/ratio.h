// Times two ways of doing the same thing side by side. A figure against a peer only means something when both were
// measured in the same run: samples alternate (ours, peer, ours, peer, ...) so that a slow spell of the machine hits
// both, and the best sample of each counts, because noise only ever adds time.
//
//     static void boxBox(benchmark::State& state) {
//         ...
//         compare(state, "box-box manifold vs Bullet", {.limit = 0.5, .items = kPairs},
//                 [&] { return runOurs(); }, [&] { return runBullet(); });
//     }
//     CAIRN_COMPARISON(boxBox);
//
// What a callable returns is kept alive, so return something that depends on all of its work.
// main() (ratio.cpp) prints the table of all comparisons at the end; `cairn_bench --limits` also fails when one is
// over.
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <type_traits>

namespace cairn::bench {

struct CompareOptions {
    double limit = 0.0;   // the ratio ours / peer should stay at or below this; 0 means "only report"
    int items = 1;        // pieces of work in one call; times are reported per piece
    double seconds = 1.0; // time to spend on the whole comparison; at least five rounds are run whatever it takes
};

// Sets the counters ours_ns, peer_ns and ratio, and adds a line to the table.
void report(benchmark::State& state, const char* name, const CompareOptions& options, double oursNs, double peerNs);

namespace detail {

inline double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Seconds per call, over `calls` calls.
template <class F> double sample(F& f, int calls) {
    const double start = now();
    for (int i = 0; i < calls; ++i) {
        if constexpr (std::is_void_v<decltype(f())>) {
            f();
            benchmark::ClobberMemory();
        } else {
            auto result = f();
            benchmark::DoNotOptimize(result);
        }
    }
    return (now() - start) / calls;
}

// Calls that fill about two milliseconds: long against the clock's grain, short against a scheduler's time slice.
// The first calls also warm the caches.
template <class F> int callsPerSample(F& f) {
    int calls = 1;
    while (calls < 1 << 20 && sample(f, calls) * calls < 2e-3) calls *= 2;
    return calls;
}

} // namespace detail

template <class Ours, class Peer>
void compare(benchmark::State& state, const char* name, const CompareOptions& options, Ours&& ours, Peer&& peer) {
    constexpr int kMinRounds = 5;
    const int oursCalls = detail::callsPerSample(ours), peerCalls = detail::callsPerSample(peer);
    double oursBest = 1e30, peerBest = 1e30;
    const double end = detail::now() + options.seconds;
    for (auto _ : state) {
        for (int round = 0; round < kMinRounds || detail::now() < end; ++round) {
            const double oursTime = detail::sample(ours, oursCalls), peerTime = detail::sample(peer, peerCalls);
            if (oursTime < oursBest) oursBest = oursTime;
            if (peerTime < peerBest) peerBest = peerTime;
        }
        state.SetIterationTime(oursBest / options.items);
    }
    report(state, name, options, oursBest / options.items * 1e9, peerBest / options.items * 1e9);
}

} // namespace cairn::bench

// One iteration: compare() repeats the work itself. The time column shows ours, per piece.
#define CAIRN_COMPARISON(function) BENCHMARK(function)->Iterations(1)->UseManualTime()
