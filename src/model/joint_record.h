// What the store keeps of a joint: its definition, and what the solver carries from step to step.
#pragma once

#include "model/records.h"

#include <cairn/joints.h>

namespace cairn {

// The axes of a six-degree joint. They take more room than the whole of any other definition, so they have a store of
// their own.
struct JointAxes {
    JointAxis linear[3]{}, angular[3]{};
};
struct SixDegreeData {
    JointLink link{};
    int32_t axes = kNone; // in Model::jointAxes
};

// The definition of any kind. Each begins with its link.
union JointData {
    BallJointDef ball;
    HingeJointDef hinge;
    SliderJointDef slider;
    DistanceJointDef distance;
    WeldJointDef weld;
    WheelJointDef wheel;
    MotorJointDef motor;
    UprightJointDef upright;
    GearJointDef gear;
    PulleyJointDef pulley;
    SixDegreeData sixDegree;

    JointData() : ball{} {}
    JointLink& link() { return ball.link; }
    const JointLink& link() const { return ball.link; }
};

// The records of what a joint holds: of a body, or of a particle.
inline int nodeA(const JointLink& l) { return static_cast<int>(l.particleA ? l.particleA.index : l.bodyA.index); }
inline int nodeB(const JointLink& l) { return static_cast<int>(l.particleB ? l.particleB.index : l.bodyB.index); }

inline constexpr int kMaxJointImpulses = 24; // of all parts: three of a block, four of a row

struct JointRecord {
    JointKind kind = JointKind::Ball;
    uint8_t heldRows = 0; // how many rows are rigid: see constraints/joint_held.h
    JointData data{};
    int32_t bodyA = kNone, bodyB = kNone;
    ContactLink list[2] = {{kNone, kNone}, {kNone, kNone}}; // keys, as contacts have them
    uint64_t signature = 0;                                 // kinds of its parts: see constraints/joint_bundle.h
    float impulses[kMaxJointImpulses] = {};                 // of the last substep, in the order of the parts
    float impulseTime = 0.0f;                               // length of that substep
    float angles[3] = {0, 0, 0};                            // about x, y, z, counted on past full turns
    float gearAngle = 0.0f;                                 // by how much a gear has slipped
    Vec3 force = kZero, torque = kZero;                     // on B, of the last substep
};
static_assert(sizeof(JointRecord) <= 368);

} // namespace cairn
