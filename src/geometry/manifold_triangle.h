// The manifold of a convex shape and one triangle of a mesh or height field.
#pragma once

#include "geometry/penetration.h"

#include <cairn/manifold.h>

namespace cairn {

// The part of the triangle that the normal belongs to. An edge or vertex normal is real only if the surface is convex
// there; whoever knows the neighbours decides.
enum class TriangleFeature : uint8_t { Face, Edge, Vertex };

struct TriangleContact {
    Manifold manifold; // shape A is the convex one, B the triangle: all in the frame of the convex shape, normal
                       // towards the triangle
    TriangleFeature feature;
    int index;                // edge i runs from vertex i to i + 1 mod 3; 0 for the face
    Vec3 barycentric;         // of the deepest point, dropped on the triangle's plane; not clamped
    SeparationResult nearest; // of the solids, without regard to front and back,
    bool hasNearest;          // if it was needed: always for curved shapes, else when apart
    bool behind;              // no contact, because the nearest way apart is out of the back
};

// `triangle` is in the frame of `convex`, counter-clockwise seen from its solid side's outside (the front). Only the
// front collides: nothing is found when the middle of the shape is behind the plane, and no normal pushes the shape
// backwards. The low half of a point's feature id names the triangle's feature: 0 inside, 1 + i edge i, 0x8001 + i
// vertex i. Returns false for triangles without area. The cache may be kept per triangle or shared; it only saves time.
bool collideTriangle(const Shape& convex, const Vec3 (&triangle)[3], float margin, ManifoldCache& cache,
                     TriangleContact& out);

} // namespace cairn
