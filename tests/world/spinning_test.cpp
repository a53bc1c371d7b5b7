// Bodies that spin: what they keep, and how they precess.
#include <cairn/world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace cairn {

namespace {

constexpr float kDt = 1.0f / 60.0f;
constexpr double kG = 9.81;
constexpr Vec3 kUp{0, 1, 0};

DVec3 spinOf(const World& world, BodyId body) {
    const Sym33 I = rotateSymmetric(toMatrix(world.pose(body).q), world.massProperties(body).inertia);
    return toDouble(I * world.angularVelocity(body));
}

// A disc on a weightless stem whose foot is the body's origin, leaning by 15 degrees and set off in steady precession:
// m g l = rate (I3 w3 - I1 rate cos(lean)), w3 = spin + rate cos(lean), I1 about the foot.
struct Top {
    double distance = 0.55, lean = static_cast<double>(kPi) / 12.0;
    double rate = 0.0;
    BodyId body{};

    Top(World& world, float spin, double height) {
        const Quat tilt = fromAxisAngle({0, 0, 1}, static_cast<float>(lean));
        body = world.createBody({.type = BodyType::Dynamic, .position = {0, height, 0}, .rotation = tilt});
        world.createShape(body, ShapeCylinder{0.08f, 0.6f},
                          {.pose = {{0, static_cast<float>(distance), 0}, kIdentityQuat}});
        const MassProperties mass = world.massProperties(body);
        const double m = mass.mass, I3 = mass.inertia.yy, I1 = mass.inertia.xx + m * distance * distance;
        for (int i = 0; i < 50; ++i) {
            const double w3 = spin + rate * std::cos(lean);
            rate = m * kG * distance / (I3 * w3 - I1 * rate * std::cos(lean));
        }
        const Vec3 axis = rotate(tilt, kUp), w = spin * axis + static_cast<float>(rate) * kUp;
        world.setAngularVelocity(body, w);
        world.setLinearVelocity(body, cross(w, static_cast<float>(distance) * axis));
    }
    Vec3 axis(const World& world) const { return rotate(world.pose(body).q, kUp); }
    double leanOf(const World& world) const { return std::acos(static_cast<double>(axis(world).y)); }
    double energy(const World& world) const {
        return world.measures().kineticEnergy + static_cast<double>(world.mass(body)) * kG * world.massCenter(body).y;
    }
};

} // namespace

// The T-handle: spun about its middle axis it flips over and over, and keeps energy and momentum.
TEST(Spinning, tHandleFlipsAndKeepsEnergyAndMomentum) {
    World world({.gravity = kZero});
    const BodyId handle = world.createBody({.type = BodyType::Dynamic});
    world.createShape(handle, ShapeBox{{0.2f, 0.8f, 0.1f}});                                          // along y
    world.createShape(handle, ShapeBox{{0.5f, 0.1f, 0.1f}}, {.pose = {{0.7f, 0, 0}, kIdentityQuat}}); // stem along x
    const Sym33 I = world.massProperties(handle).inertia;
    ASSERT_LT(I.yy, I.xx); // x, y, z are principal axes, x is the middle one
    ASSERT_LT(I.xx, I.zz);
    world.setAngularVelocity(handle, {8.0f, 0.08f, 0.08f});
    world.setLinearVelocity(handle, kZero);
    const double energy = world.measures().kineticEnergy;
    const DVec3 momentum = spinOf(world, handle);
    int flips = 0;
    float side = 1.0f;
    for (int i = 0; i < 3600; ++i) {
        world.step(kDt);
        const float along = rotate(world.pose(handle).q, Vec3{1, 0, 0}).x;
        if (along * side < -0.5f) {
            side = -side;
            ++flips;
        }
        ASSERT_NEAR(world.measures().kineticEnergy, energy, 5e-3 * energy);
        ASSERT_LT(length(spinOf(world, handle) - momentum), 1e-3 * length(momentum)) << i;
    }
    EXPECT_GT(flips, 5);
}

// For a minute on a pivot: rate within half a percent, lean within a degree, energy within half a percent.
TEST(Spinning, pinnedTopPrecesses) {
    for (const float spin : {20.0f, 40.0f, 60.0f, 100.0f}) {
        World world;
        Top top(world, spin, 0.0);
        world.createJoint(BallJointDef{.link = world.jointLink(world.createBody({}), top.body, {0, 0, 0}, kUp)});
        const double energy = top.energy(world);
        Vec3 last = top.axis(world);
        double turned = 0.0;
        for (int i = 0; i < 3600; ++i) {
            world.step(kDt);
            const Vec3 now = top.axis(world);
            turned += std::remainder(std::atan2(now.x, now.z) - std::atan2(last.x, last.z), 2.0 * M_PI);
            last = now;
        }
        EXPECT_NEAR(turned / 60.0, top.rate, 0.005 * top.rate) << spin;
        EXPECT_NEAR(top.leanOf(world), top.lean, 0.0175) << spin;
        EXPECT_NEAR(top.energy(world), energy, 0.005 * energy) << spin;
    }
}

// On a floor with friction its foot rolls in a circle; it must neither fall nor gain.
TEST(Spinning, topOnAFloorStaysUp) {
    World world;
    Top top(world, 60.0f, 0.05);
    world.createShape(top.body, ShapeCapsule{0.5f, 0.05f}, {.pose = {{0, 0.5f, 0}, kIdentityQuat}, .density = 0});
    world.createShape(world.createBody({}), ShapePlane{});
    for (int i = 0; i < 120; ++i) world.step(kDt); // it stops slipping
    const double energy = top.energy(world), lean = top.leanOf(world);
    // The spot on which it stands, 1/64 of the tip's radius, takes 5 % of its energy in a minute by friction, and 1 %
    // by its resistance to rolling.
    const double torque = static_cast<double>(world.mass(top.body)) * kG * 0.05 / 64.0;
    double lost = 0.0;
    for (int i = 0; i < 3600; ++i) {
        world.step(kDt);
        const DVec3 w = toDouble(world.angularVelocity(top.body));
        lost += torque * (0.6 * w.y + std::hypot(w.x, w.z)) / 60.0;
    }
    EXPECT_NEAR(top.leanOf(world), lean, 0.09); // 5 degrees
    EXPECT_NEAR(top.energy(world), energy - lost, 0.005 * energy);
    EXPECT_GT(world.pose(top.body).p.y, 0.049);
}

// mu m g r is the torque of the spot, 2/5 m R^2 the moment of inertia.
TEST(Spinning, ballOnTheSpotSlowsDown) {
    World world;
    world.createShape(world.createBody({}), ShapePlane{});
    const BodyId ball =
        world.createBody({.type = BodyType::Dynamic, .position = {0, 0.1, 0}, .angularVelocity = {0, 5, 0}});
    world.createShape(ball, ShapeSphere{0.1f});
    for (int i = 0; i < 60; ++i) world.step(kDt);
    EXPECT_NEAR(world.angularVelocity(ball).y, 5.0 - 0.6 * kG * (0.1 / 64.0) / (0.4 * 0.01), 0.05);
    for (int i = 0; i < 120; ++i) world.step(kDt);
    EXPECT_LT(length(world.angularVelocity(ball)), 1e-3f);
}

// A ball that lies on the ground and hangs on a torso by a ball joint, rolling about the line from the joint to the
// ground. With friction one substep late it went ever faster and lifted the torso, 27 J in 20 s.
TEST(Spinning, headThatRollsAboutItsNeckGainsNothing) {
    for (const float neck : {0.16f, 0.22f, 0.26f}) {
        for (const float spin : {12.0f, 25.0f}) {
            World world({.enableSleep = false});
            world.createShape(world.createBody({}), ShapePlane{});
            const float radius = 0.13f, rise = radius - neck, across = sqrt(0.0225f - rise * rise);
            const float slope = 2.0f * (neck - 0.08f);
            const Quat tilt = fromAxisAngle({0, 0, 1}, std::asin(slope));
            const BodyId torso =
                world.createBody({.type = BodyType::Dynamic,
                                  .position = {-0.26f * sqrt(1.0f - slope * slope), neck - 0.26f * slope, 0},
                                  .rotation = tilt});
            world.createShape(torso, ShapeBox{{0.24f, 0.08f, 0.18f}});
            const Vec3 w = spin * normalize(Vec3{across, -neck, 0});
            const BodyId head = world.createBody({.type = BodyType::Dynamic,
                                                  .position = {across, radius, 0},
                                                  .linearVelocity = cross(w, {across, rise, 0}),
                                                  .angularVelocity = w});
            world.createShape(head, ShapeSphere{radius});
            world.createJoint(BallJointDef{.link = world.jointLink(torso, head, {0, neck, 0})});
            const auto energy = [&] {
                double sum = world.measures().kineticEnergy;
                for (const BodyId body : {torso, head})
                    sum += static_cast<double>(world.mass(body)) * kG * world.massCenter(body).y;
                return sum;
            };
            for (int i = 0; i < 30; ++i) world.step(kDt); // it settles
            double least = energy();
            for (int i = 0; i < 1200; ++i) {
                world.step(kDt);
                least = std::min(least, energy());
                ASSERT_LT(energy(), 1.005 * least) << neck << ", " << spin << ", step " << i;
            }
        }
    }
}

// A lock does no work, whatever it takes of the momentum: a tumbling box keeps its energy, and turns about no locked
// axis.
TEST(Spinning, lockedAxesLeaveTheEnergy) {
    for (unsigned bits = 1; bits < 7; ++bits) {
        const auto has = [&](unsigned i) { return (bits >> i & 1u) != 0; };
        World world({.gravity = kZero});
        const BodyId box = world.createBody({.type = BodyType::Dynamic,
                                             .rotation = normalize(Quat{{0.3f, 0.2f, 0.5f}, 0.7f}),
                                             .angularVelocity = {3, 4, 2},
                                             .locks = {.angularX = has(0), .angularY = has(1), .angularZ = has(2)}});
        world.createShape(box, ShapeBox{{0.3f, 0.15f, 0.05f}});
        const auto energy = [&] {
            const Vec3 w = world.angularVelocity(box);
            return dot(w, rotateSymmetric(toMatrix(world.pose(box).q), world.massProperties(box).inertia) * w);
        };
        world.step(1e-6f);
        const float before = energy();
        for (int i = 0; i < 1200; ++i) {
            world.step(1.0f / 60.0f);
            ASSERT_NEAR(energy() / before, 1.0f, 0.005f) << "locks " << bits << ", step " << i;
            const Vec3 w = world.angularVelocity(box);
            ASSERT_EQ((has(0) ? abs(w.x) : 0.0f) + (has(1) ? abs(w.y) : 0.0f) + (has(2) ? abs(w.z) : 0.0f), 0.0f);
        }
    }
}

} // namespace cairn
