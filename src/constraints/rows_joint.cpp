// Rows of joints. J and C come from the parts' own code; bounds and softness from their data. Compiled for the
// compiler's baseline alone: nobody waits for these rows.
#include "math/dispatch_baseline.h" // first

#include "constraints/joint_held.h"
#include "constraints/rows_internal.h"

#include <cairn/joints.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "constraints/rows_joint.cpp"
#include <hwy/foreach_target.h>

#include "constraints/joint_export-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {
namespace {

// Rows of all parts, kMaxPartRows a part. Parts without a row leave theirs alone.
void exportLanes(JointBundle& bundle, BodyState* states, const BodyMass* masses, JacobianRow* rows) {
    NodeLanes<F8> A, B;
    gather(bundle.bodyA, states, masses, A);
    gather(bundle.bodyB, states, masses, B);
    const JointNow<F8> now = jointNow(bundle, A, B);
    forParts(bundle, [&](PartKind kind, int axis, std::byte* part) {
        partRows(kind, axis, part, now, rows);
        rows += kMaxPartRows;
    });
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cairn {

HWY_EXPORT(exportLanes);

namespace {

// One part in one lane.
struct PartLane {
    JointBundle& bundle;
    int lane;
    PartKind kind;
    std::byte* part;
    const JacobianRow* rows;
    double inverseH;
};

Row rowOf(const PartLane& p, int i, RowKind kind) {
    Row row = emptyRow(p.bundle.bodyA[p.lane], p.bundle.bodyB[p.lane], kind);
    const JacobianRow& J = p.rows[i];
    row.linearA = readLane(J.linearA, p.lane), row.angularA = readLane(J.angularA, p.lane);
    row.linearB = readLane(J.linearB, p.lane), row.angularB = readLane(J.angularB, p.lane);
    row.C = readLane(J.C, p.lane);
    row.owner = p.part;
    row.lane = p.lane;
    row.part = p.kind;
    return row;
}

// About an axis that nothing can turn: see joint_export-inl.h.
bool isNothing(const PartLane& p, int i) {
    const JacobianRow& J = p.rows[i];
    return lengthSquared(readLane(J.linearB, p.lane)) + lengthSquared(readLane(J.angularB, p.lane)) == 0.0;
}

// False: nothing holds it.
template <class Part> bool setSoftness(const Part& part, int lane, Row& row) {
    const double massScale = readLane(part.massScale, lane), leak = readLane(part.impulseScale, lane);
    const bool handed = massScale == 0.0 && leak == 0.0;
    if (massScale == 0.0 && !handed) return false;
    row.relaxes = handed || part.relax[lane] > 0.0f;
    row.kind = row.relaxes ? RowKind::Lock : RowKind::Spring;
    row.softness = handed ? kTreeSoftness : leak / massScale;
    return true;
}

void blockRows(const PartLane& p, int most, Array<Row>& out) {
    const PartBlock& block = *reinterpret_cast<const PartBlock*>(p.part);
    Row rows[kMaxPartRows];
    int count = 0;
    double square = 0.0;
    for (int i = 0; i < most; ++i) {
        if (isNothing(p, i)) continue;
        Row& row = rows[count++] = rowOf(p, i, RowKind::Lock);
        if (!setSoftness(block, p.lane, row)) return;
        row.impulse = dot(readLane(block.impulse, p.lane), isAngular(p.kind) ? row.angularB : row.linearB);
        row.bias = readLane(block.biasRate, p.lane) * row.C;
        row.radius = block.maxImpulse[p.lane] < kUnlimited ? readLane(block.maxImpulse, p.lane) : kNoBound;
        square += row.bias * row.bias;
    }
    const double size = sqrt(square), limit = static_cast<double>(maxCure(p.kind));
    for (int i = 0; i < count; ++i)
        if (size > limit && rows[i].relaxes) rows[i].bias *= limit / size;
    if (count > 0) pushGroup(out, {rows, static_cast<std::size_t>(count)});
}

// gap: how far it is from the limit; sign: which way along the row the limit pushes.
void limitRow(const PartLane& p, double gap, double sign, int8_t slot, Array<Row>& out) {
    Row row = rowOf(p, 0, RowKind::Limit);
    row.linearA = sign * row.linearA, row.angularA = sign * row.angularA;
    row.linearB = sign * row.linearB, row.angularB = sign * row.angularB;
    row.C = gap;
    row.lower = 0.0;
    row.slot = slot;
    row.impulse = readLane(reinterpret_cast<const PartRow*>(p.part)->impulse[slot], p.lane);
    if (gap > 0.0) {
        row.bias = row.relaxBias = gap * p.inverseH;
    } else {
        row.bias = max(readLane(p.bundle.biasRate, p.lane) * gap, -static_cast<double>(maxCure(p.kind)));
        row.softness = readLane(p.bundle.impulseScale, p.lane) / readLane(p.bundle.massScale, p.lane);
    }
    pushGroup(out, {&row, 1});
}

void partRows(const PartLane& p, Array<Row>& out) {
    if (isAngular(p.kind) && isNothing(p, 0)) return;
    const PartRow& part = *reinterpret_cast<const PartRow*>(p.part);
    Row held = rowOf(p, 0, RowKind::Lock);
    if (setSoftness(part, p.lane, held)) {
        held.C -= readLane(part.target, p.lane);
        held.bias = readLane(part.biasRate, p.lane) * held.C;
        const double limit = static_cast<double>(maxCure(p.kind));
        if (held.relaxes) held.bias = clamp(held.bias, -limit, limit);
        held.impulse = readLane(part.impulse[0], p.lane);
        pushGroup(out, {&held, 1});
    }
    if (part.maxMotor[p.lane] > 0.0f) {
        Row motor = rowOf(p, 0, RowKind::Motor);
        motor.bias = motor.relaxBias = -readLane(part.speed, p.lane);
        motor.upper = part.maxMotor[p.lane] < kUnlimited ? readLane(part.maxMotor, p.lane) : kNoBound;
        motor.lower = -motor.upper;
        motor.slot = 1;
        motor.impulse = readLane(part.impulse[1], p.lane);
        pushGroup(out, {&motor, 1});
    }
    const double C = readLane(p.rows[0].C, p.lane);
    if (part.lower[p.lane] > -kUnlimited) limitRow(p, C - readLane(part.lower, p.lane), 1.0, 2, out);
    if (part.upper[p.lane] < kUnlimited) limitRow(p, readLane(part.upper, p.lane) - C, -1.0, 3, out);
}

} // namespace

void exportJointRows(std::span<JointBundle* const> bundles, const JointStep& step, BodyState* states,
                     const BodyMass* masses, Array<Row>& out) {
    JacobianRow rows[kMaxJointParts * kMaxPartRows];
    for (JointBundle* const bundle : bundles) {
        CAIRN_DISPATCH(exportLanes)(*bundle, states, masses, rows);
        for (int lane = 0; lane < kLanes; ++lane) {
            if (bundle->bodyA[lane] < 0 && bundle->bodyB[lane] < 0) continue;
            const JacobianRow* first = rows;
            forParts(*bundle, [&](PartKind kind, int, std::byte* part) {
                const PartLane p{*bundle, lane, kind, part, first, static_cast<double>(step.inverseH)};
                isBlock(kind) ? blockRows(p, heldRowCount(kind), out) : partRows(p, out);
                first += kMaxPartRows;
            });
        }
    }
}

void storeJointRow(const Row& row, double change) {
    if (isBlock(row.part)) {
        PartBlock& block = *static_cast<PartBlock*>(row.owner);
        addToLane(block.impulse, row.lane, change * (isAngular(row.part) ? row.angularB : row.linearB));
    } else {
        static_cast<PartRow*>(row.owner)->impulse[row.slot][row.lane] = static_cast<float>(row.impulse);
    }
    const DVec3 PA = change * row.linearA, LA = change * row.angularA, PB = change * row.linearB,
                LB = change * row.angularB;
    switch (row.part) {
    case PartKind::None:
    case PartKind::Angle3:
    case PartKind::Angle2: break;
    case PartKind::Point:
    case PartKind::Line2: {
        PartPoint& p = *static_cast<PartPoint*>(row.owner);
        addToLane(p.angularA, row.lane, -LA);
        addToLane(p.angularB, row.lane, LB);
        break;
    }
    case PartKind::AxisLinear:
    case PartKind::Distance: {
        PartRowLinear& p = *static_cast<PartRowLinear*>(row.owner);
        addToLane(p.linear, row.lane, PB);
        addToLane(p.angularA, row.lane, -LA);
        addToLane(p.angularB, row.lane, LB);
        break;
    }
    case PartKind::AxisAngular:
    case PartKind::Cone: addToLane(static_cast<PartRowAngular*>(row.owner)->torque, row.lane, LB); break;
    case PartKind::Gear: {
        PartGear& p = *static_cast<PartGear*>(row.owner);
        addToLane(p.torqueA, row.lane, LA);
        addToLane(p.torqueB, row.lane, LB);
        break;
    }
    case PartKind::Pulley: {
        PartPulley& p = *static_cast<PartPulley*>(row.owner);
        addToLane(p.linearA, row.lane, PA);
        addToLane(p.angularA, row.lane, LA);
        addToLane(p.linearB, row.lane, PB);
        addToLane(p.angularB, row.lane, LB);
        break;
    }
    }
}

} // namespace cairn
#endif
