// Bounce and resistance to rolling: what contacts may have beyond normals and friction.
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

// A change of the impulse against rolling. Lanes that do not roll keep their velocities to the bit, whoever is beside
// them: adding nothing would make zero of minus zero.
template <class F>
HWY_INLINE void applyRolling(const ContactBundle& c, Vec3T<F> impulse, MotionLanes<F>& A, MotionLanes<F>& B) {
    const auto rolls = lane<F>(c.rolling->lever) > F(0.0f);
    A.w = select(rolls, A.w - lane<F>(c.inverseInertiaA) * impulse, A.w);
    B.w = select(rolls, B.w + lane<F>(c.inverseInertiaB) * impulse, B.w);
}

// Newton's law of impact, speed after = restitution * speed before, in the substep of the impact. The speed before is
// that of the free bodies, before warm starting and constraints. If the pass with bias had to brake the point, the
// surfaces meet in this substep, and the relax pass asks for the speed after. Until then it leaves the point alone: to
// brake it early would take the speed out of the impact.
template <class F>
HWY_INLINE void noteImpacts(ContactBundle& c, const ContactStep& step, Vec3T<F> vA, Vec3T<F> wA, Vec3T<F> vB,
                            Vec3T<F> wB) {
    const Vec3T<F> n = lane<F>(c.normal), d = lane<F>(c.offset);
    const F least(step.bounceSpeed), zero(0.0f);
    for (int i = 0; i < kPatchPoints; ++i) {
        const Vec3T<F> rA = lane<F>(c.arm[i]);
        const F speed = dot(n, vA + cross(wA, rA) - vB - cross(wB, rA + d));
        store(select(speed > least, speed, zero), c.extras->approach[i]);
    }
}

// The bias that makes a point leave as fast as it should, or that leaves it alone.
template <class F> HWY_INLINE F bounce(const ContactExtras& x, int i, F impulse, F bias) {
    const F leave = lane<F>(x.restitution) * lane<F>(x.approach[i]), zero(0.0f), never(1e9f);
    return select(leave > zero, select(impulse > zero, -leave, never), bias);
}

// The same where one pass does it all: a point is braked as if it did not bounce, and once that took an impulse, it is
// asked to leave.
template <class Terms, class F> HWY_INLINE Terms bounceAfterBraking(const ContactExtras& x, int i, F impulse, Terms t) {
    const F leave = lane<F>(x.restitution) * lane<F>(x.approach[i]), zero(0.0f), one(1.0f);
    const auto leaves = (leave > zero) & (impulse > zero);
    return {select(leaves, -leave, t.bias), select(leaves, one, t.scale), select(leaves, zero, t.leak)};
}

// A torque against rolling, at most the lever times the load.
template <class F>
HWY_INLINE void solveRolling(ContactBundle& c, MotionLanes<F>& A, MotionLanes<F>& B, F load, F relaxation = F(1.0f)) {
    ContactRolling& r = *c.rolling;
    const Vec3T<F> n = lane<F>(c.normal), t1 = lane<F>(c.tangent), t2 = cross(n, t1);
    const Vec3T<F> old = lane<F>(r.impulse), dw = relaxation * (B.w - A.w);
    const F w1 = dot(dw, t1), w2 = dot(dw, t2);
    const F k11 = lane<F>(r.inverseK[0]), k12 = lane<F>(r.inverseK[1]), k22 = lane<F>(r.inverseK[2]);
    const F i1 = dot(old, t1) - (k11 * w1 + k12 * w2), i2 = dot(old, t2) - (k12 * w1 + k22 * w2);
    const F limit = lane<F>(r.lever) * load, size = sqrt(i1 * i1 + i2 * i2);
    const F scale = select(size > limit, limit / max(size, F(1e-30f)), F(1.0f));
    const Vec3T<F> found = (scale * i1) * t1 + (scale * i2) * t2;
    const Vec3T<F> impulse = select(lane<F>(r.lever) > F(0.0f), found, old);
    put(impulse, r.impulse);
    applyRolling(c, impulse - old, A, B);
}

template <class F>
HWY_INLINE void prepareRolling(ContactRolling& r, Vec3T<F> n, Vec3T<F> t1, const Sym33T<F>& IA, const Sym33T<F>& IB) {
    const Sym33T<F> K = IA + IB;
    const Vec3T<F> t2 = cross(n, t1), K1 = K * t1;
    const F zero(0.0f), k11 = dot(t1, K1), k12 = dot(t2, K1), k22 = dot(t2, K * t2);
    const F det = k11 * k22 - k12 * k12;
    const F inverseDet = select(det > zero, F(1.0f) / max(det, F(1e-30f)), zero);
    store(inverseDet * k22, r.inverseK[0]);
    store(-(inverseDet * k12), r.inverseK[1]);
    store(inverseDet * k11, r.inverseK[2]);
    const Vec3T<F> old = lane<F>(r.impulse);
    put(old - dot(n, old) * n, r.impulse);
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
