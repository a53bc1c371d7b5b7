// Support functions and membership in double, written from the definitions of the shapes alone: what tests use to
// certify answers without trusting the code under test. A direction proves a lower bound on distance (its slab lies
// between the two solids), two points proved to be in the solids an upper bound.
#pragma once

#include "geometry/convex.h"
#include "support/random.h"

#include <cairn/hull.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace cairn::test {

// A convex solid placed in the frame of its pair, in double.
struct Solid {
    Convex core;
    DVec3 p{0, 0, 0};
    QuatT<double> q{{0, 0, 0}, 1};
};

inline Solid place(const Convex& core, const Transform& t) { return {core, toDouble(t.p), {toDouble(t.q.v), t.q.s}}; }

// max over the solid of dot(n, x), n unit.
inline double extent(const Solid& s, DVec3 n) {
    const DVec3 d = inverseRotate(s.q, n);
    const Convex& c = s.core;
    const double r = c.size.x, h = c.size.y, flat = std::hypot(d.x, d.z);
    double e = 0.0;
    switch (c.kind) {
    case ShapeKind::Capsule: e = h * std::fabs(d.y); break;
    case ShapeKind::Box: e = r * std::fabs(d.x) + h * std::fabs(d.y) + c.size.z * std::fabs(d.z); break;
    case ShapeKind::Cylinder: e = h * std::fabs(d.y) + r * flat; break;
    case ShapeKind::Cone: e = std::fmax(h * d.y, r * flat - h * d.y); break;
    case ShapeKind::Hull:
        e = -1e300;
        for (int i = 0; i < c.pointCount; ++i) e = std::fmax(e, dot(toDouble(c.points[i]), d));
        break;
    default: break;
    }
    // A quaternion of floats is unit to 1e-7 only; the engine turns by it as it is, and so does this.
    return e + dot(s.p, n) + c.radius;
}

// Separation of the slabs along n (from a to b): a lower bound of the signed separation for every n.
inline double separationAlong(const Solid& a, const Solid& b, DVec3 n) { return -extent(a, n) - extent(b, -n); }

// Distance from x to the core in closed form; hulls by their planes (which is exact inside, a lower bound outside).
inline double distanceToCore(const Solid& s, DVec3 x) {
    const DVec3 l = inverseRotate(s.q, x - s.p);
    const Convex& c = s.core;
    const double r = c.size.x, h = c.size.y, flat = std::hypot(l.x, l.z);
    switch (c.kind) {
    case ShapeKind::Sphere: return length(l);
    case ShapeKind::Capsule: return std::hypot(flat, std::fmax(0.0, std::fabs(l.y) - h));
    case ShapeKind::Box:
        return std::hypot(std::fmax(0.0, std::fabs(l.x) - r), std::fmax(0.0, std::fabs(l.y) - h),
                          std::fmax(0.0, std::fabs(l.z) - c.size.z));
    case ShapeKind::Cylinder: return std::hypot(std::fmax(0.0, flat - r), std::fmax(0.0, std::fabs(l.y) - h));
    case ShapeKind::Cone: {
        if (l.y <= -h) return std::hypot(std::fmax(0.0, flat - r), -h - l.y);
        // In the half-plane (flat, y): the side runs from (r, -h) to (0, h).
        const double side = 2.0 * h * (flat - r) + r * (l.y + h);
        if (side <= 0.0) return 0.0;
        const double t =
            std::fmin(1.0, std::fmax(0.0, (-r * (flat - r) + 2.0 * h * (l.y + h)) / (r * r + 4.0 * h * h)));
        return std::hypot(flat - r + t * r, l.y + h - 2.0 * h * t);
    }
    default: {
        double d = 0.0;
        if (c.hull != nullptr)
            for (const HullPlane& plane : c.hull->planes)
                d = std::fmax(d, dot(toDouble(plane.normal), l) - plane.offset);
        return d;
    }
    }
}

// A random convex core without a hull: kinds 0..4 are the closed forms, 5 a cloud of points kept in `cloud`.
inline Convex randomCore(Random& random, int kind, float size, std::vector<Vec3>& cloud) {
    const auto side = [&] { return size * random.uniform(0.1f, 1.0f); };
    switch (kind) {
    case 0: return makeConvex(ShapeSphere{side()});
    case 1: return makeConvex(ShapeCapsule{side(), side()});
    case 2: return makeConvex(ShapeBox{{side(), side(), side()}});
    case 3: return makeConvex(ShapeCylinder{side(), side()});
    case 4: return makeConvex(ShapeCone{side(), side()});
    default:
        cloud.clear();
        for (int i = 4 + random.below(7); i > 0; --i) cloud.push_back(size * random.unitVector());
        return makeConvex(cloud, 0.0f);
    }
}

} // namespace cairn::test
