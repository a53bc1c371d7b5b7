// Rays against every convex kind: sphere tracing on closed-form distances, triangles of hulls, and the normal as a
// certificate.
#include "geometry/cast.h"
#include "geometry/sample_shapes.h"
#include "geometry/support_oracle.h"

#include <cairn/error.h>
#include <cairn/query.h>

#include <gtest/gtest.h>

using namespace cairn;
using namespace cairn::test;

namespace {

struct Expected {
    bool hit;
    double t;       // where the traced ray is within 1e-10 of the surface
    double nearest; // least distance met on the way: small for grazing rays, where either verdict will do
};

// Steps by the distance to the solid: never passes the surface.
Expected trace(const Shape& shape, DVec3 o, DVec3 d) {
    const Solid solid = place(makeConvex(shape), kIdentity);
    const double l = length(d);
    Expected e{false, 0.0, 1e300};
    for (int i = 0; i < 20000 && e.t <= 1.0; ++i) {
        const double distance = distanceToCore(solid, o + e.t * d) - shape.rounding;
        e.nearest = std::fmin(e.nearest, distance);
        if (distance < 1e-10) {
            e.hit = true;
            return e;
        }
        e.t += distance / l;
    }
    return e;
}

// All triangles of all faces, from outside.
Expected traceHull(const Hull& hull, DVec3 o, DVec3 d) {
    Expected e{false, 2.0, 1e300};
    for (const HullFace& f : hull.faces)
        for (int i = 2; i < f.vertexCount; ++i) {
            const auto v = [&](int k) { return toDouble(hull.vertices[hull.faceVertices[f.firstVertex + k]]); };
            const DVec3 a = v(0), ab = v(i - 1) - a, ac = v(i) - a, n = cross(ab, ac);
            const double rate = dot(n, d);
            if (rate >= 0.0) continue;
            const double t = dot(n, a - o) / rate;
            const DVec3 x = o + t * d - a;
            const double u = dot(n, cross(x, ac)) / dot(n, n), w = dot(n, cross(ab, x)) / dot(n, n);
            if (t < 0.0 || u < 0.0 || w < 0.0 || u + w > 1.0) continue;
            if (t <= 1.0 && t < e.t) e = {true, t, 0.0};
        }
    return e;
}

} // namespace

TEST(RayCast, MatchesTracedRaysOverAllKinds) {
    ShapeSampler sampler(31);
    Random& random = sampler.random();
    int hits = 0, inside = 0;
    for (int trial = scaled(60000); trial > 0; --trial) {
        const float size = random.logUniform(0.1f, 10.0f);
        const Shape shape = sampler.shape(static_cast<ShapeKind>(trial % 6), size);
        if (shape.kind == ShapeKind::Hull && shape.rounding > 0.0f) continue; // see RoundedHulls
        const Vec3 origin = random.inBox(size * (random.below(10) == 0 ? 100.0f : 2.5f));
        const Vec3 translation = random.below(20) == 0 ? Vec3{0.0f, random.uniform(-5.0f, 5.0f) * size, 0.0f}
                                                       : random.uniform(0.5f, 2.0f) * (random.inBox(size) - origin);
        if (length(translation) < 1e-3f * size) continue;
        const CastHit hit = rayCast(shape, origin, translation);
        const bool isHull = shape.kind == ShapeKind::Hull;
        const double startGap = distanceToCore(place(makeConvex(shape), kIdentity), toDouble(origin)) - shape.rounding;
        if (std::fabs(startGap) < 1e-5 * size) continue;
        if (startGap <= 0.0) {
            ++inside;
            ASSERT_TRUE(hit.hit && hit.initialOverlap && hit.fraction == 0.0f);
            ASSERT_NEAR(distance(hit.normal, normalize(-translation)), 0.0f, 1e-6f);
            continue;
        }
        const Expected e = isHull ? traceHull(*shape.hull, toDouble(origin), toDouble(translation))
                                  : trace(shape, toDouble(origin), toDouble(translation));
        const double reach = length(translation);
        if (e.hit != hit.hit) {
            // Only a graze, or the very end of the ray.
            const double doubt = isHull ? 0.0 : std::fmin(e.nearest, std::fabs(1.0 - e.t) * reach);
            ASSERT_LT(doubt, 1e-4 * size) << toString(shape.kind) << " trial " << trial << " hit " << hit.hit;
            continue;
        }
        if (!hit.hit) continue;
        ++hits;
        ASSERT_FALSE(hit.initialOverlap);
        ASSERT_NEAR(length(hit.normal), 1.0f, 1e-5f);
        ASSERT_LE(dot(hit.normal, translation), 1e-4f * static_cast<float>(reach)) << toString(shape.kind);
        // Glancing rays turn a surface error of 1e-6 into more along the ray.
        const double slope = std::fmax(1e-3, -dot(hit.normal, translation) / reach);
        // The planes of a hull are fitted to merged faces, the triangles are not.
        const double accuracy = isHull ? 3e-4 : 1e-5;
        ASSERT_NEAR(hit.fraction * reach, e.t * reach, accuracy * (size + reach) / slope)
            << toString(shape.kind) << " trial " << trial;
        // The normal supports the solid at the point: it belongs to the surface there.
        const Solid solid = place(makeConvex(shape), kIdentity);
        ASSERT_NEAR(extent(solid, toDouble(hit.normal)), dot(toDouble(hit.normal), toDouble(hit.point)),
                    5e-5 * (size + 0.01 * reach))
            << toString(shape.kind) << " trial " << trial;
    }
    EXPECT_GT(hits, scaled(60000) / 4);
    EXPECT_GT(inside, scaled(60000) / 200);
}

TEST(RayCast, RoundedHullsAreWithinTheirRounding) {
    ShapeSampler sampler(32);
    Random& random = sampler.random();
    int hits = 0;
    for (int trial = scaled(5000); trial > 0; --trial) {
        Shape shape = sampler.shape(ShapeKind::Hull, 1.0f);
        shape.rounding = random.uniform(0.01f, 0.3f);
        const Vec3 origin = 3.0f * random.unitVector(), translation = 1.5f * (random.inBox(1.0f) - origin);
        const CastHit hit = rayCast(shape, origin, translation);
        Shape sharp = shape;
        sharp.rounding = 0.0f;
        const CastHit core = rayCast(sharp, origin, translation);
        if (core) {
            ASSERT_TRUE(hit.hit);
        }
        if (!hit) continue;
        ++hits;
        const PointResult p = closestPoint(sharp, hit.point);
        ASSERT_NEAR(p.distance, shape.rounding, 1e-5f);
        ASSERT_LT(distance(p.normal, hit.normal), 1e-3f);
        if (core) {
            ASSERT_LE(hit.fraction, core.fraction);
        }
    }
    EXPECT_GT(hits, scaled(5000) / 4);
}

TEST(RayCast, PlaneIsSolidBelow) {
    const Shape plane = ShapePlane{};
    CastHit hit = rayCast(plane, {1, 2, 3}, {0, -4, 0});
    EXPECT_TRUE(hit.hit);
    EXPECT_FLOAT_EQ(hit.fraction, 0.5f);
    EXPECT_EQ(hit.point, (Vec3{1, 0, 3}));
    EXPECT_EQ(hit.normal, (Vec3{0, 1, 0}));
    EXPECT_FALSE(rayCast(plane, {1, 2, 3}, {0, 4, 0}).hit);
    EXPECT_TRUE(rayCast(plane, {1, -2, 3}, {0, 4, 0}).initialOverlap);
}

TEST(RayCast, KeepsItsDigitsFarAway) {
    // A 10 cm ball 10 km away: float formulas would be off by centimetres.
    const CastHit hit = rayCast(ShapeSphere{0.1f}, {10000.0f, 0.05f, 0.0f}, {-20000.0f, 0.0f, 0.0f});
    ASSERT_TRUE(hit.hit);
    EXPECT_NEAR(hit.point.x, std::sqrt(0.1 * 0.1 - 0.05 * 0.05), 1e-6);
    EXPECT_NEAR(hit.normal.y, 0.5f, 1e-5f);
}

TEST(RayCast, RefusesBadRaysByName) {
    const float nan = std::nanf(""), inf = INFINITY;
    const Shape box = ShapeBox{};
    for (const Vec3 bad : {Vec3{nan, 0, 0}, Vec3{0, inf, 0}, Vec3{0, 0, -inf}, Vec3{2e15f, 0, 0}}) {
        ErrorCapture capture;
        EXPECT_FALSE(rayCast(box, bad, {1, 0, 0}).hit);
        EXPECT_STREQ(capture.field(), "origin");
        capture.clear();
        EXPECT_FALSE(rayCast(box, {-3, 0, 0}, bad).hit);
        EXPECT_STREQ(capture.field(), "translation");
    }
    ErrorCapture capture;
    EXPECT_FALSE(rayCast(box, {0, 0, 0}, kZero).hit);
    EXPECT_STREQ(capture.field(), "translation");
    capture.clear();
    EXPECT_FALSE(rayCast(ShapeMesh{}, {0, 0, 0}, {1, 0, 0}).hit);
    EXPECT_STREQ(capture.field(), "a.kind");
}
