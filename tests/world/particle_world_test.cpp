// Particles in everything a world does: threads, saving, recording, sleep, events, queries, bad input, memory.
#include "support/counting_allocator.h"
#include "world/particle_scene.h"
#include "world/world_calls.h"

#include <cairn/error.h>

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace cairn {
namespace {

using test::kDt;
using test::NetScene;
using test::steps;

std::vector<uint64_t> hashes(World& world, int count) {
    std::vector<uint64_t> out;
    for (int i = 0; i < count; ++i) {
        world.step(kDt);
        out.push_back(world.hash());
        out.push_back(world.eventHash());
    }
    return out;
}

TEST(ParticleWorld, sameBitsOnAnyNumberOfThreads) {
    NetScene alone;
    const std::vector<uint64_t> expected = hashes(alone.world, 240);
    EXPECT_TRUE(alone.world.validate());
    for (const int threads : {2, 3, 8}) {
        const Workers workers(threads);
        NetScene scene(workers.tasks());
        EXPECT_EQ(hashes(scene.world, 240), expected) << threads;
    }
}

TEST(ParticleWorld, restoresRollsBackAndReplays) {
    NetScene scene;
    World& world = scene.world;
    steps(world, 30);
    Array<uint8_t> snapshot, rollback, recording;
    ASSERT_TRUE(world.snapshot(snapshot));
    ASSERT_TRUE(world.saveRollback(rollback));
    const std::vector<uint64_t> expected = hashes(world, 60);
    ASSERT_TRUE(world.loadRollback(rollback));
    EXPECT_EQ(hashes(world, 60), expected);
    ASSERT_TRUE(world.restore(snapshot));
    EXPECT_EQ(hashes(world, 60), expected);
    World other;
    ASSERT_TRUE(other.restore(snapshot));
    EXPECT_EQ(hashes(other, 60), expected);
    EXPECT_EQ(other.particleCount(), world.particleCount());

    world.startRecording(recording);
    steps(world, 5);
    const ParticleId p = scene.net.particles[17];
    Array<ParticleId> made;
    const ParticleDef more[] = {{.position = {0, 3, 0}}, {.position = {0.2, 3, 0}, .radius = 0.0f}};
    ASSERT_EQ(world.createParticles(more, made), 2);
    test::link(world, made[0], made[1], 0.2f);
    EXPECT_TRUE(world.setVelocity(p, {1, 2, 3}));
    EXPECT_TRUE(world.applyForce(p, {0, 5, 0}));
    EXPECT_TRUE(world.applyImpulse(made[0], {0, 1, 0}));
    EXPECT_TRUE(world.setPosition(made[1], {0.5, 3, 0}));
    steps(world, 5);
    ParticleDef def = world.definition(made[0]);
    def.radius = 0.1f;
    def.mass = 0.0f;
    EXPECT_TRUE(world.setDefinition(made[0], def));
    EXPECT_TRUE(world.setAwake(made[1], false));
    EXPECT_TRUE(world.setEnabled(scene.rope[3], false));
    EXPECT_TRUE(world.destroyParticle(p));
    EXPECT_FALSE(world.destroyParticle(p));
    steps(world, 30);
    EXPECT_TRUE(world.validate());
    world.stopRecording();
    const ReplayResult result = replay(recording);
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.steps, 40);
    EXPECT_EQ(result.firstDifferentStep, -1);
}

TEST(ParticleWorld, sleepsWithWhatItHolds) {
    NetScene scene;
    World& world = scene.world;
    for (int i = 0; i < 60 * 60 && world.awakeCount() > 0; ++i) world.step(kDt);
    EXPECT_EQ(world.awakeCount(), 0);
    EXPECT_TRUE(world.validate());
    EXPECT_TRUE(world.applyImpulse(scene.rope[4], {0, 0.1f, 0})); // wakes its rope and the load, not the net
    EXPECT_TRUE(world.isAwake(scene.load));
    EXPECT_FALSE(world.isAwake(scene.box));
    EXPECT_FALSE(world.isAwake(scene.net.particles[0]));
    EXPECT_EQ(world.awakeCount(), 9);
    world.step(kDt);
    EXPECT_EQ(world.events().sleeps.size(), 1u); // of bodies alone
    Array<BodyMoveEvent> moves;
    EXPECT_EQ(world.moves(moves), 1);
    EXPECT_TRUE(world.setAwake(scene.box, true)); // wakes the net that carries it
    EXPECT_TRUE(world.isAwake(scene.net.particles[0]));
}

TEST(ParticleWorld, queriesEventsAndSensorsPassItBy) {
    World world;
    const BodyId ground = world.createBody({});
    world.createShape(ground, ShapePlane{});
    const BodyId zone = world.createBody({});
    const ShapeId sensor = world.createShape(zone, ShapeBox{{2, 2, 2}}, {.sensor = true});
    const ParticleId p = world.createParticle({.position = {0, 1, 0}, .radius = 0.2f});
    EXPECT_FALSE(world.castRay({.origin = {-5, 1, 0}, .translation = {10, 0, 0}}));
    EXPECT_FALSE(world.overlapPoint({0, 1, 0}));
    EXPECT_FALSE(world.closestToPoint({0, 1, 0}, 0.5f));
    int asked = 0;
    world.setContactFilter([](ShapeId, ShapeId, void* count) { return ++*static_cast<int*>(count) > 0; }, &asked);
    for (int i = 0; i < 120; ++i) {
        world.step(kDt);
        ASSERT_TRUE(world.events().contactBegins.empty() && world.events().sensorBegins.empty());
    }
    EXPECT_EQ(asked, 0);
    EXPECT_NEAR(world.position(p).y, 0.2, 1e-3);
    Array<ShapeId> visitors;
    EXPECT_EQ(world.sensorOverlaps(sensor, visitors), 0);
    EXPECT_EQ(world.bodyCount(), 2);
    EXPECT_EQ(world.shapeCount(), 2);
    EXPECT_EQ(world.counts().bodies, 2);
    EXPECT_EQ(world.counts().particles, 1);
    EXPECT_TRUE(world.destroyParticle(p));
    world.step(kDt);
    EXPECT_TRUE(world.events().contactEnds.empty());
    EXPECT_EQ(world.particleCount(), 0);
    EXPECT_EQ(world.shapeCount(), 2);
}

TEST(ParticleWorld, destroyingTakesLinksAndContactsAlong) {
    NetScene scene;
    World& world = scene.world;
    steps(world, 60);
    const int joints = world.jointCount(), particles = world.particleCount();
    const ParticleId inner = scene.net.particles[5 * 12 + 5];
    int held = 0;
    for (JointId j = world.firstJoint(inner); j; j = world.nextJoint(inner, j)) {
        ++held;
        EXPECT_TRUE(world.particleA(j) == inner || world.particleB(j) == inner);
        EXPECT_FALSE(world.bodyA(j));
    }
    EXPECT_EQ(held, 4);
    EXPECT_TRUE(world.destroyParticle(inner));
    EXPECT_EQ(world.jointCount(), joints - 4);
    EXPECT_EQ(world.particleCount(), particles - 1);
    EXPECT_FALSE(world.isValid(inner));
    EXPECT_TRUE(world.validate());
    EXPECT_TRUE(world.destroyBody(scene.load)); // its rope hangs on
    EXPECT_EQ(world.jointCount(), joints - 5);
    steps(world, 30);
    for (const ParticleId p : scene.net.particles) world.destroyParticle(p);
    for (const ParticleId p : scene.rope) world.destroyParticle(p);
    EXPECT_EQ(world.jointCount(), 0);
    EXPECT_EQ(world.particleCount(), 0);
    steps(world, 10);
    EXPECT_TRUE(world.validate());
}

// Ids of the two kinds share numbers, and are not taken for each other.
TEST(ParticleWorld, idsAreTypedApart) {
    World world;
    const ParticleId p = world.createParticle({});
    const BodyId b = world.createBody({.type = BodyType::Dynamic});
    ErrorCapture capture;
    EXPECT_FALSE(world.isValid(BodyId{p.index, p.generation}));
    EXPECT_FALSE(world.isValid(ParticleId{b.index, b.generation}));
    EXPECT_FALSE(world.destroyBody({p.index, p.generation}));
    EXPECT_FALSE(world.destroyParticle({b.index, b.generation}));
    EXPECT_FALSE(world.createShape({p.index, p.generation}, ShapeBox{}));
    EXPECT_EQ(capture.count(), 3);
    EXPECT_TRUE(world.isValid(p));
    EXPECT_TRUE(world.isValid(b));
}

TEST(ParticleWorld, badDefinitionsAreRefusedByName) {
    World world;
    const ParticleId p = world.createParticle({});
    constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
    const auto expectRefused = [&](const char* field, const ParticleDef& def) {
        for (const bool make : {true, false}) {
            ErrorCapture capture;
            EXPECT_FALSE(make ? static_cast<bool>(world.createParticle(def)) : world.setDefinition(p, def)) << field;
            EXPECT_STREQ(capture.field(), field);
        }
        ErrorCapture capture;
        Array<ParticleId> made;
        const ParticleDef defs[] = {{}, def};
        EXPECT_EQ(world.createParticles(defs, made), 0);
        EXPECT_EQ(capture.count(), 1);
    };
    for (const float bad : {kNaN, std::numeric_limits<float>::infinity(), -1.0f}) {
        expectRefused("mass", {.mass = bad});
        expectRefused("radius", {.radius = bad});
        expectRefused("damping", {.damping = bad});
        expectRefused("friction", {.friction = bad});
        expectRefused("restitution", {.restitution = bad});
    }
    expectRefused("position", {.position = {0, static_cast<double>(kNaN), 0}});
    expectRefused("velocity", {.velocity = {0, kNaN, 0}});
    expectRefused("gravityScale", {.gravityScale = kNaN});
    EXPECT_EQ(world.particleCount(), 1);
    ErrorCapture capture;
    EXPECT_FALSE(world.setVelocity(p, {kNaN, 0, 0}));
    EXPECT_FALSE(world.applyForce(p, {kNaN, 0, 0}));
    EXPECT_FALSE(world.applyImpulse(p, {1e30f, 0, 0}));
    EXPECT_FALSE(world.setPosition(p, {1e300, 0, 0}));
    EXPECT_EQ(capture.count(), 4);
}

TEST(ParticleWorld, badLinksAreRefusedByName) {
    World world;
    const ParticleId p = world.createParticle({}), q = world.createParticle({.position = {1, 0, 0}});
    const ParticleId fixed = world.createParticle({.mass = 0.0f});
    const BodyId b = world.createBody({.type = BodyType::Dynamic}), ground = world.createBody({});
    ParticleId stale = world.createParticle({});
    world.destroyParticle(stale);
    const auto expectRefused = [&](const char* field, auto def) {
        ErrorCapture capture;
        EXPECT_FALSE(world.createJoint(def)) << field;
        EXPECT_STREQ(capture.field(), field);
    };
    expectRefused("link.particleA", DistanceJointDef{.link = {.particleA = stale, .particleB = q}});
    expectRefused("link.particleB", DistanceJointDef{.link = {.bodyA = b, .bodyB = ground, .particleB = q}});
    expectRefused("link.bodyB", DistanceJointDef{.link = {.particleA = p, .particleB = p}});
    expectRefused("link.bodyB", DistanceJointDef{.link = {.bodyA = ground, .particleB = fixed}});
    expectRefused("link.bodyB", DistanceJointDef{.link = {.particleA = p}});
    expectRefused("link.frameA",
                  DistanceJointDef{.link = {.particleA = p, .particleB = q, .frameA = {{0.1f, 0, 0}, kIdentityQuat}}});
    expectRefused("link.particleA", HingeJointDef{.link = {.bodyB = b, .particleA = p}});
    expectRefused("link.particleB", BallJointDef{.link = {.bodyA = b, .particleB = p}, .frictionTorque = 1.0f});
    const JointId ball = world.createJoint(BallJointDef{.link = {.bodyA = b, .particleB = p}});
    EXPECT_TRUE(ball);
    ErrorCapture capture;
    EXPECT_FALSE(world.setLimits(ball, {true, -0.1f, 0.1f}));
    EXPECT_EQ(capture.count(), 1);
    EXPECT_EQ(world.jointCount(), 1);
    EXPECT_TRUE(world.validate());
}

TEST(ParticleWorld, nullAndStaleIdsAreRefusedByName) {
    World world;
    for (int i = 0; i < 3; ++i) world.createBody({.type = BodyType::Dynamic});
    world.createJoint(HingeJointDef{world.jointLink(BodyId{0, 1}, BodyId{1, 1}, {0, 0, 0})});
    const ParticleId stale = world.createParticle({});
    world.destroyParticle(stale);
    const uint64_t before = world.hash();
    const auto expectRefused = [&](const auto& table) {
        for (const auto& c : table)
            for (const ParticleId id : {ParticleId{}, stale, ParticleId{1, 1}, ParticleId{99, 7}}) {
                if (std::string(c.name) == "isValid") continue;
                ErrorCapture capture;
                c.call(world, id);
                EXPECT_GE(capture.count(), 1) << c.name;
                EXPECT_EQ(std::string(capture.message()).rfind(std::string(c.name) + ":", 0), 0u) << c.name;
            }
    };
    expectRefused(test::kParticleEdits);
    expectRefused(test::kParticleLooks);
    EXPECT_EQ(world.hash(), before);
}

TEST(ParticleWorld, oneGoneBadIsStoppedAlone) {
    World world;
    world.createShape(world.createBody({}), ShapePlane{});
    const ParticleId light = world.createParticle({.position = {0, 3, 0}, .mass = 1e-9f});
    const ParticleId sound = world.createParticle({.position = {1, 3, 0}});
    world.applyForce(light, {0, 9e11f, 0});
    {
        ErrorCapture capture;
        world.step(kDt);
        EXPECT_EQ(capture.count(), 1);
        EXPECT_STREQ(capture.field(), "particle");
    }
    ASSERT_EQ(world.events().quarantines.size(), 1u);
    EXPECT_EQ(world.events().quarantines[0].particle, light);
    EXPECT_FALSE(world.events().quarantines[0].body);
    EXPECT_FALSE(world.isEnabled(light));
    EXPECT_TRUE(world.isEnabled(sound));
    steps(world, 120);
    EXPECT_NEAR(world.position(sound).y, 0.05, 1e-3);
    EXPECT_TRUE(world.setEnabled(light, true));
    steps(world, 120);
    EXPECT_NEAR(world.position(light).y, 0.05, 1e-3);
}

// A link that has to hold too much breaks, and says between which particles.
TEST(ParticleWorld, linksBreak) {
    World world;
    const BodyId ground = world.createBody({});
    const ParticleId p = world.createParticle({.position = {0, -1, 0}, .mass = 5.0f});
    DistanceJointDef def{.link = world.jointLink(p, ground, {0, 0, 0})};
    def.link.breakForce = 40.0f;
    world.createJoint(def);
    bool broke = false;
    for (int i = 0; i < 60; ++i) {
        world.step(kDt);
        for (const JointBreakEvent& e : world.events().jointBreaks) {
            broke = true;
            EXPECT_EQ(e.particleA, p);
            EXPECT_EQ(e.bodyB, ground);
        }
    }
    EXPECT_TRUE(broke);
    EXPECT_LT(world.position(p).y, -2.0);
}

TEST(ParticleWorld, aWarmedUpStepAllocatesNothing) {
    const test::CountingAllocator counter;
    const Workers workers(2);
    NetScene scene(workers.tasks());
    scene.world.setSleepEnabled(false);
    steps(scene.world, 400);
    const long long before = counter.allocations();
    steps(scene.world, 200);
    EXPECT_EQ(counter.allocations(), before);
}

} // namespace
} // namespace cairn
