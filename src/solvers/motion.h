// How a body moves when nothing but its own forces and limits act on it.
#pragma once

#include "model/body_state.h"
#include "model/records.h"

namespace cairn {

// What moves a body besides constraints, per substep.
struct BodyDrive {
    Vec3 dv, dw;                   // added velocity
    float linearKeep, angularKeep; // damping: share of the velocity that stays
    float lag;                     // share of dv that has not yet acted on the way of the substep
    bool special;                  // see BodySpecial
};

// Locks, limits, gyroscopic torque: what most bodies do without.
struct BodySpecial {
    uint32_t flags; // BodyFlag
    float maxLinearSpeed, maxAngularSpeed;
    Sym33 inertia; // body axes
    Quat rotation; // at the start of the step
};

// Angular velocity after h seconds without torque.
Vec3 gyroscopicStep(const Sym33& inertia, Quat rotation, Vec3 w, float h);

// Locked axes and speed limits.
void limitMotion(const BodySpecial& special, BodyState& b);

} // namespace cairn
