// Manifolds of hulls and boxes against a brute-force separating-axis test in double, under swap, rocking and caching.
#include "geometry/manifold_fixture.h"
#include "geometry/manifold_hull.h"

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
        }
    }
    EXPECT_GT(touching, trials / 3);
    RecordProperty("worst_micrometres", static_cast<int>(worst * 1e6));
}

} // namespace
} // namespace cairn
