// GJK distance between two convex cores: the closest point of the difference body A - B to the origin.
//
// Input is float, but the iteration runs in double: a vertex of A - B is then known to 1e-15 of its size, the simplex
// solver loses nothing that matters, and termination is a matter of geometry instead of round-off. Measured, it costs
// about as much as float, because the time goes into support mappings.
#pragma once

#include "geometry/convex.h"

#include <cairn/query.h>

namespace cairn {

using DMat33 = Mat33T<double>;

// Two cores and the pose of B in the frame of A, ready for support mappings of the difference body.
struct CorePair {
    const Convex& a;
    const Convex& b;
    DMat33 rotation; // B to A
    DVec3 position;

    CorePair(const Convex& coreA, const Convex& coreB, const Transform& bInA);
};

// A vertex of the difference body, w = a - b, and the point of A that made it, both in A's frame.
struct GjkVertex {
    DVec3 w;
    DVec3 a;
    int indexA, indexB; // as Support::index
};

GjkVertex supportOf(const CorePair& pair, DVec3 direction);

struct GjkSimplex {
    GjkVertex v[4];
    double weight[4]; // barycentric coordinates of the closest point
    int count = 0;
};

struct GjkResult {
    bool overlap;    // the cores touch or overlap; v is zero
    DVec3 v;         // closest point of A - B to the origin: points from B to A
    double distance; // |v|
    DVec3 pointA;    // closest points, in A's frame; pointA - pointB = v. Overlap: a common point of the cores
    DVec3 pointB;
    int iterations;
};

// What the caller wants to know. Distances are between cores.
//   exact: the distance itself.
//   decide: only whether it is at most `limit`; stops as soon as a bound settles it, v and points are then rough.
//   resume: `simplex` already holds vertices of this pair's difference body (a cast moves them along); start there.
struct GjkQuery {
    bool decide = false;
    double limit = 0.0;
    bool resume = false;
};

// `simplex` receives the last simplex: closest feature, or the tetrahedron around the origin. `cache` may be null.
GjkResult gjk(const CorePair& pair, const GjkQuery& query, DistanceCache* cache, GjkSimplex& simplex);

// Reduces the simplex to the smallest face that holds its point closest to the origin, fills the weights and returns
// the point. Four vertices remain only when the origin is inside.
DVec3 reduceSimplex(GjkSimplex& simplex);
// The same with w added to a simplex of at most three, whose closest point is v. False, and nothing changed, if that
// brings it no closer.
bool extendSimplex(GjkSimplex& simplex, const GjkVertex& w, DVec3& v);

} // namespace cairn
