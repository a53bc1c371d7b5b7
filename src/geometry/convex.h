// Convex: the one view of a convex core that support-mapping algorithms (GJK, EPA, casts, time of impact) work on.
//
// A core is a point, segment, box, cylinder, cone or a set of points (hull, triangle); the rounded solid is the core
// plus a ball of `radius`. Support of the core in direction d is the core point with the largest dot product with d.
#pragma once

#include <cairn/shapes.h>

#include <span>

namespace cairn {

struct Convex {
    ShapeKind kind;     // a triangle or any other point set is Hull
    Vec3 size;          // as in Shape
    float radius;       // rounding
    const Vec3* points; // Hull: the vertices
    int pointCount;
    const Hull* hull; // Hull kind only, null for a bare point set
};

// `shape` must be convex (isConvex).
Convex makeConvex(const Shape& shape);
Convex makeConvex(std::span<const Vec3> points, float radius);

// Index of a support vertex: vertex index for point sets and boxes (bit per axis), 0/1 for segment ends, 0 for a point,
// kNoVertex on curved cores (a rim point has no name).
inline constexpr int kNoVertex = -1;

struct Support {
    Vec3 point;
    int index;
};

Support support(const Convex& convex, Vec3 direction);

// The same in double. Vertices of point sets are chosen by float dot products (so a vertex may be returned that is up
// to 1e-7 of the size short of the best), rim points are computed in double: iterations on curved cores converge
// smoothly.
struct DSupport {
    DVec3 point;
    int index;
};

DSupport support(const Convex& convex, DVec3 direction);

// The named vertex of a core; `index` must have come from support() on this core and not be kNoVertex.
Vec3 vertex(const Convex& convex, int index);

// A radius about the frame's origin that holds the core (without the rounding).
float boundingRadius(const Convex& convex);

} // namespace cairn
