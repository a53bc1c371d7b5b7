// Zone: a scope that shows up in the user's profiler. One test of a pointer when nobody listens.
#pragma once

#include <cairn/profile.h>

namespace cairn {

namespace detail {
extern ProfilerHooks profilerHooks; // of the process
} // namespace detail

class Zone {
public:
    explicit Zone(const char* name) : m_hooks(detail::profilerHooks), m_open(m_hooks.beginZone != nullptr) {
        if (m_open) m_hooks.beginZone(name, m_hooks.context);
    }
    ~Zone() {
        if (m_open) m_hooks.endZone(m_hooks.context);
    }
    Zone(const Zone&) = delete;
    Zone& operator=(const Zone&) = delete;

private:
    const ProfilerHooks& m_hooks;
    const bool m_open;
};

} // namespace cairn
