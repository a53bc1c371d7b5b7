// Random bodies, patches and joints as bundles, for tests of rows and of what solves them.
#pragma once

#include "constraints/contact_solve.h"
#include "constraints/joint_builder.h"
#include "constraints/joint_solve.h"
#include "constraints/rows.h"
#include "support/random.h"

#include <lab/kernel_scene.h>

#include <cstring>
#include <deque>
#include <vector>

namespace cairn::test {

inline constexpr ContactStep kRowStep{1.0f / 240.0f, 240.0f, 3.0f, nullptr, 1.0f};
inline constexpr JointStep kRowJointStep{1.0f / 240.0f, 240.0f};

// A joint of every kind, with limits, motors and springs.
inline std::vector<JointRecord> jointsOfEveryKind() {
    const JointLimits narrow{true, -0.1f, 0.2f};
    const JointMotor motor{true, 2.0f, 5.0f};
    const JointSpring spring{true, 2.0f, 0.3f, 0.1f};
    std::vector<JointRecord> all;
    const auto add = [&](auto def) {
        JointRecord record;
        record.kind = decltype(def)::kKind;
        std::memcpy(static_cast<void*>(&record.data), &def, sizeof def);
        all.push_back(record);
    };
    add(BallJointDef{.coneEnabled = true, .coneAngle = 0.3f, .twist = narrow});
    add(BallJointDef{.frictionTorque = 0.1f, .drive = spring});
    add(HingeJointDef{.limits = narrow, .motor = motor, .spring = spring});
    add(SliderJointDef{.limits = narrow, .motor = motor, .spring = spring});
    add(DistanceJointDef{.length = 0.5f});
    add(DistanceJointDef{.limits = {true, 0.0f, 0.6f}});
    add(WeldJointDef{});
    add(WeldJointDef{.linearHertz = 3, .angularHertz = 2});
    add(WheelJointDef{.travel = narrow, .drive = motor, .steering = 0.3f});
    add(MotorJointDef{.maxForce = 20, .maxTorque = 3});
    add(UprightJointDef{});
    add(GearJointDef{});
    add(PulleyJointDef{});
    return all;
}

class RowScene : public lab::KernelScene {
public:
    std::vector<JointBundle*> joints;

    RowScene() = default;
    RowScene(const RowScene&) = delete;
    RowScene& operator=(const RowScene&) = delete;

    int addRandomBody(Random& random) {
        rotations.push_back(random.rotation());
        const int i =
            addBody(toDouble(random.inBox(1.0f)), random.uniform(0.3f, 4.0f),
                    {random.uniform(0.1f, 1), random.uniform(0.1f, 1), random.uniform(0.1f, 1)}, rotations.back());
        states[static_cast<std::size_t>(i)].v = random.inBox(1.0f);
        states[static_cast<std::size_t>(i)].w = random.inBox(1.0f);
        return i;
    }

    // Frames: where A and B are, turned and moved a little.
    void addJoint(int a, int b, const JointRecord& like, Random& random, float error = 0.05f) {
        records.push_back(like);
        JointRecord& record = records.back();
        Body A{}, B{};
        A.pose = {centers[static_cast<std::size_t>(a)], rotations[static_cast<std::size_t>(a)]};
        B.pose = {centers[static_cast<std::size_t>(b)], rotations[static_cast<std::size_t>(b)]};
        A.center = A.pose.p, B.center = B.pose.p;
        const DVec3 anchor = 0.5 * (A.center + B.center) + toDouble(random.inBox(0.3f));
        const Quat frame = random.rotation();
        JointLink& link = record.data.link();
        link.frameA = {inverseTransformPoint(A.pose, anchor), conjugate(A.pose.q) * frame};
        link.frameB = {inverseTransformPoint(B.pose, anchor) + random.inBox(error),
                       normalize(conjugate(B.pose.q) * frame * fromAxisAngle(random.unitVector(), error))};
        for (float& impulse : record.impulses) impulse = 0.0f;
        record.impulseTime = kRowStep.h;
        describe(record);
        memory.emplace_back(static_cast<int>(bundleSize(record.signature)));
        JointBundle* bundle = reinterpret_cast<JointBundle*>(memory.back().data());
        std::memset(static_cast<void*>(bundle), 0, bundleSize(record.signature));
        bundle->signature = record.signature;
        bundle->usesFrames = true;
        for (int lane = 0; lane < kLanes; ++lane) bundle->bodyA[lane] = bundle->bodyB[lane] = ~0;
        bundle->bodyA[0] = a == 0 ? ~0 : a;
        bundle->bodyB[0] = b == 0 ? ~0 : b;
        LinkSoftness softness(kRowStep.h);
        PartBuilder builder(record, A, B, softness, *bundle, 0);
        functionsOf(record.kind).build(record.data, builder);
        joints.push_back(bundle);
    }

    Array<Row> rows() {
        Array<Row> out;
        exportContactRows(contacts, kRowStep, states.data(), out);
        exportJointRows(joints, kRowJointStep, states.data(), masses.data(), out);
        return out;
    }

private:
    std::vector<Quat> rotations{kIdentityQuat};
    std::deque<JointRecord> records;
    std::deque<Array<std::byte>> memory;
};

} // namespace cairn::test
