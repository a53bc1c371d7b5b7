// The contact kernel: one source for float and for eight lanes. See contact_bundle.h for the derivation.
#if defined(CAIRN_CONSTRAINTS_CONTACT_KERNEL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef CAIRN_CONSTRAINTS_CONTACT_KERNEL_INL_H
#undef CAIRN_CONSTRAINTS_CONTACT_KERNEL_INL_H
#else
#define CAIRN_CONSTRAINTS_CONTACT_KERNEL_INL_H
#endif

#include "constraints/contact_block-inl.h"
#include "constraints/contact_extras-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

// A unit vector at right angles to n without branches or roots (Duff et al., Building an Orthonormal Basis, Revisited).
template <class F> HWY_INLINE Vec3T<F> tangentOf(Vec3T<F> n) {
    const F one(1.0f), sign = select(n.z >= F(0.0f), one, F(-1.0f));
    const F a = -(one / (sign + n.z));
    return {one + sign * n.x * n.x * a, sign * (n.x * n.y * a), -(sign * n.x)};
}

// The inverse of the tangent matrix at the centre of the patch.
template <class F>
HWY_INLINE void prepareTangents(ContactBundle& c, Vec3T<F> center, const Sym33T<F>& IA, F mA, const Sym33T<F>& IB,
                                F mB) {
    const Vec3T<F> n = lane<F>(c.normal), t1 = tangentOf(n), t2 = cross(n, t1);
    const Vec3T<F> cB = center + lane<F>(c.offset);
    const Vec3T<F> a1 = cross(center, t1), a2 = cross(center, t2), b1 = cross(cB, t1), b2 = cross(cB, t2);
    const F zero(0.0f), one(1.0f), mass = mA + mB;
    const F k11 = mass + dot(a1, IA * a1) + dot(b1, IB * b1);
    const F k12 = dot(a1, IA * a2) + dot(b1, IB * b2);
    const F k22 = mass + dot(a2, IA * a2) + dot(b2, IB * b2);
    const F det = k11 * k22 - k12 * k12;
    const F inverseDet = select(det > zero, one / max(det, F(1e-30f)), zero);
    store(inverseDet * k22, c.inverseKt[0]);
    store(-(inverseDet * k12), c.inverseKt[1]);
    store(inverseDet * k11, c.inverseKt[2]);
    put(t1, c.tangent);
}

// FRICTION OF SPLIT MASSES. A patch that slides ends where its friction stands still under its own update: along K^-1
// w, with the K of that update (solvers/row_problem.h). Splitting a body of A n times and one of B m times gives K
// another grain, and with it another direction of sliding, that of no body. So patches take the grain of the whole
// bodies (IA to mB), and of the splitting only the size: max(n, m) K, which is at least what splitting makes of K, so
// that it converges as well.
template <class F>
HWY_INLINE void prepareSplitTangents(ContactBundle& c, const Sym33T<F>& IA, F mA, const Sym33T<F>& IB, F mB) {
    prepareTangents(c, lane<F>(c.center), IA, mA, IB, mB);
    const F parts =
        max(max(lane<F>(c.shareA[0]), lane<F>(c.shareA[1])), max(lane<F>(c.shareB[0]), lane<F>(c.shareB[1])));
    const F size = F(1.0f) / max(parts, F(1.0f));
    for (float(&row)[8] : c.inverseKt) store(size * lane<F>(row), row);
    if (!c.rolling) return;
    prepareRolling(*c.rolling, lane<F>(c.normal), lane<F>(c.tangent), IA, IB);
    for (float(&row)[8] : c.rolling->inverseK) store(size * lane<F>(row), row);
}

// Effective masses. inverseK comes in as 1 for a point and 0 for none.
template <class F>
HWY_INLINE void preparePatch(ContactBundle& c, const Sym33T<F>& IA, F mA, const Sym33T<F>& IB, F mB) {
    const Vec3T<F> n = lane<F>(c.normal), d = lane<F>(c.offset);
    const F zero(0.0f), one(1.0f), mass = mA + mB;
    struct Point {
        Vec3T<F> a, b, Ia, Ib;
    } points[kPatchPoints];
    Vec3T<F> center{zero, zero, zero};
    F count = zero;
    for (int i = 0; i < kPatchPoints; ++i) {
        const Vec3T<F> r = lane<F>(c.arm[i]);
        const F there = lane<F>(c.inverseK[i]);
        const Vec3T<F> a = cross(r, n), b = cross(r + d, n), Ia = IA * a, Ib = IB * b;
        points[i] = {a, b, Ia, Ib};
        center = center + there * r;
        put(lane<F>(c.separation[i]), c.gap[i]);
        count = count + there;
        const F k = mass + dot(a, Ia) + dot(b, Ib);
        pin(points[i]);
        store(select((there > zero) & (k > zero), one / max(k, F(1e-30f)), zero), c.inverseK[i]);
    }
    int pair = 0;
    for (int i = 0; i < kPatchPoints; ++i)
        for (int j = i + 1; j < kPatchPoints; ++j)
            store(mass + dot(points[i].a, points[j].Ia) + dot(points[i].b, points[j].Ib), c.coupling[pair++]);

    center = (one / max(count, one)) * center;
    F spread = zero;
    for (int i = 0; i < kPatchPoints; ++i) {
        const F there = select(lane<F>(c.inverseK[i]) > zero, one, zero);
        spread = spread + there * length(lane<F>(c.arm[i]) - center);
    }
    // What touches in a point or a line touches in a spot; without one a rock that spins on its tip, or a ball on the
    // ground, would never stop.
    const F round = max(lane<F>(c.roundA), lane<F>(c.roundB)), largest(kSpotRadius);
    const F spot = select(round > zero, min(largest, F(kSpotShare) * round), largest);
    store(max(spread / max(count, one), spot), c.twistRadius);
    put(center, c.center);

    prepareTangents(c, center, IA, mA, IB, mB);
    const F twist = dot(n, IA * n) + dot(n, IB * n);
    store(select(twist > zero, one / max(twist, F(1e-30f)), zero), c.inverseKtwist);
    // The impulse of last step, into this step's plane.
    const Vec3T<F> friction = lane<F>(c.frictionImpulse);
    put(friction - dot(n, friction) * n, c.frictionImpulse);
    if (c.rolling) prepareRolling(*c.rolling, n, lane<F>(c.tangent), IA, IB);
    put(IA, c.inverseInertiaA);
    put(mA, c.inverseMassA);
    put(IB, c.inverseInertiaB);
    put(mB, c.inverseMassB);
}

template <class F> HWY_INLINE void noteWarm(ContactBundle& c) {
    for (int i = 0; i < kPatchPoints; ++i) put(lane<F>(c.impulse[i]), c.warm->impulse[i]);
}

// The impulses of last step, at once.
template <class F> HWY_INLINE void warmStartPatch(ContactBundle& c, MotionLanes<F>& A, MotionLanes<F>& B) {
    const Vec3T<F> n = lane<F>(c.normal), d = lane<F>(c.offset), friction = lane<F>(c.frictionImpulse);
    const F zero(0.0f);
    F P = zero;
    Vec3T<F> q{zero, zero, zero};
    for (int i = 0; i < kPatchPoints; ++i) {
        const F impulse = lane<F>(c.impulse[i]);
        P = P + impulse;
        q = q + impulse * lane<F>(c.arm[i]);
    }
    const Vec3T<F> linear = P * n + friction;
    const Vec3T<F> twist = lane<F>(c.twistImpulse) * n;
    const Vec3T<F> rA = lane<F>(c.center);
    A.v = A.v - lane<F>(c.inverseMassA) * linear;
    A.w = A.w - lane<F>(c.inverseInertiaA) * (cross(q, n) + cross(rA, friction) + twist);
    B.v = B.v + lane<F>(c.inverseMassB) * linear;
    B.w = B.w + lane<F>(c.inverseInertiaB) * (cross(q + P * d, n) + cross(rA + d, friction) + twist);
    if (c.rolling) applyRolling(c, lane<F>(c.rolling->impulse), A, B);
}

// Solve: overlap is pushed out softly. Relax: points only stop approaching, or bounce. Chosen: as the policy says.
enum class NormalPass { Solve, Relax, Chosen };

// The three numbers of the one equation for a point, in units of its own K.
template <class F> struct PointTerms { F bias, scale, leak; };

// A point that is still apart may close its gap in this substep and no more.
template <NormalPass kPass, class F>
HWY_INLINE PointTerms<F> pointTerms(const ContactBundle& c, const ContactStep& step, int i, F separation, F old) {
    const F zero(0.0f), one(1.0f), inverseH(step.inverseH);
    if constexpr (kPass == NormalPass::Relax) {
        F bias = max(separation, zero) * inverseH;
        if (c.extras) bias = bounce(*c.extras, i, old, bias);
        return {bias, one, zero};
    } else {
        const auto apart = separation > zero;
        F biasRate = lane<F>(c.biasRate), massScale = lane<F>(c.massScale), impulseScale = lane<F>(c.impulseScale);
        if (kPass == NormalPass::Chosen && step.policy.isCompliant) {
            const F a = F(step.policy.compliance) * lane<F>(c.inverseK[i]);
            biasRate = inverseH;
            massScale = one / (one + a);
            impulseScale = a * massScale;
        }
        if (kPass == NormalPass::Chosen && step.policy.isRelaxed) biasRate = impulseScale = zero, massScale = one;
        F overlap = separation;
        if constexpr (kPass == NormalPass::Chosen) overlap = separation + F(step.policy.slop);
        const F push = max(biasRate * min(overlap, zero), F(-step.maxPushSpeed));
        PointTerms<F> t{select(apart, separation * inverseH, push), select(apart, one, massScale),
                        select(apart, zero, impulseScale)};
        if (kPass == NormalPass::Chosen && c.extras) t = bounceAfterBraking(*c.extras, i, old, t);
        return t;
    }
}

// How the bodies of a patch move against each other: a point at arm r approaches at speed + r.g.
template <class F> struct PatchSpeed {
    F speed;
    Vec3T<F> g;
};
template <class F>
HWY_INLINE void patchSpeed(const ContactBundle& c, const MotionLanes<F>& A, const MotionLanes<F>& B,
                           PatchSpeed<F>& out) {
    const Vec3T<F> n = lane<F>(c.normal), gB = cross(n, B.w);
    out.g = gB - cross(n, A.w);
    out.speed = dot(n, B.v - A.v) + dot(lane<F>(c.offset), gB);
}

// How they have moved since the start of the step: the separation of a point at arm r has changed by gap + r.m.
template <class F> struct PatchShift {
    F gap;
    Vec3T<F> m;
    HWY_INLINE F separation(const ContactBundle& c, int i, Vec3T<F> arm) const {
        return lane<F>(c.separation[i]) + gap + dot(arm, m);
    }
};
template <class F> HWY_INLINE void patchShift(const ContactBundle& c, const BodyState* states, PatchShift<F>& out) {
    struct Turned {
        Vec3T<F> dx, m;
    } A, B;
    const auto turn = [&](const int32_t(&bodies)[8], Turned& to) {
        PlaceLanes<F> place;
        gather(bodies, states, place);
        to = {place.dx, inverseRotate(place.dq, lane<F>(c.normal))};
    };
    turn(c.bodyA, A);
    pin(A);
    turn(c.bodyB, B);
    const Vec3T<F> n = lane<F>(c.normal);
    out.gap = dot(n, B.dx - A.dx) + dot(lane<F>(c.offset), B.m - n);
    out.m = B.m - A.m;
    if (c.isRound) {
        const F one(1.0f), roundA = lane<F>(c.roundA), roundB = lane<F>(c.roundB);
        const F rolled = out.gap + roundA * (dot(n, A.m) - one) + roundB * (dot(n, B.m) - one);
        out.gap = select(max(roundA, roundB) > F(0.0f), rolled, out.gap);
    }
}

// put(i, C_i) for every point.
template <class F, class Put> HWY_INLINE void measureGaps(const ContactBundle& c, const BodyState* states, Put put) {
    PatchShift<F> shift;
    patchShift(c, states, shift);
    for (int i = 0; i < kPatchPoints; ++i) put(i, shift.separation(c, i, lane<F>(c.arm[i])));
}

// What a pass knows of a patch from one of its parts to the next. On WebAssembly it is in memory in between, so that
// each part has the registers to itself, and the two halves of a bundle take turns: the processor has work of one while
// it waits for the other.
template <class F> struct PatchWork {
    MotionLanes<F> A, B;
    F cdot[kPatchPoints];   // as the pass finds them
    F gap[kPatchPoints];    // the same; other passes than Chosen have them in the bundle
    F change[kPatchPoints]; // of impulses
    F total;                // impulse of all points
    Vec3T<F> friction;      // change of the impulse
};

// Speeds of the points, and where they are. Only the pass with bias (Solve) does not look at where bodies are.
template <NormalPass kPass, class F>
HWY_INLINE void beginNormals(ContactBundle& c, [[maybe_unused]] const BodyState* states, PatchWork<F>& work) {
    PatchSpeed<F> motion;
    patchSpeed(c, work.A, work.B, motion);
    for (int i = 0; i < kPatchPoints; ++i) work.cdot[i] = motion.speed + dot(lane<F>(c.arm[i]), motion.g);
    pin(work.cdot);
    if constexpr (kPass == NormalPass::Relax) measureGaps<F>(c, states, [&](int i, F gap) { put(gap, c.gap[i]); });
    if constexpr (kPass == NormalPass::Chosen) measureGaps<F>(c, states, [&](int i, F gap) { work.gap[i] = gap; });
}

// One sweep over the points of each patch.
template <NormalPass kPass, class F>
HWY_INLINE void sweepPoints(ContactBundle& c, const ContactStep& step, PatchWork<F>& work) {
    const auto coupling = [&](int i, int j) { return lane<F>(c.coupling[i == 0 ? j - 1 : i + j]); };
    const auto termsOf = [&](int i, F old) {
        if constexpr (kPass == NormalPass::Chosen)
            return pointTerms<kPass>(c, step, i, work.gap[i], old);
        else
            return pointTerms<kPass>(c, step, i, lane<F>(c.gap[i]), old);
    };
    [[maybe_unused]] BlockImpulses<F> block;
    if constexpr (kPass == NormalPass::Chosen) {
        if (c.warm && step.policy.beginsSubstep) noteWarm<F>(c);
        if (step.policy.isBlock) block = solveBlock(c, work.cdot, coupling, termsOf);
    }
    const F zero(0.0f);
    F changes[kPatchPoints];
    HWY_UNROLL(4) // so that the changes are in registers
    for (int i = 0; i < kPatchPoints; ++i) {
        const F old = lane<F>(c.impulse[i]), inverseK = lane<F>(c.inverseK[i]);
        F cdot = work.cdot[i];
        for (int j = 0; j < i; ++j) cdot = cdot + coupling(j, i) * changes[j];
        const PointTerms<F> t = termsOf(i, old);
        F impulse;
        if constexpr (kPass == NormalPass::Chosen) {
            const ContactPolicy& policy = step.policy;
            const F bled = c.warm ? old - F(policy.eta) * lane<F>(c.warm->impulse[i]) : old;
            const F delta = F(policy.relaxation) * (-(t.scale * inverseK * (cdot + t.bias)) - t.leak * bled);
            impulse = policy.isNaive ? old + max(delta, zero) : max(old + delta, zero);
            if (policy.isBlock) impulse = select(block.isExact, block.impulse[i], impulse);
        } else {
            const F delta = kPass == NormalPass::Relax ? -(inverseK * (cdot + t.bias))
                                                       : -(t.scale * inverseK * (cdot + t.bias)) - t.leak * old;
            impulse = max(old + delta, zero);
        }
        work.change[i] = changes[i] = impulse - old;
        store(impulse, c.impulse[i]);
    }
    pin(work.change);
}

// What the sweep has changed, to the bodies.
template <class F> HWY_INLINE void pushNormals(const ContactBundle& c, PatchWork<F>& work) {
    const F zero(0.0f);
    F P = zero, total = zero;
    Vec3T<F> q{zero, zero, zero};
    for (int i = 0; i < kPatchPoints; ++i) {
        total = total + lane<F>(c.impulse[i]);
        P = P + work.change[i];
        q = q + work.change[i] * lane<F>(c.arm[i]);
    }
    work.total = total;
    const Vec3T<F> n = lane<F>(c.normal);
    MotionLanes<F>&A = work.A, &B = work.B;
    A.v = A.v - (lane<F>(c.inverseMassA) * P) * n;
    A.w = A.w - lane<F>(c.inverseInertiaA) * cross(q, n);
    pin(A);
    B.v = B.v + (lane<F>(c.inverseMassB) * P) * n;
    B.w = B.w + lane<F>(c.inverseInertiaB) * cross(q + P * lane<F>(c.offset), n);
    pin(B);
}

// All of it, where nothing takes turns.
template <NormalPass kPass, class F>
HWY_INLINE void solveNormals(ContactBundle& c, const ContactStep& step, const BodyState* states, MotionLanes<F>& A,
                             MotionLanes<F>& B, F& total) {
    PatchWork<F> work;
    work.A = A, work.B = B;
    beginNormals<kPass>(c, states, work);
    sweepPoints<kPass>(c, step, work);
    pushNormals(c, work);
    A = work.A, B = work.B;
    total = work.total;
}

// Coulomb friction of the whole patch: |tangent impulse| <= mu N, |twist| <= mu N r. `kRelaxed`: changes are scaled by
// `relaxation`.
template <bool kRelaxed = false, class F>
HWY_INLINE void solveTwist(ContactBundle& c, MotionLanes<F>& A, MotionLanes<F>& B, F total,
                           [[maybe_unused]] F relaxation = F(1.0f)) {
    const Vec3T<F> n = lane<F>(c.normal);
    const F old = lane<F>(c.twistImpulse);
    F bound = lane<F>(c.friction) * total * lane<F>(c.twistRadius);
    if (c.extras) bound = bound + lane<F>(c.extras->spinning) * total;
    F response = lane<F>(c.inverseKtwist);
    if constexpr (kRelaxed) response = relaxation * response;
    const F impulse = clamp(old - response * dot(n, B.w - A.w), -bound, bound);
    const Vec3T<F> change = (impulse - old) * n;
    store(impulse, c.twistImpulse);
    A.w = A.w - lane<F>(c.inverseInertiaA) * change;
    pin(A);
    B.w = B.w + lane<F>(c.inverseInertiaB) * change;
    pin(B);
}
template <bool kRelaxed = false, class F>
HWY_INLINE void findSliding(ContactBundle& c, const MotionLanes<F>& A, const MotionLanes<F>& B, F total,
                            Vec3T<F>& change, [[maybe_unused]] F relaxation = F(1.0f)) {
    const Vec3T<F> rA = lane<F>(c.center), rB = rA + lane<F>(c.offset);
    Vec3T<F> dv = B.v + cross(B.w, rB) - A.v - cross(A.w, rA);
    if (c.extras) dv = dv + lane<F>(c.extras->slide);
    if constexpr (kRelaxed) dv = relaxation * dv;
    pin(dv);
    const Vec3T<F> n = lane<F>(c.normal), t1 = lane<F>(c.tangent), t2 = cross(n, t1);
    const F u1 = dot(dv, t1), u2 = dot(dv, t2), limit = lane<F>(c.friction) * total;
    const F k11 = lane<F>(c.inverseKt[0]), k12 = lane<F>(c.inverseKt[1]), k22 = lane<F>(c.inverseKt[2]);
    const Vec3T<F> old = lane<F>(c.frictionImpulse);
    const F i1 = dot(old, t1) - (k11 * u1 + k12 * u2), i2 = dot(old, t2) - (k12 * u1 + k22 * u2);
    const F size = sqrt(i1 * i1 + i2 * i2);
    const F scale = select(size > limit, limit / max(size, F(1e-30f)), F(1.0f));
    const Vec3T<F> impulse = (scale * i1) * t1 + (scale * i2) * t2;
    change = impulse - old;
    pin(change);
    put(impulse, c.frictionImpulse);
}
template <class F>
HWY_INLINE void pushSliding(const ContactBundle& c, Vec3T<F> change, MotionLanes<F>& A, MotionLanes<F>& B) {
    const Vec3T<F> rA = lane<F>(c.center), rB = rA + lane<F>(c.offset);
    A.v = A.v - lane<F>(c.inverseMassA) * change;
    A.w = A.w - lane<F>(c.inverseInertiaA) * cross(rA, change);
    pin(A);
    B.v = B.v + lane<F>(c.inverseMassB) * change;
    B.w = B.w + lane<F>(c.inverseInertiaB) * cross(rB, change);
    pin(B);
}
template <bool kRelaxed = false, class F>
HWY_INLINE void solveFriction(ContactBundle& c, MotionLanes<F>& A, MotionLanes<F>& B, F total, F relaxation = F(1.0f)) {
    solveTwist<kRelaxed>(c, A, B, total, relaxation);
    Vec3T<F> change;
    findSliding<kRelaxed>(c, A, B, total, change, relaxation);
    pushSliding(c, change, A, B);
}

// ROUND SURFACES ROLL WHILE THEY MOVE. What holds a patch of corners hardly changes from one substep to the next, so
// its friction can wait for the relax pass. A ball that a joint leads round in a circle has a friction that turns with
// it: one substep late, it drove the ball, and raised what hung on it (docs/architecture.md, "Heads that spun up"). So
// what is round has friction in the solve pass as well; lanes that are not keep what they have.
template <class F> HWY_INLINE void solveRoundFriction(ContactBundle& c, MotionLanes<F>& A, MotionLanes<F>& B, F total) {
    const auto isRound = max(lane<F>(c.roundA), lane<F>(c.roundB)) > F(0.0f);
    const MotionLanes<F> a = A, b = B;
    const Vec3T<F> friction = lane<F>(c.frictionImpulse);
    const F twist = lane<F>(c.twistImpulse);
    solveFriction(c, A, B, total);
    A.v = select(isRound, A.v, a.v);
    A.w = select(isRound, A.w, a.w);
    B.v = select(isRound, B.v, b.v);
    B.w = select(isRound, B.w, b.w);
    put(select(isRound, lane<F>(c.frictionImpulse), friction), c.frictionImpulse);
    store(select(isRound, lane<F>(c.twistImpulse), twist), c.twistImpulse);
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
