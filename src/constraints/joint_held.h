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

inline constexpr int kHeldRows = 3; // of a part, at most

struct alignas(64) HeldRow {
    JointLane linear[3], angularA[3], angularB[3];
    JointLane C;
};

// The rows of one part of one joint as a tree wants them: by component, a column a row. Those that a part does not have
// are zero, and so is the fourth.
struct alignas(64) HeldPart {
    float angular[2][3][4]; // J of A, with its sign, and of B
    float bias[4];          // biasRate C
    float linear[3][4];     // J of B; that of A is the opposite
};

// A bundle, and where the rows of its parts go: eight places for each part that has rows.
struct HeldBundle {
    JointBundle* bundle;
    HeldPart* const* places;
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

inline bool isHandedOver(PartKind kind, const std::byte* part, int lane) {
    const auto isOver = [&](const auto& p) { return p.massScale[lane] == 0.0f && p.impulseScale[lane] == 0.0f; };
    if (heldRowCount(kind) == 0) return false;
    return isBlock(kind) ? isOver(*reinterpret_cast<const PartBlock*>(part))
                         : isOver(*reinterpret_cast<const PartRow*>(part));
}

inline bool isAngularBlock(PartKind kind) { return kind == PartKind::Angle3 || kind == PartKind::Angle2; }

// Accumulated impulses of the rows of a part.
inline void readImpulses(PartKind kind, const std::byte* part, int lane, const HeldPart& rows, double (&impulse)[4]) {
    if (!isBlock(kind)) {
        impulse[0] = static_cast<double>(reinterpret_cast<const PartRow*>(part)->impulse[0][lane]);
        impulse[1] = impulse[2] = impulse[3] = 0.0;
        return;
    }
    const PartBlock& p = *reinterpret_cast<const PartBlock*>(part);
    const auto& along = isAngularBlock(kind) ? rows.angular[1] : rows.linear;
    for (int i = 0; i < 4; ++i)
        impulse[i] = static_cast<double>(p.impulse[0][lane] * along[0][i] + p.impulse[1][lane] * along[1][i] +
                                         p.impulse[2][lane] * along[2][i]);
}

// Adds to them, and to what the part remembers for its warm start. The sign is that of the rows.
inline void addImpulses(PartKind kind, std::byte* part, int lane, const HeldPart& rows, const double (&change)[4]) {
    const auto add = [&](JointLane(&to)[3], const float(&along)[3][4], float sign) {
        for (int c = 0; c < 3; ++c) {
            float sum = 0.0f;
            for (int i = 0; i < 3; ++i) sum += static_cast<float>(change[i]) * along[c][i];
            to[c][lane] += sign * sum;
        }
    };
    if (isAngularBlock(kind)) {
        add(reinterpret_cast<PartAngle*>(part)->impulse, rows.angular[1], 1.0f);
    } else if (isBlock(kind)) {
        PartPoint& p = *reinterpret_cast<PartPoint*>(part);
        add(p.impulse, rows.linear, 1.0f);
        add(p.angularA, rows.angular[0], -1.0f);
        add(p.angularB, rows.angular[1], 1.0f);
    } else {
        reinterpret_cast<PartRow*>(part)->impulse[0][lane] += static_cast<float>(change[0]);
        if (kind == PartKind::AxisAngular) {
            add(reinterpret_cast<PartRowAngular*>(part)->torque, rows.angular[1], 1.0f);
        } else {
            PartRowLinear& p = *reinterpret_cast<PartRowLinear*>(part);
            add(p.linear, rows.linear, 1.0f);
            add(p.angularA, rows.angular[0], -1.0f);
            add(p.angularB, rows.angular[1], 1.0f);
        }
    }
}

// Sets those of a block; what it remembers is left alone.
inline void writeImpulses(PartKind kind, std::byte* part, int lane, const HeldPart& rows, const double (&impulse)[4]) {
    PartBlock& p = *reinterpret_cast<PartBlock*>(part);
    const auto& along = isAngularBlock(kind) ? rows.angular[1] : rows.linear;
    for (int c = 0; c < 3; ++c) {
        double sum = 0.0;
        for (int i = 0; i < 3; ++i) sum += impulse[i] * static_cast<double>(along[c][i]);
        p.impulse[c][lane] = static_cast<float>(sum);
    }
}

} // namespace cairn
