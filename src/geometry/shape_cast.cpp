// Linear shape cast by Newton's method on the distance.
//
// B moves by t d. The distance f(t) between two convex sets, one of which is translated, is a convex function of t,
// with slope n.d where n is the unit normal from A to B at t. So Newton's iteration from the left, t += f / -(n.d),
// never passes the first zero (the tangent of a convex function lies below it), and it ends quadratically fast, on
// faces in one step. It is conservative advancement, with the best possible step. Slope >= 0 proves a miss: the
// separating plane is never approached.
//
// The last step aims at half the tolerance instead of zero, so that cores with sharp edges are still apart when the
// normal and the closest points are read off. A grazing pass can take many steps; the cap then decides by distance.
#include "geometry/cast.h"
#include "geometry/composite_query.h"
#include "geometry/gjk.h"
#include "geometry/penetration.h"

#include <cairn/hull.h>

namespace cairn {

namespace {

constexpr int kMaxSteps = 48;
constexpr double kCastTolerance = 2e-6; // of the size

double sizeOf(const Convex& c) {
    const float core =
        c.hull != nullptr ? maxComponent(c.hull->bounds.upper - c.hull->bounds.lower) : boundingRadius(c);
    return static_cast<double>(core) + c.radius;
}

CastHit overlapHit(const Convex& a, const Convex& b, const Transform& bInA) {
    const SeparationResult r = separation(a, b, bInA);
    return {true, true, 0.0f, r.pointA, r.normal, 0};
}

} // namespace

CastHit castConvex(const Convex& a, const Convex& b, const Transform& bInA, Vec3 translation, float maxFraction) {
    const double radii = static_cast<double>(a.radius) + b.radius;
    const double tolerance = kCastTolerance * max(sizeOf(a), sizeOf(b));
    const DVec3 d = toDouble(translation);
    CorePair pair(a, b, bInA);
    const DVec3 start = pair.position;
    GjkSimplex simplex;
    double t = 0.0;
    for (int step = 0; step < kMaxSteps; ++step) {
        const GjkResult g = gjk(pair, {.resume = step > 0}, nullptr, simplex);
        if (g.overlap || g.distance < radii) {
            // At the start: they overlap. Later: round-off stepped into a contact shallower than the tolerance.
            if (step == 0) return overlapHit(a, b, bInA);
            const SeparationResult r = separation(a, b, {toFloat(pair.position), bInA.q});
            return {true, false, static_cast<float>(t), r.pointA, r.normal, 0};
        }
        const double gap = g.distance - radii;
        const DVec3 n = (-1.0 / g.distance) * g.v;
        const double closing = -dot(n, d);
        if (!(closing > 0.0)) return {};
        if (gap <= tolerance || (step == kMaxSteps - 1 && gap <= 16.0 * tolerance)) {
            const DVec3 pointA = g.pointA + static_cast<double>(a.radius) * n;
            return {true, false, static_cast<float>(t), toFloat(pointA), toFloat(n), 0};
        }
        t += (gap - 0.5 * tolerance) / closing;
        if (!(t <= maxFraction)) return {};
        // B's points move, so vertices of A - B move the other way: the last simplex is the next one's start.
        const DVec3 moved = start + t * d;
        for (int i = 0; i < simplex.count; ++i) simplex.v[i].w -= moved - pair.position;
        pair.position = moved;
    }
    return {};
}

namespace {

// Only the lowest point matters, and it stays the lowest all the way.
CastHit castPlane(const Convex& b, const Transform& bInPlane, Vec3 translation) {
    const Support s = support(b, inverseRotate(bInPlane.q, Vec3{0, -1, 0}));
    const Vec3 low = transformPoint(bInPlane, s.point) - Vec3{0, b.radius, 0};
    if (low.y < 0.0f) return {true, true, 0.0f, {low.x, 0.0f, low.z}, {0, 1, 0}, 0};
    if (!(translation.y < 0.0f) || low.y > -translation.y) return {};
    const float t = low.y / -translation.y;
    const Vec3 x = low + t * translation;
    return {true, false, t, {x.x, 0.0f, x.z}, {0, 1, 0}, 0};
}

} // namespace

CastHit shapeCast(const Shape& a, const Shape& b, const Transform& bInA, Vec3 translation) {
    const char* function = "shapeCast";
    if (isComposite(a.kind) || isComposite(b.kind)) {
        if (!checkCompositePair(a, b, function) || !checkPose(bInA, function, "bInA") ||
            !checkVector(translation, function, "translation"))
            return {};
        return castComposite(a, b, bInA, translation);
    }
    if (!checkPair(a, b, function) || !checkPose(bInA, function, "bInA") ||
        !checkVector(translation, function, "translation"))
        return {};
    if (a.kind == ShapeKind::Plane) return castPlane(makeConvex(b), bInA, translation);
    if (b.kind != ShapeKind::Plane) return castConvex(makeConvex(a), makeConvex(b), bInA, translation);
    // The plane moves: seen from it, A moves the other way. The point on A is where the plane's surface is then.
    CastHit hit = castPlane(makeConvex(a), inverse(bInA), -inverseRotate(bInA.q, translation));
    if (!hit) return {};
    const Vec3 moved = bInA.p + hit.fraction * translation;
    hit.point = rotate(bInA.q, hit.point) + moved;
    hit.normal = -rotate(bInA.q, hit.normal);
    return hit;
}

} // namespace cairn
