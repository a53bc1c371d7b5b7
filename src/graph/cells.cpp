// See cells.h.
#include "graph/cells.h"

#include "base/sort.h"

namespace cairn {

namespace {

constexpr int32_t kNobody = -1;

std::size_t at(int32_t i) { return static_cast<std::size_t>(i); }

// Edges taken so far, and whose a node is in the batch at hand.
class CellBuilder {
public:
    CellBuilder(FrameArena& arena, std::span<const ScheduleEdge> edges, int nodeCount)
        : m_edges(edges), m_owner(arena.allocate<int32_t>(nodeCount, "owners")),
          m_taken(arena.allocate<uint8_t>(static_cast<int>(edges.size()), "taken edges")),
          m_scratch(arena.allocate<int32_t>(static_cast<int>(edges.size()), "sort scratch")) {
        const int count = static_cast<int>(edges.size());
        m_out = {arena.allocate<int32_t>(count, "order"), arena.allocate<int32_t>(count, "block ends"),
                 arena.allocate<int32_t>(count, "batch ends")};
        for (uint8_t& taken : m_taken) taken = 0;
    }

    bool isDone() const { return m_orderCount == m_edges.size(); }
    void beginBatch() {
        for (int32_t& owner : m_owner) owner = kNobody;
    }
    void endBatch() { m_out.batchEnd[m_batchCount++] = block(); }
    // Neighbours come one after the other as they were reached, which leaves nothing to do in lanes side by side; by
    // their numbers they lie farther apart (solving a pyramid took less than half the time).
    void endBlock() {
        const std::size_t begin = m_blockCount == 0 ? 0 : at(m_out.blockEnd[m_blockCount - 1]);
        mergeSort(m_out.order.subspan(begin, m_orderCount - begin), m_scratch,
                  [](int32_t a, int32_t b) { return a < b; });
        m_out.blockEnd[m_blockCount++] = static_cast<int32_t>(m_orderCount);
    }
    int32_t block() const { return static_cast<int32_t>(m_blockCount); }
    bool isTaken(int32_t edge) const { return m_taken[at(edge)] != 0; }
    bool isFree(int32_t node) const { return node != kFixedNode && m_owner[at(node)] == kNobody; }

    // False when a node is with another block.
    bool take(int32_t edge, int32_t owner) {
        const ScheduleEdge& e = m_edges[at(edge)];
        if (isTaken(edge) || !mayHave(e.a, owner) || !mayHave(e.b, owner)) return false;
        if (e.a != kFixedNode) m_owner[at(e.a)] = owner;
        if (e.b != kFixedNode) m_owner[at(e.b)] = owner;
        m_taken[at(edge)] = 1;
        m_out.order[m_orderCount++] = edge;
        return true;
    }

    Schedule result() const {
        return {m_out.order, m_out.blockEnd.subspan(0, m_blockCount), m_out.batchEnd.subspan(0, m_batchCount)};
    }

private:
    bool mayHave(int32_t node, int32_t owner) const {
        return node == kFixedNode || m_owner[at(node)] == kNobody || m_owner[at(node)] == owner;
    }

    std::span<const ScheduleEdge> m_edges;
    std::span<int32_t> m_owner; // per node
    std::span<uint8_t> m_taken; // per edge
    std::span<int32_t> m_scratch;
    Schedule m_out;
    std::size_t m_orderCount = 0, m_blockCount = 0, m_batchCount = 0;
};

// The edges of each node, ascending.
struct Incidence {
    std::span<int32_t> first, edges;
};
Incidence incidenceOf(FrameArena& arena, std::span<const ScheduleEdge> edges, int nodeCount) {
    const Incidence out{arena.allocate<int32_t>(nodeCount + 1, "first edges"),
                        arena.allocate<int32_t>(2 * static_cast<int>(edges.size()), "edges of nodes")};
    for (int32_t& n : out.first) n = 0;
    const auto forEnds = [&](auto fn) {
        for (std::size_t i = 0; i < edges.size(); ++i) {
            if (edges[i].a != kFixedNode) fn(static_cast<int32_t>(i), edges[i].a);
            if (edges[i].b != kFixedNode && edges[i].b != edges[i].a) fn(static_cast<int32_t>(i), edges[i].b);
        }
    };
    forEnds([&](int32_t, int32_t node) { ++out.first[at(node) + 1]; });
    for (std::size_t i = 1; i < out.first.size(); ++i) out.first[i] += out.first[i - 1];
    const std::span<int32_t> next = arena.allocate<int32_t>(nodeCount, "next edges");
    for (std::size_t i = 0; i < next.size(); ++i) next[i] = out.first[i];
    forEnds([&](int32_t edge, int32_t node) { out.edges[at(next[at(node)]++)] = edge; });
    return out;
}

} // namespace

// From each node that nobody has yet, breadth-first, until the block is full.
Schedule grownCells(FrameArena& arena, std::span<const ScheduleEdge> edges, int nodeCount, int blockSize) {
    CellBuilder cells(arena, edges, nodeCount);
    const Incidence around = incidenceOf(arena, edges, nodeCount);
    const std::span<int32_t> queue = arena.allocate<int32_t>(nodeCount, "reached nodes");
    while (!cells.isDone()) {
        cells.beginBatch();
        for (int32_t seed = 0; seed < nodeCount; ++seed) {
            if (!cells.isFree(seed)) continue;
            const int32_t block = cells.block();
            std::size_t reached = 0, looked = 0;
            int size = 0;
            queue[reached++] = seed;
            while (looked < reached && size < blockSize) {
                const int32_t node = queue[looked++];
                for (int32_t i = around.first[at(node)]; i < around.first[at(node) + 1]; ++i) {
                    const int32_t edge = around.edges[at(i)];
                    const int32_t other = edges[at(edge)].a == node ? edges[at(edge)].b : edges[at(edge)].a;
                    const bool isNew = other != seed && cells.isFree(other);
                    if (!cells.take(edge, block)) continue;
                    if (isNew) queue[reached++] = other;
                    ++size;
                }
            }
            if (size > 0) cells.endBlock();
        }
        cells.endBatch();
    }
    return cells.result();
}

Schedule gridColours(FrameArena& arena, std::span<const ScheduleEdge> edges, std::span<const uint64_t> edgeCubes,
                     int nodeCount) {
    const int count = static_cast<int>(edges.size());
    const std::span<int32_t> sorted = arena.allocate<int32_t>(count, "edges by cube");
    for (int32_t i = 0; i < count; ++i) sorted[at(i)] = i;
    const auto colourOf = [&](int32_t edge) {
        const uint64_t cube = edgeCubes[at(edge)];
        return (cube & 1) | (cube >> 20 & 2) | (cube >> 40 & 4);
    };
    mergeSort(sorted, arena.allocate<int32_t>(count, "sort scratch"), [&](int32_t x, int32_t y) {
        const uint64_t a = colourOf(x), b = colourOf(y);
        if (a != b) return a < b;
        return edgeCubes[at(x)] != edgeCubes[at(y)] ? edgeCubes[at(x)] < edgeCubes[at(y)] : x < y;
    });
    CellBuilder cells(arena, edges, nodeCount);
    while (!cells.isDone()) {
        for (std::size_t i = 0; i < sorted.size();) {
            const uint64_t colour = colourOf(sorted[i]);
            const int32_t before = cells.block();
            cells.beginBatch();
            while (i < sorted.size() && colourOf(sorted[i]) == colour) {
                const uint64_t cube = edgeCubes[at(sorted[i])];
                bool any = false;
                for (; i < sorted.size() && edgeCubes[at(sorted[i])] == cube; ++i)
                    any |= cells.take(sorted[i], cells.block());
                if (any) cells.endBlock();
            }
            if (cells.block() > before) cells.endBatch();
        }
    }
    return cells.result();
}

// Edges sorted by the pair of their cells; equal pairs make a block. Edges inside a cell come first, in a batch of
// their own, which leaves no conflicts; after that, walls take what they can.
Schedule keyedCells(FrameArena& arena, std::span<const ScheduleEdge> edges, std::span<const uint64_t> nodeKeys) {
    struct Keyed {
        uint64_t low, high;
        int32_t edge;
    };
    const int count = static_cast<int>(edges.size());
    const std::span<Keyed> sorted = arena.allocate<Keyed>(count, "edges by cell");
    const std::span<Keyed> scratch = arena.allocate<Keyed>(count, "sort scratch");
    for (int32_t i = 0; i < count; ++i) {
        const ScheduleEdge& e = edges[at(i)];
        const uint64_t a = nodeKeys[at(e.a == kFixedNode ? e.b : e.a)], b = nodeKeys[at(e.b == kFixedNode ? e.a : e.b)];
        sorted[at(i)] = {a < b ? a : b, a < b ? b : a, i};
    }
    mergeSort(sorted, scratch, [](const Keyed& x, const Keyed& y) {
        if (x.low != y.low) return x.low < y.low;
        if (x.high != y.high) return x.high < y.high;
        return x.edge < y.edge;
    });
    CellBuilder cells(arena, edges, static_cast<int>(nodeKeys.size()));
    for (bool inside = true; !cells.isDone(); inside = false) {
        cells.beginBatch();
        const int32_t before = cells.block();
        for (std::size_t i = 0; i < sorted.size();) {
            const Keyed& first = sorted[i];
            bool any = false;
            for (; i < sorted.size() && sorted[i].low == first.low && sorted[i].high == first.high; ++i)
                if (!inside || first.low == first.high) any |= cells.take(sorted[i].edge, cells.block());
            if (any) cells.endBlock();
        }
        if (cells.block() > before) cells.endBatch();
    }
    return cells.result();
}

} // namespace cairn
