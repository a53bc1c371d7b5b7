// The parts of joints by themselves: Jacobians against finite differences, passes against momentum, lanes against
// lanes.
#include "constraints/joint_builder.h"
#include "constraints/joint_solve.h"
#include "joints/joint_fixture.h"
#include "math/dispatch.h"

#include <cairn/array.h>

#include <cstring>

namespace cairn {

namespace {

using DQuat = QuatT<double>;

struct Pose {
    DVec3 x;
    DQuat q;
};

DQuat toDouble(Quat q) { return {cairn::toDouble(q.v), q.s}; }

// C of a row part with the frames of the joint at two poses: the definition, in double, without any of the kernel.
double position(PartKind kind, int axis, const Pose& A, const Pose& B, const JointLink& link) {
    const DVec3 pA = A.x + rotate(A.q, cairn::toDouble(link.frameA.p)),
                pB = B.x + rotate(B.q, cairn::toDouble(link.frameB.p));
    const DQuat qA = A.q * toDouble(link.frameA.q), qB = B.q * toDouble(link.frameB.q);
    const DVec3 d = pB - pA;
    const DVec3 e{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
    if (kind == PartKind::AxisLinear) return dot(d, rotate(qA, e));
    if (kind == PartKind::Distance) return length(d);
    if (kind == PartKind::Cone) return std::acos(dot(rotate(qA, DVec3{1, 0, 0}), rotate(qB, DVec3{1, 0, 0})));
    const DQuat q = conjugate(qA) * qB; // AxisAngular: the twist
    return 2.0 * std::atan2(dot(q.v, e), q.s);
}

DQuat turned(DQuat q, DVec3 by) {
    const DQuat spin = DQuat{0.5 * by, 0.0} * q;
    const DQuat sum{q.v + spin.v, q.s + spin.s};
    const double l = std::sqrt(dot(sum, sum));
    return {(1.0 / l) * sum.v, sum.s / l};
}

} // namespace

// With unit masses, warm starting an impulse of 1 adds J to the velocities.
TEST(JointParts, jacobiansAreThoseOfThePositions) {
    test::Random random(31);
    const struct {
        PartKind kind;
        int axis;
    } rows[] = {{PartKind::AxisLinear, 0},  {PartKind::AxisLinear, 1},  {PartKind::AxisLinear, 2},
                {PartKind::AxisAngular, 0}, {PartKind::AxisAngular, 1}, {PartKind::AxisAngular, 2},
                {PartKind::Cone, 0},        {PartKind::Distance, 0}};
    for (int trial = 0; trial < test::scaled(200); ++trial)
        for (const auto& row : rows) {
            JointRecord record;
            JointLink& link = record.data.link();
            link.frameA = {random.inBox(1.0f), random.rotation()};
            link.frameB = {random.inBox(1.0f), normalize(link.frameA.q * fromAxisAngle(random.unitVector(), 1.0f))};
            record.impulses[0] = 1.0f;
            record.impulseTime = 1.0f;
            Body A{}, B{};
            A.pose = {cairn::toDouble(random.inBox(2.0f)), random.rotation()};
            B.pose = {cairn::toDouble(random.inBox(2.0f)),
                      normalize(A.pose.q * fromAxisAngle(random.unitVector(), 0.5f))};
            A.center = A.pose.p, B.center = B.pose.p;
            const uint64_t signature = partCode(row.kind, row.axis);
            Array<std::byte> memory(static_cast<int>(bundleSize(signature)));
            JointBundle* bundle = reinterpret_cast<JointBundle*>(memory.data());
            bundle->signature = signature;
            bundle->usesFrames = true;
            for (int lane = 0; lane < 8; ++lane) bundle->bodyA[lane] = bundle->bodyB[lane] = ~0;
            bundle->bodyA[0] = 1, bundle->bodyB[0] = 2;
            LinkSoftness softness(1.0f);
            PartBuilder builder(record, A, B, softness, *bundle, 0);
            switch (row.kind) {
            case PartKind::AxisLinear: builder.axisLinear(row.axis, {}); break;
            case PartKind::AxisAngular: builder.axisAngular(row.axis, {}); break;
            case PartKind::Cone: builder.cone(1.0f); break;
            default: builder.distance({}); break;
            }
            ASSERT_EQ(builder.signature(), signature);
            BodyState states[3] = {kBodyAtRest, kBodyAtRest, kBodyAtRest};
            const BodyMass unit{{1, 1, 1, 0, 0, 0}, 1, 0};
            const BodyMass masses[3] = {{}, unit, unit};
            warmStartJoints(std::span<JointBundle* const>(&bundle, 1), {1.0f, 1.0f}, states, masses);

            const Pose a{A.pose.p, toDouble(A.pose.q)}, b{B.pose.p, toDouble(B.pose.q)};
            const double eps = 1e-6;
            for (int k = 0; k < 12; ++k) {
                const DVec3 e{k % 3 == 0 ? 1.0 : 0.0, k % 3 == 1 ? 1.0 : 0.0, k % 3 == 2 ? 1.0 : 0.0};
                const auto at = [&](double step) {
                    Pose p = k < 6 ? a : b;
                    if (k % 6 < 3)
                        p.x = p.x + step * e;
                    else
                        p.q = turned(p.q, step * e);
                    return k < 6 ? position(row.kind, row.axis, p, b, link) : position(row.kind, row.axis, a, p, link);
                };
                double difference = at(eps) - at(-eps);
                if (difference > 3.0) difference -= 4.0 * M_PI;
                if (difference < -3.0) difference += 4.0 * M_PI;
                const BodyState& state = states[k < 6 ? 1 : 2];
                const double J = static_cast<double>(dot(k % 6 < 3 ? state.v : state.w, toFloat(e)));
                EXPECT_NEAR(difference / (2 * eps), J, 2e-4 * (1.0 + std::fabs(J)))
                    << static_cast<int>(row.kind) << " axis " << row.axis << " coordinate " << k;
            }
        }
}

TEST(JointParts, sameBitsOnEveryInstructionSet) {
    Array<BodyState> first;
    for (int target = 0; target < laneTargetCount(); ++target) {
        ASSERT_TRUE(setLaneTarget(laneTargetName(target)));
        test::Random random(5);
        const uint64_t signature = partCode(PartKind::AxisAngular, 0) | partCode(PartKind::Cone, 0) << 8 |
                                   partCode(PartKind::AxisLinear, 1) << 16 | partCode(PartKind::Angle2, 2) << 24 |
                                   partCode(PartKind::Angle3, 0) << 32 | partCode(PartKind::Line2, 1) << 40 |
                                   partCode(PartKind::Distance, 0) << 48 | partCode(PartKind::Point, 0) << 56;
        Array<std::byte> memory(static_cast<int>(bundleSize(signature)));
        JointBundle* bundle = reinterpret_cast<JointBundle*>(memory.data());
        float* numbers = reinterpret_cast<float*>(bundle->armA);
        const std::size_t count = (bundleSize(signature) - offsetof(JointBundle, armA)) / sizeof(float);
        for (std::size_t i = 0; i < count; ++i) numbers[i] = random.uniform(-0.5f, 0.5f);
        bundle->signature = signature;
        bundle->usesFrames = true;
        bundle->isPoints = bundle->isHeld = bundle->isTurned = false;
        Array<BodyState> states;
        Array<BodyMass> masses;
        for (int i = 0; i < 16; ++i) {
            states.push({random.inBox(1.0f), random.inBox(1.0f), {0, 0}, random.inBox(0.1f), random.rotation(), 0.0f});
            masses.push({{2, 3, 4, 0.1f, 0.2f, 0.3f}, 1.0f, 0.0f});
            (i < 8 ? bundle->bodyA : bundle->bodyB)[i % 8] = i;
        }
        const JointStep step{1.0f / 240.0f, 240.0f};
        const std::span<JointBundle* const> bundles(&bundle, 1);
        warmStartJoints(bundles, step, states.data(), masses.data());
        for (int pass = 0; pass < 4; ++pass) {
            solveJoints(bundles, step, states.data(), masses.data());
            relaxJoints(bundles, step, states.data(), masses.data());
        }
        if (target == 0) first = states;
        const std::size_t bytes = sizeof(BodyState) * static_cast<std::size_t>(states.count());
        EXPECT_EQ(std::memcmp(first.data(), states.data(), bytes), 0) << laneTargetName(target);
    }
    setLaneTarget(nullptr);
}

} // namespace cairn
