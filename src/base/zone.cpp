// The profiler hooks of the process.
#include "base/zone.h"

namespace cairn {

namespace {

ProfilerHooks g_hooks;

} // namespace

const ProfilerHooks& profilerHooks() { return g_hooks; }

void setProfilerHooks(const ProfilerHooks& hooks) {
    g_hooks = hooks.beginZone && hooks.endZone ? hooks : ProfilerHooks{};
}

} // namespace cairn
