// Every convex kind on the half-space: depth in closed form from the support mapping, ids under rocking.
#include "geometry/convex.h"
#include "geometry/manifold_checks.h"

#include <cairn/hull.h>

#include <vector>

namespace cairn {

namespace {

using test::collideFresh;
using test::deepest;

// Hulls of 10 cm to 10 m.
const Hull& someHull(test::Random& random) {
    static const std::vector<Hull> hulls = [] {
        test::Random made(31);
        std::vector<Hull> all(16);
        for (Hull& hull : all) {
            Array<Vec3> points;
            const float size = made.logUniform(0.05f, 5.0f);
            for (int i = 0; i < 40; ++i) points.push(size * made.unitVector());
            hull = buildHull(points);
        }
        return all;
    }();
    return hulls[static_cast<std::size_t>(random.below(16))];
}

Shape someShape(test::Random& random, ShapeKind kind) {
    const auto size = [&] { return random.logUniform(0.05f, 5.0f); };
    const float rounding = random.below(2) ? 0.0f : random.uniform(0.0f, 0.3f);
    switch (kind) {
    case ShapeKind::Sphere: return ShapeSphere{size()};
    case ShapeKind::Capsule: return ShapeCapsule{size(), size()};
    case ShapeKind::Box: return ShapeBox{{size(), size(), size()}, rounding};
    case ShapeKind::Cylinder: return ShapeCylinder{size(), size(), rounding};
    case ShapeKind::Cone: return ShapeCone{size(), size(), rounding};
    default: return ShapeHull{&someHull(random), rounding};
    }
}

class ManifoldPlane : public testing::TestWithParam<ShapeKind> {};

TEST_P(ManifoldPlane, DeepestPointIsTheLowest) {
    test::Random random(32);
    const Shape plane = ShapePlane{};
    for (int trial = 0; trial < test::scaled(1000000); ++trial) {
        const Shape b = someShape(random, GetParam());
        Transform x{random.inBox(3.0f), random.rotation()};
        if (random.below(3) == 0) x.q = fromAxisAngle(random.unitVector(), random.uniform(0.0f, 0.02f));
        const float margin = 0.1f;
        const Convex core = makeConvex(b);
        const Vec3 lowest = transformPoint(x, support(core, inverseRotate(x.q, {0, -1, 0})).point);
        const float truth = lowest.y - b.rounding;
        const Manifold m = collideFresh(plane, b, x, margin);
        ASSERT_STREQ(test::soundness(m, margin), "") << trial;
        if (truth > margin + 1e-4f) {
            ASSERT_EQ(m.count, 0) << trial;
        }
        if (truth < margin - 1e-4f) {
            ASSERT_GT(m.count, 0) << trial;
            ASSERT_NEAR(deepest(m), truth, 2e-4f) << trial;
            ASSERT_EQ(m.normal, (Vec3{0, 1, 0}));
        }
        const Manifold w = collideFresh(b, plane, inverse(x), margin);
        if (truth < margin - 1e-3f) {
            ASSERT_EQ(w.count > 0, true) << trial;
            ASSERT_NEAR(deepest(w), deepest(m), 1e-3f) << trial;
            ASSERT_LT(rotate(x.q, w.normal).y, -0.999f) << trial;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, ManifoldPlane,
                         testing::Values(ShapeKind::Sphere, ShapeKind::Capsule, ShapeKind::Box, ShapeKind::Cylinder,
                                         ShapeKind::Cone, ShapeKind::Hull),
                         [](const auto& test) { return std::string(toString(test.param)); });

void expectSteady(const Shape& b, const Transform& rest, int points, int kept) {
    const Manifold before = collideFresh(ShapePlane{}, b, rest, 0.02f);
    ASSERT_EQ(before.count, points) << toString(b.kind);
    test::Random random(33);
    for (int i = 0; i < test::scaled(10000); ++i) {
        const Vec3 axis = normalizeOr({random.uniform(-1.0f, 1.0f), 0.0f, random.uniform(-1.0f, 1.0f)}, Vec3{1, 0, 0});
        const Quat rock = fromAxisAngle(axis, random.uniform(-0.5f, 0.5f) * kPi / 180.0f);
        const Manifold after = collideFresh(ShapePlane{}, b, {rest.p, normalize(rock * rest.q)}, 0.02f);
        ASSERT_GE(test::sharedIds(before, after), kept) << toString(b.kind) << ' ' << i;
    }
}

TEST(ManifoldPlaneCases, RockingKeepsIds) {
    const Quat lying = fromAxisAngle({0, 0, 1}, 0.5f * kPi);
    expectSteady(ShapeBox{}, {{0.0f, 0.497f, 0.0f}, kIdentityQuat}, 4, 4);
    expectSteady(ShapeCylinder{}, {{0.0f, 0.497f, 0.0f}, kIdentityQuat}, 4, 4);
    expectSteady(ShapeCylinder{}, {{0.0f, 0.497f, 0.0f}, lying}, 2, 2);
    expectSteady(ShapeCone{}, {{0.0f, 0.497f, 0.0f}, kIdentityQuat}, 4, 4);
    expectSteady(ShapeCapsule{}, {{0.0f, 0.247f, 0.0f}, lying}, 2, 2);
    const Hull box = buildBoxHull({0.5f, 0.5f, 0.5f});
    expectSteady(ShapeHull{&box}, {{0.0f, 0.497f, 0.0f}, kIdentityQuat}, 4, 4);
}

TEST(ManifoldPlaneCases, NothingAgainstAnotherPlaneOrAMesh) {
    EXPECT_EQ(collideFresh(ShapePlane{}, ShapePlane{}, kIdentity, 0.1f).count, 0);
    EXPECT_EQ(collideFresh(ShapePlane{}, ShapeMesh{}, kIdentity, 0.1f).count, 0);
}

} // namespace
} // namespace cairn
