// Linear casts against searches on the distance, which is convex along a cast and certified on its own.
#include "geometry/sample_shapes.h"
#include "geometry/support_oracle.h"

#include <cairn/error.h>
#include <cairn/query.h>

#include <gtest/gtest.h>

using namespace cairn;
using namespace cairn::test;

namespace {

float signedGap(const Shape& a, const Shape& b, Transform t, Vec3 translation, float fraction) {
    t.p = t.p + fraction * translation;
    return shapeSeparation(a, b, t).separation;
}

// Golden-section search for the least separation over the cast: the function is convex.
float leastGap(const Shape& a, const Shape& b, const Transform& t, Vec3 translation) {
    float lower = 0.0f, upper = 1.0f;
    for (int i = 0; i < 40; ++i) {
        const float x = lower + 0.382f * (upper - lower), y = lower + 0.618f * (upper - lower);
        (signedGap(a, b, t, translation, x) < signedGap(a, b, t, translation, y) ? upper : lower) =
            signedGap(a, b, t, translation, x) < signedGap(a, b, t, translation, y) ? y : x;
    }
    return signedGap(a, b, t, translation, 0.5f * (lower + upper));
}

} // namespace

TEST(ShapeCast, StopsAtFirstContactOverAllKinds) {
    ShapeSampler sampler(41);
    Random& random = sampler.random();
    int hits = 0, misses = 0, overlaps = 0;
    for (int trial = scaled(20000); trial > 0; --trial) {
        const float size = random.logUniform(0.1f, 10.0f);
        const Shape a = sampler.shape(static_cast<ShapeKind>(trial % 6), size);
        const Shape b = sampler.shape(static_cast<ShapeKind>(trial / 6 % 6), size * random.uniform(0.3f, 1.0f));
        const Transform t{random.inBox(4.0f * size), random.rotation()};
        const Vec3 translation = random.uniform(0.5f, 2.0f) * (random.inBox(2.0f * size) - t.p);
        const CastHit hit = shapeCast(a, b, t, translation);
        const float start = shapeSeparation(a, b, t).separation;
        const float tolerance = 1e-5f * size;
        if (start < -tolerance) {
            ++overlaps;
            ASSERT_TRUE(hit.hit && hit.initialOverlap && hit.fraction == 0.0f);
            continue;
        }
        if (start < tolerance) continue;
        if (!hit) {
            ++misses;
            ASSERT_GT(leastGap(a, b, t, translation), -tolerance) << toString(a.kind) << " " << toString(b.kind);
            continue;
        }
        ++hits;
        ASSERT_FALSE(hit.initialOverlap);
        ASSERT_GE(hit.fraction, 0.0f);
        ASSERT_LE(hit.fraction, 1.0f);
        ASSERT_NEAR(length(hit.normal), 1.0f, 1e-5f);
        // Contact at the fraction, still apart before it (convexity does the rest), and closing in.
        const float rounding = 4e-7f * length(translation);
        ASSERT_NEAR(signedGap(a, b, t, translation, hit.fraction), 0.0f, tolerance + rounding)
            << toString(a.kind) << " " << toString(b.kind) << " trial " << trial;
        ASSERT_GT(signedGap(a, b, t, translation, 0.99f * hit.fraction), -tolerance);
        ASSERT_LE(dot(hit.normal, translation), 1e-5f * length(translation));
        const Solid sa = place(makeConvex(a), kIdentity);
        ASSERT_NEAR(extent(sa, toDouble(hit.normal)), dot(hit.normal, hit.point), 2e-4 * size)
            << toString(a.kind) << " " << toString(b.kind) << " trial " << trial;
        ASSERT_LT(distanceToCore(sa, toDouble(hit.point)) - a.rounding, 1e-5 * size);
    }
    EXPECT_GT(hits, scaled(20000) / 5);
    EXPECT_GT(misses, scaled(20000) / 20);
    if (scaled(20000) >= 2000) { // few trials may happen to start apart
        EXPECT_GT(overlaps, scaled(20000) / 100);
    }
}

TEST(ShapeCast, BoxesLandFaceOnFace) {
    const Shape box = ShapeBox{{1, 1, 1}};
    const CastHit hit = shapeCast(box, box, {{0.5f, 5.0f, 0.3f}, kIdentityQuat}, {0, -10, 0});
    ASSERT_TRUE(hit.hit);
    EXPECT_NEAR(hit.fraction, 0.3f, 1e-6f);
    EXPECT_NEAR(hit.normal.y, 1.0f, 1e-6f);
    EXPECT_NEAR(hit.point.y, 1.0f, 1e-5f);
}

TEST(ShapeCast, TouchingShapesHitOnlyWhenClosing) {
    const Shape box = ShapeBox{{1, 1, 1}};
    const Transform t{{0.0f, 2.000001f, 0.0f}, kIdentityQuat};
    EXPECT_TRUE(shapeCast(box, box, t, {0, -1, 0}).hit);
    EXPECT_FALSE(shapeCast(box, box, t, {0, 1, 0}).hit);
    EXPECT_FALSE(shapeCast(box, box, t, {5, 0, 0}).hit); // slides along
    EXPECT_FALSE(shapeCast(box, box, t, kZero).hit);
}

TEST(ShapeCast, PlanesEitherWayRound) {
    const Shape plane = ShapePlane{}, cone = ShapeCone{0.5f, 0.4f, 0.1f};
    const Transform coneInPlane{{1, 3, 2}, fromAxisAngle({0, 0, 1}, 0.7f)};
    const Vec3 down{1, -4, 0};
    const CastHit a = shapeCast(plane, cone, coneInPlane, down);
    ASSERT_TRUE(a.hit);
    EXPECT_NEAR(signedGap(plane, cone, coneInPlane, down, a.fraction), 0.0f, 1e-5f);
    EXPECT_NEAR(a.point.y, 0.0f, 1e-6f);
    // The same meeting, seen from the cone.
    const CastHit b = shapeCast(cone, plane, inverse(coneInPlane), -inverseRotate(coneInPlane.q, down));
    ASSERT_TRUE(b.hit);
    EXPECT_NEAR(a.fraction, b.fraction, 1e-6f);
    EXPECT_NEAR(distance(rotate(coneInPlane.q, b.normal), -a.normal), 0.0f, 1e-5f);
    const Vec3 world = rotate(coneInPlane.q, b.point) + coneInPlane.p + b.fraction * down;
    EXPECT_NEAR(distance(world, a.point), 0.0f, 1e-5f);
}

TEST(ShapeCast, RefusesBadInputByName) {
    const float nan = std::nanf("");
    const Shape box = ShapeBox{};
    ErrorCapture capture;
    EXPECT_FALSE(shapeCast(box, box, {{nan, 0, 0}, kIdentityQuat}, {1, 0, 0}).hit);
    EXPECT_STREQ(capture.field(), "bInA");
    capture.clear();
    EXPECT_FALSE(shapeCast(box, box, {{5, 0, 0}, {{0, 0, 0}, 0}}, {1, 0, 0}).hit);
    EXPECT_STREQ(capture.field(), "bInA");
    capture.clear();
    EXPECT_FALSE(shapeCast(box, box, {{5, 0, 0}, kIdentityQuat}, {INFINITY, 0, 0}).hit);
    EXPECT_STREQ(capture.field(), "translation");
    capture.clear();
    EXPECT_FALSE(shapeCast(ShapePlane{}, ShapePlane{}, kIdentity, {1, 0, 0}).hit);
    EXPECT_EQ(capture.count(), 1);
    capture.clear();
    // Far but finite: no error, no hit, no hang.
    EXPECT_FALSE(shapeCast(box, box, {{1e7f, 3e7f, 0}, kIdentityQuat}, {-1e7f, 0, 0}).hit);
    EXPECT_TRUE(shapeCast(box, box, {{1e7f, 0, 0}, kIdentityQuat}, {-2e7f, 0, 0}).hit);
    EXPECT_EQ(capture.count(), 0);
}
