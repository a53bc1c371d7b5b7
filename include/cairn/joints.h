// Joints: what can hold two bodies together, and how.
//
//     JointId knee = world.createJoint(HingeJointDef{.link = world.jointLink(thigh, shin, kneePoint, {1, 0, 0}),
//                                                    .limits = {.enabled = true, .lower = 0, .upper = 2.3f}});
//
// A joint ties a frame of body A to a frame of body B. The x axis of the frames is THE axis of the joint: hinges turn
// about it, sliders slide along it, twist is about it. Angles are those of B against A, right-handed, in radians;
// translations are those of B's frame in A's. Springs are given in hertz and damping ratio and scale with the masses
// they move, so one setting suits a toy and a truck. Forces are newtons, torques newton metres.
//
// At least one of the bodies must be dynamic. A joint goes when one of its bodies is destroyed, and rests while one of
// them is disabled.
//
// Either end may be a particle instead of a body. It is held at its centre (its frame stays as it is by default), and
// by points alone: distance joints, pulleys, and ball joints without limits, friction and drive.
//     world.createJoint(DistanceJointDef{.link = {.particleA = p, .particleB = q}, .length = 0.1f});
#pragma once

#include <cairn/definitions.h>

namespace cairn {

struct JointTag;
using JointId = Id<JointTag>;

enum class JointKind : uint8_t { Ball, Hinge, Slider, Distance, Weld, Wheel, Motor, Upright, Gear, Pulley, SixDegree };
inline constexpr int kJointKindCount = 11;

inline constexpr float kUnlimited = 1e30f; // as good as infinite

// What every joint has.
struct JointLink {
    BodyId bodyA{}, bodyB{};
    ParticleId particleA{}, particleB{};              // instead of the body
    Transform frameA = kIdentity, frameB = kIdentity; // in the frames of the bodies
    bool collideConnected = false;                    // do shapes of A and B touch each other?
    float breakForce = kUnlimited;                    // N: a joint that has to hold more is destroyed, with an event
    float breakTorque = kUnlimited;                   // Nm
    float hertz = 60.0f;                              // stiffness of what is held rigidly, limits included
    float dampingRatio = 2.0f;
    bool direct = false; // solve all joints that hang together with this one at once (see DirectJoints)
    uint64_t userData = 0;
};

struct JointLimits {
    bool enabled = false;
    float lower = 0.0f, upper = 0.0f;
};

// Keeps a speed with what force it has. Speed 0 is friction.
struct JointMotor {
    bool enabled = false;
    float speed = 0.0f;    // m/s or rad/s, of B against A
    float maxForce = 0.0f; // N or Nm
};

struct JointSpring {
    bool enabled = false;
    float hertz = 1.0f;
    float dampingRatio = 0.7f;
    float target = 0.0f; // m or rad
};

// Holds two points together. Swing is the angle between the x axes.
struct BallJointDef {
    static constexpr JointKind kKind = JointKind::Ball;
    JointLink link{};
    bool coneEnabled = false;
    float coneAngle = 0.0f; // largest swing, 0 to pi
    JointLimits twist{};    // within +-pi
    float frictionTorque = 0.0f;
    JointSpring drive{};               // towards `rotation` (of B against A); the target field is not used
    Quat rotation = kIdentityQuat;     //
    float maxDriveTorque = kUnlimited; // of the drive
};

// Turns about x and does nothing else. Angles are counted on past full turns.
struct HingeJointDef {
    static constexpr JointKind kKind = JointKind::Hinge;
    JointLink link{};
    JointLimits limits{};
    JointMotor motor{};
    JointSpring spring{};
};

// Slides along x and does nothing else.
struct SliderJointDef {
    static constexpr JointKind kKind = JointKind::Slider;
    JointLink link{};
    JointLimits limits{};
    JointMotor motor{};
    JointSpring spring{};
};

// Keeps a distance between two points: a rod; with limits alone a rope; with a spring a spring.
struct DistanceJointDef {
    static constexpr JointKind kKind = JointKind::Distance;
    JointLink link{};
    float length = 1.0f; // of the rod, and of the spring at rest; the spring's target field is not used
    JointLimits limits{};
    JointMotor motor{};
    JointSpring spring{};
};

// Makes two bodies one, firmly or (where a frequency is above 0) softly.
struct WeldJointDef {
    static constexpr JointKind kKind = JointKind::Weld;
    JointLink link{};
    float linearHertz = 0.0f, linearDampingRatio = 1.0f;
    float angularHertz = 0.0f, angularDampingRatio = 1.0f;
};

// A is the car, B the wheel. x is the way of the suspension, z the axle; steering turns the axle about x.
struct WheelJointDef {
    static constexpr JointKind kKind = JointKind::Wheel;
    JointLink link{};
    JointSpring suspension{.enabled = true, .hertz = 2.0f, .dampingRatio = 0.7f, .target = 0.0f};
    JointLimits travel{};
    JointMotor drive{};      // about the axle
    float steering = 0.0f;   // rad
    float steerHertz = 0.0f; // 0: follows at once
    float steerDampingRatio = 1.0f;
    float maxSteerTorque = kUnlimited;
};

// Drives B's frame towards A's with bounded force: character parts, cranes, a mouse that drags. Frequency 0 leaves the
// pose alone and only brakes.
struct MotorJointDef {
    static constexpr JointKind kKind = JointKind::Motor;
    JointLink link{};
    float maxForce = kUnlimited, maxTorque = kUnlimited;
    float linearHertz = 4.0f, linearDampingRatio = 1.0f;
    float angularHertz = 4.0f, angularDampingRatio = 1.0f;
};

// Keeps the x axes parallel, leaves everything else free. With A the ground it keeps B upright.
struct UprightJointDef {
    static constexpr JointKind kKind = JointKind::Upright;
    JointLink link{};
    float hertz = 4.0f; // 0: rigid
    float dampingRatio = 1.0f;
    float maxTorque = kUnlimited;
};

// Couples turns about the x axes: angleA + ratio * angleB stays as it is. The bodies turn on hinges of their own on a
// housing that does not turn; the housing takes the difference of the torques.
struct GearJointDef {
    static constexpr JointKind kKind = JointKind::Gear;
    JointLink link{};
    float ratio = 1.0f; // not 0; positive: they turn against each other
};

// A rope over two wheels at fixed places: lengthA + ratio * lengthB <= length.
struct PulleyJointDef {
    static constexpr JointKind kKind = JointKind::Pulley;
    JointLink link{};
    DVec3 wheelA{0, 0, 0}, wheelB{0, 0, 0}; // in the world
    float ratio = 1.0f;
    float length = 0.0f; // 0: as the bodies are when the joint is made
};

enum class AxisMode : uint8_t { Free, Locked, Limited };

struct JointAxis {
    AxisMode mode = AxisMode::Free;
    float lower = 0.0f, upper = 0.0f; // where limited
    JointMotor motor{};
    JointSpring spring{};
};

// Six axes, each free, limited or locked, with a motor and a spring if wanted. Limited angles are half angles of the
// relative rotation along x, y and z: keep the sum of those that are not about a single free axis below pi.
struct SixDegreeJointDef {
    static constexpr JointKind kKind = JointKind::SixDegree;
    JointLink link{};
    JointAxis linear[3]{};
    JointAxis angular[3]{};
};

// A joint had to hold more than it could, and is gone.
struct JointBreakEvent {
    JointId joint;                   // stale
    BodyId bodyA, bodyB;             // null where a particle is held
    ParticleId particleA, particleB; //
    float force, torque;             // N and Nm it held at last
    uint64_t userData;
};

// How far a joint is from what it holds.
struct JointError {
    float linear;  // m
    float angular; // rad
};

} // namespace cairn
