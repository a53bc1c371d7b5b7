// Rigid motion against closed forms.
#include <cairn/mesh.h>
#include <cairn/world.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace cairn {

namespace {

constexpr float kDt = 1.0f / 60.0f;
constexpr double kG = 9.81;
constexpr Material kRigid{.rollingResistance = 0.0f}; // what is round rolls for ever

BodyId addGround(World& world, const Material& material = {}, Quat tilt = kIdentityQuat) {
    const BodyId ground = world.createBody({.rotation = tilt});
    world.createShape(ground, ShapeBox{{200, 1, 50}}, {.pose = {{0, -1, 0}, kIdentityQuat}, .material = material});
    return ground;
}

void run(World& world, double seconds) {
    for (int i = 0; i < static_cast<int>(std::lround(seconds * 60)); ++i) world.step(kDt);
}

} // namespace

// The height of a bounce is e^2 times the fall.
TEST(Physics, bounceHeights) {
    for (const float e : {0.0f, 0.5f, 0.9f}) {
        for (const double drop : {1.0, 2.0, 3.0, 4.0, 5.0, 8.0}) {
            World world;
            addGround(world, {.restitution = e});
            const BodyId ball = world.createBody({.type = BodyType::Dynamic, .position = {0, drop + 0.2, 0}});
            world.createShape(ball, ShapeSphere{0.2f});
            double lowest = 10.0, top = 0.0;
            for (int i = 0; i < 400; ++i) {
                world.step(kDt);
                const double y = world.pose(ball).p.y - 0.2;
                if (world.linearVelocity(ball).y > 0.0f || lowest < 0.01) top = std::max(top, y);
                if (lowest < 0.5 && world.linearVelocity(ball).y < -0.5f && top > 0.0) break;
                lowest = std::min(lowest, y);
            }
            const double expected = static_cast<double>(e * e) * drop;
            EXPECT_NEAR(top, expected, max(0.02 * expected, 0.002)) << e << " from " << drop;
        }
    }
}

// A block stays on a slope up to tan(angle) = friction, and slides with g (sin - mu cos) beyond.
TEST(Physics, frictionAngle) {
    const double mu = 0.5, critical = std::atan(mu);
    for (const double part : {0.99, 1.01}) {
        const float angle = static_cast<float>(part * critical);
        const Quat tilt = fromAxisAngle({0, 0, 1}, angle);
        World world({.enableSleep = false});
        addGround(world, {.friction = 0.5f}, tilt);
        const BodyId block = world.createBody(
            {.type = BodyType::Dynamic, .position = toDouble(rotate(tilt, Vec3{0, 0.25f, 0})), .rotation = tilt});
        world.createShape(block, ShapeBox{{0.25f, 0.25f, 0.25f}}, {.material = {.friction = 0.5f}});
        run(world, 1.0); // it lands, with a little slip
        const DVec3 from = world.pose(block).p;
        const float before = length(world.linearVelocity(block));
        run(world, 4.0);
        if (part < 1.0) {
            EXPECT_LT(length(world.pose(block).p - from), 1e-4);
        } else {
            const double a = kG * (std::sin(static_cast<double>(angle)) - mu * std::cos(static_cast<double>(angle)));
            EXPECT_NEAR(static_cast<double>(length(world.linearVelocity(block)) - before), 4.0 * a, 0.01 * 4.0 * a);
        }
    }
}

// A ball rolls down with 5/7 g sin(angle).
TEST(Physics, rollingSphere) {
    const float angle = 0.3f;
    const Quat tilt = fromAxisAngle({0, 0, 1}, -angle);
    World world;
    addGround(world, kRigid, tilt);
    const Vec3 start = rotate(tilt, Vec3{0, 0.5f, 0});
    const BodyId ball = world.createBody({.type = BodyType::Dynamic, .position = toDouble(start)});
    world.createShape(ball, ShapeSphere{0.5f});
    run(world, 3.0);
    const double way = length(world.pose(ball).p - toDouble(start));
    const double expected = 0.5 * (5.0 / 7.0) * kG * std::sin(angle) * 9.0;
    EXPECT_NEAR(way, expected, 0.01 * expected);
    EXPECT_NEAR(length(world.angularVelocity(ball)) * 0.5f, length(world.linearVelocity(ball)), 0.02f);
}

// What rolls touches with ever new points; it must not sink in because the old ones are on their way up.
TEST(Physics, rollingThingsDoNotSink) {
    for (const float radius : {0.1f, 0.5f})
        for (const float speed : {1.0f, 5.0f, 20.0f})
            for (const bool wheel : {false, true}) {
                World world;
                addGround(world, kRigid);
                const Quat axle = fromAxisAngle({1, 0, 0}, 0.5f * kPi); // y to z
                const BodyId body = world.createBody({.type = BodyType::Dynamic,
                                                      .position = {-2.5 * speed, static_cast<double>(radius), 0},
                                                      .rotation = axle,
                                                      .linearVelocity = {speed, 0, 0},
                                                      .angularVelocity = {0, 0, -speed / radius}});
                wheel ? world.createShape(body, ShapeCylinder{0.5f * radius, radius})
                      : world.createShape(body, ShapeSphere{radius});
                double lowest = 1.0;
                for (int i = 0; i < 400; ++i) {
                    world.step(kDt);
                    lowest = std::min(lowest, world.pose(body).p.y - static_cast<double>(radius));
                }
                EXPECT_GT(lowest, -0.0005) << radius << " m, " << speed << " m/s, wheel " << wheel;
                EXPECT_NEAR(world.linearVelocity(body).x, speed, 0.005f * speed);
            }
}

// A ball that rolls from one face of a mesh up the next hits it. Its momentum about the new contact stays:
// v R (cos + 2/5) of v R (1 + 2/5). So much, and no more, balls lose on rough ground.
TEST(Physics, rollingOverAnEdge) {
    for (const float angle : {0.1f, 0.2f, 0.3f}) {
        const float c = std::cos(angle), s = std::sin(angle), R = 0.35f, v = 3.0f;
        const Vec3 points[] = {{-5, 0, -3}, {0, 0, -3}, {5 * c, 5 * s, -3}, {-5, 0, 3}, {0, 0, 3}, {5 * c, 5 * s, 3}};
        const uint32_t indices[] = {0, 3, 1, 1, 3, 4, 1, 4, 2, 2, 4, 5};
        const Mesh mesh = buildMesh(points, indices);
        World world;
        world.createShape(world.createBody({}), ShapeMesh{&mesh}, {.material = kRigid});
        const BodyId ball = world.createBody({.type = BodyType::Dynamic,
                                              .position = {-1, static_cast<double>(R), 0},
                                              .linearVelocity = {v, 0, 0},
                                              .angularVelocity = {0, 0, -v / R}});
        world.createShape(ball, ShapeSphere{R});
        const auto energy = [&] {
            const Vec3 linear = world.linearVelocity(ball), angular = world.angularVelocity(ball);
            return 0.5 * static_cast<double>(dot(linear, linear) + 0.4f * R * R * dot(angular, angular)) +
                   kG * (world.pose(ball).p.y - static_cast<double>(R));
        };
        const double before = energy();
        for (int i = 0; i < 120 && world.pose(ball).p.x < 0.3; ++i) world.step(kDt);
        const double kept = static_cast<double>((5 * c + 2) / 7);
        EXPECT_NEAR(energy() / before, kept * kept, 0.013) << angle;
    }
}

// Rolling resistance c stops a ball: torque c N about the contact, so it slows with c g / (r (1 + 2/5)).
TEST(Physics, rollingResistanceStopsABall) {
    World world;
    addGround(world, {.rollingResistance = 0.02f});
    const BodyId ball = world.createBody({.type = BodyType::Dynamic,
                                          .position = {0, 0.5, 0},
                                          .linearVelocity = {2, 0, 0},
                                          .angularVelocity = {0, 0, -4}});
    world.createShape(ball, ShapeSphere{0.5f});
    run(world, 2.0);
    const double a = 0.02 * kG / (0.5 * 1.4);
    EXPECT_NEAR(world.linearVelocity(ball).x, 2.0 - 2.0 * a, 0.03);
    run(world, 10.0);
    EXPECT_LT(length(world.linearVelocity(ball)), 1e-3f);
}

// If nothing is said, the lever is a 64th of the radius: a ball slows with g/64 / (1 + 2/5), a wheel with g/64 / (1 +
// 1/2), whatever its size, and comes to rest after v^2 / 2a.
TEST(Physics, whatRollsComesToRest) {
    for (const float radius : {0.05f, 0.2f, 1.0f})
        for (const bool wheel : {false, true}) {
            World world;
            addGround(world);
            const float speed = 0.8f * std::sqrt(radius);
            const BodyId body = world.createBody({.type = BodyType::Dynamic,
                                                  .position = {0, static_cast<double>(radius), 0},
                                                  .rotation = fromAxisAngle({1, 0, 0}, 0.5f * kPi),
                                                  .linearVelocity = {speed, 0, 0},
                                                  .angularVelocity = {0, 0, -speed / radius}});
            wheel ? world.createShape(body, ShapeCylinder{0.5f * radius, radius})
                  : world.createShape(body, ShapeSphere{radius});
            const double v = speed, a = kG / 64.0 / (wheel ? 1.5 : 1.4), stop = v / a;
            double energy = world.measures().kineticEnergy;
            for (int i = 0; i < static_cast<int>(0.5 * stop * 60.0); ++i) {
                world.step(kDt);
                EXPECT_LE(world.measures().kineticEnergy, energy);
                energy = world.measures().kineticEnergy;
            }
            EXPECT_NEAR(world.linearVelocity(body).x, 0.5 * v, 0.02 * v) << radius << " wheel " << wheel;
            EXPECT_NEAR(-world.angularVelocity(body).z * radius, world.linearVelocity(body).x, 0.01 * v);
            run(world, 0.5 * stop + 0.5);
            EXPECT_LT(length(world.linearVelocity(body)), 1e-5f) << radius << " wheel " << wheel;
            EXPECT_NEAR(world.pose(body).p.x, v * v / (2.0 * a), 0.03 * v * v / (2.0 * a)) << radius;
            run(world, 1.0);
            EXPECT_FALSE(world.isAwake(body));
        }
}

// It stays on a slope of less than 1/64, and rolls down a steeper one with 5/7 g (sin - cos/64); by rows in double
// as well.
TEST(Physics, rollingAngle) {
    for (const char* solver : {"softStep", "sequentialImpulse", "massSplitting", "exact"})
        for (const double part : {0.97, 2.0}) {
            const float angle = static_cast<float>(part * std::atan(1.0 / 64.0));
            const Quat tilt = fromAxisAngle({0, 0, 1}, -angle);
            World world({.enableSleep = false, .solver = *findSolver(solver)});
            addGround(world, {}, tilt);
            const DVec3 start = toDouble(rotate(tilt, Vec3{0, 0.5f, 0}));
            const BodyId ball = world.createBody({.type = BodyType::Dynamic, .position = start});
            world.createShape(ball, ShapeSphere{0.5f});
            run(world, 5.0);
            const double a = (5.0 / 7.0) * kG * (std::sin(angle) - std::cos(angle) / 64.0);
            const double expected = part < 1.0 ? 0.0 : 0.5 * a * 25.0;
            EXPECT_NEAR(length(world.pose(ball).p - start), expected, 1e-4 + 0.01 * expected) << solver;
        }
}

// A small ball on a large one that is held has the lever of its own spot, not that of the large one.
TEST(Physics, smallOnLargeRollsOff) {
    World world;
    world.createShape(world.createBody({}), ShapeSphere{100.0f});
    const double lean = 0.03; // beyond atan(1/64)
    const BodyId ball =
        world.createBody({.type = BodyType::Dynamic, .position = {100.1 * std::sin(lean), 100.1 * std::cos(lean), 0}});
    world.createShape(ball, ShapeSphere{0.1f});
    const double from = world.pose(ball).p.x;
    run(world, 2.0);
    EXPECT_NEAR(world.pose(ball).p.x - from, 0.5 * (5.0 / 7.0) * kG * (std::sin(lean) - 1.0 / 64.0) * 4.0, 0.03);
}

TEST(Physics, conveyorCarries) {
    World world;
    addGround(world, {.surfaceVelocity = {1.5f, 0, 0}});
    const BodyId box = world.createBody({.type = BodyType::Dynamic, .position = {0, 0.5, 0}});
    world.createShape(box, ShapeBox{});
    run(world, 3.0);
    EXPECT_NEAR(world.linearVelocity(box).x, 1.5f, 1e-3f);
    EXPECT_NEAR(world.pose(box).p.x, 1.5 * 3.0 - 1.5 * 1.5 / (2 * 0.6 * kG), 0.03);
}

// Locked to a plane: nothing leaves it, and a beam turns with its own inertia about the free axis.
TEST(Physics, locksKeepAPlane) {
    World world;
    addGround(world);
    std::vector<BodyId> bodies;
    for (int i = 0; i < 10; ++i) {
        bodies.push_back(world.createBody({.type = BodyType::Dynamic,
                                           .position = {0.1 * (i % 3), 1.0 + i, 0},
                                           .rotation = fromAxisAngle({0, 0, 1}, 0.3f * static_cast<float>(i)),
                                           .locks = {.linearZ = true, .angularX = true, .angularY = true}}));
        world.createShape(bodies.back(), ShapeBox{{0.5f, 0.3f, 0.4f}});
    }
    run(world, 5.0);
    for (const BodyId b : bodies) {
        EXPECT_EQ(world.pose(b).p.z, 0.0);
        EXPECT_NEAR(world.pose(b).q.v.x, 0.0f, 1e-6f);
        EXPECT_NEAR(world.pose(b).q.v.y, 0.0f, 1e-6f);
    }
}

TEST(Physics, speedLimitsHold) {
    World world;
    const BodyId ball = world.createBody({.type = BodyType::Dynamic, .maxLinearSpeed = 3.0f, .maxAngularSpeed = 2.0f});
    world.createShape(ball, ShapeSphere{});
    world.setAngularVelocity(ball, {50, 0, 0});
    run(world, 2.0);
    EXPECT_NEAR(length(world.linearVelocity(ball)), 3.0f, 0.05f);
    EXPECT_LE(length(world.angularVelocity(ball)), 2.001f);
}

// An elastic chain of balls hands the speed through.
TEST(Physics, newtonsCradle) {
    World world({.gravity = {0, 0, 0}});
    std::vector<BodyId> balls;
    for (int i = 0; i < 5; ++i) {
        balls.push_back(world.createBody(
            {.type = BodyType::Dynamic, .position = {1.02 * i, 0, 0}, .linearVelocity = {i == 0 ? 2.0f : 0.0f, 0, 0}}));
        world.createShape(balls.back(), ShapeSphere{}, {.material = {.friction = 0, .restitution = 1}});
    }
    run(world, 1.0);
    EXPECT_NEAR(world.linearVelocity(balls[4]).x, 2.0f, 0.02f);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(world.linearVelocity(balls[static_cast<std::size_t>(i)]).x, 0.0f, 0.02f);
}

// Light under heavy: what the heavy one rests on gives way by millimetres.
TEST(Physics, heavyOnLightHardlySinks) {
    for (const float ratio : {10.0f, 100.0f, 1000.0f}) {
        World world;
        addGround(world);
        BodyId top{};
        for (int i = 0; i < 2; ++i) {
            top = world.createBody({.type = BodyType::Dynamic, .position = {0, 0.5 + i, 0}});
            world.createShape(top, ShapeBox{}, {.density = i == 0 ? 1.0f : ratio});
        }
        double sunk = 0.0;
        for (int i = 0; i < 600; ++i) {
            world.step(kDt);
            sunk = std::max(sunk, 1.5 - world.pose(top).p.y);
        }
        EXPECT_LT(sunk, 0.005) << ratio;
    }
}

TEST(Physics, towerOfSixtyKeepsItsHeight) {
    World world;
    addGround(world);
    BodyId top{};
    for (int i = 0; i < 60; ++i) {
        top = world.createBody({.type = BodyType::Dynamic, .position = {0, 0.5 + i, 0}});
        world.createShape(top, ShapeBox{});
    }
    run(world, 20.0);
    EXPECT_GT(world.pose(top).p.y, 59.5 - 0.26);
}

} // namespace cairn
