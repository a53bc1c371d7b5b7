// BitSet against a set of integers: edits, counts, walks and unions.
#include "base/bit_set.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace cairn {
namespace {

std::vector<int> members(const BitSet& bits) {
    std::vector<int> out;
    bits.forEach([&](int i) { out.push_back(i); });
    return out;
}

TEST(BitSet, BehavesLikeASetOfIntegers) {
    test::Random random(1);
    for (int round = 0; round < test::scaled(200); ++round) {
        BitSet bits;
        std::set<int> model;
        const int range = 1 + random.below(400);
        for (int op = 0; op < 500; ++op) {
            const int i = random.below(range);
            switch (random.below(8)) {
            case 0:
            case 1: bits.clear(i), model.erase(i); break;
            case 2: ASSERT_EQ(bits.test(i), model.count(i) == 1); break;
            case 3: {
                const auto it = model.lower_bound(i);
                ASSERT_EQ(bits.next(i), it == model.end() ? -1 : *it);
                break;
            }
            default: bits.set(i), model.insert(i);
            }
        }
        ASSERT_EQ(bits.count(), static_cast<int>(model.size()));
        ASSERT_EQ(bits.empty(), model.empty());
        ASSERT_EQ(members(bits), std::vector<int>(model.begin(), model.end()));
        bits.reset();
        ASSERT_EQ(bits.count(), 0);
    }
}

TEST(BitSet, MergeIsUnionWhateverTheSizes) {
    test::Random random(2);
    for (int round = 0; round < test::scaled(500); ++round) {
        BitSet a, b;
        std::set<int> model;
        const int rangeA = 1 + random.below(300), rangeB = 1 + random.below(300);
        for (int i = 0; i < 50; ++i) {
            const int x = random.below(rangeA), y = random.below(rangeB);
            a.set(x), b.set(y), model.insert(x), model.insert(y);
        }
        a.merge(b);
        ASSERT_EQ(members(a), std::vector<int>(model.begin(), model.end()));
    }
}

TEST(BitSet, EdgesOfWords) {
    BitSet bits(64);
    EXPECT_EQ(bits.capacity(), 64);
    EXPECT_EQ(bits.next(0), -1);
    for (const int i : {0, 63, 64, 127, 128, 1000}) bits.set(i);
    EXPECT_EQ(members(bits), (std::vector<int>{0, 63, 64, 127, 128, 1000}));
    EXPECT_EQ(bits.next(64), 64);
    EXPECT_EQ(bits.next(65), 127);
    EXPECT_EQ(bits.next(1001), -1);
    EXPECT_FALSE(bits.test(1'000'000));
    bits.clear(1'000'000);
    EXPECT_LT(bits.capacity(), 2000);
    bits.forEach([&](int i) { bits.clear(i); });
    EXPECT_TRUE(bits.empty());
}

} // namespace
} // namespace cairn
