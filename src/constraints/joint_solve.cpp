// Gather bodies into lanes, run the parts of each bundle, scatter: once per instruction set.
#include "constraints/joint_solve.h"

#include "math/dispatch.h"

#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "constraints/joint_solve.cpp"
#include <hwy/foreach_target.h>

#include "constraints/joint_held-inl.h"
#include "constraints/joint_points-inl.h"
#include "constraints/node_writes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {
namespace {

// Parts branch on the pass. Where it is known they have no branches: compiled with a pass of its own, each pass takes
// ragdolls an eighth less time. The fallback is compiled once for all of them, and so are the rare parts.
constexpr int kAnyPass = -1;
template <int kPass> HWY_INLINE JointPass knownPass(JointPass pass) {
    return kPass == kAnyPass ? pass : static_cast<JointPass>(kPass);
}

HWY_NOINLINE void solveRarePart(JointPass pass, PartKind kind, std::byte* part, JointNow<F8>& j,
                                const LockLanes<F8>& lock) {
    if (kind == PartKind::Gear) solveGear(pass, *reinterpret_cast<PartGear*>(part), j, lock);
    if (kind == PartKind::Pulley) solvePulley(pass, *reinterpret_cast<PartPulley*>(part), j, lock);
}

template <int kPass>
void solvePart(JointPass anyPass, PartKind kind, int axis, std::byte* part, JointNow<F8>& j,
               const LockLanes<F8>& lock) {
    const JointPass pass = knownPass<kPass>(anyPass);
    switch (kind) {
    case PartKind::None: break;
    case PartKind::Point: solvePoint(pass, *reinterpret_cast<PartPoint*>(part), j); break;
    case PartKind::Line2: solveLine2(pass, *reinterpret_cast<PartPoint*>(part), j, axis); break;
    case PartKind::Angle3: solveAngle3(pass, *reinterpret_cast<PartAngle*>(part), j); break;
    case PartKind::Angle2: solveAngle2(pass, *reinterpret_cast<PartAngle*>(part), j, axis); break;
    case PartKind::AxisLinear: solveAxisLinear(pass, *reinterpret_cast<PartRowLinear*>(part), j, lock, axis); break;
    case PartKind::AxisAngular: solveAxisAngular(pass, *reinterpret_cast<PartRowAngular*>(part), j, lock, axis); break;
    case PartKind::Cone: solveCone(pass, *reinterpret_cast<PartRowAngular*>(part), j, lock); break;
    case PartKind::Distance: solveDistance(pass, *reinterpret_cast<PartRowLinear*>(part), j, lock); break;
    case PartKind::Gear:
    case PartKind::Pulley: solveRarePart(pass, kind, part, j, lock); break;
    }
}
template <int kPass>
void solvePointBundle(JointPass pass, JointBundle& bundle, const JointStep& step, BodyState* states,
                      const BodyMass* masses) {
    solvePoints(knownPass<kPass>(pass), bundle, step, states, masses);
}

// Ball joints without limits are one part, and most common: all of it stays in registers.
constexpr uint64_t kBall = partCode(PartKind::Point, 0);
template <int kPass>
void solveBallBundle(JointPass pass, JointBundle& bundle, BodyState* states, const BodyMass* masses) {
    PartPoint& part = *reinterpret_cast<PartPoint*>(&bundle + 1);
    forHalves([&]<class F>(F) {
        NodeLanes<F> A, B;
        gather(bundle.bodyA, states, masses, A);
        pin(A);
        gather(bundle.bodyB, states, masses, B);
        pin(B);
        JointNow<F> now = jointNow(bundle, A, B);
        solvePoint(knownPass<kPass>(pass), part, now);
        scatter(bundle.bodyA, states, A);
        scatter(bundle.bodyB, states, B);
    });
}

struct JointKernels {
    decltype(&solvePart<kAnyPass>) part;
    decltype(&solvePointBundle<kAnyPass>) points;
    decltype(&solveBallBundle<kAnyPass>) balls;
};
template <int kPass>
constexpr JointKernels kKernels = {solvePart<kPass>, solvePointBundle<kPass>, solveBallBundle<kPass>};
JointKernels kernelsOf(JointPass pass) {
    if constexpr (kIsFallback)
        return kKernels<kAnyPass>;
    else if (pass == JointPass::WarmStart)
        return kKernels<static_cast<int>(JointPass::WarmStart)>;
    else if (pass == JointPass::Solve)
        return kKernels<static_cast<int>(JointPass::Solve)>;
    else
        return kKernels<static_cast<int>(JointPass::Relax)>;
}

template <class Write>
void runPass(JointPass pass, std::span<JointBundle* const> bundles, const JointStep& step, BodyState* states,
             const BodyMass* masses, Write write) {
    const JointKernels kernels = kernelsOf(pass);
    for (JointBundle* const bundle : bundles) {
        if constexpr (std::is_same_v<Write, WriteInPlace>) {
            if (pass == JointPass::Relax && bundle->isHeld) continue;
            if (pass == JointPass::Solve && bundle->isTurned) continue;
            if (bundle->isPoints) {
                kernels.points(pass, *bundle, step, states, masses);
                continue;
            }
            if (bundle->signature == kBall) {
                kernels.balls(pass, *bundle, states, masses);
                continue;
            }
        }
        NodeLanes<F8> A, B;
        gather(bundle->bodyA, states, masses, A);
        gather(bundle->bodyB, states, masses, B);
        write.split(bundle->bodyA, A);
        write.split(bundle->bodyB, B);
        write.begin(0, bundle->bodyA, A);
        write.begin(1, bundle->bodyB, B);
        JointNow<F8> now = jointNow(*bundle, A, B);
        const LockLanes<F8> lock{lane(bundle->biasRate), lane(bundle->massScale), lane(bundle->impulseScale),
                                 F8(step.inverseH)};
        forParts(*bundle,
                 [&](PartKind kind, int axis, std::byte* part) { kernels.part(pass, kind, axis, part, now, lock); });
        write.end(0, bundle->bodyA, states, A);
        write.end(1, bundle->bodyB, states, B);
        write.nextBundle();
    }
}

void exportHeld(std::span<const HeldBundle> bundles, const BodyState* states) {
    for (const HeldBundle& held : bundles) {
        NodeLanes<F8> A, B;
        gather(held.bundle->bodyA, states, static_cast<PlaceLanes<F8>&>(A));
        gather(held.bundle->bodyB, states, static_cast<PlaceLanes<F8>&>(B));
        const JointNow<F8> now = jointNow(*held.bundle, A, B);
        HeldPart* const* places = held.places;
        forParts(*held.bundle, [&](PartKind kind, int axis, std::byte* part) {
            if (heldRowCount(kind) == 0) return;
            heldPart(kind, axis, part, now, places);
            places += kLanes;
        });
    }
}

void apply(std::span<JointBundle* const> b, JointPass pass, const JointStep& step, BodyState* states,
           const BodyMass* masses) {
    runPass(pass, b, step, states, masses, WriteInPlace{});
}
void collect(std::span<JointBundle* const> b, JointPass pass, const JointStep& step, BodyState* states,
             const BodyMass* masses, const VelocitySlots& slots) {
    runPass(pass, b, step, states, masses, WriteToSlots(slots));
}
void move(std::span<JointBundle* const> b, const JointStep& step, BodyState* states, const BodyMass* masses) {
    runPass(JointPass::Solve, b, step, states, masses, WriteMotion{step.h});
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cairn {

HWY_EXPORT(apply);
HWY_EXPORT(exportHeld);
HWY_EXPORT(collect);
HWY_EXPORT(move);

void warmStartJoints(std::span<JointBundle* const> bundles, const JointStep& step, BodyState* states,
                     const BodyMass* masses) {
    CAIRN_DISPATCH(apply)(bundles, JointPass::WarmStart, step, states, masses);
}
void solveJoints(std::span<JointBundle* const> bundles, const JointStep& step, BodyState* states,
                 const BodyMass* masses) {
    CAIRN_DISPATCH(apply)(bundles, JointPass::Solve, step, states, masses);
}
void relaxJoints(std::span<JointBundle* const> bundles, const JointStep& step, BodyState* states,
                 const BodyMass* masses) {
    CAIRN_DISPATCH(apply)(bundles, JointPass::Relax, step, states, masses);
}
void exportHeldRows(std::span<const HeldBundle> bundles, const BodyState* states) {
    CAIRN_DISPATCH(exportHeld)(bundles, states);
}
void collectJoints(std::span<JointBundle* const> bundles, JointPass pass, const JointStep& step, BodyState* states,
                   const BodyMass* masses, const VelocitySlots& slots) {
    CAIRN_DISPATCH(collect)(bundles, pass, step, states, masses, slots);
}
void moveJoints(std::span<JointBundle* const> bundles, const JointStep& step, BodyState* states,
                const BodyMass* masses) {
    CAIRN_DISPATCH(move)(bundles, step, states, masses);
}

} // namespace cairn
#endif
