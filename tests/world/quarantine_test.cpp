// Bodies gone bad are stopped; the world goes on.
#include <cairn/error.h>
#include <cairn/world.h>

#include <gtest/gtest.h>

#include <vector>

namespace cairn {

namespace {

constexpr float kDt = 1.0f / 60.0f;

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

} // namespace cairn
