// Manifolds of curved convex pairs.
//
// 1. The remembered axis: if it still holds the shapes apart there is nothing to do.
// 2. Signed separation of the solids, which gives the normal: closest points when apart, minimum translation when the
//    cores overlap.
// 3. An iterative normal is good to about a thousandth of a radian. Where a face, cap or base lies that close, its
// normal
//    is as good (the separation along it is measured, and loses less than the tolerance) and does not tremble: take it.
// 4. Clip the supporting features along the normal.
#include "geometry/manifold_curved.h"

#include "geometry/manifold_hull.h"

namespace cairn {

float coreSeparation(const Convex& a, const Convex& b, const Transform& bInA, Vec3 n) {
    const Vec3 onA = support(a, n).point;
    const Vec3 onB = transformPoint(bInA, support(b, -inverseRotate(bInA.q, n)).point);
    return dot(n, onB - onA);
}

bool makeCurvedPatch(const CurvedSide& a, const CurvedSide& b, const Transform& bInA, const SeparationResult& r,
                     float margin, float tolerance, Manifold& out) {
    Vec3 n = r.normal;
    float s = coreSeparation(a.convex, b.convex, bInA, n);
    const float bar = s - tolerance;
    Vec3 flat[2];
    bool have[2];
    have[0] = a.flatNormal(n, flat[0]);
    // A triangle is not left backwards.
    if (have[0] && b.hasFaces && b.polytope.flat)
        have[0] = dot(flat[0], rotate(bInA.q, b.polytope.planes[0].normal)) <= 0.0f;
    Vec3 ofB;
    have[1] = b.flatNormal(-inverseRotate(bInA.q, n), ofB);
    if (have[1]) flat[1] = -rotate(bInA.q, ofB);
    float best = bar;
    for (int i = 0; i < 2; ++i) {
        if (!have[i]) continue;
        const float along = coreSeparation(a.convex, b.convex, bInA, flat[i]);
        if (along > best) n = flat[i], s = along, best = along;
    }

    PatchFeature featureA, featureB;
    a.feature(n, featureA);
    b.feature(-inverseRotate(bInA.q, n), featureB);
    for (int i = 0; i < featureB.count; ++i) featureB.corners[i] = transformPoint(bInA, featureB.corners[i]);
    featureB.normal = rotate(bInA.q, featureB.normal);

    // The witness lies where the closest points are, at the heights that the supports say.
    const Vec3 middle = 0.5f * (r.pointA + r.pointB);
    const float top = dot(n, support(a.convex, n).point);
    const float height = dot(n, middle);
    PatchWitness witness;
    witness.onA = middle + (top - height) * n;
    witness.onB = middle + (top + s - height) * n;
    witness.tagA = featureA.count == 1 ? featureA.corner[0] : uint16_t(0x7fff);
    witness.tagB = featureB.count == 1 ? featureB.corner[0] : uint16_t(0x7fff);
    return makePatch(featureA, featureB, witness, {n, a.convex.radius, b.convex.radius, margin, tolerance}, out);
}

bool collideCurved(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                   Manifold& out) {
    out.count = 0;
    const CurvedSide sideA(a), sideB(b);
    const bool remembered = lengthSquared(cache.axis) > 0.5f;
    if (remembered) {
        const float s = coreSeparation(sideA.convex, sideB.convex, bInA, cache.axis) - a.rounding - b.rounding;
        if (s > margin) return false;
    }
    const SeparationResult r = separation(sideA.convex, sideB.convex, bInA, cache.axis);
    cache.axis = r.normal;
    if (r.separation > margin) return false;
    const float tolerance = featureTolerance(sideA.thickness(), sideB.thickness());
    return makeCurvedPatch(sideA, sideB, bInA, r, margin, tolerance, out);
}

} // namespace cairn
