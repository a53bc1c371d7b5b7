// Stages 8 and 9: new poses from the solver's deltas, new boxes for the trees.
#include "base/prefetch.h"
#include "pipeline/continuous.h"
#include "pipeline/new_poses.h"
#include "pipeline/sleep.h"

#include <new>

namespace cairn {

namespace {

// Boxes in the tree are wider than what they hold by its margin, so most of them are still right after a step: those of
// a body are looked at when its farthest point may have used up the room that there was, and whenever they should
// reach ahead of it.
BoxCheck checkFor(Body& b, float motion, float lead) {
    constexpr float kSlow = 0.25f * kSpeculativeMargin; // farther than that in a step, room is not worth noting
    if (motion > kSlow || lead > kSlow) {
        b.treeRoom = 0.0f;
        return BoxCheck::Look;
    }
    b.treeRoom -= motion;
    return b.treeRoom > 0.0f ? BoxCheck::None : BoxCheck::LookAndNote;
}

// What has become of the body of state i.
void finish(StepContext& s, int i, const NewPoses::Pose& pose, float sum, float speed, std::size_t worker) {
    Model& m = s.model;
    const BodyState& state = m.states[i];
    Body& b = m.bodies[m.stateBody[i]];
    const DVec3 center = b.center + toDouble(state.dx);
    s.ready[static_cast<std::size_t>(i)] = 0;
    s.boxChecks[static_cast<std::size_t>(i)] = BoxCheck::Look;
    if (!isSane(sum, center)) return s.bad[worker].set(m.stateBody[i]);
    b.v = state.v;
    b.w = state.w;
    b.center = center;
    b.pose.q = pose.rotation;
    b.pose.p = b.center - toDouble(pose.arm);
    b.force = b.torque = kZero;
    b.quarterStoreys = static_cast<uint16_t>(4.0f * min(state.storeys, kMostStoreys));
    if (b.age < kGrown) ++b.age;
    if (isFast(pose.motion, b)) s.fast[worker].set(i);
    s.boxChecks[static_cast<std::size_t>(i)] = checkFor(b, pose.motion, s.time.dt * speed);
    if (s.def.enableSleep) s.ready[static_cast<std::size_t>(i)] = updateRest(b, s.time.dt);
}

// States first <= i < last, eight at most.
void finishEight(StepContext& s, int first, int last, std::size_t worker) {
    const Model& m = s.model;
    NewPoses all;
    for (int k = 0; k < 8; ++k) {
        expectBody(m, first + k, sizeof(Body));
        const int i = min(first + k, last - 1);
        all.states[k] = &m.states[i];
        all.bodies[k] = &m.bodies[m.stateBody[i]];
    }
    findPoses(all);
    for (int k = 0; k < last - first; ++k) finish(s, first + k, all.poses[k], all.sums[k], all.speeds[k], worker);
}

} // namespace

void finalize(StepContext& s) {
    Model& m = s.model;
    s.ready = s.arena.allocate<uint8_t>(m.states.count(), "ready to sleep");
    s.boxChecks = s.arena.allocate<BoxCheck>(m.states.count(), "box checks");
    parallelFor(s.tasks, m.states.count() - 1, 64, [&](int begin, int end, int worker) {
        for (int first = begin + 1; first < end + 1; first += 8)
            finishEight(s, first, min(first + 8, end + 1), static_cast<std::size_t>(worker));
    });
    quarantineAfter(s);
}

void refit(StepContext& s) {
    Model& m = s.model;
    const std::span<int32_t> looked =
        s.arena.allocate<int32_t>(static_cast<int>(s.boxChecks.size()), "bodies to refit");
    int count = 0;
    bool notes = false;
    for (std::size_t i = 1; i < s.boxChecks.size(); ++i) { // who has just woken has not moved
        if (s.boxChecks[i] != BoxCheck::None) looked[static_cast<std::size_t>(count++)] = static_cast<int32_t>(i);
        notes |= s.boxChecks[i] == BoxCheck::LookAndNote;
    }
    const std::span<int32_t> moveEnd = s.arena.allocate<int32_t>(count, "moves of bodies");
    const auto bodyAt = [&](std::size_t i) -> Body& { return m.bodies[m.stateBody[looked[i]]]; };
    // Hints for what comes soon: a body's links and its first bytes, and its first shape once the links are there.
    const auto expect = [&](std::size_t i, std::size_t bodySize, auto expectShape) {
        constexpr std::size_t kBodies = 16, kShapes = 8;
        const std::size_t end = static_cast<std::size_t>(count);
        if (i + kBodies < end) {
            forLines(bodyAt(i + kBodies), prefetch, bodySize);
            prefetch(&bodyAt(i + kBodies).firstShape);
        }
        if (i + kShapes < end && bodyAt(i + kShapes).firstShape != kNone)
            expectShape(m.shapes[bodyAt(i + kShapes).firstShape]);
    };
    // Calls fn(body, check, i) for all of them.
    const auto forBodies = [&](auto fn) {
        parallelFor(s.tasks, count, 64, [&](int begin, int end, int) {
            for (std::size_t i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
                fn(bodyAt(i), s.boxChecks[static_cast<std::size_t>(looked[i])], i);
        });
    };
    const auto forShapes = [&](const Body& b, auto fn) {
        for (int shape = b.firstShape; shape != kNone; shape = m.shapes[shape].next) fn(m.shapes[shape]);
    };
    forBodies([&](const Body& b, BoxCheck, std::size_t i) {
        expect(i, 0, [](const ShapeRecord& shape) { prefetch(&shape.next); });
        moveEnd[i] = 0;
        forShapes(b, [&](const ShapeRecord&) { ++moveEnd[i]; });
    });
    int32_t total = 0;
    for (int32_t& end : moveEnd) end = total += end;
    const std::span<ProxyMove> moves = s.arena.allocate<ProxyMove>(total, "proxy moves");
    const auto firstMove = [&](std::size_t i) { return moves.begin() + (i == 0 ? 0 : moveEnd[i - 1]); };
    forBodies([&](const Body& b, BoxCheck, std::size_t i) {
        expect(i, offsetof(Body, inertia), [](const ShapeRecord& shape) { forLines(shape, prefetch); });
        auto next = firstMove(i);
        const Vec3 lead = leadOf(b, s.time.dt);
        // The lead is part of the box: as the move's displacement it would count only when the fat box is left anyway.
        // Made where it stays, for the same reason as boxAround (model/model.cpp).
        forShapes(b, [&](const ShapeRecord& shape) {
            new (&*next++) ProxyMove{shape.proxy, proxyBox(m, shape, lead), kZero};
        });
    });
    m.movingTree.moveMany(moves, &s.tasks);
    m.movingTree.optimize(&s.tasks);
    if (!notes) return;
    forBodies([&](Body& b, BoxCheck check, std::size_t i) {
        if (check != BoxCheck::LookAndNote) return;
        auto next = firstMove(i);
        b.treeRoom = kHuge;
        forShapes(b, [&](const ShapeRecord&) { b.treeRoom = min(b.treeRoom, m.movingTree.roomToMove(*next++)); });
    });
}

} // namespace cairn
