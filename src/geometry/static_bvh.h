// Building a StaticBvh, and walking it over a box. Rays walk it in lanes: see mesh_ray.cpp.
#pragma once

#include <cairn/static_bvh.h>

namespace cairn {

// Levels of nodes never exceed this, whatever the input: traversal stacks have kBvhStackSize entries.
inline constexpr int kBvhMaxDepth = 32;
inline constexpr int kBvhStackSize = kBvhMaxDepth * (kBvhWidth - 1) + 1;

// One box per item. Deterministic: the tree is a function of the boxes alone.
StaticBvh buildStaticBvh(std::span<const Aabb> boxes);

// One bit a lane. Chosen by `hit ? bit : 0` and joined, which compilers turn into vector code; shifts they do not.
inline constexpr uint32_t kLaneBit[kBvhWidth] = {1, 2, 4, 8, 16, 32, 64, 128};

// Bit i is set where child i of the node overlaps the box. Comparisons have no rounding, so every width agrees.
inline uint32_t overlapMask(const BvhNode& node, const Aabb& box) {
    const Vec3 lower = box.lower, upper = box.upper;
    uint32_t mask = 0;
    for (int i = 0; i < kBvhWidth; ++i) {
        const bool hit = (node.bounds[0][i] <= upper.x) & (node.bounds[1][i] <= upper.y) &
                         (node.bounds[2][i] <= upper.z) & (node.bounds[3][i] >= lower.x) &
                         (node.bounds[4][i] >= lower.y) & (node.bounds[5][i] >= lower.z);
        mask |= hit ? kLaneBit[i] : 0u;
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
