// Trees of joints into the solver's layout. See joint_trees.h.
#include "constraints/joint_held.h"
#include "pipeline/joint_trees.h"

#include <cstring>

namespace cairn {

namespace {

std::size_t at(int32_t i) { return static_cast<std::size_t>(i); }
int32_t slotOf(int32_t index) { return index < 0 ? ~index : index; }

struct Layout {
    StepContext& s;
    TreeSearch f;
    std::span<int32_t> lanes;   // per joint: 8 * bundle + lane
    std::span<HeldBundle> held; // per bundle; no rows where nothing is handed over
    std::span<int32_t> place;   // per state: body of its tree
};

// Room for the rows of the bundles that have some.
void layBundles(Layout& l) {
    const std::span<JointBundle*> bundles = l.s.joints.bundles;
    std::size_t count = 0;
    l.s.joints.held = l.s.arena.allocate<HeldBundle>(static_cast<int>(bundles.size()), "bundles of trees");
    for (std::size_t b = 0; b < bundles.size(); ++b) {
        l.held[b] = {bundles[b], nullptr};
        bool some = false;
        for (std::size_t i = 8 * b; i < 8 * b + 8; ++i) {
            const int32_t joint = l.s.joints.lanes[i];
            if (joint == kNone) continue;
            l.lanes[at(joint)] = static_cast<int32_t>(i);
            some |= l.f.isHanded(joint);
        }
        if (!some) continue;
        l.held[b].rows = l.s.arena.allocate<HeldRow>(heldRowCount(bundles[b]->signature), "held rows").data();
        l.s.joints.held[count++] = l.held[b];
    }
    l.s.joints.held = l.s.joints.held.subspan(0, count);
}

// Rows of one joint, which a body eliminates.
void layRows(const Layout& l, const TreeEdge& e, int32_t state, std::span<TreeRow> rows) {
    const int32_t place = l.lanes[at(e.joint)], lane = place % 8;
    const HeldBundle& held = l.held[at(place / 8)];
    std::size_t next = 0;
    forHeldParts(held, lane, [&](PartKind kind, std::byte* part, const HeldRow* first) {
        for (int i = 0; i < heldRowCount(kind); ++i) {
            TreeRow& row = rows[next++] = {};
            row.held = first + i;
            row.part = part;
            row.kind = kind;
            row.lane = lane;
            row.side = e.a == state ? 0 : 1;
            row.fixed = kNone;
            if (otherEnd(e, state) == kNone)
                row.fixed = slotOf(row.side == 0 ? held.bundle->bodyB[lane] : held.bundle->bodyA[lane]);
        }
    });
    CAIRN_ASSERT(next == rows.size());
}

JointTree layTree(Layout& l, std::span<const int32_t> bodies) {
    TreeSearch& f = l.f;
    FrameArena& arena = l.s.arena;
    const auto rowsAbove = [&](int32_t state) {
        const int32_t above = f.above[at(state)];
        return above == kNone ? 0 : f.edges[at(above)].rows;
    };
    int32_t rowCount = kTreeSlack, numbers = kTreeSlack;
    for (const int32_t b : bodies) {
        const int32_t above = rowsAbove(b), own = f.rows[at(b)] - above;
        rowCount += padded(own);
        numbers += frontSize(own, above);
    }
    JointTree tree;
    tree.bodies = arena.allocate<TreeBody>(static_cast<int>(bodies.size()), "tree bodies");
    tree.fronts = arena.allocate<double>(numbers, "fronts");
    std::memset(tree.fronts.data(), 0, tree.fronts.size_bytes());
    tree.rows = arena.allocate<TreeRow>(rowCount, "tree rows");
    tree.K = arena.allocate<double>(rowCount, "diagonal of a tree");
    tree.x = arena.allocate<double>(rowCount, "unknowns of a tree");

    int32_t begin = 0, number = 0;
    for (std::size_t i = bodies.size(); i-- > 0;) { // the last that was reached first: each before the one above it
        const int32_t state = bodies[i], index = static_cast<int32_t>(bodies.size() - 1 - i);
        const int32_t above = rowsAbove(state), own = f.rows[at(state)] - above;
        int32_t row = begin;
        l.place[at(state)] = index;
        f.forEdges(state, [&](int32_t edge) {
            const TreeEdge& e = f.edges[at(edge)];
            if (!e.inTree || edge == f.above[at(state)]) return;
            const int32_t other = otherEnd(e, state);
            if (other != kNone) {
                TreeBody& below = tree.bodies[at(l.place[at(other)])];
                below.above = index;
                below.aboveRow = row - begin;
            }
            layRows(l, e, state, tree.rows.subspan(at(row), at(e.rows)));
            row += e.rows;
        });
        CAIRN_ASSERT(row - begin == own);
        tree.bodies[at(index)] = {state, begin, own, above, number, kNone, 0};
        begin += padded(own);
        number += frontSize(own, above);
    }
    return tree;
}

} // namespace

void layTrees(StepContext& s, const TreeSearch& search) {
    if (search.treeEnd.empty()) return;
    Layout l{s, search, s.arena.allocate<int32_t>(s.model.joints.count(), "lanes of joints"),
             s.arena.allocate<HeldBundle>(static_cast<int>(s.joints.bundles.size()), "held bundles"),
             s.arena.allocate<int32_t>(s.model.states.count(), "places in trees")};
    layBundles(l);
    s.joints.trees = s.arena.allocate<JointTree>(static_cast<int>(search.treeEnd.size()), "trees");
    int32_t begin = 0;
    for (std::size_t t = 0; t < search.treeEnd.size(); ++t) {
        const int32_t end = search.treeEnd[t];
        s.joints.trees[t] = layTree(l, search.order.subspan(at(begin), at(end - begin)));
        begin = end;
    }
}

} // namespace cairn
