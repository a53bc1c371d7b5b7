// A sphere or a capsule against a box (A).
#include "geometry/manifold_round.h"

namespace cairn {

bool collideBoxSphere(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache&,
                      Manifold& out) {
    const Vec3 p = bInA.p;
    const Vec3 onCore = max(-a.size, min(p, a.size));
    const Vec3 d = p - onCore;
    const float l = length(d);
    if (l > 1e-15f) {
        const float gap = l - a.rounding - b.rounding;
        if (!(gap <= margin)) return false;
        const Vec3 normal = (1.0f / l) * d;
        return singlePoint(normal, onCore + a.rounding * normal, gap, 1, out);
    }
    // The centre is inside: out through the nearest face.
    const Vec3 depth = a.size - abs(p);
    const int axis = depth.x <= depth.y && depth.x <= depth.z ? 0 : (depth.y <= depth.z ? 1 : 2);
    const float sign = component(p, axis) >= 0.0f ? 1.0f : -1.0f;
    const Vec3 normal{axis == 0 ? sign : 0.0f, axis == 1 ? sign : 0.0f, axis == 2 ? sign : 0.0f};
    const float inside = component(depth, axis), gap = -inside - a.rounding - b.rounding;
    return singlePoint(normal, p + (inside + a.rounding) * normal, gap, 1, out);
}

namespace {

// The capsule's axis x(t) = p + t u, |t| <= half, against the core box |x_i| <= h_i.
struct AxisInBox {
    Vec3 h, p, u;
    float half;

    Vec3 at(float t) const { return p + t * u; }
    Vec3 clamped(Vec3 x) const { return max(-h, min(x, h)); }
    // Half the derivative of the squared distance: never falls as t grows.
    float slope(float t) const {
        const Vec3 x = at(t);
        return dot(u, x - clamped(x));
    }
};

// The squared distance from x(t) to the box is convex in t, and its derivative is piecewise linear, with bends only
// where the axis crosses one of the six face planes. So the least distance lies between two neighbouring bends, on a
// straight piece of the derivative, and one interpolation finds it.
float closestParameter(const AxisInBox& s) {
    float low = -s.half, high = s.half;
    float slopeLow = s.slope(low), slopeHigh = s.slope(high);
    if (slopeLow >= 0.0f) return low;
    if (slopeHigh <= 0.0f) return high;
    for (int i = 0; i < 3; ++i) {
        const float ui = component(s.u, i), pi = component(s.p, i), hi = component(s.h, i);
        if (ui == 0.0f) continue;
        for (int side = 0; side < 2; ++side) {
            const float t = ((side ? hi : -hi) - pi) / ui;
            if (!(t > low && t < high)) continue;
            const float slope = s.slope(t);
            if (slope == 0.0f) return t;
            if (slope < 0.0f)
                low = t, slopeLow = slope;
            else
                high = t, slopeHigh = slope;
        }
    }
    return clamp(low - slopeLow * (high - low) / (slopeHigh - slopeLow), low, high);
}

// Keeps the part of [t0, t1] where |x_i| <= h_i. False if nothing is left.
bool clipToSlab(float pi, float ui, float hi, float& t0, float& t1) {
    if (abs(ui) < 1e-9f) return abs(pi) <= hi;
    const float inverse = 1.0f / ui;
    const float ta = (-hi - pi) * inverse, tb = (hi - pi) * inverse;
    t0 = max(t0, min(ta, tb));
    t1 = min(t1, max(ta, tb));
    return t0 <= t1;
}

struct SegmentAxis {
    Vec3 normal;
    float separation;
    int face; // axis of the face, or -1 for a box edge crossed with the segment
    int edge; // direction of the box edge
};

// Box + segment is a polytope whose faces are the box's, and the sweeps of box edges along the segment: six axes.
SegmentAxis findAxis(const AxisInBox& s) {
    SegmentAxis best{{0, 1, 0}, -kHuge, 0, -1};
    for (int i = 0; i < 3; ++i) {
        const float pi = component(s.p, i);
        const float separation = abs(pi) - component(s.h, i) - s.half * abs(component(s.u, i));
        if (separation > best.separation) {
            const float sign = pi >= 0.0f ? 1.0f : -1.0f;
            best = {{i == 0 ? sign : 0.0f, i == 1 ? sign : 0.0f, i == 2 ? sign : 0.0f}, separation, i, -1};
        }
    }
    for (int i = 0; i < 3; ++i) {
        const Vec3 e = cross(Vec3{i == 0 ? 1.0f : 0.0f, i == 1 ? 1.0f : 0.0f, i == 2 ? 1.0f : 0.0f}, s.u);
        const float l = length(e);
        if (!(l > 1e-5f)) continue;
        Vec3 n = (1.0f / l) * e;
        float distance = dot(n, s.p);
        if (distance < 0.0f) n = -n, distance = -distance;
        const float separation = distance - dot(abs(n), s.h);
        // Faces are preferred: they give two points.
        if (separation > best.separation + kPointTolerance) best = {n, separation, -1, i};
    }
    return best;
}

constexpr uint32_t kLowEnd = 1, kHighEnd = 2, kMiddle = 3;

// The axis enters the core: least translation by separating axes. A face gives the two ends of the axis inside the
// face's outline, an edge the crossing.
bool collideDeep(const AxisInBox& s, const Shape& a, const Shape& b, float margin, Manifold& out) {
    const SegmentAxis axis = findAxis(s);
    const float radii = a.rounding + b.rounding;
    if (!(axis.separation - radii <= margin)) return false;
    out.normal = axis.normal;
    if (axis.face >= 0) {
        float t0 = -s.half, t1 = s.half;
        bool inside = true;
        for (int i = 0; i < 3 && inside; ++i)
            if (i != axis.face) inside = clipToSlab(component(s.p, i), component(s.u, i), component(s.h, i), t0, t1);
        const float face = component(s.h, axis.face);
        int count = 0;
        for (int k = 0; k < 2 && inside; ++k) {
            const Vec3 x = s.at(k == 0 ? t0 : t1);
            const float core = dot(axis.normal, x) - face, gap = core - radii;
            if (!(gap <= margin) || (k == 1 && !(t0 < t1))) continue;
            out.points[count++] = {x - (core - a.rounding - 0.5f * gap) * axis.normal, gap,
                                   k == 0 ? kLowEnd : kHighEnd};
        }
        if (count > 0) {
            out.count = count;
            return true;
        }
        const float along = dot(axis.normal, s.u);
        const Vec3 x = s.at(along > 0.0f ? -s.half : s.half);
        const float gap = axis.separation - radii;
        return singlePoint(axis.normal, x - (axis.separation - a.rounding) * axis.normal, gap, kMiddle, out);
    }
    // The box edge: through the corner farthest along the normal. The point of the axis closest to that line.
    const Vec3 corner{axis.normal.x >= 0.0f ? s.h.x : -s.h.x, axis.normal.y >= 0.0f ? s.h.y : -s.h.y,
                      axis.normal.z >= 0.0f ? s.h.z : -s.h.z};
    const Vec3 e{axis.edge == 0 ? 1.0f : 0.0f, axis.edge == 1 ? 1.0f : 0.0f, axis.edge == 2 ? 1.0f : 0.0f};
    const Vec3 w = corner - s.p;
    const float c = dot(e, s.u);
    const float t = clamp((dot(w, s.u) - c * dot(w, e)) / (1.0f - c * c), -s.half, s.half);
    const float gap = axis.separation - radii;
    const Vec3 onA = s.at(t) - (axis.separation - a.rounding) * axis.normal;
    return singlePoint(axis.normal, onA, gap, kMiddle, out);
}

} // namespace

// Apart: the closest points give the normal. The axis is then cut to the stretch beside the feature that it is closest
// to (across the normal's zero directions: a face's outline, or an edge's length), and the ends of the stretch are
// points too where the gap there still points along the normal.
bool collideBoxCapsule(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache&,
                       Manifold& out) {
    const AxisInBox s{a.size, bInA.p, rotate(bInA.q, Vec3{0, 1, 0}), b.size.y};
    const Vec3 x = s.at(closestParameter(s));
    const Vec3 onCore = s.clamped(x);
    if (!(lengthSquared(x - onCore) > kNoDirection * kNoDirection)) return collideDeep(s, a, b, margin, out);
    const CorePoints closest{onCore, x, a.rounding, b.rounding, kZero};
    if (!collideCorePoints(closest, margin, kMiddle, out)) return false;

    float t0 = -s.half, t1 = s.half;
    constexpr float kAcross = 0.05f;
    for (int i = 0; i < 3; ++i) {
        if (abs(component(out.normal, i)) > kAcross) continue;
        if (!clipToSlab(component(s.p, i), component(s.u, i), component(s.h, i), t0, t1)) return true;
    }
    if (!(t0 < t1)) return true;
    const ManifoldPoint middle = out.points[0];
    int count = 0;
    float least = kHuge;
    for (int k = 0; k < 2; ++k) {
        const Vec3 end = s.at(k == 0 ? t0 : t1);
        const CorePoints points{s.clamped(end), end, a.rounding, b.rounding, out.normal};
        count += addAlongNormal(points, out.normal, margin, k == 0 ? kLowEnd : kHighEnd, out.points[count], least);
    }
    if (count == 0 || middle.separation < least - kPointTolerance) out.points[count++] = middle;
    out.count = count;
    return true;
}

} // namespace cairn
