// Manifolds of spheres, capsules, boxes, cylinders and cones in closed form, against the signed separation by GJK and
// expanding polytope, and against hand-made cases.
#include "geometry/manifold_checks.h"
#include "geometry/penetration.h"

namespace cairn {

namespace {

using test::collideFresh;
using test::deepest;

Shape someShape(test::Random& random, ShapeKind kind) {
    const auto size = [&] { return random.logUniform(0.05f, 5.0f); };
    const float rounding = random.below(2) ? 0.0f : random.uniform(0.0f, 0.3f);
    switch (kind) {
    case ShapeKind::Sphere: return ShapeSphere{size()};
    case ShapeKind::Capsule: return ShapeCapsule{size(), size()};
    case ShapeKind::Box: return ShapeBox{{size(), size(), size()}, rounding};
    case ShapeKind::Cylinder: return ShapeCylinder{size(), size(), rounding};
    default: return ShapeCone{size(), size(), rounding};
    }
}

// Farther than any point of the shape.
float reach(const Shape& s) { return length(s.size) + s.rounding; }

struct RoundPair {
    ShapeKind a, b;
};

class ManifoldRound : public testing::TestWithParam<RoundPair> {};

TEST_P(ManifoldRound, DepthIsTheLeastTranslation) {
    test::Random random(21);
    int touching = 0;
    float worst = 0.0f;
    const int trials = test::scaled(1000000);
    for (int trial = 0; trial < trials; ++trial) {
        const Shape a = someShape(random, GetParam().a), b = someShape(random, GetParam().b);
        const float far = 0.8f * (reach(a) + reach(b));
        const Transform x{random.uniform(0.0f, far) * random.unitVector(),
                          random.below(4) ? random.rotation() : kIdentityQuat};
        const float margin = 0.05f;
        const Manifold m = collideFresh(a, b, x, margin);
        ASSERT_STREQ(test::soundness(m, margin), "") << trial;
        // The oracle costs more than the collider: one in five.
        if (trial % 5 != 0) continue;
        const float truth = separation(makeConvex(a), makeConvex(b), x).separation;
        if (truth > margin + 1e-3f) {
            ASSERT_EQ(m.count, 0) << trial;
        } else if (truth < margin - 1e-3f) {
            ASSERT_GT(m.count, 0) << trial;
            // The polytope's depth of curved shapes is from above: a smaller one is right if it parts the shapes.
            const float error = deepest(m) - truth;
            ASSERT_GT(error, -1e-3f) << trial;
            if (error > 5e-4f || trial % 50 == 0) {
                const Transform apart{x.p - (deepest(m) - 1e-4f) * m.normal, x.q};
                ASSERT_GT(separation(makeConvex(a), makeConvex(b), apart).separation, -5e-4f) << trial;
            } else {
                worst = max(worst, std::fabs(error));
            }
            ++touching;
        }
    }
    RecordProperty("worst_mm", std::to_string(worst * 1e3f));
    EXPECT_GT(touching, trials / 50);
}

TEST_P(ManifoldRound, SwapTurnsTheManifoldRound) {
    test::Random random(22);
    for (int trial = 0; trial < test::scaled(100000); ++trial) {
        const Shape a = someShape(random, GetParam().a), b = someShape(random, GetParam().b);
        const Transform x{random.uniform(0.0f, 0.8f * (reach(a) + reach(b))) * random.unitVector(), random.rotation()};
        const Manifold m = collideFresh(a, b, x, 0.05f), w = collideFresh(b, a, inverse(x), 0.05f);
        if (m.count == 0 || w.count == 0) {
            ASSERT_GT(min(m.count ? deepest(m) : 0.05f, w.count ? deepest(w) : 0.05f), 0.049f) << trial;
            continue;
        }
        ASSERT_NEAR(deepest(m), deepest(w), 1e-3f) << trial;
        if (GetParam().a == GetParam().b) continue; // sphere-sphere and capsule-capsule may tie
        ASSERT_LT(dot(m.normal, rotate(x.q, w.normal)), -0.99f) << trial;
        ASSERT_EQ(m.count, w.count) << trial;
        const Vec3 other = transformPoint(x, w.points[0].position);
        ASSERT_LT(distance(m.points[0].position, other), 1e-3f * (1.0f + length(other))) << trial;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Pairs, ManifoldRound,
    testing::Values(RoundPair{ShapeKind::Sphere, ShapeKind::Sphere}, RoundPair{ShapeKind::Capsule, ShapeKind::Sphere},
                    RoundPair{ShapeKind::Capsule, ShapeKind::Capsule}, RoundPair{ShapeKind::Box, ShapeKind::Sphere},
                    RoundPair{ShapeKind::Box, ShapeKind::Capsule}, RoundPair{ShapeKind::Cylinder, ShapeKind::Sphere},
                    RoundPair{ShapeKind::Cone, ShapeKind::Sphere}),
    [](const auto& test) { return std::string(toString(test.param.a)) + toString(test.param.b); });

TEST(ManifoldRoundCases, ParallelCapsulesTouchAtTwoPoints) {
    const Shape capsule = ShapeCapsule{1.0f, 0.25f};
    const Manifold m = collideFresh(capsule, capsule, {{0.49f, 0.5f, 0.0f}, kIdentityQuat}, 0.02f);
    ASSERT_EQ(m.count, 2);
    EXPECT_NEAR(m.points[0].position.y, -0.5f, 1e-5f);
    EXPECT_NEAR(m.points[1].position.y, 1.0f, 1e-5f);
    EXPECT_NEAR(m.points[0].separation, -0.01f, 1e-5f);
    // Rocked about any axis by half a degree both stay, under the same names.
    test::Random random(23);
    for (int i = 0; i < 1000; ++i) {
        const Quat q = fromAxisAngle(random.unitVector(), random.uniform(-0.5f, 0.5f) * kPi / 180.0f);
        const Manifold r = collideFresh(capsule, capsule, {{0.49f, 0.5f, 0.0f}, q}, 0.02f);
        ASSERT_EQ(test::sharedIds(m, r), 2) << i;
    }
}

TEST(ManifoldRoundCases, CrossedCapsulesTouchAtOnePoint) {
    const Shape capsule = ShapeCapsule{1.0f, 0.25f};
    const Manifold m =
        collideFresh(capsule, capsule, {{0.49f, 0.2f, 0.3f}, fromAxisAngle({1, 0, 0}, 0.5f * kPi)}, 0.02f);
    ASSERT_EQ(m.count, 1);
    EXPECT_NEAR(m.normal.x, 1.0f, 1e-6f);
    EXPECT_LT(distance(m.points[0].position, {0.245f, 0.2f, 0.0f}), 1e-5f);
}

TEST(ManifoldRoundCases, CoincidentShapesStillGiveANormal) {
    const Shape shapes[] = {ShapeSphere{}, ShapeCapsule{}, ShapeBox{}, ShapeCylinder{}, ShapeCone{}};
    for (const Shape& a : shapes)
        for (const Shape& b : shapes) {
            const Manifold m = collideFresh(a, b, kIdentity, 0.0f);
            ASSERT_GT(m.count, 0) << toString(a.kind) << toString(b.kind);
            ASSERT_STREQ(test::soundness(m, 0.0f), "");
            ASSERT_LT(deepest(m), -0.2f);
        }
}

TEST(ManifoldRoundCases, CapsuleOnABoxKeepsTwoNamedPoints) {
    const Shape box = ShapeBox{{1.0f, 0.5f, 1.0f}}, capsule = ShapeCapsule{0.4f, 0.2f};
    const Quat lying = fromAxisAngle({0, 0, 1}, 0.5f * kPi);
    const Manifold m = collideFresh(box, capsule, {{0.1f, 0.697f, 0.2f}, lying}, 0.02f);
    ASSERT_EQ(m.count, 2);
    EXPECT_NEAR(m.normal.y, 1.0f, 1e-6f);
    EXPECT_NEAR(deepest(m), -0.003f, 1e-5f);
    test::Random random(24);
    for (int i = 0; i < 1000; ++i) {
        const Quat q = fromAxisAngle(random.unitVector(), random.uniform(-0.5f, 0.5f) * kPi / 180.0f) * lying;
        const Manifold r = collideFresh(box, capsule, {{0.1f, 0.697f, 0.2f}, q}, 0.02f);
        ASSERT_EQ(test::sharedIds(m, r), 2) << i;
    }
    // The axis inside the box: out through the top, both ends.
    const Manifold deep = collideFresh(box, capsule, {{0.1f, 0.4f, 0.2f}, lying}, 0.02f);
    ASSERT_EQ(deep.count, 2);
    EXPECT_NEAR(deepest(deep), -0.3f, 1e-5f);
}

// The same bits from every compiler.
TEST(ManifoldRoundCases, GoldenHash) {
    test::Random random(25);
    uint64_t hash = 0;
    for (int trial = 0; trial < 50000; ++trial) {
        const Shape a = someShape(random, static_cast<ShapeKind>(random.below(5)));
        const Shape b =
            random.below(4) ? someShape(random, static_cast<ShapeKind>(random.below(2))) : Shape(ShapePlane{});
        const Transform x{random.inBox(2.0f), random.rotation()};
        if (a.kind > ShapeKind::Box && b.kind == ShapeKind::Capsule) continue; // not a closed form
        hash = test::hashManifold(collideFresh(a, b, x, 0.05f), hash);
    }
    EXPECT_EQ(hash, 0x77C3EF771EF1F9E8ull);
}

} // namespace
} // namespace cairn
