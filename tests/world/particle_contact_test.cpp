// Particles on shapes of every kind, on slopes, in nets.
#include "support/meshes.h"
#include "world/particle_scene.h"

#include <cairn/height_field.h>
#include <cairn/hull.h>

#include <gtest/gtest.h>

#include <cmath>

namespace cairn {
namespace {

using test::steps;

struct Floor {
    const char* name;
    Shape shape;
    double top; // of the surface above the origin
};

TEST(ParticleContact, restsOnEveryKindOfShape) {
    const test::MeshData terrain = test::makeTerrain(10, 10, 0.5f, [](float, float) { return 0.25f; });
    const Mesh mesh = terrain.build();
    std::vector<float> heights(121, 0.5f);
    const HeightField field = buildHeightField({.columns = 11,
                                                .rows = 11,
                                                .heights = heights,
                                                .origin = {-2.5f, 0, -2.5f},
                                                .spacingX = 0.5f,
                                                .spacingZ = 0.5f});
    const Vec3 corners[] = {{-1, 0, -1}, {1, 0, -1}, {-1, 0, 1}, {1, 0, 1},
                            {-1, 1, -1}, {1, 1, -1}, {-1, 1, 1}, {1, 1, 1}};
    const Hull hull = buildHull(corners);
    const Floor floors[] = {{"plane", ShapePlane{}, 0.0},
                            {"box", ShapeBox{{1, 0.5f, 1}}, 0.5},
                            {"sphere", ShapeSphere{0.7f}, 0.7},
                            {"capsule", ShapeCapsule{0.5f, 0.4f}, 0.0},
                            {"cylinder", ShapeCylinder{0.6f, 0.5f}, 0.6},
                            {"hull", ShapeHull{&hull}, 1.0},
                            {"mesh", ShapeMesh{&mesh}, 0.25},
                            {"height field", ShapeHeightField{&field}, 0.5}};
    for (const Floor& floor : floors) {
        for (const bool sleeps : {true, false}) {
            const float radius = 0.04f;
            World world({.enableSleep = sleeps});
            world.createShape(world.createBody({}), floor.shape);
            double top = floor.top;
            if (floor.shape.kind == ShapeKind::Capsule)
                top = static_cast<double>(computeAabb(floor.shape, kIdentity).upper.y);
            const ParticleId p = world.createParticle({.position = {0, top + 0.3, 0}, .mass = 0.05f, .radius = radius});
            steps(world, 180);
            EXPECT_NEAR(world.position(p).y, top + static_cast<double>(radius), 1e-3) << floor.name;
            EXPECT_LT(cairn::length(world.velocity(p)), 1e-3f) << floor.name;
            EXPECT_EQ(world.isAwake(p), !sleeps) << floor.name;
            EXPECT_TRUE(world.validate()) << floor.name;
        }
    }
}

// The box carries its own weight and that of the particles on it.
TEST(ParticleContact, liesOnADynamicBoxThatFeelsIt) {
    World world({.enableSleep = false});
    const BodyId ground = world.createBody({});
    world.createShape(ground, ShapePlane{});
    const BodyId box = world.createBody({.type = BodyType::Dynamic, .position = {0, 0.5, 0}, .mass = 5.0f});
    world.createShape(box, ShapeBox{{0.5f, 0.5f, 0.5f}});
    std::vector<ParticleId> load;
    for (int i = 0; i < 9; ++i)
        load.push_back(world.createParticle({.position = {0.3 * (i % 3 - 1), 1.1, 0.3 * (i / 3 - 1)}, .mass = 0.5f}));
    steps(world, 180);
    for (const ParticleId p : load) EXPECT_NEAR(world.position(p).y, 1.05, 2e-3);
    Array<ContactInfo> contacts;
    double onGround = 0.0, onBox = 0.0;
    world.contacts(box, contacts);
    for (const ContactInfo& c : contacts)
        for (int i = 0; i < c.pointCount; ++i)
            (c.shapeA && c.shapeB ? onGround : onBox) += static_cast<double>(c.points[i].impulse) * 240.0;
    EXPECT_NEAR(onBox, 4.5 * 9.81, 0.02 * 4.5 * 9.81);
    EXPECT_NEAR(onGround, 9.5 * 9.81, 0.02 * 9.5 * 9.81);
    ASSERT_EQ(world.contacts(load[0], contacts), 1);
    EXPECT_FALSE(contacts[0].shapeA && contacts[0].shapeB); // the particle's side has no id
}

// It stays up to tan(angle) = friction, and slides with g (sin - mu cos) beyond: it cannot roll.
TEST(ParticleContact, frictionAngle) {
    const double mu = 0.5, critical = std::atan(mu);
    for (const double part : {0.99, 1.01, 1.3}) {
        const double angle = part * critical;
        const Quat tilt = fromAxisAngle({0, 0, 1}, static_cast<float>(angle));
        World world({.enableSleep = false});
        const BodyId ground = world.createBody({.rotation = tilt});
        world.createShape(ground, ShapePlane{}, {.material = {.friction = 0.5f}});
        const ParticleId p = world.createParticle(
            {.position = toDouble(rotate(tilt, Vec3{0, 0.05f, 0})), .mass = 0.1f, .radius = 0.05f, .friction = 0.5f});
        steps(world, 60);
        const DVec3 from = world.position(p);
        const float before = length(world.velocity(p));
        steps(world, 240);
        if (part < 1.0) {
            EXPECT_LT(length(world.position(p) - from), 1e-4);
        } else {
            const double a = 9.81 * (std::sin(angle) - mu * std::cos(angle));
            EXPECT_NEAR(static_cast<double>(length(world.velocity(p)) - before), 4.0 * a, 0.01 * 4.0 * a + 1e-3);
        }
    }
}

TEST(ParticleContact, bouncesAndHonoursFilters) {
    World world({.enableSleep = false});
    const BodyId ground = world.createBody({});
    world.createShape(ground, ShapePlane{}, {.filter = {.category = 2}});
    const ParticleId ball = world.createParticle({.position = {0, 1.05, 0}, .restitution = 0.8f});
    const ParticleId ghost = world.createParticle({.position = {1, 1, 0}, .filter = {.mask = 1}});
    const ParticleId point = world.createParticle({.position = {2, 1, 0}, .radius = 0.0f});
    double highest = 0.0;
    bool down = false;
    for (int i = 0; i < 100; ++i) {
        world.step(test::kDt);
        down |= world.velocity(ball).y > 0.0f;
        if (down) highest = std::max(highest, world.position(ball).y - 0.05);
    }
    EXPECT_NEAR(highest, 0.64, 0.03);
    EXPECT_LT(world.position(ghost).y, -1.0);
    EXPECT_LT(world.position(point).y, -1.0);
}

// A small, fast particle does not go through a thin wall.
TEST(ParticleContact, doesNotTunnelThroughAThinWall) {
    World world({.gravity = kZero});
    world.createShape(world.createBody({}), ShapeBox{{0.01f, 5, 5}});
    std::vector<ParticleId> shots;
    for (int i = 0; i < 50; ++i)
        shots.push_back(world.createParticle({.position = {-3.0 - 0.01 * i, 0.1 * i - 2.5, 0},
                                              .velocity = {20.0f + 10.0f * static_cast<float>(i), 0, 0},
                                              .mass = 0.01f,
                                              .radius = 0.01f}));
    steps(world, 60);
    for (const ParticleId p : shots) EXPECT_LT(world.position(p).x, 0.0);
}

// A net of 20 x 20 particles holds a box: what the pins hold is the weight of both.
TEST(ParticleContact, aNetCatchesABox) {
    for (const float boxMass : {2.0f, 10.0f}) {
        World world({.enableSleep = false});
        const BodyId frame = world.createBody({});
        const test::Net net =
            test::addNet(world, frame, 20, 0.1f, 0.0, {.mass = 0.02f, .radius = 0.04f, .damping = 0.2f});
        const BodyId box =
            world.createBody({.type = BodyType::Dynamic, .position = {0.03, 0.8, -0.02}, .mass = boxMass});
        world.createShape(box, ShapeBox{{0.25f, 0.25f, 0.25f}});
        steps(world, 15 * 60);
        EXPECT_GT(world.pose(box).p.y, -1.0) << "it fell through";
        EXPECT_LT(length(world.linearVelocity(box)), 0.02f);
        Vec3 held = kZero;
        for (const JointId pin : net.pins) held += world.jointForce(pin); // on the frame
        const double weight = 9.81 * (static_cast<double>(boxMass) + 400 * 0.02);
        EXPECT_NEAR(static_cast<double>(held.y), -weight, 0.02 * weight);
        EXPECT_NEAR(static_cast<double>(held.x), 0.0, 0.02 * weight);
        float longest = 0.0f;
        for (const JointId joint : net.links) longest = std::max(longest, world.jointLength(joint));
        EXPECT_LT(longest, boxMass < 5.0f ? 0.106f : 0.115f); // links hold, a particle 500 times its mass
        RecordProperty("held, N", std::to_string(held.y));
        RecordProperty("longest link, m", std::to_string(longest));
        EXPECT_TRUE(world.validate());
    }
}

} // namespace
} // namespace cairn
