// What the pool is made of: Thread, Mutex, Condition and Lock, as the standard library has them where it has them.
//
// WebAssembly knows shared memory and waiting on a word of it, but starts no threads: the host does. It runs agents
// (web workers) on the module's memory, and each of them calls cairn_agent_run, which parks it here until a Thread has
// something to do. Agents may wait; the thread that steps the world may be the one that draws the page, which must not,
// so it spins. Modules without shared memory have no agents, and a Thread there never runs: the pool's caller does
// everything (workers.cpp).
#pragma once

#if !defined(__wasm__) || defined(__EMSCRIPTEN__)

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace cairn {

using Thread = std::thread;
using Mutex = std::mutex;
using Condition = std::condition_variable;
using Lock = std::unique_lock<std::mutex>;

inline void yieldThread() { std::this_thread::yield(); }
inline void sleepThread() { std::this_thread::sleep_for(std::chrono::microseconds(50)); }

} // namespace cairn

#else

#include <cairn/memory.h>

#include <atomic>
#include <new>

namespace cairn {

void yieldThread();
void sleepThread();
// Where the word still has that value, until someone notifies it; at once on a thread that may not wait.
void waitWhile(std::atomic<int>& word, int value);
void notify(std::atomic<int>& word, int count);

class Mutex {
public:
    void lock() {
        while (m_locked.exchange(1, std::memory_order_acquire) != 0) yieldThread();
    }
    void unlock() { m_locked.store(0, std::memory_order_release); }

private:
    std::atomic<int> m_locked = 0;
};

class Lock {
public:
    explicit Lock(Mutex& mutex) : m_mutex(mutex) { lock(); }
    ~Lock() { unlock(); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    void lock() { m_mutex.lock(); }
    void unlock() { m_mutex.unlock(); }

private:
    Mutex& m_mutex;
};

class Condition {
public:
    template <class Ready> void wait(Lock& lock, Ready ready) {
        while (!ready()) {
            const int before = m_calls.load(std::memory_order_relaxed);
            lock.unlock();
            waitWhile(m_calls, before);
            lock.lock();
        }
    }
    void notify_one() { call(1); }
    void notify_all() { call(-1); }

private:
    void call(int count) {
        m_calls.fetch_add(1, std::memory_order_relaxed);
        notify(m_calls, count);
    }
    std::atomic<int> m_calls = 0;
};

// The part of std::thread that the pool uses.
class Thread {
public:
    template <class Function> explicit Thread(Function function) {
        void* memory = allocate(sizeof(Function), alignof(Function));
        m_agent = start(
            [](void* argument) {
                (*static_cast<Function*>(argument))();
                release(argument, sizeof(Function), alignof(Function));
            },
            new (memory) Function(function));
        if (m_agent < 0) release(memory, sizeof(Function), alignof(Function));
    }
    void join();
    static int hardware_concurrency(); // this thread and the agents

private:
    static int start(void (*run)(void*), void* argument); // -1 where no agent is free
    int m_agent;
};

} // namespace cairn

#endif
