// Every thread appends to a list of its own; lists meet only when the file is written.
#include "apps/cairn/trace.h"

#include <cairn/profile.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <mutex>
#include <vector>

namespace cairn::app {

namespace {

using Clock = std::chrono::steady_clock;

struct Event {
    const char* name; // null: the end of the zone that was opened last
    Clock::time_point time;
};

struct ThreadEvents {
    std::vector<Event> events;
};

std::mutex g_mutex;
std::vector<std::unique_ptr<ThreadEvents>> g_threads;
Clock::time_point g_start;

std::vector<Event>& eventsHere() {
    thread_local ThreadEvents* mine = nullptr;
    if (!mine) {
        const std::lock_guard<std::mutex> lock(g_mutex);
        mine = g_threads.emplace_back(std::make_unique<ThreadEvents>()).get();
    }
    return mine->events;
}

double microseconds(Clock::time_point time) {
    return std::chrono::duration<double, std::micro>(time - g_start).count();
}

// Complete events ("X"): a name, a start and a duration.
void writeThread(std::FILE* file, std::size_t thread, const std::vector<Event>& events) {
    std::fprintf(file,
                 ",\n{\"ph\":\"M\",\"pid\":1,\"tid\":%zu,\"name\":\"thread_name\",\"args\":{\"name\":\"%s %zu\"}}",
                 thread, thread == 0 ? "main" : "worker", thread);
    std::vector<Event> open;
    for (const Event& event : events) {
        if (event.name) {
            open.push_back(event);
            continue;
        }
        if (open.empty()) continue;
        const Event begun = open.back();
        open.pop_back();
        std::fprintf(file, ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":%zu,\"name\":\"%s\",\"ts\":%.3f,\"dur\":%.3f}", thread,
                     begun.name, microseconds(begun.time), microseconds(event.time) - microseconds(begun.time));
    }
}

} // namespace

void startTrace() {
    for (const auto& thread : g_threads) thread->events.clear();
    eventsHere(); // this thread comes first
    g_start = Clock::now();
    setProfilerHooks({.beginZone =
                          [](const char* name, void*) {
                              eventsHere().push_back({name, Clock::now()});
                          },
                      .endZone =
                          [](void*) {
                              eventsHere().push_back({nullptr, Clock::now()});
                          },
                      .context = nullptr});
}

bool writeTrace(const std::string& name) {
    setProfilerHooks({});
    std::FILE* file = std::fopen(name.c_str(), "w");
    if (!file) return false;
    std::fprintf(file, "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
                       "{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"cairn\"}}");
    for (std::size_t i = 0; i < g_threads.size(); ++i) writeThread(file, i, g_threads[i]->events);
    std::fprintf(file, "\n]}\n");
    return std::fclose(file) == 0;
}

} // namespace cairn::app
