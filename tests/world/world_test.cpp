// The world against closed forms, and against itself on other threads, instruction sets and places.
#include "math/dispatch.h"
#include "support/random.h"

#include <cairn/error.h>
#include <cairn/world.h>

#include <gtest/gtest.h>

#include <vector>

namespace cairn {

namespace {

constexpr float kDt = 1.0f / 60.0f;

void addGround(World& world, DVec3 at = {0, 0, 0}) {
    const BodyId ground = world.createBody({.position = at});
    world.createShape(ground, ShapeBox{{50, 1, 50}}, {.pose = {{0, -1, 0}, kIdentityQuat}});
}

// A heap of mixed shapes that falls, slides and settles.
std::vector<BodyId> addHeap(World& world, DVec3 at, int count) {
    test::Random random(11);
    std::vector<BodyId> bodies;
    for (int i = 0; i < count; ++i) {
        const Vec3 p = random.inBox(2.0f) + Vec3{0.0f, 3.0f + 0.25f * static_cast<float>(i), 0.0f};
        const BodyId body =
            world.createBody({.type = BodyType::Dynamic, .position = at + toDouble(p), .rotation = random.rotation()});
        const float r = random.uniform(0.2f, 0.5f);
        switch (i % 4) {
        case 0: world.createShape(body, ShapeBox{{r, 0.7f * r, 1.2f * r}}); break;
        case 1: world.createShape(body, ShapeSphere{r}); break;
        case 2: world.createShape(body, ShapeCapsule{r, 0.5f * r}); break;
        default: world.createShape(body, ShapeCylinder{r, 0.6f * r}); break;
        }
        bodies.push_back(body);
    }
    return bodies;
}

} // namespace

TEST(World, ballisticArcIsAParabola) {
    World world;
    const BodyId ball = world.createBody({.type = BodyType::Dynamic,
                                          .position = {0, 100, 0},
                                          .linearVelocity = {3, 8, 0},
                                          .angularVelocity = {0, 2, 0}});
    world.createShape(ball, ShapeSphere{});
    for (int i = 0; i < 120; ++i) world.step(kDt);
    const double t = 120.0 * static_cast<double>(kDt);
    EXPECT_NEAR(world.pose(ball).p.x, 3.0 * t, 1e-4);
    EXPECT_NEAR(world.pose(ball).p.y, 100.0 + 8.0 * t - 0.5 * 9.81 * t * t, 1e-4);
    EXPECT_NEAR(world.linearVelocity(ball).y, 8.0 - 9.81 * t, 1e-4);
}

TEST(World, massComesFromShapes) {
    World world;
    const BodyId body = world.createBody({.type = BodyType::Dynamic});
    world.createShape(body, ShapeBox{{0.5f, 1.0f, 1.5f}}, {.density = 2.0f});
    EXPECT_NEAR(world.mass(body), 12.0f, 1e-4f);
    world.createShape(body, ShapeSphere{1.0f}, {.pose = {{3, 0, 0}, kIdentityQuat}, .density = 1.0f});
    EXPECT_NEAR(world.mass(body), 12.0f + 4.0f / 3.0f * kPi, 1e-4f);
}

TEST(World, cubesComeToRest) {
    World world({.enableSleep = false});
    addGround(world);
    std::vector<BodyId> cubes;
    for (int i = 0; i < 5; ++i) {
        cubes.push_back(world.createBody({.type = BodyType::Dynamic, .position = {0.02 * i, 0.5 + i * 1.05, 0}}));
        world.createShape(cubes.back(), ShapeBox{});
    }
    for (int i = 0; i < 300; ++i) world.step(kDt);
    for (std::size_t i = 0; i < cubes.size(); ++i) {
        EXPECT_NEAR(world.pose(cubes[i]).p.y, 0.5 + static_cast<double>(i), 0.02);
        EXPECT_LT(length(world.linearVelocity(cubes[i])), 1e-3f);
    }
}

// Thirty cubes, each up to 2 cm off. Without frozen patches the tower sways until it falls. After ten seconds no point
// of a cube is faster than 1 mm/s, for a second.
TEST(World, towerOfThirtyStands) {
    for (int seed = 0; seed < test::scaled(8); ++seed) {
        test::Random random(static_cast<uint64_t>(seed));
        World world({.enableSleep = false});
        addGround(world);
        std::vector<BodyId> cubes;
        for (int i = 0; i < 30; ++i) {
            const double x = random.uniform(-0.02f, 0.02f), z = random.uniform(-0.02f, 0.02f);
            cubes.push_back(world.createBody({.type = BodyType::Dynamic, .position = {x, 0.5 + i, z}}));
            world.createShape(cubes.back(), ShapeBox{});
        }
        // Sway halves in two seconds. It begins anew when bodies are no longer new (constraints/contact_fill.h), half a
        // second after they were made.
        for (int i = 0; i < 690; ++i) world.step(kDt);
        float fastest = 0.0f;
        for (int i = 0; i < 60; ++i) {
            world.step(kDt);
            for (const BodyId cube : cubes) {
                const float turning = 0.866f * length(world.angularVelocity(cube)); // of a corner
                fastest = max(fastest, length(world.linearVelocity(cube)) + turning);
            }
        }
        EXPECT_LT(fastest, 0.001f) << seed;
        EXPECT_NEAR(world.pose(cubes.back()).p.y, 29.5, 0.1) << seed;
    }
}

// Coulomb: a block thrown along the floor stops after v^2 / (2 mu g).
TEST(World, slidingBlockStopsWhereFrictionSays) {
    World world;
    addGround(world);
    const BodyId block = world.createBody({.type = BodyType::Dynamic, .position = {0, 0.1, 0}});
    world.createShape(block, ShapeBox{{0.5f, 0.1f, 0.5f}});
    for (int i = 0; i < 60; ++i) world.step(kDt);
    const double from = world.pose(block).p.x;
    world.setLinearVelocity(block, {4, 0, 0});
    for (int i = 0; i < 120; ++i) world.step(kDt);
    const double expected = 16.0 / (2.0 * 0.6 * 9.81);
    EXPECT_NEAR(world.pose(block).p.x - from, expected, 0.02 * expected);
    EXPECT_LT(length(world.linearVelocity(block)), 1e-3f);
}

TEST(World, sameBitsOnAnyThreadCountAndInstructionSet) {
    uint64_t expected = 0;
    for (int target = 0; target < laneTargetCount(); ++target) {
        ASSERT_TRUE(setLaneTarget(laneTargetName(target)));
        for (const int threads : {1, 2, 3, 8}) {
            Workers workers(threads);
            World world({.tasks = workers.tasks()});
            addGround(world);
            addHeap(world, {0, 0, 0}, 60);
            for (int i = 0; i < test::scaled(200); ++i) world.step(kDt);
            if (expected == 0) expected = world.hash();
            EXPECT_EQ(world.hash(), expected) << threads << " threads, " << laneTargetName(target);
        }
    }
    setLaneTarget(nullptr);
}

TEST(World, aThousandKilometresAwayNothingChanges) {
    const DVec3 far{1024.0 * 1000.0, -512.0 * 1000.0, 768.0 * 1000.0};
    World here, there;
    addGround(here);
    addGround(there, far);
    const std::vector<BodyId> a = addHeap(here, {0, 0, 0}, 40), b = addHeap(there, far, 40);
    for (int i = 0; i < 30; ++i) {
        here.step(kDt);
        there.step(kDt);
    }
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(length(there.pose(b[i]).p - far - here.pose(a[i]).p), 1e-3);
}

TEST(World, destroyedBodiesLeaveNothingBehind) {
    World world;
    addGround(world);
    const std::vector<BodyId> heap = addHeap(world, {0, 0, 0}, 40);
    for (int i = 0; i < 120; ++i) world.step(kDt);
    EXPECT_GT(world.contactCount(), 10);
    for (const BodyId body : heap) EXPECT_TRUE(world.destroyBody(body));
    EXPECT_EQ(world.contactCount(), 0);
    EXPECT_EQ(world.bodyCount(), 1);
    world.step(kDt);
    ErrorCapture capture;
    EXPECT_FALSE(world.destroyBody(heap[0]));
    EXPECT_STREQ(capture.field(), "body");
}

TEST(World, badDefinitionsAreRefusedByName) {
    World world;
    const BodyId body = world.createBody({.type = BodyType::Dynamic});
    const auto refused = [](const char* field, auto&& call) {
        ErrorCapture capture;
        call();
        EXPECT_STREQ(capture.field(), field);
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    refused("position", [&] { world.createBody({.position = {0, std::numeric_limits<double>::infinity(), 0}}); });
    refused("rotation", [&] { world.createBody({.rotation = {{0, 0, 0}, 0.5f}}); });
    refused("linearVelocity", [&] { world.createBody({.linearVelocity = {nan, 0, 0}}); });
    refused("linearDamping", [&] { world.createBody({.linearDamping = -1}); });
    refused("density", [&] { world.createShape(body, ShapeBox{}, {.density = -1}); });
    refused("material.friction", [&] { world.createShape(body, ShapeBox{}, {.material = {.friction = -1}}); });
    refused("shape", [&] { world.createShape(body, ShapePlane{}); });
    refused("dt", [&] { world.step(nan); });
    refused("velocity", [&] { world.setLinearVelocity(body, {0, nan, 0}); });
    EXPECT_EQ(world.bodyCount(), 1);
}

} // namespace cairn
