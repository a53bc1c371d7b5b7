// Bodies for joint tests: spheres have round inertia, so spin is conserved without gyroscopic torque.
#pragma once

#include "support/random.h"

#include <cairn/error.h>
#include <cairn/world.h>

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace cairn::test {

inline constexpr float kDt = 1.0f / 60.0f;

inline BodyId addBall(World& world, DVec3 at, float mass = 1.0f, float radius = 0.1f) {
    const BodyId body = world.createBody({.type = BodyType::Dynamic, .position = at, .mass = mass});
    world.createShape(body, ShapeSphere{radius});
    return body;
}

inline BodyId addBox(World& world, DVec3 at, Vec3 half, float mass = 1.0f) {
    const BodyId body = world.createBody({.type = BodyType::Dynamic, .position = at, .mass = mass});
    world.createShape(body, ShapeBox{half});
    return body;
}

inline void steps(World& world, int count) {
    for (int i = 0; i < count; ++i) world.step(kDt);
}

// Angular momentum is about the common centre of mass: about the origin, rounding of speeds times the distance to it
// would be all one sees. Sizes are the sums of what the vectors are sums of, without their directions.
struct Momentum {
    DVec3 linear{0, 0, 0}, angular{0, 0, 0};
    double linearSize = 0.0, angularSize = 0.0;
};
inline Momentum momentum(const World& world, const std::vector<BodyId>& bodies) {
    Momentum sum;
    DVec3 center{0, 0, 0};
    double total = 0.0;
    for (const BodyId body : bodies) {
        const double mass = static_cast<double>(world.massProperties(body).mass);
        center += mass * world.massCenter(body);
        total += mass;
    }
    center = (1.0 / total) * center;
    for (const BodyId body : bodies) {
        const MassProperties mass = world.massProperties(body);
        if (!(mass.mass > 0.0f)) continue;
        const DVec3 p = static_cast<double>(mass.mass) * toDouble(world.linearVelocity(body));
        const Sym33 I = rotateSymmetric(toMatrix(world.pose(body).q), mass.inertia);
        const DVec3 arm = world.massCenter(body) - center, spin = toDouble(I * world.angularVelocity(body));
        sum.linear += p;
        sum.angular += cross(arm, p) + spin;
        sum.linearSize += length(p);
        sum.angularSize += length(arm) * length(p) + length(spin);
    }
    return sum;
}

// A joint of every kind between two bodies, made by name.
struct KindCase {
    std::string name;
    std::function<JointId(World&, const JointLink&)> create;
};
inline std::vector<KindCase> allKinds() {
    const JointLimits narrow{true, -0.1f, 0.2f};
    const JointMotor motor{true, 2.0f, 5.0f};
    const JointSpring spring{true, 2.0f, 0.3f, 0.1f};
    SixDegreeJointDef six{};
    six.linear[0] = {.mode = AxisMode::Limited, .lower = -0.1f, .upper = 0.1f, .motor = motor};
    six.linear[1].mode = AxisMode::Locked;
    six.angular[0] = {.mode = AxisMode::Limited, .lower = -0.3f, .upper = 0.4f, .spring = spring};
    six.angular[2].mode = AxisMode::Locked;
    SixDegreeJointDef cylinder{};
    for (int i = 1; i < 3; ++i) cylinder.linear[i].mode = cylinder.angular[i].mode = AxisMode::Locked;
    const auto make = [](std::string name, auto def) {
        return KindCase{std::move(name), [def](World& world, const JointLink& link) mutable {
                            def.link = link;
                            return world.createJoint(def);
                        }};
    };
    return {
        make("ball", BallJointDef{}),
        make("ball with limits", BallJointDef{.coneEnabled = true, .coneAngle = 0.3f, .twist = narrow}),
        make("ball with drive", BallJointDef{.frictionTorque = 0.1f, .drive = spring}),
        make("hinge", HingeJointDef{}),
        make("hinge with all", HingeJointDef{.limits = narrow, .motor = motor, .spring = spring}),
        make("slider", SliderJointDef{}),
        make("slider with all", SliderJointDef{.limits = narrow, .motor = motor, .spring = spring}),
        make("rod", DistanceJointDef{.length = 0.5f}),
        make("rope", DistanceJointDef{.limits = {true, 0.0f, 0.6f}}),
        make("spring", DistanceJointDef{.length = 0.5f, .spring = spring}),
        make("weld", WeldJointDef{}),
        make("soft weld", WeldJointDef{.linearHertz = 3, .angularHertz = 2}),
        make("wheel", WheelJointDef{.travel = narrow, .drive = motor, .steering = 0.3f}),
        make("motor", MotorJointDef{.maxForce = 20, .maxTorque = 3}),
        make("upright", UprightJointDef{}),
        make("rigid upright", UprightJointDef{.hertz = 0}),
        make("six-degree", six),
        make("cylinder", cylinder),
    };
}

} // namespace cairn::test
