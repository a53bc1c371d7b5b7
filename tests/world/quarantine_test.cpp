// Bodies gone bad are stopped; the world goes on.
#include "world/world_data.h"

#include <cairn/error.h>
#include <cairn/world.h>

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace cairn {

namespace {

constexpr float kDt = 1.0f / 60.0f;

// What is behind a world. Only an explicit instantiation may name a private member.
WorldData& dataOf(World& world);
template <WorldData* World::*data> struct Opened {
    friend WorldData& dataOf(World& world) { return *(world.*data); }
};
template struct Opened<&World::m_data>;

struct Pile {
    World world;
    std::vector<BodyId> cubes;

    Pile() {
        const BodyId ground = world.createBody({});
        world.createShape(ground, ShapeBox{{50, 1, 50}}, {.pose = {{0, -1, 0}, kIdentityQuat}});
        for (int i = 0; i < 5; ++i) {
            cubes.push_back(world.createBody({.type = BodyType::Dynamic, .position = {0, 0.5 + i, 0}}));
            world.createShape(cubes.back(), ShapeBox{});
        }
        for (int i = 0; i < 20; ++i) world.step(kDt);
    }
    void expectFinite() const {
        for (const BodyId cube : cubes) {
            EXPECT_TRUE(isFinite(world.pose(cube).p));
            EXPECT_TRUE(isFinite(world.linearVelocity(cube)));
            EXPECT_TRUE(isFinite(world.angularVelocity(cube)));
        }
    }
};

} // namespace

TEST(Quarantine, aForceThatOverflowsDisablesItsBodyAlone) {
    Pile pile;
    World& world = pile.world;
    const BodyId bad = pile.cubes[2];
    const WorldTransform before = world.pose(bad);
    // Of hardly any inertia, so that a torque within bounds spins it beyond all bounds.
    world.setMassProperties(bad, {1000.0f, kZero, {1e-10f, 1e-10f, 1e-10f, 0, 0, 0}});
    world.applyTorque(bad, {0, 0, 9e11f});
    {
        ErrorCapture capture;
        world.step(kDt);
        EXPECT_EQ(capture.count(), 1);
        EXPECT_STREQ(capture.field(), "body");
    }
    ASSERT_EQ(world.events().quarantines.size(), 1u);
    EXPECT_EQ(world.events().quarantines[0].body, bad);
    EXPECT_TRUE(world.events().quarantines[0].disabled);
    EXPECT_FALSE(world.isEnabled(bad));
    EXPECT_EQ(world.pose(bad).p.y, before.p.y);
    EXPECT_EQ(length(world.linearVelocity(bad)), 0.0f);
    pile.expectFinite();
    for (int i = 0; i < 120; ++i) world.step(kDt);
    EXPECT_TRUE(world.events().quarantines.empty());
    EXPECT_NEAR(world.pose(pile.cubes[4]).p.y, 3.5, 0.05); // the upper two have come down by one
    // It can be used again.
    world.setMass(bad, 0.0f);
    world.setPose(bad, {{5, 0.5, 0}, kIdentityQuat});
    EXPECT_TRUE(world.setEnabled(bad, true));
    for (int i = 0; i < 120; ++i) world.step(kDt);
    EXPECT_NEAR(world.pose(bad).p.y, 0.5, 0.02);
}

TEST(Quarantine, whatTheSolveSpoilsIsStoppedWhereItWas) {
    Pile pile;
    World& world = pile.world;
    // Finite, within the limits, and far more than squares of floats can take once a contact answers it.
    world.setMass(pile.cubes[2], 1e12f);
    world.setMass(pile.cubes[3], 1e-9f);
    world.setLinearVelocity(pile.cubes[2], {0, 9e11f, 0});
    world.setAngularVelocity(pile.cubes[2], {9e11f, 0, 9e11f});
    ErrorCapture capture;
    for (int i = 0; i < 240; ++i) {
        world.step(kDt);
        pile.expectFinite();
    }
    EXPECT_NEAR(world.pose(pile.cubes[0]).p.y, 0.5, 0.1);
}

TEST(Quarantine, bodiesThatLeaveTheWorldStop) {
    World world({.gravity = kZero});
    const BodyId far = world.createBody({.type = BodyType::Dynamic,
                                         .position = {9.99e11, 0, 0},
                                         .linearVelocity = {1e11f, 0, 0},
                                         .maxLinearSpeed = 1e12f});
    world.createShape(far, ShapeSphere{});
    ErrorCapture capture;
    for (int i = 0; i < 120; ++i) world.step(kDt);
    EXPECT_EQ(capture.count(), 1);
    EXPECT_LT(world.pose(far).p.x, 1e12);
    EXPECT_EQ(length(world.linearVelocity(far)), 0.0f);
    EXPECT_TRUE(world.isEnabled(far));
}

// A number that is none, written into one body of a heap while it falls: that body is stopped and told of, and bodies
// that it does not touch do to the last bit what they do without.
TEST(Quarantine, whatIsNotANumberStaysInItsBody) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr float kNanf = std::numeric_limits<float>::quiet_NaN();
    struct Injection {
        const char* name;
        void (*inject)(Body& b);
    };
    const Injection injections[] = {
        {"velocity", [](Body& b) { b.v.y = kNanf; }},
        {"infinite velocity", [](Body& b) { b.v.x = std::numeric_limits<float>::infinity(); }},
        {"angular velocity",
         [](Body& b) {
             b.w = {kNanf, kNanf, kNanf};
         }},
        {"position", [](Body& b) { b.pose.p.x = kNan; }},
        {"centre",
         [](Body& b) {
             b.center = {kNan, kNan, kNan};
         }},
        {"rotation", [](Body& b) { b.pose.q.s = kNanf; }},
        {"rotation of length zero",
         [](Body& b) {
             b.pose.q = {kZero, 0.0f};
         }},
        {"force", [](Body& b) { b.force.z = kNanf; }},
        {"all",
         [](Body& b) {
             b.v = b.w = {kNanf, 0, 0}, b.center = b.pose.p = {0, 0, kNan}, b.pose.q.v.x = kNanf;
         }},
    };
    for (const Injection& injection : injections)
        for (const int when : {0, 5, 30, 90}) { // new, falling, at rest, asleep
            SCOPED_TRACE(testing::Message() << injection.name << " after " << when << " steps");
            World worlds[2];
            std::vector<BodyId> bodies;
            for (World& world : worlds) {
                bodies.clear();
                world.createShape(world.createBody({}), ShapePlane{});
                for (int i = 0; i < 12; ++i) { // six stacks of two
                    const DVec3 at{3.0 * (i / 2), 0.5 + 1.2 * (i % 2), 0};
                    bodies.push_back(world.createBody({.type = BodyType::Dynamic, .position = at}));
                    world.createShape(bodies.back(), ShapeBox{});
                }
                world.createJoint(BallJointDef{.link = world.jointLink(bodies[8], bodies[10], {13.5, 0.5, 0})});
                for (int i = 0; i < when; ++i) world.step(kDt);
            }
            World &hurt = worlds[0], &twin = worlds[1];
            const BodyId bad = bodies[5];
            for (World& world : worlds) world.setAwake(bad, true);
            const DVec3 before = hurt.massCenter(bad);
            injection.inject(dataOf(hurt).model.bodies[static_cast<int>(bad.index)]);
            {
                ErrorCapture capture;
                hurt.step(kDt);
                EXPECT_EQ(capture.count(), 1);
            }
            twin.step(kDt);
            ASSERT_EQ(hurt.events().quarantines.size(), 1u);
            EXPECT_EQ(hurt.events().quarantines[0].body, bad);
            EXPECT_TRUE(hurt.events().quarantines[0].disabled);
            EXPECT_LT(length(hurt.massCenter(bad) - before), 0.1);
            for (int i = 0; i < 60; ++i) {
                ASSERT_TRUE(hurt.validate());
                for (const BodyId body : bodies) {
                    ASSERT_EQ(hurt.isEnabled(body), body != bad);
                    ASSERT_TRUE(isFinite(hurt.pose(body).p) && isValidRotation(hurt.pose(body).q));
                    if (body == bad || body == bodies[4]) continue; // itself, and what it stood on
                    ASSERT_EQ(hurt.pose(body).p, twin.pose(body).p);
                    ASSERT_EQ(hurt.pose(body).q.v, twin.pose(body).q.v);
                    ASSERT_EQ(hurt.linearVelocity(body), twin.linearVelocity(body));
                    ASSERT_EQ(hurt.angularVelocity(body), twin.angularVelocity(body));
                }
                hurt.step(kDt);
                twin.step(kDt);
                ASSERT_TRUE(hurt.events().quarantines.empty());
            }
        }
}

// A body that was spoilt in its sleep is found out in the step in which something wakes it.
TEST(Quarantine, sleepersAreLookedAtWhenTheyWake) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    for (const bool place : {false, true}) {
        World world({.gravity = kZero});
        BodyId boxes[2];
        for (int i = 0; i < 2; ++i) {
            boxes[i] = world.createBody({.type = BodyType::Dynamic, .position = {2.0 * i, 0, 0}, .awake = i == 0});
            world.createShape(boxes[i], ShapeBox{});
        }
        world.setLinearVelocity(boxes[0], {3, 0, 0});
        Body& sleeper = dataOf(world).model.bodies[static_cast<int>(boxes[1].index)];
        place ? sleeper.center.y = sleeper.pose.p.y = static_cast<double>(kNan) : sleeper.v.x = kNan;
        ErrorCapture capture;
        int events = 0;
        for (int i = 0; i < 60; ++i) {
            world.step(kDt);
            events += static_cast<int>(world.events().quarantines.size());
            ASSERT_EQ(world.linearVelocity(boxes[0]), (Vec3{3, 0, 0})) << i;
        }
        EXPECT_EQ(events, place ? 0 : 1); // what is nowhere touches nothing
        EXPECT_EQ(world.isEnabled(boxes[1]), place);
    }
}

} // namespace cairn
