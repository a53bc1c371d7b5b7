// Joints of bodies that are held to a plane by locked axes, as games in two dimensions have them.
#include "joints/joint_fixture.h"

namespace cairn {

namespace {

using test::kDt;

struct Row {
    World world;
    std::vector<BodyId> boxes;
    std::vector<JointId> joints;

    // Eight boxes in a row, on hinges about z, let go from the side.
    Row(const WorldDef& def, const MotionLocks& locks, double turn) : world(def) {
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
            joints.push_back(world.createJoint(
                HingeJointDef{.link = world.jointLink(last, boxes.back(), along(0.5 * i), {0, 0, 1})}));
            last = boxes.back();
        }
    }
};

} // namespace

// Hinges hold the bodies to the plane as the locks do, so the locks change nothing: a row without them swings alike.
TEST(JointPlane, hingesOfLockedBodiesSwingAsFreeOnes) {
    const MotionLocks allLocks[] = {
        {.linearZ = true, .angularX = true, .angularY = true}, {.angularX = true, .angularY = true}, {.linearZ = true}};
    for (const DirectJoints direct : {DirectJoints::Asked, DirectJoints::All})
        for (const MotionLocks& locks : allLocks)
            for (const double turn : {0.0, 0.7}) {
                // Iteration for the free ones: rows of locked bodies do not join trees.
                Row locked({.directJoints = direct}, locks, turn),
                    free({.directJoints = DirectJoints::Asked}, {}, turn);
                for (int i = 0; i < 600; ++i) {
                    locked.world.step(kDt);
                    free.world.step(kDt);
                    for (const JointId joint : locked.joints) {
                        ASSERT_LT(locked.world.jointError(joint).linear, 0.05f) << "step " << i << ", turn " << turn;
                        ASSERT_LT(locked.world.jointError(joint).angular, 0.05f) << "step " << i << ", turn " << turn;
                    }
                    if (i != 20) continue;
                    for (std::size_t k = 0; k < 8; ++k) {
                        const DVec3 p = locked.world.pose(locked.boxes[k]).p, q = free.world.pose(free.boxes[k]).p;
                        ASSERT_LT(length(toFloat(p - q)), 0.02f) << "box " << k << ", turn " << turn;
                    }
                }
            }
}

} // namespace cairn
