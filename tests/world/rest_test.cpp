// What rests comes to rest (REST in pipeline/load_bodies.cpp), and nothing else is slowed.
#include <cairn/world.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace cairn {

namespace {

constexpr float kDt = 1.0f / 60.0f;

void addPlate(World& world, Quat turn, float friction) {
    const BodyId plate = world.createBody({.rotation = turn});
    world.createShape(plate, ShapeBox{{50, 1, 50}},
                      {.pose = {{0, -1, 0}, kIdentityQuat}, .material = {.friction = friction}});
}

BodyId addBox(World& world, DVec3 at, float friction, Quat turn = kIdentityQuat) {
    const BodyId box = world.createBody({.type = BodyType::Dynamic, .position = at, .rotation = turn});
    world.createShape(box, ShapeBox{}, {.material = {.friction = friction}});
    return box;
}

// Of the fastest box of a tower that was not set down quite straight, after so many steps.
float speedLeft(const SolverRecipe& recipe, int levels, int steps) {
    World world({.enableSleep = false, .solver = recipe});
    addPlate(world, kIdentityQuat, 0.6f);
    std::vector<BodyId> boxes;
    for (int i = 0; i < levels; ++i) boxes.push_back(addBox(world, {0.002 * (i * 7 % 5), 0.5 + i, 0.0}, 0.6f));
    for (int i = 0; i < steps; ++i) world.step(kDt);
    float fastest = 0.0f;
    for (const BodyId box : boxes) fastest = max(fastest, length(world.linearVelocity(box)));
    return fastest;
}

} // namespace

TEST(Rest, towersStopSwaying) {
    SolverRecipe without;
    without.restDamping = 0.0f;
    const float with = speedLeft({}, 30, 360);
    EXPECT_LT(with, 1e-5f);
    EXPECT_LT(with, 0.1f * speedLeft(without, 30, 360));
}

// Two that touch, and two that are jointed, at half the speed below which they would be slowed.
TEST(Rest, withoutWeightNothingIsLost) {
    const Vec3 v{0.001f, 0, 0};
    for (const bool jointed : {false, true}) {
        for (const float gravity : {0.0f, 9.81f}) {
            World world({.gravity = {0, -gravity, 0}, .enableSleep = false});
            const BodyId a = addBox(world, {0, 0, 0}, 0.6f), b = addBox(world, {0, 0.9995, 0}, 0.6f);
            for (const BodyId body : {a, b}) {
                if (gravity > 0.0f) world.setGravityScale(body, 0.0f);
                world.setLinearVelocity(body, v);
            }
            if (jointed) world.createJoint(BallJointDef{.link = world.jointLink(a, b, {0, 0.5, 0})});
            for (int i = 0; i < 120; ++i) world.step(kDt);
            EXPECT_NEAR(world.linearVelocity(a).x + world.linearVelocity(b).x, 2 * v.x, 1e-6f);
        }
    }
}

// Down a slope without friction, so slight that a body spends a second below restSpeed.
TEST(Rest, whatSlidesSpeedsUp) {
    constexpr float kAngle = 0.0004f;
    const Quat turn = fromAxisAngle({0, 0, 1}, kAngle);
    const SolverRecipe recipe;
    for (const float damping : {0.0f, recipe.restDamping}) {
        SolverRecipe changed = recipe;
        changed.restDamping = damping;
        World world({.enableSleep = false, .solver = changed});
        addPlate(world, turn, 0.0f);
        const BodyId box = addBox(world, {0, 0.5, 0}, 0.0f, turn);
        constexpr int kSteps = 300;
        for (int i = 0; i < kSteps; ++i) world.step(kDt);
        const float v = -world.linearVelocity(box).x, free = 9.81f * std::sin(kAngle) * kDt * kSteps;
        if (damping == 0.0f)
            EXPECT_NEAR(v, free, 0.02f * free);
        else
            EXPECT_GT(v, free - 2.0f * recipe.restSpeed); // what was lost on the way to restSpeed
    }
}

// At the top of its path it is as slow.
TEST(Rest, whatFliesIsNotSlowed) {
    World world({.enableSleep = false});
    const BodyId box = addBox(world, {0, 10, 0}, 0.6f);
    world.setLinearVelocity(box, {0.001f, 1.0f, 0});
    for (int i = 0; i < 30; ++i) world.step(kDt);
    EXPECT_EQ(world.linearVelocity(box).x, 0.001f);
    EXPECT_NEAR(world.linearVelocity(box).y, 1.0f - 9.81f * 30 * kDt, 1e-4f);
}

} // namespace cairn
