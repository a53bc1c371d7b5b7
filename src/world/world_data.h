// What is behind World.
#pragma once

#include "base/bit_set.h"
#include "base/frame_arena.h"
#include "exec/crew.h"
#include "exec/flag.h"
#include "graph/islands.h"
#include "model/edit.h"
#include "model/ignored_pairs.h"
#include "model/particles.h"
#include "model/sleep.h"
#include "pipeline/joint_trees.h"
#include "world/check.h"
#include "world/recorder.h"

#include <cairn/world.h>

#include <cairn/profile.h>

namespace cairn {

struct WorldData {
    WorldDef def;
    Model model;
    FrameArena arena;
    PairFinder pairFinder;
    Islands islands;
    TreeMemory trees;
    BitSet moved;
    Array<uint64_t> movedShapes;
    BitSet changed[kMaxWorkerCount];
    BitSet apart[kMaxWorkerCount];
    BitSet movers[kMaxWorkerCount];
    NarrowScratch scratch[kMaxWorkerCount];
    BitSet fast[kMaxWorkerCount];
    Hull cores[kMaxWorkerCount];
    BitSet broken[kMaxWorkerCount];
    Array<JointBreakEvent> jointBreaks;
    BitSet told[kMaxWorkerCount];
    BitSet bad[kMaxWorkerCount];
    Array<SensorOverlap> sensed[kMaxWorkerCount];
    ContactFilter contactFilter = nullptr;
    void* contactFilterContext = nullptr;
    SolverFunction solverFunction = nullptr;
    void* solverContext = nullptr;
    StepProfile profile;
    TickLength tickLength;
    ResidualMeterDef meter;
    StepResiduals residuals;
    Crew crew;
    Flag stepping; // every call is refused

    // False, with an error under `function`, while a step runs: on the stepping thread (from a callback) or elsewhere.
    bool isIdle(const char* function) const;

    Recorder* recorder = nullptr;
    // At the head of everything that changes the world (operations.h). Calls during a step are refused, not recorded.
    template <Operation operation, class... Args> void record(const Args&... args) {
        if (recorder && !stepping.isSet()) recorder->write<operation>(args...);
    }

    // The record of a living id, or null with an error under `function`.
    Body* body(BodyId id, const char* function);
    Body* dynamicBody(BodyId id, const char* function);
    Body* particle(ParticleId id, const char* function);
    ShapeRecord* shape(ShapeId id, const char* function);
    JointRecord* joint(JointId id, const char* function);

    // Its velocity was set. A kinematic body at rest stays asleep; one that moves wakes what it touches.
    void wakeMoved(BodyId id);
};

// Asks the contact filter of a world that is being recorded.
bool recordVerdict(ShapeId a, ShapeId b, void* world);

uint32_t flagsOf(const MotionLocks& locks);

// Field of a record, or a zero when the id is bad.
template <class T> T fieldOf(const Body* b, T Body::*field) { return b ? b->*field : T{}; }

} // namespace cairn
