// Rays against convex solids and the half-space, in the solid's frame.
//
// A convex solid meets a line in one interval. Every kind below finds where the ray enters, with the normal there, as
// an intersection of simpler intervals (slabs, a round wall, half-spaces): the latest entry wins, and the ray misses
// when it leaves one before it enters another. Formulas run in double, because a ray from 1 km away that meets a 10 cm
// ball subtracts numbers that agree in eight digits.
#include "geometry/cast.h"
#include "geometry/composite_query.h"

#include <cairn/error.h>
#include <cairn/hull.h>

namespace cairn {

namespace {

struct Ray {
    DVec3 o, d;
    double end; // largest parameter of interest
};

// What is left of the ray after some intersections: enters at `enter` with `normal`, leaves at `leave`. enter < 0 means
// that the origin is inside so far.
struct Span {
    double enter = -1.0;
    double leave;
    DVec3 normal{0.0, 0.0, 0.0};
    bool empty = false;
};

void cut(Span& s, double enter, double leave, DVec3 normal) {
    if (enter > s.enter) s.enter = enter, s.normal = normal;
    s.leave = min(s.leave, leave);
    if (s.enter > s.leave) s.empty = true;
}

// dot(n, x) <= offset.
void cutHalfSpace(Span& s, const Ray& ray, DVec3 n, double offset) {
    const double out = dot(n, ray.o) - offset, rate = dot(n, ray.d);
    if (out <= 0.0) {
        if (rate > 0.0) s.leave = min(s.leave, -out / rate);
        if (s.enter > s.leave) s.empty = true;
        return;
    }
    if (!(rate < 0.0)) {
        s.empty = true;
        return;
    }
    cut(s, -out / rate, s.leave, n);
}

void cutSlab(Span& s, const Ray& ray, DVec3 axis, double half) {
    cutHalfSpace(s, ray, axis, half);
    if (!s.empty) cutHalfSpace(s, ray, -axis, half);
}

// Roots of |o + t d|^2 = r^2 about the point of closest approach: r^2 - |p|^2 keeps its digits far away.
bool roots(DVec3 o, DVec3 d, double r, double& t0, double& t1) {
    const double dd = dot(d, d);
    if (!(dd > 0.0)) {
        t0 = -1e300;
        t1 = 1e300;
        return dot(o, o) <= r * r;
    }
    const double middle = -dot(o, d) / dd;
    const double rest = r * r - lengthSquared(o + middle * d);
    if (rest < 0.0) return false;
    const double half = sqrt(rest / dd);
    t0 = middle - half;
    t1 = middle + half;
    return true;
}

void cutBall(Span& s, const Ray& ray, DVec3 center, double r) {
    double t0, t1;
    if (!roots(ray.o - center, ray.d, r, t0, t1) || t1 < 0.0) {
        s.empty = true;
        return;
    }
    cut(s, t0, t1, (1.0 / r) * (ray.o + t0 * ray.d - center));
}

// The endless round wall about the y axis.
void cutWall(Span& s, const Ray& ray, double r) {
    double t0, t1;
    const DVec3 o{ray.o.x, 0.0, ray.o.z}, d{ray.d.x, 0.0, ray.d.z};
    if (!roots(o, d, r, t0, t1) || t1 < 0.0) {
        s.empty = true;
        return;
    }
    cut(s, t0, t1, (1.0 / r) * (o + t0 * d));
}

Span rayCapsule(const Ray& ray, double h, double r) {
    Span wall{.leave = ray.end};
    cutWall(wall, ray, r);
    if (wall.empty) return wall; // both balls are inside the wall
    const double y = ray.o.y + max(0.0, wall.enter) * ray.d.y;
    if (y >= -h && y <= h) return wall; // enters through the wall, or starts inside
    // Beyond an end, the way into the barrel leads through that end's ball.
    Span ball{.leave = ray.end};
    cutBall(ball, ray, {0.0, y > 0.0 ? h : -h, 0.0}, r);
    return ball;
}

// The cone is the set (h - y) r >= 2 h |xz|, y >= -h: one nappe of a quadric and a half-space. With k = r / 2h and
// z = h - y (depth below the apex), q(t) = |xz|^2 - k^2 z^2 = A t^2 + 2 B t + C; the solid nappe has q <= 0 and z >= 0.
Span rayCone(const Ray& ray, double h, double r) {
    Span s{.leave = ray.end};
    cutHalfSpace(s, ray, {0.0, -1.0, 0.0}, h);
    if (s.empty) return s;
    const double k = r / (2.0 * h), k2 = k * k, z = h - ray.o.y, dz = -ray.d.y;
    const double a = ray.d.x * ray.d.x + ray.d.z * ray.d.z - k2 * dz * dz;
    const double b = ray.o.x * ray.d.x + ray.o.z * ray.d.z - k2 * z * dz;
    const double c = ray.o.x * ray.o.x + ray.o.z * ray.o.z - k2 * z * z;
    const bool inside = c <= 0.0 && z >= 0.0;
    const auto depth = [&](double t) { return z + t * dz; };
    // Candidate crossings of the solid nappe, in order.
    double t[2];
    int count = 0;
    const double disc = b * b - a * c;
    if (disc >= 0.0) {
        const double root = b >= 0.0 ? -(b + sqrt(disc)) : -b + sqrt(disc); // the sum without cancellation
        double t0 = a != 0.0 ? root / a : 1e300, t1 = root != 0.0 ? c / root : t0;
        if (t0 > t1) {
            const double swap = t0;
            t0 = t1;
            t1 = swap;
        }
        if (depth(t0) >= 0.0 && abs(t0) < 1e300) t[count++] = t0;
        if (depth(t1) >= 0.0 && abs(t1) < 1e300) t[count++] = t1;
    }
    // Two crossings bound the interval; one means that it runs on downwards (a ray along the axis side).
    double enter = -1e300, leave = 1e300;
    if (count == 2) {
        enter = t[0];
        leave = t[1];
    } else if (count == 1) {
        (dz > 0.0 ? enter : leave) = t[0];
    } else if (!inside) {
        s.empty = true;
        return s;
    }
    if (leave < 0.0) {
        s.empty = true;
        return s;
    }
    const DVec3 x = ray.o + enter * ray.d;
    const double flat = sqrt(x.x * x.x + x.z * x.z), l = sqrt(1.0 + k2);
    const DVec3 normal = flat > 0.0 ? DVec3{x.x / (flat * l), k / l, x.z / (flat * l)} : DVec3{0.0, 1.0, 0.0};
    cut(s, enter, leave, normal);
    return s;
}

Span raySharp(const Convex& c, const Ray& ray) {
    const double h = c.size.y, r = c.size.x;
    Span s{.leave = ray.end};
    switch (c.kind) {
    case ShapeKind::Sphere: cutBall(s, ray, {0.0, 0.0, 0.0}, c.radius); break;
    case ShapeKind::Capsule: return rayCapsule(ray, h, c.radius);
    case ShapeKind::Box:
        cutSlab(s, ray, {1.0, 0.0, 0.0}, r);
        if (!s.empty) cutSlab(s, ray, {0.0, 1.0, 0.0}, h);
        if (!s.empty) cutSlab(s, ray, {0.0, 0.0, 1.0}, c.size.z);
        break;
    case ShapeKind::Cylinder:
        cutSlab(s, ray, {0.0, 1.0, 0.0}, h);
        if (!s.empty) cutWall(s, ray, r);
        break;
    case ShapeKind::Cone: return rayCone(ray, h, r);
    default:
        for (const HullPlane& p : c.hull->planes) {
            cutHalfSpace(s, ray, toDouble(p.normal), p.offset);
            if (s.empty) break;
        }
    }
    return s;
}

// The origin is inside. In double, so that the shortest of rays has a direction.
CastHit insideHit(Vec3 origin, Vec3 translation) {
    const DVec3 d = toDouble(translation);
    return {true, true, 0.0f, origin, toFloat((-1.0 / length(d)) * d), 0};
}

CastHit toHit(const Span& s, const Ray& ray, Vec3 origin, Vec3 translation) {
    if (s.empty || s.enter > ray.end) return {};
    if (s.enter < 0.0) return insideHit(origin, translation);
    // From billions of radii away the point is off the surface by parts of one, and what leads there has any length.
    const DVec3 n = lengthSquared(s.normal) > 0.0 ? s.normal : -ray.d;
    const Vec3 unit = toFloat((1.0 / length(n)) * n);
    return {true, false, static_cast<float>(s.enter), toFloat(ray.o + s.enter * ray.d), unit, 0};
}

} // namespace

CastHit castRay(const Convex& c, Vec3 origin, Vec3 translation, float maxFraction) {
    const bool round = c.kind == ShapeKind::Sphere || c.kind == ShapeKind::Capsule;
    if (!round && (c.radius > 0.0f || (c.kind == ShapeKind::Hull && c.hull == nullptr))) {
        // Rounded edges have no short formula: sweep a point.
        const Convex point = makeConvex(ShapeSphere{0.0f});
        const CastHit hit = castConvex(c, point, {origin, kIdentityQuat}, translation, maxFraction);
        return hit.initialOverlap ? insideHit(origin, translation) : hit;
    }
    const Ray ray{toDouble(origin), toDouble(translation), maxFraction};
    return toHit(raySharp(c, ray), ray, origin, translation);
}

CastHit castRayPlane(Vec3 origin, Vec3 translation, float maxFraction) {
    const Ray ray{toDouble(origin), toDouble(translation), maxFraction};
    Span s{.leave = ray.end};
    cutHalfSpace(s, ray, {0.0, 1.0, 0.0}, 0.0);
    return toHit(s, ray, origin, translation);
}

CastHit rayCast(const Shape& shape, Vec3 origin, Vec3 translation) {
    const char* function = "rayCast";
    if (!checkVector(origin, function, "origin") || !checkVector(translation, function, "translation")) return {};
    if (!(lengthSquared(toDouble(translation)) > 0.0)) {
        reportError({function, "translation", 0.0, "a ray needs a length"});
        return {};
    }
    if (!checkData(shape, function, "shape.data")) return {};
    if (shape.kind == ShapeKind::Plane) return castRayPlane(origin, translation);
    if (isComposite(shape.kind)) return castRayComposite(shape, origin, translation);
    if (!checkPair(shape, ShapeSphere{}, function)) return {};
    return castRay(makeConvex(shape), origin, translation);
}

} // namespace cairn
