// Friction: the cone, a spinning disc, and what one friction a patch saves.
#include "lab/model.h"
#include "lab/point_friction.h"
#include "lab/studies.h"

#include <cairn/world.h>

#include <algorithm>
#include <chrono>

namespace cairn::lab {

namespace {

// How far a flat box slides in two seconds on a plane tilted so that tan(angle) = ratio * mu.
double slideOf(double ratio) {
    constexpr double mu = 0.5;
    const double angle = std::atan(ratio * mu);
    World world(
        {.gravity = {static_cast<float>(9.81 * std::sin(angle)), static_cast<float>(-9.81 * std::cos(angle)), 0}});
    const Material material{.friction = static_cast<float>(mu)};
    const BodyId ground = world.createBody({});
    world.createShape(ground, ShapePlane{}, {.material = material});
    const BodyId box = world.createBody({.type = BodyType::Dynamic, .position = {0, 0.1, 0}, .allowSleep = false});
    world.createShape(box, ShapeBox{{0.5f, 0.1f, 0.5f}}, {.material = material});
    for (int i = 0; i < 30; ++i) world.step(1.0f / 60.0f);
    const double before = world.pose(box).p.x;
    for (int i = 0; i < 120; ++i) world.step(1.0f / 60.0f);
    return world.pose(box).p.x - before;
}

// Seconds until a disc that turns at 10 rad/s stands.
double spinTime(float radius, float mu) {
    World world;
    const Material material{.friction = mu};
    world.createShape(world.createBody({}), ShapePlane{}, {.material = material});
    const BodyId disc = world.createBody(
        {.type = BodyType::Dynamic, .position = {0, 0.05, 0}, .angularVelocity = {0, 10, 0}, .allowSleep = false});
    world.createShape(disc, ShapeCylinder{0.05f, radius}, {.material = material});
    int steps = 0;
    while (steps < 2000 && world.angularVelocity(disc).y > 0.05f) world.step(1.0f / 240.0f), ++steps;
    return steps / 240.0;
}

// Boxes that turn at 5 rad/s and stand on four points, one a bundle: the other lanes idle, but take their time.
class Spinners {
public:
    Spinners() : m_points(kCount) {
        const Vec3 inertia{1.0f / 6.0f, 1.0f / 6.0f, 1.0f / 6.0f};
        for (std::size_t i = 0; i < kCount; ++i) {
            const double x = 3.0 * static_cast<double>(i);
            const std::vector<DVec3> corners{
                {x - 0.5, 0, -0.5}, {x + 0.5, 0, -0.5}, {x + 0.5, 0, 0.5}, {x - 0.5, 0, 0.5}};
            const int box = m_scene.addBody({x, 0.5, 0}, 1.0f, inertia);
            m_scene.addPatch(0, box, {0, 1, 0}, corners, 0.5f);
            m_scene.body(box).w = {0, 5, 0};
            KernelScene single; // a point's tangent matrix is that of a patch of one
            single.addBody({x, 0.5, 0}, 1.0f, inertia);
            for (std::size_t k = 0; k < corners.size(); ++k) {
                const ContactBundle& c = single.addPatch(0, 1, {0, 1, 0}, {corners[k]});
                for (int j = 0; j < 3; ++j) m_points[i].inverseKt[k][j][0] = c.inverseKt[j][0];
            }
        }
    }

    // A step of 1/60 s with 200 sweeps: seconds of the quickest.
    double step(FrictionOf kind) {
        m_scene.accelerate({0, -kGravityStep, 0});
        for (ContactBundle& c : m_scene.contacts) {
            std::fill(&c.impulse[0][0], &c.impulse[0][0] + kPatchPoints * kLanes, 0.0f);
            std::fill(&c.frictionImpulse[0][0], &c.frictionImpulse[0][0] + 3 * kLanes, 0.0f);
            std::fill(c.twistImpulse, c.twistImpulse + kLanes, 0.0f);
        }
        for (PointFriction& p : m_points)
            std::fill(&p.impulse[0][0][0], &p.impulse[0][0][0] + kPatchPoints * 3 * kLanes, 0.0f);
        double best = 1e9;
        for (int sweep = 0; sweep < 200; ++sweep) {
            const auto start = std::chrono::steady_clock::now();
            sweepFriction(m_scene.contacts, m_points, kind, kKernelStep, m_scene.states.data());
            best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        }
        return best;
    }
    double spin() { return static_cast<double>(m_scene.body(1).w.y); }

private:
    static constexpr std::size_t kCount = 256;
    KernelScene m_scene;
    std::vector<PointFriction> m_points;
};

} // namespace

void studyFriction(Report& report) {
    report.text = "A box on a tilted plane, with a coefficient of friction of 0.5; a disc that spins on the spot; and "
                  "the cost of friction "
                  "that acts once a patch, with a twist, against friction at every point.";
    Plot& plot = report.plot({"friction-cone", "Box on a tilted plane for two seconds", "tan(angle) / mu", "way, m"});
    Series &way = plot.add("Cairn"), &coulomb = plot.add("Coulomb", true);
    for (double r = 0.9; r <= 1.1001; r += 0.01) {
        way.add(r, slideOf(r));
        const double angle = std::atan(0.5 * r), a = 9.81 * (std::sin(angle) - 0.5 * std::cos(angle));
        coulomb.add(r, a > 0.0 ? 0.5 * a * (2.5 * 2.5 - 0.5 * 0.5) : 0.0);
    }
    const double below = slideOf(0.99), above = slideOf(1.01);
    report.find({"C06-3", "friction cone", "slides if and only if tan(angle) > mu, at mu +- 1 %",
                 number(1e3 * below) + " mm below, " + number(1e3 * above) + " mm above",
                 std::fabs(below) < 1e-3 && above > 0.05, "a box of 1 m, two seconds"});
    const double measured = spinTime(0.5f, 0.5f), uniform = 3.0 * 10.0 * 0.5 / (4.0 * 0.5 * 9.81),
                 rim = 10.0 * 0.5 / (2.0 * 0.5 * 9.81);
    const auto near = [&](double analytic) { return std::fabs(measured / analytic - 1.0) < 0.15; };
    report.find({"C06-5", "patch friction with twist stops a spinning disc, its load on the rim",
                 "at the analytic time R w / (2 mu g) within 15 %",
                 number(measured) + " s against " + number(rim) + " s", near(rim),
                 "a manifold has four points, here on the rim of the disc, and takes the load to be there"});
    report.find({"C06-5", "patch friction with twist stops a spinning disc, its load spread evenly",
                 "at the analytic time 3 R w / (4 mu g) within 15 %",
                 number(measured) + " s against " + number(uniform) + " s", near(uniform),
                 "the lever of the twist is the mean distance of the points from their middle: R for a disc. An even "
                 "load has 2/3 R, and takes half as long again; but four points do not tell a disc from a ring, nor "
                 "feet from a sole, and friction at each of them would give the time of the rim too"});
    Spinners once, each, none;
    double patch = 1e9, points = 1e9, normals = 1e9;
    for (int i = 0; i < 3; ++i) { // in turns
        patch = std::min(patch, once.step(FrictionOf::Patch));
        points = std::min(points, each.step(FrictionOf::Points));
        normals = std::min(normals, none.step(FrictionOf::None));
    }
    report.find({"C06-5", "patch friction with twist saves cost", "4 points cost at most 60 % of per-point friction",
                 number(100 * patch / points) + " % of a whole sweep, normals included; " +
                     number(100 * (patch - normals) / (points - normals)) + " % of the friction by itself",
                 patch < 0.6 * points,
                 "asked of the whole sweep. By the engine's kernel and by one from the same parts with friction at "
                 "each point, in the same lanes (`lab/point_friction.cpp`). After three steps a box that turned at 5 "
                 "rad/s turns at " +
                     number(once.spin(), 4) + " and " + number(each.spin(), 4),
                 kQuietMachine});
}

} // namespace cairn::lab
