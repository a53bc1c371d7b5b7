// The residual meter: what it says of steps whose quality is known, that it decides nothing, and that recordings have
// it.
#include "support/random.h"

#include <cairn/error.h>
#include <cairn/record.h>
#include <cairn/world.h>

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace cairn {

namespace {

constexpr float kDt = 1.0f / 60.0f;

void buildTower(World& world, int count, float topMass = 1.0f) {
    world.createShape(world.createBody({}), ShapePlane{});
    for (int i = 0; i < count; ++i) {
        const BodyId box = world.createBody({.type = BodyType::Dynamic,
                                             .position = {0.01 * (i % 2), 0.5 + i, 0},
                                             .mass = i + 1 == count ? topMass : 1.0f,
                                             .allowSleep = false});
        world.createShape(box, ShapeBox{{0.5f, 0.5f, 0.5f}});
    }
}

StepResiduals after(World& world, int steps) {
    for (int i = 0; i < steps; ++i) world.step(kDt);
    return world.residuals();
}

} // namespace

TEST(Residuals, offUnlessAskedFor) {
    World world;
    buildTower(world, 2);
    EXPECT_FALSE(after(world, 2).measured);
    EXPECT_TRUE(world.setResidualMeter({.enabled = true}));
    EXPECT_TRUE(world.residualMeter().enabled);
    const StepResiduals r = after(world, 1);
    EXPECT_TRUE(r.measured);
    EXPECT_GT(r.rows, 8);
    EXPECT_EQ(r.sweeps, -1);
    EXPECT_TRUE(world.setResidualMeter({}));
    EXPECT_FALSE(after(world, 1).measured);
}

TEST(Residuals, changesNothing) {
    World plain, measured;
    measured.setResidualMeter({.enabled = true, .sweepTolerance = 1e-3f});
    for (World* world : {&plain, &measured}) {
        buildTower(*world, 4);
        after(*world, 30);
    }
    EXPECT_EQ(plain.hash(), measured.hash());
}

TEST(Residuals, ofRestAreSmall) {
    World world;
    buildTower(world, 1);
    after(world, 120);
    world.setResidualMeter({.enabled = true, .sweepTolerance = 1e-4f});
    const StepResiduals r = after(world, 1);
    EXPECT_LT(r.contactMax, 1e-4f);
    EXPECT_LE(r.contactRms, r.contactMax);
    EXPECT_LT(r.frictionMax, 1e-4f);
    EXPECT_LT(r.maxPenetration, 1e-3f);
    EXPECT_NEAR(r.energyChange, 0.0, 1e-3);
    EXPECT_NEAR(r.energy, 9.81 * 0.5, 0.05);
    EXPECT_EQ(r.momentumError, 0.0f); // nothing but the ground to push
    EXPECT_GE(r.sweeps, 1);
    EXPECT_LT(r.sweeps, 200);
}

// A free ball gains no energy and has no rows.
TEST(Residuals, ofAFallingBallAreNothing) {
    World world;
    const BodyId ball = world.createBody({.type = BodyType::Dynamic, .position = {0, 10, 0}});
    world.createShape(ball, ShapeSphere{0.5f});
    world.setResidualMeter({.enabled = true});
    const StepResiduals r = after(world, 30);
    EXPECT_EQ(r.rows, 0);
    EXPECT_NEAR(r.energyChange / r.energy, 0.0, 1e-5);
}

// More substeps, less left over; an impact leaves more than rest.
TEST(Residuals, tellGoodStepsFromBadOnes) {
    float contact[2];
    for (int i = 0; i < 2; ++i) {
        World world({.substeps = i == 0 ? 1 : 16});
        buildTower(world, 10, 20.0f);
        world.setResidualMeter({.enabled = true});
        float sum = 0.0f;
        for (int step = 0; step < 60; ++step) sum += after(world, 1).contactRms;
        contact[i] = sum;
    }
    EXPECT_GT(contact[0], 2.0f * contact[1]);
}

TEST(Residuals, knowJoints) {
    World world;
    const BodyId ground = world.createBody({});
    BodyId last = ground;
    for (int i = 0; i < 5; ++i) {
        const BodyId ball = world.createBody({.type = BodyType::Dynamic,
                                              .position = {0.5 + i, 0, 0},
                                              .mass = i == 4 ? 5.0f : 1.0f,
                                              .allowSleep = false});
        world.createShape(ball, ShapeSphere{0.1f});
        world.createJoint(BallJointDef{.link = world.jointLink(last, ball, {static_cast<double>(i), 0, 0})});
        last = ball;
    }
    world.setResidualMeter({.enabled = true});
    const StepResiduals r = after(world, 20);
    EXPECT_EQ(r.rows, 15);
    EXPECT_GT(r.jointMax, 0.0f);
    EXPECT_GE(r.jointMax, r.jointRms);
    EXPECT_GT(r.jointLinearError, 0.0f);
    EXPECT_LT(r.jointLinearError, 0.05f);
}

TEST(Residuals, refuseBadTolerance) {
    World world;
    const ErrorCapture errors;
    EXPECT_FALSE(world.setResidualMeter({.enabled = true, .sweepTolerance = -1.0f}));
    EXPECT_FALSE(world.setResidualMeter({.enabled = true, .sweepTolerance = std::nanf("")}));
    EXPECT_FALSE(world.residualMeter().enabled);
}

TEST(Residuals, areInRecordings) {
    World world;
    Array<uint8_t> bytes;
    world.startRecording(bytes);
    buildTower(world, 3);
    world.setResidualMeter({.enabled = true});
    std::vector<float> live, replayed;
    for (int i = 0; i < 20; ++i) live.push_back(after(world, 1).contactRms);
    world.stopRecording();
    const auto look = [](const World& w, int, void* out) {
        static_cast<std::vector<float>*>(out)->push_back(w.residuals().contactRms);
    };
    EXPECT_TRUE(replay(bytes, {.afterStep = look, .context = &replayed}).same());
    EXPECT_EQ(live, replayed);
}

} // namespace cairn
