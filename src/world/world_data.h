// What is behind World.
#pragma once

#include "base/bit_set.h"
#include "base/frame_arena.h"
#include "exec/flag.h"
#include "model/edit.h"
#include "world/check.h"

#include <cairn/world.h>

#include <cairn/profile.h>

namespace cairn {

struct WorldData {
    WorldDef def;
    Model model;
    FrameArena arena;
    PairFinder pairFinder;
    BitSet changed[kMaxWorkerCount];
    BitSet apart[kMaxWorkerCount];
    Array<Manifold> scratch[kMaxWorkerCount];
    StepProfile profile;
    Flag stepping; // queries are refused

    // The record of a living id, or null with an error under `function`.
    Body* body(BodyId id, const char* function);
    Body* dynamicBody(BodyId id, const char* function);
    ShapeRecord* shape(ShapeId id, const char* function);
};

uint32_t flagsOf(const MotionLocks& locks);

// Field of a record, or a zero when the id is bad.
template <class T> T fieldOf(const Body* b, T Body::*field) { return b ? b->*field : T{}; }

} // namespace cairn
