// VelocitySlots: where constraints put what they do to a body when it is to be handed over later.
//
// Two places a lane, for A and B. Whoever adds them up does so in an order of its own (solvers/collect.h), so the
// result does not depend on the order in which constraints ran, nor on threads.
//
// MASS SPLITTING (Tonge, Benevolenski and Voroshilov 2012). Each of the n constraints on a body gets a body of its own
// with the n-th part of the mass; afterwards the n bodies are made one again by averaging their velocities. So the
// constraint sees n/m in place of 1/m, and of the change of velocity that it makes the n-th part goes to the body.
#pragma once

#include "model/body_state.h"

#include <cstdint>

namespace cairn {

struct VelocitySlots {
    BodyVelocity* velocities; // 16 a bundle: A and B of each lane
    const float* counts;      // per state: in how many parts its mass is split; null: all count as one
};
inline constexpr int kSlotsPerBundle = 16;

} // namespace cairn
