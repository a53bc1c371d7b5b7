// parallelFor is a list of one stage, whose blocks are the ranges.
#include "base/zone.h"
#include "exec/stage_runner.h"

#include <cairn/error.h>
#include <cairn/tasks.h>

#include <cstdint>

namespace cairn {

namespace {

// Enough to keep 64 workers evenly busy, few enough that claiming costs nothing.
constexpr int kMaxRangeCount = 256;

struct Ranges {
    int count, minRange;
    RangeFunction run;
    void* context;
};

void runRange(int block, int worker, void* context) {
    const Ranges& r = *static_cast<const Ranges*>(context);
    r.run(rangeBegin(r.count, r.minRange, block), rangeBegin(r.count, r.minRange, block + 1), worker, r.context);
}

int rangeSize(int count, int minRange) {
    const int even = count / kMaxRangeCount + (count % kMaxRangeCount != 0);
    return even > minRange ? even : (minRange > 1 ? minRange : 1);
}

} // namespace

int usableWorkerCount(const TaskSystem& tasks) {
    if (!tasks.enqueue || !tasks.finish || tasks.workerCount < 1) return 1;
    return tasks.workerCount < kMaxWorkerCount ? tasks.workerCount : kMaxWorkerCount;
}

int rangeCount(int count, int minRange) {
    if (count <= 0) return 0;
    const int size = rangeSize(count, minRange);
    return count / size + (count % size != 0);
}

int rangeBegin(int count, int minRange, int range) {
    const int64_t begin = static_cast<int64_t>(rangeSize(count, minRange)) * range;
    return begin < count ? static_cast<int>(begin) : count;
}

void parallelFor(const TaskSystem& tasks, int count, int minRange, RangeFunction run, void* context) {
    if (count < 0) {
        reportError({"parallelFor", "count", static_cast<double>(count), "must not be negative"});
        return;
    }
    // One range at most, in the floating-point environment of the caller: a small world has a dozen of them in each
    // step, which has set its own, and looking at the register takes 6 ns.
    if (count <= minRange) {
        const Zone zone("work");
        if (count > 0) run(0, count, 0, context);
        return;
    }
    Ranges ranges{count, minRange, run, context};
    const Stage stage{runRange, &ranges, rangeCount(count, minRange)};
    runStages(tasks, {&stage, 1});
}

} // namespace cairn
