// Random edits against the definition of a colouring; order and count of colours.
#include "graph/colouring.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace cairn {

namespace {

struct Edge {
    int a, b;
    bool alive;
};

// A third of the edges are joints; they share the nodes' colours with the rest.
GraphEdge kindOf(int edge) { return edge % 3 == 0 ? GraphEdge::Joint : GraphEdge::Patch; }

void expectValid(const Colouring& graph, const std::vector<Edge>& edges) {
    int listed = 0;
    for (int c = 0; c <= Colouring::kColourCount; ++c) {
        std::set<int> nodes;
        for (const GraphEdge kind : {GraphEdge::Patch, GraphEdge::Joint}) {
            int count = 0, last = -1;
            graph.forEachEdge(kind, c, [&](int e) {
                ++count;
                ASSERT_LT(last, e);
                last = e;
                const Edge& edge = edges[static_cast<std::size_t>(e)];
                ASSERT_EQ(kindOf(e), kind);
                ASSERT_TRUE(edge.alive);
                ASSERT_EQ(graph.colourOf(kind, e), c);
                ASSERT_EQ(graph.endsOf(kind, e).a, edge.a);
                ASSERT_EQ(graph.endsOf(kind, e).b, edge.b);
                if (c == Colouring::kOverflow) return;
                for (const int n : {edge.a, edge.b})
                    if (n != Colouring::kNoNode) {
                        ASSERT_TRUE(nodes.insert(n).second) << "colour " << c;
                    }
            });
            ASSERT_EQ(count, graph.edgeCount(kind, c));
            listed += count;
        }
    }
    int alive = 0;
    for (const Edge& e : edges) alive += e.alive;
    ASSERT_EQ(listed, alive);
}

} // namespace

TEST(Colouring, staysValidUnderRandomEdits) {
    test::Random random(7);
    Colouring graph;
    std::vector<Edge> edges(600, {0, 0, false});
    const int edits = test::scaled(1000000);
    for (int i = 0; i < edits; ++i) {
        const int e = random.below(static_cast<int>(edges.size()));
        Edge& edge = edges[static_cast<std::size_t>(e)];
        if (edge.alive) {
            graph.remove(kindOf(e), e);
            edge.alive = false;
        } else {
            // Node 0 is a hub with more edges than there are colours.
            edge.a = random.below(4) == 0 ? 0 : 1 + random.below(99);
            edge.b = random.below(5) == 0 ? Colouring::kNoNode : 1 + random.below(99);
            if (edge.a == edge.b) continue;
            graph.add(kindOf(e), e, edge.a, edge.b);
            edge.alive = true;
        }
        if (i % (1 + edits / 200) == 0) expectValid(graph, edges);
    }
    expectValid(graph, edges);
}

TEST(Colouring, groundContactsComeLast) {
    Colouring graph;
    graph.add(GraphEdge::Patch, 0, 0, Colouring::kNoNode);
    graph.add(GraphEdge::Patch, 1, 0, 1);
    EXPECT_LT(graph.colourOf(GraphEdge::Patch, 1), graph.colourOf(GraphEdge::Patch, 0));
}

// A wall of bricks: each lies on two others, so few colours suffice.
TEST(Colouring, brickWallNeedsFewColours) {
    Colouring graph;
    const int width = 30, height = 24;
    int edge = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const int node = y * width + x;
            if (y == 0) {
                graph.add(GraphEdge::Patch, edge++, node, Colouring::kNoNode);
                continue;
            }
            graph.add(GraphEdge::Patch, edge++, node, node - width);
            const int other = x + (y % 2 ? 1 : -1);
            if (other >= 0 && other < width) graph.add(GraphEdge::Patch, edge++, node, (y - 1) * width + other);
        }
    EXPECT_LE(__builtin_popcountll(graph.activeColours()), 9);
}

} // namespace cairn
