// The functions of inspect.h.
#include "inspect.h"

#include "inspect_boxes.h"

#include "graph/islands.h"
#include "open_world.h"
#include "world/c_api.h"
#include "world/world_data.h"

using namespace cairn;

namespace {

Model& modelOf(cairn_world* world) { return dataOf(cppWorld(world)).model; }

cairn_vec3 flat(DVec3 p) { return toC<cairn_vec3>(toFloat(p)); }

// Calls fn(contact, patch) for every patch with points.
template <class Fn> void forEachPatch(const Model& m, Fn fn) {
    m.contactIds.forEach([&](ContactId id) {
        const Contact& c = m.contacts[static_cast<int>(id.index)];
        for (int32_t p = c.firstPatch; p != kNone; p = m.patches[p].next)
            if (m.patches[p].count > 0) fn(c, p);
    });
}

DVec3 middleOf(const Model& m, const Contact& c, const Patch& p) {
    Vec3 sum = kZero;
    for (int i = 0; i < p.count; ++i) sum += p.points[i].arm;
    return m.bodies[c.bodyA].center + toDouble((1.0f / static_cast<float>(p.count)) * sum);
}

bool canMove(const Model& m, int body) { return m.bodies[body].type == BodyType::Dynamic; }

// What the next step would plan, were nothing to begin or cease to touch.
StepContext contextOf(WorldData& d, FrameArena& arena) {
    return {.model = d.model,
            .def = d.def,
            .tasks = d.def.tasks,
            .arena = arena,
            .pairFinder = d.pairFinder,
            .islands = d.islands,
            .trees = d.trees,
            .moved = d.moved,
            .movedShapes = d.movedShapes,
            .changed = {},
            .apart = {},
            .movers = {},
            .broken = {},
            .jointBreaks = d.jointBreaks,
            .scratch = {},
            .fast = {},
            .cores = {},
            .told = {},
            .bad = {},
            .sensed = {},
            .contactFilter = nullptr,
            .contactFilterContext = nullptr,
            .solverFunction = nullptr,
            .solverContext = nullptr,
            .time = {},
            .profile = d.profile,
            .tickLength = d.tickLength,
            .meter = d.meter,
            .residuals = d.residuals};
}

// From body to body, or to `place` where one of them does not move.
cairn_inspected_constraint lineOf(const Model& m, int a, int b, DVec3 place, int batch, int block) {
    return {flat(canMove(m, a) ? m.bodies[a].center : place), flat(canMove(m, b) ? m.bodies[b].center : place), batch,
            block};
}
cairn_inspected_constraint lineOfPatch(const Model& m, int patch, int batch, int block) {
    const Contact& c = m.contacts[m.patches[patch].contact];
    return lineOf(m, c.bodyA, c.bodyB, middleOf(m, c, m.patches[patch]), batch, block);
}
cairn_inspected_constraint lineOfJoint(const Model& m, int joint, int batch, int block) {
    const JointRecord& j = m.joints[joint];
    return lineOf(m, j.bodyA, j.bodyB, transformPoint(m.bodies[j.bodyB].pose, j.data.link().frameB.p), batch, block);
}

// By the colours of the graph: a block each, all of a colour side by side.
void addColours(const Model& m, Array<cairn_inspected_constraint>& out) {
    for (int colour = 0; colour <= Colouring::kOverflow; ++colour) {
        m.graph.forEachEdge(GraphEdge::Joint, colour,
                            [&](int joint) { out.push(lineOfJoint(m, joint, colour, out.count())); });
        m.graph.forEachEdge(GraphEdge::Patch, colour,
                            [&](int patch) { out.push(lineOfPatch(m, patch, colour, out.count())); });
    }
}

void addSchedule(const Model& m, const ConstraintPlan& plan, Array<cairn_inspected_constraint>& out) {
    int batch = 0, block = 0;
    const auto at = [](auto span, int i) { return span[static_cast<std::size_t>(i)]; };
    for (int i = 0; i < static_cast<int>(plan.schedule.order.size()); ++i) {
        while (i >= at(plan.schedule.blockEnd, block)) ++block;
        while (block >= at(plan.schedule.batchEnd, batch)) ++batch;
        const int edge = at(plan.schedule.order, i), joints = static_cast<int>(plan.joints.size());
        out.push(edge < joints ? lineOfJoint(m, at(plan.joints, edge), batch, block)
                               : lineOfPatch(m, at(plan.patches, edge - joints), batch, block));
    }
}

} // namespace

extern "C" {

int cairn_inspect_contacts(cairn_world* world, const cairn_inspected_contact** out) {
    static Array<cairn_inspected_contact> list;
    const Model& m = modelOf(world);
    list.clear();
    forEachPatch(m, [&](const Contact& c, int32_t index) {
        const Patch& p = m.patches[index];
        const Vec3 friction = (1.0f / static_cast<float>(p.count)) * p.frictionImpulse;
        for (int i = 0; i < p.count; ++i)
            list.push({flat(m.bodies[c.bodyA].center + toDouble(p.points[i].arm)), toC<cairn_vec3>(p.normal),
                       p.points[i].separation, p.points[i].impulse, toC<cairn_vec3>(friction)});
    });
    *out = list.data();
    return list.count();
}

int cairn_inspect_constraints(cairn_world* world, const cairn_inspected_constraint** out) {
    static Array<cairn_inspected_constraint> list;
    WorldData& d = dataOf(cppWorld(world));
    list.clear();
    FrameArena arena;
    StepContext s = contextOf(d, arena);
    const uint32_t orders = d.model.orderCount; // looking must not turn the random order
    planSolve(s);
    d.model.orderCount = orders;
    if (s.plan.isScheduled)
        addSchedule(d.model, s.plan, list);
    else
        addColours(d.model, list);
    *out = list.data();
    return list.count();
}

void cairn_inspect_islands(cairn_world* world, const cairn_body_id* bodies, int count, int32_t* out) {
    static Islands islands;
    const Model& m = modelOf(world);
    islands.reset(m.bodies.count());
    const auto join = [&](int a, int b) {
        if (canMove(m, a) && canMove(m, b)) islands.join(a, b);
    };
    forEachPatch(m, [&](const Contact& c, int32_t) { join(c.bodyA, c.bodyB); });
    m.jointIds.forEach([&](JointId id) {
        const JointRecord& j = m.joints[static_cast<int>(id.index)];
        join(j.bodyA, j.bodyB);
    });
    for (int i = 0; i < count; ++i) {
        const BodyId id = fromC<BodyId>(bodies[i]);
        const int index = static_cast<int>(id.index);
        out[i] = m.bodyIds.isLive(id) && canMove(m, index) ? islands.root(index) : -1;
    }
}

int cairn_inspect_boxes(cairn_world* world, int tree, const cairn_inspected_box** out) {
    static Array<cairn_inspected_box> list;
    Model& m = modelOf(world);
    DynamicBvh& bvh = tree == 0 ? m.movingTree : m.fixedTree;
    listBoxes(bvh, list);
    *out = list.data();
    return list.count();
}

int cairn_inspect_ropes(cairn_world* world, const cairn_inspected_rope** out) {
    static Array<cairn_inspected_rope> list;
    const Model& m = modelOf(world);
    list.clear();
    m.jointIds.forEach([&](JointId id) {
        const JointRecord& j = m.joints[static_cast<int>(id.index)];
        if (j.kind != JointKind::Distance) return;
        const JointLink& link = j.data.link();
        list.push({flat(transformPoint(m.bodies[j.bodyA].pose, link.frameA.p)),
                   flat(transformPoint(m.bodies[j.bodyB].pose, link.frameB.p))});
    });
    *out = list.data();
    return list.count();
}

int cairn_inspect_joints(cairn_world* world, const cairn_joint_id** out) {
    static Array<cairn_joint_id> list;
    list.clear();
    modelOf(world).jointIds.forEach([&](JointId id) { list.push(toC<cairn_joint_id>(id)); });
    *out = list.data();
    return list.count();
}
}
