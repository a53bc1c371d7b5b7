// The profiler hooks of the process.
#include "base/zone.h"

namespace cairn {

ProfilerHooks detail::profilerHooks;

void setProfilerHooks(const ProfilerHooks& hooks) {
    detail::profilerHooks = hooks.beginZone && hooks.endZone ? hooks : ProfilerHooks{};
}

} // namespace cairn
