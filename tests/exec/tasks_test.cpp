// The built-in workers and parallelFor.
#include "exec/task_systems.h"
#include "support/random.h"

#include <cairn/error.h>
#include <cairn/tasks.h>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <ctime>
#include <limits>
#include <vector>

namespace cairn {
namespace {

TEST(Tasks, RangesCoverOnceAndIgnoreWorkerCount) {
    test::Random random(1);
    const int big = std::numeric_limits<int>::max();
    for (int trial = 0; trial < test::scaled(100'000); ++trial) {
        const int count =
            trial % 3 == 0 ? random.below(50) : (trial % 3 == 1 ? random.below(100'000) : big - random.below(1000));
        const int minRange = trial % 2 ? 1 + random.below(64) : random.below(big) - 10;
        const int ranges = rangeCount(count, minRange);
        if (count == 0) {
            ASSERT_EQ(ranges, 0);
            continue;
        }
        ASSERT_GE(ranges, 1);
        ASSERT_LE(ranges, 256);
        ASSERT_EQ(rangeBegin(count, minRange, 0), 0);
        ASSERT_EQ(rangeBegin(count, minRange, ranges), count);
        for (int r = 0; r < ranges; ++r) {
            const int size = rangeBegin(count, minRange, r + 1) - rangeBegin(count, minRange, r);
            ASSERT_GT(size, 0);
            if (r + 1 < ranges) {
                ASSERT_GE(size, minRange);
            }
        }
    }
}

TEST(Tasks, ParallelForVisitsEveryElementOnce) {
    test::Random random(2);
    for (int workerCount = 1; workerCount <= 8; ++workerCount) {
        Workers workers(workerCount);
        ASSERT_EQ(workers.tasks().workerCount, workerCount);
        for (int trial = 0; trial < test::scaled(200); ++trial) {
            const int count = random.below(3000), minRange = 1 + random.below(100);
            std::vector<int> visits(count, 0);
            std::vector<long> perWorker(workerCount, 0); // unprotected: one range at a time under a worker index
            parallelFor(workers.tasks(), count, minRange, [&](int begin, int end, int worker) {
                for (int i = begin; i < end; ++i) ++visits[i];
                perWorker[worker] += end - begin;
            });
            long total = 0;
            for (const long n : perWorker) total += n;
            ASSERT_EQ(total, count);
            for (const int n : visits) ASSERT_EQ(n, 1);
        }
    }
}

// Partial sums by range, added in range order: the same bits for any number of workers and any task system.
TEST(Tasks, RangeSumsHaveTheSameBits) {
    std::vector<float> values(10'000);
    test::Random random(3);
    for (float& x : values) x = random.uniform(-1, 1);
    const int count = static_cast<int>(values.size());
    const auto sum = [&](const TaskSystem& tasks) {
        std::vector<float> partial(rangeCount(count, 100), 0.0f);
        const int size = rangeBegin(count, 100, 1);
        parallelFor(tasks, count, 100, [&](int begin, int end, int) {
            for (int i = begin; i < end; ++i) partial[begin / size] += values[i];
        });
        float total = 0.0f;
        for (const float p : partial) total += p;
        return total;
    };
    const float expected = sum({});
    test::LazyTasks lazy;
    EXPECT_EQ(sum(lazy.tasks(5)), expected);
    EXPECT_EQ(sum(test::immediateTasks(3)), expected);
    for (const int workerCount : {2, 3, 7}) {
        Workers workers(workerCount);
        for (int i = 0; i < 20; ++i) EXPECT_EQ(sum(workers.tasks()), expected);
    }
}

TEST(Tasks, NestedParallelFor) {
    for (const int workerCount : {1, 2, 4, 8}) {
        Workers workers(workerCount);
        const TaskSystem tasks = workers.tasks();
        for (int trial = 0; trial < test::scaled(50) + 1; ++trial) {
            std::atomic<int> leaves{0};
            parallelFor(tasks, 10, 1, [&](int begin, int end, int) {
                for (int i = begin; i < end; ++i)
                    parallelFor(tasks, 10, 1, [&](int b, int e, int) {
                        for (int j = b; j < e; ++j)
                            parallelFor(tasks, 10, 1, [&](int first, int last, int) { leaves += last - first; });
                    });
            });
            ASSERT_EQ(leaves, 1000);
        }
    }
}

TEST(Tasks, ManyThreadsShareOnePool) {
    Workers workers(3);
    std::atomic<int> total{0};
    std::vector<std::thread> callers;
    for (int c = 0; c < 4; ++c)
        callers.emplace_back([&] {
            for (int i = 0; i < test::scaled(500); ++i)
                parallelFor(workers.tasks(), 100, 5, [&](int begin, int end, int) { total += end - begin; });
        });
    for (std::thread& caller : callers) caller.join();
    EXPECT_EQ(total, 4 * 100 * test::scaled(500));
}

TEST(Tasks, PoolsStartAndStopCleanly) {
    for (int i = 0; i < test::scaled(300); ++i) {
        Workers workers(1 + i % 6);
        if (i % 3 == 0) continue; // never used
        int sum = 0;
        parallelFor(workers.tasks(), i, 1000, [&](int begin, int end, int) { sum += end - begin; });
        ASSERT_EQ(sum, i);
    }
}

// An idle pool uses no processor time.
TEST(Tasks, IdleWorkersSleep) {
    Workers workers(8);
    parallelFor(workers.tasks(), 100, 1, [](int, int, int) {});
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const std::clock_t before = std::clock(); // processor time of all threads
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    EXPECT_LT(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC, 0.05);
}

TEST(Tasks, BadArgumentsAreReported) {
    ErrorCapture capture;
    bool called = false;
    parallelFor({}, -1, 1, [&](int, int, int) { called = true; });
    EXPECT_EQ(capture.count(), 1);
    EXPECT_STREQ(capture.field(), "count");
    EXPECT_FALSE(called);
    capture.clear();
    Workers negative(-3), huge(1000);
    EXPECT_EQ(capture.count(), 2);
    EXPECT_STREQ(capture.field(), "workerCount");
    EXPECT_EQ(negative.tasks().workerCount, 1);
    EXPECT_EQ(huge.tasks().workerCount, 1);
    parallelFor(negative.tasks(), 10, -5, [&](int, int, int) { called = true; });
    EXPECT_TRUE(called);
    TaskSystem half = negative.tasks();
    half.finish = nullptr;
    half.workerCount = 5;
    EXPECT_EQ(usableWorkerCount(half), 1);
    EXPECT_GE(Workers().tasks().workerCount, 1);
}

} // namespace
} // namespace cairn
