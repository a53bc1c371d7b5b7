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

int supportVertex(const Vec3* points, int count, Vec3 d) {
    int best = 0;
    float bestDot = dot(points[0], d);
    for (int i = 1; i < count; ++i) {
        const float s = dot(points[i], d);
        if (s > bestDot) {
            bestDot = s;
            best = i;
        }
    }
    return best;
}

template <class T> int boxVertex(Vec3T<T> d) {
    return (d.x >= T(0) ? 1 : 0) | (d.y >= T(0) ? 2 : 0) | (d.z >= T(0) ? 4 : 0);
}

Vec3 boxCorner(Vec3 e, int i) { return {i & 1 ? e.x : -e.x, i & 2 ? e.y : -e.y, i & 4 ? e.z : -e.z}; }

// The rim point of a disc of radius r at height y, in the direction of d's shadow on the disc, of length l.
template <class T> Vec3T<T> discPoint(T r, T y, Vec3T<T> d, T l) {
    if (!(l > T(0))) return {r, y, T(0)};
    const T s = r / l;
    return {s * d.x, y, s * d.z};
}

// Support of the kinds that have no vertex list; d may have any length.
template <class T, class Result> Result supportCurved(const Convex& c, Vec3T<T> d) {
    const T r = c.size.x, h = c.size.y, l = sqrt(d.x * d.x + d.z * d.z);
    // Apex against rim of a cone: h d.y against -h d.y + r |d_xz|.
    if (c.kind == ShapeKind::Cone && h * d.y >= r * l - h * d.y) return {{T(0), h, T(0)}, 0};
    const T y = c.kind == ShapeKind::Cylinder && d.y >= T(0) ? h : -h;
    return {discPoint(r, y, d, l), kNoVertex};
}

bool isCurved(const Convex& c) { return c.kind == ShapeKind::Cylinder || c.kind == ShapeKind::Cone; }

Vec3 asFloat(Vec3 d) { return d; }
Vec3 asFloat(DVec3 d) { return toFloat(d); }

template <class T> int vertexTowards(const Convex& c, Vec3T<T> d) {
    switch (c.kind) {
    case ShapeKind::Capsule: return d.y >= T(0) ? 1 : 0;
    case ShapeKind::Box: return boxVertex(d);
    case ShapeKind::Hull: return supportVertex(c.points, c.pointCount, asFloat(d));
    default: return 0;
    }
}

} // namespace

Vec3 vertex(const Convex& c, int index) {
    switch (c.kind) {
    case ShapeKind::Capsule: return {0.0f, index != 0 ? c.size.y : -c.size.y, 0.0f};
    case ShapeKind::Box: return boxCorner(c.size, index);
    case ShapeKind::Cone: return {0.0f, c.size.y, 0.0f};
    case ShapeKind::Hull: return c.points[index];
    default: return kZero;
    }
}

Support support(const Convex& c, Vec3 d) {
    if (isCurved(c)) return supportCurved<float, Support>(c, d);
    const int index = vertexTowards(c, d);
    return {vertex(c, index), index};
}

DSupport support(const Convex& c, DVec3 d) {
    if (isCurved(c)) return supportCurved<double, DSupport>(c, d);
    const int index = vertexTowards(c, d);
    return {toDouble(vertex(c, index)), index};
}

float boundingRadius(const Convex& c) {
    switch (c.kind) {
    case ShapeKind::Capsule: return c.size.y;
    case ShapeKind::Box: return length(c.size);
    case ShapeKind::Cylinder:
    case ShapeKind::Cone: return sqrt(c.size.x * c.size.x + c.size.y * c.size.y);
    case ShapeKind::Hull: {
        float r2 = 0.0f;
        for (int i = 0; i < c.pointCount; ++i) r2 = max(r2, lengthSquared(c.points[i]));
        return sqrt(r2);
    }
    default: return 0.0f;
    }
}

} // namespace cairn
