// Contact events, hits, moves, contact data, and who may touch.
#include "support/random.h"

#include <cairn/error.h>
#include <cairn/world.h>

#include <gtest/gtest.h>

#include <vector>

namespace cairn {

namespace {

constexpr float kDt = 1.0f / 60.0f;

BodyId addGround(World& world, const ShapeDef& def = {}) {
    const BodyId ground = world.createBody({});
    ShapeDef d = def;
    d.pose = {{0, -1, 0}, kIdentityQuat};
    world.createShape(ground, ShapeBox{{50, 1, 50}}, d);
    return ground;
}

BodyId addBall(World& world, DVec3 at, const BodyDef& def = {}, const ShapeDef& shape = {}) {
    BodyDef d = def;
    d.type = BodyType::Dynamic;
    d.position = at;
    const BodyId ball = world.createBody(d);
    world.createShape(ball, ShapeSphere{0.5f}, shape);
    return ball;
}

void run(World& world, int steps) {
    for (int i = 0; i < steps; ++i) world.step(kDt);
}

struct Tally {
    int begins = 0, ends = 0, hits = 0;
};

Tally tally(World& world, int steps) {
    Tally t;
    for (int i = 0; i < steps; ++i) {
        world.step(kDt);
        const WorldEvents e = world.events();
        t.begins += static_cast<int>(e.contactBegins.size());
        t.ends += static_cast<int>(e.contactEnds.size());
        t.hits += static_cast<int>(e.hits.size());
    }
    return t;
}

} // namespace

TEST(Events, touchBeginsOnceAndEndsOnce) {
    World world;
    const BodyId ground = addGround(world);
    const BodyId ball = addBall(world, {0, 1.5, 0});
    int begun = -1;
    for (int i = 0; i < 120; ++i) {
        world.step(kDt);
        for (const ContactBeginEvent& e : world.events().contactBegins) {
            EXPECT_EQ(begun, -1) << "again in step " << i;
            begun = i;
            EXPECT_TRUE((world.body(e.shapeA) == ball && world.body(e.shapeB) == ground) ||
                        (world.body(e.shapeA) == ground && world.body(e.shapeB) == ball));
            EXPECT_LT(world.pose(ball).p.y, 0.52);
        }
        EXPECT_TRUE(world.events().contactEnds.empty());
    }
    EXPECT_NEAR(begun, 27, 2); // a fall of 1 m takes 0.45 s
    EXPECT_FALSE(world.isAwake(ball));
    world.setLinearVelocity(ball, {0, 3, 0});
    const Tally up = tally(world, 10);
    EXPECT_EQ(up.begins, 0);
    EXPECT_EQ(up.ends, 1);
}

TEST(Events, destroyingATouchingShapeEndsTouchWithAStaleId) {
    World world;
    addGround(world);
    const BodyId ball = addBall(world, {0, 0.5, 0});
    run(world, 60);
    const ShapeId shape = world.firstShape(ball);
    world.destroyBody(ball);
    EXPECT_TRUE(world.events().contactEnds.empty()); // told by the next step
    world.step(kDt);
    ASSERT_EQ(world.events().contactEnds.size(), 1u);
    const ContactEndEvent e = world.events().contactEnds[0];
    EXPECT_TRUE(e.shapeA == shape || e.shapeB == shape);
    EXPECT_FALSE(world.isValid(shape));
    world.step(kDt);
    EXPECT_TRUE(world.events().contactEnds.empty());
}

TEST(Events, shapesThatDoNotReportAreSilent) {
    World world;
    addGround(world, {.contactEvents = false});
    const BodyId ball = addBall(world, {0, 1, 0}, {}, {.contactEvents = false});
    EXPECT_EQ(tally(world, 60).begins, 0);
    // Asked later, touch is told as begun, and taken back without a word.
    world.setAwake(ball, true);
    EXPECT_TRUE(world.setContactEvents(world.firstShape(ball), true));
    EXPECT_TRUE(world.contactEvents(world.firstShape(ball)));
    EXPECT_EQ(tally(world, 2).begins, 1);
    world.setContactEvents(world.firstShape(ball), false);
    world.destroyBody(ball);
    EXPECT_EQ(tally(world, 2).ends, 0);
}

// A ball dropped from a height arrives with sqrt(2 g h), and loses all of it: m v.
TEST(Events, hitsTellSpeedImpulseAndPlace) {
    World world({.hitSpeed = 2.0f});
    addGround(world);
    const BodyId ball = addBall(world, {3, 2.5, 1}, {}, {.hitEvents = true});
    int hits = 0;
    for (int i = 0; i < 180; ++i) {
        world.step(kDt);
        for (const ContactHitEvent& e : world.events().hits) {
            ++hits;
            const float speed = sqrt(2.0f * 9.81f * 2.0f);
            EXPECT_NEAR(e.approachSpeed, speed, 0.05f * speed);
            EXPECT_NEAR(e.impulse, world.mass(ball) * speed, 0.1f * world.mass(ball) * speed);
            EXPECT_NEAR(abs(e.normal.y), 1.0f, 1e-4f);
            EXPECT_NEAR(e.point.x, 3.0, 1e-3);
            EXPECT_NEAR(e.point.y, 0.0, 0.2);
            EXPECT_NEAR(e.point.z, 1.0, 1e-3);
        }
    }
    EXPECT_EQ(hits, 1);
    world.setHitEvents(world.firstShape(ball), false);
    world.setPose(ball, {{3, 2.5, 1}, kIdentityQuat});
    EXPECT_EQ(tally(world, 120).hits, 0);
}

TEST(Events, passersByDoNotHit) {
    World world({.gravity = kZero});
    addBall(world, {-2, 1.009, 0}, {.linearVelocity = {10, 0, 0}}, {.hitEvents = true}); // 9 mm apart at the closest
    addBall(world, {0, 0, 0});
    EXPECT_EQ(tally(world, 30).hits, 0);
}

TEST(Events, movesListTheAwakeAndWhoFellAsleep) {
    World world;
    addGround(world);
    const BodyId a = addBall(world, {0, 0.5, 0}, {.userData = 77}), b = addBall(world, {5, 9, 0});
    Array<BodyMoveEvent> moves;
    int asleep = 0;
    for (int i = 0; i < 60; ++i) {
        world.step(kDt);
        const bool awake = world.isAwake(a);
        world.moves(moves);
        int seen = 0;
        for (const BodyMoveEvent& e : moves) {
            EXPECT_EQ(e.pose.p.y, world.pose(e.body).p.y);
            if (e.body != a) continue;
            ++seen;
            EXPECT_EQ(e.userData, 77u);
            EXPECT_EQ(e.fellAsleep, !awake);
            asleep += e.fellAsleep;
        }
        EXPECT_EQ(seen, awake || asleep == 1 ? seen : 0);
    }
    EXPECT_EQ(asleep, 1);
    EXPECT_EQ(world.moves(moves), 1);
    EXPECT_EQ(moves[0].body, b);
}

// Four corners carry the weight; a substep's impulses are its weight for that long.
TEST(Events, contactDataOfABoxAtRest) {
    World world({.enableSleep = false});
    addGround(world);
    const BodyId box = world.createBody({.type = BodyType::Dynamic, .position = {1, 0.5, 2}});
    world.createShape(box, ShapeBox{}, {.material = {.friction = 0.36f}});
    run(world, 120);
    Array<ContactInfo> contacts;
    ASSERT_EQ(world.contacts(box, contacts), 1);
    const ContactInfo& c = contacts[0];
    EXPECT_EQ(c.pointCount, 4);
    float impulse = 0.0f;
    for (int i = 0; i < c.pointCount; ++i) {
        EXPECT_NEAR(abs(c.points[i].position.x - 1.0), 0.5, 1e-2);
        EXPECT_NEAR(abs(c.points[i].position.z - 2.0), 0.5, 1e-2);
        EXPECT_NEAR(c.points[i].position.y, 0.0, 1e-2);
        EXPECT_NEAR(c.points[i].separation, 0.0f, 5e-3f);
        impulse += c.points[i].impulse;
    }
    const float weight = world.mass(box) * 9.81f * kDt / 4.0f;
    EXPECT_NEAR(impulse, weight, 0.02f * weight);
    EXPECT_NEAR(c.friction, sqrt(0.36f * 0.6f), 1e-5f);
    ErrorCapture capture;
    EXPECT_EQ(world.contacts(BodyId{}, contacts), 0);
    EXPECT_STREQ(capture.field(), "body");
}

TEST(Events, sameOrderOnAnyThreadCount) {
    const auto record = [](int threads) {
        Workers workers(threads);
        World world({.hitSpeed = 0.5f, .tasks = workers.tasks()});
        addGround(world);
        test::Random random(4);
        std::vector<BodyId> balls;
        for (int i = 0; i < 100; ++i)
            balls.push_back(
                addBall(world, toDouble(random.inBox(4.0f) + Vec3{0, 5, 0}), {}, {.hitEvents = i % 3 == 0}));
        std::vector<uint32_t> told;
        for (int i = 0; i < test::scaled(240); ++i) {
            if (i % 40 == 39) {
                world.destroyBody(balls.back());
                balls.pop_back();
            }
            world.step(kDt);
            const WorldEvents e = world.events();
            for (const auto& x : e.contactBegins) told.insert(told.end(), {1, x.shapeA.index, x.shapeB.index});
            for (const auto& x : e.contactEnds) told.insert(told.end(), {2, x.shapeA.index, x.shapeB.index});
            for (const auto& x : e.hits) told.insert(told.end(), {3, x.shapeA.index, x.shapeB.index});
            for (const auto& x : e.sleeps) told.insert(told.end(), {4, x.body.index, x.awake});
        }
        return told;
    };
    const std::vector<uint32_t> expected = record(1);
    if (test::scaled(240) == 240) {
        EXPECT_GT(expected.size(), 1000u);
    }
    for (const int threads : {2, 3, 8}) EXPECT_EQ(record(threads), expected) << threads;
}

TEST(Filters, callbackIsAskedAndObeyed) {
    struct Asked {
        ShapeId ghost;
        int count = 0;
    } asked;
    World world;
    addGround(world);
    const BodyId solid = addBall(world, {0, 1, 0}), ghost = addBall(world, {5, 1, 0});
    asked.ghost = world.firstShape(ghost);
    world.setContactFilter(
        [](ShapeId a, ShapeId b, void* context) {
            Asked& asks = *static_cast<Asked*>(context);
            ++asks.count;
            return a != asks.ghost && b != asks.ghost;
        },
        &asked);
    run(world, 60);
    EXPECT_GE(asked.count, 2);
    EXPECT_NEAR(world.pose(solid).p.y, 0.5, 0.02);
    EXPECT_LT(world.pose(ghost).p.y, -0.5);
}

TEST(Filters, ignoredPairsPassThroughEachOtherAndNothingElse) {
    World world;
    const BodyId ground = addGround(world);
    const BodyId lower = addBall(world, {0, 0.5, 0}), upper = addBall(world, {0, 2, 0});
    EXPECT_TRUE(world.ignorePair(upper, lower));
    EXPECT_TRUE(world.isPairIgnored(lower, upper));
    EXPECT_FALSE(world.isPairIgnored(lower, ground));
    run(world, 120);
    EXPECT_NEAR(world.pose(upper).p.y, 0.5, 0.02);
    EXPECT_FALSE(world.isAwake(upper));
    world.ignorePair(ground, upper);
    run(world, 30);
    EXPECT_LT(world.pose(upper).p.y, 0.0);
    EXPECT_NEAR(world.pose(lower).p.y, 0.5, 0.02);
    world.ignorePair(upper, ground, false);
    run(world, 300); // pushed out of the ground, or lost below it: at least the pair is found again
    EXPECT_FALSE(world.isPairIgnored(upper, ground));
    // The pair goes with its bodies: the next body at that index starts clean.
    world.destroyBody(lower);
    const BodyId next = addBall(world, {3, 0.5, 0});
    EXPECT_EQ(next.index, lower.index);
    EXPECT_FALSE(world.isPairIgnored(next, upper));
    ErrorCapture capture;
    EXPECT_FALSE(world.ignorePair(next, next));
    EXPECT_STREQ(capture.field(), "bodyB");
}

TEST(Filters, ignoringAPairInTouchWakesAndPartsIt) {
    World world;
    addGround(world);
    BodyId cubes[2];
    for (int i = 0; i < 2; ++i) {
        cubes[i] = world.createBody({.type = BodyType::Dynamic, .position = {0, 0.5 + i, 0}});
        world.createShape(cubes[i], ShapeBox{});
    }
    run(world, 90);
    ASSERT_EQ(world.awakeCount(), 0);
    world.ignorePair(cubes[0], cubes[1]);
    EXPECT_EQ(world.awakeCount(), 2);
    run(world, 120);
    EXPECT_NEAR(world.pose(cubes[1]).p.y, 0.5, 0.02);
}

} // namespace cairn
