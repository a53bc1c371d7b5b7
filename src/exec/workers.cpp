// The built-in pool: one queue under one mutex. That is enough, because the engine enqueues one task per worker and
// lets the tasks claim their work from each other (stage_runner.h), instead of one task per piece of work.
//
// A task that no thread has started when its finish() comes is taken off the queue and run by the caller of finish().
// So nested calls cannot deadlock: whoever waits, waits for a task that is already running.
#include "base/assert.h"
#include "exec/backoff.h"
#include "exec/threads.h"

#include <cairn/array.h>
#include <cairn/error.h>
#include <cairn/tasks.h>

#include <atomic>
#include <new>

namespace cairn {

namespace {

struct Task {
    TaskFunction function;
    void* argument;
    Task* next;
    Task* previous;
    bool queued;            // under the mutex
    std::atomic<bool> done; // set by the thread that ran it
};

} // namespace

struct Workers::Pool {
    explicit Pool(int workerCount);
    ~Pool();

    void* enqueue(TaskFunction function, void* argument);
    void finish(Task* task);
    void work();

    Task* newTask();
    void link(Task* task);
    void unlink(Task* task);

    const int m_threadCount;
    Thread* m_threads = nullptr;
    Mutex m_mutex;
    Condition m_wake;
    // First in, first out, as a ring around m_queue.
    Task m_queue{};
    std::atomic<int> m_queuedCount = 0; // written under the mutex; a hint for threads that look before they sleep
    bool m_stop = false;
    Array<Task*> m_freeTasks;
    Array<Task*> m_allTasks;
};

Workers::Pool::Pool(int workerCount) : m_threadCount(workerCount - 1) {
    m_queue.next = m_queue.previous = &m_queue;
    if (m_threadCount == 0) return;
    const std::size_t size = sizeof(Thread) * static_cast<std::size_t>(m_threadCount);
    m_threads = static_cast<Thread*>(allocate(size, alignof(Thread)));
    for (int i = 0; i < m_threadCount; ++i) new (m_threads + i) Thread([this] { work(); });
}

Workers::Pool::~Pool() {
    {
        Lock lock(m_mutex);
        CAIRN_ASSERT(m_freeTasks.count() == m_allTasks.count()); // every task was finished
        m_stop = true;
    }
    m_wake.notify_all();
    for (int i = 0; i < m_threadCount; ++i) {
        m_threads[i].join();
        m_threads[i].~Thread();
    }
    release(m_threads, sizeof(Thread) * static_cast<std::size_t>(m_threadCount), alignof(Thread));
    for (Task* task : m_allTasks) {
        task->~Task();
        release(task, sizeof(Task), alignof(Task));
    }
}

Task* Workers::Pool::newTask() {
    if (!m_freeTasks.empty()) return m_freeTasks.pop();
    return m_allTasks.push(new (allocate(sizeof(Task), alignof(Task))) Task{});
}

void Workers::Pool::link(Task* task) {
    task->queued = true;
    task->next = &m_queue;
    task->previous = m_queue.previous;
    m_queue.previous->next = task;
    m_queue.previous = task;
    m_queuedCount.fetch_add(1, std::memory_order_relaxed);
}

void Workers::Pool::unlink(Task* task) {
    task->queued = false;
    task->previous->next = task->next;
    task->next->previous = task->previous;
    m_queuedCount.fetch_sub(1, std::memory_order_relaxed);
}

void* Workers::Pool::enqueue(TaskFunction function, void* argument) {
    if (m_threadCount == 0) {
        function(argument);
        return nullptr;
    }
    Task* task;
    {
        Lock lock(m_mutex);
        task = newTask();
        task->function = function;
        task->argument = argument;
        task->done.store(false, std::memory_order_relaxed);
        link(task);
    }
    m_wake.notify_one();
    return task;
}

void Workers::Pool::finish(Task* task) {
    bool mine;
    {
        Lock lock(m_mutex);
        mine = task->queued;
        if (mine) unlink(task);
    }
    if (mine) {
        task->function(task->argument);
    } else {
        for (Backoff backoff; !task->done.load(std::memory_order_acquire);) backoff.wait();
    }
    Lock lock(m_mutex);
    m_freeTasks.push(task);
}

void Workers::Pool::work() {
    // The next task often comes within microseconds, from the next stage of the same step: look for it before sleeping,
    // because waking a thread costs the enqueuing one a system call and this one tens of microseconds.
    constexpr int kLooks = 300;
    for (;;) {
        for (int i = 0; i < kLooks && m_queuedCount.load(std::memory_order_relaxed) == 0; ++i) pauseCpu();
        Task* task;
        {
            Lock lock(m_mutex);
            m_wake.wait(lock, [this] { return m_stop || m_queue.next != &m_queue; });
            if (m_queue.next == &m_queue) return;
            task = m_queue.next;
            unlink(task);
        }
        task->function(task->argument);
        task->done.store(true, std::memory_order_release);
    }
}

Workers::Workers(int workerCount) {
    if (workerCount < 0 || workerCount > kMaxWorkerCount) {
        reportError(
            {"Workers", "workerCount", static_cast<double>(workerCount), "must be 0 (automatic) to 64; using 1"});
        workerCount = 1;
    } else if (workerCount == 0) {
        const int hardware = static_cast<int>(Thread::hardware_concurrency());
        workerCount = hardware < 1 ? 1 : (hardware > kMaxWorkerCount ? kMaxWorkerCount : hardware);
    }
    m_pool = new (allocate(sizeof(Pool), alignof(Pool))) Pool(workerCount);
}

Workers::~Workers() {
    m_pool->~Pool();
    release(m_pool, sizeof(Pool), alignof(Pool));
}

TaskSystem Workers::tasks() const {
    TaskSystem tasks;
    tasks.enqueue = [](TaskFunction task, void* argument, void* context) {
        return static_cast<Pool*>(context)->enqueue(task, argument);
    };
    tasks.finish = [](void* handle, void* context) { static_cast<Pool*>(context)->finish(static_cast<Task*>(handle)); };
    tasks.context = m_pool;
    tasks.workerCount = m_pool->m_threadCount + 1;
    return tasks;
}

} // namespace cairn
