// Trees of joints into the solver's layout. See joint_trees.h.
#include "constraints/joint_held.h"
#include "pipeline/joint_trees.h"
#include "solvers/sweeps.h"

namespace cairn {

namespace {

std::size_t at(int32_t i) { return static_cast<std::size_t>(i); }
int32_t slotOf(int32_t index) { return index < 0 ? ~index : index; }

struct Layout {
    StepContext& s;
    TreeSearch f;
    std::span<int32_t> lanes;     // per joint: 8 * bundle + lane
    std::span<HeldPart**> places; // per bundle; null where nothing is handed over
    std::span<int32_t> body;      // per state: of its tree
    std::span<HeldBundle> held{}; // of all trees but chains; those of lone ones come last
    int32_t firstLone = 0;        // bundle, and how many of `held` come before it
    std::size_t sharedHeld = 0;
};

// All of it, in all its lanes, as blocks.
bool isHandedOver(JointBundle& bundle, const int32_t* joints) {
    bool all = true;
    forParts(bundle, [&](PartKind kind, int, std::byte* part) {
        all &= isBlock(kind);
        for (int lane = 0; lane < kLanes && all; ++lane) all &= joints[lane] == kNone || isHandedOver(kind, part, lane);
    });
    return all;
}

// Places for the rows of the bundles that have some; lanes that are not handed over share one that nobody reads.
void layBundles(Layout& l) {
    const std::span<JointBundle*> bundles = l.s.joints.bundles.subspan(0, at(l.s.joints.firstChain));
    const bool own = mayOwnImpulses(l.s);
    std::size_t count = 0;
    l.held = l.s.arena.allocate<HeldBundle>(static_cast<int>(bundles.size()), "bundles of trees");
    for (std::size_t b = 0; b < bundles.size(); ++b) {
        const int32_t* joints = &l.s.joints.lanes[8 * b];
        if (static_cast<int32_t>(b) == l.firstLone) l.sharedHeld = count;
        l.places[b] = nullptr;
        bool some = false;
        for (std::size_t i = 0; i < 8; ++i) {
            if (joints[i] == kNone) continue;
            l.lanes[at(joints[i])] = static_cast<int32_t>(8 * b + i);
            some |= l.f.isHanded(joints[i]);
        }
        if (!some) continue;
        int parts = 0;
        forParts(*bundles[b], [&](PartKind kind, int, std::byte*) { parts += heldRowCount(kind) > 0; });
        const std::span<HeldPart*> places = l.s.arena.allocate<HeldPart*>(8 * parts, "places of held rows");
        HeldPart* nowhere = l.s.arena.allocate<HeldPart>(1, "rows that are not held").data();
        for (HeldPart*& place : places) place = nowhere;
        l.places[b] = places.data();
        l.held[count++] = {bundles[b], places.data()};
        bundles[b]->isTurned = own && bundles[b]->isHeld && isHandedOver(*bundles[b], joints);
        CAIRN_ASSERT(bundles[b]->isTurned || static_cast<int32_t>(b) < l.firstLone);
    }
    if (l.firstLone == static_cast<int32_t>(bundles.size())) l.sharedHeld = count;
    l.s.joints.held = l.held.subspan(0, l.sharedHeld);
}

// Calls fn(kind, part, place of its rows) for the parts of a joint that are handed over.
template <class Fn> void forHeldParts(const Layout& l, const TreeEdge& e, Fn fn) {
    const int32_t position = l.lanes[at(e.joint)], lane = position % 8;
    HeldPart** place = l.places[at(position / 8)] + lane;
    forParts(*l.s.joints.bundles[at(position / 8)], [&](PartKind kind, int, std::byte* part) {
        if (heldRowCount(kind) == 0) return;
        if (isHandedOver(kind, part, lane)) fn(kind, part, *place);
        place += 8;
    });
}

// Parts of one joint, which a body eliminates.
void layParts(const Layout& l, const TreeEdge& e, int32_t state, int32_t first, JointTree& tree) {
    const int32_t position = l.lanes[at(e.joint)], lane = position % 8;
    const JointBundle& bundle = *l.s.joints.bundles[at(position / 8)];
    const int32_t other = otherEnd(e, state);
    int32_t next = first;
    forHeldParts(l, e, [&](PartKind kind, std::byte* part, HeldPart*& place) {
        const uint8_t side = e.a == state ? 0 : 1;
        tree.parts[at(next)] = {part,
                                lane,
                                other == kNone ? kNone : l.body[at(other)],
                                other == kNone ? slotOf(side == 0 ? bundle.bodyB[lane] : bundle.bodyA[lane]) : kNone,
                                first,
                                kind,
                                static_cast<uint8_t>(heldRowCount(kind)),
                                side,
                                bundle.isTurned};
        place = &tree.rows[at(next++)];
    });
    CAIRN_ASSERT(next - first == e.parts);
}

void setMass(TreeBody& b, const BodyMass& mass) {
    const Sym33& I = mass.inverseInertia;
    const float columns[3][3] = {{I.xx, I.xy, I.xz}, {I.xy, I.yy, I.yz}, {I.xz, I.yz, I.zz}};
    for (int c = 0; c < 3; ++c) {
        for (int i = 0; i < 3; ++i) b.inverseInertia[c][i] = static_cast<double>(columns[c][i]);
        b.inverseInertia[c][3] = 0.0;
    }
    b.inverseMass = static_cast<double>(mass.inverseMass);
}

JointTree layTree(Layout& l, std::span<const int32_t> bodies) {
    TreeSearch& f = l.f;
    FrameArena& arena = l.s.arena;
    const auto partsAbove = [&](int32_t state) {
        const int32_t above = f.above[at(state)];
        return above == kNone ? 0 : f.edges[at(above)].parts;
    };
    int32_t partCount = 0, sideCount = 0, numbers = 0;
    for (const int32_t b : bodies) {
        sideCount += f.parts[at(b)];
        numbers += frontSize(f.parts[at(b)]);
        partCount += f.parts[at(b)] - partsAbove(b);
    }
    JointTree tree{};
    tree.bodies = arena.allocate<TreeBody>(static_cast<int>(bodies.size()), "tree bodies");
    tree.sides = arena.allocate<TreeSide>(sideCount, "sides of tree parts");
    tree.fronts = arena.allocate<double>(numbers, "fronts");
    tree.parts = arena.allocate<TreePart>(partCount, "tree parts");
    tree.rows = arena.allocate<HeldPart>(partCount, "held rows");
    tree.K = arena.allocate<double>(4 * partCount, "diagonal of a tree");
    tree.x = arena.allocate<double>(4 * partCount, "unknowns of a tree");
    tree.impulse = arena.allocate<double>(4 * partCount, "impulses of a tree");

    int32_t first = 0, number = 0;
    for (std::size_t i = bodies.size(); i-- > 0;) { // the last that was reached first: each before the one above it
        const int32_t state = bodies[i], index = static_cast<int32_t>(bodies.size() - 1 - i);
        TreeBody& body = tree.bodies[at(index)];
        body.state = state;
        body.first = first;
        body.above = 0;
        body.count = partsAbove(state);
        body.front = number;
        l.body[at(state)] = index;
        f.forEdges(state, [&](int32_t edge) {
            const TreeEdge& e = f.edges[at(edge)];
            if (!e.inTree || edge == f.above[at(state)]) return;
            layParts(l, e, state, first, tree);
            if (otherEnd(e, state) != kNone) {
                TreeBody& below = tree.bodies[at(l.body[at(otherEnd(e, state))])];
                below.above = first;
            }
            first += e.parts;
        });
        body.own = first - body.first;
        CAIRN_ASSERT(body.own + body.count == f.parts[at(state)]);
        number += frontSize(body.own + body.count);
    }
    int32_t side = 0;
    for (TreeBody& body : tree.bodies) {
        body.side = side;
        body.isPoints = true;
        const auto add = [&](int32_t part, bool isOwn) {
            const TreePart& p = tree.parts[at(part)];
            const HeldPart& rows = tree.rows[at(part)];
            const bool isB = (p.side == 1) == isOwn;
            tree.sides[at(side++)] = {&rows, rows.angular[isB ? 1 : 0], isB ? 1.0 : -1.0, part};
            body.isPoints &= p.kind == PartKind::Point && p.isOwned;
        };
        for (int32_t i = 0; i < body.own; ++i) add(body.first + i, true);
        for (int32_t i = 0; i < body.count; ++i) add(body.above + i, false);
        setMass(body, l.s.model.masses[body.state]);
    }
    return tree;
}

// Fewer substeps, and longer ones.
void setSubsteps(BodyDrive& d, int substeps, const StepTime& time) {
    if (substeps == time.substeps) return;
    const float longer = static_cast<float>(time.substeps) / static_cast<float>(substeps);
    d.substeps = static_cast<uint8_t>(substeps);
    d.h = time.dt / static_cast<float>(substeps);
    d.dv = longer * d.dv;
    d.dw = longer * d.dw;
    const auto kept = [longer](float keep) { // see loadBodies; without damping, as most are, it is 1
        return keep == 1.0f ? keep : 1.0f / (1.0f + longer * (1.0f / keep - 1.0f));
    };
    const float linear = kept(d.keep[0]), angular = kept(d.keep[3]);
    for (int i = 0; i < 3; ++i) d.keep[i] = linear, d.keep[3 + i] = angular;
}

// Parts that their definition would let go are not held after all: a count for each joint, and for its bodies.
void countParts(Layout& l, std::span<const int32_t> bodies) {
    for (const int32_t body : bodies)
        l.f.forOwnEdges(body, [&](int32_t edge) {
            TreeEdge& e = l.f.edges[at(edge)];
            int32_t count = 0;
            forHeldParts(l, e, [&](PartKind, std::byte*, HeldPart*) { ++count; });
            for (const int32_t state : {e.a, e.b})
                if (state != kNone) l.f.parts[at(state)] += count - e.parts;
            e.parts = count;
        });
}

// A lone tree that is no chain.
JointTree layLone(Layout& l, std::size_t t) {
    JointTree tree = layTree(l, l.f.bodiesOf(t));
    tree.sum = l.s.arena.allocate<double>(static_cast<int>(tree.impulse.size()), "sums of impulses");
    for (double& sum : tree.sum) sum = 0.0;
    const BundleRange bundles = l.s.joints.lone[t];
    tree.held = l.held.subspan(l.sharedHeld + at(bundles.begin - l.firstLone), at(bundles.end - bundles.begin));
    return tree;
}

} // namespace

void layTrees(StepContext& s, const TreeSearch& search) {
    if (search.treeEnd.empty()) return;
    Layout l{s, search, s.arena.allocate<int32_t>(s.model.joints.count(), "lanes of joints"),
             s.arena.allocate<HeldPart**>(static_cast<int>(s.joints.bundles.size()), "places of bundles"),
             s.arena.allocate<int32_t>(s.model.states.count(), "bodies of trees")};
    l.firstLone = s.joints.firstChain;
    for (std::size_t t = search.treeEnd.size(); t-- > 0;)
        if (search.lone[t] && !search.isChain(t)) l.firstLone = s.joints.lone[t].begin;
    layBundles(l);
    tightenTrees(s, search);
    const std::span<JointTree> trees = s.arena.allocate<JointTree>(static_cast<int>(search.treeEnd.size()), "trees");
    std::size_t shared = 0, all = trees.size();
    for (std::size_t t = 0; t < search.treeEnd.size(); ++t) {
        const std::span<const int32_t> bodies = search.bodiesOf(t);
        if (!search.isChain(t)) countParts(l, bodies);
        if (!search.lone[t]) {
            trees[shared++] = layTree(l, bodies);
            continue;
        }
        JointTree& tree = trees[--all] = search.isChain(t) ? layChain(s, search, t) : layLone(l, t);
        tree.isLone = true;
        tree.substeps = search.lone[t];
        for (const int32_t b : bodies) setSubsteps(s.drives[at(b)], tree.substeps, s.time);
    }
    s.joints.trees = trees.subspan(0, shared);
    s.joints.loneTrees = trees.subspan(shared);
}

} // namespace cairn
