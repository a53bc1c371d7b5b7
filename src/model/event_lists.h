// EventList: what happened, in order. Edits between steps add to it as well; the user sees an event when the next step
// is over, and until the one after that.
#pragma once

#include <cairn/array.h>
#include <cairn/events.h>

#include <span>

namespace cairn {

template <class Event> class EventList {
public:
    void push(const Event& event) { m_events.push(event); }
    // Drops what the user has seen.
    void beginStep() {
        const int waiting = m_events.count() - m_shown;
        for (int i = 0; i < waiting; ++i) m_events[i] = m_events[m_shown + i];
        m_events.resizeUninitialized(waiting);
        m_shown = 0;
    }
    void endStep() { m_shown = m_events.count(); }
    std::span<const Event> shown() const { return {m_events.data(), static_cast<std::size_t>(m_shown)}; }

    // The whole state (see model/visit.h). What was seen does not decide anything.
    template <class Visitor> void visitArrays(Visitor&& v) {
        v.passing("events", m_events);
        v.passing("shown event count", m_shown);
    }

private:
    Array<Event> m_events;
    int m_shown = 0;
};

struct EventLists {
    EventList<ContactBeginEvent> contactBegins;
    EventList<ContactEndEvent> contactEnds;
    EventList<ContactHitEvent> hits;
    EventList<SensorBeginEvent> sensorBegins;
    EventList<SensorEndEvent> sensorEnds;
    EventList<SleepEvent> sleeps;
    EventList<QuarantineEvent> quarantines;

    template <class Fn> void forEach(Fn fn) {
        fn(contactBegins), fn(contactEnds), fn(hits), fn(sensorBegins), fn(sensorEnds), fn(sleeps), fn(quarantines);
    }
};

} // namespace cairn
