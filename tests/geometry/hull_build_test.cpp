// The hull builder on clouds whose hull is known.
#include "support/hull_check.h"
#include "support/random.h"

#include <cairn/hull.h>

#include <gtest/gtest.h>

namespace cairn {

using test::hullProblem;

TEST(HullBuild, boxHasSixQuads) {
    const Hull hull = buildBoxHull({1, 2, 3});
    EXPECT_EQ(hullProblem(hull), "");
    EXPECT_EQ(hull.vertices.count(), 8);
    EXPECT_EQ(hull.faces.count(), 6);
    EXPECT_EQ(hull.edges.count(), 24);
    EXPECT_FLOAT_EQ(hull.volume, 48.0f);
    EXPECT_FLOAT_EQ(hull.innerRadius, 1.0f);
    EXPECT_FLOAT_EQ(hull.inertia.xx, 48.0f / 3 * (4 + 9));
}

TEST(HullBuild, gridOfPointsIsABox) {
    Array<Vec3> points;
    for (int x = 0; x < 8; ++x)
        for (int y = 0; y < 8; ++y)
            for (int z = 0; z < 8; ++z)
                points.push({static_cast<float>(x) * 0.1f, static_cast<float>(y), static_cast<float>(z)});
    for (const float tolerance : {0.0f, 1e-3f}) {
        const Hull hull = buildHull(points, {.mergeTolerance = tolerance});
        EXPECT_EQ(hullProblem(hull), "");
        EXPECT_EQ(hull.vertices.count(), 8);
        EXPECT_EQ(hull.faces.count(), 6);
    }
}

TEST(HullBuild, randomBall) {
    test::Random random(1);
    for (int trial = 0; trial < test::scaled(2000); ++trial) {
        Array<Vec3> points;
        const int n = 4 + random.below(200);
        for (int i = 0; i < n; ++i) points.push(random.unitVector());
        const Hull hull = buildHull(points, {.maxVertices = 1000, .mergeTolerance = 0.0f});
        ASSERT_EQ(hullProblem(hull), "") << trial;
    }
}

// How far below its plane a face has a corner.
float bendOf(const Hull& hull) {
    float most = 0.0f;
    for (int f = 0; f < hull.faces.count(); ++f)
        for (int i = 0; i < hull.faces[f].vertexCount; ++i) {
            const Vec3 v = hull.vertices[hull.faceVertices[hull.faces[f].firstVertex + i]];
            most = max(most, hull.planes[f].offset - dot(hull.planes[f].normal, v));
        }
    return most;
}

TEST(HullBuild, facesOfBigHullsBendLittle) {
    test::Random random(2);
    float most = 0.0f, mostUnlimited = 0.0f;
    for (int trial = 0; trial < 200; ++trial) {
        Array<Vec3> points;
        for (int i = 0; i < 40; ++i) points.push(5.0f * random.unitVector());
        most = max(most, bendOf(buildHull(points)));
        mostUnlimited = max(mostUnlimited, bendOf(buildHull(points, {.mergeLimit = 1.0f})));
    }
    EXPECT_LT(most, HullOptions{}.mergeLimit);
    EXPECT_GT(mostUnlimited, 2e-3f);
}

} // namespace cairn
