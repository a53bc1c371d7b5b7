// What does not come to rest: naive impulses, and orders that change every step.
#include "lab/studies.h"
#include "lab/worlds.h"
#include "model/sleep.h"
#include "scenes/random.h"
#include "world/world_data.h"

namespace cairn::lab {

namespace {

// What is behind a world. Only an explicit instantiation may name a private member.
WorldData& dataOf(World& world);
template <WorldData* World::*data> struct Opened {
    friend WorldData& dataOf(World& world) { return *(world.*data); }
};
template struct Opened<&World::m_data>;

// Takes all contacts out of the graph and puts them back in a random order, as if colours were made anew each step.
void recolour(World& world, scenes::Random& random) {
    Model& model = dataOf(world).model;
    std::vector<int> contacts;
    model.liveContacts.forEach([&](int c) { contacts.push_back(c); });
    for (int i = static_cast<int>(contacts.size()) - 1; i > 0; --i)
        std::swap(contacts[static_cast<std::size_t>(i)], contacts[static_cast<std::size_t>(random.below(i + 1))]);
    for (const int c : contacts) leaveGraph(model, c);
    for (const int c : contacts) joinGraph(model, c);
}

// Kinetic energy of a stack of ten boxes, second by second.
double stackEnergy(const char* solver, Series& curve) {
    World world({.enableSleep = false, .solver = recipeOf(solver, 10)});
    addTower(world, 10, 0.02f);
    double last = 0.0;
    for (int i = 1; i <= 300; ++i) {
        world.step(kFrame);
        last += i > 240 ? world.measures().kineticEnergy / 60.0 : 0.0;
        if (i % 10 == 0) curve.add(i * static_cast<double>(kFrame), std::max(1e-12, world.measures().kineticEnergy));
    }
    return last;
}

struct Jitter {
    double variance; // of the bodies' speeds over five seconds, mean over bodies
};

// Debris of three columns: boxes of all sizes dropped on three spots, five seconds to settle, five to watch.
Jitter debris(const char* solver, int iterations, Series& curve, bool recoloured = false, float warmStart = 0.0f) {
    SolverRecipe recipe = recipeOf(solver, iterations);
    recipe.warmStart = warmStart;
    World world({.enableSleep = false, .solver = recipe});
    world.createShape(world.createBody({}), ShapePlane{});
    scenes::Random random(7);
    std::vector<BodyId> bodies;
    for (int column = 0; column < 3; ++column)
        for (int i = 0; i < 30; ++i) {
            const float s = random.uniform(0.15f, 0.4f);
            bodies.push_back(
                world.createBody({.type = BodyType::Dynamic,
                                  .position = {3.0 * column + static_cast<double>(random.uniform(-0.2f, 0.2f)),
                                               0.5 + 0.6 * i, static_cast<double>(random.uniform(-0.2f, 0.2f))},
                                  .rotation = random.rotation()}));
            world.createShape(bodies.back(), ShapeBox{{s, random.uniform(0.15f, 0.4f), random.uniform(0.15f, 0.4f)}});
        }
    std::vector<double> sum(bodies.size()), squares(bodies.size());
    for (int i = 0; i < 720; ++i) {
        if (recoloured) recolour(world, random);
        world.step(kFrame);
        if (i % 12 == 0)
            curve.add(i * static_cast<double>(kFrame), std::max(1e-7, static_cast<double>(world.measures().meanSpeed)));
        if (i < 420) continue;
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            const double speed = static_cast<double>(length(world.linearVelocity(bodies[b])));
            sum[b] += speed / 300.0;
            squares[b] += speed * speed / 300.0;
        }
    }
    double variance = 0.0;
    for (std::size_t b = 0; b < bodies.size(); ++b)
        variance += std::max(0.0, squares[b] - sum[b] * sum[b]) / static_cast<double>(bodies.size());
    return {variance};
}

} // namespace

void studyJitter(Report& report) {
    report.text = "A stack of ten boxes with naive and with accumulated impulses; and the debris of three columns "
                  "under sequential impulses whose colours, or order, are made anew every step, against mass "
                  "splitting, which knows no order, both without warm start. "
                  "No sleep.";
    Plot& stack =
        report.plot({"jitter-stack", "Stack of ten boxes, 10 sweeps", "time, s", "kinetic energy, J", false, true});
    const double naive = stackEnergy("naiveImpulse", stack.add("naive impulses"));
    const double summed = stackEnergy("sequentialImpulse", stack.add("accumulated"));
    report.find({"C06-2", "naive impulses jitter, accumulated ones do not", "residual kinetic energy of a stack of 10",
                 number(naive) + " J against " + number(summed) + " J in the fifth second", naive > 10.0 * summed,
                 naive > 10.0 * summed ? "" : "see the plot"});
    Plot& plot = report.plot({"jitter-debris", "Debris of three columns", "time, s", "mean speed, m/s", false, true});
    const Jitter shuffled = debris("sequentialImpulseShuffled", 20, plot.add("PGS, new order each step"));
    const Jitter anew = debris("sequentialImpulseColours", 20, plot.add("PGS, colours anew each step"), true);
    const Jitter kept = debris("sequentialImpulseColours", 20, plot.add("PGS, colours that are kept"));
    const Jitter split = debris("massSplitting", 20, plot.add("mass splitting"));
    Series apart; // not drawn
    const double anewLong = debris("sequentialImpulseColours", 100, apart, true).variance,
                 splitLong = debris("massSplitting", 100, apart).variance,
                 anewWarm = debris("sequentialImpulseColours", 20, apart, true, 1.0f).variance,
                 splitWarm = debris("massSplitting", 20, apart, false, 1.0f).variance;
    const bool jitters = anew.variance > 1e-8 && anew.variance > 10.0 * split.variance;
    report.find(
        {"T-7", "PGS with colouring jitters, mass splitting does not",
         "speed variance over 5 s under colours reshuffled every frame, against mass splitting",
         number(anew.variance) + " against " + number(split.variance) +
             " m^2/s^2; one by one in an order that is new "
             "each step " +
             number(shuffled.variance) + "; with colours that are kept, as Cairn has them, " + number(kept.variance),
         jitters,
         "20 sweeps without warm start, with which neither has converged. Colours anew do jitter more than colours "
         "that are kept; but mass splitting converges more slowly, and its heap goes on creeping. With 100 sweeps it "
         "is " +
             number(anewLong, 2) + " against " + number(splitLong, 2) + ", with 20 and warm start " +
             number(anewWarm, 2) + " against " + number(splitWarm, 2)});
}

} // namespace cairn::lab
