// State gone bad: numbers that are not finite, or beyond what float arithmetic can square.
//
// Before anything else looks at it, such a body is the cause of the trouble: it is stopped and disabled, so that its
// contacts cannot spread it, and put back where it was last seen to rest or move. What turns bad in the solve itself
// has no known cause, and may be any body that the cause touched. All of these go back to the pose that they had before
// the step, with zero velocity, and their contacts forget their impulses; they go on. Finite neighbours keep their
// motion.
#include "model/edit.h"
#include "model/joints.h"
#include "model/particles.h"
#include "pipeline/step.h"

#include <cairn/error.h>

namespace cairn {

namespace {

constexpr float kLimitSquared = kSaneLimit * kSaneLimit;

bool isSane(Vec3 a) { return lengthSquared(a) < kLimitSquared; } // false for NaN

bool hasPose(const Body& b) { return isFinite(b.pose.p) && isFinite(b.center) && isValidRotation(b.pose.q); }

// What most bodies are, at a glance: a sum is finite only if all of its parts are.
bool isPlainlySane(const Body& b) {
    const DVec3 p = b.pose.p, c = b.center;
    const double sum = p.x + p.y + p.z + c.x + c.y + c.z;
    const float rotation = dot(b.pose.q, b.pose.q), motion = lengthSquared(b.v) + lengthSquared(b.w);
    const float pull = lengthSquared(b.force) + lengthSquared(b.torque);
    return sum - sum == 0.0 && rotation > 0.9985f && rotation < 1.0015f && motion < kLimitSquared && pull == 0.0f;
}

bool isSane(const Body& b, float dt) {
    if (isPlainlySane(b)) return true;
    if (!hasPose(b)) return false;
    if (!isSane(b.v) || !isSane(b.w)) return false;
    if (b.type != BodyType::Dynamic) return true;
    if (!isSane((dt * b.inverseMass) * b.force)) return false;
    return (b.torque.x == 0.0f && b.torque.y == 0.0f && b.torque.z == 0.0f) ||
           isSane(dt * (worldInverseInertia(b) * b.torque));
}

void stop(Body& b) {
    b.v = b.w = b.force = b.torque = kZero;
    b.restTime = 0.0f;
}

void putBack(Body& b) {
    if (hasPose(b)) return;
    if (!isValidRotation(b.pose.q)) b.pose.q = isValidRotation(b.restRotation) ? b.restRotation : kIdentityQuat;
    const Vec3 arm = rotate(b.pose.q, b.localCenter);
    if (!isFinite(b.center))
        b.center = isFinite(b.pose.p)       ? b.pose.p + toDouble(arm)
                   : isFinite(b.restCenter) ? b.restCenter
                                            : DVec3{0, 0, 0};
    b.pose.p = b.center - toDouble(arm);
}

void forgetImpulses(Model& m, int body) {
    for (int32_t key = m.bodies[body].firstContact; key != kNone;) {
        Contact& c = m.contacts[key >> 1];
        c.freeze.valid = false;
        for (int p = c.firstPatch; p != kNone; p = m.patches[p].next) forgetImpulses(m.patches[p]);
        key = c.link[key & 1].next;
    }
    forJoints(m, body, [&](int joint, int) {
        JointRecord& j = m.joints[joint];
        for (float& impulse : j.impulses) impulse = 0.0f;
        for (float& angle : j.angles) angle = isFinite(angle) ? angle : 0.0f;
        j.gearAngle = isFinite(j.gearAngle) ? j.gearAngle : 0.0f;
        j.force = j.torque = kZero;
    });
}

void report(Model& m, int body, bool disabled) {
    const BodyId id = m.bodyIds.at(body);
    const bool particle = isParticle(m.bodies[body]);
    m.events.quarantines.push({particle ? BodyId{} : id, disabled, particle ? particleId(id) : ParticleId{}});
    reportError({"step", particle ? "particle" : "body", static_cast<double>(body),
                 disabled ? "is not finite: it is stopped and disabled"
                          : "is not finite after the solve: it is stopped where it was"});
}

} // namespace

// Bodies whose states are `first` and later.
static void quarantineFrom(StepContext& s, int first) {
    Model& m = s.model;
    parallelFor(s.tasks, m.states.count() - first, 128, [&](int begin, int end, int worker) {
        for (int i = begin + first; i < end + first; ++i) {
            expectBody(m, i, offsetof(Body, restCenter));
            if (!isSane(m.bodies[m.stateBody[i]], s.time.dt))
                s.bad[static_cast<std::size_t>(worker)].set(m.stateBody[i]);
        }
    });
    mergeBits(s.bad).forEach([&](int body) {
        stop(m.bodies[body]);
        putBack(m.bodies[body]);
        setEnabled(m, body, false);
        report(m, body, true);
    });
    s.bad[0].reset();
}

void quarantineBefore(StepContext& s) {
    quarantineFrom(s, 1);
    s.checkedStates = s.model.states.count();
}

// Until the solve, states only come to the end of the list.
void quarantineWoken(StepContext& s) { quarantineFrom(s, s.checkedStates); }

void quarantineAfter(StepContext& s) {
    Model& m = s.model;
    mergeBits(s.bad).forEach([&](int body) {
        stop(m.bodies[body]);
        m.states[m.bodies[body].state] = kBodyAtRest;
        forgetImpulses(m, body);
        report(m, body, false);
    });
    s.bad[0].reset();
}

} // namespace cairn
