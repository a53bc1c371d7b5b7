// Overlap verdicts, caches, point queries and the boxes around shapes.
#include "geometry/gjk.h"
#include "geometry/sample_shapes.h"
#include "geometry/support_oracle.h"

#include <cairn/error.h>
#include <cairn/query.h>

#include <gtest/gtest.h>

using namespace cairn;
using namespace cairn::test;

TEST(Overlap, VerdictFollowsTheSignOfTheSeparation) {
    ShapeSampler sampler(71);
    Random& random = sampler.random();
    int overlaps = 0;
    for (int trial = scaled(50000); trial > 0; --trial) {
        const float size = random.logUniform(0.1f, 10.0f);
        const Shape a = sampler.shape(size), b = sampler.shape(size);
        const Transform t{random.inBox(1.5f * size), random.rotation()};
        const float s = shapeSeparation(a, b, t).separation;
        const bool verdict = shapesOverlap(a, b, t);
        overlaps += verdict;
        if (s > 1e-6f * size) {
            ASSERT_FALSE(verdict) << s;
        }
        if (s < -1e-6f * size) {
            ASSERT_TRUE(verdict) << s;
        }
        // The same from the other side.
        ASSERT_NEAR(shapeSeparation(b, a, inverse(t)).separation, s, 2e-5f * size)
            << toString(a.kind) << " " << toString(b.kind);
    }
    EXPECT_GT(overlaps, scaled(50000) / 10);
}

TEST(Overlap, CachesChangeTheTimeAndNotTheAnswer) {
    ShapeSampler sampler(72);
    Random& random = sampler.random();
    long cold = 0, warm = 0;
    for (int trial = scaled(2000); trial > 0; --trial) {
        const Shape a = sampler.shape(1.0f), b = sampler.shape(1.0f);
        Transform t{random.inBox(3.0f), random.rotation()};
        DistanceCache cache;
        const Vec3 drift = random.inBox(0.02f);
        const Quat spin = fromAxisAngle(random.unitVector(), 0.01f);
        for (int step = 0; step < 8; ++step) {
            t = {t.p + drift, normalize(spin * t.q)};
            const DistanceResult with = shapeDistance(a, b, t, &cache), without = shapeDistance(a, b, t);
            ASSERT_EQ(with.overlap, without.overlap);
            ASSERT_NEAR(with.distance, without.distance, 2e-6f);
            const Convex ca = makeConvex(a), cb = makeConvex(b);
            GjkSimplex simplex;
            DistanceCache copy = cache;
            warm += gjk(CorePair(ca, cb, t), {}, &copy, simplex).iterations;
            cold += gjk(CorePair(ca, cb, t), {}, nullptr, simplex).iterations;
        }
    }
    EXPECT_LT(warm, cold / 2);
}

TEST(Overlap, CacheOfOtherShapesIsHarmless) {
    ShapeSampler sampler(73);
    Random& random = sampler.random();
    DistanceCache cache;
    for (int trial = scaled(5000); trial > 0; --trial) {
        const Shape a = sampler.shape(1.0f), b = sampler.shape(1.0f);
        const Transform t{random.inBox(2.0f), random.rotation()};
        if (trial % 3 == 0) {
            cache.count = static_cast<uint8_t>(random.below(7));
            for (int i = 0; i < 4; ++i)
                cache.indexA[i] = cache.indexB[i] =
                    static_cast<uint16_t>(random.below(65536) % (1 << random.below(17)));
        }
        const DistanceResult with = shapeDistance(a, b, t, &cache), without = shapeDistance(a, b, t);
        ASSERT_NEAR(with.distance, without.distance, 1e-5f) << toString(a.kind) << " " << toString(b.kind);
    }
}

TEST(Overlap, ClosestPointOfEveryKind) {
    ShapeSampler sampler(74);
    Random& random = sampler.random();
    for (int trial = scaled(30000); trial > 0; --trial) {
        const float size = random.logUniform(0.1f, 10.0f);
        const Shape shape = sampler.shape(static_cast<ShapeKind>(trial % 5), size); // closed-form distance
        const Vec3 x = random.inBox(2.0f * size);
        const PointResult r = closestPoint(shape, x);
        const double exact = distanceToCore(place(makeConvex(shape), kIdentity), toDouble(x)) - shape.rounding;
        ASSERT_EQ(r.inside, exact <= 0.0) << exact;
        ASSERT_NEAR(r.distance, std::fmax(0.0, exact), 2e-6 * size) << toString(shape.kind);
        if (!r.inside) {
            ASSERT_NEAR(distance(r.point + r.distance * r.normal, x), 0.0f, 1e-5f * size);
        }
    }
    const PointResult below = closestPoint(ShapePlane{}, {1, -2, 3});
    EXPECT_TRUE(below.inside);
    const PointResult above = closestPoint(ShapePlane{}, {1, 2, 3});
    EXPECT_FLOAT_EQ(above.distance, 2.0f);
    EXPECT_EQ(above.point, (Vec3{1, 0, 3}));
}

TEST(Overlap, BadPosesAreRefusedByName) {
    ErrorCapture capture;
    const Transform bad{{0, std::nanf(""), 0}, kIdentityQuat};
    EXPECT_FALSE(shapesOverlap(ShapeBox{}, ShapeBox{}, bad));
    EXPECT_STREQ(capture.field(), "bInA");
    capture.clear();
    EXPECT_EQ(shapeDistance(ShapeBox{}, ShapeBox{}, bad).distance, kHuge);
    EXPECT_STREQ(capture.field(), "bInA");
    capture.clear();
    EXPECT_FALSE(closestPoint(ShapeBox{}, {INFINITY, 0, 0}).inside);
    EXPECT_STREQ(capture.field(), "point");
    capture.clear();
    // 10^7 units: answered.
    const DistanceResult far = shapeDistance(ShapeBox{{1e7f, 1, 1}}, ShapeSphere{1e7f}, {{3e7f, 0, 0}, kIdentityQuat});
    EXPECT_NEAR(far.distance, 1e7f, 2.0f);
    EXPECT_EQ(capture.count(), 0);
}

TEST(Shapes, BoxesAreTheSmallestAroundTheShape) {
    ShapeSampler sampler(75);
    Random& random = sampler.random();
    for (int trial = scaled(20000); trial > 0; --trial) {
        const float size = random.logUniform(0.1f, 10.0f);
        const Shape shape = sampler.shape(static_cast<ShapeKind>(trial % 6), size);
        const Transform pose{random.inBox(5.0f * size), random.rotation()};
        const Aabb box = computeAabb(shape, pose);
        const Solid solid = place(makeConvex(shape), pose);
        for (int i = 0; i < 3; ++i) {
            DVec3 n{0, 0, 0};
            (i == 0 ? n.x : (i == 1 ? n.y : n.z)) = 1.0;
            ASSERT_NEAR(component(box.upper, i), extent(solid, n), 1e-5 * size) << toString(shape.kind);
            ASSERT_NEAR(-component(box.lower, i), extent(solid, -n), 1e-5 * size) << toString(shape.kind);
        }
    }
    const Aabb ground = computeAabb(ShapePlane{}, {{1, 2, 3}, kIdentityQuat});
    EXPECT_EQ(ground.upper, (Vec3{kHuge, 2, kHuge}));
    EXPECT_EQ(ground.lower, (Vec3{-kHuge, -kHuge, -kHuge}));
}

TEST(Shapes, BadSizesAreRefusedByName) {
    const auto refused = [](const Shape& shape, const char* field) {
        ErrorCapture capture;
        EXPECT_FALSE(validate(shape, "test"));
        EXPECT_STREQ(capture.field(), field);
    };
    const float nan = std::nanf("");
    for (const float bad : {0.0f, -1.0f, nan, INFINITY, 1e9f}) {
        refused(ShapeSphere{bad}, "radius");
        refused(ShapeCapsule{bad, 1.0f}, "halfHeight");
        refused(ShapeCapsule{1.0f, bad}, "radius");
        refused(ShapeBox{{1.0f, bad, 1.0f}}, "halfExtents.y");
        refused(ShapeCylinder{bad, 1.0f}, "halfHeight");
        refused(ShapeCone{1.0f, bad}, "radius");
    }
    refused(ShapeBox{{1, 1, 1}, -0.1f}, "rounding");
    refused(ShapeCylinder{1, 1, nan}, "rounding");
    refused(ShapeHull{}, "hull");
    const Hull empty;
    refused(ShapeHull{&empty}, "hull");
    refused(ShapeMesh{}, "mesh");
    EXPECT_TRUE(validate(ShapePlane{}, "test"));
    EXPECT_TRUE(validate(ShapeBox{}, "test"));
}
