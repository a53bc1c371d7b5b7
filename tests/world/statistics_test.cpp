// Profiles, counts and measures of a world, and the zones that a profiler sees.
#include <cairn/world.h>

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>

namespace cairn {

namespace {

constexpr float kDt = 1.0f / 60.0f;

} // namespace

TEST(Statistics, energyOfASpinningFallingBox) {
    World world;
    const BodyId box = world.createBody({.type = BodyType::Dynamic,
                                         .position = {0, 10, 0},
                                         .rotation = fromAxisAngle({0, 0, 1}, 0.5f * kPi),
                                         .linearVelocity = {3, 0, 4},
                                         .angularVelocity = {0, 2, 0}});
    world.createShape(box, ShapeBox{{0.5f, 1.0f, 1.5f}}, {.density = 1.0f}); // 6 kg
    // The box's x axis points along the world's y: I = m (2^2 + 3^2) / 12.
    const WorldMeasures m = world.measures();
    EXPECT_NEAR(m.kineticEnergy, 0.5 * 6.0 * 25.0 + 0.5 * (6.0 * 13.0 / 12.0) * 4.0, 1e-3);
    EXPECT_NEAR(m.potentialEnergy, 6.0 * 9.81 * 10.0, 1e-3);
    EXPECT_FLOAT_EQ(m.maxSpeed, 5.0f);
    EXPECT_FLOAT_EQ(m.meanSpeed, 5.0f);
    EXPECT_EQ(m.maxPenetration, 0.0f);
}

TEST(Statistics, countsOfABoxOnTheGround) {
    World world;
    const BodyId ground = world.createBody({});
    world.createShape(ground, ShapeBox{{5, 1, 5}}, {.pose = {{0, -1, 0}, kIdentityQuat}});
    const BodyId box = world.createBody({.type = BodyType::Dynamic, .position = {0, 0.49, 0}});
    world.createShape(box, ShapeBox{});
    world.step(kDt);
    const WorldCounts n = world.counts();
    EXPECT_EQ(n.bodies, 2);
    EXPECT_EQ(n.awakeBodies, 1);
    EXPECT_EQ(n.shapes, 2);
    EXPECT_EQ(n.pairs, 1);
    EXPECT_EQ(n.contacts, 1);
    EXPECT_EQ(n.patches, 1);
    EXPECT_EQ(n.points, 4);
    EXPECT_EQ(n.colours, 1);
    const float depth = world.measures().maxPenetration;
    EXPECT_GT(depth, 0.0f);
    EXPECT_LT(depth, 0.011f);
}

TEST(Statistics, profileAddsUp) {
    World world;
    EXPECT_EQ(world.profile().stageCount, 0);
    world.step(kDt);
    const StepProfile& p = world.profile();
    EXPECT_GT(p.stageCount, 5);
    float sum = 0.0f;
    bool solved = false;
    for (int i = 0; i < p.stageCount; ++i) {
        sum += p.stages[i].milliseconds;
        solved |= std::strcmp(p.stages[i].name, "solve") == 0;
    }
    EXPECT_TRUE(solved);
    EXPECT_GT(p.milliseconds, 0.0f);
    EXPECT_NEAR(sum, p.milliseconds, 1e-3f);
}

TEST(Statistics, zonesComeInPairsFromEveryThread) {
    struct Counter {
        std::atomic<int> begun = 0, ended = 0, steps = 0;
    } counter;
    const auto begin = [](const char* name, void* context) {
        Counter& c = *static_cast<Counter*>(context);
        ++c.begun;
        c.steps += std::strcmp(name, "step") == 0;
    };
    const auto end = [](void* context) { ++static_cast<Counter*>(context)->ended; };
    Workers workers(2);
    World world({.tasks = workers.tasks()});
    for (int i = 0; i < 500; ++i) {
        const BodyId ball = world.createBody({.type = BodyType::Dynamic, .position = {2.0 * i, 0, 0}});
        world.createShape(ball, ShapeSphere{});
    }
    setProfilerHooks({.beginZone = begin, .endZone = end, .context = &counter});
    for (int i = 0; i < 3; ++i) world.step(kDt);
    setProfilerHooks({});
    const int seen = counter.begun;
    world.step(kDt);
    EXPECT_EQ(counter.steps, 3);
    EXPECT_GT(seen, 3 * world.profile().stageCount);
    EXPECT_EQ(counter.begun, seen);
    EXPECT_EQ(counter.ended, seen);
}

} // namespace cairn
