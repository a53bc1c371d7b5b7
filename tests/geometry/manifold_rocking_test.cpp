// Names of contact points while a body rocks by half a degree about where it touches, for every pair of kinds: a solver
// finds last step's impulse by these names.
#include "geometry/manifold_fixture.h"
#include "geometry/manifold_names.h"

namespace cairn {
namespace {

using namespace cairn::test;

constexpr float kMargin = 0.02f;
constexpr float kHalfDegree = kPi / 360.0f;

struct Kinds {
    ShapeKind a, b;
};

// The whole table: convex kinds in both orders, and what stands on a plane.
std::vector<Kinds> allPairs() {
    std::vector<Kinds> pairs;
    for (int b = 0; b <= static_cast<int>(ShapeKind::Hull); ++b) {
        for (int a = 0; a <= b; ++a) pairs.push_back({static_cast<ShapeKind>(a), static_cast<ShapeKind>(b)});
        pairs.push_back({ShapeKind::Plane, static_cast<ShapeKind>(b)});
    }
    return pairs;
}

class ManifoldRocking : public testing::TestWithParam<Kinds> {};

// Moved along the normal until two millimetres deep, as in a stack.
bool settle(const Shape& a, const Shape& b, Transform& pose, ManifoldCache& cache, Manifold& m) {
    for (int i = 0; i < 4; ++i) {
        if (!collideConvex(a, b, pose, kMargin, cache, m)) return false;
        pose.p += (-0.002f - depths(m).least) * m.normal;
    }
    return collideConvex(a, b, pose, kMargin, cache, m);
}

TEST_P(ManifoldRocking, KeepsTheNames) {
    Random random(61);
    const ShapePool pool(62);
    const int trials = max(scaled(20'000), 5000); // fewer would not tell 96 % from 98 %
    int64_t kept = 0, total = 0, deepestKept = 0, rocks = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const Shape a = GetParam().a == ShapeKind::Plane ? Shape(ShapePlane{}) : pool.make(GetParam().a, random);
        const Shape b = pool.make(GetParam().b, random);
        Transform pose{kZero, random.rotation()};
        if (a.kind == ShapeKind::Plane)
            pose.p = {0, 0.5f * sizeOf(b), 0};
        else
            pose = placeNear(a, b, random, kMargin);
        // Half of them flat on each other.
        if (random.below(2) == 0) pose.q = fromAxisAngle({0, 1, 0}, random.uniform(0.0f, 2.0f * kPi));
        ManifoldCache cache;
        Manifold before;
        if (!settle(a, b, pose, cache, before)) continue;
        int low = 0;
        for (int i = 1; i < before.count; ++i)
            if (before.points[i].separation < before.points[low].separation) low = i;
        const ManifoldPoint pivot = before.points[low];
        for (int k = 0; k < 4; ++k) {
            const Vec3 axis = normalizeOr(cross(before.normal, random.unitVector()), Vec3{1, 0, 0});
            const Quat rock = fromAxisAngle(axis, random.uniform(-1.0f, 1.0f) * kHalfDegree);
            const Transform rocked{pivot.position + rotate(rock, pose.p - pivot.position), normalize(rock * pose.q)};
            ManifoldCache was = cache;
            Manifold after;
            ASSERT_TRUE(collideConvex(a, b, rocked, kMargin, was, after)) << trial;
            ++rocks;
            for (int i = 0; i < after.count; ++i) deepestKept += after.points[i].featureId == pivot.featureId ? 1 : 0;
            kept += sharedIds(before, after);
            total += min(before.count, after.count);
        }
    }
    const double names = 100.0 * static_cast<double>(kept) / static_cast<double>(total);
    const double pivots = 100.0 * static_cast<double>(deepestKept) / static_cast<double>(rocks);
    printf("kept %.2f %% of the names, %.2f %% of the deepest points, in %d rocks\n", names, pivots,
           static_cast<int>(rocks));
    EXPECT_GT(rocks, trials);
    EXPECT_GT(names, 96.0);
    EXPECT_GT(pivots, 96.0);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ManifoldRocking, testing::ValuesIn(allPairs()), [](const auto& pair) {
    return std::string(toString(pair.param.a)) + "_" + toString(pair.param.b);
});

} // namespace
} // namespace cairn
