// Array: growth, copies, removal, and spans over it.
#include <cairn/array.h>

#include <gtest/gtest.h>

namespace cairn {

TEST(Array, pushOfOwnElementSurvivesGrowth) {
    Array<int> a{1, 2, 3, 4, 5, 6, 7, 8};
    for (int i = 0; i < 100; ++i) a.push(a[0]);
    EXPECT_EQ(a.count(), 108);
    EXPECT_EQ(a.back(), 1);
}

TEST(Array, removeSwapReportsTheMovedElement) {
    Array<int> a{10, 11, 12};
    EXPECT_EQ(a.removeSwap(0), 2);
    EXPECT_EQ(a[0], 12);
    EXPECT_EQ(a.removeSwap(1), -1);
    EXPECT_EQ(a.count(), 1);
}

TEST(Array, copyAndMove) {
    Array<int> a{1, 2, 3};
    Array<int> b = a;
    b[0] = 9;
    EXPECT_EQ(a[0], 1);
    Array<int> c = std::move(b);
    EXPECT_EQ(c[0], 9);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(c.data()) % 64, 0u);
}

} // namespace cairn
