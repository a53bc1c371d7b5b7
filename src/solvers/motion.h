// How a body moves when nothing but its own forces and limits act on it.
#pragma once

#include "model/body_state.h"
#include "model/records.h"

namespace cairn {

// What moves a body besides constraints, per substep. Rows of eight floats, as in BodyState.
struct alignas(32) BodyDrive {
    Vec3 dv, dw; // added velocity
    float pad0[2];
    float keep[8];    // damping: the share of each number of v and w that stays
    Vec3 late;        // the part of dv that has not yet acted on the way of the substep
    uint8_t substeps; // in which it moves: the first ones. What has no say in the others is alone with its tree
    // What a body may need of its BodySpecial: two more cache lines, which are left alone while nothing does.
    bool special;     // anything at all
    bool gyroscopic;  // its torque
    bool turns;       // it has a momentum
    float h;          // of the substeps
    float freedom;    // 1 if it touches nothing, else 0
    float slowLinear; // square of the speed up to which locks and limits do nothing; 0: they may
    float slowAngular;
};
static_assert(sizeof(BodyDrive) == 96);

// Locks, limits, gyroscopic torque: what most bodies do without. Rows, too.
struct alignas(32) BodySpecial {
    Sym33 inertia; // body axes, scaled to a trace of 1: only ratios matter
    float maxLinearSpeed, maxAngularSpeed;

    Sym33 seen;     // inertia in world axes at the start of the step, which is what constraints go by
    uint32_t flags; // BodyFlag
    float counted;  // 1 if there is a momentum; see BodyDrive::turns

    Quat rotation; // at the start of the step
    Vec3 momentum; // angular, world axes, scaled as well: what gyroscopicStep keeps
    float pad0;

    float pad1[3];
    Vec3 w; // what gyroscopicStep finds; in its row where the row of a velocity has it
    float pad2[2];
};
static_assert(sizeof(BodySpecial) == 128);

// Locked axes and speed limits.
void limitMotion(const BodySpecial& special, BodyState& b);
// Writes to the drive what tells that they have nothing to do, as most are far from their limits.
void noteLimits(const BodySpecial& special, BodyDrive& drive);
inline bool mayBeLimited(const BodyDrive& drive, const BodyState& b) {
    return !(lengthSquared(b.v) < drive.slowLinear && lengthSquared(b.w) < drive.slowAngular);
}

} // namespace cairn
