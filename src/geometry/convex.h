// Convex: the one view of a convex core that support-mapping algorithms (GJK, EPA, casts, time of impact) work on.
//
// A core is a point, segment, box, cylinder, cone or a set of points (hull, triangle); the rounded solid is the core
// plus a ball of `radius`. Support of the core in direction d is the core point with the largest dot product with d.
#pragma once

#include <cairn/shapes.h>

#include <span>

namespace cairn {

struct Convex {
    ShapeKind kind;      // a triangle or any other point set is Hull
    Vec3 size;           // as in Shape
    float radius;        // rounding
    const Vec3* points;  // Hull: the vertices
    int pointCount;
    const Hull* hull;    // Hull kind only, null for a bare point set: lets support climb edges on big hulls
};

// `shape` must be convex (isConvex).
Convex makeConvex(const Shape& shape);
Convex makeConvex(std::span<const Vec3> points, float radius);

struct Support {
    Vec3 point;
    int index; // vertex index for point sets and boxes (bit per axis), 0/1 for segment ends, -1 where there is no vertex
};

Support support(const Convex& convex, Vec3 direction);

} // namespace cairn
