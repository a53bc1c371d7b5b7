// The function of open_world.h.
#include "open_world.h"

#include "world/world_data.h"

namespace cairn {

namespace {

// Only an explicit instantiation may name a private member.
template <WorldData* World::*data> struct Opened {
    friend WorldData& openedData(World& world) { return *(world.*data); }
};
WorldData& openedData(World& world);
template struct Opened<&World::m_data>;

} // namespace

WorldData& dataOf(World& world) { return openedData(world); }

} // namespace cairn
