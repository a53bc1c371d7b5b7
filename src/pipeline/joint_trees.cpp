// Joints with rows to hold, between bodies that are awake -> components -> trees. See joint_trees.h.
//
// A tree is worth a direct solve where a light body stands between heavy ones. LOAD of a body: of the masses that hang
// on its joints, each joint by itself, the second heaviest, against its own mass; a side that is joined to something
// fixed counts as the mass of the whole tree. A chain of n equal links on a hook has a load of n, ten links with 1000
// kg at the end 1000, a ragdoll with its light hands at the ends a small one.
#include "pipeline/joint_trees.h"

#include "base/assert.h"
#include "model/particles.h"
#include "solvers/joint_tree.h"

namespace cairn {

namespace {

constexpr int32_t kUnseen = -2;
constexpr float kHeavyLoad = 16.0f;

std::size_t at(int32_t i) { return static_cast<std::size_t>(i); }

int32_t movingState(const Model& m, int body) {
    const int32_t index = solverIndex(m.bodies[body]);
    return index < 0 ? kNone : index;
}

int32_t heldParts(const JointRecord& j) {
    int32_t count = 0;
    for (uint64_t rest = j.signature; rest != 0; rest >>= 8) count += heldRowCount(partKind(rest, 0)) > 0;
    return min(count, static_cast<int32_t>(j.heldRows));
}

// Rows about axes that are locked have no K to speak of (angularK in constraints/joint_math-inl.h), and a tree cannot
// do with them.
bool turnsLocked(const Model& m, const JointRecord& j) {
    if (((m.bodies[j.bodyA].flags | m.bodies[j.bodyB].flags) & kLockAngular) == 0) return false;
    for (uint64_t rest = j.signature; rest != 0; rest >>= 8) {
        const PartKind kind = partKind(rest, 0);
        if (kind == PartKind::Angle2 || kind == PartKind::Angle3 || kind == PartKind::AxisAngular) return true;
    }
    return false;
}

// Edges, and which state has which.
bool gatherEdges(StepContext& s, TreeSearch& f) {
    const Model& m = s.model;
    f.edges = s.arena.allocate<TreeEdge>(m.jointIds.count(), "tree edges");
    std::size_t count = 0;
    bool wanted = s.def.directJoints != DirectJoints::Asked;
    for (int colour = 0; colour <= Colouring::kOverflow; ++colour)
        m.graph.forEachEdge(GraphEdge::Joint, colour, [&](int joint) {
            const JointRecord& j = m.joints[joint];
            const bool asked = j.data.link().direct;
            const bool onBodies = !isParticle(m.bodies[j.bodyA]) && !isParticle(m.bodies[j.bodyB]);
            if (j.heldRows == 0 || !(onBodies || asked || s.def.directJoints == DirectJoints::All)) return;
            if (turnsLocked(m, j)) return;
            wanted |= asked;
            f.edges[count++] = {joint, movingState(m, j.bodyA), movingState(m, j.bodyB), heldParts(j), asked, false,
                                false};
        });
    f.edges = f.edges.subspan(0, count);
    if (!wanted || count == 0) return false;

    const int states = m.states.count(), edges = static_cast<int>(count);
    f.first = s.arena.allocate<int32_t>(states + 1, "tree first");
    f.above = s.arena.allocate<int32_t>(states, "tree above");
    f.parts = s.arena.allocate<int32_t>(states, "tree parts");
    f.fixed = s.arena.allocate<int32_t>(states, "tree fixed");
    f.hanging = s.arena.allocate<float>(states, "tree hanging");
    f.around = s.arena.allocate<int32_t>(2 * edges, "tree around");
    f.order = s.arena.allocate<int32_t>(states, "tree order");
    f.treeEnd = s.arena.allocate<int32_t>(edges, "tree ends");
    for (int32_t& n : f.first) n = 0;
    for (int32_t& e : f.above) e = kUnseen;
    const auto forEnds = [&](auto fn) {
        for (int32_t i = 0; i < edges; ++i)
            for (const int32_t state : {f.edges[at(i)].a, f.edges[at(i)].b})
                if (state != kNone) fn(i, state);
    };
    forEnds([&](int32_t, int32_t state) { ++f.first[at(state)]; });
    int32_t sum = 0;
    for (int32_t& n : f.first) n = sum += n; // the end of each; filling turns it into the beginning
    forEnds([&](int32_t edge, int32_t state) { f.around[at(--f.first[at(state)])] = edge; });
    return true;
}

bool takesParts(TreeSearch& f, const TreeEdge& e) {
    for (const int32_t state : {e.a, e.b})
        if (state != kNone && f.parts[at(state)] + e.parts > kMaxFrontParts) return false;
    for (const int32_t state : {e.a, e.b})
        if (state != kNone) f.parts[at(state)] += e.parts;
    return true;
}

struct Found {
    int joints, leftOut;
    bool asked;
};

// Breadth first from `root`. Joints that would close a loop stay out.
Found spread(TreeSearch& f, int32_t root, int32_t& reached) {
    Found found{0, 0, false};
    const auto reach = [&](int32_t state, int32_t edge) {
        f.order[at(reached++)] = state;
        f.above[at(state)] = edge;
        f.fixed[at(state)] = 0;
    };
    int32_t next = reached;
    f.parts[at(root)] = 0;
    reach(root, kNone);
    for (; next < reached; ++next) {
        const int32_t state = f.order[at(next)];
        f.forEdges(state, [&](int32_t edge) {
            TreeEdge& e = f.edges[at(edge)];
            if (e.seen) return;
            e.seen = true;
            ++found.joints;
            found.asked |= e.asked;
            const int32_t other = otherEnd(e, state);
            const bool isNew = other == kNone || f.above[at(other)] == kUnseen;
            if (isNew && other != kNone) f.parts[at(other)] = 0;
            e.inTree = isNew && takesParts(f, e);
            found.leftOut += !e.inTree;
            if (!e.inTree) return;
            if (other == kNone)
                ++f.fixed[at(state)];
            else
                reach(other, edge);
        });
    }
    return found;
}

float massOf(const BodyMass& m) { return m.inverseMass > 0.0f ? 1.0f / m.inverseMass : 0.0f; }

// The largest load in a tree.
float loadOf(const TreeSearch& f, std::span<const int32_t> bodies, const BodyMass* masses) {
    for (const int32_t b : bodies) f.hanging[at(b)] = massOf(masses[b]);
    for (std::size_t i = bodies.size(); i-- > 1;) {
        const int32_t b = bodies[i], parent = otherEnd(f.edges[at(f.above[at(b)])], b);
        f.hanging[at(parent)] += f.hanging[at(b)];
        f.fixed[at(parent)] += f.fixed[at(b)];
    }
    const float total = f.hanging[at(bodies[0])];
    const int32_t fixed = f.fixed[at(bodies[0])];
    float load = 0.0f;
    for (const int32_t b : bodies) {
        float heaviest = 0.0f, second = 0.0f;
        f.forEdges(b, [&](int32_t edge) {
            const TreeEdge& e = f.edges[at(edge)];
            if (!e.inTree) return;
            const int32_t other = otherEnd(e, b);
            const bool up = edge == f.above[at(b)];
            const bool isFixed = other == kNone || (up ? fixed > f.fixed[at(b)] : f.fixed[at(other)] > 0);
            const float side = isFixed ? total : (up ? total - f.hanging[at(b)] : f.hanging[at(other)]);
            second = max(second, min(heaviest, side));
            heaviest = max(heaviest, side);
        });
        load = max(load, second / max(massOf(masses[b]), 1e-30f));
    }
    return load;
}

// Loops are better left to iteration as a whole, unless they are few.
bool isWorthIt(const StepContext& s, const TreeSearch& f, const Found& found, std::span<const int32_t> bodies) {
    if (found.leftOut == found.joints) return false;
    if (found.asked || s.def.directJoints == DirectJoints::All) return true;
    return s.def.directJoints == DirectJoints::Loaded && 8 * found.leftOut <= found.joints &&
           loadOf(f, bodies, s.model.masses.data()) >= kHeavyLoad;
}

TreeSearch search(StepContext& s) {
    TreeSearch f;
    const FrameArena::Mark mark = s.arena.mark();
    const auto nothing = [&] { // and nobody needs what was noted on the way
        s.arena.rewind(mark);
        return TreeSearch{};
    };
    if (!gatherEdges(s, f)) return nothing();
    int32_t reached = 0;
    std::size_t treeCount = 0;
    for (int32_t root = 1; root < s.model.states.count(); ++root) {
        if (f.above[at(root)] != kUnseen || f.first[at(root)] == f.first[at(root) + 1]) continue;
        const int32_t begin = reached;
        const Found found = spread(f, root, reached);
        const std::span<const int32_t> bodies = f.order.subspan(at(begin), at(reached - begin));
        if (isWorthIt(s, f, found, bodies)) {
            f.treeEnd[treeCount++] = reached;
            continue;
        }
        for (const int32_t b : bodies) f.forEdges(b, [&](int32_t edge) { f.edges[at(edge)].inTree = false; });
        reached = begin;
    }
    f.treeEnd = f.treeEnd.subspan(0, treeCount);
    if (treeCount == 0) return nothing();
    f.handed = s.arena.allocate<uint8_t>(s.model.joints.count(), "joints of trees");
    for (uint8_t& h : f.handed) h = 0;
    for (const TreeEdge& e : f.edges) f.handed[at(e.joint)] = e.inTree;
    return f;
}

} // namespace

TreeSearch findTrees(StepContext& s) {
    if (!s.model.mayHaveTrees) {
        CAIRN_ASSERT(search(s).treeEnd.empty());
        return {};
    }
    const TreeSearch found = search(s);
    s.model.mayHaveTrees = !found.treeEnd.empty();
    return found;
}

} // namespace cairn
