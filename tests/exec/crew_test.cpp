// A crew does what its task system would do: every range once, in any system, through pauses, nesting and many steps.
#include "exec/crew.h"
#include "exec/task_systems.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace cairn {
namespace {

// Adds one to each of `values`, in parallel parts with a pause after each.
void runStep(const TaskSystem& tasks, std::vector<int>& values, int parts, std::chrono::microseconds pause) {
    for (int part = 0; part < parts; ++part) {
        parallelFor(tasks, static_cast<int>(values.size()), 1, [&](int begin, int end, int) {
            for (int i = begin; i < end; ++i) ++values[static_cast<std::size_t>(i)];
        });
        if (pause.count() > 0) std::this_thread::sleep_for(pause);
    }
}

void expectSteps(const TaskSystem& tasks, int steps, int parts, std::chrono::microseconds pause = {}) {
    Crew crew;
    std::vector<int> values(100, 0);
    for (int step = 0; step < steps; ++step) {
        crew.begin(tasks);
        EXPECT_LE(usableWorkerCount(crew.tasks()), usableWorkerCount(tasks));
        runStep(crew.tasks(), values, parts, pause);
        crew.end();
    }
    for (const int value : values) EXPECT_EQ(value, steps * parts);
}

TEST(Crew, DoesTheWorkOfEverySystem) {
    expectSteps({}, 3, 3);
    expectSteps(test::immediateTasks(4), 3, 3);
    test::LazyTasks lazy;
    expectSteps(lazy.tasks(4), 3, 3);
    test::BackwardTasks backward;
    expectSteps(backward.tasks(4), 3, 3);
    for (const int count : {1, 2, 5}) {
        const Workers workers(count);
        expectSteps(workers.tasks(), 300, 5);
    }
}

// Longer than a worker waits: it leaves, and is called again.
TEST(Crew, CallsWorkersAgainAfterAPause) {
    const Workers workers(3);
    expectSteps(workers.tasks(), 3, 3, std::chrono::milliseconds(2));
}

// A worker that is put aside in the middle of its work is left alone for some steps, and then tried again.
TEST(Crew, StepsAloneWhileWorkersAreLate) {
    const Workers workers(2);
    const TaskSystem tasks = workers.tasks();
    Crew crew;
    const auto isAlone = [&] { return usableWorkerCount(crew.tasks()) == 1; };
    int alone = 0;
    for (int step = 0; step < 40; ++step) {
        crew.begin(tasks);
        alone += isAlone();
        std::atomic<bool> came = false;
        parallelFor(crew.tasks(), 2, 1, [&](int begin, int, int worker) {
            if (worker == 1) {
                came = true;
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
            }
            // The first range is the owner's, which lets the other come.
            for (int i = 0; begin == 0 && i < 1000 && !came && !isAlone(); ++i)
                std::this_thread::sleep_for(std::chrono::microseconds(10));
        });
        crew.end();
    }
    EXPECT_GE(alone, 4); // 36, if the worker comes at once whenever it is called
    int rest = 0;
    for (crew.begin(tasks); isAlone(); crew.begin(tasks), ++rest) crew.end();
    crew.end();
    EXPECT_LE(rest, 64);
}

TEST(Crew, StepsWithoutWorkCallNobody) {
    test::LazyTasks lazy;
    const TaskSystem tasks = lazy.tasks(3);
    Crew crew;
    for (int step = 0; step < 3; ++step) {
        crew.begin(tasks);
        crew.end();
    }
    EXPECT_EQ(lazy.started, 0);
}

TEST(Crew, NestedCallsFromItsWorkersFinish) {
    const Workers workers(4);
    Crew crew;
    const TaskSystem outer = workers.tasks();
    crew.begin(outer);
    std::vector<int> values(64 * 64, 0);
    parallelFor(crew.tasks(), 64, 1, [&](int begin, int end, int) {
        for (int i = begin; i < end; ++i)
            parallelFor(crew.tasks(), 64, 1, [&](int b, int e, int) {
                for (int j = b; j < e; ++j) ++values[static_cast<std::size_t>(64 * i + j)];
            });
    });
    crew.end();
    for (const int value : values) EXPECT_EQ(value, 1);
}

// Other threads share the pool meanwhile, so that workers come late or not at all.
TEST(Crew, SharesItsWorkersWithOthers) {
    const Workers workers(3);
    std::atomic<bool> stop = false;
    std::thread other([&] {
        std::vector<int> values(1000, 0);
        while (!stop) runStep(workers.tasks(), values, 1, {});
    });
    expectSteps(workers.tasks(), 200, 4);
    stop = true;
    other.join();
}

} // namespace
} // namespace cairn
