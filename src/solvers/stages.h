// The stages of which solvers are made: what a block of each does. run.cpp puts them in order.
#pragma once

#include "exec/stage_runner.h"
#include "solvers/run.h"

namespace cairn {

// Which slots belong to a body, in the order of the ids of what stands in them (constraints/velocity_slots.h).
struct SlotIndex {
    std::span<int32_t> first{}; // per state, one more at the end
    std::span<int32_t> slots{};
};
SlotIndex indexSlots(const SolverInput& in);

struct Solve {
    const SolverInput& in;
    std::span<BodyVelocity> begin;   // per body: after forces, before constraints, in the current substep
    std::span<BodyState> pseudo{};   // per body: the velocity that cures positions (split impulse)
    std::span<BodyVelocity> kept{};  // per body: before the shock
    std::span<BodyVelocity> slots{}; // of writes that are collected
    SlotIndex index{};
    int tooManyRows = 0;      // of a problem that was not solved exactly
    double leftByExact = 0.0; // m/s: residual of one that was tried in vain
};

// A pass over all constraints: on what, and how.
struct SolverSweep {
    ContactStep step;
    std::span<ContactBundle> contacts;
    std::span<JointBundle* const> joints;
    BodyState* states;
    JointPass jointPass = JointPass::Solve;
    bool hasJoints = true;
};

// Context of one stage.
struct StageContext {
    Solve* solve;
    const SolverSweep* sweep;
    SolverBatch batch;
    IndexRange bodies{}; // states
    int substep = 0;     // for bodies
};

inline constexpr int kBodiesPerBlock = 128;
int bodyBlocks(IndexRange bodies);
int batchBlocks(const SolverBatch& batch);

// Over bodies.
void firstVelocities(int block, int worker, void* context);
void nextVelocities(int block, int worker, void* context);
void lastVelocities(int block, int worker, void* context);
void integratePositions(int block, int worker, void* context);
void beginAgain(int block, int worker, void* context);     // as the substep began, without constraints
void addSlots(int block, int worker, void* context);       // to the states of the sweep
void beginPseudo(int block, int worker, void* context);    // no velocity, where the bodies are
void keepVelocities(int block, int worker, void* context); // before the shock
void blendVelocities(int block, int worker, void* context);

// Over batches.
void warmStartBlock(int block, int worker, void* context);
void measureBlock(int block, int worker, void* context); // gaps of contacts
void solveBlock(int block, int worker, void* context);
void relaxBlock(int block, int worker, void* context);
void sweepBlock(int block, int worker, void* context); // by the policy
void moveBlock(int block, int worker, void* context);
void collectWarmBlock(int block, int worker, void* context);
void collectBlock(int block, int worker, void* context);
void scaleBlock(int block, int worker, void* context);  // impulses by the recipe's warm start
void clearBlock(int block, int worker, void* context);  // no impulses
void forgetBlock(int block, int worker, void* context); // that impulses were applied
void beginShockBlock(int block, int worker, void* context);
void blendShockBlock(int block, int worker, void* context);

// Once, over all constraints: the exact answer in place of what sweeps have found.
void exactBlock(int block, int worker, void* context);

// Over trees. Bodies stay where they are from one relax to the next solve, so a tree is factored once for both.
int heldBlocks(const SolverInput& in);
void exportRows(int block, int worker, void* context);
template <bool kFactor, bool kBiased> void solveTreeBlock(int block, int, void* context) {
    const SolverInput& in = static_cast<StageContext*>(context)->solve->in;
    JointTree& tree = in.trees[static_cast<std::size_t>(block)];
    if constexpr (kFactor) factorTree(tree);
    solveTree(tree, kBiased, in.states.data());
}
inline void storeTreeBlock(int block, int, void* context) {
    storeTree(static_cast<StageContext*>(context)->solve->in.trees[static_cast<std::size_t>(block)]);
}

// Over lone trees.
void solveLoneBlock(int block, int worker, void* context);
void finishLoneBlock(int block, int worker, void* context); // relax and store

} // namespace cairn
