// Friction at every point of a patch, as engines have it that know no patches. Cairn does not: it is here to tell what
// the other way would cost, from the same parts, in the same lanes.
#pragma once

#include "constraints/contact_solve.h"

namespace cairn::lab {

// What a bundle needs for it besides: per point, the inverse of its 2x2 tangent matrix (11, 12, 22) and its impulse.
struct PointFriction {
    alignas(64) float inverseKt[kPatchPoints][3][8];
    float impulse[kPatchPoints][3][8];
};

enum class FrictionOf { None, Patch, Points };

// One sweep without bias: normals, then friction of one kind. `points`: one a bundle.
void sweepFriction(std::span<ContactBundle> bundles, std::span<PointFriction> points, FrictionOf kind,
                   const ContactStep& step, BodyState* states);

} // namespace cairn::lab
