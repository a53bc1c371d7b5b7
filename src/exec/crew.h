// Crew: workers that stay for a whole step.
//
// A step has a dozen parallel parts with serial ones between them. Asked for anew at each part, a worker that had gone
// to sleep meanwhile came late by 10 us on average: 90 us in a step of 2200 boxes. So the first part that wants
// workers calls them, and they stay: each sits on a seat and watches it for work, until the step ends or nothing has
// come for a while. To the parts a crew is a TaskSystem like any other.
//
//     seat    Away --call--> Here --post--> Posted --take--> Running --> Done --finish--> Here --close--> Closing
//
// Work that was posted and not yet taken is taken back by finish(): a worker that never comes, or that the system has
// put aside while it waited, delays nobody. At the end of the step all tasks of the user's system are finished.
//
// A worker that the system puts aside in the middle of a block, or before it has left its seat at the end, delays
// everybody, by milliseconds: as long as another program has its core. So when the owner has waited through a good part
// of a step, the next steps are its own, more of them each time that this happens again. With the second of two cores
// busy a step of 2200 boxes took about twice as long as on one thread; this way as long. And where workers are there
// but steps are faster without them, there are none (pace.h).
#pragma once

#include "exec/pace.h"

#include <cairn/tasks.h>

#include <atomic>
#include <chrono>

namespace cairn {

class Crew {
public:
    Crew() = default;
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    // Between these two calls, by the same thread, tasks() hands work to the crew. `tasks` stays valid meanwhile. As
    // many workers as the last step had are called at once, to be there when they are needed.
    void begin(const TaskSystem& tasks);
    void end();
    // Has no workers in a step that the owner is better off alone with.
    const TaskSystem& tasks() const { return m_tasks; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr int kShortRest = 4, kLongRest = 64;

    enum State : int { kAway, kHere, kFilling, kPosted, kRunning, kDone, kClosing };

    struct alignas(64) Seat {
        std::atomic<int> state = kAway;
        TaskFunction function = nullptr;
        void* argument = nullptr;
        Crew* crew = nullptr;
        void* handle = nullptr; // of its worker, in the user's system; the owner's
        bool called = false;    // in this step; the owner's
    };

    static void attend(void* seat);
    static void* enqueue(TaskFunction function, void* argument, void* crew);
    static void finish(void* seat, void* crew);
    bool call(Seat& seat, State state);
    Seat* post(TaskFunction function, void* argument);
    bool isOwner() const;
    void judge(Clock::duration waited, Clock::duration total);
    void closeSeats();

    const TaskSystem* m_outer = nullptr;
    TaskSystem m_tasks{};
    const void* m_owner = nullptr; // stands for the thread that steps
    Pace m_pace;
    int m_workerCount = 1;       // that there could be
    int m_seatCount = 0;         // one for every worker but the owner, or none if it steps alone
    int m_used = 0;              // seats that had work in this step, or the last one that was not made alone
    bool m_isTimed = false;      // this step, for m_pace
    Clock::time_point m_start{}; // of it
    int m_rest = 0;              // steps to come without workers
    int m_nextRest = kShortRest; // if the workers are late again
    bool m_called = false;       // somebody, in this step
    Clock::time_point m_begin{}; // of the time with workers
    Clock::duration m_slept{};   // by the owner before that
    Seat m_seats[kMaxWorkerCount - 1];
};

} // namespace cairn
