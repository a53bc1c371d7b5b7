// Every solver of the catalogue through the same five scenes, each with tolerances of its own; on any number of
// threads; saved, restored and replayed.
#include "math/dispatch.h"
#include "solvers/suite_scenes.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>
#include <vector>

namespace cairn {

namespace {

using namespace test;

// Upper bounds; see SuiteResult. Measured values are about half of them.
struct Tolerance {
    const char* solver;
    double drop, stack, speed, hold, slide, chain, ragdoll;
};
constexpr double kNone = 1e9; // not its strength

constexpr Tolerance kTolerances[] = {
    {"softStep", 0.001, 0.01, 0.001, 0.001, 0.02, 0.02, 0.01},
    {"sequentialImpulse", 0.006, 0.01, 0.002, 0.001, 0.04, 0.25, 0.01},
    {"sequentialImpulseShuffled", 0.006, 0.01, 0.002, 0.001, 0.04, 0.25, 0.01},
    {"sequentialImpulseColours", 0.006, 0.01, 0.002, 0.001, 0.04, 0.25, 0.01},
    {"sequentialImpulseGridColours", 0.006, 0.01, 0.002, 0.001, 0.04, 0.25, 0.01},
    {"sequentialImpulseCells", 0.006, 0.01, 0.002, 0.001, 0.04, 0.25, 0.01},
    {"sequentialImpulseGridCells", 0.006, 0.01, 0.002, 0.001, 0.04, 0.25, 0.01},
    {"splitImpulse", 0.006, 0.01, 0.002, 0.001, 0.04, 0.12, 0.01},
    {"positionPass", 0.006, 0.01, 0.002, 0.001, 0.04, 0.06, 0.01},
    {"noBias", 0.006, 0.01, 0.002, 0.001, 0.04, kNone, kNone}, // joints drift: nothing cures them
    {"naiveImpulse", 0.006, 0.1, 0.2, 0.001, 0.04, 0.25, 0.1}, // jitters: that is what it is there to show
    {"exact", 0.0001, 0.0001, 0.0001, 0.0001, 0.04, 0.25, 0.001},
    {"block", 0.006, 0.01, 0.002, 0.001, 0.04, 0.25, 0.01},
    {"softStepBlock", 0.001, 0.01, 0.001, 0.001, 0.02, 0.02, 0.01},
    {"softStepCells", 0.001, 0.01, 0.001, 0.001, 0.02, 0.02, 0.01},
    {"softStepFirm", 0.001, 0.01, 0.001, 0.001, 0.02, 0.02, 0.01},
    {"jacobi", 0.006, 0.03, 0.02, 0.001, 0.04, 0.12, 0.05},
    {"massSplitting", 0.006, 0.03, 0.02, 0.001, 0.04, 0.12, 0.01},
    {"massSplittingPoints", 0.006, 0.05, 0.05, 0.001, 0.04, 0.12, 0.01},
    {"massSplittingOver", 0.006, 0.03, 0.02, 0.001, 0.04, 0.2, 0.01},
    {"xpbdRigid", 0.001, 0.01, 0.05, 0.05, 0.02, 0.01, 0.01}, // starts each substep from nothing: creeps
    {"weightAmplification", 0.006, 0.01, 0.002, 0.001, 0.04, 0.25, 0.01},
    {"aggressiveSleep", 0.006, 0.01, 0.002, 0.001, 0.04, 0.25, 0.01},
    {"shockPropagation", 0.006, 0.01, 0.002, 0.001, 0.04, 0.25, 0.01},
    {"shockPropagationBlended", 0.006, 0.01, 0.002, 0.001, 0.04, 0.25, 0.01},
};

class Family : public testing::TestWithParam<int> {
protected:
    const char* name() const { return solverName(GetParam()); }
    const SolverRecipe& recipe() const { return *solverRecipe(GetParam()); }
};

// Contacts, joints and particles that hang together.
void buildMixed(SuiteWorld& s) {
    s.ground();
    for (int i = 0; i < 12; ++i)
        s.box({0.3 * (i % 3), 0.5 + 1.05 * (i / 3), 0.4 * (i % 2)}, {0.4f, 0.4f, 0.4f},
              fromAxisAngle({0, 1, 0}, 0.2f * static_cast<float>(i)));
    createRagdoll(s.world, {.position = {0.2, 4.0, 0}});
    ParticleId last{};
    for (int i = 0; i < 6; ++i) {
        const ParticleId p = s.world.createParticle({.position = {0.2 * i - 0.5, 6.0, 0.1}, .mass = 0.2f});
        if (last) s.world.createJoint(DistanceJointDef{.link = {.particleA = last, .particleB = p}, .length = 0.2f});
        last = p;
    }
}

uint64_t runMixed(const SolverRecipe& recipe, const TaskSystem& tasks, int steps) {
    SuiteWorld s(recipe, tasks);
    buildMixed(s);
    uint64_t all = 0;
    for (int i = 0; i < steps; ++i) {
        s.run(1);
        all = all * 31 + s.world.hash();
    }
    EXPECT_TRUE(s.world.validate());
    return all;
}

} // namespace

// Always with all their steps and the same tolerances. Where trials are scaled down (sanitizers), the long scenes are
// for one solver of each way to write.
TEST_P(Family, FiveScenes) {
    const Tolerance* t = nullptr;
    for (const Tolerance& row : kTolerances)
        if (std::strcmp(row.solver, name()) == 0) t = &row;
    ASSERT_TRUE(t) << "give " << name() << " a row in kTolerances";
    const std::set<std::string> always = {"softStep", "sequentialImpulse", "massSplitting"};
    const SuiteResult r = runSuite(recipe(), scaled(1000) >= 1000 || always.count(name()) > 0);
    EXPECT_TRUE(r.finite);
    EXPECT_LT(r.drop, t->drop);
    EXPECT_LT(r.stack, t->stack);
    EXPECT_LT(r.speed, t->speed);
    EXPECT_LT(r.hold, t->hold);
    EXPECT_LT(r.slide, t->slide);
    EXPECT_LT(r.chain, t->chain);
    EXPECT_LT(r.ragdoll, t->ragdoll);
}

TEST_P(Family, ThreadsDoNotMatter) {
    const int steps = scaled(120);
    const uint64_t alone = runMixed(recipe(), {}, steps);
    for (const int threads : {2, 3, 8}) {
        const Workers workers(threads);
        EXPECT_EQ(runMixed(recipe(), workers.tasks(), steps), alone) << threads << " threads";
    }
}

TEST_P(Family, LaneWidthsDoNotMatter) {
    const int steps = scaled(60);
    const uint64_t best = runMixed(recipe(), {}, steps);
    for (int i = 1; i < laneTargetCount(); ++i) {
        ASSERT_TRUE(setLaneTarget(laneTargetName(i)));
        const uint64_t other = runMixed(recipe(), {}, steps);
        setLaneTarget(nullptr);
        EXPECT_EQ(other, best) << laneTargetName(i);
    }
}

TEST_P(Family, GoesOnFromSnapshotsAndRollbacks) {
    SuiteWorld a(recipe()), b({});
    buildMixed(a);
    a.run(30); // later jacobi has blown up the ragdoll, and what is quarantined in between cannot be rolled back
    Array<uint8_t> snapshot, rollback;
    ASSERT_TRUE(a.world.snapshot(snapshot));
    ASSERT_TRUE(b.world.restore(snapshot));
    EXPECT_EQ(a.world.hash(), b.world.hash());
    ASSERT_TRUE(b.world.saveRollback(rollback));
    b.run(7);
    ASSERT_TRUE(b.world.loadRollback(rollback));
    a.run(30);
    b.run(30);
    EXPECT_EQ(a.world.hash(), b.world.hash());
}

TEST_P(Family, Replays) {
    SuiteWorld s({});
    Array<uint8_t> recording;
    ASSERT_TRUE(s.world.startRecording(recording));
    buildMixed(s);
    s.run(10);
    ASSERT_TRUE(s.world.setSolver(recipe()));
    s.run(40);
    ASSERT_TRUE(s.world.stopRecording());
    const ReplayResult result = replay(recording, {});
    EXPECT_TRUE(result.same()) << "first different step " << result.firstDifferentStep;
    EXPECT_EQ(result.steps, 50);
}

INSTANTIATE_TEST_SUITE_P(Solvers, Family, testing::Range(0, solverCount()),
                         [](const auto& row) { return std::string(solverName(row.param)); });

// The recipe's own loop, written outside: the same parts in the same order, the same bits.
TEST_P(Family, RunsFromOutside) {
    const SolverFunction loopAsRecipe = [](SolverLoop& loop, void* calls) {
        ++*static_cast<int*>(calls);
        for (int substep = 0; substep < loop.substepCount(); ++substep) {
            loop.beginSubstep();
            for (int i = 0; i < loop.recipe().iterations; ++i) loop.solve();
            loop.integratePositions();
            for (int i = 0; i < loop.recipe().relaxIterations; ++i) loop.relax();
            loop.endSubstep();
        }
    };
    int calls = 0;
    SuiteWorld a(recipe()), b(recipe());
    for (SuiteWorld* s : {&a, &b}) buildMixed(*s);
    ASSERT_TRUE(b.world.setSolverFunction(loopAsRecipe, &calls));
    for (SuiteWorld* s : {&a, &b}) s->run(40);
    EXPECT_EQ(calls, 40);
    EXPECT_EQ(a.world.hash(), b.world.hash());
}

TEST(Catalog, NamesAreFoundAndDiffer) {
    std::set<std::string> names;
    for (int i = 0; i < solverCount(); ++i) {
        EXPECT_TRUE(names.insert(solverName(i)).second);
        EXPECT_EQ(findSolver(solverName(i)), solverRecipe(i));
        EXPECT_TRUE(World().setSolver(*solverRecipe(i))) << solverName(i);
    }
    EXPECT_EQ(findSolver("nothing"), nullptr);
    EXPECT_EQ(findSolver(nullptr), nullptr);
    EXPECT_EQ(solverName(-1), nullptr);
    EXPECT_EQ(solverRecipe(solverCount()), nullptr);
    EXPECT_STREQ(solverName(0), "softStep");
}

// A world that is too large for an exact answer is swept, and says so.
TEST(ExactRecipe, LargeWorldsAreSweptWithAnError) {
    static int errors;
    static double rows;
    errors = 0;
    setErrorCallback([](const Error& e, void*) { ++errors, rows = e.value; }, nullptr);
    SuiteWorld s(*findSolver("exact"));
    s.ground();
    BodyId last{};
    for (int i = 0; i < 100; ++i) last = s.box({1.5 * (i % 10), 0.499, 1.5 * (i / 10)}, {0.5f, 0.5f, 0.5f});
    s.run(30);
    setErrorCallback(nullptr, nullptr);
    EXPECT_EQ(errors, 30);
    EXPECT_EQ(rows, 700.0); // four points, two directions of friction and a twist a box
    EXPECT_NEAR(s.world.pose(last).p.y, 0.5, 0.006);
}

// Newton's method needs up to 17 rounds in such heaps; what it cannot solve it reports.
TEST(ExactRecipe, HeapsAreSolvedToTheEnd) {
    static int errors;
    errors = 0;
    setErrorCallback([](const Error&, void*) { ++errors; }, nullptr);
    for (int seed = 1; seed <= scaled(5); ++seed) {
        Random random(static_cast<uint64_t>(seed));
        SuiteWorld s(*findSolver("exact"));
        s.ground();
        for (int i = 0; i < 30; ++i)
            s.box(toDouble(Vec3{random.uniform(-0.8f, 0.8f), 0.5f + 0.45f * static_cast<float>(i / 4),
                                random.uniform(-0.8f, 0.8f)}),
                  {random.uniform(0.15f, 0.35f), random.uniform(0.15f, 0.35f), random.uniform(0.15f, 0.35f)},
                  fromAxisAngle(random.unitVector(), random.uniform(-3.0f, 3.0f)));
        s.run(90);
        EXPECT_GE(s.world.counts().points, 50);
    }
    setErrorCallback(nullptr, nullptr);
    EXPECT_EQ(errors, 0);
}

// What the exact answer leaves unsolved is rounding; ten sweeps leave more.
TEST(ExactRecipe, LeavesNoResidual) {
    float left[2];
    for (const bool exact : {false, true}) {
        SolverRecipe recipe = *findSolver(exact ? "exact" : "sequentialImpulse");
        recipe.bias = SolverBias::None;
        SuiteWorld s(recipe);
        BodyId boxes[5];
        buildStack(s, boxes);
        s.world.setResidualMeter({.enabled = true});
        s.run(3);
        const StepResiduals& r = s.world.residuals();
        left[exact] = max(r.contactMax, r.frictionMax);
    }
    EXPECT_GT(left[0], 1e-3f);
    EXPECT_LT(left[1], 1e-5f);
}

// Sums do not know in which order constraints ran.
TEST(MassSplitting, ShuffledConstraintsGiveTheSameBits) {
    for (const char* name : {"jacobi", "massSplitting", "massSplittingPoints", "massSplittingOver"}) {
        SolverRecipe flat = *findSolver(name), shuffled = flat;
        shuffled.schedule = SolverSchedule::Shuffled;
        SuiteWorld a(flat), b(shuffled), c(shuffled);
        for (SuiteWorld* s : {&a, &b, &c}) buildMixed(*s);
        for (int i = 0; i < scaled(100); ++i) {
            for (SuiteWorld* s : {&a, &b, &c}) s->run(1);
            shuffled.seed = static_cast<uint32_t>(i);
            c.world.setSolver(shuffled);
            // The recipe itself is part of a world's hash: compare poses.
            for (SuiteWorld* s : {&b, &c})
                for (uint32_t body = 0; body < 25; ++body) {
                    const WorldTransform x = a.world.pose({body, 1}), y = s->world.pose({body, 1});
                    ASSERT_EQ(std::memcmp(&x, &y, sizeof(x)), 0) << name << ", step " << i << ", body " << body;
                }
        }
    }
}

// With in-place writes the order does matter, or the test above would show nothing.
TEST(MassSplitting, ShufflesMatterToSequentialImpulses) {
    SuiteWorld a(*findSolver("sequentialImpulse")), b(*findSolver("sequentialImpulseShuffled"));
    bool same = true;
    for (SuiteWorld* s : {&a, &b}) buildMixed(*s), s->run(100);
    for (uint32_t body = 1; body < 13; ++body)
        same &= length(a.world.pose({body, 1}).p - b.world.pose({body, 1}).p) == 0;
    EXPECT_FALSE(same);
}

TEST(Recipe, BadFieldsAreRefusedByName) {
    static std::string field;
    setErrorCallback([](const Error& e, void*) { field = e.field; }, nullptr);
    World world;
    const auto refused = [&](const char* name, auto change) {
        SolverRecipe r;
        change(r);
        field.clear();
        EXPECT_FALSE(world.setSolver(r));
        EXPECT_EQ(field, std::string("recipe.") + name);
        field.clear();
        World other({.solver = r});
        EXPECT_EQ(field, std::string("recipe.") + name);
        EXPECT_EQ(other.solver().iterations, SolverRecipe{}.iterations);
    };
    const float bad = std::nanf("");
    refused("beta", [&](SolverRecipe& r) { r.beta = bad; });
    refused("slop", [](SolverRecipe& r) { r.slop = -1.0f; });
    refused("relaxation", [](SolverRecipe& r) { r.relaxation = 0.0f; });
    refused("warmStart", [](SolverRecipe& r) { r.warmStart = 1.5f; });
    refused("iterations", [](SolverRecipe& r) { r.iterations = -1; });
    refused("iterations", [](SolverRecipe& r) { r.iterations = r.relaxIterations = 0; });
    refused("substeps", [](SolverRecipe& r) { r.substeps = 65; });
    refused("cellLinks", [](SolverRecipe& r) { r.cellLinks = 0; });
    refused("schedule", [](SolverRecipe& r) { r.schedule = static_cast<SolverSchedule>(9); });
    refused("bias", [](SolverRecipe& r) { r.bias = static_cast<SolverBias>(9); });
    refused("writes", [](SolverRecipe& r) { r.schedule = SolverSchedule::Flat; });
    refused("writes",
            [](SolverRecipe& r) { r.schedule = SolverSchedule::Exact, r.writes = SolverWrites::SplitPatches; });
    refused("bias", [](SolverRecipe& r) { r.schedule = SolverSchedule::Exact, r.bias = SolverBias::Compliance; });
    refused("bias", [](SolverRecipe& r) { r.writes = SolverWrites::SplitPatches, r.bias = SolverBias::PositionPass; });
    EXPECT_EQ(world.solver().iterations, 1);
    setErrorCallback(nullptr, nullptr);
}

} // namespace cairn
