// The radix sort against std::stable_sort.
#include "base/sort.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace cairn {
namespace {

template <class Key> void compareWithStableSort(uint64_t seed) {
    test::Random random(seed);
    for (int trial = 0; trial < test::scaled(600); ++trial) {
        const int n = trial < 40 ? trial : random.below(3000);
        const uint64_t mask = ~0ull >> random.below(64); // few or many equal keys and shared digits
        const uint64_t offset = random.below(2) ? random.next() : 0;
        std::vector<SortItem<Key>> items(n), scratch(n);
        for (int i = 0; i < n; ++i)
            items[i] = {static_cast<Key>((random.next() & mask) + offset), static_cast<uint32_t>(i)};
        std::vector<SortItem<Key>> expected = items;
        std::stable_sort(expected.begin(), expected.end(), [](auto a, auto b) { return a.key < b.key; });
        radixSort<Key>(items, scratch);
        for (int i = 0; i < n; ++i) {
            ASSERT_EQ(items[i].key, expected[i].key);
            ASSERT_EQ(items[i].index, expected[i].index);
        }
    }
}

TEST(Sort, Radix32IsStable) { compareWithStableSort<uint32_t>(1); }
TEST(Sort, Radix64IsStable) { compareWithStableSort<uint64_t>(2); }

TEST(Sort, MergeAndInsertionAreStable) {
    struct Item {
        float key;
        int index;
    };
    const auto less = [](const Item& a, const Item& b) { return a.key < b.key; };
    test::Random random(3);
    for (int trial = 0; trial < test::scaled(600); ++trial) {
        const int n = trial < 70 ? trial : random.below(1000);
        const int range = 1 + random.below(1000);
        std::vector<Item> items(n), scratch(n);
        for (int i = 0; i < n; ++i) items[i] = {static_cast<float>(random.below(range)), i};
        std::vector<Item> expected = items, inserted = items;
        std::stable_sort(expected.begin(), expected.end(), less);
        mergeSort<Item>(items, scratch, less);
        if (n < 100) insertionSort<Item>(inserted, less);
        for (int i = 0; i < n; ++i) {
            ASSERT_EQ(items[i].index, expected[i].index);
            if (n < 100) {
                ASSERT_EQ(inserted[i].index, expected[i].index);
            }
        }
    }
}

} // namespace
} // namespace cairn
