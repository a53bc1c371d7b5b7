// See joint_held.h.
#include "constraints/joint_held.h"

namespace cairn {

namespace {

float along(const JointLane (&a)[3], const JointLane (&b)[3], int lane) {
    return a[0][lane] * b[0][lane] + a[1][lane] * b[1][lane] + a[2][lane] * b[2][lane];
}
void add(JointLane (&to)[3], const JointLane (&direction)[3], int lane, float amount) {
    for (int i = 0; i < 3; ++i) to[i][lane] += amount * direction[i][lane];
}
bool isAngularBlock(PartKind kind) { return kind == PartKind::Angle3 || kind == PartKind::Angle2; }

} // namespace

HeldState heldState(PartKind kind, const std::byte* part, const HeldRow& row, int lane) {
    if (isBlock(kind)) {
        const PartBlock& p = *reinterpret_cast<const PartBlock*>(part);
        const float impulse = along(p.impulse, isAngularBlock(kind) ? row.angularB : row.linear, lane);
        return {p.biasRate[lane], row.C[lane], impulse};
    }
    const PartRow& p = *reinterpret_cast<const PartRow*>(part);
    return {p.biasRate[lane], row.C[lane] - p.target[lane], p.impulse[0][lane]};
}

void addHeldImpulse(PartKind kind, std::byte* part, const HeldRow& row, int lane, float change) {
    if (isAngularBlock(kind)) {
        add(reinterpret_cast<PartAngle*>(part)->impulse, row.angularB, lane, change);
    } else if (isBlock(kind)) {
        PartPoint& p = *reinterpret_cast<PartPoint*>(part);
        add(p.impulse, row.linear, lane, change);
        add(p.angularA, row.angularA, lane, change);
        add(p.angularB, row.angularB, lane, change);
    } else {
        reinterpret_cast<PartRow*>(part)->impulse[0][lane] += change;
        if (kind == PartKind::AxisAngular) {
            add(reinterpret_cast<PartRowAngular*>(part)->torque, row.angularB, lane, change);
        } else {
            PartRowLinear& p = *reinterpret_cast<PartRowLinear*>(part);
            add(p.linear, row.linear, lane, change);
            add(p.angularA, row.angularA, lane, change);
            add(p.angularB, row.angularB, lane, change);
        }
    }
}

} // namespace cairn
