// Greedy first fit on masks. See colouring.h.
#include "graph/colouring.h"

#include "base/assert.h"

namespace cairn {

namespace {

int lowestBit(uint64_t mask) { return __builtin_ctzll(mask); }
int highestBit(uint64_t mask) { return 63 - __builtin_clzll(mask); }

} // namespace

void Colouring::add(GraphEdge kind, int edge, int nodeA, int nodeB) {
    CAIRN_ASSERT(!has(kind, edge) && (nodeA != kNoNode || nodeB != kNoNode) && nodeA != nodeB);
    const int lastNode = nodeA > nodeB ? nodeA : nodeB;
    if (lastNode >= m_used.count()) m_used.resize(lastNode + 1);
    Array<Place>& places = of(kind).places;
    while (edge >= places.count()) places.push({-1, -1});

    const bool both = nodeA != kNoNode && nodeB != kNoNode;
    const uint64_t used = (nodeA == kNoNode ? 0 : m_used[nodeA]) | (nodeB == kNoNode ? 0 : m_used[nodeB]);
    const uint64_t free = ~used;
    const int colour = free == 0 ? kOverflow : (both ? lowestBit(free) : highestBit(free));
    if (colour != kOverflow) {
        const uint64_t bit = uint64_t(1) << colour;
        if (nodeA != kNoNode) m_used[nodeA] |= bit;
        if (nodeB != kNoNode) m_used[nodeB] |= bit;
    }
    Array<int>& list = of(kind).edges[colour];
    places[edge] = {colour, list.count()};
    list.push(edge);
}

void Colouring::remove(GraphEdge kind, int edge, int nodeA, int nodeB) {
    CAIRN_ASSERT(has(kind, edge));
    Array<Place>& places = of(kind).places;
    const Place place = places[edge];
    if (place.colour != kOverflow) {
        const uint64_t keep = ~(uint64_t(1) << place.colour);
        if (nodeA != kNoNode) m_used[nodeA] &= keep;
        if (nodeB != kNoNode) m_used[nodeB] &= keep;
    }
    Array<int>& list = of(kind).edges[place.colour];
    if (list.removeSwap(place.slot) >= 0) places[list[place.slot]].slot = place.slot;
    places[edge] = {-1, -1};
}

uint64_t Colouring::activeColours() const {
    uint64_t mask = 0;
    for (int c = 0; c < kColourCount; ++c)
        for (const Kind& kind : m_kinds)
            if (!kind.edges[c].empty()) mask |= uint64_t(1) << c;
    return mask;
}

void Colouring::moveNode(int from, int to) {
    m_used[to] = m_used[from];
    m_used[from] = 0;
}

void Colouring::clear() {
    m_used.clear();
    for (Kind& kind : m_kinds) {
        kind.places.clear();
        for (Array<int>& list : kind.edges) list.clear();
    }
}

} // namespace cairn
