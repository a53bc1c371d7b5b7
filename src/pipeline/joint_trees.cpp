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
#include "solvers/sweeps.h"

#include <algorithm>

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
bool gatherEdges(const StepContext& s, FrameArena& arena, TreeSearch& f) {
    const Model& m = s.model;
    f.edges = arena.allocate<TreeEdge>(m.jointIds.count(), "tree edges");
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
    f.first = arena.allocate<int32_t>(states + 1, "tree first");
    f.above = arena.allocate<int32_t>(states, "tree above");
    f.parts = arena.allocate<int32_t>(states, "tree parts");
    f.fixed = arena.allocate<int32_t>(states, "tree fixed");
    f.hanging = arena.allocate<float>(states, "tree hanging");
    f.around = arena.allocate<int32_t>(2 * edges, "tree around");
    f.order = arena.allocate<int32_t>(states, "tree order");
    f.treeEnd = arena.allocate<int32_t>(edges, "tree ends");
    f.whole = arena.allocate<uint8_t>(edges, "trees that are whole");
    f.path = arena.allocate<int32_t>(states + 2 * edges, "chains");
    f.links = arena.allocate<int32_t>(edges, "lengths of chains");
    f.lone = arena.allocate<uint8_t>(edges, "lone trees");
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

bool isWholeHeld(const JointRecord& j) {
    for (uint64_t rest = j.signature; rest != 0; rest >>= 8)
        if (!isBlock(partKind(rest, 0))) return false;
    return static_cast<int>(j.heldRows) == heldRowCount(j.signature);
}

// All of its joints, all of each.
bool isWholeHeld(const Model& m, const TreeSearch& f, std::span<const int32_t> bodies) {
    bool whole = true;
    for (const int32_t b : bodies)
        f.forEdges(b, [&](int32_t edge) {
            whole &= f.edges[at(edge)].inTree && isWholeHeld(m.joints[f.edges[at(edge)].joint]);
        });
    return whole;
}

// Of a whole tree that is a line of points: where it begins, and its joints up to the other end. Returns how many, or
// 0.
int32_t findPath(const Model& m, const TreeSearch& f, std::span<const int32_t> bodies, std::span<int32_t> path) {
    int32_t start = kNone;
    for (const int32_t b : bodies) {
        int32_t count = 0;
        bool isEnd = false, isPoints = true;
        f.forEdges(b, [&](int32_t edge) {
            const TreeEdge& e = f.edges[at(edge)];
            ++count;
            isEnd |= otherEnd(e, b) == kNone;
            isPoints &= m.joints[e.joint].signature == partCode(PartKind::Point, 0);
        });
        if (count > 2 || !isPoints) return 0;
        if (start == kNone && (isEnd || count == 1)) start = b;
    }
    int32_t links = 0, last = kNone, state = start;
    const auto next = [&](bool toFixed) { // the first joint of `state`, other than the last one
        int32_t found = kNone;
        f.forEdges(state, [&](int32_t edge) {
            const bool isFixed = otherEnd(f.edges[at(edge)], state) == kNone;
            if (found == kNone && edge != last && (isFixed || !toFixed)) found = edge;
        });
        if (found != kNone) path[at(++links)] = last = found;
        return found;
    };
    path[0] = next(true) == kNone ? start : kNone;
    while (state != kNone && next(false) != kNone) state = otherEnd(f.edges[at(last)], state);
    return links;
}

// Of bodies whose joints are all in the tree: nothing else acts on them.
bool areAlone(const Model& m, const TreeSearch& f, std::span<const int32_t> bodies) {
    for (const int32_t b : bodies) {
        uint64_t colours = m.graph.coloursOf(m.stateBody[b]);
        int32_t joints = f.first[at(b) + 1] - f.first[at(b)];
        for (; colours != 0; colours &= colours - 1) --joints; // a few bits, and counting them is a call
        if (joints != 0) return false;
    }
    return true;
}

// Of a lone tree: from half of the world's to all of them, so that no body turns by more than kTurn in one. (Anchors
// leave their places by the square of that.) What hangs on something that is driven goes with it. None for a tree with
// a body that turns faster still: such a tree wants to be relaxed in every substep. (Of 200 chains with up to two tons
// at the end, swung from all sides, 29 stretched by more than 4 % when they were lone trees all the time, 10 with this
// rule and without lone trees.)
uint8_t substepsOf(const StepContext& s, const TreeSearch& f, std::span<const int32_t> bodies) {
    const Model& m = s.model;
    bool isDriven = false;
    for (const int32_t b : bodies) {
        if (f.fixed[at(b)] == 0) continue;
        f.forEdges(b, [&](int32_t edge) {
            if (otherEnd(f.edges[at(edge)], b) != kNone) return;
            const JointRecord& j = m.joints[f.edges[at(edge)].joint];
            for (const int body : {j.bodyA, j.bodyB})
                isDriven |= m.bodies[body].type == BodyType::Kinematic && m.bodies[body].state != kNone;
        });
    }
    constexpr float kTurn = 0.06f;
    float fastest = 0.0f;
    for (const int32_t b : bodies) fastest = max(fastest, lengthSquared(m.states[b].w));
    const int most = s.time.substeps, least = (most + 1) / 2;
    const float wanted = sqrt(fastest) * s.time.dt / kTurn;
    if (!(wanted < static_cast<float>(most))) return 0;
    return static_cast<uint8_t>(isDriven ? most : max(least, static_cast<int>(wanted) + 1));
}

TreeSearch search(const StepContext& s, FrameArena& arena) {
    TreeSearch f;
    const FrameArena::Mark mark = arena.mark();
    const auto nothing = [&] { // and nobody needs what was noted on the way
        arena.rewind(mark);
        return TreeSearch{};
    };
    if (!gatherEdges(s, arena, f)) return nothing();
    int32_t reached = 0;
    std::size_t treeCount = 0;
    for (int32_t root = 1; root < s.model.states.count(); ++root) {
        if (f.above[at(root)] != kUnseen || f.first[at(root)] == f.first[at(root) + 1]) continue;
        const int32_t begin = reached;
        const Found found = spread(f, root, reached);
        const std::span<const int32_t> bodies = f.order.subspan(at(begin), at(reached - begin));
        if (isWorthIt(s, f, found, bodies)) {
            f.whole[treeCount] = isWholeHeld(s.model, f, bodies);
            f.treeEnd[treeCount] = reached;
            f.links[treeCount] = f.whole[treeCount] ? findPath(s.model, f, bodies, f.roomForPath(treeCount)) : 0;
            ++treeCount;
            continue;
        }
        for (const int32_t b : bodies) f.forEdges(b, [&](int32_t edge) { f.edges[at(edge)].inTree = false; });
        reached = begin;
    }
    f.treeEnd = f.treeEnd.subspan(0, treeCount);
    if (treeCount == 0) return nothing();
    f.order = f.order.subspan(0, at(reached));
    f.bodies = arena.allocate<int32_t>(reached, "bodies of trees");
    for (std::size_t i = 0; i < f.order.size(); ++i) f.bodies[i] = s.model.stateBody[f.order[i]];
    f.handed = arena.allocate<uint8_t>(s.model.joints.count(), "joints of trees");
    for (uint8_t& h : f.handed) h = 0;
    for (const TreeEdge& e : f.edges) f.handed[at(e.joint)] = e.inTree;
    return f;
}

// States change when others fall asleep.
bool isStillRight(const StepContext& s, const TreeSearch& f) {
    for (std::size_t i = 0; i < f.order.size(); ++i)
        if (f.order[i] >= s.model.states.count() || s.model.stateBody[f.order[i]] != f.bodies[i]) return false;
    return true;
}

[[maybe_unused]] bool isSame(const TreeSearch& a, const TreeSearch& b) {
    return std::equal(a.order.begin(), a.order.end(), b.order.begin(), b.order.end()) &&
           std::equal(a.treeEnd.begin(), a.treeEnd.end(), b.treeEnd.begin(), b.treeEnd.end());
}

void findLone(const StepContext& s, TreeSearch& f) {
    const bool mayOwn = mayOwnImpulses(s) && !s.plan.isScheduled;
    for (std::size_t t = 0; t < f.treeEnd.size(); ++t) {
        const std::span<const int32_t> bodies = f.bodiesOf(t);
        const bool isLone = mayOwn && f.whole[t] && areAlone(s.model, f, bodies);
        const uint8_t substeps = isLone ? substepsOf(s, f, bodies) : uint8_t(0);
        if (substeps == f.lone[t]) continue;
        f.lone[t] = substeps;
        for (const int32_t b : bodies)
            f.forOwnEdges(
                b, [&](int32_t edge) { f.handed[at(f.edges[at(edge)].joint)] = static_cast<uint8_t>(1 + substeps); });
    }
}

} // namespace

bool mayOwnImpulses(const StepContext& s) {
    const SolverRecipe& r = s.def.solver;
    return !needsPolicy(r) && r.bias == SolverBias::Soft && r.warmStart == 1.0f && r.iterations == 1 &&
           r.shock == 0.0f && s.solverFunction == nullptr;
}

TreeSearch findTrees(StepContext& s) {
    TreeMemory& memory = s.trees;
    if (s.model.treesStale || !memory.isKnown || memory.rule != s.def.directJoints || !isStillRight(s, memory.found)) {
        const auto find = [&] {
            memory.arena.reset();
            memory.found = search(s, memory.arena);
        };
        find();
        const FrameArena::Statistics room = memory.arena.statistics();
        if (room.highWater > room.capacity) find(); // so that as much as this needs no memory the next time
        memory.rule = s.def.directJoints;
        for (std::size_t t = 0; t < memory.found.treeEnd.size(); ++t) memory.found.lone[t] = 0;
        memory.isKnown = true;
        s.model.treesStale = false;
    } else {
        CAIRN_ASSERT(isSame(search(s, s.arena), memory.found));
    }
    findLone(s, memory.found);
    return memory.found;
}

} // namespace cairn
