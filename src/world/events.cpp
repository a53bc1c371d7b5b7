// What happened. See events.h.
#include "world/world_data.h"

namespace cairn {

WorldEvents World::events() const {
    if (!m_data->isIdle("events")) return {};
    const Model& m = m_data->model;
    return {.sleeps = m.sleepEvents.shown()};
}

} // namespace cairn
