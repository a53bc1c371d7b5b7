// Distance, overlap, signed separation and closest point for placed shapes: planes, points and segments by formula, the
// rest by GJK.
#include "geometry/cast.h"
#include "geometry/composite_query.h"
#include "geometry/gjk.h"
#include "geometry/penetration.h"
#include "geometry/segment.h"

#include <cairn/error.h>

namespace cairn {

bool checkVector(Vec3 v, const char* function, const char* field) {
    const Vec3 m = abs(v);
    if (m.x <= kHuge && m.y <= kHuge && m.z <= kHuge) return true;
    const float bad = !(m.x <= kHuge) ? v.x : (!(m.y <= kHuge) ? v.y : v.z);
    reportError({function, field, bad, "must be finite and within 1e15"});
    return false;
}

bool checkPose(const Transform& t, const char* function, const char* field) {
    if (!checkVector(t.p, function, field)) return false;
    if (isValidRotation(t.q)) return true;
    reportError({function, field, t.q.s, "the rotation must be a unit quaternion"});
    return false;
}

bool checkData(const Shape& shape, const char* function, const char* field) {
    const bool needed = shape.kind == ShapeKind::Hull || shape.kind > ShapeKind::Plane;
    if (!needed || shape.data != nullptr) return true;
    reportError({function, field, 0.0, "the shape points at no data"});
    return false;
}

bool checkPair(const Shape& a, const Shape& b, const char* function) {
    if (!checkData(a, function, "a.data") || !checkData(b, function, "b.data")) return false;
    const bool planeA = a.kind == ShapeKind::Plane, planeB = b.kind == ShapeKind::Plane;
    if ((isConvex(a.kind) || planeA) && (isConvex(b.kind) || planeB) && !(planeA && planeB)) return true;
    const bool badA = !isConvex(a.kind) && (!planeA || planeB);
    reportError({function, badA ? "a.kind" : "b.kind", static_cast<double>(badA ? a.kind : b.kind),
                 "takes two convex shapes, or one and a plane"});
    return false;
}

namespace {

// The lowest point of the solid over the plane y = 0 is its support along -y.
SeparationResult planeSeparation(const Convex& b, const Transform& bInPlane) {
    const Support s = support(b, inverseRotate(bInPlane.q, Vec3{0, -1, 0}));
    const Vec3 low = transformPoint(bInPlane, s.point) - Vec3{0, b.radius, 0};
    return {{0, 1, 0}, low.y, {low.x, 0.0f, low.z}, low, false};
}

// The answer for (b, a) in b's frame, turned into the answer for (a, b) in a's.
SeparationResult swapped(const SeparationResult& r, const Transform& bInA) {
    return {-rotate(bInA.q, r.normal), r.separation, transformPoint(bInA, r.pointB), transformPoint(bInA, r.pointA),
            r.coresOverlap};
}

bool isSegment(ShapeKind kind) { return kind <= ShapeKind::Capsule; }

// Points and segments: closed form. False where the cores meet, which leaves the direction to separation().
bool segmentSeparation(const Shape& a, const Shape& b, const Transform& bInA, SeparationResult& out) {
    const Vec3 halfA{0.0f, a.size.y, 0.0f}, halfB = rotate(bInA.q, Vec3{0.0f, b.size.y, 0.0f});
    const SegmentPoints c = closestOnSegments(kZero, halfA, bInA.p, halfB);
    const Vec3 d = c.b - c.a;
    const float l = length(d);
    if (!(l > 1e-6f * (a.size.y + b.size.y))) return false;
    const Vec3 n = (1.0f / l) * d;
    out = {n, l - a.rounding - b.rounding, c.a + a.rounding * n, c.b - b.rounding * n, false};
    return true;
}

SeparationResult separationOf(const Shape& a, const Shape& b, const Transform& bInA, DistanceCache* cache) {
    if (a.kind == ShapeKind::Plane) return planeSeparation(makeConvex(b), bInA);
    if (b.kind == ShapeKind::Plane) return swapped(planeSeparation(makeConvex(a), inverse(bInA)), bInA);
    SeparationResult r;
    if (isSegment(a.kind) && isSegment(b.kind) && segmentSeparation(a, b, bInA, r)) return r;
    return separation(makeConvex(a), makeConvex(b), bInA, kZero, cache);
}

DistanceResult toDistance(const SeparationResult& r) {
    const bool overlap = r.separation <= 0.0f;
    return {overlap, overlap ? 0.0f : r.separation, r.normal, r.pointA, r.pointB};
}

bool checkQuery(const Shape& a, const Shape& b, const Transform& bInA, const char* function) {
    return checkPair(a, b, function) && checkPose(bInA, function, "bInA");
}

bool checkComposite(const Shape& a, const Shape& b, const Transform& bInA, const char* function) {
    return checkCompositePair(a, b, function) && checkPose(bInA, function, "bInA");
}

} // namespace

DistanceResult shapeDistance(const Shape& a, const Shape& b, const Transform& bInA, DistanceCache* cache) {
    if (isComposite(a.kind) || isComposite(b.kind)) {
        if (checkComposite(a, b, bInA, "shapeDistance")) return distanceComposite(a, b, bInA);
        return {false, kHuge, kZero, kZero, kZero};
    }
    if (!checkQuery(a, b, bInA, "shapeDistance")) return {false, kHuge, kZero, kZero, kZero};
    if (a.kind == ShapeKind::Plane || b.kind == ShapeKind::Plane) return toDistance(separationOf(a, b, bInA, cache));
    SeparationResult r;
    if (isSegment(a.kind) && isSegment(b.kind) && segmentSeparation(a, b, bInA, r)) return toDistance(r);
    const Convex coreA = makeConvex(a), coreB = makeConvex(b);
    GjkSimplex simplex;
    const GjkResult g = gjk(CorePair(coreA, coreB, bInA), {}, cache, simplex);
    if (g.overlap) return {true, 0.0f, kZero, toFloat(g.pointA), toFloat(g.pointB)};
    return toDistance(rounded(g, coreA, coreB));
}

bool shapesOverlap(const Shape& a, const Shape& b, const Transform& bInA, DistanceCache* cache) {
    if (isComposite(a.kind) || isComposite(b.kind))
        return checkComposite(a, b, bInA, "shapesOverlap") && overlapComposite(a, b, bInA);
    if (!checkQuery(a, b, bInA, "shapesOverlap")) return false;
    if (a.kind == ShapeKind::Plane || b.kind == ShapeKind::Plane)
        return separationOf(a, b, bInA, cache).separation <= 0.0f;
    const Convex coreA = makeConvex(a), coreB = makeConvex(b);
    const double limit = static_cast<double>(a.rounding) + b.rounding;
    GjkSimplex simplex;
    const GjkResult g = gjk(CorePair(coreA, coreB, bInA), {true, limit}, cache, simplex);
    return g.overlap || g.distance <= limit;
}

ShapeSeparation shapeSeparation(const Shape& a, const Shape& b, const Transform& bInA, DistanceCache* cache) {
    if (!checkQuery(a, b, bInA, "shapeSeparation")) return {};
    const SeparationResult r = separationOf(a, b, bInA, cache);
    return {r.separation, r.normal, r.pointA, r.pointB};
}

PointResult closestPoint(const Shape& shape, Vec3 point) {
    if (!checkVector(point, "closestPoint", "point")) return {};
    if (!checkData(shape, "closestPoint", "shape.data")) return {};
    if (isComposite(shape.kind)) return closestPointComposite(shape, point);
    const Shape dot = ShapeSphere{0.0f};
    if (!checkPair(shape, dot, "closestPoint")) return {};
    const DistanceResult r = shapeDistance(shape, dot, {point, kIdentityQuat});
    if (r.overlap) return {true, 0.0f, point, kZero};
    return {false, r.distance, r.pointA, r.normal};
}

} // namespace cairn
