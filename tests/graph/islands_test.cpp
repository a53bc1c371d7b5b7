// Islands against a flood fill.
#include "graph/islands.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace cairn {

namespace {

using Edges = std::vector<std::pair<int, int>>;

// Lowest reachable node of every node, by spreading minima until nothing changes.
std::vector<int> floodRoots(int nodes, const Edges& edges) {
    std::vector<int> root(static_cast<std::size_t>(nodes));
    for (int i = 0; i < nodes; ++i) root[static_cast<std::size_t>(i)] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& edge : edges) {
            int& a = root[static_cast<std::size_t>(edge.first)];
            int& b = root[static_cast<std::size_t>(edge.second)];
            if (a == b) continue;
            a = b = a < b ? a : b;
            changed = true;
        }
    }
    return root;
}

} // namespace

TEST(Islands, agreeWithFloodFill) {
    test::Random random(5);
    Islands islands;
    for (int trial = 0; trial < test::scaled(2000); ++trial) {
        const int nodes = 1 + random.below(60), edgeCount = random.below(71);
        Edges edges;
        for (int i = 0; i < edgeCount; ++i) edges.emplace_back(random.below(nodes), random.below(nodes));
        islands.reset(nodes);
        std::vector<int> marked;
        for (std::size_t i = 0; i < edges.size(); ++i) {
            if (random.below(20) == 0) {
                marked.push_back(random.below(nodes));
                islands.mark(marked.back());
            }
            islands.join(edges[i].first, edges[i].second);
        }
        const std::vector<int> expected = floodRoots(nodes, edges);
        std::vector<bool> expectedMark(static_cast<std::size_t>(nodes));
        for (const int node : marked)
            expectedMark[static_cast<std::size_t>(expected[static_cast<std::size_t>(node)])] = true;
        for (int i = 0; i < nodes; ++i) {
            const int root = expected[static_cast<std::size_t>(i)];
            ASSERT_EQ(islands.root(i), root) << "trial " << trial;
            ASSERT_EQ(islands.isMarked(i), expectedMark[static_cast<std::size_t>(root)]) << "trial " << trial;
        }
    }
}

// A chain joined from its far end is the deepest tree that the calls can make.
TEST(Islands, longChains) {
    constexpr int kCount = 100000;
    Islands islands;
    islands.reset(kCount);
    for (int i = kCount - 1; i > 0; --i) islands.join(i, i - 1);
    for (int i = 0; i < kCount; ++i) ASSERT_EQ(islands.root(i), 0);
    EXPECT_FALSE(islands.isMarked(17));
    islands.mark(kCount - 1);
    EXPECT_TRUE(islands.isMarked(17));
}

} // namespace cairn
