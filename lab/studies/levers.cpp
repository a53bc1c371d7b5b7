// Levers of the default solver: weight amplification, eta, substeps against sweeps.
#include "lab/studies.h"
#include "lab/worlds.h"

namespace cairn::lab {

namespace {

struct TowerOutcome {
    double sunk;  // m that the top of a tower of 20 has lost after 5 s
    double speed; // m/s, mean of the largest over the last second
};

TowerOutcome tower(const SolverRecipe& recipe, float topMass = 0.0f) {
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

struct Calm {
    double speed;        // m/s, the largest in the fifth second
    double milliseconds; // of the stage `solve`, best of that second
};

// A pyramid of 50 rows, which needs more calm than a tower: what stirs below is felt all the way up.
Calm pyramid(float eta) {
    SolverRecipe recipe;
    recipe.eta = eta;
    const auto scene = makeScene("pyramid", {}, recipe);
    Calm calm{0.0, 1e9};
    for (int i = 0; i < 300; ++i) {
        scene->step();
        if (i < 240) continue;
        calm.speed = std::max(calm.speed, largestSpeed(scene->world));
        const StepProfile& profile = scene->world.profile();
        for (int k = 0; k < profile.stageCount; ++k)
            if (std::string_view(profile.stages[k].name) == "solve")
                calm.milliseconds = std::min(calm.milliseconds, static_cast<double>(profile.stages[k].milliseconds));
    }
    return calm;
}

void findEtaCost(Report& report) {
    Plot& plot = report.plot({"levers-eta-calm", "Eta: pyramid of 50 rows, default solver", "eta",
                              "fastest box in the fifth second, mm/s", false, true});
    Series& speed = plot.add("fastest box");
    const float etas[] = {0.0f, 0.25f, 0.5f, 0.75f};
    Calm calm[4];
    std::string told;
    for (int i = 0; i < 4; ++i) {
        calm[i] = pyramid(etas[i]);
        speed.add(static_cast<double>(etas[i]), 1e3 * calm[i].speed);
        told +=
            (i > 0 ? ", " : "") + number(1e3 * calm[i].speed) + " mm/s with " + number(static_cast<double>(etas[i]));
    }
    report.find({"X-7", "eta is 0 by default: what it gains in height it costs in calm",
                 "a pyramid is still after five seconds, below 1 cm/s, with 0 and not with 0.5", told,
                 calm[0].speed < 0.01 && calm[2].speed > 0.01,
                 "a contact that keeps part of its last impulse keeps it where it is not needed any more too. Towers "
                 "stand as still with 0.5 as with 0, wide stacks take long to come to rest, and with 0.75 nothing "
                 "does. It also takes a general kernel, which here took " +
                     number(calm[2].milliseconds / calm[0].milliseconds, 2) +
                     " times as long. `softStepFirm` has it for those who want it"});
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
    findEtaCost(report);
    const double first = split.y[0], last = split.y[4];
    report.find({"X-4", "substeps are worth more than sweeps", "16 x 1 against 1 x 16",
                 number(last) + " mm against " + number(first) + " mm", last < first,
                 last < first
                     ? ""
                     : "sinking is the softness of contacts, which substeps beyond four hardly change; see the plot"});
}

} // namespace cairn::lab
