// The plane solver of the character mover.
#include "support/random.h"

#include <cairn/error.h>
#include <cairn/mover.h>
#include <cairn/query.h>

#include <gtest/gtest.h>

#include <vector>

using namespace cairn;
using namespace cairn::test;

namespace {

// Two walls that meet at `degrees`, opening along +x, and a wish to go far into the corner.
MoverSolution intoCorner(float degrees, std::vector<MoverPlane>& planes, int copies = 1) {
    const SinCos half = sinCos(0.5f * degrees * kPi / 180.0f);
    planes.clear();
    for (int i = 0; i < copies; ++i) {
        planes.push_back({.normal = {half.sin, half.cos, 0.0f}, .offset = 1.0f});
        planes.push_back({.normal = {half.sin, -half.cos, 0.0f}, .offset = 1.0f});
    }
    return solvePlanes(planes, {-20.0f, 0.5f, 0.0f}, {.maxIterations = 2000});
}

} // namespace

TEST(Mover, AcuteCornersTakeMoreIterations) {
    std::vector<MoverPlane> planes;
    int previous = 0;
    for (const float degrees : {90.0f, 30.0f, 10.0f}) {
        const MoverSolution s = intoCorner(degrees, planes);
        ASSERT_TRUE(s.converged);
        // The closest valid point is the corner itself.
        const float x = -1.0f / sinCos(0.5f * degrees * kPi / 180.0f).sin;
        EXPECT_NEAR(s.delta.x, x, 0.05f) << degrees;
        EXPECT_NEAR(s.delta.y, 0.0f, 0.01f) << degrees;
        EXPECT_GT(s.iterations, previous);
        // Error factor cos^2 per sweep.
        const double factor = std::pow(std::cos(degrees * M_PI / 180.0), 2.0);
        const double predicted = factor < 1e-6 ? 2.0 : std::log(1e-4 / 20.0) / std::log(factor);
        printf("corner of %.0f degrees: %d sweeps (theory about %.0f)\n", degrees, s.iterations, predicted);
        EXPECT_LT(s.iterations, 1.5 * predicted + 2.0);
        previous = s.iterations;
    }
}

TEST(Mover, RedundantPlanesAreHarmless) {
    std::vector<MoverPlane> planes;
    const MoverSolution once = intoCorner(60.0f, planes);
    const MoverSolution many = intoCorner(60.0f, planes, 5);
    EXPECT_NEAR(distance(once.delta, many.delta), 0.0f, 1e-3f);
    EXPECT_LE(many.iterations, once.iterations + 1);
}

TEST(Mover, PushLimitLetsItThrough) {
    MoverPlane wall{.normal = {1, 0, 0}, .offset = 0.0f, .pushLimit = 0.25f};
    const MoverSolution s = solvePlanes({&wall, 1}, {-1, 0, 0});
    EXPECT_NEAR(s.delta.x, -0.75f, 1e-6f);
    EXPECT_NEAR(wall.push, 0.25f, 1e-6f);
}

TEST(Mover, FindsTheClosestPointOfRandomPolyhedra) {
    Random random(61);
    for (int trial = scaled(2000); trial > 0; --trial) {
        std::vector<MoverPlane> planes;
        for (int i = 1 + random.below(6); i > 0; --i)
            planes.push_back({.normal = random.unitVector(), .offset = random.uniform(0.1f, 1.0f)});
        const Vec3 wish = random.inBox(3.0f);
        const MoverSolution s = solvePlanes(planes, wish, {.maxIterations = 20000, .tolerance = 1e-6f});
        if (!s.converged) continue; // a corner of nearly opposite planes
        // Conditions of the closest point: feasible, and the way from the wish is a non-negative sum of touching
        // normals.
        Vec3 sum = wish;
        for (const MoverPlane& p : planes) {
            const float gap = dot(p.normal, s.delta) + p.offset;
            ASSERT_GT(gap, -1e-3f);
            ASSERT_GE(p.push, 0.0f);
            if (p.push > 0.0f) {
                ASSERT_LT(gap, 1e-3f);
            }
            sum += p.push * p.normal;
        }
        ASSERT_NEAR(distance(sum, s.delta), 0.0f, 1e-4f);
    }
}

TEST(Mover, ClipsVelocityAgainstWhatPushed) {
    MoverPlane planes[3] = {{.normal = {0, 1, 0}, .offset = 0.0f},
                            {.normal = {1, 0, 0}, .offset = 5.0f},
                            {.normal = {0, 0, 1}, .offset = 0.0f, .clipVelocity = false}};
    solvePlanes(planes, {-1, -1, -1});
    const Vec3 v = clipVector(planes, {-1, -1, -1});
    EXPECT_EQ(v, (Vec3{-1, 0, -1})); // the floor stops it, the far wall did not push, the soft one does not clip
    EXPECT_EQ(clipVector(planes, {-1, 1, -1}), (Vec3{-1, 1, -1}));
}

TEST(Mover, GathersPlanesFromShapes) {
    const MoverCapsule capsule{{0, 0.5f, 0}, {0, 1.5f, 0}, 0.5f};
    MoverPlane planes[2];
    // Standing on the ground, 1 cm above it.
    ASSERT_EQ(collideMover(capsule, ShapePlane{}, {{0, -0.01f, 0}, kIdentityQuat}, 0.1f, planes), 1);
    EXPECT_NEAR(planes[0].offset, 0.01f, 1e-6f);
    EXPECT_EQ(planes[0].normal, (Vec3{0, 1, 0}));
    // A crate to the right, 5 cm away; beyond a reach of 1 cm it is not gathered.
    const Shape crate = ShapeBox{{0.5f, 0.5f, 0.5f}};
    ASSERT_EQ(collideMover(capsule, crate, {{1.05f, 0.5f, 0}, kIdentityQuat}, 0.1f, {planes + 1, 1}), 1);
    EXPECT_NEAR(planes[1].offset, 0.05f, 1e-5f);
    EXPECT_NEAR(planes[1].normal.x, -1.0f, 1e-5f);
    EXPECT_EQ(collideMover(capsule, crate, {{1.05f, 0.5f, 0}, kIdentityQuat}, 0.01f, {planes + 1, 1}), 0);
    // Deep inside: pushed out by the shortest way.
    ASSERT_EQ(collideMover(capsule, crate, {{0.9f, 0.5f, 0}, kIdentityQuat}, 0.1f, {planes + 1, 1}), 1);
    EXPECT_NEAR(planes[1].offset, -0.1f, 1e-5f);
    const MoverSolution s = solvePlanes(planes, {1, -1, 0});
    EXPECT_NEAR(s.delta.x, -0.1f, 1e-3f);
    EXPECT_NEAR(s.delta.y, -0.01f, 1e-3f);
}

TEST(Mover, RefusesBadInputByName) {
    ErrorCapture capture;
    MoverPlane plane{.normal = {0, 1, 0}, .offset = std::nanf("")};
    EXPECT_EQ(solvePlanes({&plane, 1}, {1, 0, 0}).delta, kZero);
    EXPECT_STREQ(capture.field(), "planes.offset");
    capture.clear();
    plane.offset = 0.0f;
    EXPECT_EQ(solvePlanes({&plane, 1}, {INFINITY, 0, 0}).delta, kZero);
    EXPECT_STREQ(capture.field(), "targetDelta");
    capture.clear();
    EXPECT_EQ(collideMover({{0, 0, 0}, {0, 1, 0}, -1.0f}, ShapeBox{}, kIdentity, 0.1f, {&plane, 1}), 0);
    EXPECT_STREQ(capture.field(), "radius");
}
