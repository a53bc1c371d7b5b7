// A heap of ragdolls: how many sweeps until it sleeps, by islands and body by body.
#include "lab/studies.h"
#include "lab/worlds.h"

namespace cairn::lab {

namespace {

struct HeapCase {
    const char* name;
    const char* solver;
    int sweeps;
    bool damped;
};

struct HeapRest {
    double awake = 1.0; // share of the bodies
    double speed = 0.0; // m/s, mean over bodies and the last second
    bool burst = false; // a body was no longer finite, and was stopped
};

HeapRest restOf(const HeapCase& c, uint32_t seed, int layers, int seconds, Series* curve) {
    SolverRecipe recipe = recipeOf(c.solver, c.sweeps);
    recipe.seed = seed;
    const auto scene = scenes::createScene(*scenes::findScene("ragdolls150"), {{"layers", static_cast<double>(layers)}},
                                           {.solver = recipe});
    if (c.damped) damp(*scene);
    int bodies = 0;
    for (const scenes::SceneBody& b : scene->bodies) bodies += b.type == BodyType::Dynamic;
    HeapRest rest;
    setErrorCallback([](const Error&, void* burst) { *static_cast<bool*>(burst) = true; }, &rest.burst);
    for (int i = 1; i <= 60 * seconds && !rest.burst; ++i) {
        scene->step();
        const double speed = static_cast<double>(scene->world.measures().meanSpeed);
        if (i > 60 * (seconds - 1)) rest.speed += speed / 60.0;
        if (i % 60 != 0) continue;
        rest.awake = static_cast<double>(scene->world.counts().awakeBodies) / bodies;
        if (curve) curve->add(i / 60.0, 1e3 * speed);
    }
    setErrorCallback(nullptr, nullptr);
    return rest;
}

// Mean over random orders of solving: a heap of ragdolls is a matter of luck.
HeapRest meanOf(const HeapCase& c, int orders, int layers, int seconds, Series& curve) {
    HeapRest mean{0.0, 0.0, false};
    for (int i = 1; i <= orders && !mean.burst; ++i) {
        const HeapRest one = restOf(c, static_cast<uint32_t>(i), layers, seconds, i == 1 ? &curve : nullptr);
        mean.awake += one.awake / orders;
        mean.speed += one.speed / orders;
        mean.burst = one.burst;
    }
    return mean;
}

// By islands with enough sweeps and with few, and body by body with few.
void find(Report& report, const std::string& how, bool damped, Plot& plot, const char* note) {
    const HeapCase cases[] = {{"50 sweeps, by islands", "weightAmplification", 50, damped},
                              {"10 sweeps, by islands", "weightAmplification", 10, damped},
                              {"10 sweeps, aggressive", "aggressiveSleep", 10, damped}};
    // A test leaves the second out, which is there to compare with, and looks at the first sooner. One layer lies flat,
    // and says nothing.
    const bool whole = report.effort >= 1.0, high = report.effort >= 0.1;
    const int seconds[] = {whole  ? 15
                           : high ? 6
                                  : 3,
                           whole ? 15 : 0, high ? 20 : 3},
              orders[] = {1, 1,
                          whole  ? 3
                          : high ? 2
                                 : 1};
    HeapRest rest[3];
    std::string all;
    for (int i = 0; i < 3; ++i) {
        if (seconds[i] == 0) continue;
        const HeapRest r = rest[i] = meanOf(cases[i], orders[i], high ? 6 : 1, seconds[i], plot.add(cases[i].name));
        all += (i > 0 ? "; " : "") + std::string(cases[i].name) + ": ";
        all += r.burst ? "flies apart"
                       : number(1e3 * r.speed) + " mm/s and " + number(100 * r.awake) + " % awake after " +
                             std::to_string(seconds[i]) + " s";
        if (orders[i] > 1) all += ", mean of " + std::to_string(orders[i]) + " random orders";
    }
    const auto still = [](const HeapRest& r) { return !r.burst && r.speed < 0.01; };
    report.find({"U-2", "150 ragdolls of 13 bodies: 50 sweeps with amplification, 10 with aggressive sleep too; " + how,
                 "ragdoll pile to rest: below 1 cm/s in the mean", all,
                 still(rest[0]) && still(rest[2]) && rest[2].awake < 0.25, note, atEffort(0.1)});
}

} // namespace

void studyRagdolls(Report& report) {
    report.text =
        "150 ragdolls of 13 bodies fall on a heap, with weight amplification (1.4) and a random order. By islands: a "
        "heap sleeps when all of it is slow. Aggressive: bodies fall asleep one by one. As it is, and damped by 0.7 a "
        "second.";
    Plot& damped = report.plot(
        {"ragdolls", "150 ragdolls on a heap, damped by 0.7 a second", "time, s", "mean speed, mm/s", false, true});
    find(report, "damped", true, damped,
         "by islands the heap is one of them, and one arm that stirs keeps all of it awake: it is still, but does not "
         "sleep. Body by body most of it does; at least three quarters are asked for. How many limbs stir on is a "
         "matter of luck: in single orders it was from 5 to 35 % between 15 and 30 s");
    if (report.effort < 1.0) return; // too much a matter of luck for a test
    Plot& free = report.plot(
        {"ragdolls-undamped", "150 ragdolls on a heap, undamped", "time, s", "mean speed, mm/s", false, true});
    find(report, "undamped", false, free,
         "50 sweeps bring the heap to rest without damping too; with 10 it stirs on, and less of it sleeps");
}

} // namespace cairn::lab
