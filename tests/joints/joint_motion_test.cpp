// Joints against closed forms: pendulum, springs, motors, suspension and limits.
#include "joints/joint_fixture.h"

namespace cairn {

namespace {

using test::addBall;
using test::addBox;
using test::kDt;
using test::steps;

// Times at which a sampled value passes zero upward, by linear interpolation.
std::vector<double> upwardZeros(const std::vector<double>& samples, double dt) {
    std::vector<double> zeros;
    for (std::size_t i = 1; i < samples.size(); ++i)
        if (samples[i - 1] < 0.0 && samples[i] >= 0.0)
            zeros.push_back(dt * (static_cast<double>(i) - samples[i] / (samples[i] - samples[i - 1])));
    return zeros;
}

double meanPeriod(const std::vector<double>& zeros) {
    return (zeros.back() - zeros.front()) / static_cast<double>(zeros.size() - 1);
}

} // namespace

// T = 2 pi sqrt(I/(m g l)) (1 + a^2/16 + 11 a^4/3072), I about the pivot.
TEST(JointMotion, pendulumPeriod) {
    for (const bool hinged : {false, true}) {
        World world;
        const BodyId ground = world.createBody({});
        const double amplitude = 0.3, length = 1.0;
        const BodyId bob = addBall(world, {length * std::sin(amplitude), -length * std::cos(amplitude), 0}, 2.0f, 0.2f);
        const JointLink link = world.jointLink(ground, bob, {0, 0, 0}, {0, 0, 1});
        if (hinged) {
            world.createJoint(HingeJointDef{.link = link});
        } else {
            world.createJoint(BallJointDef{.link = link});
        }
        std::vector<double> x;
        for (int i = 0; i < 1200; ++i) {
            world.step(kDt);
            x.push_back(world.pose(bob).p.x);
            ASSERT_NEAR(cairn::length(toFloat(world.pose(bob).p)), 1.0f, 2e-3f);
        }
        const double inertia = length * length + 0.4 * 0.2 * 0.2, a2 = amplitude * amplitude;
        const double period = 2.0 * M_PI * std::sqrt(inertia / (9.81 * length)) * (1.0 + a2 / 16 + 11 * a2 * a2 / 3072);
        EXPECT_NEAR(meanPeriod(upwardZeros(x, kDt)) / period, 1.0, 0.01) << hinged;
    }
}

namespace {

struct Oscillation {
    double frequency, damping;
};

// Of the samples of a free oscillation: mean period between zeros, and the largest value of each period (that of the
// parabola through the largest sample and its neighbours) against the next: log decrement.
Oscillation oscillationOf(const std::vector<double>& x, double dt) {
    const std::vector<double> zeros = upwardZeros(x, dt);
    std::vector<double> peaks;
    for (std::size_t i = 0; i + 1 < zeros.size(); ++i) {
        std::size_t top = static_cast<std::size_t>(zeros[i] / dt) + 1;
        for (std::size_t k = top; static_cast<double>(k) * dt < zeros[i + 1]; ++k)
            if (x[k] > x[top]) top = k;
        const double before = x[top - 1], after = x[top + 1], slope = after - before;
        peaks.push_back(x[top] + slope * slope / (8.0 * (2.0 * x[top] - before - after)));
    }
    const double decrement = std::log(peaks.front() / peaks.back()) / static_cast<double>(peaks.size() - 1);
    const double damping = decrement / std::sqrt(4 * M_PI * M_PI + decrement * decrement);
    return {1.0 / (meanPeriod(zeros) * std::sqrt(1.0 - damping * damping)), damping};
}

} // namespace

// A free oscillation about the rest length: period 1 / (f sqrt(1 - zeta^2)), amplitude falls by exp(-zeta omega t).
// Both to 1 %, by default settings and with the same steps as whole ones.
TEST(JointMotion, springFrequencyAndDamping) {
    for (const int substeps : {4, 1})
        for (const float hertz : {0.5f, 1.0f, 3.0f})
            for (const float zeta : {0.02f, 0.1f, 0.2f}) {
                World world({.gravity = kZero, .substeps = substeps, .enableSleep = false});
                const BodyId ground = world.createBody({}), ball = addBall(world, {0, 2.5, 0}, 3.0f);
                world.createJoint(DistanceJointDef{
                    .link = {.bodyA = ground, .bodyB = ball}, .length = 2.0f, .spring = {true, hertz, zeta}});
                const double dt = substeps / 240.0;
                std::vector<double> x;
                for (int i = 0; i < static_cast<int>(8 / (dt * static_cast<double>(hertz))); ++i) {
                    world.step(static_cast<float>(dt));
                    x.push_back(world.pose(ball).p.y - 2.0);
                }
                const Oscillation seen = oscillationOf(x, dt);
                EXPECT_NEAR(seen.frequency / static_cast<double>(hertz), 1.0, 0.01)
                    << substeps << ": " << hertz << " Hz, " << zeta;
                EXPECT_NEAR(seen.damping / static_cast<double>(zeta), 1.0, 0.01)
                    << substeps << ": " << hertz << " Hz, " << zeta;
            }
}

// A motor that lifts: it keeps its speed, and what it does is the torque of the load; with too little it stalls.
TEST(JointMotion, hingeMotorTorque) {
    for (const bool strong : {true, false}) {
        World world;
        const BodyId ground = world.createBody({}), arm = addBox(world, {1, 0, 0}, {1.0f, 0.05f, 0.05f}, 2.0f);
        const float load = 2.0f * 9.81f * 1.0f;
        const JointId hinge =
            world.createJoint(HingeJointDef{.link = world.jointLink(ground, arm, {0, 0, 0}, {0, 0, 1}),
                                            .motor = {true, strong ? 0.1f : 0.0f, strong ? 2.0f * load : 0.9f * load}});
        steps(world, 30);
        const float angle = world.jointAngle(hinge);
        SinCos at = sinCos(angle);
        if (strong) {
            EXPECT_NEAR(world.jointTorque(hinge).z, load * at.cos, 0.01f * load);
            EXPECT_NEAR(world.angularVelocity(arm).z, 0.1f, 1e-3f);
            EXPECT_NEAR(angle, 0.05f, 1e-3f);
            EXPECT_NEAR(world.jointForce(hinge).y, 2.0f * 9.81f, 0.2f);
        } else {
            // Falls with the torque that is left: 0.1 load = I alpha, while the arm is level.
            EXPECT_NEAR(world.jointTorque(hinge).z, 0.9f * load, 0.01f * load);
            EXPECT_LT(angle, -0.05f);
        }
    }
}

TEST(JointMotion, sliderMotorPushesWithWhatItHas) {
    World world({.gravity = kZero});
    const BodyId ground = world.createBody({}), box = addBox(world, {0, 0, 0}, {0.2f, 0.2f, 0.2f}, 4.0f);
    const JointId slider = world.createJoint(
        SliderJointDef{.link = world.jointLink(ground, box, {0, 0, 0}, {0, 1, 0}), .motor = {true, 3.0f, 8.0f}});
    steps(world, 60); // a = 2 m/s^2
    EXPECT_NEAR(world.linearVelocity(box).y, 2.0f, 0.02f);
    EXPECT_NEAR(world.jointForce(slider).y, 8.0f, 0.01f);
    steps(world, 60);
    EXPECT_NEAR(world.linearVelocity(box).y, 3.0f, 1e-3f);
    EXPECT_NEAR(world.jointForce(slider).y, 0.0f, 1e-2f);
    EXPECT_NEAR(world.jointTranslation(slider), static_cast<float>(world.pose(box).p.y), 1e-4f);
}

// A mass m on a spring of frequency f sags by g / omega^2, whatever m is.
TEST(JointMotion, suspensionSag) {
    for (const float mass : {1.0f, 500.0f}) {
        World world;
        const BodyId hub = world.createBody({}), car = addBox(world, {0, 0, 0}, {0.5f, 0.3f, 1.0f}, mass);
        const JointId wheel = world.createJoint(
            WheelJointDef{.link = world.jointLink(car, hub, {0, 0, 0}, {0, 1, 0}), .suspension = {true, 1.5f, 0.7f}});
        steps(world, 600);
        const float omega = 2.0f * kPi * 1.5f, sag = 9.81f / (omega * omega);
        EXPECT_NEAR(world.jointTranslation(wheel), sag, 0.01f * sag);
        EXPECT_NEAR(static_cast<float>(-world.pose(car).p.y), sag, 0.01f * sag);
        EXPECT_LT(length(world.linearVelocity(car)), 1e-3f);
    }
}

TEST(JointMotion, steeringAndDriveOfAWheel) {
    World world({.gravity = kZero});
    const BodyId car = world.createBody({}), wheel = addBall(world, {0, 0, 0}, 10.0f, 0.3f);
    WheelJointDef def{.link = world.jointLink(car, wheel, {0, 0, 0}, {0, 1, 0})};
    def.drive = {true, 5.0f, 100.0f};
    const JointId joint = world.createJoint(def);
    steps(world, 30);
    const Vec3 axle = rotate(world.pose(wheel).q * def.link.frameB.q, Vec3{0, 0, 1});
    EXPECT_LT(length(world.angularVelocity(wheel) - 5.0f * axle), 1e-2f);
    def.steering = 0.5f;
    EXPECT_TRUE(world.setDefinition(joint, def));
    steps(world, 60);
    const Vec3 before = rotate(def.link.frameA.q, Vec3{0, 0, 1});
    const Vec3 after = rotate(world.pose(wheel).q * def.link.frameB.q, Vec3{0, 0, 1});
    EXPECT_NEAR(dot(before, after), sinCos(0.5f).cos, 1e-3f);
    EXPECT_NEAR(dot(cross(before, after), Vec3{0, 1, 0}), sinCos(0.5f).sin, 1e-3f);
}

// Limits under load: the weight of an arm, a hanging slider, a rope, cone and twist of a ball.
TEST(JointMotion, limitsHold) {
    World world;
    const BodyId ground = world.createBody({});
    const auto arm = [&](double x) { return addBox(world, {x + 0.5, 0, 0}, {0.5f, 0.1f, 0.1f}, 5.0f); };
    const BodyId a = arm(0), b = arm(5), c = arm(10), d = arm(15);
    const JointId hinge = world.createJoint(
        HingeJointDef{.link = world.jointLink(ground, a, {0, 0, 0}, {0, 0, 1}), .limits = {true, -0.4f, 0.7f}});
    const JointId slider = world.createJoint(
        SliderJointDef{.link = world.jointLink(ground, b, {5.5, 0, 0}, {0, 1, 0}), .limits = {true, -0.8f, 0.0f}});
    const JointId rope = world.createJoint(DistanceJointDef{
        .link = {.bodyA = ground, .bodyB = c, .frameA = {{10.5f, 1, 0}, kIdentityQuat}}, .limits = {true, 0.0f, 2.0f}});
    const JointId ball = world.createJoint(BallJointDef{.link = world.jointLink(ground, d, {15, 0, 0}, {1, 0, 0}),
                                                        .coneEnabled = true,
                                                        .coneAngle = 0.5f,
                                                        .twist = {true, -0.2f, 0.3f}});
    for (int i = 0; i < 600; ++i) {
        world.applyTorque(d, {20, 0, 0});
        world.step(kDt);
    }
    EXPECT_NEAR(world.jointAngle(hinge), -0.4f, 2e-3f);
    EXPECT_NEAR(world.jointTranslation(slider), -0.8f, 2e-3f);
    EXPECT_NEAR(world.jointLength(rope), 2.0f, 2e-3f);
    EXPECT_NEAR(world.jointSwing(ball), 0.5f, 5e-3f);
    EXPECT_NEAR(world.jointAngle(ball), 0.3f, 5e-3f);
    for (const JointId joint : {hinge, slider, rope, ball}) {
        EXPECT_LT(world.jointError(joint).linear, 3e-3f);
        EXPECT_LT(world.jointError(joint).angular, 5e-3f);
    }
    // The rope carries the weight; the hinge's limit the torque of it.
    EXPECT_NEAR(world.jointForce(rope).y, 5.0f * 9.81f, 0.1f);
    EXPECT_NEAR(world.jointTorque(hinge).z, 5.0f * 9.81f * 0.5f * sinCos(0.4f).cos, 0.3f);
}

TEST(JointMotion, angleCountsFullTurns) {
    World world({.gravity = kZero});
    const BodyId ground = world.createBody({}), body = addBall(world, {0, 0, 0});
    const JointId hinge = world.createJoint(
        HingeJointDef{.link = world.jointLink(ground, body, {0, 0, 0}, {0, 1, 0}), .motor = {true, 10.0f, 1000.0f}});
    steps(world, 300);
    EXPECT_NEAR(world.jointAngle(hinge), 50.0f, 0.2f);
    world.setMotor(hinge, {});
    world.setSpring(hinge, {true, 2.0f, 1.0f, 13.0f});
    steps(world, 600);
    EXPECT_NEAR(world.jointAngle(hinge), 13.0f, 1e-2f);
}

TEST(JointMotion, gearsTurnTogether) {
    World world({.gravity = kZero});
    const BodyId ground = world.createBody({}), a = addBall(world, {0, 0, 0}, 1, 0.3f),
                 b = addBall(world, {1, 0, 0}, 2);
    const JointId hinge = world.createJoint(
        HingeJointDef{.link = world.jointLink(ground, a, {0, 0, 0}, {0, 0, 1}), .motor = {true, 4.0f, 50.0f}});
    const JointId other = world.createJoint(HingeJointDef{.link = world.jointLink(ground, b, {1, 0, 0}, {0, 0, 1})});
    const JointId gear =
        world.createJoint(GearJointDef{.link = world.jointLink(a, b, {0.5, 0, 0}, {0, 0, 1}), .ratio = 2.0f});
    steps(world, 600);
    EXPECT_NEAR(world.angularVelocity(a).z, 4.0f, 1e-2f);
    EXPECT_NEAR(world.angularVelocity(b).z, -2.0f, 1e-2f);
    EXPECT_NEAR(world.jointAngle(hinge), 40.0f, 0.2f);
    EXPECT_NEAR(world.jointAngle(hinge) + 2.0f * world.jointAngle(other), 0.0f, 2e-2f);
    EXPECT_LT(world.jointError(gear).angular, 1e-2f);
}

// Atwood's machine: a = g (m1 - m2) / (m1 + m2).
TEST(JointMotion, pulleyIsAtwoodsMachine) {
    World world;
    const BodyId heavy = addBall(world, {-1, 0, 0}, 3.0f), light = addBall(world, {1, -2, 0}, 1.0f);
    const JointId pulley = world.createJoint(
        PulleyJointDef{.link = {.bodyA = heavy, .bodyB = light}, .wheelA = {-1, 3, 0}, .wheelB = {1, 3, 0}});
    steps(world, 60);
    const double a = 9.81 * 2.0 / 4.0;
    EXPECT_NEAR(world.linearVelocity(heavy).y, -a, 0.01 * a);
    EXPECT_NEAR(world.linearVelocity(light).y, a, 0.01 * a);
    EXPECT_NEAR(world.jointLength(pulley), 8.0f, 2e-3f);
    EXPECT_NEAR(world.jointForce(pulley).y, 2.0 * 3.0 * 1.0 / 4.0 * 9.81, 0.1);
}

TEST(JointMotion, motorJointHoldsWithinItsForce) {
    World world;
    const BodyId ground = world.createBody({}), body = addBall(world, {0, 0, 0}, 2.0f);
    MotorJointDef def{.link = {.bodyA = ground, .bodyB = body, .frameA = {{1, 2, 0}, fromAxisAngle({0, 0, 1}, 1.0f)}}};
    const JointId joint = world.createJoint(def);
    steps(world, 300);
    const float sag = 9.81f / (8 * kPi * 8 * kPi);
    EXPECT_NEAR(world.pose(body).p.x, 1.0, 1e-3);
    EXPECT_NEAR(world.pose(body).p.y, 2.0 - static_cast<double>(sag), 1e-3);
    EXPECT_NEAR(world.jointAngle(joint, 2), 0.0f, 1e-3f);
    def.maxForce = 10.0f; // half the weight
    world.setDefinition(joint, def);
    steps(world, 60);
    EXPECT_NEAR(length(world.jointForce(joint)), 10.0f, 0.1f);
    EXPECT_LT(world.linearVelocity(body).y, -3.0f);
}

TEST(JointMotion, uprightKeepsABodyUp) {
    for (const float hertz : {0.0f, 4.0f}) {
        World world({.gravity = kZero});
        const BodyId ground = world.createBody({}), body = addBox(world, {0, 0, 0}, {0.2f, 0.8f, 0.3f});
        world.createJoint(UprightJointDef{.link = world.jointLink(ground, body, {0, 0, 0}, {0, 1, 0}), .hertz = hertz});
        world.setAngularVelocity(body, {2, 3, 1});
        steps(world, 300);
        EXPECT_GT(rotate(world.pose(body).q, Vec3{0, 1, 0}).y, 0.9999f);
        EXPECT_NEAR(world.angularVelocity(body).y, 3.0f, 0.5f);
    }
}

// What one sweep leaves must not keep them trembling: without overshoot they move at 5 cm/s for ever.
TEST(JointMotion, weldsOnOneBodyComeToRest) {
    World world({.enableSleep = false, .directJoints = DirectJoints::Asked});
    const BodyId ground = world.createBody({});
    std::vector<BodyId> bodies{addBox(world, {0, 0, 0}, {0.5f, 0.5f, 0.5f})};
    world.createJoint(WeldJointDef{.link = world.jointLink(ground, bodies[0], {0, 1, 0})});
    for (const DVec3 out : {DVec3{1, 0, 0}, DVec3{0, 0, 1}, DVec3{-1, 0, 0}, DVec3{0, 0, -1}}) {
        bodies.push_back(addBox(world, 1.2 * out, {0.2f, 0.2f, 0.2f}));
        world.createJoint(WeldJointDef{.link = world.jointLink(bodies[0], bodies.back(), 0.6 * out)});
        world.setLinearVelocity(bodies.back(), {0, 0.1f, 0});
    }
    steps(world, 600);
    for (const BodyId body : bodies) EXPECT_LT(length(world.linearVelocity(body)), 1e-3f);
}

} // namespace cairn
