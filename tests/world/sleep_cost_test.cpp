// What sleeps costs next to nothing.
#include "support/random.h"

#include <cairn/world.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace cairn {

// 200,000 boxes that have come to rest on a plane and fallen asleep there, contacts and all: a step takes less than a
// tenth of a millisecond. The best of a few counts, as others use the machine as well.
TEST(SleepCost, twoHundredThousandSleepersAreCheap) {
#ifndef NDEBUG
    GTEST_SKIP() << "times are those of optimised builds";
#endif
    if (test::scaled(1000) < 1000) GTEST_SKIP() << "times are not those of sanitizers";
    constexpr int kSide = 450, kCount = 200000;
    World world;
    world.createShape(world.createBody({}), ShapePlane{});
    for (int i = 0; i < kCount; ++i) {
        const BodyId box = world.createBody(
            {.type = BodyType::Dynamic, .position = {1.5 * (i % kSide), 0.5, 1.5 * static_cast<double>(i / kSide)}});
        world.createShape(box, ShapeBox{});
    }
    for (int i = 0; i < 10 && world.awakeCount() > 0; ++i) world.step(0.2f); // few and long, to be quick
    ASSERT_EQ(world.awakeCount(), 0);
    ASSERT_EQ(world.contactCount(), kCount);
    float best = 1e9f;
    for (int i = 0; i < 50; ++i) {
        world.step(1.0f / 60.0f);
        best = std::min(best, world.profile().milliseconds);
    }
    EXPECT_LT(best, 0.1f);
    EXPECT_EQ(world.bodyCount(), kCount + 1);
}

} // namespace cairn
