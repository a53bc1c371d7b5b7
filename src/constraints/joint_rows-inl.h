// Parts with one row: a spring or lock, a motor, a lower and an upper limit, each with its own accumulated impulse. The
// rows differ in C, Cdot and J only; springs, motors and limits are in solveRow and nowhere else.
#if defined(CAIRN_CONSTRAINTS_JOINT_ROWS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef CAIRN_CONSTRAINTS_JOINT_ROWS_INL_H
#undef CAIRN_CONSTRAINTS_JOINT_ROWS_INL_H
#else
#define CAIRN_CONSTRAINTS_JOINT_ROWS_INL_H
#endif

#include "constraints/joint_parts-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

template <class F> struct LockLanes {
    F biasRate, massScale, impulseScale;
    F inverseH;
    float maxCure = kMaxLinearCure;
};

template <class F> HWY_INLINE F rowTotal(const PartRow& p) {
    return (lane(p.impulse[0]) + lane(p.impulse[1])) + (lane(p.impulse[2]) - lane(p.impulse[3]));
}

// A limit holds where `gap` is at or below zero; above, it lets the gap close in this substep and no more. `speed` is
// that of the gap, so the impulse only pushes.
template <class F>
HWY_INLINE F limitImpulse(JointPass pass, const LockLanes<F>& lock, F inverseK, F gap, F speed, F old) {
    const auto apart = gap > F(0.0f);
    const F one(1.0f), zero(0.0f);
    F impulse;
    if (pass == JointPass::Solve) {
        const F bias = select(apart, lock.inverseH * gap, boundedCure(lock.biasRate * gap, lock.maxCure));
        const F scale = select(apart, one, lock.massScale), leak = select(apart, zero, lock.impulseScale);
        impulse = old - scale * inverseK * (speed + bias) - leak * old;
    } else {
        impulse = old - inverseK * (speed + select(apart, lock.inverseH * gap, zero));
    }
    return max(impulse, zero);
}

// One sweep in the space of the row: impulses change Cdot by K. Returns the change of the total.
template <class F> HWY_INLINE F solveRow(JointPass pass, PartRow& p, const LockLanes<F>& lock, F K, F C, F Cdot) {
    const F inverseK = inverseOrZero(K);
    F sum(0.0f);
    const auto advance = [&](int i, F old, F impulse, F sign) {
        const F change = sign * (impulse - old);
        put(impulse, p.impulse[i]);
        sum = sum + change;
        Cdot = Cdot + K * change;
    };
    const F one(1.0f);
    const F spring = lane(p.impulse[0]);
    if (pass == JointPass::Solve) {
        const F bias = lane(p.biasRate) * (C - lane(p.target));
        const F cure = select(lane(p.relax) > F(0.0f), boundedCure(bias, lock.maxCure), bias);
        const F wanted = lane(p.massScale) * inverseK * (Cdot + cure);
        advance(0, spring, spring - wanted - lane(p.impulseScale) * spring, one);
    } else {
        advance(0, spring, spring - lane(p.relax) * inverseK * Cdot, one);
    }
    const F motor = lane(p.impulse[1]), bound = lane(p.maxMotor);
    advance(1, motor, clamp(motor - inverseK * (Cdot - lane(p.speed)), -bound, bound), one);
    const F lower = lane(p.impulse[2]), upper = lane(p.impulse[3]);
    advance(2, lower, limitImpulse(pass, lock, inverseK, C - lane(p.lower), Cdot, lower), one);
    advance(3, upper, limitImpulse(pass, lock, inverseK, lane(p.upper) - C, -Cdot, upper), F(-1.0f));
    return sum;
}

// Row along the unit vector a, at arms rA and rB.
template <class F>
HWY_INLINE void solveAlong(JointPass pass, PartRowLinear& p, JointNow<F>& j, const LockLanes<F>& lock, Vec3T<F> a,
                           Vec3T<F> rA, Vec3T<F> rB, F C) {
    const Vec3T<F> aA = cross(rA, a), aB = cross(rB, a);
    Vec3T<F> linear = lane(p.linear), LA = lane(p.angularA), LB = lane(p.angularB);
    if (pass != JointPass::Relax) {
        const F total = rowTotal<F>(p);
        pushLinear(j, total * a - linear, total * aA - LA, total * aB - LB);
        linear = total * a, LA = total * aA, LB = total * aB;
    }
    if (pass != JointPass::WarmStart) {
        const F K =
            j.A.inverseMass + j.B.inverseMass + dot(aA, j.A.inverseInertia * aA) + dot(aB, j.B.inverseInertia * aB);
        const F Cdot = dot(a, j.B.v - j.A.v) + dot(aB, j.B.w) - dot(aA, j.A.w);
        const F change = solveRow(pass, p, lock, K, C, Cdot);
        pushLinear(j, change * a, change * aA, change * aB);
        linear = linear + change * a, LA = LA + change * aA, LB = LB + change * aB;
    }
    put(linear, p.linear);
    put(LA, p.angularA);
    put(LB, p.angularB);
}

// AXISLINEAR. C = d.a with a fixed in A; acts at B's anchor, as Line2 does.
template <class F>
HWY_INLINE void solveAxisLinear(JointPass pass, PartRowLinear& p, JointNow<F>& j, const LockLanes<F>& lock, int axis) {
    const Vec3T<F> a = column(j.axesA, axis);
    solveAlong(pass, p, j, lock, a, j.rA + j.d, j.rB, dot(a, j.d));
}

// A direction or axis, and the position along or about it.
template <class F> struct RowPlace {
    Vec3T<F> u;
    F C;
};

// DISTANCE. C = |d|, J along d.
template <class F> HWY_INLINE Vec3T<F> directionOf(Vec3T<F> d, F C) {
    const auto far = C > F(1e-9f);
    const F inverse = F(1.0f) / max(C, F(1e-9f)), zero(0.0f);
    return {select(far, inverse * d.x, zero), select(far, inverse * d.y, F(1.0f)), select(far, inverse * d.z, zero)};
}
template <class F> HWY_INLINE RowPlace<F> distancePlace(const JointNow<F>& j) {
    const F C = length(j.d);
    return {directionOf(j.d, C), C};
}
template <class F>
HWY_INLINE void solveDistance(JointPass pass, PartRowLinear& p, JointNow<F>& j, const LockLanes<F>& lock) {
    const RowPlace<F> row = distancePlace(j);
    solveAlong(pass, p, j, lock, row.u, j.rA, j.rB, row.C);
}

// Row about the vector u (not of unit length in general): Cdot = u.(wB - wA).
template <class F>
HWY_INLINE void solveAbout(JointPass pass, PartRowAngular& p, JointNow<F>& j, LockLanes<F> lock, Vec3T<F> u, F C) {
    lock.maxCure = kMaxAngularCure;
    Vec3T<F> torque = lane(p.torque);
    if (pass != JointPass::Relax) {
        const Vec3T<F> total = rowTotal<F>(p) * u;
        pushAngular(j, total - torque);
        torque = total;
    }
    if (pass != JointPass::WarmStart) {
        const Sym33T<F> I = j.A.inverseInertia + j.B.inverseInertia;
        const F K = angularK(dot(u, I * u), u, freeAxes(I));
        const Vec3T<F> change = solveRow(pass, p, lock, K, C, dot(u, j.B.w - j.A.w)) * u;
        pushAngular(j, change);
        torque = torque + change;
    }
    put(torque, p.torque);
}

// AXISANGULAR. With q = (x, y, z, s) the rotation of B's frame against A's, the turn about x is C = 2 atan2(x, s), the
// twist of the swing-twist decomposition. From qdot = w q / 2 in A's frame:
//     Cdot = wx + [ wy (x y + z s) + wz (x z - y s) ] / (x^2 + s^2)
// exact for any swing below pi. For y and z turn the letters round. Whole turns are counted from the angle last seen;
// but what has been forced past a limit by more than half a turn has a shorter way back, and forgets one.
template <class F> HWY_INLINE RowPlace<F> angularPlace(const PartRowAngular& p, const JointNow<F>& j, int axis) {
    const QuatT<F> q = conjugate(j.qA) * j.qB;
    const F x = axis == 0 ? q.v.x : (axis == 1 ? q.v.y : q.v.z);
    const F y = axis == 0 ? q.v.y : (axis == 1 ? q.v.z : q.v.x);
    const F z = axis == 0 ? q.v.z : (axis == 1 ? q.v.x : q.v.y);
    const F scale = F(1.0f) / max(x * x + q.s * q.s, F(1e-4f));
    const Vec3T<F> ax = column(j.axesA, axis), ay = column(j.axesA, axis == 2 ? 0 : axis + 1),
                   az = column(j.axesA, axis == 0 ? 2 : axis - 1);
    const Vec3T<F> u = ax + (scale * (x * y + z * q.s)) * ay + (scale * (x * z - y * q.s)) * az;
    const F angle = F(2.0f) * angleOf(x, q.s);
    const F turns = roundNear((lane(p.angle) - angle) * F(0.15915494f));
    const F C = angle + turns * F(6.28318531f);
    const F beyond = C - clamp(C, lane(p.lower), lane(p.upper));
    return {u, C - roundNear(clamp(beyond * F(0.15915494f), F(-1.0f), F(1.0f))) * F(6.28318531f)};
}
template <class F>
HWY_INLINE void solveAxisAngular(JointPass pass, PartRowAngular& p, JointNow<F>& j, const LockLanes<F>& lock,
                                 int axis) {
    const RowPlace<F> row = angularPlace(p, j, axis);
    put(row.C, p.angle);
    solveAbout(pass, p, j, lock, row.u, row.C);
}

// CONE. C = the angle between the x axes a and b; Cdot = u.(wB - wA), u = a x b / |a x b|.
template <class F> HWY_INLINE RowPlace<F> conePlace(const JointNow<F>& j) {
    const Vec3T<F> a = j.axesA.cx, b = toMatrix(j.qB).cx, c = cross(a, b);
    const F sine = length(c);
    const auto bent = sine > F(1e-6f);
    const F inverse = F(1.0f) / max(sine, F(1e-6f));
    const Vec3T<F> y = j.axesA.cy;
    const Vec3T<F> u{select(bent, inverse * c.x, y.x), select(bent, inverse * c.y, y.y),
                     select(bent, inverse * c.z, y.z)};
    return {u, angleOf(sine, dot(a, b))};
}
template <class F>
HWY_INLINE void solveCone(JointPass pass, PartRowAngular& p, JointNow<F>& j, const LockLanes<F>& lock) {
    const RowPlace<F> row = conePlace(j);
    solveAbout(pass, p, j, lock, row.u, row.C);
}

// Directions of their own for A and B, of any length.
template <class F> struct TwoPlaces {
    Vec3T<F> a, b;
    F C;
};

// GEAR. C = angleA + ratio angleB - what it was, each body's own turn about its x axis, counted through the step.
template <class F> HWY_INLINE TwoPlaces<F> gearPlace(const PartGear& p, const JointNow<F>& j) {
    const F ratio = lane(p.ratio);
    const Vec3T<F> a = j.axesA.cx, b = ratio * toMatrix(j.qB).cx;
    const F turnA = F(2.0f) * angleOf(dot(j.A.dq.v, a), j.A.dq.s);
    const F turnB = F(2.0f) * angleOf(dot(j.B.dq.v, b), abs(ratio) * j.B.dq.s);
    return {a, b, lane(p.angle) + turnA + abs(ratio) * turnB};
}
template <class F> HWY_INLINE void solveGear(JointPass pass, PartGear& p, JointNow<F>& j, LockLanes<F> lock) {
    lock.maxCure = kMaxAngularCure;
    const auto [a, b, C] = gearPlace(p, j);
    Vec3T<F> TA = lane(p.torqueA), TB = lane(p.torqueB);
    const auto push = [&](Vec3T<F> onA, Vec3T<F> onB) {
        j.A.w = j.A.w + j.A.inverseInertia * onA;
        j.B.w = j.B.w + j.B.inverseInertia * onB;
    };
    if (pass != JointPass::Relax) {
        const F total = rowTotal<F>(p);
        push(total * a - TA, total * b - TB);
        TA = total * a, TB = total * b;
    }
    if (pass != JointPass::WarmStart) {
        const auto isFree = isTurnable(a, freeAxes(j.A.inverseInertia)) | isTurnable(b, freeAxes(j.B.inverseInertia));
        const F K = where(isFree, dot(a, j.A.inverseInertia * a) + dot(b, j.B.inverseInertia * b));
        const F change = solveRow(pass, p, lock, K, C, dot(a, j.A.w) + dot(b, j.B.w));
        push(change * a, change * b);
        TA = TA + change * a, TB = TB + change * b;
    }
    put(TA, p.torqueA);
    put(TB, p.torqueB);
    put(C, p.now);
}

// PULLEY. C = |pA - gA| + ratio |pB - gB| with wheels at gA and gB: each body hangs on its own rope direction.
template <class F> HWY_INLINE TwoPlaces<F> pulleyPlace(const PartPulley& p, const JointNow<F>& j) {
    const F ratio = lane(p.ratio), zero(0.0f);
    const auto direction = [&](Vec3T<F> rope, F& length_) {
        length_ = length(rope);
        const F inverse = select(length_ > F(1e-4f), F(1.0f) / max(length_, F(1e-4f)), zero);
        return inverse * rope;
    };
    F lengthA, lengthB;
    const Vec3T<F> a = direction(lane(p.ropeA) + j.A.dx + (j.rA - j.armA), lengthA);
    const Vec3T<F> b = ratio * direction(lane(p.ropeB) + j.B.dx + (j.rB - j.armB), lengthB);
    return {a, b, lengthA + ratio * lengthB};
}
template <class F>
HWY_INLINE void solvePulley(JointPass pass, PartPulley& p, JointNow<F>& j, const LockLanes<F>& lock) {
    const auto [a, b, C] = pulleyPlace(p, j);
    const Vec3T<F> aA = cross(j.rA, a), aB = cross(j.rB, b);
    Vec3T<F> PA = lane(p.linearA), LA = lane(p.angularA), PB = lane(p.linearB), LB = lane(p.angularB);
    const auto push = [&](Vec3T<F> onA, Vec3T<F> turnA, Vec3T<F> onB, Vec3T<F> turnB) {
        j.A.v = j.A.v + j.A.inverseMass * onA;
        j.A.w = j.A.w + j.A.inverseInertia * turnA;
        j.B.v = j.B.v + j.B.inverseMass * onB;
        j.B.w = j.B.w + j.B.inverseInertia * turnB;
    };
    if (pass != JointPass::Relax) {
        const F total = rowTotal<F>(p);
        push(total * a - PA, total * aA - LA, total * b - PB, total * aB - LB);
        PA = total * a, LA = total * aA, PB = total * b, LB = total * aB;
    }
    if (pass != JointPass::WarmStart) {
        const F K = j.A.inverseMass * dot(a, a) + j.B.inverseMass * dot(b, b) + dot(aA, j.A.inverseInertia * aA) +
                    dot(aB, j.B.inverseInertia * aB);
        const F Cdot = dot(a, j.A.v) + dot(aA, j.A.w) + dot(b, j.B.v) + dot(aB, j.B.w);
        const F change = solveRow(pass, p, lock, K, C, Cdot);
        push(change * a, change * aA, change * b, change * aB);
        PA = PA + change * a, LA = LA + change * aA, PB = PB + change * b, LB = LB + change * aB;
    }
    put(PA, p.linearA);
    put(LA, p.angularA);
    put(PB, p.linearB);
    put(LB, p.angularB);
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
