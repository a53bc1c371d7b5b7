// Signed separation: GJK while the cores are apart, the expanding polytope once they overlap.
//
// Rounding adds nothing but a constant: where the cores are a distance d apart, the rounded solids overlap by rA + rB -
// d along the same normal (the distance to a convex set grows at rate 1 along it), and where the cores overlap by h, by
// h + rA + rB.
#include "geometry/penetration.h"

#include "geometry/epa.h"
#include "geometry/gjk.h"

namespace cairn {

namespace {

SeparationResult makeResult(DVec3 normal, double coreSeparation, DVec3 coreA, DVec3 coreB, const Convex& a,
                            const Convex& b, bool coresOverlap) {
    const double radiusA = a.radius, radiusB = b.radius;
    return {toFloat(normal), static_cast<float>(coreSeparation - radiusA - radiusB), toFloat(coreA + radiusA * normal),
            toFloat(coreB - radiusB * normal), coresOverlap};
}

} // namespace

SeparationResult rounded(const GjkResult& g, const Convex& a, const Convex& b) {
    return makeResult((-1.0 / g.distance) * g.v, g.distance, g.pointA, g.pointB, a, b, false);
}

SeparationResult separation(const Convex& a, const Convex& b, const Transform& bInA, Vec3 hint, DistanceCache* cache) {
    const CorePair pair(a, b, bInA);
    GjkSimplex simplex;
    DistanceCache start;
    start.direction = -hint; // the cache holds the direction from B to A
    const GjkResult g = gjk(pair, {}, cache != nullptr ? cache : &start, simplex);
    if (!g.overlap) return rounded(g, a, b);
    const EpaResult e = epa(pair, simplex);
    return makeResult(e.normal, -e.depth, e.pointA, e.pointA - e.depth * e.normal, a, b, true);
}

} // namespace cairn
