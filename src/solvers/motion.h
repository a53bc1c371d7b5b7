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
    Sym33 inertia; // body axes, scaled to a trace of 1: only ratios matter
    Quat rotation; // at the start of the step
    Sym33 seen;    // inertia in world axes then, which is what constraints go by
    Vec3 momentum; // angular, world axes, scaled as well, if counted: what gyroscopicStep keeps
    bool counted;
};

// Angular velocity in the middle of the next h seconds, with torque and damping of the drive, from that in the middle
// of the last ones, of which `change` is the constraints' doing.
Vec3 gyroscopicStep(BodySpecial& special, Quat rotation, Vec3 w, Vec3 change, const BodyDrive& drive, float h);

// The same at the end of the last substep.
Vec3 gyroscopicEnd(const BodySpecial& special, Quat rotation, Vec3 w, Vec3 change);

// Locked axes and speed limits.
void limitMotion(const BodySpecial& special, BodyState& b);

} // namespace cairn
