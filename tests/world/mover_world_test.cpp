// A capsule that slides through a world: floors, walls, corners, steps of a mesh, near and far.
#include "support/meshes.h"

#include <cairn/error.h>
#include <cairn/world.h>

#include <gtest/gtest.h>

namespace cairn {

namespace {

const MoverCapsule kPerson{{0, 0.3f, 0}, {0, 1.5f, 0}, 0.3f};

} // namespace

class WorldMover : public testing::TestWithParam<DVec3> {
public:
    const DVec3 at = GetParam();
    World world;

    ShapeId add(const Shape& shape, Vec3 p) {
        return world.createShape(world.createBody({.position = at + toDouble(p)}), shape);
    }
};
INSTANTIATE_TEST_SUITE_P(Places, WorldMover, testing::Values(DVec3{0, 0, 0}, DVec3{1e6, -1e6, 1e6}));

TEST_P(WorldMover, slidesAlongAWall) {
    add(ShapeBox{{20, 1, 20}}, {0, -1, 0});
    const ShapeId wall = add(ShapeBox{{0.5f, 3, 20}}, {5.5f, 3, 0});
    // Five metres to the wall, at 45 degrees: it stops in x at 4.7 and keeps going in z.
    MoverMove move{at, {1, -1, 1}, false};
    for (int i = 0; i < 100; ++i) move = world.slideMover(kPerson, move.position, {0.1f, -0.01f, 0.1f}, {1, -1, 1});
    EXPECT_NEAR(move.position.x - at.x, 4.7, 1e-3);
    EXPECT_NEAR(move.position.z - at.z, 10.0, 1e-3);
    EXPECT_NEAR(move.position.y - at.y, 0.0, 1e-3);
    EXPECT_TRUE(move.touched);
    EXPECT_NEAR(move.velocity.x, 0.0f, 1e-4f);
    EXPECT_NEAR(move.velocity.y, 0.0f, 1e-4f);
    EXPECT_NEAR(move.velocity.z, 1.0f, 1e-4f);

    Array<MoverPlane> planes;
    Array<ShapeId> shapes;
    EXPECT_EQ(world.collideMover(kPerson, move.position, 0.05f, planes, {}, &shapes), 2);
    ASSERT_EQ(shapes.count(), 2);
    EXPECT_TRUE(shapes[0] == wall || shapes[1] == wall);
}

TEST_P(WorldMover, isPushedOutAndStopsInCorners) {
    add(ShapeBox{{1, 3, 20}}, {1.2f, 0, 0}); // its face at x = 0.2: 0.1 inside
    MoverMove move = world.slideMover(kPerson, at, {0, 0, 0}, kZero);
    EXPECT_NEAR(move.position.x - at.x, -0.1, 1e-3);
    add(ShapeBox{{20, 3, 1}}, {0, 0, 3});
    for (int i = 0; i < 60; ++i) move = world.slideMover(kPerson, move.position, {0.1f, 0, 0.1f}, {1, 0, 1});
    EXPECT_NEAR(move.position.x - at.x, -0.1, 1e-3);
    EXPECT_NEAR(move.position.z - at.z, 1.7, 1e-3);
    EXPECT_LT(length(move.velocity), 1e-3f);
}

TEST_P(WorldMover, walksOverAMeshWithoutStumbling) {
    const Mesh mesh = test::makeTerrain(40, 8, 0.5f, [](float, float) { return 0.0f; }).build();
    add(ShapeMesh{&mesh}, {0, 0, 0});
    MoverMove move{at - DVec3{9, 0, 0}, kZero, false};
    for (int i = 0; i < 180; ++i) move = world.slideMover(kPerson, move.position, {0.1f, -0.05f, 0.003f}, {6, -3, 0});
    EXPECT_NEAR(move.position.x - at.x, 9.0, 1e-3);
    EXPECT_NEAR(move.position.y - at.y, 0.0, 1e-3);
    EXPECT_NEAR(move.velocity.x, 6.0f, 1e-3f);
}

TEST(WorldMoverInput, badInputIsRefusedByName) {
    World world;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    ErrorCapture errors;
    Array<MoverPlane> planes;
    EXPECT_EQ(world.collideMover({{0, 0, 0}, {0, 1, 0}, -1.0f}, {0, 0, 0}, 1.0f, planes), 0);
    EXPECT_STREQ(errors.field(), "mover.radius");
    errors.clear();
    EXPECT_EQ(world.collideMover(kPerson, {0, 0, 0}, -1.0f, planes), 0);
    EXPECT_STREQ(errors.field(), "reach");
    errors.clear();
    EXPECT_EQ(world.slideMover(kPerson, {1, 2, 3}, {nan, 0, 0}, kZero).position, (DVec3{1, 2, 3}));
    EXPECT_STREQ(errors.field(), "translation");
}

} // namespace cairn
