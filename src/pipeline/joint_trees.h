// Which joints are solved as trees (solvers/joint_tree.h). That follows from joints and masses alone. What was found is
// remembered until one of them changes (Model::treesStale); it is no state of the world.
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
    std::span<int32_t> bodies{};  // of `order`
    std::span<uint8_t> whole{};   // per tree: all joints of its bodies are in it, and handed over whole
    std::span<int32_t> path{};    // of trees that are chains (solvers/joint_chain.h): first node, edges in order
    std::span<int32_t> links{};   // per tree: how many edges it has there; 0 for one that is not
    std::span<uint8_t> lone{};    // per tree, found anew in every step: substeps of a lone one, 0 for others
    std::span<uint8_t> handed{};  // per joint: 1, a tree solves what it holds; above, a lone one. Empty: none

    template <class Fn> void forEdges(int32_t state, Fn fn) const {
        const std::size_t s = static_cast<std::size_t>(state);
        for (int32_t i = first[s]; i < first[s + 1]; ++i) fn(around[static_cast<std::size_t>(i)]);
    }
    bool isHanded(int32_t joint) const { return !handed.empty() && handed[static_cast<std::size_t>(joint)] != 0; }
    // Of a tree that is LONE: its bodies touch nothing, nothing else is joined to them, its joints are handed over
    // whole, and nothing in it turns faster than substeps can follow. There is nothing in it for Gauss-Seidel.
    bool isLone(int32_t joint) const { return !handed.empty() && handed[static_cast<std::size_t>(joint)] > 1; }
    std::span<const int32_t> bodiesOf(std::size_t tree) const {
        const std::size_t begin = tree == 0 ? 0 : static_cast<std::size_t>(treeEnd[tree - 1]);
        return order.subspan(begin, static_cast<std::size_t>(treeEnd[tree]) - begin);
    }
    // A chain has one edge more than bodies at most.
    std::span<int32_t> roomForPath(std::size_t tree) const {
        return path.subspan((tree == 0 ? 0 : static_cast<std::size_t>(treeEnd[tree - 1])) + 2 * tree);
    }
    int32_t chainBegin(std::size_t tree) const { return roomForPath(tree)[0]; } // state; kNone for what does not move
    std::span<const int32_t> pathOf(std::size_t tree) const {
        return roomForPath(tree).subspan(1, static_cast<std::size_t>(links[tree]));
    }
    bool isChain(std::size_t tree) const { return lone[tree] != 0 && links[tree] != 0; }
    // Calls fn(edge) for the joints that a body eliminates: all of its joints in the tree but the one above it.
    template <class Fn> void forOwnEdges(int32_t state, Fn fn) const {
        forEdges(state, [&](int32_t edge) {
            if (edges[static_cast<std::size_t>(edge)].inTree && edge != above[static_cast<std::size_t>(state)])
                fn(edge);
        });
    }
};

struct TreeMemory {
    FrameArena arena; // of what was found
    TreeSearch found;
    DirectJoints rule = DirectJoints::Loaded;
    bool isKnown = false; // else the world is another one
};

// Nobody but the loop of the default looks at impulses, or changes them, while the step runs.
bool mayOwnImpulses(const StepContext& s);

// Before bundles are filled.
TreeSearch findTrees(StepContext& s);
// After: parts and fronts of the trees.
void layTrees(StepContext& s, const TreeSearch& search);
// Part of that: a tree that is a chain.
JointTree layChain(StepContext& s, const TreeSearch& search, std::size_t tree);
// Bodies that joints pull hard at both ends turn as if they were heavier (joint_tension.cpp).
void tightenTrees(StepContext& s, const TreeSearch& search);

} // namespace cairn
