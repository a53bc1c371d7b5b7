// Where a step has brought bodies: the arithmetic of finalize, eight at a time.
#pragma once

#include "model/body_state.h"
#include "model/records.h"

namespace cairn {

struct NewPoses {
    // Where there are fewer than eight, the last one again.
    const BodyState* states[8];
    const Body* bodies[8];
    // Found of each:
    struct alignas(32) Pose {
        Quat rotation;
        Vec3 arm;     // from the origin of its frame to its centre of mass, world axes
        float motion; // motionOf
    } poses[8];
    alignas(32) float sums[8];   // squares of all that should be finite
    alignas(32) float speeds[8]; // m/s
};
static_assert(sizeof(NewPoses::Pose) == 32);

void findPoses(NewPoses& all);

} // namespace cairn
