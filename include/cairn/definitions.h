// Ids, and what things are made from: plain aggregates with defaults, for designated initialisers.
#pragma once

#include <cairn/id.h>
#include <cairn/math.h>
#include <cairn/shapes.h>
#include <cairn/solver.h>
#include <cairn/tasks.h>

namespace cairn {

struct BodyTag;
struct ShapeTag;
struct ParticleTag;
using BodyId = Id<BodyTag>;
using ShapeId = Id<ShapeTag>;
using ParticleId = Id<ParticleTag>;

enum class BodyType : uint8_t { Static, Kinematic, Dynamic };

// World axes along or about which a dynamic body does not move. A 2D game locks linearZ, angularX and angularY.
struct MotionLocks {
    bool linearX = false, linearY = false, linearZ = false;
    bool angularX = false, angularY = false, angularZ = false;
};

struct BodyDef {
    BodyType type = BodyType::Static;
    DVec3 position{0, 0, 0};
    Quat rotation = kIdentityQuat;
    Vec3 linearVelocity = kZero;  // of the centre of mass, m/s
    Vec3 angularVelocity = kZero; // rad/s, world axes
    float mass = 0.0f;            // kg, spread as the shapes' densities say; 0: from the densities
    float linearDamping = 0.0f;   // 1/s
    float angularDamping = 0.0f;  // 1/s
    float gravityScale = 1.0f;
    float maxLinearSpeed = 1e6f;  // m/s
    float maxAngularSpeed = 1e6f; // rad/s
    MotionLocks locks{};
    bool gyroscopic = true; // the torque that makes a spinning top stand and a T-handle flip
    bool enabled = true;    // a disabled body takes no part in anything
    bool bullet = false;    // does not go through moving bodies either, however fast
    bool awake = true;
    bool allowSleep = true;
    float sleepSpeed = 0.05f; // m/s of the farthest point: what is slower for half a second may sleep
    uint64_t userData = 0;
};

// How two materials become one value.
enum class Combine : uint8_t { GeometricMean, Average, Minimum, Multiply, Maximum }; // the later of the two rules wins

struct Material {
    float friction = 0.6f;
    float restitution = 0.0f; // 0: no bounce, 1: as fast as it came
    // m: torque against rolling, per newton of load. Where both materials say -1, what is round has a 64th of its
    // radius, as tyres and billiard balls do; 0: rolls for ever.
    float rollingResistance = -1.0f;
    float spinningResistance = 0.0f;               // m: torque against turning on the spot, beyond patch friction
    Vec3 surfaceVelocity = kZero;                  // m/s, shape axes: a conveyor belt
    float hertz = 0.0f;                            // softness of contacts; 0: the world's. The softer material wins
    float dampingRatio = 0.0f;                     // goes with hertz
    Combine frictionRule = Combine::GeometricMean; // resistances follow the larger
    Combine restitutionRule = Combine::Maximum;
    uint64_t userData = 0;
};

// Two shapes touch when each one's category is in the other's mask. Equal groups other than 0 decide first: positive
// always touch, negative never.
struct Filter {
    uint32_t category = 1;
    uint32_t mask = 0xFFFFFFFFu;
    int32_t group = 0;
};

struct ShapeDef {
    Transform pose = kIdentity; // in the body's frame
    float density = 1000.0f;    // kg/m^3; 0 adds no mass
    Material material{};
    Filter filter{};
    // What it reports (events.h). Contacts: begin and end of touch. Hits: fast impacts.
    bool contactEvents = true;
    bool hitEvents = false;
    bool sensorEvents = true; // sensors notice it
    // A sensor touches nothing, weighs nothing, and notices what overlaps it: shapes of dynamic and kinematic bodies
    // that its filter lets through, not other sensors.
    bool sensor = false;
    bool sensesStatic = false; // a sensor notices shapes of static bodies as well
    uint64_t userData = 0;
};

// A particle: a point with mass, as it takes to make ropes, nets and cloth. It has no rotation. Joints can hold it
// (joints.h); with a radius it touches bodies, but not other particles.
struct ParticleDef {
    DVec3 position{0, 0, 0};
    Vec3 velocity = kZero;
    float mass = 1.0f;    // kg; 0: moves as its velocity says, and nothing pushes it
    float radius = 0.05f; // m; 0: touches nothing
    float gravityScale = 1.0f;
    float damping = 0.0f; // 1/s
    float friction = 0.6f;
    float restitution = 0.0f;
    Filter filter{};
    bool awake = true;
    bool allowSleep = true;
    uint64_t userData = 0;
};

// What fast dynamic bodies are kept from going through: nothing, static bodies (and for bullets, all), or everything.
enum class Continuous : uint8_t { Off, Static, All };

// Which joints are solved at once, exactly, instead of one after the other: what they hold rigidly, in trees of bodies
// that hang together by joints. A heavy load on light links then hardly stretches them; a step with nothing
// but ball joints takes four times as long, with welds seven times. Of a loop one joint stays out. Joints softer than
// 30 Hz stay out.
//     Asked    where a joint says so (JointLink::direct)
//     Loaded   and where a light body holds heavy ones together: 16 times its own mass
//     All      everywhere
enum class DirectJoints : uint8_t { Asked, Loaded, All };

struct WorldDef {
    Vec3 gravity{0.0f, -9.81f, 0.0f};
    int substeps = 4;
    float contactHertz = 30.0f;        // softness of contacts, twice that against bodies that do not move
    float contactDampingRatio = 10.0f; // half that against bodies that do not move
    float maxPushSpeed = 3.0f;         // m/s with which overlap is undone at most
    float restitutionThreshold = 1.0f; // m/s: slower impacts do not bounce
    float hitSpeed = 1.0f;             // m/s: slower impacts are not reported
    bool enableSleep = true;
    // Bodies fall asleep one by one, not only when all that hang together are still; the ones that stay awake rest on
    // sleeping ones as on something fixed, until one of them moves. Cheaper for large piles, less exact.
    bool sleepSingly = false;
    Continuous continuous = Continuous::Static;
    DirectJoints directJoints = DirectJoints::Loaded;
    SolverRecipe solver{};
    TaskSystem tasks{}; // default: everything on the calling thread
};

} // namespace cairn
