// Time of impact with a mesh, field or compound: the earliest over the parts in the way.
//
// A box around the way picks the parts. Past a composite that stands still it is a tight one (PlanePasser). Else the
// convex shape stays within its reach of its centre, and the centre, seen from the composite, within the relative
// travel plus what the composite's own turn adds.
#include "geometry/cast.h"
#include "geometry/composite_parts.h"
#include "geometry/composite_query.h"

#include <optional>

namespace cairn {
namespace {

// Farthest point of the shape from `center`, from above: the far corner of its box.
float reachFrom(const Shape& shape, Vec3 center) {
    const Aabb box = computeAabb(shape, kIdentity);
    return length(max(abs(box.lower - center), abs(box.upper - center)));
}

// The sweep of a part that sits at `pose` in the body.
Sweep partSweep(const Sweep& s, const Transform& pose) {
    return {inverseTransformPoint(pose, s.localCenter), s.center0, s.center1, s.rotation0 * pose.q,
            s.rotation1 * pose.q};
}

// Where the centre of B gets to, seen from A at its start, `turn` the angle by which A turns.
Aabb wayOfCentre(const Sweep& sweepA, const Sweep& sweepB, Vec3 from, float turn) {
    const Vec3 travel = toFloat((sweepB.center1 - sweepB.center0) - (sweepA.center1 - sweepA.center0));
    if (turn > 0.0f)
        return inflate(Aabb{from, from}, length(travel) + turn * (distance(from, sweepA.localCenter) + length(travel)));
    const Vec3 to = from + inverseRotate(sweepA.rotation0, travel);
    return {min(from, to), max(from, to)};
}

// A composite, B convex.
ToiResult impactConvexAt(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB,
                         const ToiOptions& options) {
    const WorldTransform start = poseAt(sweepA, 0.0f);
    const Vec3 from = inverseTransformPoint(start, sweepB.center0);
    // |q1 - q0| = 2 sin(angle / 4), so the angle is at most pi times that.
    const Quat q1 = dot(sweepA.rotation0, sweepA.rotation1) < 0.0f ? Quat{-sweepA.rotation1.v, -sweepA.rotation1.s}
                                                                   : sweepA.rotation1;
    const float turn = kPi * sqrt(lengthSquared(q1.v - sweepA.rotation0.v) +
                                  (q1.s - sweepA.rotation0.s) * (q1.s - sweepA.rotation0.s));
    const float distance = options.target + options.tolerance;
    const Convex convex = makeConvex(b);
    std::optional<PlanePasser> passer;
    Aabb box;
    if (!(turn > 0.0f) && sweepA.center0 == sweepA.center1) {
        passer.emplace(convex, sweepB, options.maxFraction, start);
        box = passer->bounds(b, distance);
    } else {
        box = inflate(wayOfCentre(sweepA, sweepB, from, turn), reachFrom(b, sweepB.localCenter) + distance);
    }

    ToiResult best{ToiState::Separated, options.maxFraction, kZero, 0};
    uint32_t bestChild = kNoIndex;
    visitParts(a, box, [&](const CompositePart& part) {
        if (!part.isInFront(from)) return true;
        // What slides or rolls over a surface stays in front of most of its triangles.
        const bool oneSided = lengthSquared(part.normal) > 0.0f;
        if (oneSided && passer && passer->keepsFrom(part.corners[0], part.normal, distance)) return true;
        ToiOptions limited = options;
        limited.maxFraction = best.fraction;
        const Convex solid = part.convex();
        const Sweep sweep = partSweep(sweepA, part.pose);
        if (oneSided && !passer && staysBeyond(solid, sweep, convex, sweepB, rotate(start.q, part.normal), limited))
            return true;
        const ToiResult r = impactConvex(solid, sweep, convex, sweepB, limited);
        const int iterations = best.iterations + r.iterations;
        if (r.state != ToiState::Separated && (r.fraction < best.fraction || best.state == ToiState::Separated ||
                                               (r.fraction == best.fraction && part.child < bestChild))) {
            best = r;
            bestChild = part.child;
        }
        best.iterations = iterations;
        return true;
    });
    return best;
}

} // namespace

ToiResult impactComposite(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB,
                          const ToiOptions& options) {
    if (isComposite(a.kind) && isConvex(b.kind)) return impactConvexAt(a, sweepA, b, sweepB, options);
    if (isComposite(b.kind) && isConvex(a.kind)) {
        ToiResult r = impactConvexAt(b, sweepB, a, sweepA, options);
        r.normal = -r.normal;
        return r;
    }
    const bool splitB = b.kind == ShapeKind::Compound;
    ToiResult best{ToiState::Separated, options.maxFraction, kZero, 0};
    for (const CompoundChild& child : (splitB ? b : a).compound->children) {
        ToiOptions limited = options;
        limited.maxFraction = best.fraction;
        const ToiResult r = splitB ? timeOfImpact(a, sweepA, child.shape, partSweep(sweepB, child.pose), limited)
                                   : timeOfImpact(child.shape, partSweep(sweepA, child.pose), b, sweepB, limited);
        if (r.state != ToiState::Separated && (r.fraction < best.fraction || best.state == ToiState::Separated))
            best = r;
    }
    return best;
}

} // namespace cairn
