// World: bodies, their shapes, and the step that moves them.
//
//     Workers workers;
//     World world({.tasks = workers.tasks()});
//     BodyId ground = world.createBody({});
//     world.createShape(ground, ShapePlane{});
//     BodyId box = world.createBody({.type = BodyType::Dynamic, .position = {0, 10, 0}});
//     world.createShape(box, ShapeBox{});
//     for (int i = 0; i < 60; ++i) world.step(1.0f / 60.0f);
//
// Calls that get bad data report it (error.h), change nothing and return a null id, false or a zero value.
//
// THREADS. One thread at a time may change a world or step it; different worlds are independent. Between steps any
// number of threads may call const methods of one world together. While a step runs, calls into the same world are
// refused.
#pragma once

#include <cairn/array.h>
#include <cairn/definitions.h>
#include <cairn/events.h>
#include <cairn/joints.h>
#include <cairn/mass.h>
#include <cairn/mover.h>
#include <cairn/profile.h>
#include <cairn/record.h>
#include <cairn/solver_loop.h>
#include <cairn/world_query.h>

#include <span>

namespace cairn {

struct WorldData;

class World {
public:
    explicit World(const WorldDef& def = {});
    ~World();
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    // Advances by dt seconds.
    bool step(float dt);

    Vec3 gravity() const;
    bool setGravity(Vec3 gravity);
    int substeps() const;
    bool setSubsteps(int count);
    SolverRecipe solver() const;
    bool setSolver(const SolverRecipe& recipe);
    // A function that runs the substeps (solver_loop.h); null: as the recipe says.
    bool setSolverFunction(SolverFunction function, void* context);

    // Bodies.
    BodyId createBody(const BodyDef& def);
    bool destroyBody(BodyId body);
    bool isValid(BodyId body) const;
    BodyType type(BodyId body) const;
    bool setType(BodyId body, BodyType type);
    bool isEnabled(BodyId body) const;
    bool setEnabled(BodyId body, bool enabled);
    uint64_t userData(BodyId body) const;
    bool setUserData(BodyId body, uint64_t value);
    // Its shapes, newest first.
    int shapeCount(BodyId body) const;
    ShapeId firstShape(BodyId body) const;
    ShapeId nextShape(ShapeId shape) const;

    // Where a body is and how it moves.
    WorldTransform pose(BodyId body) const;
    bool setPose(BodyId body, const WorldTransform& pose); // a jump; velocities stay
    DVec3 massCenter(BodyId body) const;
    Vec3 linearVelocity(BodyId body) const;
    Vec3 angularVelocity(BodyId body) const;
    Vec3 velocityAt(BodyId body, DVec3 point) const;
    bool setLinearVelocity(BodyId body, Vec3 velocity);
    bool setAngularVelocity(BodyId body, Vec3 velocity);
    // Gives a kinematic body the velocity that brings it to `target` in dt seconds.
    bool setTarget(BodyId body, const WorldTransform& target, float dt);

    // Pushing dynamic bodies. Forces and torques act during the next step; impulses at once.
    bool applyForce(BodyId body, Vec3 force);
    bool applyForceAt(BodyId body, Vec3 force, DVec3 point);
    bool applyTorque(BodyId body, Vec3 torque);
    bool applyImpulse(BodyId body, Vec3 impulse);
    bool applyImpulseAt(BodyId body, Vec3 impulse, DVec3 point);
    bool applyAngularImpulse(BodyId body, Vec3 impulse);

    // How a body answers.
    float mass(BodyId body) const;                    // 0 unless dynamic
    MassProperties massProperties(BodyId body) const; // in the body's frame
    bool setMass(BodyId body, float mass);            // kg, spread as before; 0: back to the shapes' densities
    bool setMassProperties(BodyId body, const MassProperties& mass);
    float linearDamping(BodyId body) const;
    float angularDamping(BodyId body) const;
    float gravityScale(BodyId body) const;
    float maxLinearSpeed(BodyId body) const;
    float maxAngularSpeed(BodyId body) const;
    MotionLocks locks(BodyId body) const;
    bool isGyroscopic(BodyId body) const;
    bool isBullet(BodyId body) const;
    bool setLinearDamping(BodyId body, float damping);
    bool setAngularDamping(BodyId body, float damping);
    bool setGravityScale(BodyId body, float scale);
    bool setMaxLinearSpeed(BodyId body, float speed);
    bool setMaxAngularSpeed(BodyId body, float speed);
    bool setLocks(BodyId body, const MotionLocks& locks);
    bool setGyroscopic(BodyId body, bool gyroscopic);
    bool setBullet(BodyId body, bool bullet);

    // Sleep. Bodies at rest fall asleep with everything they touch, cost nothing then, and wake when something awake
    // touches them, when they or what they rest on are edited or destroyed, and by setAwake.
    bool isAwake(BodyId body) const; // static and disabled bodies are not
    bool setAwake(BodyId body, bool awake);
    bool isSleepAllowed(BodyId body) const;
    bool setSleepAllowed(BodyId body, bool allowed);
    float sleepSpeed(BodyId body) const;
    bool setSleepSpeed(BodyId body, float speed);
    bool isSleepEnabled() const;
    bool setSleepEnabled(bool enabled); // false wakes everything
    int awakeCount() const;             // kinematic ones and particles included

    // What happened in the last step, and by edits before it (events.h). Functions that fill `out` clear it first and
    // return how many there are.
    WorldEvents events() const;
    // Bodies that the last step moved. The order is deterministic, and no other.
    int moves(Array<BodyMoveEvent>& out) const;
    // Contact points of a body, sleeping or awake, newest pair first.
    int contacts(BodyId body, Array<ContactInfo>& out) const;

    // Who may touch, beyond filters. Pairs of boxes that meet are asked about when they meet; what touches already
    // goes on. Null: everybody.
    bool setContactFilter(ContactFilter callback, void* context);
    // Two bodies that never touch.
    bool ignorePair(BodyId bodyA, BodyId bodyB, bool ignore = true);
    bool isPairIgnored(BodyId bodyA, BodyId bodyB) const;

    // Shapes. A dynamic body's mass follows from its shapes' densities.
    ShapeId createShape(BodyId body, const Shape& shape, const ShapeDef& def = {});
    bool destroyShape(ShapeId shape);
    bool isValid(ShapeId shape) const;
    BodyId body(ShapeId shape) const;
    Shape geometry(ShapeId shape) const;
    Transform localPose(ShapeId shape) const;
    bool setGeometry(ShapeId shape, const Shape& geometry, const Transform& localPose);
    float density(ShapeId shape) const;
    bool setDensity(ShapeId shape, float density);
    Material material(ShapeId shape) const;
    bool setMaterial(ShapeId shape, const Material& material);
    Filter filter(ShapeId shape) const;
    bool setFilter(ShapeId shape, const Filter& filter);
    // What the shape reports; sensors.
    bool contactEvents(ShapeId shape) const;
    bool hitEvents(ShapeId shape) const;
    bool sensorEvents(ShapeId shape) const;
    bool setContactEvents(ShapeId shape, bool report);
    bool setHitEvents(ShapeId shape, bool report);
    bool setSensorEvents(ShapeId shape, bool noticed);
    bool isSensor(ShapeId shape) const;
    // What overlapped the sensor at the end of the last step, ascending.
    int sensorOverlaps(ShapeId sensor, Array<ShapeId>& out) const;
    Aabb bounds(ShapeId shape) const;
    uint64_t userData(ShapeId shape) const;
    bool setUserData(ShapeId shape, uint64_t value);

    // Particles (definitions.h). Points with mass that move, touch bodies, sleep and wake with them in the same step.
    ParticleId createParticle(const ParticleDef& def);
    // All of them, or none when one is refused. Fills `out`, and returns how many.
    int createParticles(std::span<const ParticleDef> defs, Array<ParticleId>& out);
    bool destroyParticle(ParticleId particle);
    bool isValid(ParticleId particle) const;
    bool isEnabled(ParticleId particle) const;
    bool setEnabled(ParticleId particle, bool enabled);
    DVec3 position(ParticleId particle) const;
    bool setPosition(ParticleId particle, DVec3 position); // a jump; the velocity stays
    Vec3 velocity(ParticleId particle) const;
    bool setVelocity(ParticleId particle, Vec3 velocity);
    // Forces act during the next step, impulses at once; not on particles without mass.
    bool applyForce(ParticleId particle, Vec3 force);
    bool applyImpulse(ParticleId particle, Vec3 impulse);
    bool isAwake(ParticleId particle) const;
    bool setAwake(ParticleId particle, bool awake);
    // Everything as it is now, to look at and to change.
    ParticleDef definition(ParticleId particle) const;
    bool setDefinition(ParticleId particle, const ParticleDef& def);
    int contacts(ParticleId particle, Array<ContactInfo>& out) const;

    // Queries (world_query.h). The functions that end in All clear `out`, fill it in order, and return how many.
    QueryHit castRay(const RayQuery& ray, const QueryFilter& filter = {}, QueryMode mode = QueryMode::Closest) const;
    int castRayAll(const RayQuery& ray, Array<QueryHit>& out, const QueryFilter& filter = {}) const;
    // Shapes that overlap at the start are met at fraction 0; ones that merely touch, only if the motion closes in.
    QueryHit castShape(const ShapeQuery& shape, const QueryFilter& filter = {},
                       QueryMode mode = QueryMode::Closest) const;
    int castShapeAll(const ShapeQuery& shape, Array<QueryHit>& out, const QueryFilter& filter = {}) const;
    // One overlapping shape, if any; hits of overlaps carry the shape and the body alone, sorted by shape.
    QueryHit overlapShape(const ShapeQuery& shape, const QueryFilter& filter = {}) const;
    int overlapShapeAll(const ShapeQuery& shape, Array<QueryHit>& out, const QueryFilter& filter = {}) const;
    QueryHit overlapPoint(DVec3 point, const QueryFilter& filter = {}) const;
    int overlapPointAll(DVec3 point, Array<QueryHit>& out, const QueryFilter& filter = {}) const;
    // Shapes whose boxes overlap the box: coarser than overlapShape, and cheaper.
    int overlapBoxAll(DVec3 lower, DVec3 upper, Array<QueryHit>& out, const QueryFilter& filter = {}) const;
    // The nearest shape within maxDistance of a point or of a convex shape.
    QueryHit closestToPoint(DVec3 point, float maxDistance, const QueryFilter& filter = {}) const;
    int closestToPointAll(DVec3 point, float maxDistance, Array<QueryHit>& out, const QueryFilter& filter = {}) const;
    QueryHit closestToShape(const ShapeQuery& shape, float maxDistance, const QueryFilter& filter = {}) const;
    int closestToShapeAll(const ShapeQuery& shape, float maxDistance, Array<QueryHit>& out,
                          const QueryFilter& filter = {}) const;

    // Movers (mover.h): a character's capsule, in a frame at `position` with the world's axes. The planes of everything
    // within `reach`, with the shape of each if wanted; `out` arrays are cleared. For a plan of your own.
    int collideMover(const MoverCapsule& mover, DVec3 position, float reach, Array<MoverPlane>& planes,
                     const QueryFilter& filter = {}, Array<ShapeId>* shapes = nullptr) const;
    // Moves by `translation` as far as things allow, sliding along them and out of them; 32 radii at most.
    MoverMove slideMover(const MoverCapsule& mover, DVec3 position, Vec3 translation, Vec3 velocity,
                         const QueryFilter& filter = {}) const;

    // Joints (joints.h). Def is any of the definitions there.
    // A link with frames at a point of the world, their x axes along `axis`; both bodies as they are now.
    JointLink jointLink(BodyId bodyA, BodyId bodyB, DVec3 anchor, Vec3 axis = {1, 0, 0}) const;
    // From a particle to a point of a body.
    JointLink jointLink(ParticleId particle, BodyId body, DVec3 anchor) const;
    template <class Def> JointId createJoint(const Def& def);
    bool destroyJoint(JointId joint);
    bool isValid(JointId joint) const;
    JointKind kind(JointId joint) const;
    // The whole definition, to look at and to change: everything but the bodies can be set at any time.
    template <class Def> Def definition(JointId joint) const;
    template <class Def> bool setDefinition(JointId joint, const Def& def);
    // What most kinds have. Refused by those that have none.
    bool setLimits(JointId joint, const JointLimits& limits);
    bool setMotor(JointId joint, const JointMotor& motor);
    bool setSpring(JointId joint, const JointSpring& spring);
    BodyId bodyA(JointId joint) const;
    BodyId bodyB(JointId joint) const;
    ParticleId particleA(JointId joint) const; // null where a body is held
    ParticleId particleB(JointId joint) const;
    uint64_t userData(JointId joint) const;
    bool setUserData(JointId joint, uint64_t value);
    // What the joint did to B in the last substep, world axes, at B's frame.
    Vec3 jointForce(JointId joint) const;
    Vec3 jointTorque(JointId joint) const;
    float jointTranslation(JointId joint, int axis = 0) const; // of B's frame along an axis of A's
    float jointAngle(JointId joint, int axis = 0) const;       // of B about an axis of A's frame
    float jointSwing(JointId joint) const;                     // between the x axes
    float jointLength(JointId joint) const;                    // between the anchors; of a pulley the rope
    JointError jointError(JointId joint) const;
    // Joints of a body, newest first.
    JointId firstJoint(BodyId body) const;
    JointId nextJoint(JointId joint, BodyId body) const;
    JointId firstJoint(ParticleId particle) const;
    JointId nextJoint(ParticleId particle, JointId joint) const;
    // Broken in the last step, by ascending index.
    std::span<const JointBreakEvent> jointBreakEvents() const;

    // The whole.
    int bodyCount() const;
    int particleCount() const;
    int jointCount() const;
    int shapeCount() const;   // of all bodies
    int contactCount() const; // pairs that touch

    // Saved states. snapshot() writes the whole world, ids included: a world that restores it and goes on does the same
    // as the original, bit for bit, on any number of threads. Settings are part of it; the task system and callbacks
    // are not, and geometry (hulls, meshes, ...) is referred to, so it must live on. For this program, as built: see
    // record.h for files. Damaged or foreign bytes are refused, and nothing changes.
    bool snapshot(Array<uint8_t>& out) const;
    bool restore(std::span<const uint8_t> bytes);
    // What steps change and nothing else: a fraction of the size and the time. Can be loaded as long as no body, shape
    // or joint was made, destroyed (by breaking, too) or moved to another place in the trees since (types, enabling,
    // filters and poses of static bodies count); else it is refused. Properties keep their present values.
    bool saveRollback(Array<uint8_t>& out) const;
    bool loadRollback(std::span<const uint8_t> bytes);
    // Recording of everything that is done to the world, for replay() (record.h).
    bool startRecording(const RecordSink& sink);
    bool startRecording(Array<uint8_t>& out); // clears it; it must live until the end of the recording
    bool stopRecording();
    bool isRecording() const;
    // Of everything that decides the future, and of the events of the last step in their order. The same on any number
    // of threads, any compiler and processor.
    uint64_t hash() const;
    uint64_t eventHash() const;
    // Looks at every link and number inside. Reports the first that is wrong. For tests and bug hunts.
    bool validate() const;
    uint64_t memoryUse() const; // bytes reserved by the stores

    // Statistics (profile.h). counts() and measures() look at everything: not for every step of a game.
    const StepProfile& profile() const;
    WorldCounts counts() const;
    WorldMeasures measures() const;
    // How well the last step was solved. Decides nothing: any solver, the same motion with and without.
    bool setResidualMeter(const ResidualMeterDef& meter);
    ResidualMeterDef residualMeter() const;
    StepResiduals residuals() const;

private:
    friend class Replayer;
    WorldData* m_data;
};

} // namespace cairn
