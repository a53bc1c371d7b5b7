// Which joints are solved as trees (solvers/joint_tree.h). Found anew every step from joints and masses alone, so there
// is no state to keep, but that there were none and nothing has changed since (Model::mayHaveTrees).
#pragma once

#include "pipeline/step.h"

namespace cairn {

// A joint with rows to hold. Ends are states, kNone for what does not move.
struct TreeEdge {
    int32_t joint, a, b;
    int32_t parts; // with such rows: at most, until they are laid
    bool asked;    // the joint wants it
    bool seen, inTree;
};
inline int32_t otherEnd(const TreeEdge& e, int32_t state) { return e.a == state ? e.b : e.a; }

struct TreeSearch {
    std::span<TreeEdge> edges{};
    // Per state:
    std::span<int32_t> first{};   // of its edges in `around`; one more at the end
    std::span<int32_t> above{};   // edge to the body above; kNone for a root
    std::span<int32_t> parts{};   // of its joints in the tree
    std::span<int32_t> fixed{};   // joints to what does not move, on it and below it
    std::span<float> hanging{};   // mass of it and of what is below it
    std::span<int32_t> around{};  // edges of each state
    std::span<int32_t> order{};   // bodies as they were reached, tree by tree
    std::span<int32_t> treeEnd{}; // end of each tree in `order`
    std::span<uint8_t> handed{};  // per joint: a tree solves what it holds. Empty: none

    template <class Fn> void forEdges(int32_t state, Fn fn) const {
        const std::size_t s = static_cast<std::size_t>(state);
        for (int32_t i = first[s]; i < first[s + 1]; ++i) fn(around[static_cast<std::size_t>(i)]);
    }
    bool isHanded(int32_t joint) const { return !handed.empty() && handed[static_cast<std::size_t>(joint)] != 0; }
};

// Before bundles are filled.
TreeSearch findTrees(StepContext& s);
// After: parts and fronts of the trees.
void layTrees(StepContext& s, const TreeSearch& search);
// Part of that: bodies that joints pull hard at both ends turn as if they were heavier (joint_tension.cpp).
void tightenTrees(StepContext& s, const TreeSearch& search);

} // namespace cairn
