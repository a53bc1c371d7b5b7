// Gather bodies into lanes, run the kernel, scatter: once per instruction set.
#include "constraints/contact_solve.h"

#include "math/dispatch.h"

#include <type_traits>

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

template <class Node>
HWY_INLINE void gather(const int32_t (&index)[8], const float (&share)[2][8], const BodyState* states,
                       const BodyMass* masses, Node& node) {
    gather(index, states, masses, node);
    weigh(share, node.inverseInertia, node.inverseMass);
}

template <class F>
HWY_INLINE void gatherMass(const int32_t (&index)[8], const float (&share)[2][8], const BodyMass* masses,
                           Sym33T<F>& inertia, F& inverseMass) {
    gatherMass(index, masses, inertia, inverseMass);
    weigh(share, inertia, inverseMass);
}

template <class Write, class Fn>
void forEachBundle(std::span<ContactBundle> bundles, BodyState* states, const BodyMass* masses, Write write, Fn fn) {
    for (ContactBundle& c : bundles) {
        NodeLanes<F8> A, B;
        gather(c.bodyA, c.shareA, states, masses, A);
        gather(c.bodyB, c.shareB, states, masses, B);
        write.begin(0, c.bodyA, A);
        write.begin(1, c.bodyB, B);
        fn(c, A, B);
        write.end(0, c.bodyA, states, A);
        write.end(1, c.bodyB, states, B);
        write.nextBundle();
    }
}

// Asks for the bundle after the next, as much of it as the pass reads, and for the bodies of the next. The processor
// sees by itself that bundles come one after the other, but not beyond the end of a page, and a page has two of them.
template <class Node>
HWY_INLINE void prefetchAhead(const ContactBundle* c, const ContactBundle* end, const BodyState* states,
                              const BodyMass* masses) {
    constexpr bool kNoFriction = std::is_same_v<Node, MotionLanes<F8>>;
    if (end - c > 2)
        forLines(c[2], prefetchFar, kNoFriction ? offsetof(ContactBundle, separation) : sizeof(ContactBundle));
    if (end - c > 1) {
        prefetchNodes(c[1].bodyA, states, masses);
        prefetchNodes(c[1].bodyB, states, masses);
    }
}

// In place, by halves on WebAssembly. No moving body is in both.
template <template <class> class Node, class Fn>
void forEachHalf(std::span<ContactBundle> bundles, const ContactBundle* farEnd, BodyState* states,
                 const BodyMass* masses, Fn fn) {
    for (ContactBundle& c : bundles) {
        if (farEnd) prefetchAhead<Node<F8>>(&c, farEnd, states, masses);
        forHalves([&]<class F>(F) {
            Node<F> A, B;
            gather(c.bodyA, c.shareA, states, masses, A);
            pin(A);
            gather(c.bodyB, c.shareB, states, masses, B);
            pin(B);
            fn(c, A, B);
            scatter(c.bodyA, states, A);
            scatter(c.bodyB, states, B);
        });
    }
}

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

void solve(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states, const BodyMass* masses) {
    forEachHalf<MotionLanes>(bundles, step.farEnd, states, masses,
                             [&]<class F>(ContactBundle& c, MotionLanes<F>& A, MotionLanes<F>& B) {
                                 if (c.extras) noteImpacts<F>(c, step);
                                 F total;
                                 solveNormals<NormalPass::Solve>(c, step, A, B, total);
                                 if (c.isRound) solveRoundFriction(c, A, B, total);
                             });
}

void relax(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states, const BodyMass* masses) {
    forEachHalf<NodeLanes>(bundles, step.farEnd, states, masses,
                           [&]<class F>(ContactBundle& c, NodeLanes<F>& A, NodeLanes<F>& B) {
                               F total;
                               solveNormals<NormalPass::Relax>(c, step, A, B, total);
                               if (c.rolling) solveRolling(c, A, B, total);
                               solveFriction(c, A, B, total);
                           });
}

void measure(std::span<ContactBundle> bundles, const BodyState* states) {
    for (ContactBundle& c : bundles) {
        NodeLanes<F8> A, B;
        gatherMoved(c.bodyA, states, A);
        gatherMoved(c.bodyB, states, B);
        measureGaps(c, A, B);
    }
}

// As the policy says.
void sweepPatch(ContactBundle& c, const ContactStep& step, NodeLanes<F8>& A, NodeLanes<F8>& B) {
    if (c.extras) noteImpacts<F8>(c, step);
    NodeLanes<F8> a = A, b = B;
    F8 total;
    solveNormals<NormalPass::Chosen>(c, step, A, B, total);
    if (!step.policy.hasFriction) return;
    const F8 relaxation(step.policy.relaxation);
    if (!step.policy.isApart) {
        if (c.rolling) solveRolling(c, A, B, total, relaxation);
        return solveFriction<true>(c, A, B, total, relaxation);
    }
    const NodeLanes<F8> a0 = a, b0 = b;
    if (c.rolling) solveRolling(c, a, b, total, relaxation);
    solveFriction<true>(c, a, b, total, relaxation);
    A.v = A.v + (a.v - a0.v);
    A.w = A.w + (a.w - a0.w);
    B.v = B.v + (b.v - b0.v);
    B.w = B.w + (b.w - b0.w);
}
template <class Write>
void sweepTo(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states, const BodyMass* masses,
             Write write) {
    forEachBundle(bundles, states, masses, write,
                  [&](ContactBundle& c, NodeLanes<F8>& A, NodeLanes<F8>& B) { sweepPatch(c, step, A, B); });
}
void sweep(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states, const BodyMass* masses) {
    sweepTo(bundles, step, states, masses, WriteInPlace{});
}
void collect(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states, const BodyMass* masses,
             const VelocitySlots& slots) {
    sweepTo(bundles, step, states, masses, WriteToSlots(slots));
}
void move(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states, const BodyMass* masses) {
    sweepTo(bundles, step, states, masses, WriteMotion{step.h});
}

void warmStart(std::span<ContactBundle> bundles, BodyState* states, const BodyMass* masses) {
    forEachHalf<MotionLanes>(
        bundles, nullptr, states, masses,
        [&]<class F>(ContactBundle& c, MotionLanes<F>& A, MotionLanes<F>& B) { warmStartPatch(c, A, B); });
}
void warmStartSlots(std::span<ContactBundle> bundles, BodyState* states, const BodyMass* masses,
                    const VelocitySlots& slots) {
    forEachBundle(bundles, states, masses, WriteToSlots(slots),
                  [&](ContactBundle& c, NodeLanes<F8>& A, NodeLanes<F8>& B) { warmStartPatch(c, A, B); });
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
void warmStartContacts(std::span<ContactBundle> bundles, BodyState* states, const BodyMass* masses) {
    CAIRN_DISPATCH(warmStart)(bundles, states, masses);
}
void solveContacts(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states,
                   const BodyMass* masses) {
    CAIRN_DISPATCH(solve)(bundles, step, states, masses);
}
void relaxContacts(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states,
                   const BodyMass* masses) {
    CAIRN_DISPATCH(relax)(bundles, step, states, masses);
}
void measureContacts(std::span<ContactBundle> bundles, const BodyState* states) {
    CAIRN_DISPATCH(measure)(bundles, states);
}
void sweepContacts(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states,
                   const BodyMass* masses) {
    CAIRN_DISPATCH(sweep)(bundles, step, states, masses);
}
void collectContacts(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states,
                     const BodyMass* masses, const VelocitySlots& slots) {
    CAIRN_DISPATCH(collect)(bundles, step, states, masses, slots);
}
void collectWarmContacts(std::span<ContactBundle> bundles, BodyState* states, const BodyMass* masses,
                         const VelocitySlots& slots) {
    CAIRN_DISPATCH(warmStartSlots)(bundles, states, masses, slots);
}
void moveContacts(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states,
                  const BodyMass* masses) {
    CAIRN_DISPATCH(move)(bundles, step, states, masses);
}

} // namespace cairn
#endif
