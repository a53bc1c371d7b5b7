// cairn bench: rounds are interleaved, scene by scene and thread count by thread count, so that a busy minute of the
// machine does not fall on one of them alone; the best round counts. Sleeping is off: it is work that is timed.
#include "apps/cairn/bench.h"

#include "apps/cairn/commands.h"
#include "apps/cairn/memory.h"
#include "apps/cairn/progress.h"

#include <fmt/core.h>

namespace cairn::app {

namespace {

BenchResult timeScene(const scenes::SceneInfo& info, int threads, const BenchOptions& options) {
    const std::size_t before = memoryInUse();
    Workers workers(threads);
    const std::unique_ptr<scenes::Scene> scene = scenes::createScene(info, {}, {.tasks = workers.tasks()});
    scene->world.setSleepEnabled(false);
    StepTimes times;
    for (int i = 0; i < options.warmup + options.steps; ++i) {
        scene->step();
        if (i >= options.warmup) times.add(scene->world.profile());
    }
    const WorldCounts counts = scene->world.counts();
    return {.scene = info.name,
            .threads = threads,
            .bodies = counts.bodies,
            .contacts = counts.contacts,
            .memory = memoryInUse() - before,
            .step = times.total(),
            .stages = times.stages(),
            .hash = fmt::format("{:016x}", scene->world.hash())};
}

} // namespace

int runBench(const BenchOptions& options) {
    std::vector<BenchResult> earlier, results;
    std::string problem;
    if (!options.againstFile.empty() && !readResults(options.againstFile, earlier, problem)) {
        fmt::print(stderr, "cairn: {}\n", problem);
        return 2;
    }
    countMemory();
    std::vector<const scenes::SceneInfo*> infos;
    for (const std::string& name : options.scenes) infos.push_back(scenes::findScene(name));
    if (infos.empty())
        for (const scenes::SceneInfo& info : scenes::allScenes()) infos.push_back(&info);
    const int threadCounts = options.maxThreads > 0 ? options.maxThreads : hardwareThreads();

    const int total = options.repeats * static_cast<int>(infos.size()) * threadCounts;
    Progress progress("bench", total);
    int done = 0;
    for (int round = 0; round < options.repeats; ++round) {
        std::size_t slot = 0;
        for (const scenes::SceneInfo* info : infos) {
            for (int threads = 1; threads <= threadCounts; ++threads, ++slot) {
                progress.update(done++, fmt::format("{}, {} threads", info->name, threads));
                BenchResult result = timeScene(*info, threads, options);
                if (round == 0) {
                    results.push_back(std::move(result));
                } else if (result.step.mean < results[slot].step.mean) {
                    results[slot] = std::move(result);
                }
            }
        }
    }
    progress.finish();
    printResults(results, earlier);
    if (options.jsonFile.empty()) return 0;
    if (writeResults(results, options.jsonFile)) return 0;
    fmt::print(stderr, "cairn: cannot write {}\n", options.jsonFile);
    return 1;
}

} // namespace cairn::app
