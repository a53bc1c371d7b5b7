// What the solver touches of a body: one cache line of motion, half a line of mass.
//
// Positions inside a step are deltas from its start, so float is exact enough anywhere in the world; finalize adds them
// to the double-precision pose. Rows of eight floats, so that eight bodies turn into lanes by an 8x8 transpose.
#pragma once

#include <cairn/math.h>

namespace cairn {

struct alignas(64) BodyState {
    Vec3 v; // of the centre of mass, m/s
    Vec3 w; // rad/s
    float pad0[2];
    Vec3 dx;       // moved since the start of the step, m
    Quat dq;       // turned since the start of the step
    float storeys; // bodies in the tallest column on top of it (constraints/contact_fill.h)
};
static_assert(sizeof(BodyState) == 64);

// World axes, constant during a step. All zero for static and kinematic bodies.
struct alignas(32) BodyMass {
    Sym33 inverseInertia;
    float inverseMass;
    float pad;
};
static_assert(sizeof(BodyMass) == 32);

// Velocity alone, as a row of lanes.
struct alignas(32) BodyVelocity {
    Vec3 v, w;
    float pad[2];
};
static_assert(sizeof(BodyVelocity) == 32);

inline constexpr BodyState kBodyAtRest{kZero, kZero, {0, 0}, kZero, kIdentityQuat, 0.0f};

} // namespace cairn
