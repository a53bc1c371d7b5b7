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
    Kind& edges = of(kind);
    while (edge >= edges.colours.count()) {
        edges.colours.push(-1);
        edges.ends.push({kNoNode, kNoNode});
    }
    edges.ends[edge] = {nodeA, nodeB};

    const bool both = nodeA != kNoNode && nodeB != kNoNode;
    const uint64_t used = (nodeA == kNoNode ? 0 : m_used[nodeA]) | (nodeB == kNoNode ? 0 : m_used[nodeB]);
    const uint64_t free = ~used;
    const int colour = free == 0 ? kOverflow : (both ? lowestBit(free) : highestBit(free));
    if (colour != kOverflow) {
        const uint64_t bit = uint64_t(1) << colour;
        if (nodeA != kNoNode) m_used[nodeA] |= bit;
        if (nodeB != kNoNode) m_used[nodeB] |= bit;
        m_active |= bit;
    }
    edges.colours[edge] = static_cast<int8_t>(colour);
    edges.edges[colour].set(edge);
    ++edges.counts[colour];
}

void Colouring::remove(GraphEdge kind, int edge) {
    CAIRN_ASSERT(has(kind, edge));
    Kind& edges = of(kind);
    const int colour = edges.colours[edge];
    const Ends ends = edges.ends[edge];
    if (colour != kOverflow) {
        const uint64_t keep = ~(uint64_t(1) << colour);
        if (ends.a != kNoNode) m_used[ends.a] &= keep;
        if (ends.b != kNoNode) m_used[ends.b] &= keep;
    }
    edges.edges[colour].clear(edge);
    --edges.counts[colour];
    edges.colours[edge] = -1;
    edges.ends[edge] = {kNoNode, kNoNode};
    int left = 0;
    for (const Kind& k : m_kinds) left += k.counts[colour];
    if (colour != kOverflow && left == 0) m_active &= ~(uint64_t(1) << colour);
}

void Colouring::clear() {
    m_used.clear();
    m_active = 0;
    for (Kind& kind : m_kinds) {
        kind.colours.clear();
        kind.ends.clear();
        for (BitSet& edges : kind.edges) edges.reset();
        for (int& count : kind.counts) count = 0;
    }
}

} // namespace cairn
