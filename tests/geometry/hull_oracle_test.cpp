// The hull builder against qhull, on random and degenerate clouds of 4 to 500 points.
#include "support/clouds.h"
#include "support/hull_check.h"
#include "support/qhull.h"

#include <cairn/error.h>
#include <cairn/hull.h>

#include <gtest/gtest.h>

namespace cairn {

namespace {

double highestPlane(const Hull& hull, Vec3 p) {
    double height = -1e30;
    for (const HullPlane& plane : hull.planes)
        height = max(height, dot(toDouble(plane.normal), toDouble(p)) - static_cast<double>(plane.offset));
    return height;
}

double largestExtent(const std::vector<Vec3>& points) {
    Aabb box = kEmptyAabb;
    for (const Vec3 p : points) box = {min(box.lower, p), max(box.upper, p)};
    return static_cast<double>(maxComponent(box.upper - box.lower));
}

} // namespace

TEST(HullOracle, sameHullAsQhull) {
    test::Random random(20);
    test::Qhull qhull;
    int compared = 0, refused = 0;
    const int trials = test::scaled(10000);
    for (int trial = 0; trial < trials; ++trial) {
        const int kind = trial % test::kCloudKindCount;
        const int count = 4 + random.below(random.below(4) == 0 ? 497 : 60);
        const std::vector<Vec3> points = test::makeCloud(kind, count, random);
        const double size = largestExtent(points);
        SCOPED_TRACE(::testing::Message() << "trial " << trial << " kind " << kind << " count " << count);

        ErrorCapture capture;
        const Hull hull = buildHull(points, {.maxVertices = kMaxHullVertices, .mergeTolerance = 0.0f});
        const test::QhullResult oracle = qhull.run(test::Qhull::flatten(points), true);
        if (hull.empty()) {
            // Refused as flat: then there is next to nothing for qhull to find either.
            ++refused;
            ASSERT_EQ(capture.count(), 1);
            ASSERT_TRUE(!oracle.ok || oracle.volume < 2e-6 * size * size * size) << capture.message();
            continue;
        }
        ASSERT_EQ(capture.count(), 0) << capture.message();
        ASSERT_EQ(test::hullProblem(hull, 4e-6), "");
        if (!oracle.ok) continue; // qhull gives up on some clouds thinner than its own tolerance
        ++compared;

        const double area = size * size;
        ASSERT_NEAR(hull.volume, oracle.volume, 1e-4 * oracle.volume + 1e-7 * area * size);
        double reach = 0;
        for (const Vec3 p : points) reach = max(reach, static_cast<double>(maxComponent(abs(p))));
        const double tolerance = 4e-6 * size + 4e-7 * reach;
        for (const Vec3 p : points) ASSERT_LE(highestPlane(hull, p), tolerance);
        // The vertex sets agree, but for vertices that one side merged into a face or an edge of its surface.
        for (const Vec3 v : hull.vertices) {
            double nearest = 1e30;
            for (const int i : oracle.vertices)
                nearest = min(nearest, static_cast<double>(distance(v, points[static_cast<std::size_t>(i)])));
            if (nearest > tolerance) {
                ASSERT_GE(oracle.height(toDouble(v)), -tolerance);
            }
        }
        for (const int i : oracle.vertices) {
            const Vec3 p = points[static_cast<std::size_t>(i)];
            double nearest = 1e30;
            for (const Vec3 v : hull.vertices) nearest = min(nearest, static_cast<double>(distance(v, p)));
            if (nearest > tolerance) {
                ASSERT_GE(highestPlane(hull, p), -tolerance);
            }
        }
    }
    EXPECT_GT(compared, trials * 9 / 10);
    std::printf("compared %d, refused as flat %d\n", compared, refused);
}

TEST(HullOracle, defaultToleranceLosesLittle) {
    test::Random random(21);
    double worst = 0;
    for (int trial = 0; trial < test::scaled(4000); ++trial) {
        const int kind = trial % test::kCloudKindCount;
        const int count = 4 + random.below(random.below(4) == 0 ? 497 : 60);
        const std::vector<Vec3> points = test::makeCloud(kind, count, random);
        const double size = largestExtent(points);
        SCOPED_TRACE(::testing::Message() << "trial " << trial << " kind " << kind << " count " << count);
        ErrorCapture capture;
        const Hull hull = buildHull(points, {.maxVertices = kMaxHullVertices});
        if (hull.empty()) continue;
        ASSERT_EQ(test::hullProblem(hull, 1e-3), "");
        double reach = 0;
        for (const Vec3 p : points) reach = max(reach, static_cast<double>(maxComponent(abs(p))));
        for (const Vec3 p : points) worst = max(worst, (highestPlane(hull, p) - 4e-7 * reach) / size);
        for (const Vec3 p : points) ASSERT_LE(highestPlane(hull, p), 1e-3 * size + 4e-7 * reach);
    }
    std::printf("farthest point outside: %.2g of the size\n", worst);
}

} // namespace cairn
