// Ghost contacts: the test and the repair, shared by compounds and by removeGhostContacts.
#pragma once

#include <cairn/manifold.h>

namespace cairn {

// A patch in the mover's frame, normal away from it, and whether its normal is that of a face of the other shape.
struct GhostSide {
    const Manifold* manifold;
    bool isFace;
};

// The other shape's surface under point i of a patch whose normal runs from the mover to it.
inline Vec3 surfacePoint(const Manifold& m, int i) {
    return m.points[i].position + (0.5f * m.points[i].separation) * m.normal;
}
// How far the surface under P rises above the plane on which Q supports the mover, or above the mover itself where that
// still hovers over Q: a contact beside it is then named at the mover's height.
float rise(const Manifold& p, const Manifold& q);

bool isFaceNormal(const Shape& other, const Transform& otherInMover, const Manifold& patch);
bool isGhost(const GhostSide& patch, const GhostSide& support, float tolerance);
// Makes `patch` what the convex shape `other` gives along `normal`; count 0 if nothing.
void replaceGhost(const Shape& mover, const Shape& other, const Transform& otherInMover, Vec3 normal, float margin,
                  Manifold& patch);

} // namespace cairn
