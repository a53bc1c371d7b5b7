// What the stage machine costs: a barrier per stage, alone, with two workers, and with two workers while another
// process or thread keeps a core busy.
//
// The lists imitate the solver: many stages of a few short blocks. The time per stage beyond the work itself is the
// barrier. Each figure is the best of several runs; on a shared machine the median says more about the neighbours than
// about us.
#include "exec/stage_runner.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace cairn {
namespace {

constexpr int kStageCount = 200;

struct Load {
    int units = 0;
    alignas(64) int helped = 0; // blocks taken by worker 1
};

// A tenth of a microsecond for each unit or so, in registers.
void work(int block, int worker, void* context) {
    Load& load = *static_cast<Load*>(context);
    uint32_t x = static_cast<uint32_t>(block);
    for (int i = 0; i < load.units * 64; ++i) x = x * 1664525u + 1013904223u;
    benchmark::DoNotOptimize(x);
    if (worker == 1) ++load.helped;
}

// Arguments: workers, blocks per stage, units of work per block, busy neighbours. Runs in which the second worker came
// too late to take a quarter of the blocks say nothing about a barrier, so they do not count as the best.
void stages(benchmark::State& state) {
    const int workerCount = static_cast<int>(state.range(0)), blocks = static_cast<int>(state.range(1));
    Workers workers(workerCount);
    const TaskSystem tasks = workers.tasks();
    Load load;
    load.units = static_cast<int>(state.range(2));
    const std::vector<Stage> list(kStageCount, Stage{work, &load, blocks});

    std::atomic<bool> stop{false};
    std::vector<std::thread> neighbours;
    for (int i = 0; i < state.range(3); ++i)
        neighbours.emplace_back([&] {
            Load busy{.units = 100};
            while (!stop.load(std::memory_order_relaxed)) work(0, 0, &busy);
        });

    const auto seconds = [](auto&& fn) {
        const auto start = std::chrono::steady_clock::now();
        fn();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    double best = 0.0;
    std::vector<double> all, serial;
    for (auto _ : state) {
        load.helped = 0;
        const double t = seconds([&] { runStages(tasks, list); });
        const bool shared = workerCount == 1 || load.helped * 4 > blocks * kStageCount / workerCount;
        if (shared && (best == 0.0 || t < best)) best = t;
        all.push_back(t);
        serial.push_back(seconds([&] { runStagesSerially(list); }));
        state.SetIterationTime(t);
    }
    stop = true;
    for (std::thread& neighbour : neighbours) neighbour.join();
    std::sort(all.begin(), all.end());
    std::sort(serial.begin(), serial.end());
    const double perStage = 1e9 / kStageCount;
    state.counters["best_ns"] = best * perStage; // 0: never shared
    state.counters["median_ns"] = all[all.size() / 2] * perStage;
    state.counters["serial_best_ns"] = serial[0] * perStage;
    state.counters["serial_median_ns"] = serial[serial.size() / 2] * perStage;
}
BENCHMARK(stages)
    ->UseManualTime()
    ->MinTime(0.3)
    ->ArgNames({"workers", "blocks", "units", "busy"})
    ->Args({1, 8, 0, 0}) // empty blocks: the barrier alone
    ->Args({2, 8, 0, 0})
    ->Args({2, 8, 0, 1})
    ->Args({2, 8, 10, 0}) // 8 blocks of a microsecond: a small colour
    ->Args({2, 8, 10, 1})
    ->Args({2, 8, 10, 2})
    ->Args({2, 32, 50, 0}) // 32 blocks of 5 microseconds: a large one
    ->Args({2, 32, 50, 1})
    ->Args({8, 8, 10, 0}); // more workers than a small machine has cores

void parallelForLatency(benchmark::State& state) {
    Workers workers(static_cast<int>(state.range(0)));
    const TaskSystem tasks = workers.tasks();
    Load load{.units = 10};
    for (auto _ : state)
        parallelFor(tasks, 16, 1, [&](int begin, int end, int) {
            for (int i = begin; i < end; ++i) work(i, 0, &load);
        });
}
BENCHMARK(parallelForLatency)->ArgName("workers")->Arg(1)->Arg(2)->UseRealTime();

} // namespace
} // namespace cairn
