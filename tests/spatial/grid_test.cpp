// The point grid against a test of all pairs; order; refusal of bad input.
#include <cairn/error.h>
#include <cairn/grid.h>

#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace cairn::test {
namespace {

std::vector<uint32_t> neighbors(const PointGrid& grid, Vec3 p) {
    std::vector<uint32_t> result;
    grid.forEachNeighbor(p, [&](uint32_t j, Vec3 offset, float d2) {
        EXPECT_EQ(dot(offset, offset), d2);
        result.push_back(j);
    });
    return result;
}

void expectBruteForce(const std::vector<Vec3>& points, float radius, int trials, Random& random) {
    PointGrid grid;
    ASSERT_TRUE(grid.build(points, radius));
    ASSERT_EQ(grid.count(), static_cast<int>(points.size()));
    for (int trial = 0; trial < trials; ++trial) {
        Vec3 p = points[random.below(static_cast<int>(points.size()))];
        if (trial % 2) p += random.uniform(0.0f, 2.0f * radius) * random.unitVector();
        std::vector<uint32_t> expected;
        for (size_t j = 0; j < points.size(); ++j) {
            if (distanceSquared(p, points[j]) <= radius * radius) expected.push_back(static_cast<uint32_t>(j));
        }
        std::vector<uint32_t> found = neighbors(grid, p);
        std::sort(found.begin(), found.end());
        ASSERT_EQ(found, expected) << "radius " << radius << " at " << p.x << " " << p.y << " " << p.z;
    }
}

TEST(PointGrid, NeighborsAgreeWithAllPairs) {
    Random random(1);
    for (const float world : {1.0f, 10.0f, 1000.0f, 9e5f}) {
        std::vector<Vec3> points;
        const Vec3 offset = random.inBox(world);
        for (int i = 0; i < 3000; ++i)
            points.push_back(i % 2 ? random.inBox(world) : 0.1f * offset + random.inBox(3.0f));
        expectBruteForce(points, 1.0f, scaled(500), random);
        for (Vec3& p : points) p = 1e-3f * p;
        expectBruteForce(points, 1e-3f, scaled(300), random);
    }
}

// Points exactly one radius apart, on cell faces: the closed ball must be found whatever rounding does.
TEST(PointGrid, LatticeOnCellBoundaries) {
    Random random(2);
    for (const float radius : {1.0f, 0.1f, 0.3f, 7.7f}) {
        std::vector<Vec3> points;
        for (int x = -6; x < 6; ++x) {
            for (int y = -6; y < 6; ++y) {
                for (int z = -6; z < 6; ++z) {
                    points.push_back(radius *
                                     Vec3{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)});
                }
            }
        }
        expectBruteForce(points, radius, 500, random);
    }
}

TEST(PointGrid, CrowdedLonelyAndEmpty) {
    Random random(3);
    expectBruteForce(std::vector<Vec3>(500, Vec3{1, 2, 3}), 0.5f, 5, random);
    expectBruteForce({{0, 0, 0}}, 1.0f, 20, random);
    std::vector<Vec3> line;
    for (int i = 0; i < 2000; ++i) line.push_back({0.25f * static_cast<float>(i), 0, 0});
    expectBruteForce(line, 1.0f, 200, random);
    PointGrid grid;
    ASSERT_TRUE(grid.build({}, 1.0f));
    EXPECT_TRUE(neighbors(grid, {0, 0, 0}).empty());
}

TEST(PointGrid, SortedOrderIsAPermutationAndRepeats) {
    Random random(4);
    std::vector<Vec3> points;
    for (int i = 0; i < 100000; ++i) points.push_back(random.inBox(20.0f));
    PointGrid a, b;
    ASSERT_TRUE(a.build(points, 0.7f));
    ASSERT_TRUE(b.build(points, 0.7f));
    std::vector<bool> seen(points.size());
    for (size_t i = 0; i < points.size(); ++i) {
        const uint32_t from = a.order()[i];
        ASSERT_FALSE(seen[from]);
        seen[from] = true;
        ASSERT_EQ(a.points()[i], points[from]);
        ASSERT_EQ(from, b.order()[i]);
    }
    EXPECT_EQ(neighbors(a, points[7]), neighbors(b, points[7]));
}

TEST(PointGrid, BadInputIsRefusedByName) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    PointGrid grid;
    const Vec3 good[] = {{0, 0, 0}, {1, 1, 1}};
    ASSERT_TRUE(grid.build(good, 1.0f));
    for (const float radius : {0.0f, -1.0f, nan, inf}) {
        ErrorCapture capture;
        EXPECT_FALSE(grid.build(good, radius));
        EXPECT_STREQ(capture.field(), "radius");
        EXPECT_EQ(grid.count(), 0);
    }
    for (const float x : {nan, inf, -inf, 2e6f}) {
        ErrorCapture capture;
        const Vec3 bad[] = {{0, 0, 0}, {0, x, 0}};
        EXPECT_FALSE(grid.build(bad, 1.0f));
        EXPECT_STREQ(capture.field(), "points");
    }
    ASSERT_TRUE(grid.build(good, 1.0f));
    for (const float x : {nan, inf, -inf, 1e30f}) EXPECT_TRUE(neighbors(grid, {x, 0, 0}).empty());
}

} // namespace
} // namespace cairn::test
