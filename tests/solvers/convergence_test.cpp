// Every solver of the catalogue that should converge, with enough sweeps, against the exact answer: 200 random small
// scenes with friction and joints. Those that do not get there must fail as well.
#include "lab/small_scenes.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

namespace cairn {

namespace {

using namespace lab;

constexpr int kCounts[] = {1000, 10000, 100000};

class ReachesExact : public testing::TestWithParam<ConvergenceClaim> {
protected:
    SolverRecipe recipe() const { return plainRecipe(*findSolver(GetParam().solver)); }
};

} // namespace

// A few scenes of 200 take up to a million sweeps; the lab waits for them (study `convergence`), here they must be
// near.
TEST_P(ReachesExact, asClaimed) {
    const bool claims = GetParam().tolerance > 0.0;
    const int scenes = test::scaled(claims ? kSmallScenes : 60);
    const std::span<const int> counts = std::span(kCounts).subspan(0, claims ? std::size(kCounts) : 2);
    setErrorCallback([](const Error&, void*) {}, nullptr); // of bodies that fly off
    int reached = 0;
    for (int i = 1; i <= scenes; ++i) {
        const uint64_t seed = static_cast<uint64_t>(i);
        const bool there = sweepsToExact(seed, recipe(), counts, claims ? GetParam().tolerance : 1e-4) > 0;
        reached += there;
        if (there || !claims) continue;
        EXPECT_LT(convergenceOf(seed, recipe(), counts.back()).distance, 0.01) << "scene " << seed;
    }
    setErrorCallback(nullptr, nullptr);
    RecordProperty("reached", reached);
    if (claims) {
        EXPECT_GE(reached, scenes * 97 / 100);
    } else if (scenes >= 20) {
        EXPECT_LT(reached, scenes * 9 / 10);
    }
}

INSTANTIATE_TEST_SUITE_P(Solvers, ReachesExact, testing::ValuesIn(kConvergenceClaims),
                         [](const auto& row) { return std::string(row.param.solver); });

TEST(SmallScenes, haveThreeToSixtyPointsAndJoints) {
    int least = 1000, most = 0, joined = 0;
    for (uint64_t seed = 1; seed <= kSmallScenes; ++seed) {
        const Convergence c = convergenceOf(seed, plainRecipe({}), 1);
        least = min(least, c.points), most = max(most, c.points);
        joined += SmallScene(seed, {}).joints > 0;
    }
    EXPECT_GE(least, 3);
    EXPECT_LE(most, 60);
    EXPECT_GE(most, 50);
    EXPECT_GE(joined, kSmallScenes / 2);
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
