// Joints in free space make no momentum: every kind.
#include "joints/joint_fixture.h"

namespace cairn {

using test::addBall;
using test::kDt;

namespace {

constexpr double kMomentumRounding = 2e-5; // of the sizes of what is added up, after a thousand substeps

} // namespace

// Bodies of round inertia in free space: no joint between them can change their momentum, linear or angular, beyond
// rounding of its parts.
TEST(JointMotion, momentumIsKeptByEveryKind) {
    for (const test::KindCase& kind : test::allKinds()) {
        test::Random random(21);
        World world({.gravity = kZero});
        const BodyId a = addBall(world, {0.2, 0.1, -0.3}, 2.0f, 0.3f), b = addBall(world, {0.8, 0.3, 0.1}, 1.0f, 0.25f);
        for (const BodyId body : {a, b}) {
            world.setLinearVelocity(body, random.inBox(2.0f));
            world.setAngularVelocity(body, random.inBox(4.0f));
        }
        ASSERT_TRUE(kind.create(world, world.jointLink(a, b, {0.5, 0.15, 0}, {0, 0.6f, 0.8f}))) << kind.name;
        // An error to begin with, so that springs and limits work.
        world.setPose(b, {{0.9, 0.35, 0.15}, fromAxisAngle({0, 1, 0}, 0.2f)});
        const test::Momentum before = test::momentum(world, {a, b});
        double linear = 0.0, angular = 0.0, linearSize = 0.0, angularSize = 0.0;
        for (int i = 0; i < test::scaled(300); ++i) {
            world.step(kDt);
            const test::Momentum now = test::momentum(world, {a, b});
            linear = std::max(linear, length(now.linear - before.linear));
            angular = std::max(angular, length(now.angular - before.angular));
            linearSize = std::max(linearSize, now.linearSize);
            angularSize = std::max(angularSize, now.angularSize);
        }
        // After 1200 substeps.
        EXPECT_LT(linear, kMomentumRounding * linearSize) << kind.name;
        EXPECT_LT(angular, kMomentumRounding * angularSize) << kind.name;
    }
}

// A gear has its bearings in the world, so it is its ratio that keeps something: what one wheel gives, the other takes
// `ratio` times. With ratio -1 that is all of the angular momentum. Linear momentum is untouched.
TEST(JointMotion, momentumIsKeptByAGear) {
    for (const float ratio : {-1.0f, 0.5f, 2.0f, -3.0f}) {
        World world({.gravity = kZero});
        const BodyId a = addBall(world, {0, 0, 0}, 2.0f, 0.3f), b = addBall(world, {1, 0, 0}, 1.0f, 0.25f);
        world.setAngularVelocity(a, {0, 0, 5});
        world.setAngularVelocity(b, {0, 0, 1});
        world.setLinearVelocity(a, {0.3f, -0.7f, 0.2f});
        world.setLinearVelocity(b, {0.3f, -0.7f, 0.2f});
        ASSERT_TRUE(
            world.createJoint(GearJointDef{.link = world.jointLink(a, b, {0.5, 0, 0}, {0, 0, 1}), .ratio = ratio}));
        const auto spin = [&](BodyId body) {
            return static_cast<double>(world.massProperties(body).inertia.zz * world.angularVelocity(body).z);
        };
        const auto kept = [&] { return static_cast<double>(ratio) * spin(a) - spin(b); };
        const double before = kept(), size = std::abs(static_cast<double>(ratio) * spin(a)) + std::abs(spin(b));
        const float speed = world.angularVelocity(a).z;
        double worst = 0.0;
        for (int i = 0; i < test::scaled(300); ++i) {
            world.step(kDt);
            worst = std::max(worst, std::abs(kept() - before));
        }
        EXPECT_LT(worst, kMomentumRounding * size) << ratio;
        EXPECT_GT(std::abs(world.angularVelocity(a).z - speed), 0.05f) << ratio; // it did something
        for (const BodyId body : {a, b}) EXPECT_EQ(world.linearVelocity(body), (Vec3{0.3f, -0.7f, 0.2f})) << ratio;
    }
}

// The rope of a pulley pulls each body towards its own wheel: angular momentum about that wheel stays, spin included.
// Along the ropes, what one body gives the other takes `ratio` times.
TEST(JointMotion, momentumIsKeptByAPulley) {
    const auto about = [](const World& world, BodyId body, DVec3 wheel) {
        const MassProperties mass = world.massProperties(body);
        const DVec3 p = static_cast<double>(mass.mass) * toDouble(world.linearVelocity(body));
        return cross(world.massCenter(body) - wheel, p) + toDouble(mass.inertia * world.angularVelocity(body));
    };
    for (const float ratio : {1.0f, 2.5f})
        for (const bool swings : {false, true}) {
            World world({.gravity = kZero});
            const DVec3 wheelA{-1, 3, 0}, wheelB{1, 3, 0};
            const BodyId a = addBall(world, {-1, 0, 0}, 3.0f, 0.3f), b = addBall(world, {1, -2, 0}, 1.0f, 0.25f);
            const Vec3 anchor = swings ? Vec3{0.2f, 0.1f, -0.1f} : kZero;
            ASSERT_TRUE(world.createJoint(PulleyJointDef{
                .link = {.bodyA = a, .bodyB = b, .frameA = {anchor, kIdentityQuat}, .frameB = {anchor, kIdentityQuat}},
                .wheelA = wheelA,
                .wheelB = wheelB,
                .ratio = ratio}));
            world.setLinearVelocity(a, {swings ? 0.5f : 0.0f, -1, swings ? 0.2f : 0.0f});
            const DVec3 beforeA = about(world, a, wheelA), beforeB = about(world, b, wheelB);
            double worst = 0.0, along = 0.0;
            for (int i = 0; i < test::scaled(120); ++i) {
                world.step(kDt);
                worst = std::max(
                    {worst, length(about(world, a, wheelA) - beforeA), length(about(world, b, wheelB) - beforeB)});
                if (swings) continue;
                const double given = 3.0 * (static_cast<double>(world.linearVelocity(a).y) + 1.0);
                along = std::max(along, std::abs(static_cast<double>(ratio) * given -
                                                 static_cast<double>(world.linearVelocity(b).y)));
            }
            EXPECT_GT(world.linearVelocity(b).y, 0.1f);
            EXPECT_LT(along, kMomentumRounding * 3.0 * static_cast<double>(ratio)) << ratio;
            EXPECT_LT(worst, kMomentumRounding * 3.0 * 3.0) << ratio << ", swings " << swings; // 3 kg m/s, 3 m
        }
}

} // namespace cairn
