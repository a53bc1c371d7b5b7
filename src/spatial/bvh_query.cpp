// Overlap, ray and swept box, closest.
//
// All three walk with a fixed stack: a visit pushes at most the farther child and goes on with the nearer one, so the
// stack never holds more than one node per level.
//
// A swept box against a box is a ray against the box grown by the half extents. Along one axis the ray is inside for
//     (lower - h - o) / d <= t <= (upper + h - o) / d,
// and it hits when the three intervals and [0, limit] share a point. Each operation rounds monotonically, so a parent's
// interval contains its children's in floating point too: the tree reports exactly the leaves that a test of every leaf
// would. To never miss a box that the exact ray touches, h also takes a bound on the rounding of o, 1/d and the
// product.
#include "spatial/bvh_node.h"

#include <cairn/error.h>

namespace cairn {

namespace {

constexpr float kEpsilon = std::numeric_limits<float>::epsilon();

// A direction without extent along an axis: any box beside the ray is left at once, any box around it never.
float safeInverse(float d) { return abs(d) < 1e-18f ? 1e18f : 1.0f / d; }

struct Slabs {
    Vec3 lowerOrigin, upperOrigin; // o + h and o - h
    Vec3 inverse;

    explicit Slabs(const BvhSweep& sweep) {
        const Vec3 o = toFloat(sweep.origin), d = sweep.translation;
        const Vec3 reach = abs(o) + sweep.maxFraction * abs(d) + sweep.halfExtents;
        const Vec3 h = sweep.halfExtents + (4.0f * kEpsilon) * reach;
        lowerOrigin = o + h;
        upperOrigin = o - h;
        inverse = {safeInverse(d.x), safeInverse(d.y), safeInverse(d.z)};
    }
    // Fraction of entry, or a negative number when the box is missed.
    float enter(const BvhNode& n, float limit) const {
        const Vec3 t1 = mul(n.lower - lowerOrigin, inverse), t2 = mul(n.upper - upperOrigin, inverse);
        const Vec3 lower = min(t1, t2), upper = max(t1, t2);
        const float enter = max(max(lower.x, lower.y), max(lower.z, 0.0f));
        const float leave = min(min(upper.x, upper.y), min(upper.z, limit));
        return enter <= leave ? enter : -1.0f;
    }
};

bool isFinitePoint(DVec3 p) {
    const double limit = static_cast<double>(DynamicBvh::kMaxCoordinate);
    return abs(p.x) <= limit && abs(p.y) <= limit && abs(p.z) <= limit;
}

bool checkSweep(const BvhSweep& s) {
    const float limit = DynamicBvh::kMaxCoordinate;
    const Vec3 d = abs(s.translation), h = s.halfExtents;
    const char* field = nullptr;
    if (!isFinitePoint(s.origin)) field = "sweep.origin";
    if (!(d.x <= limit && d.y <= limit && d.z <= limit)) field = "sweep.translation";
    if (!(h.x >= 0.0f && h.y >= 0.0f && h.z >= 0.0f && h.x <= limit && h.y <= limit && h.z <= limit))
        field = "sweep.halfExtents";
    if (!(s.maxFraction >= 0.0f && s.maxFraction <= limit)) field = "sweep.maxFraction";
    if (!field) return true;
    reportError({"DynamicBvh::cast", field, 0.0, "must be finite, within 1e15, sizes and fractions not negative"});
    return false;
}

} // namespace

void DynamicBvh::overlapWith(const Aabb& box, uint32_t mask, detail::BvhVisit visit, const void* context) const {
    if (!(box.lower.x <= box.upper.x && box.lower.y <= box.upper.y && box.lower.z <= box.upper.z)) {
        reportError({"DynamicBvh::overlap", "box", box.lower.x, "must have lower <= upper on every axis"});
        return;
    }
    if (m_leafCount == 0) return;
    const BvhNode query{box.lower, 0, box.upper, mask};
    int stack[kMaxDepth + 1];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const BvhNode& n = m_nodes[stack[--top]];
        if (!(n.category & mask) || !overlaps(n, query)) continue;
        if (isLeaf(n)) {
            const uint32_t proxy = static_cast<uint32_t>(indexOf(n));
            if (!visit(context, {idAt(proxy), userDataAt(proxy)})) return;
            continue;
        }
        stack[top++] = firstChild(n) + 1;
        stack[top++] = firstChild(n);
    }
}

void DynamicBvh::castWith(const BvhSweep& sweep, uint32_t mask, detail::BvhClip clip, const void* context) const {
    if (!checkSweep(sweep) || m_leafCount == 0) return;
    const Slabs slabs(sweep);
    struct Entry {
        int node;
        float enter;
    };
    Entry stack[kMaxDepth + 1];
    int top = 0;
    float limit = sweep.maxFraction;
    const float rootEnter = slabs.enter(m_nodes[0], limit);
    if (rootEnter < 0.0f) return;
    stack[top++] = {0, rootEnter};
    while (top > 0) {
        const Entry e = stack[--top];
        if (e.enter > limit) continue; // clipped since it was pushed
        const BvhNode& n = m_nodes[e.node];
        if (!(n.category & mask)) continue;
        if (isLeaf(n)) {
            const uint32_t proxy = static_cast<uint32_t>(indexOf(n));
            const float next = clip(context, {idAt(proxy), userDataAt(proxy)}, limit);
            if (!(next > 0.0f)) return;
            limit = min(next, limit);
            continue;
        }
        const int left = firstChild(n), right = left + 1;
        const float enterLeft = slabs.enter(m_nodes[left], limit), enterRight = slabs.enter(m_nodes[right], limit);
        const bool leftFirst = enterLeft <= enterRight;
        const Entry nearer = leftFirst ? Entry{left, enterLeft} : Entry{right, enterRight};
        const Entry farther = leftFirst ? Entry{right, enterRight} : Entry{left, enterLeft};
        if (farther.enter >= 0.0f) stack[top++] = farther;
        if (nearer.enter >= 0.0f) stack[top++] = nearer;
    }
}

void DynamicBvh::closestWith(DVec3 point, float maxDistance, uint32_t mask, detail::BvhClip clip,
                             const void* context) const {
    if (!isFinitePoint(point) || !(maxDistance >= 0.0f)) {
        reportError({"DynamicBvh::closest", isFinitePoint(point) ? "maxDistance" : "point", maxDistance,
                     "must be finite, within 1e15, the distance not negative"});
        return;
    }
    if (m_leafCount == 0) return;
    const Vec3 p = toFloat(point), pad = kEpsilon * abs(p);
    const auto distanceTo = [&](const BvhNode& n) { // squared
        const Vec3 d = max(max(n.lower - p, p - n.upper) - pad, kZero);
        return dot(d, d);
    };
    struct Entry {
        int node;
        float distance;
    };
    Entry stack[kMaxDepth + 1];
    int top = 0;
    float distance = maxDistance;
    float limit = maxDistance * maxDistance;
    stack[top++] = {0, distanceTo(m_nodes[0])};
    while (top > 0) {
        const Entry e = stack[--top];
        const BvhNode& n = m_nodes[e.node];
        if (e.distance > limit || !(n.category & mask)) continue;
        if (isLeaf(n)) {
            const uint32_t proxy = static_cast<uint32_t>(indexOf(n));
            const float next = clip(context, {idAt(proxy), userDataAt(proxy)}, distance);
            if (!(next >= 0.0f)) return;
            distance = min(next, distance);
            limit = distance * distance;
            continue;
        }
        const int left = firstChild(n), right = left + 1;
        const float toLeft = distanceTo(m_nodes[left]), toRight = distanceTo(m_nodes[right]);
        const bool leftFirst = toLeft <= toRight;
        stack[top++] = leftFirst ? Entry{right, toRight} : Entry{left, toLeft};
        stack[top++] = leftFirst ? Entry{left, toLeft} : Entry{right, toRight};
    }
}

} // namespace cairn
