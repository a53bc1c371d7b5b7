// Exported rows against finite differences, against the kernels, and against momentum.
#include "constraints/joint_held.h"
#include "constraints/rows_fixture.h"

#include <gtest/gtest.h>

namespace cairn {

namespace {

using test::RowScene;

DVec3 moment(DVec3 at, DVec3 force, DVec3 torque) { return cross(at, force) + torque; }

std::vector<DVec3> randomPoints(test::Random& random, int count) {
    std::vector<DVec3> points;
    for (int i = 0; i < count; ++i) points.push_back(toDouble(random.inBox(0.7f)));
    return points;
}

// The state that velocities of J by themselves lead to, eps seconds on.
BodyState moved(const BodyState& from, DVec3 v, DVec3 w, double eps) {
    BodyState to = from;
    to.dx = toFloat(toDouble(from.dx) + eps * v);
    const Quat spin = Quat{toFloat(0.5 * eps * w), 0.0f} * from.dq;
    to.dq = normalize(Quat{from.dq.v + spin.v, from.dq.s + spin.s});
    return to;
}

struct Velocity {
    Vec3 v, w;
};
std::vector<Velocity> velocities(const RowScene& s) {
    std::vector<Velocity> all;
    for (const BodyState& b : s.states) all.push_back({b.v, b.w});
    return all;
}

// What M^-1 J^T of all impulses does to the velocities.
void expectPushed(RowScene& scene, const std::vector<Velocity>& before, const Array<Row>& was, const Array<Row>& is) {
    std::vector<BodyState> expected = scene.states;
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i].v = before[i].v, expected[i].w = before[i].w;
    ASSERT_EQ(was.count(), is.count());
    for (int i = 0; i < is.count(); ++i) {
        Row row = is[i];
        ContactBundle sink{};
        ContactExtras extras{};
        sink.extras = &extras;
        row.owner = &sink;
        row.part = PartKind::None;
        row.kind = RowKind::Motor; // stored nowhere
        changeRowImpulse(row, is[i].impulse - was[i].impulse, expected.data(), scene.masses.data());
    }
    for (std::size_t i = 1; i < expected.size(); ++i) {
        EXPECT_LT(length(expected[i].v - scene.states[i].v), 2e-4f * (1.0f + length(expected[i].v)));
        EXPECT_LT(length(expected[i].w - scene.states[i].w), 2e-4f * (1.0f + length(expected[i].w)));
    }
}

} // namespace

// C of the rows, with the bodies moved a little along each coordinate, changes by J.
TEST(Rows, jacobiansAreDerivativesOfPositions) {
    test::Random random(11);
    const std::vector<JointRecord> kinds = test::jointsOfEveryKind();
    for (int trial = 0; trial < test::scaled(30); ++trial) {
        RowScene scene;
        for (std::size_t k = 0; k <= kinds.size(); ++k) {
            const int a = scene.addRandomBody(random), b = scene.addRandomBody(random);
            k < kinds.size() ? scene.addJoint(a, b, kinds[k], random)
                             : (void)scene.addPatch(a, b, random.unitVector(), randomPoints(random, 4), 0.5f, -0.01f);
        }
        const Array<Row> rows = scene.rows();
        const std::vector<BodyState> states = scene.states;
        const double eps = 1e-3;
        for (int coordinate = 0; coordinate < 12; ++coordinate) {
            const DVec3 e{coordinate % 3 == 0 ? 1.0 : 0.0, coordinate % 3 == 1 ? 1.0 : 0.0,
                          coordinate % 3 == 2 ? 1.0 : 0.0};
            const bool turns = coordinate % 6 >= 3;
            Array<Row> at[2];
            for (int side = 0; side < 2; ++side) {
                for (std::size_t i = 1; i < states.size(); ++i) { // odd ones are A, even ones B
                    const bool moves = (i % 2 == 1) == (coordinate < 6);
                    const double step = moves ? (side == 0 ? -eps : eps) : 0.0;
                    scene.states[i] = moved(states[i], turns ? DVec3{0, 0, 0} : e, turns ? e : DVec3{0, 0, 0}, step);
                }
                at[side] = scene.rows();
            }
            scene.states = states;
            for (int i = 0; i < rows.count(); ++i) {
                const Row& r = rows[i];
                if (r.kind == RowKind::Motor || r.loadCount > 0) continue; // of velocities: no position
                const DVec3 part = coordinate < 3   ? r.linearA
                                   : coordinate < 6 ? r.angularA
                                   : coordinate < 9 ? r.linearB
                                                    : r.angularB;
                const double J = dot(part, e), difference = (at[1][i].C - at[0][i].C) / (2.0 * eps);
                // Blocks are exact where they hold, and off by about their error elsewhere.
                double error = 0.0;
                for (int k = r.group; isBlock(r.part) && k < r.group + r.groupCount; ++k) error += abs(rows[k].C);
                if (error > 0.2) continue; // steered away
                const double allowed = 0.02 + error;
                EXPECT_NEAR(J, difference, allowed * (1.0 + abs(J)))
                    << "part " << static_cast<int>(r.part) << " row " << i - r.group << " coordinate " << coordinate;
            }
        }
    }
}

TEST(Rows, everyRowKeepsMomentum) {
    test::Random random(12);
    const std::vector<JointRecord> kinds = test::jointsOfEveryKind();
    for (int trial = 0; trial < test::scaled(50); ++trial) {
        RowScene scene;
        for (const JointRecord& kind : kinds) {
            if (kind.kind == JointKind::Gear || kind.kind == JointKind::Pulley) continue; // they hang on something else
            const int a = scene.addRandomBody(random), b = scene.addRandomBody(random);
            scene.addJoint(a, b, kind, random);
            scene.addPatch(a, b, random.unitVector(), randomPoints(random, 1 + random.below(4)), 0.5f, -0.01f);
        }
        for (const Row& r : scene.rows()) {
            const DVec3 force = r.linearA + r.linearB;
            const DVec3 torque = moment(scene.centers[static_cast<std::size_t>(r.bodyA)], r.linearA, r.angularA) +
                                 moment(scene.centers[static_cast<std::size_t>(r.bodyB)], r.linearB, r.angularB);
            EXPECT_LT(length(force), 1e-6);
            // Arms are floats, and a distance acts at either end of its gap, which lies along it.
            EXPECT_LT(length(torque), 1e-5) << static_cast<int>(r.part);
        }
    }
}

// Warm start, solve and relax change velocities by M^-1 J^T times the change of the exported impulses.
TEST(Rows, kernelsPushAlongTheRows) {
    test::Random random(13);
    const std::vector<JointRecord> kinds = test::jointsOfEveryKind();
    for (int trial = 0; trial < test::scaled(200); ++trial) {
        RowScene scene;
        const int a = scene.addRandomBody(random), b = scene.addRandomBody(random);
        const Softness soft{25.0f, 0.8f, 0.1f};
        scene.addPatch(a, b, random.unitVector(), randomPoints(random, 1 + random.below(4)), 0.5f,
                       random.uniform(-0.03f, 0.01f), soft);
        scene.addJoint(a, b, kinds[static_cast<std::size_t>(random.below(static_cast<int>(kinds.size())))], random);
        const auto pass = [&](auto run) {
            const std::vector<Velocity> before = velocities(scene);
            const Array<Row> was = scene.rows();
            run();
            expectPushed(scene, before, was, scene.rows());
        };
        measureContacts(scene.contacts, scene.states.data());
        pass([&] { solveContacts(scene.contacts, test::kRowStep, scene.states.data()); });
        pass([&] { relaxContacts(scene.contacts, test::kRowStep, scene.states.data()); });
        pass([&] { solveJoints(scene.joints, test::kRowJointStep, scene.states.data(), scene.masses.data()); });
        pass([&] { relaxJoints(scene.joints, test::kRowJointStep, scene.states.data(), scene.masses.data()); });
    }
}

// Writing impulses back leaves a bundle that exports them, and a state that the kernels take for solved.
TEST(Rows, changedImpulsesAreThereWhenReadAgain) {
    test::Random random(14);
    const std::vector<JointRecord> kinds = test::jointsOfEveryKind();
    for (int trial = 0; trial < test::scaled(100); ++trial) {
        RowScene scene;
        const int a = scene.addRandomBody(random), b = scene.addRandomBody(random);
        scene.addPatch(a, b, random.unitVector(), randomPoints(random, 3), 0.5f, 0.0f);
        for (const JointRecord& kind : kinds) scene.addJoint(a, b, kind, random);
        Array<Row> rows = scene.rows();
        for (Row& row : rows)
            changeRowImpulse(row, static_cast<double>(random.uniform(0.0f, 0.1f)), scene.states.data(),
                             scene.masses.data());
        const Array<Row> again = scene.rows();
        for (int i = 0; i < rows.count(); ++i) EXPECT_NEAR(rows[i].impulse, again[i].impulse, 1e-5);
    }
}

} // namespace cairn
