// Spheres and capsules against each other: closest points of the cores (points, segments), then a ball's contact.
#include "geometry/manifold_round.h"

namespace cairn {

bool collideSpheres(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache&,
                    Manifold& out) {
    return collideCorePoints({kZero, bInA.p, a.rounding, b.rounding, {0, 1, 0}}, margin, 1, out);
}

// Where the centre is on the axis, every direction at right angles to it is as good.
bool collideCapsuleSphere(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache&,
                          Manifold& out) {
    const Vec3 onAxis{0.0f, clamp(bInA.p.y, -a.size.y, a.size.y), 0.0f};
    return collideCorePoints({onAxis, bInA.p, a.rounding, b.rounding, {1, 0, 0}}, margin, 1, out);
}

namespace {

// Feature ids of two capsules: the stretch of A's axis that B lies along ends low and high; elsewhere one point.
constexpr uint32_t kLowEnd = 1, kHighEnd = 2, kCrossing = 3;

// Segment A runs along y through the origin, B through p along the unit vector u. A point s on A and t on B:
//     |p + t u - s y|^2 is least where  s = p.y + t u.y  and  t = s u.y - u.p.
// Eliminating t gives s = (p.y - u.y (u.p)) / (1 - u.y^2) for the lines; clamping s, then t, then s again gives the
// segments' closest points. Near-parallel lines make s rough, but then every s is almost equally good.
struct SegmentPoints {
    Vec3 a, b;
};
SegmentPoints closestPoints(float halfA, Vec3 p, Vec3 u, float halfB) {
    const float up = dot(u, p), sine2 = u.x * u.x + u.z * u.z;
    float s = sine2 > 1e-8f ? clamp((p.y - u.y * up) / sine2, -halfA, halfA) : clamp(p.y, -halfA, halfA);
    const float t = clamp(s * u.y - up, -halfB, halfB);
    s = clamp(p.y + t * u.y, -halfA, halfA);
    return {{0.0f, s, 0.0f}, p + t * u};
}

} // namespace

// Capsules that lie along each other touch along a line: its two ends are points of their own, as long as there the
// gap still points along the normal. A crossing at a small angle keeps its middle as well, so that turning from
// parallel to crossed moves smoothly from two points over three to one.
bool collideCapsules(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache&,
                     Manifold& out) {
    const float halfA = a.size.y, halfB = b.size.y;
    const Vec3 p = bInA.p, u = rotate(bInA.q, Vec3{0, 1, 0});
    const SegmentPoints closest = closestPoints(halfA, p, u, halfB);
    // Axes that meet: at right angles to both; where they are parallel too, away from A's axis.
    Vec3 fallback = normalizeOr({u.z, 0.0f, -u.x}, Vec3{1, 0, 0});
    if (dot(fallback, p) < 0.0f) fallback = -fallback;
    const CorePoints points{closest.a, closest.b, a.rounding, b.rounding, fallback};
    if (!collideCorePoints(points, margin, kCrossing, out)) return false;

    constexpr float kParallelCosine2 = 0.97f; // ten degrees
    if (u.y * u.y < kParallelCosine2 || !(halfA > 0.0f && halfB > 0.0f)) return true;
    // The stretch of A's axis beside B.
    const float reach = abs(halfB * u.y);
    const float ends[2] = {max(-halfA, p.y - reach), min(halfA, p.y + reach)};
    if (!(ends[0] < ends[1])) return true;
    const ManifoldPoint middle = out.points[0];
    int count = 0;
    float least = kHuge;
    for (int k = 0; k < 2; ++k) {
        const Vec3 onA{0.0f, ends[k], 0.0f};
        const Vec3 onB = p + clamp((ends[k] - p.y) / u.y, -halfB, halfB) * u;
        const CorePoints end{onA, onB, a.rounding, b.rounding, out.normal};
        count += addAlongNormal(end, out.normal, margin, k == 0 ? kLowEnd : kHighEnd, out.points[count], least);
    }
    if (count == 0 || middle.separation < least - kPointTolerance) out.points[count++] = middle;
    out.count = count;
    return true;
}

} // namespace cairn
