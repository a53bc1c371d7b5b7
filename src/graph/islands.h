// Islands: sets of nodes that hang together by edges, found from scratch by union-find.
//
// Nothing is kept from one search to the next, so there is nothing to split when an edge goes; a search costs about a
// nanosecond or two an edge, and is made only when some body could fall asleep. The representative of an island is its
// smallest node, whatever the order of the edges.
//
// Road not taken: persistent islands (Box2D v3, Box3D) make joining cheap and splitting a serial job of its own.
#pragma once

#include "base/assert.h"

#include <cairn/array.h>

#include <cstdint>

namespace cairn {

class Islands {
public:
    // Every node by itself, unmarked.
    void reset(int nodeCount) {
        m_parents.resizeUninitialized(nodeCount);
        for (int i = 0; i < nodeCount; ++i) m_parents[i] = i;
        m_marks.assign(nodeCount, 0);
    }
    void join(int a, int b) {
        const int rootA = root(a), rootB = root(b);
        if (rootA == rootB) return;
        const int top = rootA < rootB ? rootA : rootB, below = rootA < rootB ? rootB : rootA;
        m_parents[below] = top;
        m_marks[top] |= m_marks[below];
    }
    // The smallest node of the node's island. Halves the path on its way: any sequence takes O(log n) a call amortised,
    // and in practice paths are two or three steps long.
    int root(int node) {
        CAIRN_ASSERT(node >= 0 && node < m_parents.count());
        while (m_parents[node] != node) {
            m_parents[node] = m_parents[m_parents[node]];
            node = m_parents[node];
        }
        return node;
    }
    // A mark counts for the whole island, whether it is set before or after nodes join it.
    void mark(int node) { m_marks[root(node)] = 1; }
    bool isMarked(int node) { return m_marks[root(node)] != 0; }
    int nodeCount() const { return m_parents.count(); }

private:
    Array<int32_t> m_parents; // never larger than the node itself
    Array<uint8_t> m_marks;   // of roots
};

} // namespace cairn
