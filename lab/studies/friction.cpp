// Friction: the cone, a spinning disc, and what one friction a patch saves.
#include "lab/model.h"
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

// Seconds a pass, best of many: a patch of four points, the same without friction, and four patches with one point and
// friction of their own.
enum class Rival { None, Patch, Apart };
double passTime(Rival rival) {
    KernelScene scene;
    for (int i = 0; i < 256; ++i) {
        const double x = 3.0 * i;
        const int box = scene.addBody({x, 0.5, 0}, 1.0f, {1.0f / 6.0f, 1.0f / 6.0f, 1.0f / 6.0f});
        std::vector<DVec3> points{{x - 0.5, 0, -0.5}, {x + 0.5, 0, -0.5}, {x + 0.5, 0, 0.5}, {x - 0.5, 0, 0.5}};
        if (rival != Rival::Apart)
            scene.addPatch(0, box, {0, 1, 0}, points, 0.5f);
        else
            for (const DVec3& point : points) scene.addPatch(0, box, {0, 1, 0}, {point}, 0.5f);
    }
    scene.accelerate({0.1f, -kGravityStep, 0});
    ContactStep step = kKernelStep;
    step.policy.isRelaxed = true;
    step.policy.hasFriction = rival != Rival::None;
    double best = 1e9;
    for (int trial = 0; trial < 200; ++trial) {
        const auto start = std::chrono::steady_clock::now();
        sweepContacts(scene.contacts, step, scene.states.data(), scene.masses.data());
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}

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
    const double normals = passTime(Rival::None), patch = passTime(Rival::Patch), apart = passTime(Rival::Apart);
    // Friction at a point is that of a patch without the twist, of which at least a third is charged to the twist.
    const double friction = patch - normals, estimate = patch / (normals + 4.0 * 2.0 / 3.0 * friction);
    report.find({"C06-5", "patch friction with twist saves cost", "4 points cost at most 60 % of per-point friction",
                 number(100 * estimate) + " %", estimate < 0.6,
                 "There is no kernel with friction at each point to run against. Its cost is put together from this "
                 "one: a sweep takes " +
                     number(100 * friction / patch) +
                     " % of its time for friction; four times that, less a third for the twist, and the normals once. "
                     "Against four patches of one point each, in bundles of their own, which do all but the normals "
                     "four times, it is " +
                     number(100 * patch / apart) + " %",
                 kQuietMachine});
}

} // namespace cairn::lab
