// Stages 8 and 9: new poses from the solver's deltas, new boxes for the trees.
#include "pipeline/continuous.h"
#include "pipeline/sleep.h"

namespace cairn {

void finalize(StepContext& s) {
    Model& m = s.model;
    s.ready = s.arena.allocate<uint8_t>(m.states.count(), "ready to sleep");
    parallelFor(s.tasks, m.states.count() - 1, 64, [&](int begin, int end, int worker) {
        for (int i = begin + 1; i < end + 1; ++i) {
            const BodyState& state = m.states[i];
            Body& b = m.bodies[m.stateBody[i]];
            const DVec3 center = b.center + toDouble(state.dx);
            s.ready[static_cast<std::size_t>(i)] = 0;
            if (!isSane(state, center)) {
                s.bad[static_cast<std::size_t>(worker)].set(m.stateBody[i]);
                continue;
            }
            b.v = state.v;
            b.w = state.w;
            b.center = center;
            b.pose.q = normalize(state.dq * b.pose.q);
            b.pose.p = b.center - toDouble(rotate(b.pose.q, b.localCenter));
            b.force = b.torque = kZero;
            if (isFast(state, b)) s.fast[static_cast<std::size_t>(worker)].set(i);
            s.ready[static_cast<std::size_t>(i)] = updateRest(b, s.time.dt);
        }
    });
    quarantineAfter(s);
}

void refit(StepContext& s) {
    Model& m = s.model;
    const auto forShapes = [&](auto fn) {
        for (int i = 1; i < m.states.count(); ++i)
            for (int shape = m.bodies[m.stateBody[i]].firstShape; shape != kNone; shape = m.shapes[shape].next)
                fn(m.shapes[shape]);
    };
    int total = 0;
    forShapes([&](const ShapeRecord&) { ++total; });
    const std::span<ProxyMove> moves = s.arena.allocate<ProxyMove>(total, "proxy moves");
    std::size_t count = 0;
    forShapes([&](const ShapeRecord& shape) { moves[count++] = {shape.proxy, {}, kZero}; });
    parallelFor(s.tasks, static_cast<int>(count), 64, [&](int begin, int end, int) {
        for (int i = begin; i < end; ++i) {
            ProxyMove& move = moves[static_cast<std::size_t>(i)];
            const ShapeRecord& shape = m.shapes[static_cast<int>(m.movingTree.userData(move.id))];
            move.box = proxyBox(m, shape);
        }
    });
    m.movingTree.moveMany(moves.subspan(0, count), &s.tasks);
    m.movingTree.optimize(&s.tasks);
}

} // namespace cairn
