// Joints of bodies with locked axes: in a plane, as games in two dimensions have them, and otherwise.
#include "joints/joint_fixture.h"

namespace cairn {

namespace {

using test::kDt;

enum class Kind { Hinge, Weld, Ball, Slider };

// The six locks as bits: linear x, y, z, angular x, y, z.
constexpr unsigned kLinearX = 1, kLinearY = 2, kLinearZ = 4, kAngularX = 8, kAngularY = 16;
MotionLocks locksOf(unsigned bits) {
    const auto has = [&](unsigned i) { return (bits >> i & 1u) != 0; };
    return {has(0), has(1), has(2), has(3), has(4), has(5)};
}
int countOf(unsigned bits) { return bits == 0 ? 0 : 1 + countOf(bits & (bits - 1)); }

struct Row {
    World world;
    std::vector<BodyId> boxes;
    std::vector<JointId> joints;

    // Eight boxes in a row, let go from the side. Hinges turn about z, sliders slide along y.
    Row(const WorldDef& def, const MotionLocks& locks, double turn, Kind kind = Kind::Hinge) : world(def) {
        const Quat tilt = fromAxisAngle({0, 0, 1}, static_cast<float>(turn));
        BodyId last = world.createBody({});
        for (int i = 0; i < 8; ++i) {
            const auto along = [&](double r) { return toDouble(rotate(tilt, Vec3{static_cast<float>(r), 0, 0})); };
            boxes.push_back(world.createBody({.type = BodyType::Dynamic,
                                              .position = along(0.5 * i + 0.25),
                                              .rotation = tilt,
                                              .mass = 1.0f,
                                              .locks = locks}));
            world.createShape(boxes.back(), ShapeBox{{0.2f, 0.1f, 0.1f}}, {.filter = {.group = -1}});
            const Vec3 axis = kind == Kind::Slider ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
            joints.push_back(join(kind, world.jointLink(last, boxes.back(), along(0.5 * i), axis)));
            last = boxes.back();
        }
    }
    JointId join(Kind kind, const JointLink& link) {
        switch (kind) {
        case Kind::Hinge: return world.createJoint(HingeJointDef{.link = link});
        case Kind::Weld: return world.createJoint(WeldJointDef{.link = link});
        case Kind::Ball: return world.createJoint(BallJointDef{.link = link});
        case Kind::Slider: break;
        }
        return world.createJoint(SliderJointDef{.link = link, .limits = {true, -0.2f, 0.2f}});
    }

    JointError worstNow() const {
        JointError worst{};
        for (const JointId joint : joints) {
            const JointError e = world.jointError(joint);
            worst = {max(worst.linear, e.linear), max(worst.angular, e.angular)};
        }
        return worst;
    }
    JointError worstOf(int count) {
        JointError worst{};
        for (int i = 0; i < count; ++i) {
            world.step(kDt);
            const JointError e = worstNow();
            worst = {max(worst.linear, e.linear), max(worst.angular, e.angular)};
        }
        return worst;
    }
};

// No lock makes a joint much worse than it is between free bodies, solved by iteration: rows of bodies whose turning is
// locked do not join trees.
void expectLocksBearable(Kind kind) {
    for (const double turn : {0.0, 0.7}) {
        const JointError free = Row({.directJoints = DirectJoints::Asked}, {}, turn, kind).worstOf(600);
        for (unsigned bits = 1; bits < 64; ++bits) {
            if (countOf(bits) > 2) continue;
            for (const DirectJoints direct : {DirectJoints::Asked, DirectJoints::All}) {
                const JointError e = Row({.directJoints = direct}, locksOf(bits), turn, kind).worstOf(600);
                // Held along x or y, the row cannot swing, and its weight is on the locks.
                const float linear = (bits & (kLinearX | kLinearY)) != 0 ? 0.08f : 0.03f;
                EXPECT_LT(e.linear, linear) << "locks " << bits << ", turn " << turn;
                EXPECT_LT(e.angular, 1.05f * free.angular + 0.003f) << "locks " << bits << ", turn " << turn;
            }
        }
    }
}

} // namespace

// Hinges hold the bodies to the plane as the locks do, so the locks change nothing: a row without them swings alike.
TEST(JointPlane, hingesOfLockedBodiesSwingAsFreeOnes) {
    for (const DirectJoints direct : {DirectJoints::Asked, DirectJoints::All})
        for (unsigned bits = kLinearZ; bits < 32; bits += kLinearZ)
            for (const double turn : {0.0, 0.7}) {
                // Iteration for the free ones: rows of locked bodies do not join trees.
                Row locked({.directJoints = direct}, locksOf(bits), turn),
                    free({.directJoints = DirectJoints::Asked}, {}, turn);
                for (int i = 0; i < 600; ++i) {
                    locked.world.step(kDt);
                    free.world.step(kDt);
                    ASSERT_LT(locked.worstNow().linear, 0.05f) << "locks " << bits << ", step " << i;
                    ASSERT_LT(locked.worstNow().angular, 0.05f) << "locks " << bits << ", step " << i;
                    if (i != 20) continue;
                    for (std::size_t k = 0; k < 8; ++k) {
                        const DVec3 p = locked.world.pose(locked.boxes[k]).p, q = free.world.pose(free.boxes[k]).p;
                        ASSERT_LT(length(toFloat(p - q)), 0.02f) << "locks " << bits << ", box " << k;
                    }
                }
            }
}

TEST(JointPlane, hingesBearEveryLock) { expectLocksBearable(Kind::Hinge); }
TEST(JointPlane, weldsBearEveryLock) { expectLocksBearable(Kind::Weld); }
TEST(JointPlane, ballsBearEveryLock) { expectLocksBearable(Kind::Ball); }
TEST(JointPlane, slidersBearEveryLock) { expectLocksBearable(Kind::Slider); }

// Rows that nothing can turn are none of an exact solver's rows.
TEST(JointPlane, anExactSolverBearsLocks) {
    const WorldDef def{.solver = *findSolver("exact")};
    Row free(def, {}, 0.7);
    const float linear = free.worstOf(120).linear;
    for (const unsigned bits : {kAngularX, kAngularY, kAngularX | kAngularY}) {
        Row row(def, locksOf(bits), 0.7);
        const JointError e = row.worstOf(120);
        EXPECT_LT(e.linear, 1.1f * linear) << "locks " << bits;
        EXPECT_LT(e.angular, 0.003f) << "locks " << bits;
        const DVec3 p = row.world.pose(row.boxes[7]).p, q = free.world.pose(free.boxes[7]).p;
        EXPECT_LT(length(toFloat(p - q)), 0.02f) << "locks " << bits;
    }
}

// An axis that is not quite at right angles to what is locked asks for a turn about free axes that is as many times the
// error as the tip is small. Motors, limits and rows of six degrees ask alike.
TEST(JointPlane, tippedAxesDoNotFling) {
    for (const float tip : {0.001f, 0.01f, 0.05f, 0.09f, 0.11f, 0.2f})
        for (int kind = 0; kind < 4; ++kind)
            for (const unsigned bits : {kAngularX, kAngularY, kAngularX | kAngularY}) {
                World world;
                const Vec3 axis = normalize(Vec3{tip, 0.7f * tip, 1});
                BodyId last = world.createBody({});
                float fastest = 0.0f;
                std::vector<BodyId> boxes;
                for (int i = 0; i < 5; ++i) {
                    boxes.push_back(world.createBody({.type = BodyType::Dynamic,
                                                      .position = {0.5 * i + 0.25, 0, 0},
                                                      .angularVelocity = {1, 2, -2},
                                                      .mass = 1.0f,
                                                      .locks = locksOf(bits)}));
                    world.createShape(boxes.back(), ShapeBox{{0.2f, 0.1f, 0.05f}}, {.filter = {.group = -1}});
                    const JointLink link = world.jointLink(last, boxes.back(), {0.5 * i, 0, 0}, axis);
                    last = boxes.back();
                    if (kind == 0) world.createJoint(HingeJointDef{.link = link, .motor = {true, 3.0f, 50.0f}});
                    if (kind == 1) world.createJoint(HingeJointDef{.link = link, .limits = {true, -0.5f, 0.5f}});
                    if (kind == 2) {
                        world.createJoint(UprightJointDef{.link = link, .hertz = 0.0f});
                        world.createJoint(BallJointDef{.link = link});
                    }
                    if (kind == 3) {
                        SixDegreeJointDef def{.link = link};
                        for (JointAxis& a : def.linear) a.mode = AxisMode::Locked;
                        def.angular[1].mode = def.angular[2].mode = AxisMode::Locked;
                        world.createJoint(def);
                    }
                }
                for (int i = 0; i < 300; ++i) {
                    world.step(kDt);
                    for (const BodyId box : boxes) fastest = max(fastest, length(world.linearVelocity(box)));
                }
                EXPECT_LT(fastest, 25.0f) << "tip " << tip << ", kind " << kind << ", locks " << bits;
            }
}

} // namespace cairn
