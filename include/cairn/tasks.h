// Threads. Cairn does its parallel work through a TaskSystem, three plain members that any job system can fill in;
// Workers is the built-in one. Results never depend on the number of workers or on their timing.
#pragma once

#include <type_traits>

namespace cairn {

// Work that runs once, on any thread.
using TaskFunction = void (*)(void* argument);

// A default TaskSystem has no threads: everything runs on the calling thread.
struct TaskSystem {
    // Arranges for task(argument) to run once, now or later, on any thread, and returns a handle for finish(). Null
    // means that the task has already run.
    void* (*enqueue)(TaskFunction task, void* argument, void* context) = nullptr;
    // Returns when the task of a handle has run. It may run it here and now: a scheduler that starts nothing before
    // finish() is slow but correct. Called once for every handle that is not null, by the thread that enqueued it.
    void (*finish)(void* handle, void* context) = nullptr;
    void* context = nullptr;
    // How many threads can run tasks at the same time, the calling thread included.
    int workerCount = 1;
};

// More workers than this are left alone.
inline constexpr int kMaxWorkerCount = 64;

// The number of workers that Cairn will use, at least 1: the length of an array of per-worker scratch.
int usableWorkerCount(const TaskSystem& tasks);

// The built-in pool. It sleeps when idle and may be shared by many callers.
class Workers {
public:
    // `workerCount` counts the calling thread, so 1 starts no thread; 0 asks for one per hardware thread.
    explicit Workers(int workerCount = 0);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    // Valid as long as this object.
    TaskSystem tasks() const;

private:
    struct Pool;
    Pool* m_pool;
};

// Calls run(begin, end, worker, context) for ranges that cover [0, count) and returns when all have run. Ranges have at
// least minRange elements (but for the last) and are cut by count and minRange alone, never by worker count, so a sum
// made range by range has the same bits everywhere. `worker` is below usableWorkerCount(tasks), and no two ranges of
// this call run at the same time under one worker: use it to index scratch. Calls may be nested.
using RangeFunction = void (*)(int begin, int end, int worker, void* context);
void parallelFor(const TaskSystem& tasks, int count, int minRange, RangeFunction run, void* context);

// The same for a callable: fn(begin, end, worker).
template <class Fn> void parallelFor(const TaskSystem& tasks, int count, int minRange, Fn&& fn) {
    using Callable = std::remove_reference_t<Fn>;
    parallelFor(
        tasks, count, minRange,
        [](int begin, int end, int worker, void* context) { (*static_cast<Callable*>(context))(begin, end, worker); },
        const_cast<void*>(static_cast<const void*>(&fn)));
}

// How parallelFor cuts: the number of ranges, and the first element of one of them.
int rangeCount(int count, int minRange);
int rangeBegin(int count, int minRange, int range);

} // namespace cairn
