// Tightening the boxes above what moved, and measures of the tree.
#include "base/prefetch.h"
#include "spatial/bvh_node.h"
#include "spatial/parallel.h"

namespace cairn {

// Lists loose branches below root, parents first, then recomputes them in reverse: children are always done before
// their parent. list has room for every branch below root.
void DynamicBvh::refitBelow(int root, int32_t* list) {
    int stack[kMaxDepth + 1];
    int top = 0, count = 0;
    stack[top++] = root;
    while (top > 0) {
        const int node = stack[--top];
        list[count++] = node;
        const int child = firstChild(m_nodes[node]);
        for (int side = 0; side < 2; ++side) {
            if (!isLoose(child + side)) continue;
            stack[top++] = child + side;
            prefetch(&m_nodes[firstChild(m_nodes[child + side])]);
        }
    }
    for (int i = count; i-- > 0;) pull(list[i]);
}

// The top of the tree is opened breadth first until there are enough subtrees to share; they are refitted in any order,
// then the top in reverse.
void DynamicBvh::refit(const TaskSystem* tasks) {
    constexpr int kSubtrees = 128, kOpened = 512, kSmall = 256;
    if (m_leafCount < 2 || !m_grown) return;
    m_grown = false;
    if (m_leafCount < kSmall) tasks = nullptr; // not worth waking anybody
    int32_t opened[kOpened], subtrees[kSubtrees];
    int openedCount = 0, subtreeCount = 0;
    opened[openedCount++] = 0;
    int next = 0;
    for (; next < openedCount && openedCount - next + subtreeCount + 1 < kSubtrees && openedCount + 2 <= kOpened;
         ++next) {
        const int child = firstChild(m_nodes[opened[next]]);
        for (int side = 0; side < 2; ++side) {
            if (!isLoose(child + side)) continue;
            if (leavesBelow(m_nodes[child + side]) < kSmall) {
                subtrees[subtreeCount++] = child + side;
            } else {
                opened[openedCount++] = child + side;
            }
        }
    }
    const int topCount = next;
    for (; next < openedCount; ++next) subtrees[subtreeCount++] = opened[next];

    m_list.resizeUninitialized(m_leafCount);
    int32_t offsets[kSubtrees];
    for (int i = 0, sum = 0; i < subtreeCount; ++i) {
        offsets[i] = sum;
        sum += leavesBelow(m_nodes[subtrees[i]]);
    }
    forEachTask(tasks, subtreeCount, [&](int i) { refitBelow(subtrees[i], m_list.data() + offsets[i]); });
    for (int i = topCount; i-- > 0;) pull(opened[i]);
}

int DynamicBvh::depth() const {
    struct Entry {
        int node, depth;
    };
    Entry stack[kMaxDepth + 1];
    int top = 0, deepest = 0;
    if (m_leafCount > 0) stack[top++] = {0, 0};
    while (top > 0) {
        const Entry e = stack[--top];
        const BvhNode& n = m_nodes[e.node];
        deepest = max(deepest, e.depth);
        if (isLeaf(n)) continue;
        stack[top++] = {firstChild(n), e.depth + 1};
        stack[top++] = {firstChild(n) + 1, e.depth + 1};
    }
    return deepest;
}

float DynamicBvh::cost() const {
    if (m_leafCount < 2) return 0.0f;
    double sum = 0.0;
    int stack[kMaxDepth + 1];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const BvhNode& n = m_nodes[stack[--top]];
        if (isLeaf(n)) continue;
        sum += halfArea(boxOf(n));
        stack[top++] = firstChild(n);
        stack[top++] = firstChild(n) + 1;
    }
    const float area = halfArea(boxOf(m_nodes[0]));
    return area > 0.0f ? static_cast<float>(sum / area) : 0.0f;
}

bool DynamicBvh::validate() const {
    int leaves = 0, branches = 0, moved = 0, narrow = 0, freePairs = 0;
    for (int p = m_freePair; p >= 0 && freePairs <= m_branches.count(); p = m_branches[p].parent) ++freePairs;
    for (int i = 0; i < m_proxies.count(); ++i) {
        if (m_proxies[i].node < 0) continue;
        ++leaves;
        narrow += m_proxies[i].mask != 0xFFFFFFFFu;
        const BvhNode& n = m_nodes[m_proxies[i].node];
        if (!isLeaf(n) || indexOf(n) != i) return false;
        moved += isMoved(n);
    }
    if (leaves != m_leafCount || moved != m_movedCount || narrow != m_narrowMaskCount) return false;
    if (leaves == 0) return true;

    int reached = 0;
    int stack[kMaxDepth + 1];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const int node = stack[--top];
        const BvhNode& n = m_nodes[node];
        if (isLeaf(n)) {
            ++reached;
            continue;
        }
        ++branches;
        const BvhBranch& branch = m_branches[indexOf(n)];
        const BvhNode &left = m_nodes[firstChild(n)], &right = m_nodes[firstChild(n) + 1];
        if (branch.parent != node || branch.leafCount != leavesBelow(left) + leavesBelow(right)) return false;
        if (!contains(boxOf(n), boxOf(left)) || !contains(boxOf(n), boxOf(right))) return false;
        if (n.category != (left.category | right.category)) return false;
        if (((left.link | right.link) & kMovedFlag) != (n.link & kMovedFlag)) return false;
        const uint32_t loose = (isLeaf(left) ? 0 : left.link) | (isLeaf(right) ? 0 : right.link);
        if ((loose & kLooseFlag) && !(n.link & kLooseFlag)) return false;
        if (top + 2 > kMaxDepth) return false;
        stack[top++] = firstChild(n);
        stack[top++] = firstChild(n) + 1;
    }
    return reached == leaves && branches == leaves - 1 && branches + freePairs + 1 == m_branches.count();
}

} // namespace cairn
