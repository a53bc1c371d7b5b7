// A solver of one's own, outside the library: sweeps until velocities have settled, and says how many that took.
//
// Most games give every step the same number of sweeps, enough for the worst of them. This one asks after each sweep
// how much it has changed, and stops when that is little: a tower that stands gets by with few, and has as many as it
// needs when something hits it.
#include <cairn/cairn.h>

#include <cstdio>

namespace {

using namespace cairn;

struct Patience {
    float enough;      // m/s: a sweep that changes less was the last one
    int mostSweeps;    // of a substep
    int sweeps, steps; // counted
};

void untilSettled(SolverLoop& loop, void* context) {
    Patience& patience = *static_cast<Patience*>(context);
    ++patience.steps;
    for (int substep = 0; substep < loop.substepCount(); ++substep) {
        loop.beginSubstep();
        for (int i = 0; i < patience.mostSweeps; ++i) {
            loop.solve();
            ++patience.sweeps;
            if (loop.largestChange() < patience.enough) break;
        }
        loop.integratePositions();
        for (int i = 0; i < loop.recipe().relaxIterations; ++i) loop.relax();
        loop.endSubstep();
    }
}

} // namespace

int main() {
    World world({.enableSleep = false, .solver = *findSolver("sequentialImpulse")});
    world.createShape(world.createBody({}), ShapePlane{}, {});
    BodyId top;
    for (int i = 0; i < 10; ++i) {
        top = world.createBody({.type = BodyType::Dynamic, .position = {0, 0.5 + i, 0}});
        world.createShape(top, ShapeBox{{0.5f, 0.5f, 0.5f}}, {});
    }
    Patience patience{0.002f, 200, 0, 0};
    world.setSolverFunction(untilSettled, &patience);

    const auto run = [&](const char* what, int steps) {
        patience.sweeps = patience.steps = 0;
        for (int i = 0; i < steps; ++i) world.step(1.0f / 60.0f);
        std::printf("%-22s %6.1f sweeps a step, top at %.4f m\n", what,
                    static_cast<double>(patience.sweeps) / patience.steps, world.pose(top).p.y);
    };
    run("the tower is put down", 30);
    run("it stands", 120);
    world.setLinearVelocity(top, {0, -3, 0});
    run("something hits it", 10);
    run("it stands again", 120);
    return world.pose(top).p.y > 9.0 ? 0 : 1;
}
