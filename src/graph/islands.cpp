// Union-find with the smaller root on top and path halving: any sequence takes O(log n) a call amortised, and in
// practice paths are two or three steps long.
#include "graph/islands.h"

#include "base/assert.h"

namespace cairn {

void Islands::reset(int nodeCount) {
    m_parents.resizeUninitialized(nodeCount);
    for (int i = 0; i < nodeCount; ++i) m_parents[i] = i;
    m_marks.assign(nodeCount, 0);
}

int Islands::root(int node) {
    CAIRN_ASSERT(node >= 0 && node < m_parents.count());
    while (m_parents[node] != node) {
        m_parents[node] = m_parents[m_parents[node]];
        node = m_parents[node];
    }
    return node;
}

void Islands::join(int a, int b) {
    const int rootA = root(a), rootB = root(b);
    if (rootA == rootB) return;
    const int top = rootA < rootB ? rootA : rootB, below = rootA < rootB ? rootB : rootA;
    m_parents[below] = top;
    m_marks[top] |= m_marks[below];
}

} // namespace cairn
