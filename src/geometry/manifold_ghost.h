// Ghost contacts: the test and the repair, shared by compounds and by removeGhostContacts.
#pragma once

#include <cairn/manifold.h>

namespace cairn {

// A patch in the mover's frame, normal away from it, and whether its normal is that of a face of the other shape.
struct GhostSide {
    const Manifold* manifold;
    bool isFace;
};

bool isFaceNormal(const Shape& other, const Transform& otherInMover, const Manifold& patch);
bool isGhost(const GhostSide& patch, const GhostSide& support, float tolerance);
// Makes `patch` what the convex shape `other` gives along `normal`; count 0 if nothing.
void replaceGhost(const Shape& mover, const Shape& other, const Transform& otherInMover, Vec3 normal, float margin,
                  Manifold& patch);

} // namespace cairn
