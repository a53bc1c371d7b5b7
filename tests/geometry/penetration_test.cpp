// Minimum translation against brute force: every Minkowski face of polytopes, dense directions with refinement for
// curved ones.
#include "geometry/penetration.h"

#include "geometry/support_oracle.h"

#include <gtest/gtest.h>

using namespace cairn;
using namespace cairn::test;

namespace {

// The corners of a polytopal core in the pair's frame.
std::vector<DVec3> corners(const Solid& s) {
    std::vector<DVec3> out;
    const Convex& c = s.core;
    const int count = c.kind == ShapeKind::Box
                          ? 8
                          : (c.kind == ShapeKind::Capsule ? 2 : (c.kind == ShapeKind::Hull ? c.pointCount : 1));
    for (int i = 0; i < count; ++i) out.push_back(rotate(s.q, toDouble(vertex(c, i))) + s.p);
    return out;
}

// The largest separation over all directions that can be a face of the difference body: normals of all corner triples,
// and cross products of all corner pairs (a superset of the faces and edges, so it cannot miss one).
double bruteForcePolytopes(const Solid& a, const Solid& b) {
    const std::vector<DVec3> va = corners(a), vb = corners(b);
    std::vector<DVec3> ea, eb;
    double best = -1e300;
    const auto tryAxis = [&](DVec3 n) {
        const double l = length(n);
        if (l < 1e-12) return;
        n = (1.0 / l) * n;
        best = std::fmax(best, std::fmax(separationAlong(a, b, n), separationAlong(a, b, -n)));
    };
    const auto edgesAndFaces = [&](const std::vector<DVec3>& v, std::vector<DVec3>& edges) {
        for (size_t i = 0; i < v.size(); ++i)
            for (size_t j = i + 1; j < v.size(); ++j) {
                edges.push_back(v[j] - v[i]);
                for (size_t k = j + 1; k < v.size(); ++k) tryAxis(cross(v[j] - v[i], v[k] - v[i]));
            }
    };
    edgesAndFaces(va, ea);
    edgesAndFaces(vb, eb);
    for (const DVec3& x : ea)
        for (const DVec3& y : eb) tryAxis(cross(x, y));
    return best;
}

// Evenly spread directions, then a shrinking pattern search from the best few.
double bruteForceCurved(const Solid& a, const Solid& b, int directions) {
    struct Start {
        double s;
        DVec3 n;
    };
    std::vector<Start> starts;
    for (int i = 0; i < directions; ++i) {
        const double y = 1.0 - 2.0 * (i + 0.5) / directions, r = std::sqrt(1.0 - y * y), angle = 2.399963229728653 * i;
        const DVec3 n{r * std::cos(angle), y, r * std::sin(angle)};
        starts.push_back({separationAlong(a, b, n), n});
    }
    std::sort(starts.begin(), starts.end(), [](const Start& x, const Start& y) { return x.s > y.s; });
    double best = -1e300;
    for (int i = 0; i < 8; ++i) {
        Start s = starts[static_cast<size_t>(i)];
        double step = 0.1;
        for (int k = 0; k < 200 && step > 1e-7; ++k) {
            const DVec3 u = toDouble(perpendicular(toFloat(s.n))), v = cross(s.n, u);
            bool better = false;
            for (int j = 0; j < 8; ++j) {
                const double angle = 0.25 * M_PI * j;
                DVec3 n = s.n + step * (std::cos(angle) * u + std::sin(angle) * v);
                n = (1.0 / length(n)) * n;
                const double e = separationAlong(a, b, n);
                if (e > s.s) s = {e, n}, better = true;
            }
            if (!better) step *= 0.5;
        }
        best = std::fmax(best, s.s);
    }
    return best;
}

Transform randomPose(Random& random, float reach) { return {random.inBox(reach), random.rotation()}; }

} // namespace

TEST(Penetration, PolytopesMatchEveryMinkowskiFace) {
    Random random(11);
    int overlaps = 0;
    double worst = 0.0;
    std::vector<Vec3> cloudA, cloudB;
    static constexpr int kKinds[] = {1, 2, 5};
    for (int trial = scaled(10000); trial > 0; --trial) {
        const float size = random.logUniform(0.1f, 10.0f);
        const Convex a = randomCore(random, kKinds[random.below(3)], size, cloudA);
        const Convex b = randomCore(random, kKinds[random.below(3)], size * random.logUniform(0.2f, 5.0f), cloudB);
        const Transform t = randomPose(random, size);
        const SeparationResult r = separation(a, b, t);
        ASSERT_NEAR(length(r.normal), 1.0f, 1e-5f);
        if (!r.coresOverlap) continue;
        ++overlaps;
        const double exact = bruteForcePolytopes(place(a, kIdentity), place(b, t));
        worst = std::fmax(worst, std::fabs(exact - r.separation) / size);
        EXPECT_NEAR(r.separation, exact, 1e-5 * size) << toString(a.kind) << " " << toString(b.kind);
        EXPECT_NEAR(separationAlong(place(a, kIdentity), place(b, t), toDouble(r.normal)), r.separation, 2e-6 * size);
    }
    EXPECT_GT(overlaps, scaled(10000) / 4);
    printf("polytopes: %d overlaps, worst error %.2g of size\n", overlaps, worst);
}

TEST(Penetration, CurvedPairsMatchDenseSearch) {
    Random random(12);
    int overlaps = 0;
    double worst = 0.0;
    std::vector<Vec3> cloudA, cloudB;
    for (int trial = scaled(6000); trial > 0; --trial) {
        const float size = random.logUniform(0.1f, 10.0f);
        const Convex a = randomCore(random, 3 + random.below(2), size, cloudA);
        const Convex b = randomCore(random, 1 + random.below(5), size, cloudB);
        const Transform t = randomPose(random, size);
        const SeparationResult r = separation(a, b, t);
        if (!r.coresOverlap) continue;
        ++overlaps;
        const Solid sa = place(a, kIdentity), sb = place(b, t);
        const double best = bruteForceCurved(sa, sb, 1500);
        worst = std::fmax(worst, (best - r.separation) / size);
        EXPECT_LT(best - r.separation, 1e-4 * size) << toString(a.kind) << " " << toString(b.kind);
        EXPECT_NEAR(separationAlong(sa, sb, toDouble(r.normal)), r.separation, 2e-6 * size);
    }
    EXPECT_GT(overlaps, scaled(6000) / 4);
    printf("curved: %d overlaps, worst error %.2g of size\n", overlaps, worst);
}

TEST(Penetration, WitnessesLieOnBothSolids) {
    Random random(13);
    std::vector<Vec3> cloudA, cloudB;
    for (int trial = scaled(20000); trial > 0; --trial) {
        const float size = random.logUniform(0.1f, 10.0f);
        Convex a = randomCore(random, random.below(5), size, cloudA);
        Convex b = randomCore(random, random.below(5), size, cloudB);
        if (random.below(2)) a.radius += 0.1f * size;
        const Transform t = randomPose(random, 1.5f * size);
        const SeparationResult r = separation(a, b, t);
        const Solid sa = place(a, kIdentity), sb = place(b, t);
        EXPECT_NEAR(distance(r.pointB, r.pointA + r.separation * r.normal), 0.0f, 1e-5f * size);
        EXPECT_LT(distanceToCore(sa, toDouble(r.pointA)) - a.radius, 2e-4 * size)
            << toString(a.kind) << " " << toString(b.kind);
        EXPECT_LT(distanceToCore(sb, toDouble(r.pointB)) - b.radius, 2e-4 * size)
            << toString(a.kind) << " " << toString(b.kind);
    }
}

TEST(Penetration, FlatPairsHaveADirection) {
    // Cores without volume together: a point on a triangle, crossing coplanar segments, equal points.
    const Vec3 triangle[3] = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}};
    const Convex flat = makeConvex(triangle, 0.1f);
    const Convex ball = makeConvex(ShapeSphere{0.2f});
    SeparationResult r = separation(flat, ball, {{0.0f, 0.0f, 0.0f}, kIdentityQuat});
    EXPECT_NEAR(r.separation, -0.3f, 1e-6f);
    EXPECT_NEAR(std::fabs(r.normal.y), 1.0f, 1e-6f);

    const Convex rod = makeConvex(ShapeCapsule{1.0f, 0.25f});
    r = separation(rod, rod, {kZero, fromAxisAngle({0, 0, 1}, 1.0f)});
    EXPECT_NEAR(r.separation, -0.5f, 1e-5f);
    EXPECT_NEAR(std::fabs(r.normal.z), 1.0f, 1e-4f);
    r = separation(rod, rod, kIdentity);
    EXPECT_NEAR(r.separation, -0.5f, 1e-5f);
    EXPECT_NEAR(r.normal.y, 0.0f, 1e-4f);

    r = separation(ball, ball, kIdentity);
    EXPECT_NEAR(r.separation, -0.4f, 1e-6f);
    EXPECT_NEAR(length(r.normal), 1.0f, 1e-6f);
}

TEST(Penetration, CoincidentSymmetricShapes) {
    const Convex cylinder = makeConvex(ShapeCylinder{2.0f, 0.5f});
    SeparationResult r = separation(cylinder, cylinder, kIdentity);
    EXPECT_NEAR(r.separation, -1.0f, 1e-4f);
    const Convex cube = makeConvex(ShapeBox{{1, 1, 1}});
    r = separation(cube, cube, kIdentity);
    EXPECT_NEAR(r.separation, -2.0f, 1e-5f);
    r = separation(cube, cube, {{0.0f, 2.0f, 0.0f}, kIdentityQuat}); // touching exactly
    EXPECT_NEAR(r.separation, 0.0f, 1e-6f);
    EXPECT_NEAR(r.normal.y, 1.0f, 1e-6f);
    EXPECT_NEAR(r.pointA.y, 1.0f, 1e-6f);
}
