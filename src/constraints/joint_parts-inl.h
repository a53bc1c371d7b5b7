// The parts of joints, one source for every lane width. See joint_bundle.h for what they are.
//
// Each runs in three passes. WarmStart and Solve turn the impulses of the substep before into the directions of now;
// Solve then goes on with bias, Relax without bias. Relax does not turn anything: what the substep has already done
// was done at the right place.
#if defined(CAIRN_CONSTRAINTS_JOINT_PARTS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef CAIRN_CONSTRAINTS_JOINT_PARTS_INL_H
#undef CAIRN_CONSTRAINTS_JOINT_PARTS_INL_H
#else
#define CAIRN_CONSTRAINTS_JOINT_PARTS_INL_H
#endif

#include "constraints/joint_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

template <class F> HWY_INLINE F boundedCure(F bias, float limit) { return clamp(bias, F(-limit), F(limit)); }
template <class F> HWY_INLINE Vec3T<F> boundedCure(Vec3T<F> bias, F relax, float limit) {
    const F size = length(bias);
    const auto shorten = (size > F(limit)) & (relax > F(0.0f));
    return select(shorten, F(limit) / max(size, F(1e-30f)), F(1.0f)) * bias;
}

// The new total of a block: old impulse, minus the K^-1 times (Cdot + bias C) that `answer` gives, within its bound.
template <class F, class Answer>
HWY_INLINE Vec3T<F> blockImpulse(JointPass pass, const PartBlock& p, Vec3T<F> old, Vec3T<F> C, Vec3T<F> Cdot,
                                 float maxCure, Answer answer) {
    Vec3T<F> impulse;
    if (pass == JointPass::Solve) {
        const Vec3T<F> bias = boundedCure(lane<F>(p.biasRate) * C, lane<F>(p.relax), maxCure);
        impulse = (F(1.0f) - lane<F>(p.impulseScale)) * old - lane<F>(p.massScale) * answer(Cdot + bias);
    } else {
        impulse = old - lane<F>(p.relax) * answer(Cdot);
    }
    const F size = length(impulse), bound = lane<F>(p.maxImpulse);
    return select(size > bound, bound / max(size, F(1e-30f)), F(1.0f)) * impulse;
}

// Where an impulse acts, from the centres of mass.
template <class F> struct Arms { Vec3T<F> rA, rB; };
// The two directions at right angles to an axis of A.
template <class F> struct Sides { Vec3T<F> t1, t2; };
template <class F> HWY_INLINE Sides<F> sidesOf(const JointNow<F>& j, int axis) {
    return {column(j.axesA, axis == 2 ? 0 : axis + 1), column(j.axesA, axis == 0 ? 2 : axis - 1)};
}

// POINT. C = d, the gap between the anchors. The impulse acts halfway between them:
//     Cdot = vB + wB x (rB - d/2) - vA - wA x (rA + d/2),   K = sum of m - [r] I [r]
template <class F> HWY_INLINE Arms<F> pointArms(const JointNow<F>& j) {
    const Vec3T<F> half = F(0.5f) * j.d;
    return {j.rA + half, j.rB - half};
}
template <class F> HWY_INLINE void solvePoint(JointPass pass, PartPoint& p, JointNow<F>& j) {
    const auto [rA, rB] = pointArms(j);
    const Vec3T<F> old = lane<F>(p.impulse);
    if (pass != JointPass::Relax) {
        const Vec3T<F> LA = cross(rA, old), LB = cross(rB, old);
        const F zero(0.0f);
        const Vec3T<F> linear = pass == JointPass::WarmStart ? old : Vec3T<F>{zero, zero, zero};
        pushLinear(j, linear, LA - lane<F>(p.angularA), LB - lane<F>(p.angularB));
        put(LA, p.angularA);
        put(LB, p.angularB);
        if (pass == JointPass::WarmStart) return;
    }
    const Sym33T<F> K =
        pointResponse(j.A.inverseMass, j.A.inverseInertia, rA) + pointResponse(j.B.inverseMass, j.B.inverseInertia, rB);
    const Vec3T<F> Cdot = j.B.v + cross(j.B.w, rB) - j.A.v - cross(j.A.w, rA);
    const Vec3T<F> impulse =
        blockImpulse(pass, p, old, j.d, Cdot, kMaxLinearCure, [&](Vec3T<F> b) { return solve3(K, b); });
    const Vec3T<F> change = impulse - old, LA = cross(rA, change), LB = cross(rB, change);
    pushLinear(j, change, LA, LB);
    put(impulse, p.impulse);
    put(lane<F>(p.angularA) + LA, p.angularA);
    put(lane<F>(p.angularB) + LB, p.angularB);
}

// LINE2. B's anchor on A's axis: C = d.t1, d.t2 with t1, t2 fixed in A. Acts at B's anchor:
//     Cdot = t.(vB + wB x rB - vA - wA x (rA + d))
template <class F> HWY_INLINE Arms<F> lineArms(const JointNow<F>& j) { return {j.rA + j.d, j.rB}; }
template <class F> HWY_INLINE void solveLine2(JointPass pass, PartPoint& p, JointNow<F>& j, int axis) {
    const Vec3T<F> a = column(j.axesA, axis);
    const auto [rA, rB] = lineArms(j);
    Vec3T<F> old = lane<F>(p.impulse);
    if (pass != JointPass::Relax) {
        const F zero(0.0f);
        const Vec3T<F> before = pass == JointPass::WarmStart ? Vec3T<F>{zero, zero, zero} : old;
        old = old - dot(a, old) * a;
        const Vec3T<F> LA = cross(rA, old), LB = cross(rB, old);
        pushLinear(j, old - before, LA - lane<F>(p.angularA), LB - lane<F>(p.angularB));
        put(old, p.impulse);
        put(LA, p.angularA);
        put(LB, p.angularB);
        if (pass == JointPass::WarmStart) return;
    }
    const Sides<F> sides = sidesOf(j, axis);
    const Vec3T<F> t1 = sides.t1, t2 = sides.t2;
    const Vec3T<F> a1 = cross(rA, t1), a2 = cross(rA, t2), b1 = cross(rB, t1), b2 = cross(rB, t2);
    const Vec3T<F> Ia2 = j.A.inverseInertia * a2, Ib2 = j.B.inverseInertia * b2;
    const F mass = j.A.inverseMass + j.B.inverseMass;
    const F k11 = mass + dot(a1, j.A.inverseInertia * a1) + dot(b1, j.B.inverseInertia * b1);
    const F k12 = dot(a1, Ia2) + dot(b1, Ib2), k22 = mass + dot(a2, Ia2) + dot(b2, Ib2);
    const Vec3T<F> Cdot = j.B.v + cross(j.B.w, rB) - j.A.v - cross(j.A.w, rA);
    const Vec3T<F> impulse = blockImpulse(pass, p, old, j.d, Cdot, kMaxLinearCure, [&](Vec3T<F> b) {
        F x1, x2;
        solve2(k11, k12, k22, dot(b, t1), dot(b, t2), x1, x2);
        return x1 * t1 + x2 * t2;
    });
    const Vec3T<F> change = impulse - old, LA = cross(rA, change), LB = cross(rB, change);
    pushLinear(j, change, LA, LB);
    put(impulse, p.impulse);
    put(lane<F>(p.angularA) + LA, p.angularA);
    put(lane<F>(p.angularB) + LB, p.angularB);
}

// ANGLE3. C = the turn from the wanted rotation of B to the real one, world axes; Cdot = wB - wA.
template <class F> HWY_INLINE Vec3T<F> angle3Error(const PartAngle& p, const JointNow<F>& j) {
    const QuatT<F> error = j.qB * conjugate(j.qA * lane<F>(p.target));
    const F sign = select(error.s < F(0.0f), F(-2.0f), F(2.0f));
    return sign * asTurn(error.v, abs(error.s));
}
template <class F> HWY_INLINE void solveAngle3(JointPass pass, PartAngle& p, JointNow<F>& j) {
    const Vec3T<F> old = lane<F>(p.impulse);
    if (pass == JointPass::WarmStart) {
        pushAngular(j, old);
    } else {
        Vec3T<F> C = old;
        if (pass == JointPass::Solve) C = angle3Error(p, j);
        const Sym33T<F> K = j.A.inverseInertia + j.B.inverseInertia;
        const Vec3T<F> impulse =
            blockImpulse(pass, p, old, C, j.B.w - j.A.w, kMaxAngularCure, [&](Vec3T<F> b) { return solve3(K, b); });
        pushAngular(j, impulse - old);
        put(impulse, p.impulse);
    }
}

// ANGLE2. Axes a of A and b of B parallel. C = the turn from a to b, which is at right angles to a; Cdot is the part of
// wB - wA at right angles to a.
template <class F> HWY_INLINE Vec3T<F> angle2Error(const JointNow<F>& j, int axis) {
    const Vec3T<F> a = column(j.axesA, axis), b = column(toMatrix(j.qB), axis);
    return asTurn(cross(a, b), dot(a, b));
}
// Two directions at right angles to a, to hold. With locked axes the rows of A's own directions would be one row twice,
// or nearly so, and could not both be had. One of these is then what can be turned, the other what cannot: with one
// axis locked, a x it and the rest; with one axis free, the part of it at right angles to a and the rest.
template <class F> HWY_INLINE Sides<F> turnSides(const JointNow<F>& j, int axis, Vec3T<F> free) {
    Sides<F> t = sidesOf(j, axis);
    const F count = free.x + free.y + free.z, one(1.0f);
    const auto isLocked = (count > F(0.5f)) & (count < F(2.5f));
    if (!any(isLocked)) return t;
    const Vec3T<F> a = column(j.axesA, axis), locked{one - free.x, one - free.y, one - free.z};
    const Vec3T<F> u = cross(a, select(count > F(1.5f), locked, cross(a, free)));
    const F size = length(u);
    const auto isTurned = isLocked & (size > F(1e-3f));
    t.t1 = select(isTurned, one / max(size, F(1e-3f)) * u, t.t1);
    t.t2 = select(isTurned, cross(a, t.t1), t.t2);
    return t;
}
template <class F> HWY_INLINE void solveAngle2(JointPass pass, PartAngle& p, JointNow<F>& j, int axis) {
    const Vec3T<F> a = column(j.axesA, axis);
    Vec3T<F> old = lane<F>(p.impulse);
    if (pass != JointPass::Relax) {
        const F zero(0.0f);
        const Vec3T<F> before = pass == JointPass::WarmStart ? Vec3T<F>{zero, zero, zero} : old;
        old = old - dot(a, old) * a;
        pushAngular(j, old - before);
        put(old, p.impulse);
        if (pass == JointPass::WarmStart) return;
    }
    const Sym33T<F> I = j.A.inverseInertia + j.B.inverseInertia;
    const Vec3T<F> free = freeAxes(I);
    const Sides<F> sides = turnSides(j, axis, free);
    const Vec3T<F> t1 = sides.t1, t2 = sides.t2, I2 = I * t2;
    const F k11 = angularK(dot(t1, I * t1), t1, free), k12 = dot(t1, I2), k22 = angularK(dot(t2, I2), t2, free);
    Vec3T<F> C = old;
    if (pass == JointPass::Solve) C = angle2Error(j, axis);
    const Vec3T<F> impulse = blockImpulse(pass, p, old, C, j.B.w - j.A.w, kMaxAngularCure, [&](Vec3T<F> b) {
        F x1, x2;
        solve2(k11, k12, k22, dot(b, t1), dot(b, t2), x1, x2);
        return x1 * t1 + x2 * t2;
    });
    pushAngular(j, impulse - old);
    put(impulse, p.impulse);
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
