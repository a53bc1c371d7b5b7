// Bodies that turn about more than one axis: the torque of their own inertia, eight bodies at a time.
//
// Euler's equation in body axes, I dw/dt = -w x I w, by the implicit midpoint rule
//
//     I (w1 - w0) + h wm x (I wm) = 0,   wm = (w0 + w1) / 2
//
// which conserves every quadratic invariant: energy w.Iw and |Iw|^2 stay as they are, where the explicit rule gains and
// the implicit Euler rule loses. The body must turn with wm: the rotation of a substep is the Cayley map of h wm, and
// with I w0 = (1 + [h wm/2]x) I wm, I w1 = (1 - [h wm/2]x) I wm follows R1 I w1 = R0 I w0. So the momentum L in the
// world stays as it is, but for what torques and constraints add to it. L is what is carried from substep to substep;
// the solver sees wm, from Newton's method on
//
//     f(x) = I x + (h/2) x x (I x) - R^T L,   df = I + (h/2) ([x]x I - [I x]x)
//
// in three steps. Up to 24 rad/s all take the df of the first: each is then a tenth of the one before or less.
//
// Constraints answer to w with I, not with df. On a pivot that feeds the nutation of a fast top, so a body that is held
// has up to h in place of h/2, which takes as much out. With all of this a pinned top of 60 rad/s precesses within 0.2
// % of its rate for a minute and leans as it did; turned with w1 instead, it fell over.
//
// A locked axis takes of L what it must and does no work: f has to vanish, and x can change, along the free axes alone.
#pragma once

#include "solvers/motion.h"

#include <span>

namespace cairn {

// Which bodies, and by body:
struct Gyroscopes {
    std::span<const int32_t> bodies;
    const BodyState* states;
    const BodyVelocity* begin; // of the last substep: what is beyond it in the states is the constraints' doing
    const BodyDrive* drives;
    BodySpecial* specials;
};

// What turns more slowly than this moves by less than the rounding of all of it in h seconds.
inline bool isGyroscopic(Vec3 w, float h) { return !(h * h * lengthSquared(w) < 1e-8f); }

// BodySpecial::w becomes the angular velocity in the middle of the next substep, with torque and damping of the
// drive, from that in the middle of the last ones, in which constraints had the share `warm` of what they did.
void gyroscopicStep(const Gyroscopes& all, float warm);

// The same at the end of the last substep. Only for bodies with a momentum that counts.
void gyroscopicEnd(const Gyroscopes& all);

} // namespace cairn
