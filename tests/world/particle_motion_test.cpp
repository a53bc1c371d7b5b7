// Particles against closed forms: flight, pendulum, catenary, momentum.
#include "support/random.h"
#include "world/particle_scene.h"

#include <gtest/gtest.h>

#include <cmath>

namespace cairn {
namespace {

using test::kDt;
using test::link;
using test::pin;
using test::steps;

constexpr double kG = 9.81;

TEST(ParticleMotion, fliesAsABodyDoesBitForBit) {
    World world;
    const Vec3 v{3.0f, 7.0f, -2.0f};
    const BodyId body = world.createBody({.type = BodyType::Dynamic,
                                          .position = {1, 2, 3},
                                          .linearVelocity = v,
                                          .mass = 0.7f,
                                          .linearDamping = 0.3f,
                                          .gravityScale = 0.8f});
    world.createShape(body, ShapeSphere{0.05f});
    const ParticleId particle = world.createParticle({.position = {1, 2, 3},
                                                      .velocity = v,
                                                      .mass = 0.7f,
                                                      .gravityScale = 0.8f,
                                                      .damping = 0.3f,
                                                      .filter = {.mask = 0}});
    const ParticleId free = world.createParticle({.position = {1, 2, 3}, .velocity = v, .radius = 0.0f});
    for (int i = 0; i < 120; ++i) {
        world.applyForce(body, {0.1f, 0.2f, 0.3f});
        world.applyForce(particle, {0.1f, 0.2f, 0.3f});
        world.step(kDt);
        const DVec3 p = world.pose(body).p, q = world.position(particle);
        ASSERT_TRUE(p.x == q.x && p.y == q.y && p.z == q.z) << i;
        ASSERT_TRUE(world.linearVelocity(body) == world.velocity(particle)) << i;
    }
    EXPECT_NEAR(world.position(free).y, 2.0 + 7.0 * 2.0 - 0.5 * kG * 4.0, 1e-3);
}

TEST(ParticleMotion, periodOfAPendulum) {
    World world({.enableSleep = false});
    const BodyId ground = world.createBody({});
    const double length = 1.3, amplitude = 0.2;
    const ParticleId bob = world.createParticle(
        {.position = {length * std::sin(amplitude), -length * std::cos(amplitude), 0}, .mass = 0.4f, .radius = 0.0f});
    pin(world, bob, ground, {0, 0, 0}, static_cast<float>(length));
    double last = world.position(bob).x, firstCrossing = 0.0, lastCrossing = 0.0;
    int crossings = 0;
    for (int i = 1; i <= 1500; ++i) {
        world.step(kDt);
        const double x = world.position(bob).x;
        if ((x > 0.0) != (last > 0.0)) {
            lastCrossing = (i - x / (x - last)) * static_cast<double>(kDt);
            if (crossings++ == 0) firstCrossing = lastCrossing;
        }
        last = x;
        ASSERT_NEAR(static_cast<double>(cairn::length(world.position(bob))), length, 0.002 * length);
    }
    const double period = 2.0 * (lastCrossing - firstCrossing) / (crossings - 1);
    const double exact = 2.0 * 3.14159265358979 * std::sqrt(length / kG) * (1.0 + amplitude * amplitude / 16.0);
    EXPECT_NEAR(period, exact, 0.01 * exact);
    RecordProperty("period error", std::to_string(period / exact - 1.0));
}

// A rope of length L between points at distance d hangs as y = a cosh(x/a), 2 a sinh(d/2a) = L. Links give in
// proportion to the load over the mass of their particles: 1.7 % on average at 4 substeps, a quarter of that at 8.
TEST(ParticleMotion, aRopeHangsAsACatenary) {
    World world({.substeps = 8, .enableSleep = false});
    const BodyId ground = world.createBody({});
    const int count = 50;
    const double d = 6.0, L = 8.0, piece = L / (count + 1);
    double low = 0.5, high = 50.0;
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (low + high);
        2.0 * middle* std::sinh(0.5 * d / middle) > L ? low = middle : high = middle;
    }
    const double a = low;
    std::vector<ParticleDef> defs;
    for (int i = 0; i < count; ++i) { // a V to begin with
        const double s = (i + 1) * piece - 0.5 * L, slope = std::sqrt(L * L - d * d) / L;
        defs.push_back({.position = {s * d / L, -slope * (0.5 * L - std::abs(s)), 0},
                        .mass = 0.1f,
                        .radius = 0.0f,
                        .damping = 1.0f});
    }
    Array<ParticleId> rope;
    ASSERT_EQ(world.createParticles(defs, rope), count);
    const auto tie = [&](JointLink joint) {
        joint.hertz = 120.0f;
        world.createJoint(DistanceJointDef{.link = joint, .length = static_cast<float>(piece)});
    };
    tie(world.jointLink(rope[0], ground, {-0.5 * d, 0, 0}));
    tie(world.jointLink(rope[count - 1], ground, {0.5 * d, 0, 0}));
    for (int i = 1; i < count; ++i) tie({.particleA = rope[i - 1], .particleB = rope[i]});
    steps(world, 20 * 60);
    double worst = 0.0;
    for (int i = 0; i < count; ++i) {
        const double s = (i + 1) * piece - 0.5 * L; // arc length from the lowest point: s = a sinh(x/a)
        const double x = a * std::asinh(s / a), y = a * (std::cosh(x / a) - std::cosh(0.5 * d / a));
        worst = std::max(worst, static_cast<double>(distance(world.position(rope[i]), DVec3{x, y, 0})));
    }
    EXPECT_LT(worst, 0.01 * L);
    RecordProperty("worst distance", std::to_string(worst));
}

struct Momentum {
    DVec3 linear{0, 0, 0}, angular{0, 0, 0};
};
Momentum momentumOf(const World& world, BodyId body, const std::vector<ParticleId>& particles) {
    Momentum sum;
    const MassProperties mass = world.massProperties(body);
    const DVec3 p = static_cast<double>(mass.mass) * toDouble(world.linearVelocity(body));
    const Sym33 I = rotateSymmetric(toMatrix(world.pose(body).q), mass.inertia);
    sum.linear += p;
    sum.angular += cross(world.massCenter(body), p) + toDouble(I * world.angularVelocity(body));
    for (const ParticleId id : particles) {
        const DVec3 q = static_cast<double>(world.definition(id).mass) * toDouble(world.velocity(id));
        sum.linear += q;
        sum.angular += cross(world.position(id), q);
    }
    return sum;
}

// A spinning body drags a rope of particles about: links give what they take.
TEST(ParticleMotion, linksConserveMomentum) {
    test::Random random(11);
    World world({.gravity = kZero, .enableSleep = false});
    const BodyId body = world.createBody({.type = BodyType::Dynamic,
                                          .linearVelocity = {0.5f, 0, 0},
                                          .angularVelocity = {0.3f, 2.0f, -1.0f},
                                          .mass = 3.0f});
    world.createShape(body, ShapeSphere{0.3f});
    std::vector<ParticleId> rope;
    for (int i = 0; i < 10; ++i) {
        rope.push_back(
            world.createParticle({.position = {0.5 + 0.2 * i, 0, 0},
                                  .velocity = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)},
                                  .mass = 0.1f + 0.02f * static_cast<float>(i),
                                  .radius = 0.0f}));
        if (i == 0)
            pin(world, rope[0], body, {0.3, 0.05, 0.02}, 0.2f);
        else if (i % 3 == 0) // a rope, which only pulls
            world.createJoint(
                DistanceJointDef{.link = {.particleA = rope[static_cast<std::size_t>(i - 1)], .particleB = rope.back()},
                                 .limits = {.enabled = true, .lower = 0.0f, .upper = 0.2f}});
        else if (i % 3 == 1) // a spring
            world.createJoint(
                DistanceJointDef{.link = {.particleA = rope[static_cast<std::size_t>(i - 1)], .particleB = rope.back()},
                                 .length = 0.2f,
                                 .spring = {.enabled = true, .hertz = 4.0f, .dampingRatio = 0.2f}});
        else
            link(world, rope[static_cast<std::size_t>(i - 1)], rope.back(), 0.2f);
    }
    pin(world, rope.back(), body, {-0.3, 0, 0}, 0.5f);
    const Momentum before = momentumOf(world, body, rope);
    steps(world, 300);
    const Momentum after = momentumOf(world, body, rope);
    EXPECT_LT(length(after.linear - before.linear), 2e-5 * (1.0 + length(before.linear)));
    EXPECT_LT(length(after.angular - before.angular), 2e-5 * (1.0 + length(before.angular)));
    EXPECT_GT(length(world.linearVelocity(body) - Vec3{0.5f, 0, 0}), 0.01f); // it was dragged
    RecordProperty("angular drift", std::to_string(length(after.angular - before.angular)));
}

// Links between particles alone take a shorter way through the solver (constraints/joint_points-inl.h). Joints of
// bodies in the same bundles keep them from it, and nothing else may come of that.
TEST(ParticleMotion, theShortWayIsTheLongWay) {
    const auto run = [](bool mixed) {
        World world({.enableSleep = false});
        const BodyId ground = world.createBody({});
        std::vector<ParticleId> rope;
        for (int i = 0; i < 6; ++i) {
            rope.push_back(world.createParticle(
                {.position = {0.2 * (i + 1), 0, 0}, .mass = 0.1f + 0.03f * static_cast<float>(i)}));
            if (i == 0)
                pin(world, rope[0], ground, {0, 0.1, 0}, 0.2f);
            else
                world.createJoint(DistanceJointDef{
                    .link = {.particleA = rope[static_cast<std::size_t>(i - 1)], .particleB = rope.back()},
                    .length = 0.2f,
                    .limits = {.enabled = i % 3 != 0, .lower = 0.1f, .upper = 0.22f},
                    .spring = {.enabled = i % 3 == 1, .hertz = 5.0f}});
        }
        for (int i = 0; mixed && i < 4; ++i) {
            const BodyId a = world.createBody({.type = BodyType::Dynamic, .position = {5.0 * i, 50, 0}});
            const BodyId b = world.createBody({.type = BodyType::Dynamic, .position = {5.0 * i, 51, 0}});
            const BodyId c = world.createBody({.type = BodyType::Dynamic, .position = {5.0 * i, 52, 0}});
            world.createJoint(DistanceJointDef{.link = {.bodyA = a, .bodyB = b}});
            world.createJoint(DistanceJointDef{.link = {.bodyA = b, .bodyB = c}});
        }
        steps(world, 200);
        std::vector<double> out;
        for (const ParticleId p : rope) {
            const DVec3 at = world.position(p);
            out.insert(out.end(), {at.x, at.y, at.z});
        }
        return out;
    };
    EXPECT_EQ(run(false), run(true));
}

// A particle that hits a free box gives it what it loses.
TEST(ParticleMotion, impactsConserveLinearMomentum) {
    World world({.gravity = kZero, .enableSleep = false});
    const BodyId box = world.createBody({.type = BodyType::Dynamic, .mass = 2.0f});
    world.createShape(box, ShapeBox{{0.5f, 0.5f, 0.5f}});
    std::vector<ParticleId> hail;
    for (int i = 0; i < 20; ++i)
        hail.push_back(world.createParticle({.position = {-2.0 - 0.3 * i, 0.04 * i - 0.4, 0.3 - 0.03 * i},
                                             .velocity = {4.0f, 0.2f, 0.1f},
                                             .mass = 0.1f,
                                             .radius = 0.02f,
                                             .restitution = i % 2 == 0 ? 0.5f : 0.0f}));
    const Momentum before = momentumOf(world, box, hail);
    steps(world, 240);
    const Momentum after = momentumOf(world, box, hail);
    EXPECT_LT(length(after.linear - before.linear), 1e-5 * length(before.linear));
    EXPECT_GT(world.linearVelocity(box).x, 1.0f);
}

// Without mass a particle does as it is told, and drags what hangs on it.
TEST(ParticleMotion, aParticleWithoutMassDragsARope) {
    World world;
    const ParticleId hand = world.createParticle({.position = {0, 5, 0}, .velocity = {1, 0, 0}, .mass = 0.0f});
    const ParticleId ball = world.createParticle({.position = {0, 4, 0}, .mass = 2.0f, .damping = 2.0f});
    const JointId rope = link(world, hand, ball, 1.0f);
    steps(world, 600);
    EXPECT_NEAR(world.position(hand).x, 10.0, 1e-4);
    EXPECT_NEAR(world.position(hand).y, 5.0, 0.0);
    EXPECT_NEAR(world.velocity(ball).x, 1.0f, 0.01f);
    EXPECT_NEAR(length(world.jointForce(rope)), 2.0f * 9.81f, 4.5f); // weight, and 2 kg * 2/s * 1 m/s of drag
    ParticleDef def = world.definition(hand);
    def.mass = 1.0f; // let go
    EXPECT_TRUE(world.setDefinition(hand, def));
    steps(world, 30);
    EXPECT_LT(world.position(hand).y, 4.5);
    EXPECT_TRUE(world.validate());
}

} // namespace
} // namespace cairn
