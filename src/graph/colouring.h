// Persistent edge colouring: constraints of one colour share no moving node, so they run side by side, in lanes and on
// threads, and the result does not depend on how many of either there are.
//
// Greedy first fit on a 64-bit mask per node. Edges with two moving nodes take the lowest free colour; edges with one
// take the highest, so contacts with the ground are solved last and have the last word. Colours run in ascending order.
// A node with more than 64 edges sends the rest to the overflow list, whose members run one after the other.
//
// Edges are of several kinds, each numbered by itself and listed by itself; the masks of the nodes are shared, so one
// colour holds edges of every kind and they run together.
//
// Adding and removing touch the two nodes and one set; nothing is recoloured. Equal sequences of calls give equal
// colourings. The edges of a colour come in ascending order, so whoever walks them walks the memory of what they stand
// for in one direction: with lists in the order of arrival a pile of ragdolls took a third longer.
#pragma once

#include "base/bit_set.h"

#include <cstdint>

namespace cairn {

enum class GraphEdge : uint8_t { Patch, Joint };
inline constexpr int kGraphEdgeCount = 2;

class Colouring {
public:
    static constexpr int kColourCount = 64;
    static constexpr int kOverflow = kColourCount; // index of the overflow list
    static constexpr int kNoNode = -1;             // an end that does not move

    Colouring() = default;
    Colouring(const Colouring&) = delete;
    Colouring& operator=(const Colouring&) = delete;

    // `edge` is the caller's index within its kind, not yet in the graph. One node may be kNoNode.
    void add(GraphEdge kind, int edge, int nodeA, int nodeB);
    void remove(GraphEdge kind, int edge);
    bool has(GraphEdge kind, int edge) const { return colourOf(kind, edge) >= 0; }
    // kOverflow for one that found no colour, -1 for one that is not in the graph.
    int colourOf(GraphEdge kind, int edge) const {
        const Array<int8_t>& colours = of(kind).colours;
        return edge < colours.count() ? colours[edge] : -1;
    }

    // The nodes of an edge; kNoNode: it does not move, or the edge is not in the graph.
    struct Ends {
        int32_t a, b;
    };
    Ends endsOf(GraphEdge kind, int edge) const { return of(kind).ends[edge]; }
    // For a state that was saved without them: ends(kind, edge) of every edge in the graph.
    template <class Fn> void restoreEnds(Fn ends) {
        for (int k = 0; k < kGraphEdgeCount; ++k) {
            Kind& kind = m_kinds[k];
            kind.ends.assign(kind.colours.count(), {kNoNode, kNoNode});
            for (int edge = 0; edge < kind.colours.count(); ++edge)
                if (kind.colours[edge] >= 0) kind.ends[edge] = ends(static_cast<GraphEdge>(k), edge);
        }
    }

    // No edge touches this node.
    bool isFree(int node) const { return node >= m_used.count() || m_used[node] == 0; }

    // The colours of its edges as bits, without overflow.
    uint64_t coloursOf(int node) const { return node < m_used.count() ? m_used[node] : 0; }

    // The edges of a kind in a colour (or in overflow), ascending.
    int edgeCount(GraphEdge kind, int colour) const { return of(kind).counts[colour]; }
    template <class Fn> void forEachEdge(GraphEdge kind, int colour, Fn&& fn) const {
        if (edgeCount(kind, colour) > 0) of(kind).edges[colour].forEach(fn);
    }
    // Colours with edges of any kind are bits of this mask; bit order is solving order.
    uint64_t activeColours() const { return m_active; }
    void clear();

    // The whole state (see model/visit.h).
    template <class Visitor> void visitArrays(Visitor&& v) {
        v.array("node colours", m_used);
        v.passing("active colours", m_active);
        for (Kind& kind : m_kinds) {
            v.array("edge colours", kind.colours);
            v.passing("edge ends", kind.ends);
            for (BitSet& edges : kind.edges) v.array("edges of a colour", edges.words());
            for (int& count : kind.counts) v.value("edge count", count);
        }
    }

private:
    struct Kind {
        Array<int8_t> colours; // per edge
        Array<Ends> ends;      // the same
        BitSet edges[kColourCount + 1];
        int counts[kColourCount + 1]{};
    };
    Kind& of(GraphEdge kind) { return m_kinds[static_cast<int>(kind)]; }
    const Kind& of(GraphEdge kind) const { return m_kinds[static_cast<int>(kind)]; }

    Array<uint64_t> m_used; // per node: colours of its edges
    uint64_t m_active = 0;  // colours that have edges
    Kind m_kinds[kGraphEdgeCount];
};

} // namespace cairn
