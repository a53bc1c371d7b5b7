// The table of what can be recorded: every call that changes a world. A new one needs a line here, and
//
//     m_data->record<Operation::Name>(arguments);
//
// at the head of its method. Order is part of the format: add at the end of a group, and count kRecordVersion up.
#pragma once

#include <cairn/world.h>

#include <tuple>

namespace cairn {

inline constexpr uint32_t kRecordVersion = 3;

// X(name, method, types of the arguments). Joints by kind, in the order of JointKind.
#define CAIRN_OPERATIONS(X)                                                                                            \
    X(SetGravity, setGravity, Vec3)                                                                                    \
    X(SetSubsteps, setSubsteps, int)                                                                                   \
    X(SetSolver, setSolver, SolverRecipe)                                                                              \
    X(SetSleepEnabled, setSleepEnabled, bool)                                                                          \
    X(CreateBody, createBody, BodyDef)                                                                                 \
    X(DestroyBody, destroyBody, BodyId)                                                                                \
    X(SetType, setType, BodyId, BodyType)                                                                              \
    X(SetEnabled, setEnabled, BodyId, bool)                                                                            \
    X(SetBodyUserData, setUserData, BodyId, uint64_t)                                                                  \
    X(SetPose, setPose, BodyId, WorldTransform)                                                                        \
    X(SetLinearVelocity, setLinearVelocity, BodyId, Vec3)                                                              \
    X(SetAngularVelocity, setAngularVelocity, BodyId, Vec3)                                                            \
    X(SetTarget, setTarget, BodyId, WorldTransform, float)                                                             \
    X(ApplyForce, applyForce, BodyId, Vec3)                                                                            \
    X(ApplyForceAt, applyForceAt, BodyId, Vec3, DVec3)                                                                 \
    X(ApplyTorque, applyTorque, BodyId, Vec3)                                                                          \
    X(ApplyImpulse, applyImpulse, BodyId, Vec3)                                                                        \
    X(ApplyImpulseAt, applyImpulseAt, BodyId, Vec3, DVec3)                                                             \
    X(ApplyAngularImpulse, applyAngularImpulse, BodyId, Vec3)                                                          \
    X(SetMass, setMass, BodyId, float)                                                                                 \
    X(SetMassProperties, setMassProperties, BodyId, MassProperties)                                                    \
    X(SetLinearDamping, setLinearDamping, BodyId, float)                                                               \
    X(SetAngularDamping, setAngularDamping, BodyId, float)                                                             \
    X(SetGravityScale, setGravityScale, BodyId, float)                                                                 \
    X(SetMaxLinearSpeed, setMaxLinearSpeed, BodyId, float)                                                             \
    X(SetMaxAngularSpeed, setMaxAngularSpeed, BodyId, float)                                                           \
    X(SetLocks, setLocks, BodyId, MotionLocks)                                                                         \
    X(SetGyroscopic, setGyroscopic, BodyId, bool)                                                                      \
    X(SetBullet, setBullet, BodyId, bool)                                                                              \
    X(SetAwake, setAwake, BodyId, bool)                                                                                \
    X(SetSleepAllowed, setSleepAllowed, BodyId, bool)                                                                  \
    X(SetSleepSpeed, setSleepSpeed, BodyId, float)                                                                     \
    X(IgnorePair, ignorePair, BodyId, BodyId, bool)                                                                    \
    X(CreateShape, createShape, BodyId, Shape, ShapeDef)                                                               \
    X(DestroyShape, destroyShape, ShapeId)                                                                             \
    X(SetGeometry, setGeometry, ShapeId, Shape, Transform)                                                             \
    X(SetDensity, setDensity, ShapeId, float)                                                                          \
    X(SetMaterial, setMaterial, ShapeId, Material)                                                                     \
    X(SetFilter, setFilter, ShapeId, Filter)                                                                           \
    X(SetContactEvents, setContactEvents, ShapeId, bool)                                                               \
    X(SetHitEvents, setHitEvents, ShapeId, bool)                                                                       \
    X(SetSensorEvents, setSensorEvents, ShapeId, bool)                                                                 \
    X(SetShapeUserData, setUserData, ShapeId, uint64_t)                                                                \
    X(DestroyJoint, destroyJoint, JointId)                                                                             \
    X(SetLimits, setLimits, JointId, JointLimits)                                                                      \
    X(SetMotor, setMotor, JointId, JointMotor)                                                                         \
    X(SetSpring, setSpring, JointId, JointSpring)                                                                      \
    X(SetJointUserData, setUserData, JointId, uint64_t)                                                                \
    X(CreateBall, createJoint, BallJointDef)                                                                           \
    X(CreateHinge, createJoint, HingeJointDef)                                                                         \
    X(CreateSlider, createJoint, SliderJointDef)                                                                       \
    X(CreateDistance, createJoint, DistanceJointDef)                                                                   \
    X(CreateWeld, createJoint, WeldJointDef)                                                                           \
    X(CreateWheel, createJoint, WheelJointDef)                                                                         \
    X(CreateMotor, createJoint, MotorJointDef)                                                                         \
    X(CreateUpright, createJoint, UprightJointDef)                                                                     \
    X(CreateGear, createJoint, GearJointDef)                                                                           \
    X(CreatePulley, createJoint, PulleyJointDef)                                                                       \
    X(CreateSixDegree, createJoint, SixDegreeJointDef)                                                                 \
    X(DefineBall, setDefinition, JointId, BallJointDef)                                                                \
    X(DefineHinge, setDefinition, JointId, HingeJointDef)                                                              \
    X(DefineSlider, setDefinition, JointId, SliderJointDef)                                                            \
    X(DefineDistance, setDefinition, JointId, DistanceJointDef)                                                        \
    X(DefineWeld, setDefinition, JointId, WeldJointDef)                                                                \
    X(DefineWheel, setDefinition, JointId, WheelJointDef)                                                              \
    X(DefineMotor, setDefinition, JointId, MotorJointDef)                                                              \
    X(DefineUpright, setDefinition, JointId, UprightJointDef)                                                          \
    X(DefineGear, setDefinition, JointId, GearJointDef)                                                                \
    X(DefinePulley, setDefinition, JointId, PulleyJointDef)                                                            \
    X(DefineSixDegree, setDefinition, JointId, SixDegreeJointDef)                                                      \
    X(CreateParticle, createParticle, ParticleDef)                                                                     \
    X(DestroyParticle, destroyParticle, ParticleId)                                                                    \
    X(SetParticleEnabled, setEnabled, ParticleId, bool)                                                                \
    X(SetPosition, setPosition, ParticleId, DVec3)                                                                     \
    X(SetVelocity, setVelocity, ParticleId, Vec3)                                                                      \
    X(ApplyParticleForce, applyForce, ParticleId, Vec3)                                                                \
    X(ApplyParticleImpulse, applyImpulse, ParticleId, Vec3)                                                            \
    X(SetParticleAwake, setAwake, ParticleId, bool)                                                                    \
    X(DefineParticle, setDefinition, ParticleId, ParticleDef)                                                          \
    X(SetResidualMeter, setResidualMeter, ResidualMeterDef)

#define CAIRN_NAME(name, ...) name,
enum class Operation : uint8_t {
    End,      // stopRecording
    Start,    // the whole world, as at the start and after restoring
    Geometry, // that is referred to from here on
    Step,     // with the answers of the contact filter, and the hash that came out
    CAIRN_OPERATIONS(CAIRN_NAME)
};
#undef CAIRN_NAME

// The arguments of an operation as a tuple.
template <Operation operation> struct ArgumentsOf;
#define CAIRN_ARGUMENTS(name, method, ...)                                                                             \
    template <> struct ArgumentsOf<Operation::name> { using Tuple = std::tuple<__VA_ARGS__>; };
CAIRN_OPERATIONS(CAIRN_ARGUMENTS)
#undef CAIRN_ARGUMENTS

// The one of a joint kind, given that of the first kind.
template <class Def> constexpr Operation operationOf(Operation first) {
    return static_cast<Operation>(static_cast<int>(first) + static_cast<int>(Def::kKind));
}

} // namespace cairn
