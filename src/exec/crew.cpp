// The seats of a crew; crew.h explains them.
#include "exec/crew.h"

#include "exec/backoff.h"

namespace cairn {

namespace {

// How long a worker watches an empty seat. Serial parts are shorter in most worlds; where they are longer, calling the
// worker again is a small share of them.
constexpr std::chrono::microseconds kPatience{300};

// How long the owner may wait in a step, asleep or for workers to leave: that long, or a quarter of the step if that is
// more. Workers that are there and have work of a usual kind do not keep each other waiting so long.
constexpr std::chrono::microseconds kWaitAllowed{500};

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CAIRN_WATCHED_THREADS
#endif
#endif
#if defined(__SANITIZE_THREAD__) || defined(CAIRN_WATCHED_THREADS)
constexpr bool kTriesAlone = false; // that is there to see threads meet
#else
constexpr bool kTriesAlone = true;
#endif

thread_local char t_here; // its address tells threads apart

} // namespace

bool Crew::isOwner() const { return m_owner == &t_here; }

void Crew::attend(void* argument) {
    Seat& seat = *static_cast<Seat*>(argument);
    if (seat.crew->isOwner()) return; // a system that runs tasks at once, or only when it has to
    for (;;) {
        const Clock::time_point limit = Clock::now() + kPatience;
        int state;
        for (Backoff backoff; (state = seat.state.load(std::memory_order_acquire)) != kPosted;) {
            if (state == kClosing) return;
            if (state == kHere && Clock::now() > limit &&
                seat.state.compare_exchange_strong(state, kAway, std::memory_order_acq_rel))
                return;
            backoff.waitAwake();
        }
        if (!seat.state.compare_exchange_strong(state, kRunning, std::memory_order_acq_rel)) continue;
        seat.function(seat.argument);
        seat.state.store(kDone, std::memory_order_release);
    }
}

// Asks the user's system for the worker of a seat that has none.
bool Crew::call(Seat& seat, State state) {
    if (seat.handle) m_outer->finish(seat.handle, m_outer->context); // its worker has left
    seat.called = true;
    if (!m_called) {
        m_called = true;
        m_begin = Clock::now();
        m_slept = t_slept;
    }
    seat.state.store(state, std::memory_order_release);
    seat.handle = m_outer->enqueue(attend, &seat, m_outer->context);
    if (!seat.handle) seat.state.store(kAway, std::memory_order_relaxed); // it cannot stay
    return seat.handle != nullptr;
}

Crew::Seat* Crew::post(TaskFunction function, void* argument) {
    for (int i = 0; i < m_seatCount; ++i) {
        Seat& seat = m_seats[i];
        int state = kHere;
        const bool here = seat.state.compare_exchange_strong(state, kFilling, std::memory_order_acq_rel);
        if (!here && !(state == kAway && isOwner() && (!seat.called || seat.handle))) continue;
        seat.function = function;
        seat.argument = argument;
        if (here)
            seat.state.store(kPosted, std::memory_order_release);
        else if (!call(seat, kPosted))
            continue;
        if (i >= m_used && isOwner()) m_used = i + 1;
        return &seat;
    }
    return nullptr;
}

void* Crew::enqueue(TaskFunction function, void* argument, void* crew) {
    Seat* const seat = static_cast<Crew*>(crew)->post(function, argument);
    if (!seat) function(argument);
    return seat;
}

void Crew::finish(void* handle, void*) {
    Seat& seat = *static_cast<Seat*>(handle);
    int state = kPosted;
    if (seat.state.compare_exchange_strong(state, kFilling, std::memory_order_acq_rel)) {
        seat.function(seat.argument);
    } else {
        for (Backoff backoff; seat.state.load(std::memory_order_acquire) != kDone;) backoff.wait();
    }
    seat.state.store(kHere, std::memory_order_release);
}

void Crew::begin(const TaskSystem& tasks) {
    m_outer = &tasks;
    m_owner = &t_here;
    m_workerCount = usableWorkerCount(tasks);
    // Without a step in which workers had something to do there is nothing to compare.
    m_isTimed = kTriesAlone && m_rest == 0 && m_used > 0 && m_workerCount > 1;
    const bool alone = m_rest > 0 || (m_isTimed && m_pace.isAlone());
    m_rest -= m_rest > 0;
    if (m_isTimed) m_start = Clock::now();
    m_seatCount = alone ? 0 : m_workerCount - 1;
    m_tasks = m_seatCount > 0 ? TaskSystem{enqueue, finish, this, m_seatCount + 1} : TaskSystem{};
    m_called = false;
    if (alone) return;
    const int early = m_used < m_seatCount ? m_used : m_seatCount;
    m_used = 0;
    for (int i = 0; i < m_seatCount; ++i) {
        m_seats[i].crew = this;
        m_seats[i].called = false;
        if (i < early) call(m_seats[i], kHere);
    }
}

// Whether the workers were worth waiting for.
void Crew::judge(Clock::duration waited, Clock::duration total) {
    if (waited > kWaitAllowed && 4 * waited > total) {
        m_rest = m_nextRest;
        m_nextRest = 2 * m_nextRest < kLongRest ? 2 * m_nextRest : kLongRest;
    } else if (m_nextRest > kShortRest) {
        --m_nextRest;
    }
}

void Crew::closeSeats() {
    const Clock::time_point before = Clock::now();
    const Clock::duration slept = t_slept - m_slept;
    for (int i = 0; i < m_seatCount; ++i) {
        Seat& seat = m_seats[i];
        if (!seat.handle) continue;
        int state = kHere;
        seat.state.compare_exchange_strong(state, kClosing, std::memory_order_acq_rel);
        m_outer->finish(seat.handle, m_outer->context);
        seat.handle = nullptr;
        seat.state.store(kAway, std::memory_order_relaxed);
    }
    const Clock::time_point now = Clock::now();
    judge(slept + (now - before), now - m_begin);
}

void Crew::end() {
    if (m_called) closeSeats();
    if (m_isTimed && (m_called || m_seatCount == 0)) m_pace.note(Clock::now() - m_start, m_workerCount);
}

} // namespace cairn
