// The bits of a tree node and the box tests that every traversal shares.
#pragma once

#include <cairn/bvh.h>

#include "base/assert.h"
#include "math/lanes4.h"

namespace cairn {

using detail::BvhBranch;
using detail::BvhNode;
using detail::BvhProxy;

inline constexpr uint32_t kLeafFlag = 1u << 31;  // index is a proxy
inline constexpr uint32_t kMovedFlag = 1u << 30; // the proxy, or one below, has moved
inline constexpr uint32_t kLooseFlag = 1u << 29; // something below has changed since the last optimize()
inline constexpr uint32_t kIndexMask = kLooseFlag - 1;

inline bool isLeaf(const BvhNode& n) { return (n.link & kLeafFlag) != 0; }
inline bool isMoved(const BvhNode& n) { return (n.link & kMovedFlag) != 0; }
inline int indexOf(const BvhNode& n) { return static_cast<int>(n.link & kIndexMask); }
inline int firstChild(const BvhNode& n) { return 2 * indexOf(n); }
inline Aabb boxOf(const BvhNode& n) { return {n.lower, n.upper}; }

// Corners in lanes. In registers the fourth lane holds bits of something else, and nobody looks at it.
inline F4 lowerLanes(const BvhNode& n) { return kLanes4InRegister ? load4(&n.lower.x) : load3(n.lower); }
inline F4 upperLanes(const BvhNode& n) { return kLanes4InRegister ? load4(&n.upper.x) : load3(n.upper); }

// Branch-free on purpose: which of the six planes separates is a coin toss, so early exits mispredict.
inline bool overlaps(const BvhNode& a, const BvhNode& b) {
    return (bits((lowerLanes(a) <= upperLanes(b)) & (lowerLanes(b) <= upperLanes(a))) & 7) == 7;
}

inline void setBox(BvhNode& n, const Aabb& box) {
    n.lower = box.lower;
    n.upper = box.upper;
}

// How much the children overlap: about 1.3 for a cube cut in two halves, 2 when both fill the parent.
inline float splitRatio(const BvhNode& parent, const BvhNode& left, const BvhNode& right) {
    const float area = halfArea(boxOf(parent));
    return area > 0.0f ? (halfArea(boxOf(left)) + halfArea(boxOf(right))) / area : 0.0f;
}

inline int floorLog2(int n) {
    int log = 0;
    while (n > 1) n >>= 1, ++log;
    return log;
}

// A leaf deeper than this below a node with `leaves` leaves makes the tree rebalance.
inline int depthLimit(int leaves) { return 2 * floorLog2(leaves) + 16; }

// What every walk asks at every node.
inline int DynamicBvh::leavesBelow(const BvhNode& node) const {
    return isLeaf(node) ? 1 : m_branches[indexOf(node)].leafCount;
}

inline bool DynamicBvh::isLoose(int node) const {
    return (m_nodes[node].link & (kLooseFlag | kLeafFlag)) == kLooseFlag;
}

inline void DynamicBvh::pull(int node) {
    BvhNode& n = m_nodes[node];
    const BvhNode &left = m_nodes[firstChild(n)], &right = m_nodes[firstChild(n) + 1];
    setBox(n, merge(boxOf(left), boxOf(right)));
    n.category = left.category | right.category;
    n.link = (n.link & ~kMovedFlag) | ((left.link | right.link) & kMovedFlag);
}

inline void DynamicBvh::flagPath(int node, uint32_t flags) {
    m_nodes[node].link |= flags;
    while (node != 0) {
        node = m_branches[node / 2].parent;
        if ((m_nodes[node].link & flags) == flags) return;
        m_nodes[node].link |= flags;
    }
}

// Builds a subtree over copies of leaves (bvh_build.cpp).
class BvhBuilder {
public:
    // slots: the pairs of nodes to use, one fewer than items.
    BvhBuilder(DynamicBvh& tree, BvhNode* items, const int32_t* slots, int count)
        : m_tree(tree), m_items(items), m_slots(slots), m_count(count) {}
    // Writes the subtree at node `root`, at most about depthBudget levels deep.
    void run(int root, int depthBudget, const TaskSystem* tasks);

private:
    struct Summary {
        Aabb box = kEmptyAabb;
        Aabb centers = kEmptyAabb; // of lower + upper: twice the centre
        uint32_t category = 0, flags = 0;
    };
    struct Range {
        int begin, end;  // items
        int node;        // where the root of this range goes
        int slot;        // first of its pairs
        int depthBudget; // levels that it may still use
        Summary summary;
    };
    Summary summarize(int begin, int end) const;
    int split(const Range& range);
    bool step(const Range& range, Range (&halves)[2]);
    void build(const Range& range);

    DynamicBvh& m_tree;
    BvhNode* m_items;
    const int32_t* m_slots;
    int m_count;
};

} // namespace cairn
