// The atomics of the stage machine; stage_runner.h explains it.
#include "exec/stage_runner.h"

#include "base/assert.h"
#include "base/zone.h"
#include "exec/backoff.h"
#include "exec/float_environment.h"

#include <atomic>
#include <cstdint>

namespace cairn {

namespace {

struct Machine;

struct alignas(64) Worker {
    // Stage in the upper half, number of blocks claimed from this worker's span in that stage in the lower half. A
    // value from an earlier stage means that nothing is claimed yet, so no one has to reset it.
    std::atomic<uint64_t> claimed = 0;
    Machine* machine;
    int index;
};

struct Machine {
    alignas(64) std::atomic<int> stage; // open stage; stages.size() when all is done
    int workerCount;                    // this and the next are read when a stage opens, and never written
    std::span<const Stage> stages;
    alignas(64) std::atomic<int> completed; // blocks of the open stage
    Worker workers[kMaxWorkerCount];

    int spanBegin(int blockCount, int worker) const {
        return static_cast<int>(static_cast<int64_t>(blockCount) * worker / workerCount);
    }
    int firstStageFrom(int s) const {
        while (s < static_cast<int>(stages.size()) && stages[s].blockCount <= 0) ++s;
        return s;
    }
};

// Takes the next block of a span for stage s, or -1. The order of memory is not the counter's business: the caller has
// seen stage s opened (acquire), and with it everything that earlier stages wrote. A caller that is late, whose stage
// is already closed, finds a full count or a later stage's and gets -1.
int claim(Worker& owner, int s, int size) {
    uint64_t value = owner.claimed.load(std::memory_order_relaxed);
    for (;;) {
        const int stage = static_cast<int>(value >> 32);
        const int next = stage < s ? 0 : static_cast<int>(value & 0xFFFFFFFFu);
        if (stage > s || next >= size) return -1;
        const uint64_t desired = (static_cast<uint64_t>(s) << 32) | static_cast<uint32_t>(next + 1);
        if (owner.claimed.compare_exchange_weak(value, desired, std::memory_order_relaxed)) return next;
    }
}

// Runs what can be claimed of stage s; returns how many blocks that was.
int runBlocks(Machine& machine, int s, int self) {
    const Stage& stage = machine.stages[s];
    const Zone zone(stage.name);
    int done = 0;
    for (int i = 0; i < machine.workerCount; ++i) {
        const int owner = self + i < machine.workerCount ? self + i : self + i - machine.workerCount;
        const int begin = machine.spanBegin(stage.blockCount, owner);
        const int size = machine.spanBegin(stage.blockCount, owner + 1) - begin;
        for (int block; (block = claim(machine.workers[owner], s, size)) >= 0; ++done)
            stage.run(begin + block, self, stage.context);
    }
    return done;
}

void runWorker(void* argument) {
    const Worker& worker = *static_cast<Worker*>(argument);
    Machine& machine = *worker.machine;
    const FloatEnvironment environment;
    const int end = static_cast<int>(machine.stages.size());
    int s = machine.stage.load(std::memory_order_acquire);
    while (s < end) {
        const int done = runBlocks(machine, s, worker.index);
        // Acquire and release: the one who completes the stage has seen the work of all, and hands it on below.
        if (done > 0 &&
            machine.completed.fetch_add(done, std::memory_order_acq_rel) + done == machine.stages[s].blockCount) {
            machine.completed.store(0, std::memory_order_relaxed);
            s = machine.firstStageFrom(s + 1);
            machine.stage.store(s, std::memory_order_release);
            continue;
        }
        int now;
        for (Backoff backoff; (now = machine.stage.load(std::memory_order_acquire)) == s;) backoff.wait();
        s = now;
    }
}

} // namespace

void runStagesSerially(std::span<const Stage> stages) {
    const FloatEnvironment environment;
    for (const Stage& stage : stages) {
        const Zone zone(stage.name);
        for (int block = 0; block < stage.blockCount; ++block) stage.run(block, 0, stage.context);
    }
}

void runStages(const TaskSystem& tasks, std::span<const Stage> stages) {
    int widest = 0;
    for (const Stage& stage : stages) widest = stage.blockCount > widest ? stage.blockCount : widest;
    const int available = usableWorkerCount(tasks);
    const int workerCount = widest < available ? widest : available;
    if (workerCount <= 1) {
        runStagesSerially(stages);
        return;
    }
    Machine machine;
    machine.stages = stages;
    machine.workerCount = workerCount;
    machine.completed.store(0, std::memory_order_relaxed);
    machine.stage.store(machine.firstStageFrom(0), std::memory_order_relaxed);
    for (int i = 0; i < workerCount; ++i) {
        machine.workers[i].machine = &machine;
        machine.workers[i].index = i;
    }
    void* handles[kMaxWorkerCount];
    for (int i = 1; i < workerCount; ++i) handles[i] = tasks.enqueue(runWorker, &machine.workers[i], tasks.context);
    runWorker(&machine.workers[0]);
    CAIRN_ASSERT(machine.stage.load(std::memory_order_relaxed) == static_cast<int>(stages.size()));
    // Late starters find nothing to do. They look at the machine, so they must be through before it goes.
    for (int i = 1; i < workerCount; ++i)
        if (handles[i]) tasks.finish(handles[i], tasks.context);
}

} // namespace cairn
