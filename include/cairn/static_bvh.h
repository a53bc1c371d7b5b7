// A bounding volume hierarchy that is built once and only read: the tree inside meshes and compounds.
//
// Nodes are 8 wide, one lane per child, so a query tests eight boxes at once. Items (triangles, compound children) sit
// in leaves of up to eight, which is one more lane test. Everything is plain indices: the tree can be copied and saved.
#pragma once

#include <cairn/array.h>
#include <cairn/math.h>

namespace cairn {

inline constexpr int kBvhWidth = 8;
inline constexpr uint32_t kBvhLeafBit = 0x80000000u; // child = leaf index | kBvhLeafBit, else a node index
inline constexpr uint32_t kNoIndex = 0xffffffffu;    // empty child, empty leaf slot, missing neighbour

struct alignas(64) BvhNode {
    // lower x, y, z, then upper x, y, z of the children. An empty slot holds the empty box, which nothing overlaps.
    float bounds[6][kBvhWidth];
    uint32_t child[kBvhWidth];
};

struct BvhLeaf {
    uint32_t item[kBvhWidth]; // kNoIndex past the end
};

struct StaticBvh {
    Array<BvhNode> nodes; // nodes[0] is the root; children come after their parent
    Array<BvhLeaf> leaves;
    Aabb bounds = kEmptyAabb;
    int depth = 0; // levels of nodes; bounds the traversal stack

    bool empty() const { return nodes.empty(); }
};

} // namespace cairn
