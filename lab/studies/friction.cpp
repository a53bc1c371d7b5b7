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

// A patch of four points, against four patches with one point and friction of their own: seconds a pass, best of many.
double passTime(bool together) {
    KernelScene scene;
    for (int i = 0; i < 256; ++i) {
        const double x = 3.0 * i;
        const int box = scene.addBody({x, 0.5, 0}, 1.0f, {1.0f / 6.0f, 1.0f / 6.0f, 1.0f / 6.0f});
        std::vector<DVec3> points{{x - 0.5, 0, -0.5}, {x + 0.5, 0, -0.5}, {x + 0.5, 0, 0.5}, {x - 0.5, 0, 0.5}};
        if (together)
            scene.addPatch(0, box, {0, 1, 0}, points, 0.5f);
        else
            for (const DVec3& point : points) scene.addPatch(0, box, {0, 1, 0}, {point}, 0.5f);
    }
    scene.accelerate({0.1f, -kGravityStep, 0});
    double best = 1e9;
    for (int trial = 0; trial < 200; ++trial) {
        const auto start = std::chrono::steady_clock::now();
        scene.relax();
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
    const bool inTime = std::fabs(measured / rim - 1.0) < 0.15;
    report.find(
        {"C06-5", "patch friction with twist stops a spinning disc", "at the analytic time within 15 %",
         number(measured) + " s against " + number(rim) + " s for a load on the rim", inTime,
         "a manifold has four points, on the rim of the disc, and no more is known of the load. Spread evenly it "
         "would take " +
             number(uniform) + " s, half as long again"});
    const double ratio = passTime(true) / passTime(false);
    report.find({"C06-5", "patch friction with twist saves cost", "4 points cost at most 60 % of per-point friction",
                 number(100 * ratio) + " %", ratio < 0.6,
                 "one patch of four points against four patches of one, a bundle each", true});
}

} // namespace cairn::lab
