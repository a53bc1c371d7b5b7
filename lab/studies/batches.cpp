// How many batches a graph of constraints needs: colours, and cells.
#include "base/frame_arena.h"
#include "graph/cells.h"
#include "graph/colouring.h"
#include "lab/studies.h"
#include "lab/worlds.h"

#include <bit>

namespace cairn::lab {

namespace {

struct Edges {
    std::vector<ScheduleEdge> edges;
    int nodes = 0;
};

int colourCount(const Edges& g) {
    Colouring graph;
    for (std::size_t i = 0; i < g.edges.size(); ++i)
        graph.add(GraphEdge::Patch, static_cast<int>(i), g.edges[i].a, g.edges[i].b);
    return std::popcount(graph.activeColours()) + graph.edgeCount(GraphEdge::Patch, Colouring::kOverflow);
}

struct Batches {
    int count;
    double first; // share of the edges in the first
};
Batches cellBatches(const Edges& g, int size) {
    FrameArena arena;
    const Schedule s = grownCells(arena, g.edges, g.nodes, size);
    const int32_t blocks = s.batchEnd.empty() ? 0 : s.batchEnd[0];
    const int32_t edges = blocks > 0 ? s.blockEnd[static_cast<std::size_t>(blocks - 1)] : 0;
    return {static_cast<int>(s.batchEnd.size()), static_cast<double>(edges) / static_cast<double>(g.edges.size())};
}

int32_t nodeOf(const World& world, BodyId body) {
    return world.type(body) == BodyType::Dynamic ? static_cast<int32_t>(body.index) : kFixedNode;
}

// Contacts and joints of a world.
Edges edgesOf(const World& world, const std::vector<BodyId>& bodies) {
    Edges g;
    Array<ContactInfo> contacts;
    for (const BodyId body : bodies) {
        g.nodes = std::max(g.nodes, static_cast<int>(body.index) + 1);
        world.contacts(body, contacts);
        for (const ContactInfo& c : contacts) {
            const BodyId a = world.body(c.shapeA), b = world.body(c.shapeB);
            const BodyId other = a == body ? b : a;
            if (world.type(other) == BodyType::Dynamic && other.index < body.index) continue; // once
            g.edges.push_back({nodeOf(world, a), nodeOf(world, b)});
        }
        for (JointId j = world.firstJoint(body); j; j = world.nextJoint(j, body))
            if (world.bodyA(j) == body) g.edges.push_back({nodeOf(world, body), nodeOf(world, world.bodyB(j))});
    }
    return g;
}

// 720 bricks, 24 a row, each across the joint of two below.
Edges wall() {
    World world;
    world.createShape(world.createBody({}), ShapePlane{});
    std::vector<BodyId> bricks;
    for (int row = 0; row < 30; ++row)
        for (int i = 0; i < 24; ++i) {
            bricks.push_back(
                world.createBody({.type = BodyType::Dynamic, .position = {i + 0.5 * (row % 2), 0.25 + 0.5 * row, 0}}));
            world.createShape(bricks.back(), ShapeBox{{0.499f, 0.25f, 0.25f}});
        }
    for (int i = 0; i < 3; ++i) world.step(kFrame);
    return edgesOf(world, bricks);
}

// Most edges at one node: no colouring has fewer colours.
int largestDegree(const Edges& g) {
    std::vector<int> degrees(static_cast<std::size_t>(g.nodes));
    for (const ScheduleEdge& e : g.edges)
        for (const int32_t node : {e.a, e.b})
            if (node != kFixedNode) ++degrees[static_cast<std::size_t>(node)];
    return *std::max_element(degrees.begin(), degrees.end());
}

Edges ragdolls(int steps) {
    const auto scene = makeScene("ragdolls150", {});
    for (int i = 0; i < steps; ++i) scene->step();
    std::vector<BodyId> bodies;
    for (const scenes::SceneBody& b : scene->bodies)
        if (b.type == BodyType::Dynamic) bodies.push_back(b.id);
    return edgesOf(scene->world, bodies);
}

} // namespace

void studyBatches(Report& report) {
    report.text =
        "Constraints of one colour share no moving body and can be solved together; a body with n constraints needs n "
        "colours. "
        "Cells group neighbours into blocks that run in order inside, so that a handful of batches takes all.";
    bool equal = true;
    for (const int n : {1, 2, 4, 8, 16, 32, 64}) {
        Edges star;
        star.nodes = n + 1;
        for (int i = 1; i <= n; ++i) star.edges.push_back({0, i});
        equal &= colourCount(star) == n;
    }
    report.find({"U-7", "n contacts on a body force n colours", "star graph",
                 equal ? "n colours for n = 1 to 64" : "fewer or more", equal,
                 "beyond 64 colours constraints go one by one"});

    const Edges bricks = wall(), people = ragdolls(240);
    Plot& plot =
        report.plot({"batches", "Batches against granularity", "constraints in a cell", "batches", true, false});
    Series &wallCells = plot.add("wall of 720: cells"), &peopleCells = plot.add("1950 ragdoll bodies: cells");
    Series &wallColours = plot.add("wall: colours", true), &peopleColours = plot.add("ragdolls: colours", true);
    const int colours[2] = {colourCount(bricks), colourCount(people)};
    Batches best[2] = {{100, 0}, {100, 0}};
    for (const int size : {8, 16, 32, 64, 128, 256}) {
        const Batches a = cellBatches(bricks, size), b = cellBatches(people, size);
        wallCells.add(size, a.count), peopleCells.add(size, b.count);
        wallColours.add(size, colours[0]), peopleColours.add(size, colours[1]);
        if (size == 64 || size == 128) {
            if (a.count < best[0].count) best[0] = a;
            if (b.count < best[1].count || (b.count == best[1].count && b.first > best[1].first)) best[1] = b;
        }
    }
    report.find({"U-6", "720 boxes: 9 colours against 3 cell batches", "9 and 3 (granularity 64 or 128)",
                 std::to_string(colours[0]) + " colours, " + std::to_string(best[0].count) + " batches of cells",
                 colours[0] == 9 && best[0].count == 3,
                 std::to_string(bricks.edges.size()) + " contacts, at most " + std::to_string(largestDegree(bricks)) +
                     " at a brick"});
    report.find({"U-6", "1950 ragdoll bodies: 12 colours against 4 cell batches",
                 "at most 5 batches, first at least 60 % of the rows",
                 std::to_string(colours[1]) + " colours, " + std::to_string(best[1].count) + " batches, first with " +
                     number(100 * best[1].first) + " %",
                 best[1].count <= 5 && best[1].first >= 0.6,
                 std::to_string(people.edges.size()) + " contacts and joints, at most " +
                     std::to_string(largestDegree(people)) +
                     " at a body, and no colouring has fewer colours than that: this heap lies closer than the talk's. "
                     "With 2.1 of them a body few walls between cells meet, so that the second batch takes all that "
                     "the first leaves, and nothing is left for lines and points"});
}

} // namespace cairn::lab
