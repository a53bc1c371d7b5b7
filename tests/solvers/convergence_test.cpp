// Every solver of the catalogue that should converge, with enough sweeps, against the exact answer: 200 random small
// scenes with friction and joints. Those that do not get there must fail as well.
#include "lab/small_scenes.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace cairn {

namespace {

using namespace lab;

// Doubling; the last scene to arrive (94, by points) takes between one and two million.
constexpr int kFirst = 1000, kDoublings = 11;

class ReachesExact : public testing::TestWithParam<ConvergenceClaim> {
protected:
    SolverRecipe recipe() const { return plainRecipe(*findSolver(GetParam().solver)); }
};

} // namespace

TEST_P(ReachesExact, asClaimed) {
    const bool claims = GetParam().arrives;
    const int scenes = test::scaled(claims ? kSmallScenes : 60);
    std::vector<int> counts;
    for (int i = 0; i <= (claims ? kDoublings : 4); ++i) counts.push_back(kFirst << i);
    setErrorCallback([](const Error&, void*) {}, nullptr); // of bodies that fly off
    int reached = 0;
    for (int i = 1; i <= scenes; ++i) {
        const bool there = sweepsToExact(static_cast<uint64_t>(i), recipe(), counts) > 0;
        reached += there;
        EXPECT_TRUE(there || !claims) << "scene " << i;
    }
    setErrorCallback(nullptr, nullptr);
    RecordProperty("reached", reached);
    if (!claims && scenes >= 20) {
        EXPECT_LT(reached, scenes * 9 / 10);
    }
}

INSTANTIATE_TEST_SUITE_P(Solvers, ReachesExact, testing::ValuesIn(kConvergenceClaims),
                         [](const auto& row) { return std::string(row.param.solver); });

TEST(SmallScenes, haveThreeToSixtyPointsAndJoints) {
    int least = 1000, most = 0, joined = 0;
    for (uint64_t seed = 1; seed <= kSmallScenes; ++seed) {
        SmallScene scene(seed, {});
        scene.world.step(kFrame);
        const int points = scene.world.counts().points;
        least = min(least, points), most = max(most, points);
        joined += scene.joints > 0;
    }
    EXPECT_GE(least, 3);
    EXPECT_LE(most, 60);
    EXPECT_GE(most, 50);
    EXPECT_GE(joined, kSmallScenes / 2);
}

// Coulomb's friction does not always say how a scene goes on: sweeps and Newton's method end far apart, and one is as
// right as the other.
TEST(SmallScenes, canHaveSeveralAnswers) {
    SolverRecipe exact = plainRecipe({});
    exact.schedule = SolverSchedule::Exact;
    SmallScene swept(119, plainRecipe({})), solved(119, exact);
    int sweeps = 100000;
    swept.world.setSolverFunction(sweepOften, &sweeps);
    for (SmallScene* s : {&swept, &solved}) {
        s->world.setResidualMeter({.enabled = true});
        s->world.step(kFrame);
        EXPECT_LT(max(s->world.residuals().contactMax, s->world.residuals().frictionMax), 1e-5f);
    }
    EXPECT_GT(largestDifference(swept.states(), solved.states()), 1e-2);
}

// The meter asks about whole bodies, whatever parts they were solved in: scene 10 slides between bodies that are split
// unevenly.
TEST(SmallScenes, splitMassesLeaveNoResidual) {
    SmallScene scene(10, plainRecipe(*findSolver("massSplitting")));
    scene.world.setResidualMeter({.enabled = true});
    int sweeps = 100000;
    scene.world.setSolverFunction(sweepOften, &sweeps);
    scene.world.step(kFrame);
    EXPECT_LT(scene.world.residuals().frictionMax, 1e-5f); // 9e-4 in the grain of the parts
    EXPECT_LT(scene.world.residuals().momentumError, 1e-3f);
}

// Velocities are made anew from the impulses after every 64 sweeps of a substep: once sweeps have settled, nothing must
// be seen of it, whatever the joints remember of what they have handed over.
TEST(LongSweeps, restatedVelocitiesAreTheSame) {
    static float settled, restated;
    for (const char* name : {"softStep", "sequentialImpulse", "block", "massSplitting", "xpbdRigid"}) {
        SolverRecipe recipe = *findSolver(name);
        World world({.enableSleep = false, .solver = recipe});
        world.createShape(world.createBody({}), ShapePlane{}, {});
        const BodyId rail = world.createBody({.position = {0, 3, 0}});
        BodyId last = rail;
        const auto hang = [&](auto def) {
            const double x = world.massCenter(last).x;
            const BodyId b = world.createBody({.type = BodyType::Dynamic, .position = {x + 0.5, 3, 0}});
            world.createShape(b, ShapeBox{{0.2f, 0.1f, 0.1f}}, {});
            def.link = world.jointLink(last, b, {x + 0.25, 3, 0}, {0, 0, 1});
            EXPECT_TRUE(world.createJoint(def));
            last = b;
        };
        hang(HingeJointDef{.limits = {true, -0.1f, 0.1f}});
        hang(BallJointDef{.coneEnabled = true, .coneAngle = 0.2f});
        hang(WeldJointDef{});
        hang(SliderJointDef{.limits = {true, -0.1f, 0.1f}});
        hang(DistanceJointDef{.length = 0.5f});
        const BodyId box = world.createBody({.type = BodyType::Dynamic, .position = {0, 0.5, 0}});
        world.createShape(box, ShapeBox{{0.5f, 0.5f, 0.5f}}, {});
        world.setSolverFunction(
            [](SolverLoop& loop, void*) {
                for (int substep = 0; substep < loop.substepCount(); ++substep) {
                    loop.beginSubstep();
                    for (int i = 0; i < 64 * 64; ++i) loop.solve();
                    loop.largestChange();
                    loop.solve(); // restates
                    restated = max(restated, loop.largestChange());
                    loop.solve();
                    settled = max(settled, loop.largestChange());
                    loop.integratePositions();
                    loop.relax();
                    loop.endSubstep();
                }
            },
            nullptr);
        for (int i = 0; i < 10; ++i) {
            settled = restated = 0.0f;
            world.step(kFrame);
            EXPECT_LT(settled, 1e-4f) << name;
            EXPECT_LT(restated, settled + 1e-4f) << name;
        }
    }
}

// Nobody is forgotten: a row that differs in order, writes or blocks from all of these needs a claim of its own.
TEST(SmallScenes, claimsCoverTheCatalogue) {
    for (int i = 0; i < solverCount(); ++i) {
        const SolverRecipe& r = *solverRecipe(i);
        if (r.schedule == SolverSchedule::Exact) continue;
        bool claimed = false;
        for (const ConvergenceClaim& c : kConvergenceClaims) {
            const SolverRecipe& other = *findSolver(c.solver);
            claimed |= other.schedule == r.schedule && other.writes == r.writes &&
                       other.blockNormals == r.blockNormals && other.relaxation == r.relaxation &&
                       other.naiveClamping == r.naiveClamping;
        }
        EXPECT_TRUE(claimed) << solverName(i);
    }
}

} // namespace cairn
