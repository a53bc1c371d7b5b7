// Levers of the default solver: weight amplification, eta, substeps against sweeps.
#include "lab/studies.h"
#include "lab/worlds.h"

namespace cairn::lab {

namespace {

struct Outcome {
    double sunk;  // m that the top of a tower of 20 has lost after 5 s
    double speed; // m/s, mean of the largest over the last second
};

Outcome tower(const SolverRecipe& recipe, float topMass = 0.0f) {
    World world({.enableSleep = false, .solver = recipe});
    const std::vector<BodyId> boxes = addTower(world, 20);
    if (topMass > 0.0f) world.setMass(boxes.back(), topMass);
    double speed = 0.0;
    for (int i = 0; i < 300; ++i) {
        world.step(kFrame);
        if (i >= 240) speed += largestSpeed(world) / 60.0;
    }
    return {19.5 - world.pose(boxes.back()).p.y, speed};
}

} // namespace

void studyLevers(Report& report) {
    report.text = "A tower of 20 boxes for five seconds with the default solver and one of its numbers changed.";
    Plot& gain = report.plot(
        {"levers-gain", "Weight amplification: tower of 20", "mass gain c - 1", "loss of height, mm", false, false});
    Series& sunk = gain.add("loss of height");
    for (const float g : {0.0f, 0.1f, 0.2f, 0.3f, 0.4f, 0.6f}) {
        SolverRecipe recipe;
        recipe.massGain = g;
        sunk.add(static_cast<double>(g), 1e3 * tower(recipe).sunk);
    }
    Plot& leak = report.plot({"levers-eta", "Eta, the share of the last impulse that is not bled off: tower of 20",
                              "eta", "loss of height, mm"});
    Series& eta = leak.add("loss of height");
    for (const float e : {0.0f, 0.25f, 0.5f, 0.75f}) {
        SolverRecipe recipe;
        recipe.eta = e;
        eta.add(static_cast<double>(e), 1e3 * tower(recipe).sunk);
    }
    Plot& both = report.plot({"levers-substeps", "Sixteen passes, as substeps or as sweeps: tower of 20", "substeps",
                              "loss of height, mm", true, true});
    Series& split = both.add("16 / substeps sweeps each");
    for (const int n : {1, 2, 4, 8, 16}) {
        SolverRecipe recipe;
        recipe.substeps = n;
        recipe.iterations = 16 / n;
        split.add(n, std::max(1e-3, 1e3 * tower(recipe).sunk));
    }
    report.find({"X-2", "weight amplification lessens sinking", "gain 0 against the default's 0.3",
                 number(sunk.y[0]) + " mm against " + number(sunk.y[3]) + " mm", sunk.y[3] < sunk.y[0], ""});
    report.find({"X-3", "eta = 0.5 halves sinking", "about half",
                 number(eta.y[0]) + " mm against " + number(eta.y[2]) + " mm", eta.y[2] < 0.75 * eta.y[0],
                 eta.y[2] < 0.75 * eta.y[0] ? "" : "see the plot"});
    const double first = split.y[0], last = split.y[4];
    report.find({"X-4", "substeps are worth more than sweeps", "16 x 1 against 1 x 16",
                 number(last) + " mm against " + number(first) + " mm", last < first,
                 last < first
                     ? ""
                     : "sinking is the softness of contacts, which substeps beyond four hardly change; see the plot"});
}

} // namespace cairn::lab
