// Agents of WebAssembly (threads.h): a table of parked ones, and the words that they wait on.
#include "exec/threads.h"

#if defined(__wasm__) && !defined(__EMSCRIPTEN__)

#include <cairn/tasks.h>

namespace cairn {

namespace {

enum AgentState : int { kAbsent, kParked, kTaken, kBusy };

struct Agent {
    std::atomic<int> state = kAbsent;
    void (*run)(void*) = nullptr;
    void* argument = nullptr;
};

Agent g_agents[kMaxWorkerCount - 1];
std::atomic<int> g_agentCount = 0;
thread_local bool t_mayWait = false;

constexpr int kSpins = 200;

} // namespace

#ifdef __wasm_atomics__
void waitWhile(std::atomic<int>& word, int value) {
    if (t_mayWait) __builtin_wasm_memory_atomic_wait32(reinterpret_cast<int*>(&word), value, -1);
}
void notify(std::atomic<int>& word, int count) {
    __builtin_wasm_memory_atomic_notify(reinterpret_cast<int*>(&word), static_cast<unsigned int>(count));
}
void sleepThread() {
    int never = 0;
    if (t_mayWait) __builtin_wasm_memory_atomic_wait32(&never, 0, 50000); // ns
}
#else
void waitWhile(std::atomic<int>&, int) {}
void notify(std::atomic<int>&, int) {}
void sleepThread() {}
#endif

// There is no way to give up a time slice; a short pause lets others at the memory.
void yieldThread() {
    static std::atomic<int> nothing = 0;
    for (int i = 0; i < kSpins; ++i) nothing.load(std::memory_order_relaxed);
}

int Thread::hardware_concurrency() { return 1 + g_agentCount.load(std::memory_order_acquire); }

int Thread::start(void (*run)(void*), void* argument) {
    const int count = g_agentCount.load(std::memory_order_acquire);
    for (int i = 0; i < count && i < kMaxWorkerCount - 1; ++i) {
        Agent& agent = g_agents[i];
        int expected = kParked;
        if (!agent.state.compare_exchange_strong(expected, kTaken, std::memory_order_acquire)) continue;
        agent.run = run;
        agent.argument = argument;
        agent.state.store(kBusy, std::memory_order_release);
        notify(agent.state, 1);
        return i;
    }
    return -1;
}

void Thread::join() {
    if (m_agent < 0) return;
    while (g_agents[m_agent].state.load(std::memory_order_acquire) == kBusy) yieldThread();
}

} // namespace cairn

// How many agents have come.
extern "C" int cairn_agent_count() { return cairn::Thread::hardware_concurrency() - 1; }

// Called by every agent once, on its own stack; never returns.
extern "C" void cairn_agent_run() {
    using namespace cairn;
    t_mayWait = true;
    const int index = g_agentCount.fetch_add(1, std::memory_order_acq_rel);
    if (index >= kMaxWorkerCount - 1) return;
    Agent& agent = g_agents[index];
    agent.state.store(kParked, std::memory_order_release);
    for (;;) {
        int state = agent.state.load(std::memory_order_acquire);
        for (; state != kBusy; state = agent.state.load(std::memory_order_acquire)) waitWhile(agent.state, state);
        agent.run(agent.argument);
        agent.state.store(kParked, std::memory_order_release);
    }
}

#endif
