// Schedules against their definition on random graphs: every edge once, blocks of a batch independent, packed lanes
// that give what one after the other gives.
#include "graph/cells.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace cairn {

namespace {

using test::Random;

struct Graph {
    std::vector<ScheduleEdge> edges;
    int nodes;
};

Graph randomGraph(Random& random) {
    Graph g{{}, 2 + random.below(60)};
    const int count = random.below(200);
    for (int i = 0; i < count; ++i) {
        ScheduleEdge e{random.below(g.nodes), random.below(g.nodes)};
        if (random.below(5) == 0 || e.a == e.b) (random.below(2) == 0 ? e.a : e.b) = kFixedNode;
        g.edges.push_back(e);
    }
    return g;
}

// A wall of bricks in running bond: each touches its neighbours and two below it.
Graph wall(int rows, int columns) {
    Graph g{{}, rows * columns};
    const auto node = [&](int row, int column) { return row * columns + column; };
    for (int row = 0; row < rows; ++row)
        for (int c = 0; c < columns; ++c) {
            if (row == 0) g.edges.push_back({kFixedNode, node(row, c)});
            if (row > 0) g.edges.push_back({node(row - 1, c), node(row, c)});
            const int side = c + (row % 2 == 0 ? -1 : 1);
            if (row > 0 && side >= 0 && side < columns) g.edges.push_back({node(row - 1, side), node(row, c)});
            if (c > 0) g.edges.push_back({node(row, c - 1), node(row, c)});
        }
    return g;
}

void expectValid(const Schedule& s, const Graph& g) {
    std::set<int> seen;
    ASSERT_EQ(s.order.size(), g.edges.size());
    std::size_t begin = 0, block = 0;
    for (const int32_t batchEnd : s.batchEnd) {
        std::vector<int> owner(static_cast<std::size_t>(g.nodes), -1);
        for (; block < static_cast<std::size_t>(batchEnd); ++block)
            for (; begin < static_cast<std::size_t>(s.blockEnd[block]); ++begin) {
                const int32_t edge = s.order[begin];
                ASSERT_TRUE(seen.insert(edge).second);
                for (const int32_t n :
                     {g.edges[static_cast<std::size_t>(edge)].a, g.edges[static_cast<std::size_t>(edge)].b}) {
                    if (n == kFixedNode) continue;
                    int& mine = owner[static_cast<std::size_t>(n)];
                    ASSERT_TRUE(mine == -1 || mine == static_cast<int>(block));
                    mine = static_cast<int>(block);
                }
            }
    }
    ASSERT_EQ(seen.size(), g.edges.size());
    ASSERT_EQ(block, s.blockEnd.size());
}

int firstBatchSize(const Schedule& s) { return s.blockEnd[static_cast<std::size_t>(s.batchEnd[0]) - 1]; }

} // namespace

TEST(Schedule, everyKindIsValidOnRandomGraphs) {
    Random random(3);
    FrameArena arena;
    for (int trial = 0; trial < test::scaled(3000); ++trial) {
        const Graph g = randomGraph(random);
        const int count = static_cast<int>(g.edges.size());
        expectValid(serialSchedule(arena, count), g);
        expectValid(shuffledSchedule(arena, count, random.next()), g);
        expectValid(grownCells(arena, g.edges, g.nodes, 1 + random.below(40)), g);
        std::vector<uint64_t> keys(static_cast<std::size_t>(g.nodes));
        for (uint64_t& key : keys) key = static_cast<uint64_t>(random.below(6));
        expectValid(keyedCells(arena, g.edges, keys), g);
        std::vector<uint64_t> cubes(g.edges.size());
        for (uint64_t& cube : cubes) cube = random.next() & (3 | 3 << 21 | uint64_t{3} << 42);
        expectValid(gridColours(arena, g.edges, cubes, g.nodes), g);
        arena.reset();
        if (HasFatalFailure()) return;
    }
}

TEST(Schedule, shufflesDifferAndRepeat) {
    FrameArena arena;
    const Schedule a = shuffledSchedule(arena, 100, 1), b = shuffledSchedule(arena, 100, 2),
                   again = shuffledSchedule(arena, 100, 1);
    EXPECT_TRUE(std::equal(a.order.begin(), a.order.end(), again.order.begin()));
    EXPECT_FALSE(std::equal(a.order.begin(), a.order.end(), b.order.begin()));
}

// Tsuda's figures: 720 boxes need 9 colours and 3 batches of cells.
TEST(Cells, aWallOf720BricksTakesThreeBatches) {
    FrameArena arena;
    const Graph g = wall(24, 30);
    for (const int size : {64, 128}) {
        const Schedule s = grownCells(arena, g.edges, g.nodes, size);
        expectValid(s, g);
        EXPECT_LE(s.batchEnd.size(), 4u) << size;
        EXPECT_GE(firstBatchSize(s), static_cast<int>(g.edges.size()) * 6 / 10) << size;
        std::printf("granularity %d: %zu batches, first %d of %zu\n", size, s.batchEnd.size(), firstBatchSize(s),
                    g.edges.size());
    }
    std::vector<uint64_t> keys;
    for (int n = 0; n < g.nodes; ++n) keys.push_back(static_cast<uint64_t>(n % 30 / 6 + 100 * (n / 30 / 6)));
    const Schedule grid = keyedCells(arena, g.edges, keys);
    expectValid(grid, g);
    EXPECT_LE(grid.batchEnd.size(), 5u);
}

// Bricks of one cube each: what lies in a plane takes four colours, whatever the number of neighbours, and a brick that
// is longer than a cube sends some of its edges to a second round.
TEST(GridColours, aWallTakesFourColours) {
    FrameArena arena;
    Graph g = wall(24, 30);
    const auto cubesFor = [&](int extent) {
        std::vector<uint64_t> cubes;
        for (const ScheduleEdge& e : g.edges) {
            const int a = e.a == kFixedNode ? e.b : e.a, b = e.b == kFixedNode ? e.a : e.b;
            const auto x = static_cast<uint64_t>((a % 30 + b % 30) / 2 / extent),
                       y = static_cast<uint64_t>((a / 30 + b / 30) / 2 / extent);
            cubes.push_back(x | y << 21);
        }
        return cubes;
    };
    for (const int extent : {2, 4, 8}) {
        const Schedule s = gridColours(arena, g.edges, cubesFor(extent), g.nodes);
        expectValid(s, g);
        EXPECT_EQ(s.batchEnd.size(), 4u) << extent;
    }
    g.edges.push_back({0, 29}); // a beam from end to end
    const Schedule s = gridColours(arena, g.edges, cubesFor(2), g.nodes);
    expectValid(s, g);
    EXPECT_GT(s.batchEnd.size(), 3u);
    EXPECT_LE(s.batchEnd.size(), 8u);
}

// n edges on one node: one block, where a colouring needs n colours.
TEST(Cells, aStarIsOneBlock) {
    FrameArena arena;
    Graph g{{}, 50};
    for (int i = 1; i < 50; ++i) g.edges.push_back({0, i});
    const Schedule s = grownCells(arena, g.edges, g.nodes, 64);
    EXPECT_EQ(s.batchEnd.size(), 1u);
    EXPECT_EQ(s.blockEnd.size(), 1u);
}

// Each edge sees on both nodes exactly the edges that came before it.
TEST(Packer, keepsTheOrderOnEveryNode) {
    Random random(5);
    FrameArena arena;
    for (int trial = 0; trial < test::scaled(3000); ++trial) {
        const Graph g = randomGraph(random);
        Packer packer(arena, g.nodes, static_cast<int>(g.edges.size()));
        std::vector<int> last(static_cast<std::size_t>(g.nodes), -1), used;
        std::vector<uint64_t> kinds;
        for (const ScheduleEdge& e : g.edges) {
            if (random.below(30) == 0) packer.beginBlock();
            const uint64_t kind = static_cast<uint64_t>(random.below(3));
            const Packer::Place p = packer.add(e, kind);
            const std::size_t bundle = static_cast<std::size_t>(p.bundle);
            if (p.isNew) {
                ASSERT_EQ(bundle, used.size());
                used.push_back(0);
                kinds.push_back(kind);
            }
            ASSERT_EQ(kinds[bundle], kind);
            ASSERT_EQ(p.lane, used[bundle]++);
            ASSERT_LT(p.lane, 8);
            for (const int32_t n : {e.a, e.b}) {
                if (n == kFixedNode) continue;
                ASSERT_LT(last[static_cast<std::size_t>(n)], p.bundle);
                last[static_cast<std::size_t>(n)] = p.bundle;
            }
        }
        ASSERT_EQ(packer.bundleCount(), static_cast<int>(used.size()));
        arena.reset();
    }
}

} // namespace cairn
