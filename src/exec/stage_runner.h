// The stage machine: runs a list of stages in order, each stage a number of independent blocks, on all workers.
//
//     stage 0          stage 1          stage 2            (e.g. one stage per colour and pass of the solver)
//     [0 1 2 3 4 5] -> [0 1 2 3] -----> [0]
//      A A A B B B      A A B B          B                 worker that took the block
//
// The solver has hundreds of short stages in a step, some of only a few microseconds. One task per block, or one join
// per stage, would cost more than the work. Instead each worker is one task for the whole list, and there is no
// foreman:
//
//   claim      The blocks of a stage are divided into one span per worker. A worker takes the blocks of its own span
//   first
//              and then helps with the others'. So in every pass over the same data it meets the same blocks again,
//              warm in its cache, and a span whose worker never comes is done by the rest.
//   complete   A worker that finds nothing more to claim adds the number of blocks it has done to the stage's total.
//   The
//              one that brings the total to the block count opens the next stage, whoever it is.
//   wait       The others watch the stage number, first spinning, then yielding, then sleeping (backoff.h).
//
// A stage advances when its work is complete, not when all workers have arrived. A worker that was pre-empted between
// blocks, or that the task system never started, delays nobody; the caller is itself worker 0 and can finish the whole
// list alone. (A worker that is pre-empted inside a block holds up its stage: nothing can help that, so blocks are
// short.)
//
// Which worker runs a block is left to chance; so a block must give the same result wherever it runs: it writes only
// its own outputs, and reads only what earlier stages wrote. Everything that a stage wrote is visible to all blocks of
// later stages.
//
// Roads not taken. One shared counter per stage is simpler, but it deals blocks out at random, and every worker then
// finds its data in another core's cache. A foreman that opens the stages (the usual design) stalls everybody when it
// is the one who is pre-empted. A barrier that counts arrivals stalls when any worker is.
#pragma once

#include <cairn/tasks.h>

#include <span>

namespace cairn {

// Runs one block. `worker` is below usableWorkerCount(tasks), and no other block of the list runs under it meanwhile.
using BlockFunction = void (*)(int block, int worker, void* context);

struct Stage {
    BlockFunction run;
    void* context;
    int blockCount;            // 0: the stage is skipped
    const char* name = "work"; // of the profiler zone around each worker's share
};

// Returns when every block of every stage has run exactly once. Allocates nothing.
void runStages(const TaskSystem& tasks, std::span<const Stage> stages);

// What runStages means, without threads: the specification that tests hold it to.
void runStagesSerially(std::span<const Stage> stages);

} // namespace cairn
