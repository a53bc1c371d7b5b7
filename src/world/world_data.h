// What is behind World.
#pragma once

#include "base/bit_set.h"
#include "base/frame_arena.h"
#include "model/model.h"

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

    // The record of a living id, or null with an error under `function`.
    Body* body(BodyId id, const char* function);
};

} // namespace cairn
