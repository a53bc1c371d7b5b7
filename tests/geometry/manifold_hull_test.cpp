// Manifolds of hulls and boxes against a brute-force separating-axis test in double, under swap, rocking and caching.
#include "geometry/manifold_fixture.h"
#include "geometry/manifold_hull.h"
#include "geometry/penetration.h"
#include "math/dispatch.h"

#include <algorithm>

namespace cairn {
namespace {

using namespace cairn::test;

constexpr float kMargin = 0.02f;

// All face normals and all crosses of edges, in double: the exact answer for polytopes without rounding.
double bruteForce(const Shape& a, const Shape& b, const Transform& bInA) {
    PolytopeStorage storageA, storageB;
    const Polytope pA = makePolytope(a, storageA), pB = makePolytope(b, storageB);
    const ExactPair exact(a, b, bInA);
    const auto normalOf = [](const Polytope& p, int face) {
        const uint16_t* loop = p.faceVertices + p.faces[face].firstVertex;
        const DVec3 o = toDouble(p.vertices[loop[0]]);
        DVec3 n{0, 0, 0};
        for (int i = 2; i < p.faces[face].vertexCount; ++i)
            n += cross(toDouble(p.vertices[loop[i - 1]]) - o, toDouble(p.vertices[loop[i]]) - o);
        return unit(n);
    };
    double best = -1e300;
    for (int i = 0; i < pA.faceCount; ++i) best = std::max(best, exact.along(normalOf(pA, i)));
    for (int i = 0; i < pB.faceCount; ++i) best = std::max(best, exact.along(-(exact.rotation * normalOf(pB, i))));
    for (int i = 0; i < pA.edgeCount; i += 2) {
        const DVec3 eA = toDouble(pA.vertices[pA.edges[i + 1].origin]) - toDouble(pA.vertices[pA.edges[i].origin]);
        for (int j = 0; j < pB.edgeCount; j += 2) {
            const DVec3 eB = exact.rotation * (toDouble(pB.vertices[pB.edges[j + 1].origin]) -
                                               toDouble(pB.vertices[pB.edges[j].origin]));
            const DVec3 d = cross(eA, eB);
            if (lengthSquared(d) < 1e-12 * lengthSquared(eA) * lengthSquared(eB)) continue;
            best = std::max(best, std::max(exact.along(unit(d)), exact.along(-unit(d))));
        }
    }
    return best;
}

bool isSharp(const Shape& s) { return s.rounding == 0.0f; }

TEST(ManifoldHull, DepthEqualsBruteForceOverAllAxes) {
    Random random(11);
    const ShapePool pool(12, 64, 5, 14);
    double worst = 0.0;
    int touching = 0;
    const int trials = scaled(60'000);
    for (int k = 0; k < trials; ++k) {
        const Shape a = pool.make(random.below(3) == 0 ? ShapeKind::Box : ShapeKind::Hull, random);
        const Shape b = pool.make(random.below(3) == 0 ? ShapeKind::Box : ShapeKind::Hull, random);
        const Transform pose = placeNear(a, b, random, kMargin);
        ManifoldCache cache;
        Manifold m;
        const bool hit = collideHulls(a, b, pose, kMargin, cache, m);
        const double exact = bruteForce(a, b, pose);
        if (exact > 1e-3 && hit) {
            ASSERT_GT(depths(m).least, 0.0f) << "trial " << k << " apart by " << exact;
        }
        // Solids that are apart, or whose cores are, may be farther than the axes of the Gauss map say.
        const bool certain = (isSharp(a) && isSharp(b)) || exact + a.rounding + b.rounding < 0.0;
        if (certain && exact < -1e-3) {
            ASSERT_TRUE(hit) << "trial " << k << " exact " << exact;
        }
        if (!hit) continue;
        ++touching;
        ASSERT_TRUE(soundManifold(ExactPair(a, b, pose), m, kMargin, 1e-3)) << "trial " << k;
        if (certain && exact < 0.0) {
            const double error = exact - ExactPair(a, b, pose).along(unit(toDouble(m.normal)));
            worst = std::max(worst, error);
            ASSERT_LT(error, 1e-3) << "trial " << k << " exact " << exact;
            ASSERT_NEAR(depths(m).least, exact, 1e-3) << "trial " << k;
        }
    }
    EXPECT_GT(touching, trials / 3);
    RecordProperty("worst_micrometres", static_cast<int>(worst * 1e6));
}

// The same pairs again and again would hide what a cache does: a small move between two calls with one cache must give
// what a fresh cache gives, up to the choice between equals; and A against B what B against A gives.
class ManifoldHullPairs : public ::testing::TestWithParam<ShapeKind> {};

TEST_P(ManifoldHullPairs, RandomPairsAreSoundSymmetricAndCacheFree) {
    Random random(21);
    const ShapePool pool(22);
    int touching = 0;
    const int trials = scaled(1'000'000);
    for (int k = 0; k < trials; ++k) {
        const Shape a = pool.make(GetParam(), random), b = pool.make(ShapeKind::Hull, random);
        Transform pose = placeNear(a, b, random, kMargin);
        ManifoldCache cache;
        Manifold m;
        collideHulls(a, b, pose, kMargin, cache, m);
        pose.p += 0.01f * random.inBox(min(sizeOf(a), sizeOf(b)));
        pose.q = normalize(pose.q * fromAxisAngle(random.unitVector(), 0.01f));
        const bool hit = collideHulls(a, b, pose, kMargin, cache, m);

        ManifoldCache fresh, freshSwapped;
        Manifold again, swapped;
        const bool hitAgain = collideHulls(a, b, pose, kMargin, fresh, again);
        const bool hitSwapped = collideHulls(b, a, inverse(pose), kMargin, freshSwapped, swapped);
        if (!hit) {
            // Nothing, or something at the edge of the margin.
            if (hitAgain) {
                ASSERT_GT(depths(again).least, kMargin - 1e-3f) << "trial " << k;
            }
            const ExactPair exact(a, b, pose);
            const Vec3 gap = separation(exact.a, exact.b, pose).normal;
            ASSERT_GT(exact.along(unit(toDouble(gap))), kMargin - 1e-3f) << "trial " << k;
            continue;
        }
        ++touching;
        ASSERT_TRUE(soundManifold(ExactPair(a, b, pose), m, kMargin, 1e-3)) << "trial " << k;
        if (depths(m).least > kMargin - 1e-3f) continue;
        ASSERT_TRUE(hitAgain && hitSwapped) << "trial " << k << " at " << depths(m).least;
        ASSERT_NEAR(depths(again).least, depths(m).least, 1e-3f) << "trial " << k;
        ASSERT_NEAR(depths(swapped).least, depths(again).least, 1e-3f) << "trial " << k;
        const Vec3 turned = -rotate(pose.q, swapped.normal);
        if (depths(again).least < 0.0f) {
            const ExactPair exact(a, b, pose);
            ASSERT_NEAR(exact.along(unit(toDouble(turned))), exact.along(unit(toDouble(again.normal))), 1e-3) << k;
        }
        // Point by point where nothing was left out.
        if (dot(turned, again.normal) > 0.99999f && swapped.count == again.count && again.count < 4 &&
            max(depths(again).most, depths(swapped).most) < kMargin - 1e-3f) {
            ASSERT_NEAR(depths(swapped).most, depths(again).most, 0.01f * sizeOf(a) + 1e-3f) << "trial " << k;
        }
    }
    EXPECT_GT(touching, trials / 3);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ManifoldHullPairs, ::testing::Values(ShapeKind::Box, ShapeKind::Hull),
                         [](const auto& kind) { return std::string(toString(kind.param)) + "_Hull"; });

// The ids of a resting manifold, sorted.
std::vector<uint32_t> idsOf(const Manifold& m) {
    std::vector<uint32_t> ids;
    for (int i = 0; i < m.count; ++i) ids.push_back(m.points[i].featureId);
    std::sort(ids.begin(), ids.end());
    return ids;
}

Hull makePrism(int sides, float radius, float halfHeight) {
    std::vector<Vec3> points;
    for (int i = 0; i < sides; ++i) {
        const SinCos t = sinCos(2.0f * kPi * static_cast<float>(i) / static_cast<float>(sides));
        for (const float y : {-halfHeight, halfHeight}) points.push_back({radius * t.cos, y, radius * t.sin});
    }
    return buildHull(points);
}

// A body that stands on a big box and rocks by half a degree about any level axis keeps its four points.
TEST(ManifoldHull, IdsSurviveRocking) {
    Random random(31);
    const Shape floor = ShapeBox{{5.0f, 0.5f, 5.0f}};
    const Hull triangle = makePrism(3, 0.5f, 0.5f), square = makePrism(4, 0.7f, 0.5f), wedge = makePrism(4, 0.3f, 1.0f);
    const Shape bodies[] = {ShapeHull{&triangle}, ShapeHull{&square}, ShapeHull{&wedge, 0.02f},
                            ShapeBox{{0.5f, 0.5f, 0.5f}}};
    for (const Shape& body : bodies) {
        const float half = body.kind == ShapeKind::Box ? 0.5f : body.hull->bounds.upper.y;
        ManifoldCache cache;
        std::vector<uint32_t> expected;
        for (int k = 0; k < 200; ++k) {
            const float angle = random.uniform(0.0f, 2.0f * kPi);
            const SinCos t = sinCos(angle);
            const Quat rock = k == 0 ? kIdentityQuat
                                     : fromAxisAngle({t.cos, 0.0f, t.sin}, random.uniform(-1.0f, 1.0f) * kPi / 360.0f);
            const Transform pose{{0.3f, 0.5f + half + body.rounding, -0.2f}, rock};
            Manifold m;
            ASSERT_TRUE(collideHulls(floor, body, pose, kMargin, cache, m));
            if (k == 0) expected = idsOf(m);
            ASSERT_EQ(idsOf(m), expected) << toString(body.kind) << " rock " << k;
        }
    }
}

// A rock stands on corners of several of its faces: a roof of two triangles, 2 degrees flat, on its ridge. Whichever of
// them faces the floor, the far corner of the other one is near it too.
TEST(ManifoldHull, CornersOfNeighbouringFacesAreFound) {
    const Vec3 points[] = {{0, 0, -0.3f}, {0, 0, 0.3f}, {-0.3f, 0.0105f, 0}, {0.3f, 0.0105f, 0}, {0, 0.4f, 0}};
    const Hull rock = buildHull({points, std::size(points)});
    const Shape floor = ShapeBox{{5.0f, 0.5f, 5.0f}};
    for (const float lean : {-1.5f, -0.1f, 0.1f, 1.5f}) {
        ManifoldCache cache;
        Manifold m;
        const Quat q = fromAxisAngle({0, 0, 1}, lean * kPi / 180.0f);
        ASSERT_TRUE(collideHulls(floor, ShapeHull{&rock}, {{0, 0.5f, 0}, q}, kMargin, cache, m));
        EXPECT_EQ(m.count, 4) << lean;
        for (int i = 0; i < m.count; ++i) {
            double nearest = 1e9; // each is a corner of the rock, at its own height above the floor
            for (const Vec3 corner : points) {
                const Vec3 p = Vec3{0, 0.5f, 0} + rotate(q, corner);
                const Vec3 halfway{p.x, 0.5f * (p.y + 0.5f), p.z};
                nearest = std::min(nearest, static_cast<double>(length(m.points[i].position - halfway) +
                                                                abs(m.points[i].separation - (p.y - 0.5f))));
            }
            EXPECT_LT(nearest, 1e-5) << lean;
        }
    }
}

// Of the many corners of a patch that leans by more than rocking does, the lowest two are never left out: they carry.
TEST(ManifoldHull, LeaningPatchKeepsItsLowSide) {
    Random random(32);
    const Hull prism = makePrism(8, 0.5f, 0.5f);
    const Shape floors[] = {ShapeBox{{5.0f, 0.5f, 5.0f}}, ShapePlane{}};
    for (int trial = 0; trial < scaled(2000); ++trial) {
        const int which = random.below(2);
        const SinCos t = sinCos(random.uniform(0.0f, 2.0f * kPi));
        const Quat lean = fromAxisAngle({t.cos, 0.0f, t.sin}, random.uniform(0.85f, 1.1f) * kPi / 180.0f);
        const Transform pose{{0.0f, (which == 0 ? 1.0f : 0.5f) - 0.004f, 0.0f}, lean};
        ManifoldCache cache;
        Manifold m;
        ASSERT_TRUE(collideConvex(floors[which], ShapeHull{&prism}, pose, kMargin, cache, m));
        std::vector<float> heights, kept;
        for (const Vec3 corner : prism.vertices)
            heights.push_back(transformPoint(pose, corner).y - (which == 0 ? 0.5f : 0.0f));
        std::sort(heights.begin(), heights.end());
        for (int i = 0; i < m.count; ++i) kept.push_back(m.points[i].separation);
        std::sort(kept.begin(), kept.end());
        ASSERT_GE(m.count, 3);
        ASSERT_NEAR(kept[0], heights[0], 1e-4f) << trial;
        ASSERT_NEAR(kept[1], heights[1], 1e-3f) << trial;
    }
}

// Boxes of one size on top of each other: corners and sides coincide, and micrometres must not change the names.
TEST(ManifoldHull, EqualFacesKeepTheirCorners) {
    Random random(32);
    const Hull cube = buildBoxHull({0.5f, 0.5f, 0.5f});
    ManifoldCache cache;
    std::vector<uint32_t> expected;
    for (int k = 0; k < 500; ++k) {
        const Transform pose{Vec3{0.0f, 0.999f, 0.0f} + random.inBox(2e-5f), fromAxisAngle(random.unitVector(), 2e-5f)};
        Manifold m;
        ASSERT_TRUE(collideHulls(ShapeHull{&cube}, ShapeHull{&cube}, pose, kMargin, cache, m));
        ASSERT_EQ(m.count, 4);
        if (k == 0) expected = idsOf(m);
        ASSERT_EQ(idsOf(m), expected);
    }
}

TEST(ManifoldHull, ManyVerticesGoByTheOtherRoad) {
    Random random(33);
    std::vector<Vec3> points;
    for (int i = 0; i < 600; ++i) points.push_back(random.unitVector());
    const Hull ball = buildHull(points, {.maxVertices = 600, .mergeTolerance = 0.0f});
    ASSERT_GT(ball.vertices.count(), kMaxPolytopeVertices);
    ManifoldCache cache;
    Manifold m;
    ASSERT_TRUE(collideHulls(ShapeHull{&ball}, ShapeBox{{1.0f, 1.0f, 1.0f}}, {{0.0f, 1.9f, 0.0f}, kIdentityQuat},
                             kMargin, cache, m));
    EXPECT_NEAR(depths(m).least, -0.1f, 0.02f);
    EXPECT_GT(m.normal.y, 0.99f);
}

// One number for all bits of many manifolds, the same for every compiler and instruction set.
TEST(ManifoldHull, SameBitsEverywhere) {
    Random random(41);
    std::vector<Hull> hulls;
    for (int k = 0; k < 8; ++k) {
        std::vector<Vec3> points;
        for (int i = 0; i < 6 + 4 * k; ++i) points.push_back(random.inBox(1.0f));
        hulls.push_back(buildHull(points));
    }
    for (int target = 0; target < laneTargetCount(); ++target) {
        ASSERT_TRUE(setLaneTarget(laneTargetName(target)));
        Random poses(42);
        uint64_t hash = 0;
        for (int k = 0; k < 2000; ++k) {
            const Shape a = ShapeHull{&hulls[k % 8], k % 3 == 0 ? 0.05f : 0.0f};
            const Shape b = k % 5 == 0 ? Shape(ShapeBox{{0.5f, 0.7f, 0.6f}}) : Shape(ShapeHull{&hulls[(k / 8) % 8]});
            const float reach =
                poses.uniform(0.8f, 1.6f); // one call a statement: the order of operands is the compiler's
            const Vec3 place = reach * poses.unitVector();
            const Transform pose{place, poses.rotation()};
            ManifoldCache cache;
            Manifold m;
            if (collideHulls(a, b, pose, kMargin, cache, m)) hash = hashManifold(m, hash);
        }
        EXPECT_EQ(hash, 0x7527a553f53aa532ull) << laneTargetName(target) << " " << std::hex << hash;
    }
    setLaneTarget(nullptr);
}

} // namespace
} // namespace cairn
