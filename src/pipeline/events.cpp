// Contact events: touch that begins and ends, and impacts. Found in parallel, told in id order.
#include "pipeline/step.h"
#include "pipeline/touch.h"

namespace cairn {

// The narrow phase has flagged whom to look at.
void reportTouch(StepContext& s) {
    Model& m = s.model;
    mergeBits(s.told).forEach([&](int index) {
        Contact& c = m.contacts[index];
        if (!touchChanged(m, c)) return; // found anew after it was flagged
        c.flags ^= kTouching;
        const ShapeId a = m.shapeIds.at(c.shapeA), b = m.shapeIds.at(c.shapeB);
        if ((c.flags & kTouching) != 0) {
            m.events.contactBegins.push({a, b});
        } else {
            m.events.contactEnds.push({a, b});
        }
    });
    s.told[0].reset();
}

namespace {

struct Impact {
    float approach; // m/s
    float stopped;  // m/s of it
    int patch;
    Vec3 arm; // from A's centre, of the middle of the points
};

Vec3 velocityAt(Vec3 v, Vec3 w, Vec3 arm) { return v + cross(w, arm); }

// Bodies still hold the velocities from before the step, states the ones after it.
Impact findImpact(const Model& m, const Contact& c) {
    const Body &A = m.bodies[c.bodyA], &B = m.bodies[c.bodyB];
    const BodyState& afterA = m.states[max(A.state, 0)]; // slot 0 is at rest
    const BodyState& afterB = m.states[max(B.state, 0)];
    Impact hardest{0.0f, 0.0f, kNone, kZero};
    for (int p = c.firstPatch; p != kNone; p = m.patches[p].next) {
        const Patch& patch = m.patches[p];
        if (patch.count == 0) continue;
        Vec3 arm = kZero;
        for (int i = 0; i < patch.count; ++i) arm += patch.points[i].arm;
        arm = (1.0f / static_cast<float>(patch.count)) * arm;
        const Vec3 armB = arm + c.freeze.offset;
        const float approach = dot(patch.normal, velocityAt(A.v, A.w, arm) - velocityAt(B.v, B.w, armB));
        const float rest =
            dot(patch.normal, velocityAt(afterA.v, afterA.w, arm) - velocityAt(afterB.v, afterB.w, armB));
        if (approach > hardest.approach) hardest = {approach, approach - rest, p, arm};
    }
    return hardest;
}

// A look is a hit when at least half of the approach is gone.
bool isHit(const Impact& i, float threshold) { return i.approach > threshold && i.stopped > 0.5f * i.approach; }

float inverseMassAlong(const Model& m, const Body& b, Vec3 arm, Vec3 n) {
    if (b.state == kNone || b.type != BodyType::Dynamic) return 0.0f;
    const Vec3 turn = cross(arm, n);
    return m.masses[b.state].inverseMass + dot(turn, m.masses[b.state].inverseInertia * turn);
}

ContactHitEvent describe(const Model& m, const Contact& c, const Impact& i) {
    const Body &A = m.bodies[c.bodyA], &B = m.bodies[c.bodyB];
    const Vec3 n = m.patches[i.patch].normal;
    const float K = inverseMassAlong(m, A, i.arm, n) + inverseMassAlong(m, B, i.arm + c.freeze.offset, n);
    return {m.shapeIds.at(c.shapeA),        m.shapeIds.at(c.shapeB), A.center + toDouble(i.arm), n, i.approach,
            K > 0.0f ? i.stopped / K : 0.0f};
}

} // namespace

void reportHits(StepContext& s) {
    Model& m = s.model;
    if (m.hitShapeCount == 0) return;
    const float threshold = s.def.hitSpeed;
    parallelFor(s.tasks, static_cast<int>(s.live.size()), 64, [&](int begin, int end, int worker) {
        for (int i = begin; i < end; ++i) {
            const int index = s.live[static_cast<std::size_t>(i)];
            const Contact& c = m.contacts[index];
            if ((c.flags & kHitEvents) != 0 && isHit(findImpact(m, c), threshold))
                s.told[static_cast<std::size_t>(worker)].set(index);
        }
    });
    mergeBits(s.told).forEach([&](int index) {
        const Contact& c = m.contacts[index];
        m.events.hits.push(describe(m, c, findImpact(m, c)));
    });
    s.told[0].reset();
}

} // namespace cairn
