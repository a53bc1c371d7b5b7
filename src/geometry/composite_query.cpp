// Distance, overlap, closest point and casts with a mesh, field or compound: nearest parts first, until nothing can
// beat the best so far.
#include "geometry/composite_query.h"

#include "geometry/cast.h"
#include "geometry/composite_parts.h"
#include "geometry/mesh_ray.h"
#include "geometry/penetration.h"

#include <cairn/error.h>

namespace cairn {
namespace {

bool isSurface(ShapeKind kind) { return kind == ShapeKind::Mesh || kind == ShapeKind::HeightField; }

Aabb boundsOf(const Shape& composite) { return computeAabb(composite, kIdentity); }

// Gap between two boxes; 0 where they overlap.
float boxGap(const Aabb& a, const Aabb& b) { return length(max(max(a.lower - b.upper, b.lower - a.upper), kZero)); }

DistanceResult swapped(const DistanceResult& r, const Transform& bInA) {
    return {r.overlap,
            r.distance,
            -rotate(bInA.q, r.normal),
            transformPoint(bInA, r.pointB),
            transformPoint(bInA, r.pointA),
            r.child};
}

DistanceResult moved(const DistanceResult& r, const Transform& pose) {
    return {
        r.overlap, r.distance, rotate(pose.q, r.normal), transformPoint(pose, r.pointA), transformPoint(pose, r.pointB),
        r.child};
}

// A is composite, B convex.
DistanceResult distanceToConvex(const Shape& a, const Shape& b, const Transform& bInA) {
    DistanceResult best{false, kHuge, kZero, kZero, kZero};
    uint32_t bestChild = kNoIndex;
    const Aabb box = computeAabb(b, bInA);
    const Convex convex = makeConvex(b);
    visitOrdered(
        a, best.distance, [&](const Aabb& node, float& key) { return key = 0.999f * boxGap(node, box), true; },
        [&](const CompositePart& part) {
            const SeparationResult s = separation(part.convex(), convex, inverseMul(part.pose, bInA));
            const float distance = max(s.separation, 0.0f);
            if (distance > best.distance || (distance == best.distance && part.child > bestChild)) return;
            bestChild = part.child;
            best = moved({s.separation <= 0.0f, distance, s.normal, s.pointA, s.pointB, part.child}, part.pose);
        });
    return best;
}

CastHit movedHit(CastHit hit, const Transform& pose) {
    hit.point = transformPoint(pose, hit.point);
    hit.normal = rotate(pose.q, hit.normal);
    return hit;
}

bool isEarlier(const CastHit& a, const CastHit& b) {
    if (!a) return false;
    return !b || a.fraction < b.fraction || (a.fraction == b.fraction && a.child < b.child);
}

// `hit` is in the part's frame.
void keepEarlier(const CastHit& hit, const CompositePart& part, CastHit& best, float& limit) {
    CastHit found = movedHit(hit, part.pose);
    found.child = part.child;
    if (!isEarlier(found, best)) return;
    best = found;
    limit = found.fraction;
}

// A is composite, B convex.
CastHit castConvexAt(const Shape& a, const Shape& b, const Transform& bInA, Vec3 translation) {
    CastHit best;
    float limit = 1.0f;
    const Aabb bounds = boundsOf(a), start = computeAabb(b, bInA);
    const BoxCast cast(start, translation, bounds);
    const Convex convex = makeConvex(b);
    const Vec3 middle = center(start);
    visitOrdered(
        a, limit, [&](const Aabb& node, float& key) { return cast.enters(node, limit, key); },
        [&](const CompositePart& part) {
            if (!part.isInFront(middle)) return;
            const CastHit hit = castConvex(part.convex(), convex, inverseMul(part.pose, bInA),
                                           inverseRotate(part.pose.q, translation), limit);
            if (!hit || (!hit.initialOverlap && dot(part.normal, translation) > 0.0f)) return;
            keepEarlier(hit, part, best, limit);
        });
    return best;
}

CastHit swappedHit(CastHit hit, const Transform& bInA, Vec3 translation) {
    if (!hit) return {};
    hit.point = rotate(bInA.q, hit.point) + bInA.p + hit.fraction * translation;
    hit.normal = -rotate(bInA.q, hit.normal);
    return hit;
}

} // namespace

bool checkCompositePair(const Shape& a, const Shape& b, const char* function) {
    if (!checkData(a, function, "a.data") || !checkData(b, function, "b.data")) return false;
    const bool unboundedA = isSurface(a.kind) || a.kind == ShapeKind::Plane,
               unboundedB = isSurface(b.kind) || b.kind == ShapeKind::Plane;
    if (!(unboundedA && unboundedB)) return true;
    reportError(
        {function, "b.kind", static_cast<double>(b.kind), "a mesh, field or plane has no answer against another"});
    return false;
}

CastHit castRayComposite(const Shape& shape, Vec3 origin, Vec3 translation) {
    CastHit best;
    if (shape.kind != ShapeKind::Compound) {
        SurfaceHit hit;
        const SurfaceRay ray{origin, translation};
        if (!(shape.kind == ShapeKind::Mesh ? castRayMesh(*shape.mesh, ray, hit)
                                            : castRayHeightField(*shape.field, ray, hit)))
            return {};
        return {true, false, hit.fraction, origin + hit.fraction * translation, hit.normal, hit.triangle};
    }
    float limit = 1.0f;
    const BoxCast cast({origin, origin}, translation, shape.compound->bounds);
    visitOrdered(
        shape, limit, [&](const Aabb& node, float& key) { return cast.enters(node, limit, key); },
        [&](const CompositePart& part) {
            const CastHit hit = castRay(part.convex(), inverseTransformPoint(part.pose, origin),
                                        inverseRotate(part.pose.q, translation), limit);
            if (!hit) return;
            keepEarlier(hit, part, best, limit);
        });
    return best;
}

PointResult closestPointComposite(const Shape& shape, Vec3 point) {
    const Shape dot = ShapeSphere{0.0f};
    const DistanceResult r = distanceToConvex(shape, dot, {point, kIdentityQuat});
    if (r.overlap) return {true, 0.0f, point, kZero, r.child};
    return {false, r.distance, r.pointA, r.normal, r.child};
}

DistanceResult distanceComposite(const Shape& a, const Shape& b, const Transform& bInA) {
    if (isComposite(a.kind) && isConvex(b.kind)) return distanceToConvex(a, b, bInA);
    if (isComposite(b.kind) && isConvex(a.kind)) return swapped(distanceToConvex(b, a, inverse(bInA)), bInA);
    // A compound against a plane, a surface or another compound: child by child.
    const bool splitB = b.kind == ShapeKind::Compound;
    DistanceResult best{false, kHuge, kZero, kZero, kZero};
    for (const CompoundChild& child : (splitB ? b : a).compound->children) {
        const DistanceResult r = splitB
                                     ? shapeDistance(a, child.shape, bInA * child.pose)
                                     : moved(shapeDistance(child.shape, b, inverseMul(child.pose, bInA)), child.pose);
        if (r.distance < best.distance) best = r;
    }
    return best;
}

bool overlapComposite(const Shape& a, const Shape& b, const Transform& bInA) {
    if (!isComposite(a.kind) || (b.kind == ShapeKind::Compound && a.kind != ShapeKind::Compound))
        return overlapComposite(b, a, inverse(bInA));
    bool found = false;
    visitParts(a, computeAabb(b, bInA), [&](const CompositePart& part) {
        const Transform bInPart = inverseMul(part.pose, bInA);
        if (part.shape != nullptr)
            found = shapesOverlap(*part.shape, b, bInPart);
        else
            found = separation(part.convex(), makeConvex(b), bInPart).separation <= 0.0f;
        return !found;
    });
    return found;
}

CastHit castComposite(const Shape& a, const Shape& b, const Transform& bInA, Vec3 translation) {
    if (isComposite(a.kind) && isConvex(b.kind)) return castConvexAt(a, b, bInA, translation);
    if (isComposite(b.kind) && isConvex(a.kind))
        return swappedHit(castConvexAt(b, a, inverse(bInA), -inverseRotate(bInA.q, translation)), bInA, translation);
    const bool splitB = b.kind == ShapeKind::Compound;
    CastHit best;
    const Array<CompoundChild>& children = (splitB ? b : a).compound->children;
    for (int i = 0; i < children.count(); ++i) {
        const CompoundChild& child = children[i];
        CastHit hit = splitB ? shapeCast(a, child.shape, bInA * child.pose, translation)
                             : movedHit(shapeCast(child.shape, b, inverseMul(child.pose, bInA),
                                                  inverseRotate(child.pose.q, translation)),
                                        child.pose);
        if (!splitB) hit.child = static_cast<uint32_t>(i);
        if (isEarlier(hit, best)) best = hit;
    }
    return best;
}

} // namespace cairn
