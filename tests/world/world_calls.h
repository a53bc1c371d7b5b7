// Every function of a world with arguments that are fine, for tests that hold for all of them. tools/check_c_api.py
// compares these lists with world.h, so a new function cannot be forgotten.
#pragma once

#include <cairn/world.h>

namespace cairn::test {

template <class... Subject> struct WorldCall {
    const char* name;
    void (*call)(World& world, Subject... id);
};

#define WORLD(name, ...)                                                                                               \
    {                                                                                                                  \
#name, [](World & w) { (void)w.name(__VA_ARGS__); }                                                            \
    }
#define BODY(name, ...)                                                                                                \
    {                                                                                                                  \
#name, [](World & w, BodyId id) { (void)w.name(__VA_ARGS__); }                                                 \
    }
#define JOINT(name, ...)                                                                                               \
    {                                                                                                                  \
#name, [](World & w, JointId id) { (void)w.name(__VA_ARGS__); }                                                \
    }
#define PARTICLE(name, ...)                                                                                            \
    {                                                                                                                  \
#name, [](World & w, ParticleId id) { (void)w.name(__VA_ARGS__); }                                             \
    }
#define SHAPE(name, ...)                                                                                               \
    {                                                                                                                  \
#name, [](World & w, ShapeId id) { (void)w.name(__VA_ARGS__); }                                                \
    }

inline Array<QueryHit>& hitsOut() {
    static thread_local Array<QueryHit> hits;
    return hits;
}
inline Array<MoverPlane>& planesOut() {
    static thread_local Array<MoverPlane> planes;
    return planes;
}
template <class T> Array<T>& out() {
    static thread_local Array<T> array;
    return array;
}
inline constexpr WorldTransform kSomePose{{0, 3, 0}, kIdentityQuat};
inline constexpr MoverCapsule kMover{{0, 0, 0}, {0, 1, 0}, 0.3f};
inline constexpr RayQuery kDown{{0, 5, 0}, {0, -9, 0}};

// Not const. step is not here: it is what the others are refused by.
inline constexpr WorldCall<> kWorldEdits[] = {
    WORLD(setGravity, {0, -9, 0}),
    WORLD(setSubsteps, 4),
    WORLD(setSolver, SolverRecipe{}),
    WORLD(setSolverFunction, nullptr, nullptr),
    WORLD(setSleepEnabled, true),
    WORLD(setResidualMeter, {}),
    WORLD(createBody, BodyDef{}),
    WORLD(setContactFilter, nullptr, nullptr),
    WORLD(createJoint, HingeJointDef{}),
    WORLD(createParticle, ParticleDef{}),
    WORLD(createParticles, {}, out<ParticleId>()),
    WORLD(restore, {}),
    WORLD(loadRollback, {}),
    WORLD(startRecording, out<uint8_t>()),
    WORLD(stopRecording),
};

inline constexpr WorldCall<> kWorldLooks[] = {
    WORLD(gravity),
    WORLD(substeps),
    WORLD(solver),
    WORLD(isSleepEnabled),
    WORLD(awakeCount),
    WORLD(events),
    WORLD(moves, out<BodyMoveEvent>()),
    WORLD(jointBreakEvents),
    WORLD(jointCount),
    WORLD(bodyCount),
    WORLD(particleCount),
    WORLD(shapeCount),
    WORLD(contactCount),
    WORLD(hash),
    WORLD(eventHash),
    WORLD(validate),
    WORLD(memoryUse),
    WORLD(snapshot, out<uint8_t>()),
    WORLD(saveRollback, out<uint8_t>()),
    WORLD(isRecording),
    WORLD(profile),
    WORLD(counts),
    WORLD(measures),
    WORLD(residualMeter),
    WORLD(residuals),
    WORLD(castRay, kDown),
    WORLD(castRayAll, kDown, hitsOut()),
    WORLD(castShape, {.pose = kSomePose, .translation = {0, -9, 0}}),
    WORLD(castShapeAll, {.pose = kSomePose, .translation = {0, -9, 0}}, hitsOut()),
    WORLD(overlapShape, {.pose = kSomePose}),
    WORLD(overlapShapeAll, {.pose = kSomePose}, hitsOut()),
    WORLD(overlapPoint, {0, 1, 0}),
    WORLD(overlapPointAll, {0, 1, 0}, hitsOut()),
    WORLD(overlapBoxAll, {-1, -1, -1}, {1, 1, 1}, hitsOut()),
    WORLD(closestToPoint, {0, 3, 0}, 10.0f),
    WORLD(closestToPointAll, {0, 3, 0}, 10.0f, hitsOut()),
    WORLD(closestToShape, {.pose = kSomePose}, 10.0f),
    WORLD(closestToShapeAll, {.pose = kSomePose}, 10.0f, hitsOut()),
    WORLD(collideMover, kMover, {0, 1, 0}, 0.1f, planesOut()),
    WORLD(slideMover, kMover, {0, 1, 0}, {1, 0, 0}, {1, 0, 0}),
};

// For a dynamic body; setTarget wants a kinematic one.
inline constexpr WorldCall<BodyId> kBodyEdits[] = {
    BODY(setType, id, BodyType::Dynamic),
    BODY(setEnabled, id, true),
    BODY(setUserData, id, 7),
    BODY(setPose, id, kSomePose),
    BODY(setLinearVelocity, id, {0, 1, 0}),
    BODY(setAngularVelocity, id, {0, 1, 0}),
    BODY(setTarget, id, kSomePose, 0.1f),
    BODY(applyForce, id, {0, 1, 0}),
    BODY(applyForceAt, id, {0, 1, 0}, {0, 3, 0}),
    BODY(applyTorque, id, {0, 1, 0}),
    BODY(applyImpulse, id, {0, 1, 0}),
    BODY(applyImpulseAt, id, {0, 1, 0}, {0, 3, 0}),
    BODY(applyAngularImpulse, id, {0, 1, 0}),
    BODY(setMass, id, 2.0f),
    BODY(setMassProperties, id, {1.0f, kZero, {1, 1, 1, 0, 0, 0}}),
    BODY(setLinearDamping, id, 0.1f),
    BODY(setAngularDamping, id, 0.1f),
    BODY(setGravityScale, id, 0.9f),
    BODY(setMaxLinearSpeed, id, 100.0f),
    BODY(setMaxAngularSpeed, id, 100.0f),
    BODY(setLocks, id, {}),
    BODY(setGyroscopic, id, true),
    BODY(setBullet, id, true),
    BODY(ignorePair, id, id),
    BODY(setAwake, id, true),
    BODY(setSleepAllowed, id, true),
    BODY(setSleepSpeed, id, 0.05f),
    BODY(createShape, id, ShapeSphere{0.1f}),
    BODY(destroyBody, id),
};

inline constexpr WorldCall<BodyId> kBodyLooks[] = {
    BODY(isValid, id),
    BODY(type, id),
    BODY(isEnabled, id),
    BODY(userData, id),
    BODY(shapeCount, id),
    BODY(firstShape, id),
    BODY(pose, id),
    BODY(massCenter, id),
    BODY(linearVelocity, id),
    BODY(angularVelocity, id),
    BODY(velocityAt, id, {}),
    BODY(mass, id),
    BODY(massProperties, id),
    BODY(linearDamping, id),
    BODY(angularDamping, id),
    BODY(gravityScale, id),
    BODY(maxLinearSpeed, id),
    BODY(maxAngularSpeed, id),
    BODY(locks, id),
    BODY(isGyroscopic, id),
    BODY(isBullet, id),
    BODY(isAwake, id),
    BODY(isSleepAllowed, id),
    BODY(sleepSpeed, id),
    BODY(contacts, id, out<ContactInfo>()),
    BODY(isPairIgnored, id, id),
    BODY(firstJoint, id),
    BODY(jointLink, id, id, {0, 0, 0}),
};

inline constexpr WorldCall<ShapeId> kShapeEdits[] = {
    SHAPE(setGeometry, id, ShapeSphere{}, kIdentity),
    SHAPE(setDensity, id, 500.0f),
    SHAPE(setMaterial, id, {}),
    SHAPE(setFilter, id, {}),
    SHAPE(setUserData, id, 7),
    SHAPE(setContactEvents, id, true),
    SHAPE(setHitEvents, id, true),
    SHAPE(setSensorEvents, id, true),
    SHAPE(sensorOverlaps, id, out<ShapeId>()), // wants a sensor
    SHAPE(destroyShape, id),
};

inline constexpr WorldCall<ShapeId> kShapeLooks[] = {
    SHAPE(isValid, id),       SHAPE(nextShape, id), SHAPE(body, id),         SHAPE(geometry, id), SHAPE(localPose, id),
    SHAPE(density, id),       SHAPE(material, id),  SHAPE(filter, id),       SHAPE(bounds, id),   SHAPE(userData, id),
    SHAPE(contactEvents, id), SHAPE(hitEvents, id), SHAPE(sensorEvents, id), SHAPE(isSensor, id),
};

// Of a hinge.
inline constexpr WorldCall<JointId> kJointEdits[] = {
    JOINT(setDefinition, id, HingeJointDef{}),
    JOINT(setLimits, id, {}),
    JOINT(setMotor, id, {}),
    JOINT(setSpring, id, {}),
    JOINT(setUserData, id, 7),
    JOINT(destroyJoint, id),
};

inline constexpr WorldCall<JointId> kJointLooks[] = {
    JOINT(isValid, id),
    JOINT(kind, id),
    {"definition", [](World& w, JointId id) { (void)w.definition<HingeJointDef>(id); }},
    JOINT(bodyA, id),
    JOINT(bodyB, id),
    JOINT(particleA, id),
    JOINT(particleB, id),
    JOINT(userData, id),
    JOINT(jointForce, id),
    JOINT(jointTorque, id),
    JOINT(jointTranslation, id, 1),
    JOINT(jointAngle, id),
    JOINT(jointSwing, id),
    JOINT(jointLength, id),
    JOINT(jointError, id),
    JOINT(nextJoint, id, BodyId{2, 1}),
};

inline constexpr WorldCall<ParticleId> kParticleEdits[] = {
    PARTICLE(setEnabled, id, true),
    PARTICLE(setPosition, id, {0, 4, 0}),
    PARTICLE(setVelocity, id, {0, 1, 0}),
    PARTICLE(applyForce, id, {0, 1, 0}),
    PARTICLE(applyImpulse, id, {0, 1, 0}),
    PARTICLE(setAwake, id, true),
    PARTICLE(setDefinition, id, {.mass = 2.0f}),
    PARTICLE(destroyParticle, id),
};

inline constexpr WorldCall<ParticleId> kParticleLooks[] = {
    PARTICLE(isValid, id),
    PARTICLE(isEnabled, id),
    PARTICLE(position, id),
    PARTICLE(velocity, id),
    PARTICLE(isAwake, id),
    PARTICLE(definition, id),
    PARTICLE(contacts, id, out<ContactInfo>()),
    PARTICLE(jointLink, id, BodyId{2, 1}, {0, 0, 0}),
    PARTICLE(firstJoint, id),
    PARTICLE(nextJoint, id, JointId{1, 1}),
};

#undef WORLD
#undef BODY
#undef SHAPE
#undef JOINT
#undef PARTICLE

} // namespace cairn::test
