// Manifolds of cylinders, cones, capsules and spheres against everything convex, judged by duality: the depth must be
// what the support functions show along the normal, and no other direction may show a smaller one.
#include "geometry/manifold_curved.h"
#include "geometry/manifold_fixture.h"

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
    const int trials = scaled(100'000);
    int hits = 0;
    double worst = 0.0;
    for (int k = 0; k < trials; ++k) {
        const Shape a = pool.make(GetParam().a, random), b = pool.make(GetParam().b, random);
        const Transform pose = placeNear(a, b, random, kMargin);
        const ExactPair exact(a, b, pose);
        ManifoldCache cache, swappedCache;
        Manifold m, swapped;
        const bool hit = collideCurved(a, b, pose, kMargin, cache, m);
        const bool swappedHit = collideCurved(b, a, inverse(pose), kMargin, swappedCache, swapped);
        if (!hit) {
            if (swappedHit) {
                ASSERT_GT(depths(swapped).least, kMargin - 1e-3f) << "trial " << k;
            }
            continue;
        }
        ++hits;
        ASSERT_TRUE(soundManifold(exact, m, kMargin, 1e-3)) << "trial " << k;
        const double along = exact.along(unit(toDouble(m.normal)));
        if (k % 16 == 0) {
            const double better = std::max(climb(exact, toDouble(m.normal), 0.02, 60, random),
                                           climb(exact, toDouble(random.unitVector()), 0.5, 100, random));
            worst = std::max(worst, better - along);
            ASSERT_LT(better - along, 1e-3) << "trial " << k << " depth " << along;
        }
        if (depths(m).least < kMargin - 1e-3f) {
            ASSERT_TRUE(swappedHit) << "trial " << k;
            ASSERT_NEAR(depths(swapped).least, depths(m).least, 1e-3f) << "trial " << k;
        }
    }
    EXPECT_GT(hits, trials / 3);
    RecordProperty("worst_micrometres", static_cast<int>(worst * 1e6));
}

INSTANTIATE_TEST_SUITE_P(Kinds, ManifoldCurved, ::testing::ValuesIn(kPairs), [](const auto& parameter) {
    return std::string(toString(parameter.param.a)) + "_" + toString(parameter.param.b);
});

} // namespace
} // namespace cairn
