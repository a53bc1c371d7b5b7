// The order of constraints, for recipes that do not go by the colours of the graph; and what depends on who touches
// whom: shares of split masses, levels of shock propagation.
#include "base/hash.h"
#include "base/sort.h"
#include "graph/cells.h"
#include "pipeline/step.h"

namespace cairn {

namespace {

std::size_t at(int32_t i) { return static_cast<std::size_t>(i); }

int32_t nodeOf(const Model& m, int body) {
    const int32_t index = solverIndex(m.bodies[body]);
    return index < 0 ? kFixedNode : index;
}

// Joints by index, then patches by contact: the order in which they came, as long as nothing has gone.
void gatherEdges(StepContext& s) {
    const Model& m = s.model;
    ConstraintPlan& p = s.plan;
    int patchCount = 0;
    for (int c = 0; c <= Colouring::kOverflow; ++c) patchCount += m.graph.edgeCount(GraphEdge::Patch, c);
    p.joints = s.arena.allocate<int32_t>(m.jointIds.count(), "planned joints");
    p.patches = s.arena.allocate<int32_t>(patchCount, "planned patches");
    p.edges = s.arena.allocate<ScheduleEdge>(m.jointIds.count() + patchCount, "planned edges");
    std::size_t joints = 0, patches = 0, edges = 0;
    m.jointIds.forEach([&](JointId id) {
        const int32_t joint = static_cast<int32_t>(id.index);
        if (!m.graph.has(GraphEdge::Joint, joint)) return;
        p.joints[joints++] = joint;
        p.edges[edges++] = {nodeOf(m, m.joints[joint].bodyA), nodeOf(m, m.joints[joint].bodyB)};
    });
    m.liveContacts.forEach([&](int contact) {
        const Contact& c = m.contacts[contact];
        for (int32_t patch = c.firstPatch; patch != kNone; patch = m.patches[patch].next) {
            if (!m.graph.has(GraphEdge::Patch, patch)) continue;
            p.patches[patches++] = patch;
            p.edges[edges++] = {nodeOf(m, c.bodyA), nodeOf(m, c.bodyB)};
        }
    });
    CAIRN_ASSERT(static_cast<int>(patches) == patchCount);
    p.joints = p.joints.subspan(0, joints);
    p.edges = p.edges.subspan(0, edges);
}

// Cubes of space; positions far away still differ, those beyond 2^20 cubes share.
uint64_t cubeAt(DVec3 p, double inverseExtent) {
    const auto along = [inverseExtent](double x) {
        const double cell = clamp(x * inverseExtent, -1048575.0, 1048575.0);
        return static_cast<uint64_t>(static_cast<int64_t>(cell + 1048576.0));
    };
    return along(p.x) | along(p.y) << 21 | along(p.z) << 42;
}

std::span<uint64_t> cubesOf(StepContext& s) {
    const Model& m = s.model;
    const std::span<uint64_t> keys = s.arena.allocate<uint64_t>(m.states.count(), "cubes");
    const double inverse = 1.0 / static_cast<double>(s.def.solver.cellExtent);
    keys[0] = 0;
    for (int i = 1; i < m.states.count(); ++i) keys[at(i)] = cubeAt(m.bodies[m.stateBody[i]].center, inverse);
    return keys;
}

// A constraint lies half way between its bodies, or at the one that moves.
std::span<uint64_t> edgeCubesOf(StepContext& s) {
    const Model& m = s.model;
    const std::span<uint64_t> keys = s.arena.allocate<uint64_t>(static_cast<int>(s.plan.edges.size()), "edge cubes");
    const double inverse = 1.0 / static_cast<double>(s.def.solver.cellExtent);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const ScheduleEdge& e = s.plan.edges[i];
        const DVec3 a = m.bodies[m.stateBody[e.a == kFixedNode ? e.b : e.a]].center;
        const DVec3 b = m.bodies[m.stateBody[e.b == kFixedNode ? e.a : e.b]].center;
        keys[i] = cubeAt(0.5 * (a + b), inverse);
    }
    return keys;
}

int32_t levelOf(const ConstraintPlan& p, int32_t node) { return node == kFixedNode ? 0 : p.levels[at(node)]; }

// Bodies that touch what does not move are at level 1, those that touch them at 2.
void findLevels(StepContext& s) {
    ConstraintPlan& p = s.plan;
    p.levels = s.arena.allocate<int32_t>(s.model.states.count(), "levels");
    constexpr int32_t kFar = 1 << 29; // that of two may be added
    for (int32_t& level : p.levels) level = kFar;
    for (bool changed = true; changed;) {
        changed = false;
        for (const ScheduleEdge& e : p.edges) {
            const int32_t a = levelOf(p, e.a), b = levelOf(p, e.b);
            if (a + 1 < b) p.levels[at(e.b)] = a + 1, changed = true;
            if (b + 1 < a) p.levels[at(e.a)] = b + 1, changed = true;
        }
    }
}

// From the ground up.
void sortByLevel(StepContext& s) {
    ConstraintPlan& p = s.plan;
    const std::span<int32_t> scratch = s.arena.allocate<int32_t>(static_cast<int>(p.edges.size()), "sort scratch");
    const auto height = [&](int32_t edge) { return levelOf(p, p.edges[at(edge)].a) + levelOf(p, p.edges[at(edge)].b); };
    mergeSort(p.schedule.order, scratch, [&](int32_t x, int32_t y) {
        const int32_t a = height(x), b = height(y);
        return a != b ? a < b : x < y;
    });
}

// In how many parts a body's mass is split: by patches and joints, or by points, where friction counts as one more.
void countShares(StepContext& s) {
    ConstraintPlan& p = s.plan;
    p.splitCounts = s.arena.allocate<float>(s.model.states.count(), "split counts");
    for (float& count : p.splitCounts) count = 0.0f;
    for (std::size_t i = 0; i < p.edges.size(); ++i) {
        const bool byPoint = s.def.solver.writes == SolverWrites::SplitPoints && i >= p.joints.size();
        const float weight =
            byPoint ? 1.0f + static_cast<float>(s.model.patches[p.patches[i - p.joints.size()]].count) : 1.0f;
        if (p.edges[i].a != kFixedNode) p.splitCounts[at(p.edges[i].a)] += weight;
        if (p.edges[i].b != kFixedNode) p.splitCounts[at(p.edges[i].b)] += weight;
    }
    for (float& count : p.splitCounts) count = max(count, 1.0f);
}

Schedule scheduleOf(StepContext& s) {
    const SolverRecipe& r = s.def.solver;
    const int count = static_cast<int>(s.plan.edges.size());
    switch (r.schedule) {
    case SolverSchedule::Shuffled: return shuffledSchedule(s.arena, count, hashCombine(r.seed, s.model.orderCount++));
    case SolverSchedule::Cells:
        if (isCollected(r)) break;
        return r.cells == SolverCells::Grown ? grownCells(s.arena, s.plan.edges, s.model.states.count(), r.cellLinks)
                                             : keyedCells(s.arena, s.plan.edges, cubesOf(s));
    case SolverSchedule::GridColours:
        if (isCollected(r)) break;
        return gridColours(s.arena, s.plan.edges, edgeCubesOf(s), s.model.states.count());
    case SolverSchedule::Colours:
    case SolverSchedule::Serial:
    case SolverSchedule::Exact:
    case SolverSchedule::Flat: break;
    }
    return serialSchedule(s.arena, count);
}

} // namespace

void planSolve(StepContext& s) {
    const SolverRecipe& r = s.def.solver;
    s.plan.isScheduled = r.schedule != SolverSchedule::Colours || isCollected(r);
    if (!s.plan.isScheduled && !(r.shock > 0.0f)) return;
    gatherEdges(s);
    if (r.writes == SolverWrites::SplitPoints || r.writes == SolverWrites::SplitPatches) countShares(s);
    if (r.shock > 0.0f) findLevels(s);
    if (!s.plan.isScheduled) return;
    s.plan.schedule = scheduleOf(s);
    if (r.shock > 0.0f && r.schedule == SolverSchedule::Serial) sortByLevel(s);
    s.plan.blocks = s.arena.allocate<SolverBlock>(static_cast<int>(s.plan.schedule.blockEnd.size()), "solver blocks");
}

} // namespace cairn
