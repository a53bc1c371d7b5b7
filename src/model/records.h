// The records of the stores: what a body, a shape, a contact and a patch are. All plain data.
//
//     Body --< Shape >--< Contact --< Patch        a patch is an edge of the constraint graph
//
// A particle is a body without inertia and with one ball at most: see model/particles.h.
//
// Records sit at the index of their id and never move. What the solver touches of an awake body is copied to a dense
// BodyState for as long as it is awake.
#pragma once

#include <cairn/bvh.h>
#include <cairn/definitions.h>
#include <cairn/manifold.h>

#include <cstddef>

namespace cairn {

inline constexpr int kNone = -1;

// Bits of Body::flags.
enum BodyFlag : uint32_t {
    kLockLinearX = 1u << 0, // then Y, Z, and the three angular ones
    kLockAngularX = 1u << 3,
    kLockLinear = 7u << 0,
    kLockAngular = 7u << 3,
    kGyroscopic = 1u << 6, // wanted by the user, and the inertia is not that of a ball
    kWantsGyroscopic = 1u << 7,
    kEnabled = 1u << 8,
    kMassGiven = 1u << 9, // mass, centre and inertia by the user: shapes do not change them
    kSleepAllowed = 1u << 10,
    kBullet = 1u << 20,
    kParticle = 1u << 12,     // has no inertia, at most one shape, and a ParticleId instead of a BodyId
    kIgnoresPairs = 1u << 11, // some pair with this body is ignored
};

// In lines of 64 bytes by who reads them together: a contact looks at the first two of a body.
struct alignas(64) Body {
    // Where it is.
    WorldTransform pose; // of the body's frame
    DVec3 center;        // of mass, world

    // How it moves, and who it is to the solver.
    Vec3 v, w;               // velocity of the centre of mass, and angular
    Vec3 localCenter;        // of mass, body frame
    float mass, inverseMass; // 0 unless dynamic
    float extent;            // how far the shapes reach from the centre of mass
    float coreRadius;        // of the smallest ball inside one of its shapes; kHuge without shapes
    int32_t state;           // BodyState of an awake body; kNone for a static, disabled or sleeping one
    uint32_t flags;          // BodyFlag
    BodyType type;
    uint8_t age;             // steps that it has been through, up to kGrown
    uint16_t quarterStoreys; // four times BodyState::storeys, after the last step

    // What drives it.
    Sym33 inertia;        // about the centre of mass, body axes
    Sym33 inverseInertia; // without locks
    Vec3 force;           // for the next step
    float linearDamping;
    Vec3 torque; // for the next step
    float angularDamping, gravityScale;
    float maxLinearSpeed, maxAngularSpeed;
    float givenMass; // total by the user, 0: from densities

    // Rest.
    DVec3 restCenter; // centre and rotation when the body was last seen to move (pipeline/sleep.h)
    float restTime;   // s since then
    float sleepSpeed; // m/s of the farthest point
    Quat restRotation;

    float treeRoom; // m: no point moves out of the boxes in the tree before it has gone that far; 0: unknown

    // Links.
    int32_t firstShape;   // list through ShapeRecord::next
    int32_t firstContact; // list of contact keys: contact * 2 + side
    int32_t contactCount;
    int32_t fixedContactCount;  // of those, with bodies that are not dynamic
    int32_t firstJoint = kNone; // list of joint keys: joint * 2 + side
    int32_t jointCount;
    uint64_t userData;
};
inline constexpr int kGrown = 30; // steps: until then a body is new, and does not count as heavier for what it carries
inline constexpr float kMostStoreys = 1000.0f;
inline float storeysOf(const Body& b) { return 0.25f * static_cast<float>(b.quarterStoreys); }
static_assert(sizeof(Body) == 5 * 64 && offsetof(Body, inertia) == 2 * 64);

// Bits of ShapeRecord::flags.
enum ShapeFlag : uint32_t {
    kSensor = 1u << 0,
    kSensesStatic = 1u << 1,
    kSensorEvents = 1u << 2, // sensors notice it
    kContactEvents = 1u << 3,
    kHitEvents = 1u << 4,
    kParticleShape = 1u << 5, // of a particle: nobody has its id, and queries pass it by
};

struct ShapeRecord {
    Shape shape{ShapeSphere{}};
    Transform pose; // in the body's frame
    Material material;
    Filter filter;
    float density;
    float extent; // farthest point from the body's centre of mass
    int32_t body;
    int32_t next;   // of the same body
    uint32_t flags; // ShapeFlag
    ProxyId proxy;
    uint64_t userData;
};

struct ContactLink {
    int32_t previous, next; // keys
};

// While two shapes hardly move against each other, their patches are kept as they were found, in the world's axes: only
// separations follow the motion, by the formula of the substeps. That saves the collision, and it calms stacks: arms
// and normals that follow every sway of a tower feed the sway.
struct ContactFreeze {
    Quat rotationA, rotationB; // of the bodies when the patches were found
    Vec3 offset;               // centre of A minus centre of B, then
    float extent;              // of the shape that reaches less far from its body's centre
    bool valid;
    bool carriedByA; // A's shape is the larger one
    bool isPartial;  // the patch is four points of more
};

// Two materials, combined. Of most contacts friction is all there is to it, so a contact keeps that; who needs the rest
// combines again (materialOf in model/model.h).
struct ContactMaterial {
    float friction, restitution;
    float rollingResistance, spinningResistance; // m; rolling: -1 asks for that of round surfaces
    float hertz, dampingRatio;                   // 0: the world's
    Vec3 surfaceVelocityA, surfaceVelocityB;     // shape axes
    bool special;                                // more than friction
};

// Bits of Contact::flags, beside kContactEvents and kHitEvents of its shapes.
enum ContactFlag : uint32_t {
    kTouching = 1u << 8,         // has been reported as begun
    kHasPoints = 1u << 9,        // some patch has: saves a look at the patches of those, most of them, that have none
    kSpecialMaterial = 1u << 10, // more than friction
    kOwnSoftness = 1u << 11,     // the material says how stiff it is
    kOwnRolling = 1u << 12,      // the material says how it rolls
    kManyPatches = 1u << 13,     // more than one
    kOfMaterial = kSpecialMaterial | kOwnSoftness | kOwnRolling,
};

// What every step reads comes first.
struct alignas(64) Contact {
    int32_t shapeA, shapeB;
    int32_t bodyA, bodyB;
    int32_t firstPatch; // list through Patch::next; kNone before the first touch: most pairs of boxes never do
    uint32_t flags;
    ContactFreeze freeze;
    ManifoldCache cache;
    ContactLink link[2]; // in the lists of bodyA and bodyB
    float friction;
};
static_assert(sizeof(Contact) == 2 * 64);
inline bool isSpecial(const Contact& c) { return (c.flags & kSpecialMaterial) != 0; }

struct PatchPoint {
    Vec3 arm;         // from A's centre of mass
    float found;      // separation when the patch was found
    float separation; // now
    float impulse;
    uint32_t featureId;
};

// World axes.
struct alignas(64) Patch {
    Vec3 normal;   // from A to B
    int32_t count; // points; 0: does not touch, and is not in the graph
    PatchPoint points[4];
    float roundA, roundB; // radius of the surfaces about the contact; 0 where contact points are points of the bodies
    Vec3 frictionImpulse; // on B
    float twistImpulse;
    Vec3 rollingImpulse;
    float lowerShare; // of its inverse mass with which a light body under a heavy one met these impulses; 0: none yet
    int32_t contact;
    int32_t next; // of the same contact; on the free list: the next free one
};
inline void forgetImpulses(Patch& p) {
    for (PatchPoint& point : p.points) point.impulse = 0.0f;
    p.frictionImpulse = p.rollingImpulse = kZero;
    p.twistImpulse = 0.0f;
}

} // namespace cairn
