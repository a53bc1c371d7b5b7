// Which way steps are made, for machines whose times are known.
#include "exec/pace.h"

#include <gtest/gtest.h>

#include <chrono>

namespace cairn {
namespace {

using std::chrono::microseconds;

struct Machine {
    microseconds together, alone;
    int workerCount = 2;
};

// How many of so many steps were made alone.
int stepsAlone(Pace& pace, const Machine& machine, int steps) {
    int alone = 0;
    for (int i = 0; i < steps; ++i) {
        alone += pace.isAlone();
        // No two steps take the same time: some up to a tenth longer.
        const microseconds best = pace.isAlone() ? machine.alone : machine.together;
        pace.note(best + best * (i * 7 % 11) / 110, machine.workerCount);
    }
    return alone;
}

TEST(Pace, StaysTogetherWhereThatIsFaster) {
    Pace pace;
    const int alone = stepsAlone(pace, {microseconds(600), microseconds(1000)}, 10000);
    EXPECT_GE(alone, 3);
    EXPECT_LE(alone, 25); // too few for one step in a hundred
}

TEST(Pace, StepsAloneWhereThatIsFaster) {
    Pace pace;
    EXPECT_GE(stepsAlone(pace, {microseconds(710), microseconds(530)}, 100), 60);
    EXPECT_GE(stepsAlone(pace, {microseconds(710), microseconds(530)}, 1000), 980);
}

TEST(Pace, StaysWhereItIsIfBothAreAsFast) {
    Pace pace;
    EXPECT_LE(stepsAlone(pace, {microseconds(500), microseconds(490)}, 10000), 25);
}

// A virtual machine that is moved to cores far apart, and back.
TEST(Pace, FollowsTheMachine) {
    Pace pace;
    const Machine near{microseconds(300), microseconds(530)}, far{microseconds(710), microseconds(530)};
    stepsAlone(pace, near, 5000);
    EXPECT_GE(stepsAlone(pace, far, 100), 80); // soon: slower than alone was
    EXPECT_GE(stepsAlone(pace, far, 2000), 1950);
    EXPECT_LE(stepsAlone(pace, near, 600), 300); // by the next trial
    EXPECT_LE(stepsAlone(pace, near, 1000), 15);
}

TEST(Pace, TriesNothingThatWouldBeSeen) {
    Pace pace;
    EXPECT_EQ(stepsAlone(pace, {microseconds(2100), microseconds(4000)}, 10000), 0);
    EXPECT_EQ(stepsAlone(pace, {microseconds(300), microseconds(4000), 16}, 10000), 0);
}

// One that grows is tried again when it has grown past what it took alone, not in every window.
TEST(Pace, FollowsAWorldThatGrows) {
    Pace pace;
    int alone = 0;
    for (int i = 0; i < 1000; ++i) alone += stepsAlone(pace, {microseconds(100 + i), microseconds(180 + 2 * i)}, 1);
    EXPECT_LE(alone, 30);
}

} // namespace
} // namespace cairn
