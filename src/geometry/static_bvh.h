// Building a StaticBvh, and walking it over a box. Rays walk it in lanes: see mesh_ray.cpp.
#pragma once

#include <cairn/static_bvh.h>

namespace cairn {

// Levels of nodes never exceed this, whatever the input: traversal stacks have kBvhStackSize entries.
inline constexpr int kBvhMaxDepth = 32;
inline constexpr int kBvhStackSize = kBvhMaxDepth * (kBvhWidth - 1) + 1;

// One box per item. Deterministic: the tree is a function of the boxes alone.
StaticBvh buildStaticBvh(std::span<const Aabb> boxes);

// Bit i is set where child i of the node overlaps the box. Plain loops: compilers turn them into vector code, and
// comparisons have no rounding, so every width agrees.
inline uint32_t overlapMask(const BvhNode& node, const Aabb& box) {
    uint32_t mask = 0;
    for (int i = 0; i < kBvhWidth; ++i) {
        uint32_t hit = static_cast<uint32_t>(node.bounds[0][i] <= box.upper.x);
        hit &= static_cast<uint32_t>(node.bounds[1][i] <= box.upper.y);
        hit &= static_cast<uint32_t>(node.bounds[2][i] <= box.upper.z);
        hit &= static_cast<uint32_t>(node.bounds[3][i] >= box.lower.x);
        hit &= static_cast<uint32_t>(node.bounds[4][i] >= box.lower.y);
        hit &= static_cast<uint32_t>(node.bounds[5][i] >= box.lower.z);
        mask |= hit << i;
    }
    return mask;
}

// Calls visit(leafIndex) for every leaf whose box overlaps; stops early when visit returns false.
template <class Visit> bool visitLeaves(const StaticBvh& bvh, const Aabb& box, Visit&& visit) {
    if (bvh.empty()) return true;
    uint32_t stack[kBvhStackSize];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const uint32_t entry = stack[--top];
        if (entry & kBvhLeafBit) {
            if (!visit(static_cast<int>(entry & ~kBvhLeafBit))) return false;
            continue;
        }
        const BvhNode& node = bvh.nodes[static_cast<int>(entry)];
        const uint32_t mask = overlapMask(node, box);
        for (int i = kBvhWidth - 1; i >= 0; --i)
            if (mask >> i & 1u) stack[top++] = node.child[i];
    }
    return true;
}

} // namespace cairn
