// The five small scenes that every solver of the catalogue has to get through, and what is measured in them.
#pragma once

#include "support/random.h"

#include <cairn/cairn.h>

#include <cmath>

namespace cairn::test {

inline constexpr float kSuiteStep = 1.0f / 60.0f;

struct SuiteResult {
    double drop;    // m: a box that fell is this far from where it should lie
    double stack;   // m: five boxes have lost this much height
    double speed;   // m/s: fastest of the five in the last second
    double hold;    // m: a box has crept this far on a slope that it should hold on, in 3 s
    double slide;   // relative error of the way on a slope that it should slide down, in 1 s
    double chain;   // m: worst joint of a hanging chain of eight links in the last second
    double ragdoll; // m: worst joint of a ragdoll that lies on the ground, in the last second
    bool finite;    // nothing was quarantined
};

class SuiteWorld {
public:
    explicit SuiteWorld(const SolverRecipe& recipe, const TaskSystem& tasks = {})
        : world({.enableSleep = false, .solver = recipe, .tasks = tasks}) {}

    BodyId ground(Quat rotation = kIdentityQuat) {
        const BodyId body = world.createBody({.rotation = rotation});
        world.createShape(body, ShapePlane{}, {});
        return body;
    }
    BodyId box(DVec3 position, Vec3 half, Quat rotation = kIdentityQuat, float friction = 0.6f) {
        const BodyId body = world.createBody({.type = BodyType::Dynamic, .position = position, .rotation = rotation});
        world.createShape(body, ShapeBox{half}, {.material = {.friction = friction}});
        return body;
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            world.step(kSuiteStep);
            quarantined |= !world.events().quarantines.empty();
        }
    }

    World world;
    bool quarantined = false;
};

inline void measureDrop(const SolverRecipe& recipe, SuiteResult& r) {
    SuiteWorld s(recipe);
    s.ground();
    const BodyId box = s.box({0, 2.0, 0}, {0.5f, 0.5f, 0.5f});
    s.run(180);
    r.drop = std::fabs(s.world.pose(box).p.y - 0.5);
    r.finite &= !s.quarantined;
}

inline void buildStack(SuiteWorld& s, BodyId (&boxes)[5]) {
    s.ground();
    for (int i = 0; i < 5; ++i) boxes[i] = s.box({0.02 * (i % 2), 0.5 + i, 0}, {0.5f, 0.5f, 0.5f});
}
inline void measureStack(const SolverRecipe& recipe, SuiteResult& r) {
    SuiteWorld s(recipe);
    BodyId boxes[5];
    buildStack(s, boxes);
    s.run(300);
    for (int i = 0; i < 60; ++i) {
        s.run(1);
        for (const BodyId box : boxes) r.speed = max(r.speed, static_cast<double>(length(s.world.linearVelocity(box))));
    }
    r.stack = std::fabs(s.world.pose(boxes[4]).p.y - 4.5);
    r.finite &= !s.quarantined;
}

// tan 20 degrees is 0.364.
inline double wayOnSlope(const SolverRecipe& recipe, float friction, int steps, SuiteResult& r) {
    SuiteWorld s(recipe);
    const Quat tilt = fromAxisAngle({0, 0, 1}, -20.0f * kPi / 180.0f);
    const BodyId slope = s.ground(tilt);
    s.world.setMaterial(s.world.firstShape(slope), {.friction = friction});
    const BodyId box = s.box(toDouble(rotate(tilt, Vec3{0, 0.5f, 0})), {0.5f, 0.5f, 0.5f}, tilt, friction);
    s.run(30);
    const DVec3 begin = s.world.pose(box).p;
    const double speed = static_cast<double>(dot(s.world.linearVelocity(box), rotate(tilt, Vec3{1, 0, 0})));
    s.run(steps);
    r.finite &= !s.quarantined;
    const double time = steps * static_cast<double>(kSuiteStep);
    return dot(s.world.pose(box).p - begin, toDouble(rotate(tilt, Vec3{1, 0, 0}))) - speed * time;
}
inline void measureSlope(const SolverRecipe& recipe, SuiteResult& r) {
    r.hold = std::fabs(wayOnSlope(recipe, 0.45f, 180, r));
    const double sine = std::sin(20.0 * 3.14159265358979 / 180.0), cosine = std::sqrt(1.0 - sine * sine);
    const double expected = 0.5 * 9.81 * (sine - 0.2 * cosine);
    r.slide = std::fabs(wayOnSlope(recipe, 0.2f, 60, r) / expected - 1.0);
}

inline void buildChain(SuiteWorld& s, JointId (&joints)[8]) {
    BodyId last = s.world.createBody({.position = {0, 10, 0}});
    for (int i = 0; i < 8; ++i) {
        const BodyId link = s.box({0.5 + i, 10, 0}, {0.4f, 0.1f, 0.1f});
        joints[i] =
            s.world.createJoint(BallJointDef{.link = s.world.jointLink(last, link, {static_cast<double>(i), 10, 0})});
        last = link;
    }
}
inline double worstJoint(SuiteWorld& s, std::span<const JointId> joints, int steps) {
    double worst = 0.0;
    for (int i = 0; i < steps; ++i) {
        s.run(1);
        for (const JointId joint : joints) worst = max(worst, static_cast<double>(s.world.jointError(joint).linear));
    }
    return worst;
}
inline void measureChain(const SolverRecipe& recipe, SuiteResult& r) {
    SuiteWorld s(recipe);
    JointId joints[8];
    buildChain(s, joints);
    s.run(240);
    r.chain = worstJoint(s, joints, 60);
    r.finite &= !s.quarantined;
}

inline void measureRagdoll(const SolverRecipe& recipe, SuiteResult& r) {
    SuiteWorld s(recipe);
    s.ground();
    const Ragdoll doll = createRagdoll(s.world, {.position = {0, 0.5, 0}, .rotation = fromAxisAngle({1, 0, 0}, 0.3f)});
    s.run(240);
    r.ragdoll = worstJoint(s, doll.joints, 60);
    r.finite &= !s.quarantined;
}

// `isWhole`: all five; else the drop and the slope, which are over soon.
inline SuiteResult runSuite(const SolverRecipe& recipe, bool isWhole) {
    SuiteResult r{};
    r.finite = true;
    measureDrop(recipe, r);
    measureSlope(recipe, r);
    if (!isWhole) return r;
    measureStack(recipe, r);
    measureChain(recipe, r);
    measureRagdoll(recipe, r);
    return r;
}

} // namespace cairn::test
