// Runs a recipe (include/cairn/solver.h) over bundles: one substep loop for every solver of the catalogue.
//
//     for each substep
//         integrate velocities, warm start                     a stage over bodies, and one per batch
//         solve joints and contacts, as often as asked         a stage per batch, then one over trees of joints
//         integrate positions                                  a stage over bodies
//         relax: without bias, with friction                   a stage per batch, then one over trees
//
// The default, soft step (Catto, Solver2D and Box2D v3): substeps of one solve with soft bias and one relax pass.
//
// WARM START FOR FREE. Contacts hold their directions for the whole step, and every velocity change they make is
// M^-1 J^T (change of impulse). So in one substep, warm start included, they change the velocity of a body by exactly
// M^-1 J^T (impulse at its end), which is what the next substep's warm start has to apply:
//
//     v_begin = v + h a            before the warm start; kept
//     v       = v_begin + W        W = v_end - v_begin of the substep before
//
// A subtraction per body replaces a pass over all constraints, three passes a substep become two. Only the first
// substep reads impulses of the last step from the bundles. (Joints turn with their bodies: each corrects what was
// repeated for it before it goes on, see constraints/joint_bundle.h.)
#pragma once

#include "base/frame_arena.h"
#include "constraints/contact_solve.h"
#include "constraints/joint_solve.h"
#include "solvers/joint_tree.h"
#include "solvers/motion.h"

#include <cairn/solver_loop.h>
#include <cairn/tasks.h>

namespace cairn {

// What constraints do is left in slots, and added up after the sweep.
inline bool isCollected(const SolverRecipe& r) { return r.writes != SolverWrites::InPlace; }
// The points of a patch do not see what each other do in the same sweep.
inline bool solvesPointsApart(const SolverRecipe& r) {
    return r.writes == SolverWrites::Jacobi || r.writes == SolverWrites::SplitPoints;
}

// What sweeps have found is replaced by the answer, where it is small enough.
inline bool isExact(const SolverRecipe& r) { return r.schedule == SolverSchedule::Exact; }

struct StepTime {
    float dt;
    float h; // of a substep
    int substeps;
};

struct IndexRange {
    int begin, end;
};
using BundleRange = IndexRange;
struct SolverBlock {
    BundleRange contacts, joints;
};
// What runs side by side: bundles that share no moving body, or, where there are blocks, blocks that share none.
struct SolverBatch {
    BundleRange contacts, joints;
    std::span<const SolverBlock> blocks{};
};

// The contact bundles of all batches in ranges, in such an order that whoever takes the first half of the ranges (or
// any other of equal shares) has the first half of every batch, as in the solve. A bundle is 2.6 KB: filled by one core
// and solved by another it goes from cache to cache.
std::span<BundleRange> contactRanges(FrameArena& arena, std::span<const SolverBatch> batches);

// Part of a world that no constraint leaves (tiles.h).
struct SolverTile {
    IndexRange states;
    BundleRange bundles;                  // as they would be in SolverInput::bundles
    std::span<const SolverBatch> batches; // counted from its first bundle
};
struct SolverTiling {
    std::span<const SolverTile> tiles{}; // empty: none; else bundles are not there yet
    int workerCount = 1;                 // at most
    void (*fill)(BundleRange from, std::span<ContactBundle> to, void* context) = nullptr;
    void (*store)(BundleRange to, std::span<const ContactBundle> from, void* context) = nullptr;
    void* context = nullptr;
};

struct SolverInput {
    const SolverRecipe& recipe;
    const TaskSystem& tasks;
    FrameArena& arena;
    StepTime time;
    ContactStep contact;
    std::span<BodyState> states; // slot 0 is not a body
    std::span<const BodyMass> masses;
    std::span<BodyDrive> drives;
    std::span<BodySpecial> specials; // where a drive says so
    std::span<ContactBundle> bundles;
    std::span<JointBundle* const> joints;
    std::span<const SolverBatch> batches; // in solving order
    std::span<const HeldBundle> held;     // bundles with joints of trees
    std::span<JointTree> trees;
    std::span<JointTree> loneTrees; // they bring their bundles, which are in no batch
    // What stands in each lane, -1 for nothing: ids that do not depend on the order of the bundles.
    std::span<const int32_t> contactIds, jointIds;
    std::span<const float> splitCounts;      // per state: constraints that share its mass; empty: not split
    std::span<ContactBundle> shockBundles{}; // as `bundles`, with lower bodies that do not yield; empty: none
    SolverFunction own = nullptr;            // runs the substeps instead
    void* ownContext = nullptr;
    SolverTiling tiling{};
};

void runSolver(const SolverInput& input);

// What a loop works on.
const SolverInput& inputOf(const SolverLoop& loop);

} // namespace cairn
