// Cairn beside the engines that Debian packages, on the same scenes, in one run.
//
//     cairn_engines [--repeats N] [--scene NAME] [--readme FILE --plot FILE]
//
// Engines take turns, and the best round counts, so that a machine that is busy for a while slows them all. With
// --readme, the table goes into the file between its marks, with the plot as a picture beside it.
#include "report.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>

namespace cairn::bench {

std::span<const EngineEntry> engines() {
    static constexpr EngineEntry kEngines[] = {
        {"Cairn", "4 substeps, each with solve and relax", makeCairn},
        {"Bullet", "10 iterations, single precision", makeBullet},
        {"ODE", "quick step of 20 iterations, double precision", makeOde},
    };
    return kEngines;
}

namespace {

// Of this thread: others do not count.
double cpuMilliseconds() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

EngineResult run(const EngineScene& scene, const EngineEntry& entry) {
    const std::unique_ptr<Engine> engine = entry.make();
    const Moving moving = scene.build(*engine);
    for (int i = 0; i < scene.warmup; ++i) engine->step();
    const double start = cpuMilliseconds();
    for (int i = 0; i < scene.steps; ++i) engine->step();
    EngineResult result;
    result.milliseconds = (cpuMilliseconds() - start) / scene.steps;
    result.ending = scene.ending.measure(*engine, moving);
    return result;
}

SceneResult compare(const EngineScene& scene, int repeats) {
    SceneResult result{&scene, std::vector<EngineResult>(engines().size())};
    for (int round = 0; round < repeats; ++round)
        for (std::size_t k = 0; k < engines().size(); ++k) {
            const EngineResult now = run(scene, engines()[k]);
            const double best = round == 0 ? now.milliseconds : result.engines[k].milliseconds;
            result.engines[k] = now;
            result.engines[k].milliseconds = std::min(best, now.milliseconds);
        }
    return result;
}

int runAll(int argc, char** argv) {
    int repeats = 3;
    const char *only = nullptr, *readme = nullptr, *plot = nullptr;
    for (int i = 1; i < argc; ++i) {
        const char* value = i + 1 < argc ? argv[i + 1] : nullptr;
        if (value && std::strcmp(argv[i], "--repeats") == 0)
            repeats = std::max(1, std::atoi(value)), ++i;
        else if (value && std::strcmp(argv[i], "--scene") == 0)
            only = value, ++i;
        else if (value && std::strcmp(argv[i], "--readme") == 0)
            readme = value, ++i;
        else if (value && std::strcmp(argv[i], "--plot") == 0)
            plot = value, ++i;
        else {
            std::fprintf(stderr, "%s: unknown or without its value; see the head of bench/engines/main.cpp\n", argv[i]);
            return 2;
        }
    }
    std::vector<SceneResult> results;
    for (const EngineScene& scene : engineScenes()) {
        if (only && std::strcmp(only, scene.name) != 0) continue;
        std::fprintf(stderr, "%s ...\n", scene.name);
        results.push_back(compare(scene, repeats));
    }
    if (results.empty()) {
        std::fprintf(stderr, "no scene is called '%s'\n", only);
        return 2;
    }
    const std::string table = markdownTable(results);
    std::printf("%s\n", table.c_str());
    for (const EngineEntry& engine : engines()) std::printf("%s: %s\n", engine.name, engine.settings);
    if (plot) std::ofstream(plot) << barPlot(results);
    if (!readme) return 0;
    const std::string picture = plot ? "![Milliseconds a step of three engines](" + std::string(plot) + ")\n\n" : "";
    if (replaceMarked(readme, picture + table)) return 0;
    std::fprintf(stderr, "%s has no lines <!-- engines --> and <!-- /engines -->\n", readme);
    return 1;
}

} // namespace

} // namespace cairn::bench

int main(int argc, char** argv) { return cairn::bench::runAll(argc, argv); }
