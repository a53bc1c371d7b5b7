// See schedule.h.
#include "graph/schedule.h"

#include "base/hash.h"

namespace cairn {

Schedule serialSchedule(FrameArena& arena, int edgeCount) {
    const Schedule s{arena.allocate<int32_t>(edgeCount, "order"), arena.allocate<int32_t>(1, "block ends"),
                     arena.allocate<int32_t>(1, "batch ends")};
    for (int32_t i = 0; i < edgeCount; ++i) s.order[static_cast<std::size_t>(i)] = i;
    s.blockEnd[0] = edgeCount;
    s.batchEnd[0] = 1;
    return s;
}

// Fisher and Yates; the remainder of a 64-bit number is even enough.
Schedule shuffledSchedule(FrameArena& arena, int edgeCount, uint64_t seed) {
    const Schedule s = serialSchedule(arena, edgeCount);
    for (std::size_t i = s.order.size(); i > 1; --i) {
        seed = hashCombine(seed, i);
        const std::size_t j = static_cast<std::size_t>((seed >> 8) % i);
        const int32_t swapped = s.order[i - 1];
        s.order[i - 1] = s.order[j];
        s.order[j] = swapped;
    }
    return s;
}

Packer::Packer(FrameArena& arena, int nodeCount, int edgeCount)
    : m_next(arena.allocate<int32_t>(nodeCount, "packed nodes")),
      m_bundles(arena.allocate<Bundle>(edgeCount, "packed bundles")) {
    for (int32_t& next : m_next) next = 0;
}

void Packer::beginBlock() { m_open = m_count; }

Packer::Place Packer::add(ScheduleEdge edge, uint64_t kind) {
    int32_t first = m_open;
    for (const int32_t node : {edge.a, edge.b})
        if (node != kFixedNode && m_next[static_cast<std::size_t>(node)] > first)
            first = m_next[static_cast<std::size_t>(node)];
    const auto at = [this](int32_t i) -> Bundle& { return m_bundles[static_cast<std::size_t>(i)]; };
    while (first < m_count && (at(first).kind != kind || at(first).used == kLaneCount)) ++first;
    const bool isNew = first == m_count;
    if (isNew) at(m_count++) = {kind, 0};
    for (const int32_t node : {edge.a, edge.b})
        if (node != kFixedNode) m_next[static_cast<std::size_t>(node)] = first + 1;
    const Place place{first, at(first).used++, isNew};
    while (m_open < m_count && at(m_open).used == kLaneCount) ++m_open;
    return place;
}

} // namespace cairn
