// The exact solver against an independent one: Bullet's Dantzig solver (btSolveDantzigLCP), in double. A program of its
// own, as the tests of shapes link Bullet in single precision, and both have the same names.
//
// Where bodies stand on more points than they need, impulses are a matter of rounding. Velocities of bodies are not,
// and they are compared.
#include "lab/approach.h"
#include "solvers/heaps.h"

#include <BulletDynamics/MLCPSolvers/btDantzigLCP.h>

#include <gtest/gtest.h>

static_assert(sizeof(btScalar) == sizeof(double));

namespace cairn {

namespace {

using namespace test;

// Theirs is A x = b + w, with bounds on both sides of zero.
bool solveByDantzig(const BoxLcp& lcp, bool fromBehind, double* x) {
    const std::size_t n = static_cast<std::size_t>(lcp.count);
    const auto at = [&](std::size_t i) { return fromBehind ? n - 1 - i : i; };
    std::vector<double> A(n * n), b(n), w(n), lower(n), upper(n), solution(n);
    std::vector<int> dependsOn(n, -1);
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t k = at(i);
        for (std::size_t j = 0; j < n; ++j) A[i * n + j] = lcp.A[k * n + at(j)];
        b[i] = -lcp.b[k];
        lower[i] = lcp.lower[k] > -1e29 ? lcp.lower[k] : -BT_INFINITY;
        upper[i] = lcp.upper[k] < 1e29 ? lcp.upper[k] : BT_INFINITY;
    }
    btDantzigScratchMemory scratch;
    if (n > 0 && !btSolveDantzigLCP(lcp.count, A.data(), solution.data(), b.data(), w.data(), 0, lower.data(),
                                    upper.data(), dependsOn.data(), scratch))
        return false;
    for (std::size_t i = 0; i < n; ++i) x[at(i)] = solution[i];
    return true;
}
// It gives up where a step has no length (in small scene 66), and finds its way from the other end.
bool solveByDantzig(const BoxLcp& lcp, double* x) {
    return solveByDantzig(lcp, false, x) || solveByDantzig(lcp, true, x);
}

// Solves the rows of `chosen` within their bounds anew, while the others stay as they are in x.
bool solveAnew(const RowProblem& p, const std::vector<int>& chosen, const Array<double>& lower,
               const Array<double>& upper, Array<double>& x) {
    const int n = static_cast<int>(chosen.size());
    Array<double> A(n * n), b(n), from(n), to(n), part(n);
    for (const int i : chosen) x[i] = 0.0;
    for (int i = 0; i < n; ++i) {
        const int row = chosen[static_cast<std::size_t>(i)];
        for (int j = 0; j < n; ++j) A[i * n + j] = p.A[row * p.count + chosen[static_cast<std::size_t>(j)]];
        b[i] = speedOf(p, row, x.data());
        from[i] = lower[row], to[i] = upper[row];
    }
    const bool solved = solveByDantzig({n, A.data(), b.data(), from.data(), to.data()}, part.data());
    for (int i = 0; i < n; ++i) x[chosen[static_cast<std::size_t>(i)]] = part[i];
    return solved;
}

constexpr double kSame = 1e-7; // m/s and rad/s

struct Tally {
    int problems = 0, rows = 0, sliding = 0;
    double worst = 0.0; // m/s and rad/s

    // Friction that has a bound is a question of its own:
    //     None      is left out on both sides
    //     Pyramid   theirs has the bounds of our loads: if those are right, its loads are the same
    //     Cone      is no linear condition. Theirs has our friction, and finds normals and joints
    void compare(const RowProblem& p, FrictionModel friction, const BodyMass* masses, std::size_t bodies) {
        Array<double> ours;
        ASSERT_TRUE(solveExact(p, friction, ours).solved);
        Array<double> theirs = ours, lower = p.lower, upper = p.upper;
        std::vector<int> chosen;
        forGroups(p, [&](int g) {
            const Row& first = p.rows[static_cast<std::size_t>(g)];
            const double radius = radiusOf(p, g, ours.data());
            if (radius < kNoBound && (friction == FrictionModel::Cone || first.loadCount > 0)) {
                double size = 0.0;
                for (int i = g; i < g + first.groupCount; ++i) size += ours[i] * ours[i];
                sliding += std::sqrt(size) > 0.999 * radius && radius > 0.0;
                if (friction != FrictionModel::Pyramid) return;
            }
            for (int i = g; i < g + first.groupCount; ++i) {
                lower[i] = max(p.lower[i], -radius), upper[i] = min(p.upper[i], radius);
                chosen.push_back(i);
            }
        });
        ASSERT_TRUE(solveAnew(p, chosen, lower, upper, theirs));
        std::vector<lab::Motion> a(bodies), b(bodies);
        lab::addImpulses(p.rows, ours, masses, a);
        lab::addImpulses(p.rows, theirs, masses, b);
        worst = std::max(worst, lab::largestDifference(a, b));
        ++problems, rows += p.count;
    }
};

class AgainstDantzig : public testing::TestWithParam<FrictionModel> {
protected:
    void tell(const Tally& tally) {
        RecordProperty("problems", tally.problems);
        RecordProperty("rows", tally.rows);
        RecordProperty("sliding", tally.sliding);
        RecordProperty("worst", std::to_string(tally.worst * 1e9) + "e-9");
    }
};

std::string nameOf(const testing::TestParamInfo<FrictionModel>& model) {
    switch (model.param) {
    case FrictionModel::None: return "none";
    case FrictionModel::Cone: return "cone";
    case FrictionModel::Pyramid: return "pyramid";
    }
    return {};
}

} // namespace

TEST(BoxLcp, agreesWithDantzigOfBullet) {
    test::Random random(3);
    for (int trial = 0; trial < test::scaled(300); ++trial) {
        const int n = 1 + random.below(150);
        const RandomLcp lcp = randomLcp(random, n);
        Array<double> ours(n), theirs(n);
        ASSERT_TRUE(solveBoxLcp(lcp.problem(), ours.data()).solved);
        ASSERT_TRUE(solveByDantzig(lcp.problem(), theirs.data()));
        for (int i = 0; i < n; ++i) EXPECT_NEAR(ours[i], theirs[i], 1e-9 * (1.0 + std::fabs(ours[i])));
    }
}

// As Exact.heapsHoldTheirConditions has them: up to 13 bodies with soft contacts, and every second with joints.
TEST_P(AgainstDantzig, heaps) {
    test::Random random(4);
    Tally tally;
    for (int trial = 0; trial < test::scaled(200); ++trial) {
        RowScene scene;
        buildHeap(scene, random, 2 + random.below(12), trial % 2 == 1);
        const Array<Row> rows = scene.rows();
        const RowProblem problem = makeProblem(rows, true, scene.states.data(), scene.masses.data());
        tally.compare(problem, GetParam(), scene.masses.data(), scene.states.size());
        if (HasFatalFailure()) FAIL() << "trial " << trial;
    }
    EXPECT_LT(tally.worst, kSame);
    tell(tally);
}

// The step of each small scene of the lab.
TEST_P(AgainstDantzig, smallScenes) {
    struct Context {
        Tally tally;
        FrictionModel friction;
    } context{{}, GetParam()};
    for (int seed = 1; seed <= test::scaled(lab::kSmallScenes); ++seed) {
        lab::SmallScene scene(static_cast<uint64_t>(seed), lab::plainRecipe({}));
        scene.world.setSolverFunction(
            [](SolverLoop& loop, void* to) {
                loop.beginSubstep();
                const SolverInput& in = inputOf(loop);
                const Array<Row> rows = lab::rowsOf(in);
                const RowProblem problem = makeProblem(rows, true, in.states.data(), in.masses.data());
                Context& c = *static_cast<Context*>(to);
                c.tally.compare(problem, c.friction, in.masses.data(), in.states.size());
                loop.integratePositions();
                loop.endSubstep();
            },
            &context);
        scene.world.step(lab::kFrame);
        if (HasFatalFailure()) FAIL() << "scene " << seed;
    }
    EXPECT_LT(context.tally.worst, kSame);
    tell(context.tally);
}

INSTANTIATE_TEST_SUITE_P(Exact, AgainstDantzig,
                         testing::Values(FrictionModel::None, FrictionModel::Pyramid, FrictionModel::Cone), nameOf);

} // namespace cairn
