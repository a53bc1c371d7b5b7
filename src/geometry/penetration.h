// Signed separation of two convex solids: distance when apart, minimum translation when they overlap.
#pragma once

#include "geometry/convex.h"

#include <cairn/query.h>

namespace cairn {

// Everything in A's frame. Moving B by -separation * normal brings the surfaces to touch.
struct SeparationResult {
    Vec3 normal;       // unit, from A towards B
    float separation;  // of the rounded solids; positive: distance, negative: depth
    Vec3 pointA;       // on the surface of A; pointB - pointA = separation * normal
    Vec3 pointB;       // on the surface of B
    bool coresOverlap; // the depth came from the expanding polytope, not from GJK
};

// `hint`: the normal of last time (unit, A's frame; zero for none), where to start without a cache. Neither changes the
// answer beyond the tolerance (1e-6 of the size), only the time it takes.
SeparationResult separation(const Convex& a, const Convex& b, const Transform& bInA, Vec3 hint = kZero,
                            DistanceCache* cache = nullptr);

// The same for cores that GJK found apart (g.overlap is false).
struct GjkResult;
SeparationResult rounded(const GjkResult& g, const Convex& a, const Convex& b);

} // namespace cairn
