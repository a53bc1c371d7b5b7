// Bodies that come near faster than the speculative margin: their contacts are found before they meet, and what only
// passes by is left alone.
#include "support/random.h"

#include <cairn/manifold.h>
#include <cairn/ragdoll.h>
#include <cairn/world.h>

#include <gtest/gtest.h>

namespace cairn {

namespace {

constexpr float kDt = 1.0f / 60.0f;
constexpr Vec3 kHalf{0.35f, 0.35f, 0.35f};

BodyId addBox(World& world, DVec3 at, Vec3 velocity, Quat q = kIdentityQuat) {
    const BodyId body =
        world.createBody({.type = BodyType::Dynamic, .position = at, .rotation = q, .linearVelocity = velocity});
    world.createShape(body, ShapeBox{kHalf});
    return body;
}

float overlap(const World& world, BodyId a, BodyId b) {
    ManifoldCache cache;
    Manifold manifold;
    float deepest = 0.0f;
    const ShapeBox box{kHalf};
    collideConvex(box, box, relativeTransform(world.pose(a), world.pose(b)), 0.0f, cache, manifold);
    for (int i = 0; i < manifold.count; ++i) deepest = max(deepest, -manifold.points[i].separation);
    return deepest;
}

} // namespace

// Two boxes at 24 m/s against each other go 40 cm in a step. Found where they are, they would be up to 40 cm deep in
// each other before they push.
TEST(Ahead, boxesThatMeetAtSpeedHardlyOverlap) {
    for (int start = 0; start < 40; ++start) {
        World world({.gravity = kZero});
        const double apart = 1.5 + 0.011 * start;
        const BodyId a = addBox(world, {-apart, 0, 0}, {12, 0, 0}), b = addBox(world, {apart, 0.1, 0.05}, {-12, 0, 0});
        float deepest = 0.0f;
        for (int i = 0; i < 20; ++i) {
            world.step(kDt);
            deepest = max(deepest, overlap(world, a, b));
        }
        EXPECT_LT(deepest, 0.05f) << start;
        const Vec3 sum = world.linearVelocity(a) + world.linearVelocity(b);
        EXPECT_LT(length(sum), 1e-3f) << start;
    }
}

// A little farther above or beside the other than the margin: nothing happens at all.
TEST(Ahead, whatPassesByIsNotTouched) {
    for (int start = 0; start < 40; ++start)
        for (const DVec3 beside : {DVec3{0, 0.725, 0}, DVec3{0, 0, -0.725}, DVec3{0, 0.725, 0.725}}) {
            World world({.gravity = kZero});
            const Vec3 way{12, 0, 0};
            const BodyId still = addBox(world, {}, kZero);
            const BodyId body = addBox(world, DVec3{-2.0 - 0.011 * start, 0, 0} + beside, way);
            for (int i = 0; i < 25; ++i) world.step(kDt);
            EXPECT_LT(length(world.linearVelocity(body) - way), 1e-3f) << start;
            EXPECT_LT(length(world.linearVelocity(still)), 1e-3f) << start;
        }
}

// Past the corner of a box, on a slant: it would be over the edge before it could touch.
TEST(Ahead, whatFliesOverAnEdgeIsNotTouched) {
    for (int start = 0; start < 40; ++start) {
        World world({.gravity = kZero});
        const BodyId still = addBox(world, {}, kZero);
        // Its lower edge would come down to the top of the other 2 cm beyond its side.
        const Vec3 way{9, -9, 0};
        const double back = 0.5 + 0.0037 * start;
        const BodyId body = addBox(world, {0.72 + 0.01 - back, 0.7 + back, 0}, way);
        for (int i = 0; i < 15; ++i) world.step(kDt);
        EXPECT_LT(length(world.linearVelocity(body) - way), 1e-3f) << start;
        EXPECT_LT(length(world.linearVelocity(still)), 1e-3f) << start;
    }
}

TEST(Ahead, fallingBodiesLandOnTopOfWhatTheyMeet) {
    for (int start = 0; start < 30; ++start) {
        World world;
        const BodyId ground = world.createBody({});
        world.createShape(ground, ShapeBox{{20, 1, 20}}, {.pose = {{0, -1, 0}, kIdentityQuat}});
        const BodyId box = addBox(world, {0, 1.0 + 0.013 * start, 0}, {3, -15, 0});
        for (int i = 0; i < 30; ++i) {
            world.step(kDt);
            ASSERT_GT(world.pose(box).p.y, 0.35 - 0.03) << start;
        }
    }
}

// Landing at 10 m/s, feet were stopped by the sweep and stood 15 cm off their shins, which had gone on.
TEST(Ahead, ragdollsStayTogetherWhenTheyLand) {
    test::Random random(3);
    for (int i = 0; i < 12; ++i) {
        World world;
        const BodyId ground = world.createBody({});
        world.createShape(ground, ShapeBox{{20, 1, 20}}, {.pose = {{0, -1, 0}, kIdentityQuat}});
        const Ragdoll doll = createRagdoll(world, {.position = {0, 1.0 + 0.05 * i, 0}});
        for (const BodyId body : doll.bodies) world.setLinearVelocity(body, {random.uniform(-1, 1), -10, 0});
        float widest = 0.0f;
        for (int step = 0; step < 60; ++step) {
            world.step(kDt);
            for (const JointId joint : doll.joints) widest = max(widest, world.jointError(joint).linear);
        }
        EXPECT_LT(widest, 0.08f) << i;
    }
}

} // namespace cairn
