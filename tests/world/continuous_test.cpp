// Fast things against thin things: nothing goes through.
#include "support/random.h"

#include <cairn/hull.h>
#include <cairn/mesh.h>
#include <cairn/world.h>

#include <gtest/gtest.h>

#include <vector>

namespace cairn {

namespace {

constexpr float kDt = 1.0f / 60.0f;

BodyId addWall(World& world, DVec3 at, Vec3 half, BodyType type = BodyType::Static, Quat q = kIdentityQuat) {
    const BodyId wall = world.createBody({.type = type, .position = at, .rotation = q, .gravityScale = 0.0f});
    world.createShape(wall, ShapeBox{half});
    return wall;
}

} // namespace

TEST(Continuous, ballAt500MetresPerSecondStopsAtAFiveCentimetreWall) {
    for (int start = 0; start < 20; ++start)
        for (const float speed : {30.0f, 100.0f, 500.0f, 2000.0f}) {
            World world({.gravity = kZero});
            addWall(world, {0, 0, 0}, {0.025f, 2, 2});
            const BodyId ball = world.createBody({.type = BodyType::Dynamic,
                                                  .position = {-3.0 - 0.41 * start, 0.1, 0.2},
                                                  .linearVelocity = {speed, 0.1f * speed * 0.1f, 0}});
            world.createShape(ball, ShapeSphere{0.05f});
            for (int i = 0; i < 60; ++i) {
                world.step(kDt);
                ASSERT_LT(world.pose(ball).p.x, -0.03) << speed << " from " << start;
            }
            EXPECT_LT(world.linearVelocity(ball).x, 1.0f);
            EXPECT_GT(world.pose(ball).p.x, -0.5);
        }
}

// What is kinematic and asleep carries nobody on.
TEST(Continuous, bulletStopsAtASleepingKinematicWall) {
    World world({.gravity = kZero});
    const BodyId wall = addWall(world, {0, 0, 0}, {0.025f, 2, 2}, BodyType::Kinematic);
    for (int i = 0; i < 120; ++i) world.step(kDt);
    ASSERT_FALSE(world.isAwake(wall));
    const BodyId ball = world.createBody(
        {.type = BodyType::Dynamic, .position = {-3, 0.1, 0.2}, .linearVelocity = {500, 0, 0}, .bullet = true});
    world.createShape(ball, ShapeSphere{0.05f});
    for (int i = 0; i < 10; ++i) {
        world.step(kDt);
        ASSERT_LT(world.pose(ball).p.x, -0.03);
    }
    EXPECT_GT(world.pose(ball).p.x, -0.5);
}

TEST(Continuous, offMeansOff) {
    World world({.gravity = kZero, .continuous = Continuous::Off});
    addWall(world, {0, 0, 0}, {0.025f, 2, 2});
    const BodyId ball =
        world.createBody({.type = BodyType::Dynamic, .position = {-4, 0, 0}, .linearVelocity = {500, 0, 0}});
    world.createShape(ball, ShapeSphere{0.05f});
    for (int i = 0; i < 10; ++i) world.step(kDt);
    EXPECT_GT(world.pose(ball).p.x, 1.0);
}

// A rod on the spot, and a post in the way of its end.
TEST(Continuous, spinningRodDoesNotPassAPost) {
    for (int start = 0; start < 12; ++start) {
        World world({.gravity = kZero});
        addWall(world, {0.9, 0, 0}, {0.02f, 0.02f, 0.5f});
        const float angle = 0.3f + 0.2f * static_cast<float>(start);
        const BodyId rod = world.createBody(
            {.type = BodyType::Dynamic, .rotation = fromAxisAngle({0, 0, 1}, -angle), .angularVelocity = {0, 0, 100}});
        world.createShape(rod, ShapeBox{{1.0f, 0.02f, 0.02f}});
        // After the impact it turns about the post and leaves downwards, end over end.
        for (int i = 0; i < 3; ++i) {
            world.step(kDt);
            const WorldTransform pose = world.pose(rod);
            const DVec3 along = toDouble(rotate(pose.q, {1, 0, 0}));
            const double t = (0.9 - pose.p.x) / along.x;
            if (i > 0 && !(std::fabs(t) < 1.0)) break;
            ASSERT_LT(pose.p.y + t * along.y, -0.03) << start << " step " << i;
        }
        EXPECT_LT(world.linearVelocity(rod).y, -20.0f);
    }
}

// Bullets from all sides at a closed box of thin walls.
TEST(Continuous, bulletsStayInABoxOfThinWalls) {
    World world({.gravity = kZero});
    constexpr float kHalf = 5.0f, kThin = 0.01f;
    for (int axis = 0; axis < 3; ++axis)
        for (const float side : {-1.0f, 1.0f}) {
            Vec3 at = kZero, half{kHalf + 0.5f, kHalf + 0.5f, kHalf + 0.5f};
            (axis == 0 ? at.x : axis == 1 ? at.y : at.z) = side * (kHalf + kThin);
            (axis == 0 ? half.x : axis == 1 ? half.y : half.z) = kThin;
            addWall(world, toDouble(at), half);
        }
    const Hull hull = buildBoxHull({0.04f, 0.05f, 0.06f});
    test::Random random(9);
    std::vector<BodyId> bullets;
    const int count = test::scaled(1000);
    for (int i = 0; i < count; ++i) {
        const Vec3 p = random.inBox(4.5f), v = random.logUniform(20.0f, 500.0f) * random.unitVector();
        const Vec3 w = random.inBox(80.0f);
        const Quat q = random.rotation();
        bullets.push_back(world.createBody({.type = BodyType::Dynamic,
                                            .position = toDouble(p),
                                            .rotation = q,
                                            .linearVelocity = v,
                                            .angularVelocity = w}));
        const ShapeDef def{.material = {.restitution = 1.0f}, .filter = {.group = -1}};
        switch (i % 5) {
        case 0: world.createShape(bullets.back(), ShapeSphere{0.05f}, def); break;
        case 1: world.createShape(bullets.back(), ShapeBox{{0.05f, 0.02f, 0.08f}}, def); break;
        case 2: world.createShape(bullets.back(), ShapeCapsule{0.1f, 0.02f}, def); break;
        case 3: world.createShape(bullets.back(), ShapeHull{&hull}, def); break;
        default: world.createShape(bullets.back(), ShapeCone{0.05f, 0.04f}, def); break;
        }
    }
    for (int step = 0; step < 120; ++step) {
        world.step(kDt);
        for (int i = 0; i < count; ++i) {
            const Vec3 p = abs(toFloat(world.massCenter(bullets[static_cast<std::size_t>(i)])));
            ASSERT_LT(maxComponent(p), kHalf) << "bullet " << i << " step " << step;
        }
    }
}

// Plates that move and turn; a bullet is on the side it came from, or has pushed the plate along.
TEST(Continuous, bulletsDoNotPassMovingPlates) {
    test::Random random(4);
    const int count = test::scaled(1000);
    for (const BodyType type : {BodyType::Dynamic, BodyType::Kinematic, BodyType::Static}) {
        World world({.gravity = kZero});
        std::vector<BodyId> bullets, plates;
        for (int i = 0; i < count; ++i) {
            const DVec3 at{(i % 32) * 20.0, (i / 32) * 20.0, 0};
            const Quat q = fromAxisAngle({0, 1, 0}, random.uniform(-0.5f, 0.5f));
            plates.push_back(addWall(world, at, {0.01f, 1, 1}, type, q));
            const float drift = random.uniform(-5.0f, 5.0f);
            if (type != BodyType::Static) world.setLinearVelocity(plates.back(), {drift, 0, 0});
            const double x = random.uniform(2.0f, 9.0f);
            const Vec3 aim{1, random.uniform(-0.05f, 0.05f), random.uniform(-0.05f, 0.05f)};
            const float speed = random.logUniform(50.0f, 800.0f);
            bullets.push_back(world.createBody({.type = BodyType::Dynamic,
                                                .position = at - DVec3{x, 0, 0},
                                                .linearVelocity = speed * aim,
                                                .mass = 0.01f,
                                                .bullet = true}));
            i % 2 == 0 ? world.createShape(bullets.back(), ShapeSphere{0.02f})
                       : world.createShape(bullets.back(), ShapeBox{{0.03f, 0.02f, 0.02f}});
        }
        int passed = 0;
        for (int step = 0; step < 30; ++step) {
            world.step(kDt);
            for (std::size_t i = 0; i < bullets.size(); ++i) {
                const Vec3 p = inverseTransformPoint(world.pose(plates[i]), world.pose(bullets[i]).p);
                passed += p.x > 0.0f && abs(p.y) < 0.9f && abs(p.z) < 0.9f;
            }
        }
        EXPECT_EQ(passed, 0) << static_cast<int>(type);
    }
}

TEST(Continuous, twoBulletsMeetHeadOn) {
    World world({.gravity = kZero});
    std::vector<BodyId> left, right;
    for (int i = 0; i < 50; ++i) {
        const double y = i;
        for (const float side : {-1.0f, 1.0f}) {
            const BodyId body = world.createBody({.type = BodyType::Dynamic,
                                                  .position = {side * (2.0 + 0.17 * i), y, 0},
                                                  .linearVelocity = {-side * 300.0f, 0, 0},
                                                  .bullet = true});
            world.createShape(body, ShapeSphere{0.05f});
            (side < 0.0f ? left : right).push_back(body);
        }
    }
    for (int step = 0; step < 30; ++step) {
        world.step(kDt);
        for (std::size_t i = 0; i < left.size(); ++i)
            ASSERT_LT(world.pose(left[i]).p.x, world.pose(right[i]).p.x) << i << " step " << step;
    }
}

// A mesh has no thickness at all.
TEST(Continuous, thinMeshAndPlaneHold) {
    const Vec3 corners[] = {{-50, 0, -50}, {-50, 0, 50}, {50, 0, 50}, {50, 0, -50}};
    const uint32_t triangles[] = {0, 1, 2, 0, 2, 3};
    const Mesh mesh = buildMesh(corners, triangles);
    for (const bool plane : {false, true}) {
        World world;
        plane ? world.createShape(world.createBody({}), ShapePlane{})
              : world.createShape(world.createBody({}), ShapeMesh{&mesh});
        test::Random random(2);
        std::vector<BodyId> bodies;
        for (int i = 0; i < 100; ++i) {
            const Quat q = random.rotation();
            bodies.push_back(world.createBody({.type = BodyType::Dynamic,
                                               .position = {(i % 10) * 3.0 - 15, 20.0 + 0.1 * i, (i / 10) * 3.0 - 15},
                                               .rotation = q,
                                               .linearVelocity = {0, -random.uniform(50, 400), 0}}));
            i % 2 == 0 ? world.createShape(bodies.back(), ShapeBox{{0.2f, 0.05f, 0.1f}})
                       : world.createShape(bodies.back(), ShapeSphere{0.1f});
        }
        for (int step = 0; step < 60; ++step) {
            world.step(kDt);
            for (const BodyId body : bodies) ASSERT_GT(world.pose(body).p.y, -0.02) << plane << " step " << step;
        }
    }
}

// A wall that a capsule all but touches as it slides along does not hold it in the air before the wall at the end.
TEST(Continuous, bodyBesideATouchingWallReachesTheNext) {
    const Vec3 corners[] = {{-9, -9, -0.201f}, {9, -9, -0.201f}, {9, 9, -0.201f}, {-9, 9, -0.201f}, // beside it
                            {-9, 0, -9},       {-9, 0, 9},       {9, 0, 9},       {9, 0, -9},       // below
                            {0.8f, -9, -9},    {0.8f, -9, 9},    {0.8f, 9, 9},    {0.8f, 9, -9}};   // the end
    const uint32_t triangles[] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7, 8, 9, 10, 8, 10, 11};
    const Mesh mesh = buildMesh(corners, triangles);
    World world;
    world.createShape(world.createBody({}), ShapeMesh{&mesh}, {.material = {.friction = 0.0f}});
    const BodyId body = world.createBody({.type = BodyType::Dynamic,
                                          .position = {0, 0.17, 0},
                                          .rotation = fromAxisAngle({0, 0, 1}, 0.5f * kPi),
                                          .linearVelocity = {40, 0, 0}});
    world.createShape(body, ShapeCapsule{0.5f, 0.2f}, {.material = {.friction = 0.0f}});
    for (int step = 0; step < 10; ++step) world.step(kDt);
    EXPECT_NEAR(world.pose(body).p.x, 0.1, 0.06);
    EXPECT_LT(length(world.linearVelocity(body)), 5.0f);
}

// Pushed into the ground up to its middle and spinning: it comes out and rests, and does not stay where it is and gain.
TEST(Continuous, whatIsStuckComesFree) {
    test::Random random(6);
    World world;
    addWall(world, {0, -1, 0}, {50, 1, 50});
    std::vector<BodyId> bodies;
    for (int i = 0; i < 100; ++i) {
        const Quat q = random.rotation();
        const Vec3 w = random.inBox(60.0f);
        bodies.push_back(world.createBody({.type = BodyType::Dynamic,
                                           .position = {(i % 10) * 2.0 - 10, 0.03, (i / 10) * 2.0 - 10},
                                           .rotation = q,
                                           .angularVelocity = w}));
        world.createShape(bodies.back(), ShapeBox{{0.1f, 0.09f, 0.07f}});
    }
    for (int i = 0; i < 600; ++i) world.step(kDt);
    for (const BodyId body : bodies) {
        EXPECT_FALSE(world.isAwake(body));
        EXPECT_GT(world.pose(body).p.y, 0.065);
    }
}

TEST(Continuous, sameBitsOnAnyThreadCount) {
    uint64_t expected = 0;
    for (const int threads : {1, 2, 3, 8}) {
        Workers workers(threads);
        World world({.continuous = Continuous::All, .tasks = workers.tasks()});
        addWall(world, {0, -1, 0}, {20, 0.01f, 20});
        test::Random random(8);
        for (int i = 0; i < 200; ++i) {
            const Vec3 p = random.inBox(5.0f), v = random.inBox(200.0f);
            const BodyId body = world.createBody(
                {.type = BodyType::Dynamic, .position = toDouble(p + Vec3{0, 6, 0}), .linearVelocity = v});
            world.createShape(body, ShapeBox{{0.1f, 0.05f, 0.2f}});
        }
        for (int i = 0; i < 60; ++i) world.step(kDt);
        if (expected == 0) expected = world.hash();
        EXPECT_EQ(world.hash(), expected) << threads;
    }
}

} // namespace cairn
