// Held rows: what the parts of joints hold rigidly, as rows of a Jacobian, for solvers that look at many joints at once
// (solvers/joint_tree.h). Rows of a part, in world axes:
//
//     Cdot = linear.(vB - vA) + angularB.wB - angularA.wA
//
//     Point 3, Angle3 3      along or about x, y, z          AxisLinear, AxisAngular, Distance 1
//     Line2 2, Angle2 2      the two sides of the axis       Cone, Pulley 0: they only have limits
//                                                            Gear 0: it always closes a loop
//
// A part of a lane is HANDED OVER when its softness says so: no share of mass and no leak. The kernels of the parts
// then turn its impulse with the bodies and leave it otherwise alone. Its biasRate stays, for whoever solves it.
#pragma once

#include "constraints/joint_bundle.h"

namespace cairn {

// Softness of what was handed to a tree, as a share of K (solvers/joint_tree.h says why).
inline constexpr double kTreeSoftness = 1e-5;

struct alignas(64) HeldRow {
    JointLane linear[3], angularA[3], angularB[3];
    JointLane C;
};

// A bundle, and room for the rows of all its parts.
struct HeldBundle {
    JointBundle* bundle;
    HeldRow* rows;
};

inline int heldRowCount(PartKind kind) {
    switch (kind) {
    case PartKind::Point:
    case PartKind::Angle3: return 3;
    case PartKind::Line2:
    case PartKind::Angle2: return 2;
    case PartKind::AxisLinear:
    case PartKind::AxisAngular:
    case PartKind::Distance: return 1;
    case PartKind::None:
    case PartKind::Cone:
    case PartKind::Gear:
    case PartKind::Pulley: break;
    }
    return 0;
}
inline int heldRowCount(uint64_t signature) {
    int count = 0;
    for (int i = 0; i < kMaxJointParts; ++i) count += heldRowCount(partKind(signature, i));
    return count;
}

inline bool isBlock(PartKind kind) { return kind <= PartKind::Line2; }

// Calls fn(kind, part, first row of the part in HeldBundle::rows) for each part of a lane that is handed over.
template <class Fn> inline void forHeldParts(const HeldBundle& held, int lane, Fn fn) {
    HeldRow* rows = held.rows;
    forParts(*held.bundle, [&](PartKind kind, int, std::byte* part) {
        const int count = heldRowCount(kind);
        const auto isHandedOver = [&](const auto& p) {
            return p.massScale[lane] == 0.0f && p.impulseScale[lane] == 0.0f;
        };
        const bool handed = isBlock(kind) ? isHandedOver(*reinterpret_cast<PartBlock*>(part))
                                          : isHandedOver(*reinterpret_cast<PartRow*>(part));
        if (count > 0 && handed) fn(kind, part, rows);
        rows += count;
    });
}

inline float laneDot(const JointLane (&a)[3], const JointLane (&b)[3], int lane) {
    return a[0][lane] * b[0][lane] + a[1][lane] * b[1][lane] + a[2][lane] * b[2][lane];
}
inline void addLane(JointLane (&to)[3], const JointLane (&direction)[3], int lane, float amount) {
    for (int i = 0; i < 3; ++i) to[i][lane] += amount * direction[i][lane];
}
inline bool isAngularBlock(PartKind kind) { return kind == PartKind::Angle3 || kind == PartKind::Angle2; }

// Bias rate, position error and accumulated impulse of one row.
struct HeldState {
    float biasRate, C, impulse;
};
inline HeldState heldState(PartKind kind, const std::byte* part, const HeldRow& row, int lane) {
    if (isBlock(kind)) {
        const PartBlock& p = *reinterpret_cast<const PartBlock*>(part);
        const float impulse = laneDot(p.impulse, isAngularBlock(kind) ? row.angularB : row.linear, lane);
        return {p.biasRate[lane], row.C[lane], impulse};
    }
    const PartRow& p = *reinterpret_cast<const PartRow*>(part);
    return {p.biasRate[lane], row.C[lane] - p.target[lane], p.impulse[0][lane]};
}

// Adds to the accumulated impulse of a row, and to what the part remembers for its warm start.
inline void addHeldImpulse(PartKind kind, std::byte* part, const HeldRow& row, int lane, float change) {
    if (isAngularBlock(kind)) {
        addLane(reinterpret_cast<PartAngle*>(part)->impulse, row.angularB, lane, change);
    } else if (isBlock(kind)) {
        PartPoint& p = *reinterpret_cast<PartPoint*>(part);
        addLane(p.impulse, row.linear, lane, change);
        addLane(p.angularA, row.angularA, lane, change);
        addLane(p.angularB, row.angularB, lane, change);
    } else {
        reinterpret_cast<PartRow*>(part)->impulse[0][lane] += change;
        if (kind == PartKind::AxisAngular) {
            addLane(reinterpret_cast<PartRowAngular*>(part)->torque, row.angularB, lane, change);
        } else {
            PartRowLinear& p = *reinterpret_cast<PartRowLinear*>(part);
            addLane(p.linear, row.linear, lane, change);
            addLane(p.angularA, row.angularA, lane, change);
            addLane(p.angularB, row.angularB, lane, change);
        }
    }
}

} // namespace cairn
