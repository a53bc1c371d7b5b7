// The exact solver against enumeration, and the kernels, swept long enough, against it. tests/dantzig has it against
// another one.
#include "solvers/exact.h"

#include "solvers/box_lcp.h"
#include "solvers/dense.h"
#include "solvers/heaps.h"

#include <gtest/gtest.h>

namespace cairn {

namespace {

using namespace test;

double speedAt(const RandomLcp& lcp, int i, const double* x) {
    double sum = lcp.b[i];
    for (int j = 0; j < lcp.n; ++j) sum += lcp.A[i * lcp.n + j] * x[j];
    return sum;
}

void expectConditions(const RandomLcp& lcp, const double* x, double tolerance) {
    for (int i = 0; i < lcp.n; ++i) {
        const double w = speedAt(lcp, i, x);
        EXPECT_GE(x[i], lcp.lower[i]);
        EXPECT_LE(x[i], lcp.upper[i]);
        EXPECT_LT(x[i] > lcp.lower[i] ? w : 0.0, tolerance);
        EXPECT_GT(x[i] < lcp.upper[i] ? w : 0.0, -tolerance);
    }
}

// Every guess of sides, until one holds.
bool enumerate(const RandomLcp& lcp, std::vector<double>& x) {
    const int n = lcp.n;
    int total = 1;
    for (int i = 0; i < n; ++i) total *= 3;
    for (int guess = 0; guess < total; ++guess) {
        std::vector<double> A(lcp.A.begin(), lcp.A.end()), right(static_cast<std::size_t>(n));
        bool possible = true;
        for (int i = 0, code = guess; i < n; ++i, code /= 3) {
            right[static_cast<std::size_t>(i)] = -lcp.b[i];
            if (code % 3 == 0) continue;
            const double bound = code % 3 == 1 ? lcp.lower[i] : lcp.upper[i];
            possible &= std::fabs(bound) < kNoBound;
            for (int j = 0; j < n; ++j) A[static_cast<std::size_t>(i * n + j)] = i == j ? 1.0 : 0.0;
            right[static_cast<std::size_t>(i)] = bound;
        }
        if (!possible || !solveDense(n, A.data(), right.data())) continue;
        bool holds = true;
        for (int i = 0, code = guess; i < n; ++i, code /= 3) {
            const double w = speedAt(lcp, i, right.data());
            const double xi = right[static_cast<std::size_t>(i)];
            holds &= xi >= lcp.lower[i] - 1e-12 && xi <= lcp.upper[i] + 1e-12;
            holds &= code % 3 != 1 || w >= -1e-12;
            holds &= code % 3 != 2 || w <= 1e-12;
        }
        if (!holds) continue;
        x = right;
        return true;
    }
    return false;
}

} // namespace

TEST(BoxLcp, findsWhatEnumerationFinds) {
    test::Random random(1);
    for (int trial = 0; trial < test::scaled(400); ++trial) {
        const RandomLcp lcp = randomLcp(random, 1 + random.below(6));
        std::vector<double> x(static_cast<std::size_t>(lcp.n)), expected;
        ASSERT_TRUE(solveBoxLcp(lcp.problem(), x.data()).solved);
        ASSERT_TRUE(enumerate(lcp, expected));
        for (std::size_t i = 0; i < x.size(); ++i)
            EXPECT_NEAR(x[i], expected[i], 1e-9 * (1.0 + std::fabs(expected[i])));
    }
}

TEST(BoxLcp, holdsTheConditionsOfLargeProblems) {
    test::Random random(2);
    for (int trial = 0; trial < test::scaled(20); ++trial) {
        const RandomLcp lcp = randomLcp(random, 20 + random.below(180));
        std::vector<double> x(static_cast<std::size_t>(lcp.n));
        const BoxLcpResult result = solveBoxLcp(lcp.problem(), x.data());
        ASSERT_TRUE(result.solved);
        EXPECT_LT(result.solves, 100);
        expectConditions(lcp, x.data(), 1e-8);
    }
}

TEST(Exact, heapsHoldTheirConditions) {
    test::Random random(4);
    int rows = 0, rounds = 0;
    const int trials = test::scaled(200);
    for (int trial = 0; trial < trials; ++trial) {
        RowScene scene;
        buildHeap(scene, random, 2 + random.below(12), trial % 2 == 1);
        const Array<Row> exported = scene.rows();
        const RowProblem problem = makeProblem(exported, true, scene.states.data(), scene.masses.data());
        Array<double> x;
        const ExactResult result = solveExact(problem, FrictionModel::Cone, x);
        EXPECT_TRUE(result.solved) << "trial " << trial << " residual " << result.residual;
        EXPECT_LT(result.residual, 1e-7) << "trial " << trial;
        rows += result.rows, rounds += result.rounds;
        for (int i = 0; i < exported.count(); ++i)
            if (exported[i].kind == RowKind::Normal) {
                EXPECT_GE(x[i], -1e-12);
            }
    }
    RecordProperty("rows", rows / trials);
    RecordProperty("rounds", rounds / trials);
}

// The kernels of the engine, swept until nothing changes, end at an answer, and nearly always at the one that the exact
// solver finds at once: with friction there can be several.
TEST(Exact, kernelsConvergeToIt) {
    test::Random random(5);
    const int trials = test::scaled(60);
    int same = 0, settled = 0;
    for (int trial = 0; trial < trials; ++trial) {
        RowScene scene;
        buildHeap(scene, random, 2 + random.below(5), trial % 2 == 1);
        const Array<Row> rows = scene.rows();
        Array<double> x;
        const RowProblem problem = makeProblem(rows, false, scene.states.data(), scene.masses.data());
        ASSERT_TRUE(solveExact(problem, FrictionModel::Cone, x).solved);
        for (int sweeps = 0; sweeps < 3000; ++sweeps) {
            relaxContacts(scene.contacts, test::kRowStep, scene.states.data());
            relaxJoints(scene.joints, test::kRowJointStep, scene.states.data(), scene.masses.data());
        }
        const Array<Row> after = scene.rows();
        double difference = 0.0, residual = 0.0;
        for (int i = 0; i < rows.count(); ++i) {
            const Row& row = after[i];
            const bool first = row.group == i && row.relaxes;
            const double left = first ? residualNow(after, i, scene.states.data(), scene.masses.data()) : 0.0;
            residual = max(residual, left);
            const double speed = rowSpeed(row, scene.states.data()) + row.relaxBias;
            difference = max(difference, abs(speed - speedOf(problem, i, x.data())));
        }
        same += difference < 1e-4;
        settled += residual < 1e-4;
    }
    EXPECT_GE(settled, trials * 95 / 100);
    EXPECT_GE(same, trials * 9 / 10);
}

// A box at rest on the ground: the four points share its weight, friction and joints have nothing to do.
TEST(Exact, restingBoxCarriesItsWeight) {
    RowScene scene;
    const int box = scene.addBody({0, 0.5, 0}, 2.0f, {0.3f, 0.3f, 0.3f});
    scene.states[1].v = {0.0f, -9.81f * test::kRowStep.h, 0.0f};
    scene.addPatch(0, box, {0, 1, 0}, {{0.5, 0, 0.5}, {-0.5, 0, 0.5}, {-0.5, 0, -0.5}, {0.5, 0, -0.5}}, 0.6f, 0.0f);
    const ExactResult result = solveExactPass(scene.contacts, scene.joints, test::kRowStep, true, FrictionModel::Cone,
                                              scene.states.data(), scene.masses.data());
    ASSERT_TRUE(result.solved);
    const double weight = 2.0 * 9.81 / 240.0;
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(static_cast<double>(scene.contacts[0].impulse[i][0]), 0.25 * weight, 1e-6);
    EXPECT_LT(length(scene.states[1].v), 1e-6f);
}

// A block that slides: friction is mu times the load, against the motion, on the disc and not on the square.
TEST(Exact, slidingIsOnTheCone) {
    RowScene scene;
    const int box = scene.addBody({0, 0, 0}, 1.0f, {1e6f, 1e6f, 1e6f});
    scene.states[1].v = {3.0f, -1.0f, 4.0f};
    scene.addPatch(0, box, {0, 1, 0}, {{0, 0, 0}}, 0.5f, 0.0f);
    const Array<Row> rows = scene.rows();
    const RowProblem problem = makeProblem(rows, false, scene.states.data(), scene.masses.data());
    Array<double> x;
    ASSERT_TRUE(solveExact(problem, FrictionModel::Cone, x).solved);
    DVec3 friction{0, 0, 0};
    for (int i = 0; i < rows.count(); ++i)
        if (rows[i].kind == RowKind::Friction) friction += x[i] * rows[i].linearB;
    EXPECT_NEAR(length(friction - DVec3{-0.3, 0, -0.4}), 0.0, 1e-9);
    ASSERT_TRUE(solveExact(problem, FrictionModel::Pyramid, x).solved);
    double size = 0.0;
    for (int i = 0; i < rows.count(); ++i)
        if (rows[i].kind == RowKind::Friction) size += x[i] * x[i];
    EXPECT_NEAR(std::sqrt(size), 0.5 * std::sqrt(2.0), 1e-9); // a corner of the square
}

TEST(Exact, refusesWhatIsTooLarge) {
    RowScene scene;
    for (int i = 0; i < 80; ++i) {
        const int b = scene.addBody({2.0 * i, 0.5, 0}, 1.0f, {1, 1, 1});
        scene.addPatch(0, b, {0, 1, 0},
                       {{2.0 * i, 0, 0}, {2.0 * i + 0.5, 0, 0}, {2.0 * i, 0, 0.5}, {2.0 * i + 0.5, 0, 0.5}}, 0.5f,
                       0.0f);
    }
    const ExactResult result = solveExactPass(scene.contacts, scene.joints, test::kRowStep, true, FrictionModel::Cone,
                                              scene.states.data(), scene.masses.data());
    EXPECT_FALSE(result.solved);
    EXPECT_GT(result.rows, kMaxExactRows);
    EXPECT_EQ(scene.contacts[0].impulse[0][0], 0.0f);
}

} // namespace cairn
