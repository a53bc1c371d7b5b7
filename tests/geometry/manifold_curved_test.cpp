// Manifolds of cylinders, cones, capsules and spheres against everything convex, judged by duality: the depth must be
// what the support functions show along the normal, and no other direction may show a smaller one.
#include "geometry/manifold_curved.h"
#include "geometry/manifold_fixture.h"
#include "geometry/penetration.h"

#include <algorithm>

namespace cairn {
namespace {

using namespace cairn::test;

constexpr float kMargin = 0.02f;

// The largest separation near `start`: steps in random directions that shrink whenever they do not help.
double climb(const ExactPair& exact, DVec3 start, double step, int tries, Random& random) {
    DVec3 d = unit(start);
    double best = exact.along(d);
    for (int i = 0; i < tries; ++i) {
        const DVec3 e = unit(d + step * toDouble(random.unitVector()));
        const double s = exact.along(e);
        if (s > best)
            best = s, d = e;
        else
            step *= 0.8;
    }
    return best;
}

struct Kinds {
    ShapeKind a, b;
};
const Kinds kPairs[] = {
    {ShapeKind::Sphere, ShapeKind::Hull},       {ShapeKind::Capsule, ShapeKind::Hull},
    {ShapeKind::Sphere, ShapeKind::Cylinder},   {ShapeKind::Sphere, ShapeKind::Cone},
    {ShapeKind::Capsule, ShapeKind::Cylinder},  {ShapeKind::Capsule, ShapeKind::Cone},
    {ShapeKind::Box, ShapeKind::Cylinder},      {ShapeKind::Box, ShapeKind::Cone},
    {ShapeKind::Cylinder, ShapeKind::Cylinder}, {ShapeKind::Cylinder, ShapeKind::Cone},
    {ShapeKind::Cone, ShapeKind::Cone},         {ShapeKind::Cylinder, ShapeKind::Hull},
    {ShapeKind::Cone, ShapeKind::Hull},
};

class ManifoldCurved : public ::testing::TestWithParam<Kinds> {};

TEST_P(ManifoldCurved, RandomPairsAreSoundMinimalAndSymmetric) {
    Random random(17 + static_cast<int>(GetParam().a) * 16 + static_cast<int>(GetParam().b));
    const ShapePool pool(18);
    const int trials = scaled(1'000'000);
    int hits = 0;
    double worst = 0.0;
    for (int k = 0; k < trials; ++k) {
        const Shape a = pool.make(GetParam().a, random), b = pool.make(GetParam().b, random);
        const Transform pose = placeNear(a, b, random, kMargin);
        const ExactPair exact(a, b, pose);
        ManifoldCache cache, swappedCache;
        Manifold m, swapped;
        const bool hit = collideCurved(a, b, pose, kMargin, cache, m);
        const bool swap = k % 8 == 0;
        const bool swappedHit = swap && collideCurved(b, a, inverse(pose), kMargin, swappedCache, swapped);
        if (!hit) {
            if (swappedHit) {
                ASSERT_GT(depths(swapped).least, kMargin - 1e-3f) << "trial " << k;
            }
            // Some direction must show the gap, or the shapes touch unseen.
            const Vec3 gap = separation(exact.a, exact.b, pose).normal;
            ASSERT_GT(exact.along(unit(toDouble(gap))), kMargin - 1e-3f) << "trial " << k;
            continue;
        }
        ++hits;
        ASSERT_TRUE(soundManifold(exact, m, kMargin, 1e-3)) << "trial " << k;
        const double along = exact.along(unit(toDouble(m.normal)));
        if (k % 16 == 1) {
            const double better = std::max(climb(exact, toDouble(m.normal), 0.02, 60, random),
                                           climb(exact, toDouble(random.unitVector()), 0.5, 100, random));
            worst = std::max(worst, better - along);
            ASSERT_LT(better - along, 1e-3) << "trial " << k << " depth " << along;
        }
        if (swap && depths(m).least < kMargin - 1e-3f) {
            ASSERT_TRUE(swappedHit) << "trial " << k;
            ASSERT_NEAR(depths(swapped).least, depths(m).least, 1e-3f) << "trial " << k;
            // The same direction, or one that is as good.
            const double turned = exact.along(-unit(toDouble(rotate(pose.q, swapped.normal))));
            ASSERT_NEAR(turned, along, 1e-3) << "trial " << k;
        }
    }
    EXPECT_GT(hits, trials / 3);
    RecordProperty("worst_micrometres", static_cast<int>(worst * 1e6));
}

INSTANTIATE_TEST_SUITE_P(Kinds, ManifoldCurved, ::testing::ValuesIn(kPairs), [](const auto& parameter) {
    return std::string(toString(parameter.param.a)) + "_" + toString(parameter.param.b);
});

Transform standing(float height, Vec3 nudge, Quat turn) { return {Vec3{0.1f, height, 0.2f} + nudge, turn}; }

Vec3 middleOf(const Manifold& m) {
    Vec3 sum = kZero;
    for (int i = 0; i < m.count; ++i) sum += m.points[i].position;
    return (1.0f / static_cast<float>(m.count)) * sum;
}

// A cylinder or cone on a box: four points around the true middle of the patch, which stay in place and keep their
// names while the body is moved and turned by micrometres.
TEST(ManifoldCurvedPose, StandsOnFourSteadyPoints) {
    Random random(51);
    const Shape floor = ShapeBox{{2.0f, 0.5f, 2.0f}};
    const Shape bodies[] = {ShapeCylinder{0.5f, 0.4f}, ShapeCylinder{0.1f, 0.8f, 0.02f}, ShapeCone{0.5f, 0.4f},
                            ShapeCone{0.3f, 0.6f, 0.03f}, ShapeCylinder{0.02f, 0.05f}};
    for (const Shape& body : bodies) {
        for (int turn = 0; turn < 20; ++turn) {
            const Quat yaw = fromAxisAngle({0, 1, 0}, random.uniform(0.0f, 6.0f));
            const float height = 0.5f + body.size.y + body.rounding - 1e-3f;
            ManifoldCache cache;
            Manifold first;
            ASSERT_TRUE(collideCurved(floor, body, standing(height, kZero, yaw), kMargin, cache, first));
            ASSERT_EQ(first.count, 4) << toString(body.kind);
            EXPECT_NEAR(first.normal.y, 1.0f, 1e-6f);
            const Vec3 middle = middleOf(first);
            EXPECT_NEAR(middle.x, 0.1f, 1e-5f);
            EXPECT_NEAR(middle.z, 0.2f, 1e-5f);
            for (int i = 0; i < 4; ++i) {
                EXPECT_NEAR(first.points[i].separation, -1e-3f, 1e-5f);
                const Vec3 arm = first.points[i].position - middle;
                EXPECT_NEAR(std::sqrt(arm.x * arm.x + arm.z * arm.z), body.size.x, 1e-5f) << "on the rim";
            }
            for (int k = 0; k < 50; ++k) {
                const Quat tremble = fromAxisAngle(random.unitVector(), 5e-6f) * yaw;
                Manifold m;
                ASSERT_TRUE(
                    collideCurved(floor, body, standing(height, random.inBox(5e-6f), tremble), kMargin, cache, m));
                ASSERT_EQ(m.count, 4);
                for (int i = 0; i < 4; ++i) {
                    ASSERT_EQ(m.points[i].featureId, first.points[i].featureId);
                    ASSERT_LT(distance(m.points[i].position, first.points[i].position), 5e-5f);
                }
            }
        }
    }
}

// Rocking by half a degree keeps at least three of the four names; the deepest place may bring one of its own.
TEST(ManifoldCurvedPose, RockingKeepsNames) {
    Random random(52);
    const Shape floor = ShapeBox{{2.0f, 0.5f, 2.0f}};
    const Shape body = ShapeCylinder{0.5f, 0.4f};
    ManifoldCache cache;
    Manifold rest;
    ASSERT_TRUE(collideCurved(floor, body, standing(0.999f, kZero, kIdentityQuat), kMargin, cache, rest));
    for (int k = 0; k < 300; ++k) {
        const SinCos t = sinCos(random.uniform(0.0f, 6.2f));
        const Quat rock = fromAxisAngle({t.cos, 0, t.sin}, random.uniform(-1.0f, 1.0f) * kPi / 360.0f);
        Manifold m;
        ASSERT_TRUE(collideCurved(floor, body, standing(0.999f, kZero, rock), kMargin, cache, m));
        int kept = 0;
        for (int i = 0; i < m.count; ++i)
            for (int j = 0; j < rest.count; ++j) kept += m.points[i].featureId == rest.points[j].featureId;
        ASSERT_GE(kept, 3) << "rock " << k;
    }
}

TEST(ManifoldCurvedPose, LyingCylinderTouchesAlongALine) {
    const Shape floor = ShapeBox{{2.0f, 0.5f, 2.0f}};
    const Quat lying = fromAxisAngle({0, 0, 1}, 0.5f * kPi);
    Random random(53);
    for (int k = 0; k < 100; ++k) {
        const Quat roll = fromAxisAngle({1, 0, 0}, random.uniform(0.0f, 6.0f)) * lying;
        ManifoldCache cache;
        Manifold m;
        ASSERT_TRUE(collideCurved(floor, ShapeCylinder{0.5f, 0.4f}, standing(0.899f, kZero, roll), kMargin, cache, m));
        ASSERT_EQ(m.count, 2);
        EXPECT_NEAR(m.normal.y, 1.0f, 1e-5f);
        EXPECT_NEAR(distance(m.points[0].position, m.points[1].position), 1.0f, 1e-4f);
        EXPECT_NEAR(middleOf(m).x, 0.1f, 1e-4f);
        EXPECT_NEAR(middleOf(m).z, 0.2f, 1e-4f);
    }
}

TEST(ManifoldCurvedPose, CapsuleLiesOnAHullFace) {
    const Hull slab = buildBoxHull({1.0f, 0.2f, 1.0f});
    const Quat lying = fromAxisAngle({0, 0, 1}, 0.5f * kPi);
    ManifoldCache cache;
    Manifold m;
    ASSERT_TRUE(
        collideCurved(ShapeHull{&slab}, ShapeCapsule{0.5f, 0.1f}, {{0.0f, 0.29f, 0.0f}, lying}, kMargin, cache, m));
    ASSERT_EQ(m.count, 2);
    EXPECT_NEAR(depths(m).least, -0.01f, 1e-5f);
    EXPECT_NEAR(distance(m.points[0].position, m.points[1].position), 1.0f, 1e-4f);
}

// Takes in every bit of GJK and the expanding polytope as well: a change there changes this number.
TEST(ManifoldCurvedPose, SameBitsEverywhere) {
    Random poses(61);
    const Hull hull = buildBoxHull({0.5f, 0.4f, 0.3f});
    const Shape shapes[] = {ShapeCylinder{0.5f, 0.4f},    ShapeCone{0.5f, 0.4f, 0.05f}, ShapeCapsule{0.4f, 0.2f},
                            ShapeBox{{0.3f, 0.4f, 0.5f}}, ShapeHull{&hull, 0.02f},      ShapeSphere{0.4f}};
    uint64_t hash = 0;
    for (int k = 0; k < 3000; ++k) {
        const float reach = poses.uniform(0.2f, 1.2f); // one call a statement: the order of operands is the compiler's
        const Vec3 place = reach * poses.unitVector();
        const Transform pose{place, poses.rotation()};
        ManifoldCache cache;
        Manifold m;
        if (collideCurved(shapes[k % 6], shapes[(k / 6) % 6], pose, kMargin, cache, m)) hash = hashManifold(m, hash);
    }
    EXPECT_EQ(hash, 0x25dc59d3d2110d24ull) << std::hex << hash;
}

} // namespace
} // namespace cairn
