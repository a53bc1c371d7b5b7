// JointBundle: eight joints side by side, no moving body twice, made of the same parts.
//
// A joint is a list of PARTS, each a few rows of the one equation (math/softness.h):
//
//     Point    anchors coincide, 3 rows            Row parts have one row each, with a spring or lock, a motor,
//     Angle3   no relative turn, 3 rows            a lower and an upper limit:
//     Angle2   axes parallel, 2 rows               AxisLinear, AxisAngular, Cone, Distance, Gear, Pulley
//     Line2    B's anchor on A's axis, 2 rows
//
// A ball joint is a Point, a hinge Angle2 + Point, a slider Angle3 + Line2 + AxisLinear. The kinds of the parts in
// order are the SIGNATURE of the joint: a byte each, kind and axis. Bundles hold joints of one signature, so the solver
// switches on the kind of a part once for eight joints, and what a joint does not use is neutral by data.
//
//     | JointBundle | part 0 | part 1 | ...       rows of eight floats, one after the other
//
// WARM START. Between substeps the solver repeats what constraints did to a body's velocity (solvers/run.h).
// Arms and axes of joints turn within a step, so a part first takes back what was repeated and applies the same
// impulses along its new directions. For that it remembers the momentum it has handed over: `linear` to B (and its
// opposite to A), `angularA` (taken from A), `angularB`, or one `torque` for both. Impulses act at one point on both
// bodies, which keeps linear and angular momentum of the pair to rounding, however far the joint is off.
#pragma once

#include "constraints/contact_bundle.h"

#include <cstddef>

namespace cairn {

enum class PartKind : uint8_t {
    None,
    Point,
    Angle3,
    Angle2,
    Line2,
    AxisLinear,
    AxisAngular,
    Cone,
    Distance,
    Gear,
    Pulley
};
inline constexpr int kMaxJointParts = 8;

constexpr uint64_t partCode(PartKind kind, int axis) {
    return static_cast<uint64_t>(kind) | static_cast<uint64_t>(axis) << 4;
}
inline PartKind partKind(uint64_t signature, int part) { return static_cast<PartKind>(signature >> (8 * part) & 15); }
inline int partAxis(uint64_t signature, int part) { return static_cast<int>(signature >> (8 * part + 4) & 15); }

struct alignas(64) JointBundle {
    using Lane = float[kLanes];

    int32_t bodyA[kLanes], bodyB[kLanes]; // as in ContactBundle
    // At the start of the step, world axes:
    Lane armA[3], armB[3];     // anchors from the centres of mass
    Lane offset[3];            // anchor of B minus anchor of A
    Lane frameA[4], frameB[4]; // rotations of the joint's frames: x y z s
    // Softness of locks and limits.
    Lane biasRate, massScale, impulseScale;
    uint64_t signature;
    bool usesFrames; // some part needs the rotations
    bool isPoints;   // a distance alone, and no end can turn: see joint_points-inl.h
    bool isHeld;     // all of it is handed over (joint_held.h): nothing to relax
    bool isTurned;   // and so is the turning of impulses with the bodies: nothing to solve
};

using JointLane = JointBundle::Lane;

struct PartBlock {
    JointLane impulse[3]; // world axes
    JointLane biasRate, massScale, impulseScale;
    JointLane relax; // 1: solved rigidly in the relax pass, above: over-relaxed; 0: a spring, which is not
    JointLane maxImpulse;
};
struct alignas(64) PartPoint : PartBlock { // Line2 as well
    JointLane angularA[3], angularB[3];
};
struct alignas(64) PartAngle : PartBlock {
    JointLane target[4]; // Angle3 only: rotation of B against A
};

struct PartRow {
    JointLane impulse[4]; // spring or lock, motor, lower, upper
    JointLane biasRate, massScale, impulseScale, relax, target;
    JointLane speed, maxMotor;
    JointLane lower, upper;
};
struct alignas(64) PartRowLinear : PartRow { // AxisLinear, Distance
    JointLane linear[3], angularA[3], angularB[3];
};
struct alignas(64) PartRowAngular : PartRow { // AxisAngular, Cone
    JointLane torque[3];
    JointLane angle; // AxisAngular: the last one seen, to count on past full turns
};
struct alignas(64) PartGear : PartRow {
    JointLane torqueA[3], torqueB[3];
    JointLane angle; // slipped since the joint was made, at the start of the step
    JointLane now;   // the same, as last seen
    JointLane ratio;
};
struct alignas(64) PartPulley : PartRow {
    JointLane linearA[3], angularA[3], linearB[3], angularB[3];
    JointLane ropeA[3], ropeB[3]; // anchor minus wheel, at the start of the step
    JointLane ratio;
};

inline std::size_t partSize(PartKind kind) {
    switch (kind) {
    case PartKind::None: return 0;
    case PartKind::Point:
    case PartKind::Line2: return sizeof(PartPoint);
    case PartKind::Angle3:
    case PartKind::Angle2: return sizeof(PartAngle);
    case PartKind::AxisLinear:
    case PartKind::Distance: return sizeof(PartRowLinear);
    case PartKind::AxisAngular:
    case PartKind::Cone: return sizeof(PartRowAngular);
    case PartKind::Gear: return sizeof(PartGear);
    case PartKind::Pulley: return sizeof(PartPulley);
    }
    return 0;
}
// How many numbers of a part live on to the next step: its first rows.
inline int partImpulses(PartKind kind) { return kind == PartKind::None ? 0 : (kind <= PartKind::Line2 ? 3 : 4); }

inline std::size_t bundleSize(uint64_t signature) {
    std::size_t size = sizeof(JointBundle);
    for (int i = 0; i < kMaxJointParts; ++i) size += partSize(partKind(signature, i));
    return size;
}

// Calls fn(kind, axis, pointer to the part) for each part.
template <class Fn> inline void forParts(JointBundle& bundle, Fn fn) {
    std::byte* data = reinterpret_cast<std::byte*>(&bundle + 1);
    for (int i = 0; i < kMaxJointParts; ++i) {
        const PartKind kind = partKind(bundle.signature, i);
        if (kind == PartKind::None) break;
        fn(kind, partAxis(bundle.signature, i), data);
        data += partSize(kind);
    }
}

// Errors that are cured at once are cured at a bounded speed: a joint that was torn far apart, or turned far past its
// limit, comes back without the violence that would tear the next one. Springs are what they are.
inline constexpr float kMaxLinearCure = 10.0f;  // m/s
inline constexpr float kMaxAngularCure = 20.0f; // rad/s
inline bool isAngular(PartKind kind) {
    return kind == PartKind::Angle3 || kind == PartKind::Angle2 || kind == PartKind::AxisAngular ||
           kind == PartKind::Cone || kind == PartKind::Gear;
}
inline float maxCure(PartKind kind) { return isAngular(kind) ? kMaxAngularCure : kMaxLinearCure; }

struct JointStep {
    float h, inverseH;
};
enum class JointPass { WarmStart, Solve, Relax };

} // namespace cairn
