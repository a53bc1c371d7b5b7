// The step: what it works on, and its stages in order. One file a stage.
#pragma once

#include "base/bit_set.h"
#include "base/frame_arena.h"
#include "exec/stopwatch.h"
#include "graph/islands.h"
#include "graph/schedule.h"
#include "model/model.h"
#include "solvers/run.h"

#include <cairn/hull.h>
#include <cairn/profile.h>

namespace cairn {

// A contact of the mover whose ghosts are looked for.
struct GhostGroupItem {
    int32_t contact;
    int32_t first; // of its manifolds
    bool moverIsB;
    Transform bInA;
    Vec3 lead; // see collideAhead
};

// A contact that has to change the number of its patches, and what was found of it.
struct RegrownContact {
    int32_t contact;
    int32_t first, count; // of its manifolds in `regrownManifolds`
    Vec3 lead;            // see collideAhead
};

// Working memory of one worker in the narrow phase.
struct NarrowScratch {
    Array<Manifold> manifolds, ahead, found;
    Array<NeighbourPatch> neighbours;
    Array<GhostGroupItem> group;
    Array<RegrownContact> regrown; // from narrowPhase to updateGraph
    Array<Manifold> regrownManifolds;
};

// The union in the first, the others empty. Which worker finds what is chance; so that this does not decide when memory
// is needed, all have room for what any has found.
inline BitSet& mergeBits(std::span<BitSet> sets) {
    for (std::size_t i = 1; i < sets.size(); ++i) {
        sets[0].merge(sets[i]);
        sets[i].reset();
    }
    for (BitSet& set : sets) set.reserve(sets[0].capacity());
    return sets[0];
}

// Joints in the solver's layout.
struct JointBundles {
    std::span<JointBundle*> bundles{};
    std::span<int32_t> lanes{};                     // joint of each lane, kNone for an idle one
    BundleRange colours[Colouring::kColourCount]{}; // bundles of each colour
    BundleRange overflow{};                         // one joint a bundle, one after the other
    std::span<HeldBundle> held{};                   // bundles with joints of trees
    std::span<BundleRange> lone{};                  // per tree: the bundles of one that is lone
    int firstChain = 0;                             // bundles from here on are those of chains
    std::span<float> h{};                           // per bundle: of its substeps
    std::span<JointTree> trees{}, loneTrees{};
};

// The bodies of a contact bundle, as there; for who asks after the solve which bodies pushed on each other.
struct BundleBodies {
    int32_t a[kLanes], b[kLanes];
};

// How the recipe wants constraints to be laid out. Edges: joints, then patches.
struct ConstraintPlan {
    bool isScheduled = false; // false: by the colours of the graph
    std::span<int32_t> joints{}, patches{};
    std::span<ScheduleEdge> edges{}; // ends are states
    Schedule schedule{};
    std::span<SolverBlock> blocks{};  // of the schedule: ranges of bundles
    std::span<float> splitCounts{};   // per state: how many constraints share its mass; empty: none does
    std::span<int32_t> levels{};      // per state: contacts away from what does not move; empty: not asked for
    std::span<ContactBundle> shock{}; // the second set of bundles
};

// What refit does about the boxes of a body.
enum class BoxCheck : uint8_t { None, Look, LookAndNote };

struct TreeMemory; // joint_trees.h

// Everything a stage may touch.
struct StepContext {
    Model& model;
    const WorldDef& def;
    const TaskSystem& tasks;
    // That a step may have. One that is made alone asks for the memory of all: else the next one that is not would ask
    // for more than any before it.
    int workerCount;
    FrameArena& arena;
    PairFinder& pairFinder;
    Islands& islands;
    TreeMemory& trees;
    BitSet& moved; // shapes whose boxes in the trees have changed since the last step
    Array<uint64_t>& movedShapes;
    std::span<BitSet> changed; // per worker: contacts whose patches came or went
    std::span<BitSet> apart;   // per worker: contacts whose boxes no longer meet
    std::span<BitSet> movers;  // per worker: bodies that touch several fixed shapes and moved
    std::span<BitSet> broken;  // per worker: joints that had to hold too much
    Array<JointBreakEvent>& jointBreaks;
    std::span<NarrowScratch> scratch;       // per worker
    std::span<BitSet> fast;                 // per worker: states that moved too far to be trusted
    std::span<Hull> cores;                  // per worker: scratch of continuous collision
    std::span<BitSet> told;                 // per worker: contacts with something to report
    std::span<BitSet> bad;                  // per worker: bodies that are not finite
    std::span<Array<SensorOverlap>> sensed; // per worker
    ContactFilter contactFilter;            // null: none
    void* contactFilterContext;
    SolverFunction solverFunction; // null: as the recipe says
    void* solverContext;
    StepTime time;
    StepProfile& profile;
    TickLength& tickLength;
    const ResidualMeterDef& meter;
    StepResiduals& residuals;

    int checkedStates = 1;     // by quarantineBefore: states below are sane
    std::span<int32_t> live{}; // by narrowPhase: contacts with a body that is awake, ascending

    // Filled by loadBodies and prepare.
    ContactStep contactStep{};
    std::span<BodyDrive> drives{};
    std::span<BodySpecial> specials{};
    std::span<ContactBundle> bundles{};
    std::span<ContactExtras> extras{}; // one per bundle, or none at all
    std::span<ContactRolling> rolling{};
    std::span<ContactWarm> warm{};    // one per bundle, or none at all
    std::span<int32_t> bundlePatch{}; // patch of each lane, kNone for an idle one
    std::span<SolverBatch> batches{};
    std::span<BundleRange> ranges{}; // of all bundles, as they are filled and stored, unless by tiles
    std::span<int32_t> bundleLow{};  // lowest states of bundles; empty: patches are not in the order of states
    SolverTiling tiling{};           // with tiles: there are no bundles, batches and ranges, but for a tile at a time
    std::span<BundleBodies> bundleBodies{};
    ConstraintPlan plan{}; // by planSolve
    JointBundles joints{}; // filled by prepareJoints
    // By finalize, per state:
    std::span<uint8_t> ready{}; // whether the body may sleep
    std::span<BoxCheck> boxChecks{};
};

void step(StepContext& s);

void updatePairs(StepContext& s);      // moved boxes -> new contacts
void narrowPhase(StepContext& s);      // contacts -> manifolds, change bits
void updateGraph(StepContext& s);      // change bits, in id order -> edges come and go
void reportTouch(StepContext& s);      // begin and end events
void quarantineBefore(StepContext& s); // bodies that are not finite are disabled
void quarantineWoken(StepContext& s);  // the same for those that woke in this step
void loadBodies(StepContext& s);       // bodies -> states and masses
void planSolve(StepContext& s);        // graph -> order of constraints, if not by colour
void prepareJoints(StepContext& s);    // joints -> bundles
void prepare(StepContext& s);          // patches -> bundles, colours of both
void solve(StepContext& s);            // bundles -> velocities, positions, impulses
void measureResiduals(StepContext& s); // if asked: what the solve has left unsolved
void storeImpulses(StepContext& s);    // bundles -> patches
void storeJoints(StepContext& s);      // bundles -> joints, break bits
void reportHits(StepContext& s);       // velocities before and after -> events
void finalize(StepContext& s);         // states -> poses
void continuous(StepContext& s);       // fast bodies stop at what they would go through
void refit(StepContext& s);            // poses -> boxes, trees
void updateSensors(StepContext& s);    // overlaps -> events
void sleepIslands(StepContext& s);     // still islands give up their states
void breakJoints(StepContext& s);      // break bits, in id order -> events, joints go

// Filters, ignored pairs and the user allow it. Serial: the user is asked.
bool mayCollide(const StepContext& s, int shapeA, int shapeB);

// Parts of stages.
int layContacts(StepContext& s);      // of prepare: lanes and batches; returns the count of bundles
void quarantineAfter(StepContext& s); // of finalize

// After the solve: can be squared, and is not NaN.
inline constexpr float kSaneLimit = 1e12f;
// `sum`: of the squares of its motion.
inline bool isSane(float sum, const DVec3& center) {
    constexpr double limit = static_cast<double>(kSaneLimit);
    return sum < kSaneLimit * kSaneLimit && abs(center.x) < limit && abs(center.y) < limit && abs(center.z) < limit;
}

} // namespace cairn
