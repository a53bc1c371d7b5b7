// Bounce, resistance to rolling and belts: what contacts may have beyond normals and friction.
#if defined(CAIRN_CONSTRAINTS_CONTACT_EXTRAS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef CAIRN_CONSTRAINTS_CONTACT_EXTRAS_INL_H
#undef CAIRN_CONSTRAINTS_CONTACT_EXTRAS_INL_H
#else
#define CAIRN_CONSTRAINTS_CONTACT_EXTRAS_INL_H
#endif

#include "constraints/contact_bundle.h"
#include "constraints/node_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

template <class F> HWY_INLINE void applyTorque(Vec3T<F> impulse, NodeLanes<F>& A, NodeLanes<F>& B) {
    A.w = A.w - A.inverseInertia * impulse;
    B.w = B.w + B.inverseInertia * impulse;
}

// Newton's law of impact, speed after = restitution * speed before, in the substep of the impact. The speed before is
// that of the free bodies, before warm starting and constraints. If the pass with bias had to brake the point, the
// surfaces meet in this substep, and the relax pass asks for the speed after. Until then it leaves the point alone: to
// brake it early would take the speed out of the impact.
template <class F>
HWY_INLINE void noteImpacts(ContactBundle& c, const ContactStep& step, Vec3T<F> vA, Vec3T<F> wA, Vec3T<F> vB,
                            Vec3T<F> wB) {
    const Vec3T<F> n = lane(c.normal), d = lane(c.offset);
    const F least(step.bounceSpeed), zero(0.0f);
    for (int i = 0; i < kPatchPoints; ++i) {
        const Vec3T<F> rA = lane(c.arm[i]);
        const F speed = dot(n, vA + cross(wA, rA) - vB - cross(wB, rA + d));
        store(select(speed > least, speed, zero), c.extras->approach[i]);
    }
}

// The bias that makes a point leave as fast as it should, or that leaves it alone.
template <class F> HWY_INLINE F bounce(const ContactExtras& x, int i, F impulse, F bias) {
    const F leave = lane(x.restitution) * lane(x.approach[i]), zero(0.0f), never(1e9f);
    return select(leave > zero, select(impulse > zero, -leave, never), bias);
}

// The same where one pass does it all: a point is braked as if it did not bounce, and once that took an impulse, it is
// asked to leave.
template <class Terms, class F> HWY_INLINE Terms bounceAfterBraking(const ContactExtras& x, int i, F impulse, Terms t) {
    const F leave = lane(x.restitution) * lane(x.approach[i]), zero(0.0f), one(1.0f);
    const auto leaves = (leave > zero) & (impulse > zero);
    return {select(leaves, -leave, t.bias), select(leaves, one, t.scale), select(leaves, zero, t.leak)};
}

// A torque against rolling, at most `rolling` metres times the load.
template <class F>
HWY_INLINE void solveRolling(ContactExtras& x, Vec3T<F> n, F load, NodeLanes<F>& A, NodeLanes<F>& B) {
    const Sym33T<F> inverseK{lane(x.inverseKroll[0]), lane(x.inverseKroll[1]), lane(x.inverseKroll[2]),
                             lane(x.inverseKroll[3]), lane(x.inverseKroll[4]), lane(x.inverseKroll[5])};
    const Vec3T<F> old = lane(x.rollingImpulse);
    Vec3T<F> impulse = old - inverseK * (B.w - A.w);
    impulse = impulse - dot(n, impulse) * n;
    const F limit = lane(x.rolling) * load, size = length(impulse);
    impulse = select(size > limit, limit / max(size, F(1e-30f)), F(1.0f)) * impulse;
    put(impulse, x.rollingImpulse);
    applyTorque(impulse - old, A, B);
}

template <class F>
HWY_INLINE void prepareRolling(ContactExtras& x, Vec3T<F> n, const Sym33T<F>& IA, const Sym33T<F>& IB) {
    const Sym33T<F> K = IA + IB;
    const auto turns = determinant(K) > F(1e-30f);
    const F zero(0.0f), one(1.0f);
    const Sym33T<F> safe{select(turns, K.xx, one),  select(turns, K.yy, one),  select(turns, K.zz, one),
                         select(turns, K.xy, zero), select(turns, K.xz, zero), select(turns, K.yz, zero)};
    const Sym33T<F> inverted = select(turns, one, zero) * inverse(safe);
    const F rows[6] = {inverted.xx, inverted.yy, inverted.zz, inverted.xy, inverted.xz, inverted.yz};
    for (int i = 0; i < 6; ++i) store(rows[i], x.inverseKroll[i]);
    const Vec3T<F> old = lane(x.rollingImpulse);
    put(old - dot(n, old) * n, x.rollingImpulse);
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
