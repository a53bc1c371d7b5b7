// PairSet against a set of pairs: what comes, goes and is asked for at random, in tables that are small, full and grow.
#include "base/pair_set.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

namespace cairn {
namespace {

TEST(PairSet, BehavesLikeASetOfPairs) {
    test::Random random(1);
    for (int round = 0; round < test::scaled(200); ++round) {
        PairSet pairs;
        std::set<std::pair<uint32_t, uint32_t>> model;
        const int range = 2 + random.below(60);
        for (int op = 0; op < 2000; ++op) {
            const uint32_t a = static_cast<uint32_t>(random.below(range)),
                           b = static_cast<uint32_t>(random.below(range));
            if (a == b) continue;
            const std::pair key = std::minmax(a, b);
            ASSERT_EQ(pairs.contains(a, b), model.count(key) == 1);
            ASSERT_EQ(pairs.contains(b, a), model.count(key) == 1);
            if (random.below(3) == 0) continue;
            if (model.insert(key).second) {
                pairs.add(a, b);
            } else {
                pairs.remove(b, a);
                model.erase(key);
            }
        }
        for (uint32_t b = 1; b < static_cast<uint32_t>(range); ++b)
            for (uint32_t a = 0; a < b; ++a) ASSERT_EQ(pairs.contains(a, b), model.count({a, b}) == 1);
    }
}

TEST(PairSet, EmptyHasNothing) {
    PairSet pairs;
    EXPECT_FALSE(pairs.contains(0, 1));
    pairs.add(0, 1);
    EXPECT_TRUE(pairs.contains(1, 0));
    pairs.clear();
    EXPECT_FALSE(pairs.contains(0, 1));
}

} // namespace
} // namespace cairn
