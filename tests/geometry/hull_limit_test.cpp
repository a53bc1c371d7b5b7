// The vertex limit: how much volume is kept, against adding the farthest points until the limit is reached.
#include "geometry/hull_quick.h"

#include "support/clouds.h"
#include "support/hull_check.h"

#include <cairn/hull.h>

#include <gtest/gtest.h>

namespace cairn {

namespace {

double volumeOf(const HullCloud& cloud, const TriangleHull& hull) {
    double volume = 0;
    for (const TriangleFace& f : hull.faces) {
        const auto at = [&](int i) { return mul(cloud.grid(f.vertex[i]), cloud.step); };
        volume += dot(at(0), cross(at(1), at(2))) / 6;
    }
    return volume;
}

} // namespace

TEST(HullLimit, removalKeepsMoreVolumeThanFarthestPoints) {
    for (const int limit : {8, 16, 32, 64}) {
        double kept = 0, added = 0;
        int count = 0;
        for (const int kind : {0, 1, 2, 10, 11, 15}) {
            for (uint64_t seed = 0; seed < 4; ++seed) {
                test::Random random(100 + seed);
                const std::vector<Vec3> points = test::makeRawCloud(kind, 600, random);
                HullCloud cloud;
                makeCloud(std::span<const Vec3>(points), cloud);
                HullSimplex simplex;
                ASSERT_EQ(findSimplex(cloud, simplex), HullStatus::Ok);
                TriangleHull full, farthest;
                quickhull(cloud, simplex, {}, full);
                quickhull(cloud, simplex, {.maxVertices = limit}, farthest);
                const Hull hull = buildHull(points, {.maxVertices = limit, .mergeTolerance = 0.0f});
                ASSERT_EQ(test::hullProblem(hull), "");
                ASSERT_LE(hull.vertices.count(), limit);
                const double whole = volumeOf(cloud, full);
                kept += static_cast<double>(hull.volume) / whole;
                added += volumeOf(cloud, farthest) / whole;
                ++count;
            }
        }
        std::printf("limit %d: volume kept %.4f, by farthest points %.4f\n", limit, kept / count, added / count);
        EXPECT_GT(kept, added);
    }
}

TEST(HullLimit, everyLimitIsKept) {
    test::Random random(5);
    for (int trial = 0; trial < test::scaled(400); ++trial) {
        const std::vector<Vec3> points = test::makeCloud(trial % test::kCloudKindCount, 30 + random.below(300), random);
        const int limit = 4 + random.below(40);
        const Hull hull = buildHull(points, {.maxVertices = limit});
        ASSERT_EQ(test::hullProblem(hull), "") << trial;
        ASSERT_LE(hull.vertices.count(), limit);
    }
}

} // namespace cairn
