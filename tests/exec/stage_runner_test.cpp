// The promises of the stage machine: every block once, stages in order, no worker index in two places, any task system.
#include "exec/stage_runner.h"
#include "exec/task_systems.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace cairn {
namespace {

// Counts what runs. Plain (non-atomic) fields are on purpose: the thread sanitizer proves that the machine orders them.
struct Probe {
    struct StageState {
        Probe* probe;
        int index;
        int blockCount;
        std::vector<int> runs; // per block, written by the block alone
        std::atomic<int> finished{0};
    };
    std::vector<std::unique_ptr<StageState>> states;
    std::vector<Stage> stages;
    std::atomic<bool> orderBroken{false}, workerShared{false}, workerOutOfRange{false};
    std::atomic<int> busy[kMaxWorkerCount] = {};
    int workerCount = 0;
    int work = 0;                       // spin per block
    int blocksBy[kMaxWorkerCount] = {}; // per worker index

    void add(int blockCount) {
        auto state = std::make_unique<StageState>();
        state->probe = this;
        state->index = static_cast<int>(states.size());
        state->blockCount = blockCount;
        state->runs.assign(static_cast<std::size_t>(blockCount), 0);
        stages.push_back({run, state.get(), blockCount});
        states.push_back(std::move(state));
    }
    static void run(int block, int worker, void* context) {
        StageState& state = *static_cast<StageState*>(context);
        Probe& probe = *state.probe;
        if (worker < 0 || worker >= probe.workerCount) {
            probe.workerOutOfRange = true;
            return;
        }
        if (probe.busy[worker].exchange(1) != 0) probe.workerShared = true;
        if (state.index > 0) {
            const StageState& before = *probe.states[state.index - 1];
            if (before.finished.load(std::memory_order_relaxed) != before.blockCount) probe.orderBroken = true;
            for (const int n : before.runs) // reads what other workers wrote in the previous stage
                if (n != 1) probe.orderBroken = true;
        }
        [[maybe_unused]] volatile int sink = 0;
        for (int i = 0; i < probe.work; ++i) sink = i;
        ++state.runs[block];
        ++probe.blocksBy[worker];
        state.finished.fetch_add(1, std::memory_order_relaxed);
        probe.busy[worker].store(0);
    }
    void runAndCheck(const TaskSystem& tasks) {
        workerCount = usableWorkerCount(tasks);
        runStages(tasks, stages);
        check();
    }
    void check() {
        for (const auto& state : states)
            for (int b = 0; b < state->blockCount; ++b)
                ASSERT_EQ(state->runs[b], 1) << "stage " << state->index << " block " << b;
        EXPECT_FALSE(orderBroken);
        EXPECT_FALSE(workerShared);
        EXPECT_FALSE(workerOutOfRange);
    }
};

void fillRandom(Probe& probe, test::Random& random) {
    const int count = random.below(20);
    for (int i = 0; i < count; ++i) {
        const int kind = random.below(4);
        probe.add(kind == 0 ? random.below(3) : (kind == 1 ? random.below(100) : random.below(10)));
    }
    probe.work = random.below(3) == 0 ? random.below(500) : 0;
}

TEST(StageRunner, RandomListsOnOneToEightWorkers) {
    test::Random random(1);
    for (int workerCount = 1; workerCount <= 8; ++workerCount) {
        Workers workers(workerCount);
        for (int trial = 0; trial < test::scaled(300); ++trial) {
            Probe probe;
            fillRandom(probe, random);
            probe.runAndCheck(workers.tasks());
            if (HasFatalFailure()) return;
        }
    }
}

// Long enough that all workers wake up and meet at thousands of barriers.
TEST(StageRunner, LongListsOnTwoToEightWorkers) {
    test::Random random(7);
    int helped = 0;
    const auto run = [&](int workerCount) {
        Workers workers(workerCount);
        Probe probe;
        const int stages = test::scaled(20'000) + 2'000;
        for (int i = 0; i < stages; ++i) probe.add(1 + random.below(12));
        probe.work = 100;
        probe.runAndCheck(workers.tasks());
        for (int w = 1; w < workerCount; ++w) helped += probe.blocksBy[w] > 0;
    };
    for (int workerCount = 2; workerCount <= 8; ++workerCount) run(workerCount);
    // A machine that is busy elsewhere may leave the caller alone for a while, but not for ever.
    for (int more = 0; more < 1000 && helped == 0; ++more) run(2);
    EXPECT_GT(helped, 0) << "only the caller ever worked";
}

TEST(StageRunner, TaskSystemThatRunsAtOnce) {
    test::Random random(2);
    for (int trial = 0; trial < test::scaled(300); ++trial) {
        Probe probe;
        fillRandom(probe, random);
        probe.runAndCheck(test::immediateTasks(1 + trial % 70));
    }
}

TEST(StageRunner, TaskSystemThatStartsNothingBeforeFinish) {
    test::Random random(3);
    test::LazyTasks lazy;
    for (int trial = 0; trial < test::scaled(300); ++trial) {
        Probe probe;
        fillRandom(probe, random);
        probe.runAndCheck(lazy.tasks(8));
    }
    EXPECT_GT(lazy.started, 0);
}

TEST(StageRunner, TaskSystemThatStartsLateAndBackwards) {
    test::Random random(4);
    for (int trial = 0; trial < test::scaled(100); ++trial) {
        Probe probe;
        fillRandom(probe, random);
        test::BackwardTasks backward;
        probe.runAndCheck(backward.tasks(2 + trial % 5));
    }
}

TEST(StageRunner, DefaultTaskSystemIsSerialAndInOrder) {
    std::vector<int> order;
    const auto record = [](int block, int worker, void* context) {
        EXPECT_EQ(worker, 0);
        static_cast<std::vector<int>*>(context)->push_back(block);
    };
    const Stage stages[] = {{record, &order, 3}, {record, &order, 0}, {record, &order, 2}};
    runStages({}, stages);
    EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 0, 1}));
    runStages({}, {});
}

// A body of numbers that every stage reads and rewrites: the outcome must be that of the serial run, bit for bit.
TEST(StageRunner, ParallelEqualsSerial) {
    constexpr int kCells = 600, kBlock = 16, kStages = 40;
    struct Pass {
        const float* in;
        float* out;
    };
    const auto smooth = [](int block, int, void* context) {
        const Pass& pass = *static_cast<Pass*>(context);
        for (int i = block * kBlock; i < (block + 1) * kBlock && i < kCells; ++i)
            pass.out[i] =
                0.3f * pass.in[(i + kCells - 1) % kCells] + 0.4f * pass.in[i] + 0.31f * pass.in[(i + 1) % kCells];
    };
    const auto run = [&](const TaskSystem* tasks) {
        std::vector<float> a(kCells), b(kCells);
        test::Random random(5);
        for (float& x : a) x = random.uniform(-1, 1);
        Pass forward{a.data(), b.data()}, backward{b.data(), a.data()};
        std::vector<Stage> stages;
        for (int i = 0; i < kStages; ++i)
            stages.push_back({smooth, i % 2 ? &backward : &forward, (kCells + kBlock - 1) / kBlock});
        tasks ? runStages(*tasks, stages) : runStagesSerially(stages);
        return a;
    };
    const std::vector<float> expected = run(nullptr);
    for (const int workerCount : {2, 3, 8}) {
        Workers workers(workerCount);
        const TaskSystem tasks = workers.tasks();
        for (int trial = 0; trial < test::scaled(100); ++trial) ASSERT_EQ(run(&tasks), expected);
    }
}

TEST(StageRunner, SoakOfSmallLists) {
    struct Counter {
        int blocks[8] = {};
    };
    const auto count = [](int block, int, void* context) { ++static_cast<Counter*>(context)->blocks[block]; };
    Workers two(2), four(4);
    const int lists = test::scaled(100'000);
    test::Random random(6);
    for (int i = 0; i < lists; ++i) {
        Counter counters[3];
        const int a = 1 + random.below(8), b = random.below(9), c = 1 + random.below(8);
        const Stage stages[] = {{count, &counters[0], a}, {count, &counters[1], b}, {count, &counters[2], c}};
        runStages(i % 4 == 0 ? four.tasks() : two.tasks(), stages);
        const int expected[] = {a, b, c};
        for (int s = 0; s < 3; ++s)
            for (int k = 0; k < 8; ++k) ASSERT_EQ(counters[s].blocks[k], k < expected[s] ? 1 : 0);
    }
}

// A worker that is stuck in one stage's last block must not keep others from being woken for the next; and one slow
// block makes the rest go through yield and sleep.
TEST(StageRunner, SlowBlocksSendTheOthersToSleepAndBack) {
    Workers workers(4);
    std::atomic<int> ran{0};
    const auto slow = [](int block, int, void* context) {
        if (block == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        static_cast<std::atomic<int>*>(context)->fetch_add(1);
    };
    const Stage stages[] = {{slow, &ran, 4}, {slow, &ran, 4}, {slow, &ran, 1}, {slow, &ran, 4}};
    for (int i = 0; i < 5; ++i) runStages(workers.tasks(), stages);
    EXPECT_EQ(ran, 5 * 13);
}

// Denormals behave alike under every worker, whatever the caller's thread is set to.
TEST(StageRunner, FloatEnvironmentIsTheSameOnEveryWorker) {
    struct Values {
        float tiny = 1e-38f;
        float halves[64] = {};
    };
    const auto halve = [](int block, int, void* context) {
        Values& values = *static_cast<Values*>(context);
        volatile float x = values.tiny;
        x = x * 0.25f;
        values.halves[block] = x;
        std::this_thread::yield();
    };
    Workers workers(3);
#if defined(__SSE__)
    const unsigned int before = _mm_getcsr();
    _mm_setcsr(before | 0x8040u); // flush to zero, denormals are zero: only on this thread
#endif
    Values values;
    const Stage stage{halve, &values, 64};
    runStages(workers.tasks(), {&stage, 1});
    const Values parallel = values;
    runStagesSerially({&stage, 1});
#if defined(__SSE__)
    EXPECT_EQ(_mm_getcsr() & 0x8040u, 0x8040u) << "the caller's settings come back";
    _mm_setcsr(before);
#endif
    for (int i = 0; i < 64; ++i) {
        EXPECT_EQ(parallel.halves[i], 0.25f * 1e-38f);
        EXPECT_EQ(values.halves[i], 0.25f * 1e-38f);
    }
}

} // namespace
} // namespace cairn
