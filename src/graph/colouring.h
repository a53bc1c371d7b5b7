// Persistent edge colouring: constraints of one colour share no moving node, so they run side by side, in lanes and on
// threads, and the result does not depend on how many of either there are.
//
// Greedy first fit on a 64-bit mask per node. Edges with two moving nodes take the lowest free colour; edges with one
// take the highest, so contacts with the ground are solved last and have the last word. Colours run in ascending order.
// A node with more than 64 edges sends the rest to the overflow list, whose members run one after the other.
//
// Adding and removing touch the two nodes and one list; nothing is recoloured. Equal sequences of calls give equal
// colourings.
#pragma once

#include <cairn/array.h>

#include <cstdint>

namespace cairn {

class Colouring {
public:
    static constexpr int kColourCount = 64;
    static constexpr int kOverflow = kColourCount; // index of the overflow list
    static constexpr int kNoNode = -1;             // an end that does not move

    struct Place {
        int colour; // kColourCount lists, then overflow
        int slot;   // position in that list; changes when another edge of the colour is removed
    };

    Colouring() = default;
    Colouring(const Colouring&) = delete;
    Colouring& operator=(const Colouring&) = delete;

    // `edge` is the caller's index, not yet in the graph. One node may be kNoNode.
    void add(int edge, int nodeA, int nodeB);
    void remove(int edge, int nodeA, int nodeB);
    bool has(int edge) const { return edge < m_places.count() && m_places[edge].colour >= 0; }
    Place place(int edge) const { return m_places[edge]; }

    // No edge touches this node.
    bool isFree(int node) const { return node >= m_used.count() || m_used[node] == 0; }

    // The edges of a colour, in the order of their slots.
    std::span<const int> edges(int colour) const { return m_edges[colour]; }
    // Colours with edges are bits of this mask; bit order is solving order.
    uint64_t activeColours() const;
    // A node that moves to another index takes its colours along.
    void moveNode(int from, int to);
    void clear();

private:
    Array<uint64_t> m_used; // per node: colours of its edges
    Array<Place> m_places;  // per edge
    Array<int> m_edges[kColourCount + 1];
};

} // namespace cairn
