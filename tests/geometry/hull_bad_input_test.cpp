// Clouds that have no hull are refused by name, in every build; extreme clouds that have one are handled.
#include "support/clouds.h"
#include "support/hull_check.h"

#include <cairn/error.h>
#include <cairn/hull.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace cairn {

namespace {

void expectRefused(const std::vector<Vec3>& points, const char* field, const char* reason,
                   const HullOptions& options = {}) {
    ErrorCapture capture;
    const Hull hull = buildHull(points, options);
    EXPECT_TRUE(hull.empty());
    EXPECT_EQ(capture.count(), 1);
    EXPECT_STREQ(capture.field(), field);
    EXPECT_NE(std::string(capture.message()).find(reason), std::string::npos) << capture.message();
}

std::vector<Vec3> cube(float half, Vec3 at = kZero) {
    std::vector<Vec3> points;
    for (int i = 0; i < 8; ++i)
        points.push_back(at + Vec3{i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half});
    return points;
}

const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kInfinity = std::numeric_limits<float>::infinity();

} // namespace

TEST(HullBadInput, tooFewPoints) {
    expectRefused({}, "points", "at least 4");
    expectRefused({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, "points", "at least 4");
}

TEST(HullBadInput, notFinite) {
    for (const float bad : {kNan, kInfinity, -kInfinity}) {
        std::vector<Vec3> points = cube(1);
        points[3].y = bad;
        expectRefused(points, "points[3].y", "finite");
        ErrorCapture capture;
        EXPECT_TRUE(buildBoxHull({1, bad, 1}).empty());
        EXPECT_STREQ(capture.field(), "halfExtents.y");
    }
}

TEST(HullBadInput, tooFar) {
    std::vector<Vec3> points = cube(1);
    points[7].z = 3e7f;
    expectRefused(points, "points[7].z", "2e7");
}

TEST(HullBadInput, allEqual) { expectRefused(std::vector<Vec3>(10, Vec3{1, 2, 3}), "points", "coincide"); }

TEST(HullBadInput, collinear) {
    test::Random random(1);
    for (int trial = 0; trial < 200; ++trial) {
        const Vec3 a = random.inBox(10.0f), d = random.unitVector();
        std::vector<Vec3> points;
        for (int i = 0; i < 4 + trial % 20; ++i) points.push_back(a + random.uniform(-5.0f, 5.0f) * d);
        expectRefused(points, "points", "one line");
    }
    expectRefused({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, "points", "one line");
}

TEST(HullBadInput, flat) {
    test::Random random(2);
    for (int trial = 0; trial < 200; ++trial) {
        const Quat q = random.rotation();
        std::vector<Vec3> points;
        for (int i = 0; i < 6 + trial % 40; ++i)
            points.push_back(rotate(q, Vec3{random.uniform(-5.0f, 5.0f), 0, random.uniform(-5.0f, 5.0f)}));
        expectRefused(points, "points", "one plane");
    }
    expectRefused({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, "points", "one plane");
}

TEST(HullBadInput, options) {
    for (const int n : {-1, 0, 3, kMaxHullVertices + 1})
        expectRefused(cube(1), "options.maxVertices", "4 to 10000", {.maxVertices = n});
    for (const float t : {-1e-3f, 0.2f, kNan, kInfinity})
        expectRefused(cube(1), "options.mergeTolerance", "0 to 0.1", {.mergeTolerance = t});
    for (const float l : {-1e-3f, kNan}) expectRefused(cube(1), "options.mergeLimit", "negative", {.mergeLimit = l});
    for (const float h : {0.0f, -1.0f, 1e9f}) {
        ErrorCapture capture;
        EXPECT_TRUE(buildBoxHull({1, 1, h}).empty());
        EXPECT_STREQ(capture.field(), "halfExtents.z");
    }
}

TEST(HullBadInput, denormalClouds) {
    // Their volume does not fit a float.
    for (const float half : {1e-40f, 1e-30f, 1e-8f}) expectRefused(cube(half), "points", "too small");
    expectRefused({{0, 0, 0}, {1e-3f, 0, 0}, {0, 1e-16f, 0}, {0, 0, 1e-16f}}, "points", "too small");
}

TEST(HullExtreme, cubesOfAllSizesAndPlaces) {
    for (const float half : {1e-4f, 1e-2f, 1.0f, 1e3f, 1e7f}) {
        const Hull hull = buildHull(cube(half));
        ASSERT_EQ(test::hullProblem(hull), "") << half;
        EXPECT_EQ(hull.faces.count(), 6);
        EXPECT_FLOAT_EQ(hull.volume, 8 * half * half * half);
    }
    for (const float at : {1e3f, 1e5f, 1e7f}) {
        const Hull hull = buildHull(cube(4, {at, -at, at}));
        ASSERT_EQ(test::hullProblem(hull), "") << at;
        EXPECT_EQ(hull.faces.count(), 6);
        EXPECT_FLOAT_EQ(hull.volume, 512);
    }
}

TEST(HullExtreme, needlesAndSheets) {
    for (const float length : {1e2f, 1e4f, 1e6f}) {
        for (const Vec3 scale : {Vec3{length, 1, 1}, Vec3{length, 1, length}}) {
            std::vector<Vec3> points = cube(1);
            for (Vec3& p : points) p = mul(scale, p);
            const Hull hull = buildHull(points);
            ASSERT_EQ(test::hullProblem(hull), "") << length;
            EXPECT_EQ(hull.faces.count(), 6);
            EXPECT_EQ(hull.vertices.count(), 8);
        }
    }
}

TEST(HullExtreme, fineCylinderHasPolygonCaps) {
    for (const int n : {8, 16, 32, 64}) {
        std::vector<Vec3> points;
        for (int i = 0; i < n; ++i) {
            const SinCos t = sinCos(2 * kPi * static_cast<float>(i) / static_cast<float>(n));
            points.push_back({t.cos, 1, t.sin});
            points.push_back({t.cos, -1, t.sin});
        }
        const Hull hull = buildHull(points, {.maxVertices = 2 * n});
        ASSERT_EQ(test::hullProblem(hull), "") << n;
        EXPECT_EQ(hull.vertices.count(), 2 * n);
        EXPECT_EQ(hull.faces.count(), n + 2);
    }
}

// The cloud decides, not the order in which its points come.
TEST(HullExtreme, orderOfPointsDoesNotMatter) {
    test::Random random(3);
    for (int trial = 0; trial < test::scaled(800); ++trial) {
        std::vector<Vec3> points = test::makeCloud(trial % test::kCloudKindCount, 4 + random.below(100), random);
        const HullOptions options{.maxVertices = trial % 3 == 0 ? 12 : 1000,
                                  .mergeTolerance = trial % 2 ? 1e-3f : 0.0f};
        ErrorCapture capture;
        const Hull a = buildHull(points, options);
        for (std::size_t i = points.size(); i > 1; --i)
            std::swap(points[i - 1], points[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
        const Hull b = buildHull(points, options);
        ASSERT_EQ(a.vertices.count(), b.vertices.count()) << trial;
        ASSERT_EQ(a.edges.count(), b.edges.count()) << trial;
        for (int i = 0; i < a.vertices.count(); ++i) ASSERT_TRUE(a.vertices[i] == b.vertices[i]) << trial;
        ASSERT_EQ(a.volume, b.volume);
    }
}

} // namespace cairn
