// Last stage: islands whose bodies are all ready fall asleep.
//
// The edges are the lanes of the solver's bundles: they name the dense states of everything that pushed on each other
// in this step, close together in memory. Islands are looked for only when some body is ready.
#include "pipeline/sleep.h"

#include "base/sort.h"
#include "pipeline/step.h"

namespace cairn {

namespace {

// Slots of the two ends of every lane: negative for ends that are read and not moved.
template <class Fn> void forLanes(const StepContext& s, Fn fn) {
    for (const BundleBodies& c : s.bundleBodies)
        for (int lane = 0; lane < kLanes; ++lane) fn(c.a[lane], c.b[lane], false);
    for (const JointBundle* j : s.joints.bundles)
        for (int lane = 0; lane < kLanes; ++lane) fn(j->bodyA[lane], j->bodyB[lane], true);
}

bool isDriven(const Model& m, int slot) { // a kinematic body on its way
    const Body& b = m.bodies[m.stateBody[slot]];
    return lengthSquared(b.v) > 0.0f || lengthSquared(b.w) > 0.0f;
}

bool hasMoved(const Body& b) { return b.restTime == 0.0f; }

// One by one, a body stays awake only for neighbours that move. What is jointed sleeps together in any case.
void joinLanes(const StepContext& s, Islands& islands) {
    const Model& m = s.model;
    forLanes(s, [&](int32_t a, int32_t b, bool joint) {
        if (a >= 0 && b >= 0) {
            if (joint || !m.sleepSingly) return islands.join(a, b);
            if (hasMoved(m.bodies[m.stateBody[a]])) islands.mark(b);
            if (hasMoved(m.bodies[m.stateBody[b]])) islands.mark(a);
            return;
        }
        const int32_t moving = max(a, b), fixed = ~min(a, b);
        if (moving >= 0 && fixed > 0 && isDriven(s.model, fixed)) islands.mark(moving);
    });
}

// One by one, a body that moves wakes the sleeping ones that it touches.
void wakePushed(StepContext& s) {
    Model& m = s.model;
    const std::span<int32_t> pushed = s.arena.allocate<int32_t>(static_cast<int>(s.live.size()), "pushed bodies");
    std::size_t count = 0;
    for (const int32_t index : s.live) {
        if (!m.liveContacts.test(index)) continue;
        const Contact& c = m.contacts[index];
        const Body &A = m.bodies[c.bodyA], &B = m.bodies[c.bodyB];
        const bool sleepsA = isAsleep(A) && A.type == BodyType::Dynamic && isAwake(B) && hasMoved(B);
        const bool sleepsB = isAsleep(B) && B.type == BodyType::Dynamic && isAwake(A) && hasMoved(A);
        if ((sleepsA || sleepsB) && isTouching(c)) pushed[count++] = sleepsA ? c.bodyA : c.bodyB;
    }
    for (const int32_t body : pushed.subspan(0, count))
        if (isAsleep(m.bodies[body])) wakeBody(m, body);
}

} // namespace

void sleepIslands(StepContext& s) {
    Model& m = s.model;
    if (!s.def.enableSleep) return;
    if (m.sleepSingly) wakePushed(s);
    const int slots = static_cast<int>(s.ready.size()); // who has just woken is not ready
    int readyCount = 0;
    for (int i = 1; i < slots; ++i) readyCount += s.ready[static_cast<std::size_t>(i)];
    if (readyCount == 0) return;

    Islands& islands = s.islands;
    islands.reset(slots);
    joinLanes(s, islands);
    for (int i = 1; i < slots; ++i)
        if (!s.ready[static_cast<std::size_t>(i)]) islands.mark(i);
    const std::span<int32_t> sleepers = s.arena.allocate<int32_t>(readyCount, "sleepers");
    const std::span<int32_t> scratch = s.arena.allocate<int32_t>(readyCount, "sleepers, sorted");
    std::size_t count = 0;
    for (int i = 1; i < slots; ++i)
        if (s.ready[static_cast<std::size_t>(i)] && !islands.isMarked(i)) sleepers[count++] = m.stateBody[i];
    if (count == 0) return;
    mergeSort(sleepers.subspan(0, count), scratch, [](int32_t a, int32_t b) { return a < b; });
    sleepBodies(m, sleepers.subspan(0, count));
}

} // namespace cairn
