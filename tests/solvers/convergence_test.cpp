// Every solver of the catalogue that should converge, with enough sweeps, against the exact answer: 200 random small
// scenes with joints, with and without friction. Those that do not get there must fail as well.
#include "lab/approach.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cairn {

namespace {

using namespace lab;

// Doubling; the last scene to arrive (94, by points) takes between one and two million.
constexpr int kFirst = 1000, kDoublings = 11, kFew = 60;

class ReachesExact : public testing::TestWithParam<SweptSolver> {
protected:
    bool shouldArrive() const { return !*GetParam().whyNot; }
    // Who should arrive does so in all scenes, who should not at least not in that share.
    void run(float grip, double notInMore) {
        const int scenes = test::scaled(shouldArrive() ? kSmallScenes : kFew);
        std::vector<int> counts;
        for (int i = 0; i <= (shouldArrive() ? kDoublings : 4); ++i) counts.push_back(kFirst << i);
        static int errors;
        errors = 0;
        setErrorCallback([](const Error&, void*) { ++errors; }, nullptr);
        int arrived = 0, atFirst = 0;
        for (int i = 1; i <= scenes; ++i) {
            SmallScene scene(static_cast<uint64_t>(i), GetParam().plain, grip);
            const Arrival arrival = sweepToExact(scene, counts);
            arrived += arrival.sweeps > 0, atFirst += arrival.atFirst;
            EXPECT_TRUE(arrival.sweeps > 0 || !shouldArrive()) << "scene " << i;
        }
        setErrorCallback(nullptr, nullptr);
        EXPECT_TRUE(errors == 0 || !shouldArrive()); // of bodies that fly off
        RecordProperty("arrived", arrived);
        RecordProperty("atFirst", atFirst);
        if (!shouldArrive() && scenes == kFew) {
            EXPECT_LT(arrived, notInMore * scenes);
        }
    }
};

} // namespace

TEST_P(ReachesExact, withFriction) { run(1.0f, 0.9); }

// There is one answer, whoever looks for it. Jacobi misses it in 2 scenes of 60.
TEST_P(ReachesExact, withoutFriction) { run(0.0f, 1.0); }

INSTANTIATE_TEST_SUITE_P(Solvers, ReachesExact, testing::ValuesIn(sweptSolvers()),
                         [](const auto& row) { return std::string(row.param.name); });

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

static void sweepOften(SolverLoop& loop, void* count) {
    loop.beginSubstep();
    for (int i = 0; i < *static_cast<const int*>(count); ++i) loop.solve();
    loop.integratePositions();
    loop.endSubstep();
}

// The exact solver has an answer to every step before anything is swept.
TEST(SmallScenes, allAreAnsweredFromNothing) {
    for (const float grip : {0.0f, 1.0f})
        for (int seed = 1; seed <= test::scaled(kSmallScenes); ++seed) {
            SmallScene scene(static_cast<uint64_t>(seed), plainRecipe({}), grip);
            bool hasFirst = false;
            scene.world.setSolverFunction(
                [](SolverLoop& loop, void* out) {
                    loop.beginSubstep();
                    *static_cast<bool*>(out) = Question(loop).hasFirst();
                    loop.integratePositions();
                    loop.endSubstep();
                },
                &hasFirst);
            scene.world.step(kFrame);
            EXPECT_TRUE(hasFirst) << "scene " << seed << " grip " << grip;
        }
}

// Coulomb's friction does not always say how a scene goes on: sweeps and Newton's method end far apart, and one is as
// right as the other.
TEST(SmallScenes, canHaveSeveralAnswers) {
    SmallScene scene(119, plainRecipe({}));
    double distances[2] = {};
    scene.world.setSolverFunction(
        [](SolverLoop& loop, void* out) {
            loop.beginSubstep();
            const Question question(loop);
            for (int i = 0; i < 100000; ++i) loop.solve();
            static_cast<double*>(out)[0] = question.distance();
            static_cast<double*>(out)[1] = question.distanceFromFirst();
            EXPECT_TRUE(question.hasFirst());
            loop.integratePositions();
            loop.endSubstep();
        },
        distances);
    scene.world.step(kFrame);
    EXPECT_LT(distances[0], 1e-5);
    EXPECT_GT(distances[1], 1e-2);
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

// Nobody is forgotten: every row of the catalogue but Exact is swept like one of these.
TEST(SmallScenes, sweptSolversCoverTheCatalogue) {
    for (int i = 0; i < solverCount(); ++i) {
        const SolverRecipe r = plainRecipe(*solverRecipe(i));
        int like = r.schedule == SolverSchedule::Exact;
        for (const SweptSolver& s : sweptSolvers())
            like += s.plain.schedule == r.schedule && s.plain.cells == r.cells && s.plain.writes == r.writes &&
                    s.plain.blockNormals == r.blockNormals && s.plain.relaxation == r.relaxation &&
                    s.plain.naiveClamping == r.naiveClamping;
        EXPECT_EQ(like, 1) << solverName(i);
    }
}

} // namespace cairn
