// Velocities and positions of bodies over a substep, eight numbers at a time: what forces and damping do to a velocity,
// and where a velocity takes a body.
#pragma once

#include "solvers/motion.h"

#include <cstddef>

namespace cairn {

// Bodies first <= i < last of these arrays.
struct BodyRange {
    std::size_t first, last;
    BodyState* states;
    BodyVelocity* begin; // after forces, before constraints, in the current substep
    const BodyDrive* drives;
    const BodySpecial* specials;
    const BodyState* pseudo; // velocities that cure positions, or null
    int substep;             // what has moved in all of its substeps is left alone
    float h;                 // of a substep, where all have the same; else 0
};

// What constraints did in the last substep, v - begin, times `warm`, is what they begin with in this one:
//     begin' = keep v + dv,     v' = begin' + warm (v - begin)
// A body with a gyroscopic momentum has the w that gyroscopicStep found in place of keep w + dw.
void stepVelocities(const BodyRange& bodies, float warm);

// Rotation: exact for constant w to second order in h w: q + (h/2) w q, normalised.
// Translation: what is free flies along its parabola, x += h (v - dv/2); what touches something moves as the
// constraints have found it, x += h v.
void stepPositions(const BodyRange& bodies);

} // namespace cairn
