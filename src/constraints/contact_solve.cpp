// Gather bodies into lanes, run the kernel, scatter: once per instruction set.
#include "constraints/contact_solve.h"

#include "math/dispatch.h"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "constraints/contact_solve.cpp"
#include <hwy/foreach_target.h>

#include "constraints/contact_kernel-inl.h"
#include "constraints/node_writes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {
namespace {

template <class F> HWY_INLINE void weigh(const float (&share)[2][8], Sym33T<F>& inertia, F& inverseMass) {
    inverseMass = lane<F>(share[0]) * inverseMass;
    inertia = lane<F>(share[1]) * inertia;
}

template <class F>
HWY_INLINE void gatherMass(const int32_t (&index)[8], const float (&share)[2][8], const BodyMass* masses,
                           Sym33T<F>& inertia, F& inverseMass) {
    gatherMass(index, masses, inertia, inverseMass);
    weigh(share, inertia, inverseMass);
}

template <class Write, class Fn>
void forEachBundle(std::span<ContactBundle> bundles, BodyState* states, Write write, Fn fn) {
    for (ContactBundle& c : bundles) {
        MotionLanes<F8> A, B;
        gather(c.bodyA, states, A);
        gather(c.bodyB, states, B);
        write.begin(0, c.bodyA, A);
        write.begin(1, c.bodyB, B);
        fn(c, A, B);
        write.end(0, c.bodyA, states, A);
        write.end(1, c.bodyB, states, B);
        write.nextBundle();
    }
}

// Asks for the bundle after the next, `size` bytes of it, and for the bodies of the next. The processor sees by itself
// that bundles come one after the other, but not beyond the end of a page, and a page has less than two of them.
HWY_INLINE void prefetchAhead(const ContactBundle* c, const ContactBundle* end, std::size_t size,
                              const BodyState* states) {
    if (end - c > 2) forLines(c[2], prefetchFar, size);
    if (end - c > 1)
        for (int i = 0; i < 8; ++i) prefetch(&states[slot(c[1].bodyA[i])]), prefetch(&states[slot(c[1].bodyB[i])]);
}

// In place, by halves on WebAssembly. No moving body is in both. `size`: bytes of a bundle that the pass reads.
template <class Fn>
void forEachInPlace(std::span<ContactBundle> bundles, const ContactBundle* farEnd, std::size_t size, BodyState* states,
                    Fn fn) {
    for (ContactBundle& c : bundles) {
        if (farEnd) prefetchAhead(&c, farEnd, size, states);
        Halves<PatchWork> halves;
        forHalves(halves, [&]<class F>(PatchWork<F>& work) {
            gather(c.bodyA, states, work.A);
            pin(work.A);
            gather(c.bodyB, states, work.B);
            pin(work.B);
        });
        fn(c, halves);
        forHalves(halves, [&]<class F>(PatchWork<F>& work) {
            scatter(c.bodyA, states, work.A);
            scatter(c.bodyB, states, work.B);
        });
    }
}
constexpr std::size_t kSolveBytes = offsetof(ContactBundle, separation), kRelaxBytes = offsetof(ContactBundle, roundA);

template <class F> void noteImpacts(ContactBundle& c, const ContactStep& step) {
    constexpr int kFirst = kFirstLane<F>, kCount = kLaneCount<F>;
    const float *motionA[kCount], *motionB[kCount];
    for (int i = 0; i < kCount; ++i) {
        motionA[i] = &step.free[slot(c.bodyA[kFirst + i])].v.x;
        motionB[i] = &step.free[slot(c.bodyB[kFirst + i])].v.x;
    }
    F a[8], b[8];
    loadRows(motionA, a);
    loadRows(motionB, b);
    noteImpacts(c, step, Vec3T<F>{a[0], a[1], a[2]}, Vec3T<F>{a[3], a[4], a[5]}, Vec3T<F>{b[0], b[1], b[2]},
                Vec3T<F>{b[3], b[4], b[5]});
}

void solve(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states) {
    forEachInPlace(bundles, step.farEnd, kSolveBytes, states, [&](ContactBundle& c, Halves<PatchWork>& halves) {
        if (c.extras) forHalves([&]<class F>(F) { noteImpacts<F>(c, step); });
        forHalves(halves, [&](auto& work) { beginNormals<NormalPass::Solve>(c, states, work); });
        forHalves(halves, [&](auto& work) { sweepPoints<NormalPass::Solve>(c, step, work); });
        forHalves(halves, [&](auto& work) { pushNormals(c, work); });
        if (c.isRound) forHalves(halves, [&](auto& work) { solveRoundFriction(c, work.A, work.B, work.total); });
    });
}

void relax(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states) {
    forEachInPlace(bundles, step.farEnd, kRelaxBytes, states, [&](ContactBundle& c, Halves<PatchWork>& halves) {
        forHalves(halves, [&](auto& work) { beginNormals<NormalPass::Relax>(c, states, work); });
        forHalves(halves, [&](auto& work) { sweepPoints<NormalPass::Relax>(c, step, work); });
        forHalves(halves, [&](auto& work) { pushNormals(c, work); });
        if (c.rolling) forHalves(halves, [&](auto& work) { solveRolling(c, work.A, work.B, work.total); });
        forHalves(halves, [&](auto& work) { solveTwist(c, work.A, work.B, work.total); });
        forHalves(halves, [&](auto& work) { findSliding(c, work.A, work.B, work.total, work.friction); });
        forHalves(halves, [&](auto& work) { pushSliding(c, work.friction, work.A, work.B); });
    });
}

// For a pass with bias that no relax pass has gone before since bodies have moved.
void measure(std::span<ContactBundle> bundles, const BodyState* states) {
    for (ContactBundle& c : bundles) measureGaps<F8>(c, states, [&](int i, F8 gap) { put(gap, c.gap[i]); });
}

// As the policy says.
void sweepPatch(ContactBundle& c, const ContactStep& step, const BodyState* states, MotionLanes<F8>& A,
                MotionLanes<F8>& B) {
    if (c.extras) noteImpacts<F8>(c, step);
    MotionLanes<F8> a = A, b = B;
    F8 total;
    solveNormals<NormalPass::Chosen>(c, step, states, A, B, total);
    if (!step.policy.hasFriction) return;
    const F8 relaxation(step.policy.relaxation);
    if (!step.policy.isApart) {
        if (c.rolling) solveRolling(c, A, B, total, relaxation);
        return solveFriction<true>(c, A, B, total, relaxation);
    }
    const MotionLanes<F8> a0 = a, b0 = b;
    if (c.rolling) solveRolling(c, a, b, total, relaxation);
    solveFriction<true>(c, a, b, total, relaxation);
    A.v = A.v + (a.v - a0.v);
    A.w = A.w + (a.w - a0.w);
    B.v = B.v + (b.v - b0.v);
    B.w = B.w + (b.w - b0.w);
}
template <class Write>
void sweepTo(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states, Write write) {
    forEachBundle(bundles, states, write,
                  [&](ContactBundle& c, MotionLanes<F8>& A, MotionLanes<F8>& B) { sweepPatch(c, step, states, A, B); });
}
void sweep(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states) {
    sweepTo(bundles, step, states, WriteInPlace{});
}
void collect(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states, const VelocitySlots& slots) {
    sweepTo(bundles, step, states, WriteToSlots(slots));
}
void move(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states) {
    sweepTo(bundles, step, states, WriteMotion{step.h});
}

// Who carries another has one storey more than that (contact_fill.h).
void countStoreys(const ContactBundle& c, BodyState* states) {
    const auto count = [&](uint32_t lanes, const int32_t(&lower)[8], const int32_t(&upper)[8]) {
        for (; lanes != 0; lanes &= lanes - 1) {
            const int i = std::countr_zero(lanes);
            if (lower[i] < 0 || upper[i] < 0) continue;
            states[lower[i]].storeys = max(states[lower[i]].storeys, states[upper[i]].storeys + 1.0f);
        }
    };
    count(c.carriesA, c.bodyA, c.bodyB);
    count(c.carriesB, c.bodyB, c.bodyA);
}

void warmStart(std::span<ContactBundle> bundles, BodyState* states) {
    forEachInPlace(bundles, nullptr, 0, states, [&](ContactBundle& c, Halves<PatchWork>& halves) {
        forHalves(halves, [&](auto& work) { warmStartPatch(c, work.A, work.B); });
        countStoreys(c, states);
    });
}
void warmStartSlots(std::span<ContactBundle> bundles, BodyState* states, const VelocitySlots& slots) {
    forEachBundle(bundles, states, WriteToSlots(slots),
                  [&](ContactBundle& c, MotionLanes<F8>& A, MotionLanes<F8>& B) { warmStartPatch(c, A, B); });
}

void prepare(std::span<ContactBundle> bundles, const BodyMass* masses) {
    for (ContactBundle& c : bundles) {
        forHalves([&]<class F>(F) {
            Sym33T<F> IA, IB;
            F mA, mB;
            gatherMass(c.bodyA, c.shareA, masses, IA, mA);
            pin(IA);
            gatherMass(c.bodyB, c.shareB, masses, IB, mB);
            pin(IB);
            preparePatch(c, IA, mA, IB, mB);
        });
    }
}
void splitFriction(std::span<ContactBundle> bundles, const BodyMass* masses) {
    for (ContactBundle& c : bundles) {
        Sym33T<F8> IA, IB;
        F8 mA, mB;
        gatherMass(c.bodyA, masses, IA, mA);
        gatherMass(c.bodyB, masses, IB, mB);
        prepareSplitTangents(c, IA, mA, IB, mB);
    }
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cairn {

HWY_EXPORT(solve);
HWY_EXPORT(relax);
HWY_EXPORT(measure);
HWY_EXPORT(sweep);
HWY_EXPORT(collect);
HWY_EXPORT(move);
HWY_EXPORT(warmStart);
HWY_EXPORT(warmStartSlots);
HWY_EXPORT(prepare);
HWY_EXPORT(splitFriction);

void prepareContacts(std::span<ContactBundle> bundles, const BodyMass* masses) {
    CAIRN_DISPATCH(prepare)(bundles, masses);
}
void splitContactFriction(std::span<ContactBundle> bundles, const BodyMass* masses) {
    CAIRN_DISPATCH(splitFriction)(bundles, masses);
}
void warmStartContacts(std::span<ContactBundle> bundles, BodyState* states) {
    CAIRN_DISPATCH(warmStart)(bundles, states);
}
void solveContacts(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states) {
    CAIRN_DISPATCH(solve)(bundles, step, states);
}
void relaxContacts(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states) {
    CAIRN_DISPATCH(relax)(bundles, step, states);
}
void measureContacts(std::span<ContactBundle> bundles, const BodyState* states) {
    CAIRN_DISPATCH(measure)(bundles, states);
}
void sweepContacts(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states) {
    CAIRN_DISPATCH(sweep)(bundles, step, states);
}
void collectContacts(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states,
                     const VelocitySlots& slots) {
    CAIRN_DISPATCH(collect)(bundles, step, states, slots);
}
void collectWarmContacts(std::span<ContactBundle> bundles, BodyState* states, const VelocitySlots& slots) {
    CAIRN_DISPATCH(warmStartSlots)(bundles, states, slots);
}
void moveContacts(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states) {
    CAIRN_DISPATCH(move)(bundles, step, states);
}

} // namespace cairn
#endif
