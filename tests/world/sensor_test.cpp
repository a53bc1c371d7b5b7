// Sensors: exact overlaps, begin and end, sleeping visitors, fast ones.
#include "support/random.h"

#include <cairn/error.h>
#include <cairn/query.h>
#include <cairn/world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace cairn {

namespace {

constexpr float kDt = 1.0f / 60.0f;

struct Tally {
    int begins = 0, ends = 0;
};

Tally tally(World& world, int steps) {
    Tally t;
    for (int i = 0; i < steps; ++i) {
        world.step(kDt);
        t.begins += static_cast<int>(world.events().sensorBegins.size());
        t.ends += static_cast<int>(world.events().sensorEnds.size());
    }
    return t;
}

ShapeId addSensor(World& world, const BodyDef& body, const Shape& shape, ShapeDef def = {}) {
    def.sensor = true;
    return world.createShape(world.createBody(body), shape, def);
}

BodyId addBall(World& world, DVec3 at, Vec3 velocity, float radius = 0.5f) {
    const BodyId ball =
        world.createBody({.type = BodyType::Dynamic, .position = at, .linearVelocity = velocity, .gravityScale = 0.0f});
    world.createShape(ball, ShapeSphere{radius});
    return ball;
}

} // namespace

TEST(Sensors, noticeABallThatPassesAndDoNotStopIt) {
    World world;
    const ShapeId sensor = addSensor(world, {}, ShapeBox{});
    const BodyId ball = addBall(world, {-3, 0, 0}, {2, 0, 0});
    int begin = -1, end = -1;
    for (int i = 1; i <= 240; ++i) {
        world.step(kDt);
        for (const SensorBeginEvent& e : world.events().sensorBegins) {
            EXPECT_EQ(begin, -1);
            EXPECT_EQ(e.sensor, sensor);
            EXPECT_EQ(e.visitor, world.firstShape(ball));
            begin = i;
        }
        for (const SensorEndEvent& e : world.events().sensorEnds) {
            EXPECT_EQ(end, -1);
            EXPECT_EQ(e.visitor, world.firstShape(ball));
            end = i;
        }
        Array<ShapeId> inside;
        EXPECT_EQ(world.sensorOverlaps(sensor, inside), begin >= 0 && end < 0 ? 1 : 0);
    }
    EXPECT_NEAR(begin, 60, 1); // 2 m at 2 m/s
    EXPECT_NEAR(end, 121, 1);
    EXPECT_NEAR(world.pose(ball).p.x, 5.0, 1e-3);
    EXPECT_EQ(world.contactCount(), 0);
}

// Boxes overlap long before a sphere reaches a corner.
TEST(Sensors, goByShapesNotBoxes) {
    World world;
    const ShapeId sensor = addSensor(world, {}, ShapeSphere{1.0f});
    Array<ShapeId> inside;
    const BodyId ball = addBall(world, {1.2, 1.2, 0}, kZero);
    world.step(kDt);
    EXPECT_EQ(world.sensorOverlaps(sensor, inside), 0); // 1.70 apart, radii 1.5
    world.setPose(ball, {{1.05, 1.05, 0}, kIdentityQuat});
    world.step(kDt);
    EXPECT_EQ(world.sensorOverlaps(sensor, inside), 1); // 1.48
}

TEST(Sensors, whatTheyNoticeIsChosen) {
    World world({.gravity = kZero});
    const BodyId wall = world.createBody({});
    world.createShape(wall, ShapeBox{});
    const BodyId platform = world.createBody({.type = BodyType::Kinematic});
    const ShapeId platformShape = world.createShape(platform, ShapeBox{});
    const ShapeId plain = addSensor(world, {}, ShapeSphere{}),
                  wide = addSensor(world, {}, ShapeSphere{}, {.sensesStatic = true}),
                  narrow = addSensor(world, {}, ShapeSphere{}, {.filter = {.category = 1, .mask = 2}});
    Array<ShapeId> inside;
    world.step(kDt);
    ASSERT_EQ(world.sensorOverlaps(plain, inside), 1);
    EXPECT_EQ(inside[0], platformShape);
    EXPECT_EQ(world.sensorOverlaps(wide, inside), 2);
    EXPECT_EQ(world.sensorOverlaps(narrow, inside), 0);
    world.setSensorEvents(platformShape, false);
    world.step(kDt);
    EXPECT_EQ(world.sensorOverlaps(plain, inside), 0);
    EXPECT_EQ(world.sensorOverlaps(wide, inside), 1);
    world.setSensorEvents(platformShape, true);
    world.setFilter(narrow, {});
    world.step(kDt);
    EXPECT_EQ(world.sensorOverlaps(narrow, inside), 1);
    EXPECT_TRUE(world.isSensor(narrow));
    EXPECT_FALSE(world.isSensor(platformShape));
    ErrorCapture capture;
    EXPECT_EQ(world.sensorOverlaps(platformShape, inside), 0);
    EXPECT_STREQ(capture.field(), "sensor");
}

TEST(Sensors, sleepingVisitorsStayInsideAndGoneOnesEnd) {
    World world;
    const BodyId ground = world.createBody({});
    world.createShape(ground, ShapeBox{{10, 1, 10}}, {.pose = {{0, -1, 0}, kIdentityQuat}});
    const ShapeId sensor = addSensor(world, {.position = {0, 0.5, 0}}, ShapeBox{});
    const BodyId cube = world.createBody({.type = BodyType::Dynamic, .position = {0, 0.5, 0}});
    world.createShape(cube, ShapeBox{});
    const Tally calm = tally(world, 200);
    EXPECT_FALSE(world.isAwake(cube));
    EXPECT_EQ(calm.begins, 1);
    EXPECT_EQ(calm.ends, 0);
    Array<ShapeId> inside;
    EXPECT_EQ(world.sensorOverlaps(sensor, inside), 1);
    const ShapeId shape = world.firstShape(cube);
    world.setEnabled(cube, false);
    EXPECT_EQ(tally(world, 2).ends, 1);
    world.setEnabled(cube, true);
    EXPECT_EQ(tally(world, 2).begins, 1);
    world.destroyBody(cube);
    world.step(kDt);
    ASSERT_EQ(world.events().sensorEnds.size(), 1u);
    EXPECT_EQ(world.events().sensorEnds[0].visitor, shape);
    EXPECT_EQ(world.sensorOverlaps(sensor, inside), 0);
}

TEST(Sensors, ridesOnABodyWithoutWeightOrTouch) {
    World world;
    const BodyId carrier = addBall(world, {0, 0, 0}, {1, 0, 0});
    const float mass = world.mass(carrier);
    const ShapeId sensor = world.createShape(carrier, ShapeSphere{3.0f}, {.sensor = true});
    EXPECT_EQ(world.mass(carrier), mass);
    const BodyId other = addBall(world, {5, 0, 0}, kZero);
    world.setAwake(other, false);
    Array<ShapeId> inside;
    world.step(kDt);
    EXPECT_EQ(world.sensorOverlaps(sensor, inside), 0);
    tally(world, 100);
    EXPECT_EQ(world.sensorOverlaps(sensor, inside), 1);
    EXPECT_FALSE(world.isAwake(other));
}

TEST(Sensors, bulletsThatPassInOneStepAreNoticed) {
    test::Random random(6);
    for (int trial = 0; trial < test::scaled(300); ++trial) {
        World world({.gravity = kZero});
        const Quat q = random.rotation();
        addSensor(world, {.rotation = q}, ShapeBox{{1.0f, 1.0f, 0.02f}});
        const Vec3 through = rotate(q, {random.uniform(-0.9f, 0.9f), random.uniform(-0.9f, 0.9f), 0.0f});
        const Vec3 way = random.unitVector();
        const float speed = random.uniform(100.0f, 900.0f), start = random.uniform(0.0f, 1.0f) * speed * kDt + 2.5f;
        addBall(world, toDouble(through - start * way), speed * way, 0.05f);
        const Tally t = tally(world, static_cast<int>(6.0f / (speed * kDt)) + 4);
        EXPECT_EQ(t.begins, 1) << "trial " << trial;
        EXPECT_EQ(t.ends, 1) << "trial " << trial;
    }
}

// Many sensors and visitors against brute force, on several thread counts.
TEST(Sensors, agreeWithBruteForce) {
    std::vector<uint32_t> expected;
    for (const int threads : {1, 2, 8}) {
        Workers workers(threads);
        World world({.gravity = kZero, .tasks = workers.tasks()});
        test::Random random(12);
        std::vector<ShapeId> sensors, visitors;
        for (int i = 0; i < 30; ++i)
            sensors.push_back(
                addSensor(world, {.position = toDouble(random.inBox(5.0f)), .rotation = random.rotation()},
                          i % 2 == 0 ? Shape(ShapeBox{{1, 0.5f, 0.7f}}) : Shape(ShapeCapsule{0.6f, 0.5f})));
        for (int i = 0; i < 60; ++i)
            visitors.push_back(world.firstShape(
                addBall(world, toDouble(random.inBox(6.0f)), random.inBox(i % 3 == 0 ? 0.0f : 3.0f), 0.4f)));
        std::vector<uint32_t> told;
        Array<ShapeId> inside;
        for (int step = 0; step < test::scaled(200); ++step) {
            world.step(kDt);
            for (const auto& e : world.events().sensorBegins)
                told.insert(told.end(), {1, e.sensor.index, e.visitor.index});
            for (const auto& e : world.events().sensorEnds)
                told.insert(told.end(), {2, e.sensor.index, e.visitor.index});
            for (const ShapeId sensor : sensors) {
                world.sensorOverlaps(sensor, inside);
                const WorldTransform a = world.pose(world.body(sensor));
                for (const ShapeId visitor : visitors) {
                    const Transform bInA = relativeTransform(a, world.pose(world.body(visitor)));
                    const bool overlap = shapesOverlap(world.geometry(sensor), world.geometry(visitor), bInA);
                    const bool found = std::find(inside.begin(), inside.end(), visitor) != inside.end();
                    ASSERT_EQ(found, overlap) << "step " << step;
                }
            }
        }
        if (threads == 1) expected = told;
        EXPECT_EQ(told, expected);
    }
}

} // namespace cairn
