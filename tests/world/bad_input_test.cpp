// Bad data for every function of a world: refused under its own name, nothing changed.
#include "world/world_calls.h"

#include <cairn/error.h>

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace cairn {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kBad[] = {kNaN, kInfinity, -kInfinity, 1e30f, -3e38f};

struct Subjects {
    BodyId dynamic{}, kinematic{}, fixed{};
    ShapeId shape{};
    JointId joint{};
    JointLink link{};
};

struct Scene {
    World world;
    Subjects ids;
    BodyId staleBody{};
    ShapeId staleShape{};
    JointId staleJoint{};

    Scene() {
        staleBody = world.createBody({});
        staleShape = world.createShape(staleBody, ShapeBox{});
        world.destroyBody(staleBody);
        ids.fixed = world.createBody({});
        world.createShape(ids.fixed, ShapePlane{});
        ids.kinematic = world.createBody({.type = BodyType::Kinematic, .position = {5, 1, 0}});
        world.createShape(ids.kinematic, ShapeBox{});
        ids.dynamic = world.createBody({.type = BodyType::Dynamic, .position = {0, 0.5, 0}});
        ids.shape = world.createShape(ids.dynamic, ShapeBox{});
        ids.link = world.jointLink(ids.kinematic, ids.dynamic, {0, 0.5, 0});
        staleJoint = world.createJoint(HingeJointDef{ids.link});
        world.destroyJoint(staleJoint);
        ids.joint = world.createJoint(HingeJointDef{ids.link});
        for (int i = 0; i < 5; ++i) world.step(1.0f / 60.0f);
    }

    // Everything that can be read, as numbers.
    std::vector<double> readAll() const {
        std::vector<double> out;
        const auto add = [&](auto... values) { (out.push_back(static_cast<double>(values)), ...); };
        const auto addVector = [&](auto v) { add(v.x, v.y, v.z); };
        addVector(world.gravity());
        add(world.substeps(), world.isSleepEnabled(), world.awakeCount(), world.bodyCount(), world.shapeCount(),
            world.contactCount(), world.hash());
        for (const BodyId b : {ids.dynamic, ids.kinematic, ids.fixed}) {
            const MassProperties m = world.massProperties(b);
            const MotionLocks l = world.locks(b);
            addVector(world.pose(b).p);
            addVector(world.pose(b).q.v);
            addVector(world.massCenter(b));
            addVector(world.linearVelocity(b));
            addVector(world.angularVelocity(b));
            addVector(m.center);
            add(world.pose(b).q.s, m.mass, m.inertia.xx, m.inertia.xy, world.type(b), world.isEnabled(b),
                world.userData(b), world.shapeCount(b), world.linearDamping(b), world.angularDamping(b),
                world.gravityScale(b), world.maxLinearSpeed(b), world.maxAngularSpeed(b), l.linearX, l.angularZ,
                world.isGyroscopic(b), world.isAwake(b), world.isSleepAllowed(b), world.sleepSpeed(b));
        }
        const HingeJointDef d = world.definition<HingeJointDef>(ids.joint);
        addVector(d.link.frameA.p);
        addVector(d.link.frameB.q.v);
        add(world.jointCount(), d.link.hertz, d.link.dampingRatio, d.link.breakForce, d.limits.enabled, d.limits.lower,
            d.limits.upper, d.motor.speed, d.motor.maxForce, d.spring.hertz, d.spring.dampingRatio, d.spring.target);
        const Material m = world.material(ids.shape);
        const Filter f = world.filter(ids.shape);
        const Shape g = world.geometry(ids.shape);
        addVector(g.size);
        addVector(world.localPose(ids.shape).p);
        addVector(world.bounds(ids.shape).lower);
        add(g.kind, g.rounding, world.density(ids.shape), m.friction, m.restitution, m.hertz, m.frictionRule,
            f.category, f.mask, f.group, world.userData(ids.shape));
        return out;
    }
};

HingeJointDef withFrame(JointLink link, const Transform& frame) {
    link.frameA = frame;
    return {link};
}

struct BadCall {
    const char* name;
    void (*call)(World& w, const Subjects& ids, float bad);
};

#define BAD(name, ...)                                                                                                 \
    {                                                                                                                  \
#name, [](World & w, const Subjects& ids, float bad) { (void)ids, (void)bad, (void)w.name(__VA_ARGS__); }      \
    }
#define V                                                                                                              \
    { 0.0f, bad, 0.0f }
#define P                                                                                                              \
    { 0.0, static_cast<double>(bad), 0.0 }
#define Q                                                                                                              \
    { {0.0f, 0.0f, 0.0f}, bad }

// Every number that a function takes, one at a time.
constexpr BadCall kBadCalls[] = {
    BAD(step, bad),
    BAD(setGravity, V),
    BAD(createBody, {.position = P}),
    BAD(createBody, {.rotation = Q}),
    BAD(createBody, {.linearVelocity = V}),
    BAD(createBody, {.angularVelocity = V}),
    BAD(createBody, {.mass = bad}),
    BAD(createBody, {.linearDamping = bad}),
    BAD(createBody, {.angularDamping = bad}),
    BAD(createBody, {.gravityScale = bad}),
    BAD(createBody, {.maxLinearSpeed = bad}),
    BAD(createBody, {.maxAngularSpeed = bad}),
    BAD(createBody, {.sleepSpeed = bad}),
    BAD(setPose, ids.dynamic, {P, kIdentityQuat}),
    BAD(setPose, ids.dynamic, {{0, 0, 0}, Q}),
    BAD(velocityAt, ids.dynamic, P),
    BAD(setLinearVelocity, ids.dynamic, V),
    BAD(setAngularVelocity, ids.dynamic, V),
    BAD(setTarget, ids.kinematic, {P, kIdentityQuat}, 1.0f),
    BAD(setTarget, ids.kinematic, {{0, 0, 0}, Q}, 1.0f),
    BAD(setTarget, ids.kinematic, {{0, 9, 0}, kIdentityQuat}, bad),
    BAD(applyForce, ids.dynamic, V),
    BAD(applyForceAt, ids.dynamic, V, {0, 0, 0}),
    BAD(applyForceAt, ids.dynamic, {0, 1, 0}, P),
    BAD(applyTorque, ids.dynamic, V),
    BAD(applyImpulse, ids.dynamic, V),
    BAD(applyImpulseAt, ids.dynamic, V, {0, 0, 0}),
    BAD(applyImpulseAt, ids.dynamic, {0, 1, 0}, P),
    BAD(applyAngularImpulse, ids.dynamic, V),
    BAD(setMass, ids.dynamic, bad),
    BAD(setMassProperties, ids.dynamic, {bad, kZero, {1, 1, 1, 0, 0, 0}}),
    BAD(setMassProperties, ids.dynamic, {1.0f, V, {1, 1, 1, 0, 0, 0}}),
    BAD(setMassProperties, ids.dynamic, {1.0f, kZero, {1, bad, 1, 0, 0, 0}}),
    BAD(setMassProperties, ids.dynamic, {1.0f, kZero, {1, 1, 1, bad, 0, 0}}),
    BAD(setLinearDamping, ids.dynamic, bad),
    BAD(setAngularDamping, ids.dynamic, bad),
    BAD(setGravityScale, ids.dynamic, bad),
    BAD(setMaxLinearSpeed, ids.dynamic, bad),
    BAD(setMaxAngularSpeed, ids.dynamic, bad),
    BAD(setSleepSpeed, ids.dynamic, bad),
    BAD(createShape, ids.dynamic, ShapeSphere{bad}),
    BAD(createShape, ids.dynamic, ShapeBox{{1, 1, bad}}),
    BAD(createShape, ids.dynamic, ShapeSphere{}, {.pose = {V, kIdentityQuat}}),
    BAD(createShape, ids.dynamic, ShapeSphere{}, {.pose = {kZero, Q}}),
    BAD(createShape, ids.dynamic, ShapeSphere{}, {.density = bad}),
    BAD(createShape, ids.dynamic, ShapeSphere{}, {.material = {.friction = bad}}),
    BAD(createShape, ids.dynamic, ShapeSphere{}, {.material = {.surfaceVelocity = V}}),
    BAD(setGeometry, ids.shape, ShapeCapsule{bad, 1.0f}, kIdentity),
    BAD(setGeometry, ids.shape, ShapeSphere{}, {V, kIdentityQuat}),
    BAD(setGeometry, ids.shape, ShapeSphere{}, {kZero, Q}),
    BAD(setDensity, ids.shape, bad),
    BAD(setMaterial, ids.shape, {.friction = bad}),
    BAD(setMaterial, ids.shape, {.restitution = bad}),
    BAD(setMaterial, ids.shape, {.rollingResistance = bad}),
    BAD(setMaterial, ids.shape, {.spinningResistance = bad}),
    BAD(setMaterial, ids.shape, {.surfaceVelocity = V}),
    BAD(setMaterial, ids.shape, {.hertz = bad}),
    BAD(setMaterial, ids.shape, {.dampingRatio = bad}),
    BAD(castRay, {P, {0, 1, 0}}),
    BAD(castRay, {{0, 0, 0}, V}),
    BAD(castRayAll, {{0, 0, 0}, V}, test::hitsOut()),
    BAD(castShape, {.shape = ShapeSphere{bad}}),
    BAD(castShape, {.pose = {P, kIdentityQuat}}),
    BAD(castShape, {.pose = {{0, 0, 0}, Q}}),
    BAD(castShape, {.translation = V}),
    BAD(castShapeAll, {.translation = V}, test::hitsOut()),
    BAD(overlapShape, {.shape = ShapeSphere{bad}}),
    BAD(overlapShapeAll, {.pose = {P, kIdentityQuat}}, test::hitsOut()),
    BAD(overlapPoint, P),
    BAD(overlapPointAll, P, test::hitsOut()),
    BAD(overlapBoxAll, P, {1, 1, 1}, test::hitsOut()),
    BAD(overlapBoxAll, {0, 0, 0}, P, test::hitsOut()),
    BAD(closestToPoint, P, 1.0f),
    BAD(closestToPoint, {0, 0, 0}, bad),
    BAD(closestToPointAll, {0, 0, 0}, bad, test::hitsOut()),
    BAD(closestToShape, {.pose = {P, kIdentityQuat}}, 1.0f),
    BAD(closestToShape, {}, bad),
    BAD(closestToShapeAll, {}, bad, test::hitsOut()),
    BAD(collideMover, {{0, 0, 0}, {0, 1, 0}, bad}, {0, 1, 0}, 0.1f, test::planesOut()),
    BAD(collideMover, {{0, 0, 0}, V, 0.3f}, {0, 1, 0}, 0.1f, test::planesOut()),
    BAD(collideMover, test::kMover, P, 0.1f, test::planesOut()),
    BAD(collideMover, test::kMover, {0, 1, 0}, bad, test::planesOut()),
    BAD(slideMover, {{0, 0, 0}, {0, 1, 0}, bad}, {0, 1, 0}, {1, 0, 0}, kZero),
    BAD(slideMover, test::kMover, P, {1, 0, 0}, kZero),
    BAD(slideMover, test::kMover, {0, 1, 0}, V, kZero),
    BAD(slideMover, test::kMover, {0, 1, 0}, {1, 0, 0}, V),
    BAD(jointLink, ids.kinematic, ids.dynamic, P),
    BAD(jointLink, ids.kinematic, ids.dynamic, {0, 0, 0}, V),
    BAD(setLimits, ids.joint, {true, bad, 1e31f}),
    BAD(setMotor, ids.joint, {true, bad, 1.0f}),
    BAD(setSpring, ids.joint, {true, bad, 1.0f}),
    BAD(setSpring, ids.joint, {true, 1.0f, bad}),
    BAD(setSpring, ids.joint, {true, 1.0f, 1.0f, bad}),
    BAD(createJoint, withFrame(ids.link, {V, kIdentityQuat})),
    BAD(createJoint, withFrame(ids.link, {kZero, Q})),
    // Wrong in kind rather than in number.
    BAD(setSubsteps, 0),
    BAD(setSubsteps, 65),
    BAD(setSolver, {.iterations = -1}),
    BAD(setSolver, {.beta = bad}),
    BAD(setType, ids.dynamic, static_cast<BodyType>(9)),
    BAD(setType, ids.fixed, BodyType::Dynamic), // it holds a plane
    BAD(setLinearVelocity, ids.fixed, kZero),
    BAD(setAngularVelocity, ids.fixed, kZero),
    BAD(setTarget, ids.dynamic, test::kSomePose, 1.0f),
    BAD(applyForce, ids.kinematic, kZero),
    BAD(applyImpulse, ids.fixed, kZero),
    BAD(setMass, ids.kinematic, 1.0f),
    BAD(createBody, {.type = static_cast<BodyType>(9)}),
    BAD(createShape, ids.dynamic, ShapePlane{}),
    BAD(createShape, ids.fixed, ShapeHull{nullptr}),
    BAD(createShape, ids.fixed, ShapeMesh{nullptr}),
    BAD(createShape, ids.fixed, ShapeHeightField{nullptr}),
    BAD(createShape, ids.fixed, ShapeCompound{nullptr}),
    BAD(setGeometry, ids.shape, ShapePlane{}, kIdentity),
    BAD(setMaterial, ids.shape, {.frictionRule = static_cast<Combine>(9)}),
    BAD(castShape, {.shape = ShapePlane{}, .translation = {0, 1, 0}}),
};

std::string nameOf(const ErrorCapture& capture) {
    const std::string message = capture.message();
    return message.substr(0, message.find(':'));
}

TEST(BadInput, numbersAreRefusedByNameAndChangeNothing) {
    Scene scene;
    const std::vector<double> before = scene.readAll();
    for (std::size_t row = 0; row < std::size(kBadCalls); ++row) {
        for (const float bad : kBad) {
            ErrorCapture capture;
            kBadCalls[row].call(scene.world, scene.ids, bad);
            EXPECT_EQ(nameOf(capture), kBadCalls[row].name) << "row " << row << " with " << bad;
            ASSERT_EQ(scene.readAll(), before) << kBadCalls[row].name << ", row " << row << " with " << bad;
        }
    }
}

template <class Table, class Id> void expectRefused(Scene& scene, const Table& table, Id stale) {
    const std::vector<double> before = scene.readAll();
    const Id bad[] = {Id{}, stale, Id{3, 99}, Id{0xFFFFFFFFu, 0xFFFFFFFFu}};
    for (const auto& c : table) {
        if (std::string(c.name) == "isValid") continue; // the one that may be asked
        for (const Id id : bad) {
            ErrorCapture capture;
            c.call(scene.world, id);
            EXPECT_EQ(nameOf(capture), c.name) << id.index << "/" << id.generation;
            ASSERT_EQ(scene.readAll(), before) << c.name;
        }
    }
}

TEST(BadInput, nullAndStaleIdsAreRefusedByName) {
    Scene scene;
    expectRefused(scene, test::kBodyEdits, scene.staleBody);
    expectRefused(scene, test::kBodyLooks, scene.staleBody);
    expectRefused(scene, test::kShapeEdits, scene.staleShape);
    expectRefused(scene, test::kShapeLooks, scene.staleShape);
    expectRefused(scene, test::kJointEdits, scene.staleJoint);
    expectRefused(scene, test::kJointLooks, scene.staleJoint);
    EXPECT_FALSE(scene.world.isValid(BodyId{}));
    EXPECT_FALSE(scene.world.isValid(scene.staleBody));
    EXPECT_FALSE(scene.world.isValid(scene.staleShape));
}

// A bad definition of a world still gives one: what was refused has its default.
TEST(BadInput, worldsFallBackToDefaults) {
    const WorldDef standard{};
    for (const float bad : kBad) {
        ErrorCapture capture;
        World world({.gravity = {0, bad, 0},
                     .substeps = -3,
                     .contactHertz = bad,
                     .contactDampingRatio = bad,
                     .maxPushSpeed = bad,
                     .restitutionThreshold = bad,
                     .continuous = static_cast<Continuous>(77)});
        EXPECT_EQ(capture.count(), 7);
        EXPECT_EQ(world.gravity(), standard.gravity);
        EXPECT_EQ(world.substeps(), standard.substeps);
        EXPECT_TRUE(world.step(1.0f / 60.0f));
    }
}

} // namespace
} // namespace cairn
