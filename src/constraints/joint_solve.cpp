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

template <Pass kPass>
void solvePart(PartKind kind, int axis, std::byte* part, JointNow<F8>& j, const LockLanes<F8>& lock) {
    switch (kind) {
    case PartKind::None: break;
    case PartKind::Point: solvePoint<kPass>(*reinterpret_cast<PartPoint*>(part), j); break;
    case PartKind::Line2: solveLine2<kPass>(*reinterpret_cast<PartPoint*>(part), j, axis); break;
    case PartKind::Angle3: solveAngle3<kPass>(*reinterpret_cast<PartAngle*>(part), j); break;
    case PartKind::Angle2: solveAngle2<kPass>(*reinterpret_cast<PartAngle*>(part), j, axis); break;
    case PartKind::AxisLinear: solveAxisLinear<kPass>(*reinterpret_cast<PartRowLinear*>(part), j, lock, axis); break;
    case PartKind::AxisAngular: solveAxisAngular<kPass>(*reinterpret_cast<PartRowAngular*>(part), j, lock, axis); break;
    case PartKind::Cone: solveCone<kPass>(*reinterpret_cast<PartRowAngular*>(part), j, lock); break;
    case PartKind::Distance: solveDistance<kPass>(*reinterpret_cast<PartRowLinear*>(part), j, lock); break;
    case PartKind::Gear: solveGear<kPass>(*reinterpret_cast<PartGear*>(part), j, lock); break;
    case PartKind::Pulley: solvePulley<kPass>(*reinterpret_cast<PartPulley*>(part), j, lock); break;
    }
}

template <Pass kPass, class Write>
void runPass(std::span<JointBundle* const> bundles, const JointStep& step, BodyState* states, const BodyMass* masses,
             Write write) {
    for (JointBundle* const bundle : bundles) {
        if constexpr (std::is_same_v<Write, WriteInPlace>) {
            if (kPass == Pass::Relax && bundle->isHeld) continue;
            if (bundle->isPoints) {
                solvePoints<kPass>(*bundle, step, states, masses);
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
                 [&](PartKind kind, int axis, std::byte* part) { solvePart<kPass>(kind, axis, part, now, lock); });
        write.end(0, bundle->bodyA, states, A);
        write.end(1, bundle->bodyB, states, B);
        write.nextBundle();
    }
}

void exportHeld(std::span<const HeldBundle> bundles, BodyState* states, const BodyMass* masses) {
    for (const HeldBundle& held : bundles) {
        NodeLanes<F8> A, B;
        gather(held.bundle->bodyA, states, masses, A);
        gather(held.bundle->bodyB, states, masses, B);
        const JointNow<F8> now = jointNow(*held.bundle, A, B);
        HeldRow* row = held.rows;
        forParts(*held.bundle,
                 [&](PartKind kind, int axis, std::byte* part) { row = heldRows(kind, axis, part, now, row); });
    }
}

void warmStart(std::span<JointBundle* const> b, const JointStep& step, BodyState* states, const BodyMass* masses) {
    runPass<Pass::WarmStart>(b, step, states, masses, WriteInPlace{});
}
void solve(std::span<JointBundle* const> b, const JointStep& step, BodyState* states, const BodyMass* masses) {
    runPass<Pass::Solve>(b, step, states, masses, WriteInPlace{});
}
void relax(std::span<JointBundle* const> b, const JointStep& step, BodyState* states, const BodyMass* masses) {
    runPass<Pass::Relax>(b, step, states, masses, WriteInPlace{});
}

void collect(std::span<JointBundle* const> b, JointPass pass, const JointStep& step, BodyState* states,
             const BodyMass* masses, const VelocitySlots& slots) {
    const WriteToSlots write(slots);
    switch (pass) {
    case JointPass::WarmStart: return runPass<Pass::WarmStart>(b, step, states, masses, write);
    case JointPass::Solve: return runPass<Pass::Solve>(b, step, states, masses, write);
    case JointPass::Relax: return runPass<Pass::Relax>(b, step, states, masses, write);
    }
}
void move(std::span<JointBundle* const> b, const JointStep& step, BodyState* states, const BodyMass* masses) {
    runPass<Pass::Solve>(b, step, states, masses, WriteMotion{step.h});
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cairn {

HWY_EXPORT(warmStart);
HWY_EXPORT(solve);
HWY_EXPORT(relax);
HWY_EXPORT(exportHeld);
HWY_EXPORT(collect);
HWY_EXPORT(move);

void warmStartJoints(std::span<JointBundle* const> bundles, const JointStep& step, BodyState* states,
                     const BodyMass* masses) {
    CAIRN_DISPATCH(warmStart)(bundles, step, states, masses);
}
void solveJoints(std::span<JointBundle* const> bundles, const JointStep& step, BodyState* states,
                 const BodyMass* masses) {
    CAIRN_DISPATCH(solve)(bundles, step, states, masses);
}
void relaxJoints(std::span<JointBundle* const> bundles, const JointStep& step, BodyState* states,
                 const BodyMass* masses) {
    CAIRN_DISPATCH(relax)(bundles, step, states, masses);
}
void exportHeldRows(std::span<const HeldBundle> bundles, BodyState* states, const BodyMass* masses) {
    CAIRN_DISPATCH(exportHeld)(bundles, states, masses);
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
