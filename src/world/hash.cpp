// Hashes of a world: of what decides its future, and of what it has reported.
#include "model/visit.h"
#include "world/state_hash.h"
#include "world/world_data.h"
#include "world/world_visit.h"

namespace cairn {

static void hashFields(StateHash& h, const SolverRecipe& recipe) {
    const auto& [schedule, cells, writes, bias, seed, cellLinks, cellExtent, substeps, iterations, relaxIterations,
                 positionIterations, beta, slop, maxBias, compliance, warmStart, relaxation, eta, massGain, massTaper,
                 inertiaGain, inertiaTaper, gainHeight, massRatio, restDamping, restSpeed, shock, naiveClamping,
                 blockNormals, directJoints, aggressiveSleep] = recipe;
    h.add(schedule, cells, writes, bias, seed, cellLinks, cellExtent, substeps, iterations, relaxIterations);
    h.add(positionIterations, beta, slop, maxBias, compliance, warmStart, relaxation, eta, massGain, massTaper);
    h.add(inertiaGain, inertiaTaper, gainHeight, massRatio, restDamping, restSpeed, shock, naiveClamping);
    h.add(blockNormals, directJoints, aggressiveSleep);
}

// The pointer is not hashed: geometry is where it happens to be.
static void hashFields(StateHash& h, const Shape& s) { h.add(s.kind, s.rounding, s.size); }

static void hashFields(StateHash& h, const Material& material) {
    const auto& [friction, restitution, rolling, spinning, surface, hertz, damping, frictionRule, restitutionRule,
                 userData] = material;
    h.add(friction, restitution, rolling, spinning, surface, hertz, damping, frictionRule, restitutionRule);
}

// How long boxes in the tree are known to be right changes nothing but the time that a step takes.
static void hashFields(StateHash& h, const Body& body) {
    const auto& [pose, center, v, w, localCenter, mass, inverseMass, extent, coreRadius, state, flags, type, age,
                 quarterStoreys, inertia, inverseInertia, force, linearDamping, torque, angularDamping, gravityScale,
                 maxLinearSpeed, maxAngularSpeed, givenMass, restCenter, restTime, sleepSpeed, restRotation, treeRoom,
                 firstShape, firstContact, contactCount, fixedContactCount, firstJoint, jointCount, userData] = body;
    h.add(pose, center, v, w, localCenter, mass, inverseMass, extent, coreRadius, state, flags, type, age,
          quarterStoreys, inertia);
    h.add(inverseInertia, force, linearDamping, torque, angularDamping, gravityScale, maxLinearSpeed, maxAngularSpeed);
    h.add(givenMass, restCenter, restTime, sleepSpeed, restRotation, firstShape, firstContact, contactCount,
          fixedContactCount, firstJoint, jointCount);
}

static void hashFields(StateHash& h, const ShapeRecord& record) {
    const auto& [shape, pose, material, filter, density, extent, body, next, flags, proxy, userData] = record;
    h.add(shape, pose, material, filter, density, extent, body, next, flags, proxy);
}

static void hashFields(StateHash& h, const ContactFreeze& freeze) {
    const auto& [rotationA, rotationB, offset, extent, valid, carriedByA, isPartial] = freeze;
    h.add(rotationA, rotationB, offset, extent, valid, carriedByA, isPartial);
}

static void hashFields(StateHash& h, const ContactMaterial& material) {
    const auto& [friction, restitution, rolling, spinning, hertz, damping, surfaceA, surfaceB, special] = material;
    h.add(friction, restitution, rolling, spinning, hertz, damping, surfaceA, surfaceB, special);
}

static void hashFields(StateHash& h, const Contact& contact) {
    const auto& [shapeA, shapeB, bodyA, bodyB, firstPatch, flags, freeze, cache, link, friction] = contact;
    const uint32_t ownFlags = flags & ~static_cast<uint32_t>(kOfMaterial | kManyPatches); // which follow from others
    const bool exists = bodyA != bodyB;
    h.add(shapeA, shapeB, bodyA, bodyB, firstPatch, ownFlags, freeze, cache, link,
          exists ? materialOf(h.model(), contact) : ContactMaterial{});
}

// Points that are not there hold nothing.
static void hashFields(StateHash& h, const Patch& patch) {
    const auto& [normal, count, points, roundA, roundB, friction, twist, rolling, lowerShare, contact, next] = patch;
    h.add(normal, count, std::span(points, static_cast<std::size_t>(count)), roundA, roundB, friction, twist, rolling,
          lowerShare, contact, next);
}

// Frames and strength; what else the definition says shows in what the joint does.
static void hashFields(StateHash& h, const JointLink& link) {
    const auto& [bodyA, bodyB, particleA, particleB, frameA, frameB, collideConnected, breakForce, breakTorque, hertz,
                 dampingRatio, direct, userData] = link;
    h.add(bodyA, bodyB, particleA, particleB, frameA, frameB, collideConnected, breakForce, breakTorque, hertz,
          dampingRatio, direct);
}

static void hashFields(StateHash& h, const JointRecord& joint) {
    const auto& [kind, heldRows, data, bodyA, bodyB, list, signature, impulses, impulseTime, angles, gearAngle, force,
                 torque] = joint;
    h.add(kind, data.link(), bodyA, bodyB, list, signature, impulses, impulseTime, angles, gearAngle, force, torque);
}

static void hashFields(StateHash& h, const detail::BvhBranch& branch) {
    h.add(branch.parent, branch.leafCount, branch.builtRatio);
}

// `batch` counts steps.
static void hashFields(StateHash& h, const detail::BvhProxy& proxy) {
    const auto& [userData, generation, node, mask, batch] = proxy;
    h.add(userData, generation, node, mask);
}

static void hashFields(StateHash& h, const ContactBeginEvent& e) { h.add(e.shapeA, e.shapeB); }
static void hashFields(StateHash& h, const ContactEndEvent& e) { h.add(e.shapeA, e.shapeB); }
static void hashFields(StateHash& h, const ContactHitEvent& e) {
    h.add(e.shapeA, e.shapeB, e.point, e.normal, e.approachSpeed, e.impulse);
}
static void hashFields(StateHash& h, const SensorBeginEvent& e) { h.add(e.sensor, e.visitor); }
static void hashFields(StateHash& h, const SensorEndEvent& e) { h.add(e.sensor, e.visitor); }
static void hashFields(StateHash& h, const SleepEvent& e) { h.add(e.body, e.awake); }
static void hashFields(StateHash& h, const JointBreakEvent& e) {
    h.add(e.joint, e.bodyA, e.bodyB, e.particleA, e.particleB, e.force, e.torque);
}
static void hashFields(StateHash& h, const QuarantineEvent& e) { h.add(e.body, e.disabled, e.particle); }

void StateHash::flush() {
    m_hash = hashBytes(m_buffer, m_used, m_hash);
    m_used = 0;
}

void StateHash::bytes(const void* data, std::size_t size) {
    if (m_used + size > sizeof(m_buffer)) flush();
    if (size > sizeof(m_buffer)) {
        m_hash = hashBytes(data, size, m_hash);
        return;
    }
    if (size > 0) std::memcpy(m_buffer + m_used, data, size);
    m_used += size;
}

uint64_t World::hash() const {
    if (!m_data->isIdle("hash")) return 0;
    StateHash hash(&m_data->model);
    visitWorld(*m_data, hash);
    return hash.result();
}

uint64_t World::eventHash() const {
    if (!m_data->isIdle("eventHash")) return 0;
    StateHash hash;
    const auto& [contactBegins, contactEnds, hits, sensorBegins, sensorEnds, sleeps, jointBreaks, quarantines] =
        events();
    hash.add(contactBegins, contactEnds, hits, sensorBegins, sensorEnds, sleeps, jointBreaks, quarantines);
    return hash.result();
}

} // namespace cairn
