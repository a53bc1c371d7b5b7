// Views of convex cores and their support mappings.
#include "geometry/convex.h"

#include <cairn/hull.h>

namespace cairn {

Convex makeConvex(const Shape& shape) {
    Convex c{shape.kind, shape.size, shape.rounding, nullptr, 0, nullptr};
    if (shape.kind == ShapeKind::Hull) {
        c.hull = shape.hull;
        c.points = shape.hull->vertices.data();
        c.pointCount = shape.hull->vertices.count();
    }
    return c;
}

Convex makeConvex(std::span<const Vec3> points, float radius) {
    return {ShapeKind::Hull, kZero, radius, points.data(), static_cast<int>(points.size()), nullptr};
}

namespace {

Support supportPoints(const Vec3* points, int count, Vec3 d) {
    int best = 0;
    float bestDot = dot(points[0], d);
    for (int i = 1; i < count; ++i) {
        const float s = dot(points[i], d);
        if (s > bestDot) {
            bestDot = s;
            best = i;
        }
    }
    return {points[best], best};
}

// The rim point of a disc of radius r at height y, in the direction of d's shadow on the disc.
Vec3 discPoint(float r, float y, Vec3 d) {
    const float l = sqrt(d.x * d.x + d.z * d.z);
    if (!(l > 1e-12f)) return {r, y, 0.0f};
    const float s = r / l;
    return {s * d.x, y, s * d.z};
}

} // namespace

Support support(const Convex& c, Vec3 d) {
    switch (c.kind) {
    case ShapeKind::Capsule: return d.y >= 0.0f ? Support{{0, c.size.y, 0}, 1} : Support{{0, -c.size.y, 0}, 0};
    case ShapeKind::Box: {
        const int i = (d.x >= 0.0f ? 1 : 0) | (d.y >= 0.0f ? 2 : 0) | (d.z >= 0.0f ? 4 : 0);
        return {{i & 1 ? c.size.x : -c.size.x, i & 2 ? c.size.y : -c.size.y, i & 4 ? c.size.z : -c.size.z}, i};
    }
    case ShapeKind::Cylinder: return {discPoint(c.size.x, d.y >= 0.0f ? c.size.y : -c.size.y, d), -1};
    case ShapeKind::Cone: {
        // Apex against the rim: h d.y against -h d.y + r |d_xz|.
        const float rim = c.size.x * sqrt(d.x * d.x + d.z * d.z) - c.size.y * d.y;
        if (c.size.y * d.y >= rim) return {{0, c.size.y, 0}, 0};
        return {discPoint(c.size.x, -c.size.y, d), -1};
    }
    case ShapeKind::Hull: return supportPoints(c.points, c.pointCount, d);
    default: return {kZero, 0};
    }
}

} // namespace cairn
