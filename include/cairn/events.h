// What happened in a step, as arrays to read after it. World::events() gives them all.
//
//     world.step(dt);
//     for (const ContactHitEvent& hit : world.events().hits) playSound(hit.point, hit.approachSpeed);
//
// ORDER. The same on any number of threads: what edits between steps caused comes first, in the order of the edits;
// then what the step caused, by ascending index of the contact, shape or body (contacts that end because their boxes
// parted come before the other ends).
// LIFETIME. The spans are valid until the next step or edit of the world. Ids of things that were destroyed are stale:
// an end that a destruction caused still comes, with the id of what is gone. Ask isValid.
//
// Shapes choose what they report (ShapeDef); a pair reports if one of the two does. Particles report nothing but
// quarantine.
#pragma once

#include <cairn/definitions.h>
#include <cairn/joints.h>

#include <span>

namespace cairn {

// Two shapes began to touch: a point pushed, or came closer than 5 mm.
struct ContactBeginEvent {
    ShapeId shapeA, shapeB;
};

// They let go: all points are farther apart than 1 cm, or the contact is gone because a shape, its body or its filter
// is.
struct ContactEndEvent {
    ShapeId shapeA, shapeB;
};

// Two shapes met faster than WorldDef::hitSpeed, and were stopped.
struct ContactHitEvent {
    ShapeId shapeA, shapeB;
    DVec3 point;
    Vec3 normal;         // from A to B
    float approachSpeed; // m/s along the normal, before the step
    float impulse;       // Ns along the normal: the change of that speed times the mass that the two oppose to it
};

// A shape entered a sensor, or left it. A fast one that passes through within one step does both.
struct SensorBeginEvent {
    ShapeId sensor, visitor;
};
struct SensorEndEvent {
    ShapeId sensor, visitor;
};

// A body fell asleep or woke up.
struct SleepEvent {
    BodyId body;
    bool awake; // now
};

// The state of a body was not finite any more, or went beyond 1e12 m. It is back at its last good pose with zero
// velocity. Where it was bad before the step, it is disabled as well; a body that a step spoilt goes on.
struct QuarantineEvent {
    BodyId body;
    bool disabled;
    ParticleId particle; // instead of the body
};

struct WorldEvents {
    std::span<const ContactBeginEvent> contactBegins;
    std::span<const ContactEndEvent> contactEnds;
    std::span<const ContactHitEvent> hits;
    std::span<const SensorBeginEvent> sensorBegins;
    std::span<const SensorEndEvent> sensorEnds;
    std::span<const SleepEvent> sleeps;
    std::span<const JointBreakEvent> jointBreaks;
    std::span<const QuarantineEvent> quarantines;
};

// A body that the last step moved: World::moves().
struct BodyMoveEvent {
    BodyId body;
    WorldTransform pose;
    uint64_t userData;
    bool fellAsleep; // and will not be in the list again until it wakes
};

struct ContactPoint {
    DVec3 position;
    float separation; // m; negative where the shapes overlap
    float impulse;    // Ns along the normal, in one substep
};

// A group of contact points with one normal: World::contacts(). Two convex shapes have one, a shape on a mesh may have
// several.
struct ContactInfo {
    ShapeId shapeA, shapeB; // null for a particle
    Vec3 normal;            // from A to B
    int pointCount;
    ContactPoint points[4];
    Vec3 frictionImpulse; // Ns on B
    float friction;       // coefficient
    float restitution;
};

// Says whether two shapes may touch, after filters and groups have let them (not asked about particles). Called by the
// thread that steps, when their boxes meet; must not call into the world.
using ContactFilter = bool (*)(ShapeId shapeA, ShapeId shapeB, void* context);

} // namespace cairn
