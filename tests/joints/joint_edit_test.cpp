// Joints made, changed, broken and destroyed, on any number of threads; what is refused.
#include "joints/joint_fixture.h"
#include "math/dispatch.h"

#include <cairn/ragdoll.h>

#include <algorithm>
#include <limits>

namespace cairn {

namespace {

using test::addBall;
using test::addBox;
using test::kDt;
using test::steps;

// A hanging chain of balls on ball joints, first to the ground.
std::vector<BodyId> addChain(World& world, BodyId ground, DVec3 at, int links, std::vector<JointId>& joints) {
    std::vector<BodyId> bodies;
    BodyId previous = ground;
    for (int i = 0; i < links; ++i) {
        const DVec3 center = at + DVec3{0.5 + i, 0, 0};
        bodies.push_back(addBox(world, center, {0.4f, 0.1f, 0.1f}));
        joints.push_back(world.createJoint(
            BallJointDef{.link = world.jointLink(previous, bodies.back(), center - DVec3{0.5, 0, 0})}));
        previous = bodies.back();
    }
    return bodies;
}

} // namespace

TEST(JointEdit, everyKindIsReadBackAndChanged) {
    World world;
    const BodyId ground = world.createBody({}), ball = addBall(world, {0, 1, 0});
    JointLink link = world.jointLink(ground, ball, {0, 1, 0}, {0, 1, 0});
    link.userData = 77;
    for (const test::KindCase& kind : test::allKinds()) {
        const JointId joint = kind.create(world, link);
        ASSERT_TRUE(world.isValid(joint)) << kind.name;
        EXPECT_EQ(world.userData(joint), 77u);
        EXPECT_EQ(world.bodyA(joint), ground);
        EXPECT_EQ(world.bodyB(joint), ball);
        EXPECT_EQ(world.firstJoint(ball), joint);
        EXPECT_EQ(world.nextJoint(joint, ball), JointId{});
        world.step(kDt);
        EXPECT_TRUE(world.destroyJoint(joint));
        EXPECT_FALSE(world.isValid(joint));
    }
    EXPECT_EQ(world.jointCount(), 0);
    const JointId hinge = world.createJoint(HingeJointDef{.link = link});
    HingeJointDef def = world.definition<HingeJointDef>(hinge);
    def.motor = {true, 3.0f, 100.0f};
    EXPECT_TRUE(world.setDefinition(hinge, def));
    EXPECT_EQ(world.definition<HingeJointDef>(hinge).motor.speed, 3.0f);
    steps(world, 10);
    EXPECT_NEAR(world.angularVelocity(ball).y, 3.0f, 1e-2f);
    EXPECT_TRUE(world.setMotor(hinge, {}));
    EXPECT_TRUE(world.setLimits(hinge, {true, -1.0f, 1.0f}));
    steps(world, 120);
    EXPECT_LT(world.jointAngle(hinge), 1.01f);
}

TEST(JointEdit, breaksAtItsLimitWithAnEvent) {
    for (const bool byForce : {true, false}) {
        World world;
        const BodyId ground = world.createBody({}), arm = addBox(world, {1, 0, 0}, {1.0f, 0.1f, 0.1f}, 2.0f);
        JointLink link = world.jointLink(ground, arm, {0, 0, 0});
        link.userData = 5;
        (byForce ? link.breakForce : link.breakTorque) = 1e4f;
        const JointId weld = world.createJoint(WeldJointDef{.link = link});
        steps(world, 60);
        EXPECT_TRUE(world.isValid(weld));
        EXPECT_NEAR(length(world.jointForce(weld)), 2.0f * 9.81f, 0.1f);
        EXPECT_NEAR(length(world.jointTorque(weld)), 2.0f * 9.81f, 0.1f);
        EXPECT_TRUE(world.jointBreakEvents().empty());
        WeldJointDef def = world.definition<WeldJointDef>(weld);
        (byForce ? def.link.breakForce : def.link.breakTorque) = 15.0f;
        EXPECT_TRUE(world.setDefinition(weld, def));
        world.step(kDt);
        ASSERT_EQ(world.jointBreakEvents().size(), 1u);
        const JointBreakEvent& event = world.jointBreakEvents()[0];
        EXPECT_EQ(event.joint, weld);
        EXPECT_EQ(event.bodyA, ground);
        EXPECT_EQ(event.bodyB, arm);
        EXPECT_EQ(event.userData, 5u);
        EXPECT_NEAR(byForce ? event.force : event.torque, 2.0f * 9.81f, 0.1f);
        EXPECT_FALSE(world.isValid(weld));
        world.step(kDt);
        EXPECT_TRUE(world.jointBreakEvents().empty());
        steps(world, 30);
        EXPECT_LT(world.pose(arm).p.y, -0.5);
    }
}

TEST(JointEdit, connectedBodiesTouchOnlyWhenAsked) {
    World world({.gravity = kZero});
    const BodyId a = addBox(world, {0, 0, 0}, {0.5f, 0.5f, 0.5f}), b = addBox(world, {0.9, 0, 0}, {0.5f, 0.5f, 0.5f});
    steps(world, 1);
    EXPECT_EQ(world.contactCount(), 1);
    world.setPose(a, {{0, 0, 0}, kIdentityQuat});
    world.setPose(b, {{0.9, 0, 0}, kIdentityQuat});
    for (const BodyId body : {a, b}) {
        world.setLinearVelocity(body, kZero);
        world.setAngularVelocity(body, kZero);
    }
    const JointId joint = world.createJoint(BallJointDef{.link = world.jointLink(a, b, {0.45, 0, 0})});
    EXPECT_EQ(world.contactCount(), 0);
    steps(world, 10);
    EXPECT_EQ(world.contactCount(), 0);
    BallJointDef def = world.definition<BallJointDef>(joint);
    def.link.collideConnected = true;
    EXPECT_TRUE(world.setDefinition(joint, def));
    steps(world, 2);
    EXPECT_EQ(world.contactCount(), 1);
    def.link.collideConnected = false;
    EXPECT_TRUE(world.setDefinition(joint, def));
    EXPECT_EQ(world.contactCount(), 0);
    steps(world, 2);
    EXPECT_EQ(world.contactCount(), 0);
    EXPECT_TRUE(world.destroyJoint(joint));
    steps(world, 2);
    EXPECT_EQ(world.contactCount(), 1);
}

// Bodies and joints in random order; what is left goes on.
TEST(JointEdit, destroyedInAnyOrder) {
    test::Random random(9);
    for (int trial = 0; trial < test::scaled(20); ++trial) {
        World world;
        const BodyId ground = world.createBody({});
        std::vector<JointId> joints;
        std::vector<BodyId> bodies = addChain(world, ground, {0, 0, 0}, 12, joints);
        while (!bodies.empty()) {
            world.step(kDt);
            if (random.below(2) == 0 && !joints.empty()) {
                const std::size_t i = static_cast<std::size_t>(random.below(static_cast<int>(joints.size())));
                EXPECT_EQ(world.destroyJoint(joints[i]), true);
                joints.erase(joints.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                const std::size_t i = static_cast<std::size_t>(random.below(static_cast<int>(bodies.size())));
                if (random.below(3) == 0) {
                    world.setEnabled(bodies[i], !world.isEnabled(bodies[i]));
                    continue;
                }
                EXPECT_TRUE(world.destroyBody(bodies[i]));
                bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(i));
                std::erase_if(joints, [&](JointId joint) { return !world.isValid(joint); });
            }
            EXPECT_EQ(world.jointCount(), static_cast<int>(joints.size()));
        }
        EXPECT_EQ(world.jointCount(), 0);
    }
}

TEST(JointEdit, disabledBodiesHoldNothing) {
    World world;
    const BodyId ground = world.createBody({});
    std::vector<JointId> joints;
    const std::vector<BodyId> bodies = addChain(world, ground, {0, 0, 0}, 3, joints);
    world.setEnabled(bodies[1], false);
    steps(world, 60);
    EXPECT_LT(world.pose(bodies[2]).p.y, -4.0); // fell freely
    EXPECT_NEAR(world.pose(bodies[1]).p.y, 0.0, 1e-9);
    EXPECT_LT(world.jointError(joints[0]).linear, 1e-2f);
    world.setPose(bodies[2], {{2.5, 0, 0}, kIdentityQuat});
    world.setEnabled(bodies[1], true);
    steps(world, 300);
    for (const JointId joint : joints) EXPECT_LT(world.jointError(joint).linear, 2e-2f);
}

TEST(JointEdit, jointedBodiesSleepAndWakeTogether) {
    World world;
    const BodyId ground = world.createBody({});
    world.createShape(ground, ShapeBox{{20, 1, 20}}, {.pose = {{0, -1, 0}, kIdentityQuat}});
    const BodyId a = addBox(world, {0, 0.2, 0}, {0.4f, 0.2f, 0.4f}),
                 b = addBox(world, {1.5, 0.2, 0}, {0.4f, 0.2f, 0.4f});
    world.createJoint(DistanceJointDef{.link = {.bodyA = a, .bodyB = b}, .length = 1.5f});
    steps(world, 300);
    EXPECT_FALSE(world.isAwake(a));
    EXPECT_FALSE(world.isAwake(b));
    world.applyImpulse(a, {-2, 0, 0});
    EXPECT_TRUE(world.isAwake(b));
    world.step(kDt);
    EXPECT_LT(world.linearVelocity(b).x, -0.1f);
}

TEST(JointEdit, sameBitsOnAnyThreadCountAndInstructionSet) {
    uint64_t expected = 0;
    for (int target = 0; target < laneTargetCount(); ++target) {
        ASSERT_TRUE(setLaneTarget(laneTargetName(target)));
        for (const int threads : {1, 2, 3, 8}) {
            Workers workers(threads);
            World world({.tasks = workers.tasks()});
            const BodyId ground = world.createBody({});
            world.createShape(ground, ShapeBox{{50, 1, 50}}, {.pose = {{0, -1, 0}, kIdentityQuat}});
            for (int i = 0; i < 6; ++i) createRagdoll(world, {.position = {0.9 * (i % 3), 0.5 + 2.0 * (i / 3), 0.0}});
            double x = -4.0;
            for (const test::KindCase& kind : test::allKinds()) {
                const BodyId a = addBox(world, {x, 1.0, 3.0}, {0.2f, 0.3f, 0.2f});
                const BodyId b = addBall(world, {x, 1.8, 3.2}, 0.5f, 0.2f);
                JointLink link = world.jointLink(a, b, {x, 1.5, 3.1}, {0.6f, 0.8f, 0});
                link.breakForce = 200.0f;
                kind.create(world, link);
                x += 0.45;
            }
            uint64_t breaks = 0;
            for (int i = 0; i < test::scaled(150); ++i) {
                world.step(kDt);
                for (const JointBreakEvent& event : world.jointBreakEvents()) breaks = breaks * 31 + event.joint.index;
            }
            const uint64_t hash = world.hash() ^ breaks;
            if (expected == 0) expected = hash;
            EXPECT_EQ(hash, expected) << laneTargetName(target) << ", " << threads << " threads";
        }
    }
    setLaneTarget(nullptr);
}

TEST(JointEdit, badDefinitionsAreRefusedByName) {
    World world;
    const BodyId ground = world.createBody({}), wall = world.createBody({}), ball = addBall(world, {0, 0, 0});
    const JointLink good{.bodyA = ground, .bodyB = ball};
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto refused = [&](const char* field, auto def) {
        ErrorCapture capture;
        EXPECT_FALSE(world.createJoint(def)) << field;
        EXPECT_STREQ(capture.field(), field);
    };
    const auto badLink = [&](const char* field, auto change) {
        JointLink link = good;
        change(link);
        refused(field, BallJointDef{.link = link});
    };
    badLink("link.bodyA", [&](JointLink& l) { l.bodyA = {}; });
    badLink("link.bodyB", [&](JointLink& l) { l.bodyB = BodyId{99, 1}; });
    badLink("link.bodyB", [&](JointLink& l) { l.bodyA = l.bodyB; });
    badLink("link.bodyB", [&](JointLink& l) { l.bodyB = wall; });
    badLink("link.frameA", [&](JointLink& l) { l.frameA.p.x = nan; });
    badLink("link.frameB", [&](JointLink& l) { l.frameB.q.s = 2.0f; });
    badLink("link.breakForce", [&](JointLink& l) { l.breakForce = -1.0f; });
    badLink("link.breakTorque", [&](JointLink& l) { l.breakTorque = nan; });
    badLink("link.hertz", [&](JointLink& l) { l.hertz = 0.0f; });
    badLink("link.dampingRatio", [&](JointLink& l) { l.dampingRatio = -1.0f; });
    refused("coneAngle", BallJointDef{.link = good, .coneEnabled = true, .coneAngle = 4.0f});
    refused("twist.lower", BallJointDef{.link = good, .twist = {true, -4.0f, 0.0f}});
    refused("twist.upper", BallJointDef{.link = good, .twist = {true, 1.0f, 0.0f}});
    refused("frictionTorque", BallJointDef{.link = good, .frictionTorque = -1.0f});
    refused("drive.hertz", BallJointDef{.link = good, .drive = {true, nan, 1.0f}});
    refused("rotation", BallJointDef{.link = good, .rotation = {{0, 0, 0}, 0}});
    refused("maxDriveTorque", BallJointDef{.link = good, .maxDriveTorque = nan});
    refused("limits.upper", HingeJointDef{.link = good, .limits = {true, 1.0f, 0.0f}});
    refused("motor.speed", HingeJointDef{.link = good, .motor = {true, nan, 1.0f}});
    refused("motor.maxForce", SliderJointDef{.link = good, .motor = {true, 0.0f, -1.0f}});
    refused("spring.dampingRatio", SliderJointDef{.link = good, .spring = {true, 1.0f, -1.0f}});
    refused("spring.target", SliderJointDef{.link = good, .spring = {true, 1.0f, 1.0f, nan}});
    refused("length", DistanceJointDef{.link = good, .length = -1.0f});
    refused("limits.lower", DistanceJointDef{.link = good, .limits = {true, -1.0f, 1.0f}});
    refused("linearHertz", WeldJointDef{.link = good, .linearHertz = -1.0f});
    refused("angularDampingRatio", WeldJointDef{.link = good, .angularDampingRatio = nan});
    refused("suspension.hertz", WheelJointDef{.link = good, .suspension = {true, -1.0f, 1.0f}});
    refused("travel.upper", WheelJointDef{.link = good, .travel = {true, 1.0f, 0.0f}});
    refused("drive.maxForce", WheelJointDef{.link = good, .drive = {true, 0.0f, nan}});
    refused("steering", WheelJointDef{.link = good, .steering = 9.0f});
    refused("maxForce", MotorJointDef{.link = good, .maxForce = -1.0f});
    refused("maxTorque", UprightJointDef{.link = good, .maxTorque = nan});
    refused("ratio", GearJointDef{.link = good, .ratio = 0.0f});
    refused("ratio", PulleyJointDef{.link = good, .ratio = -1.0f});
    refused("wheelA", PulleyJointDef{.link = good, .wheelA = {static_cast<double>(nan), 0, 0}});
    SixDegreeJointDef six{.link = good};
    six.linear[1] = {.mode = AxisMode::Limited, .lower = 1.0f, .upper = 0.0f};
    refused("linear[1].upper", six);
    EXPECT_EQ(world.jointCount(), 0);

    const JointId hinge = world.createJoint(HingeJointDef{.link = good});
    const auto refusedCall = [&](const char* field, auto call) {
        ErrorCapture capture;
        EXPECT_FALSE(call()) << field;
        EXPECT_STREQ(capture.field(), field);
    };
    refusedCall("joint", [&] { return world.destroyJoint({}); });
    refusedCall("joint", [&] { return world.setDefinition(hinge, SliderJointDef{.link = good}); });
    refusedCall("link.bodyA", [&] { return world.setDefinition(hinge, HingeJointDef{.link = {wall, ball}}); });
    refusedCall("limits.upper", [&] { return world.setLimits(hinge, {true, 1.0f, nan}); });
    refusedCall("axis", [&] { return world.jointAngle(hinge, 3) != 0.0f; });
    refusedCall("axis", [&] { return static_cast<bool>(world.jointLink(ground, ball, {0, 0, 0}, kZero).bodyA); });
    refusedCall("joint", [&] {
        return world.setMotor(world.createJoint(WeldJointDef{.link = good}), {true, 1.0f, 1.0f});
    });
}

TEST(Ragdoll, fallsAndStaysTogether) {
    World world;
    const BodyId ground = world.createBody({});
    world.createShape(ground, ShapeBox{{50, 1, 50}}, {.pose = {{0, -1, 0}, kIdentityQuat}});
    const Ragdoll doll = createRagdoll(world, {.position = {0, 0.3, 0}});
    ASSERT_TRUE(doll);
    float mass = 0.0f;
    for (const BodyId body : doll.bodies) mass += world.mass(body);
    EXPECT_NEAR(mass, 75.0f, 0.1f);
    for (const JointId joint : doll.joints) {
        EXPECT_LT(world.jointError(joint).linear, 1e-5f);
        EXPECT_LT(world.jointError(joint).angular, 1e-5f);
    }
    float worst = 0.0f, bend = 0.0f;
    for (int i = 0; i < 600; ++i) {
        world.step(kDt);
        for (const JointId joint : doll.joints) {
            worst = std::max(worst, world.jointError(joint).linear);
            bend = std::max(bend, world.jointError(joint).angular);
        }
    }
    EXPECT_LT(worst, 0.06f);
    EXPECT_LT(bend, 0.4f);
    for (const JointId joint : doll.joints) EXPECT_LT(world.jointError(joint).linear, 2e-3f);
    EXPECT_LT(world.pose(doll.body(RagdollPart::Head)).p.y, 0.5);
    destroyRagdoll(world, doll);
    EXPECT_EQ(world.bodyCount(), 1);
    EXPECT_EQ(world.jointCount(), 0);
    ErrorCapture capture;
    EXPECT_FALSE(createRagdoll(world, {.height = -1.0f}));
    EXPECT_STREQ(capture.field(), "height");
}

} // namespace cairn
