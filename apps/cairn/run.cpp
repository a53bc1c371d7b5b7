// cairn run
#include "apps/cairn/commands.h"
#include "apps/cairn/gltf.h"
#include "apps/cairn/memory.h"
#include "apps/cairn/picture.h"
#include "apps/cairn/progress.h"
#include "apps/cairn/summary.h"
#include "apps/cairn/trace.h"

#include <fmt/core.h>

#include <fstream>
#include <string_view>
#include <thread>

namespace cairn::app {

namespace {

constexpr int kUsageError = 2;

bool written(bool ok, const char* what, const std::string& file) {
    if (ok) {
        fmt::print("{:<12} {}\n", what, file);
    } else {
        fmt::print(stderr, "cairn: cannot write {}\n", file);
    }
    return ok;
}

// Timings are those of a run in which nothing is measured, unless measuring was asked for.
StepProfile withoutResiduals(StepProfile profile) {
    for (int i = 0; i < profile.stageCount; ++i) {
        StageTime& stage = profile.stages[i];
        if (std::string_view(stage.name) != "residuals") continue;
        profile.milliseconds -= stage.milliseconds;
        stage.milliseconds = 0.0f;
    }
    return profile;
}

} // namespace

int hardwareThreads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

int runScene(const RunOptions& options) {
    countMemory();
    std::ofstream recording; // outlives the world that writes to it
    const scenes::SceneInfo& info = *scenes::findScene(options.scene);
    const int threads = options.threads > 0 ? options.threads : hardwareThreads();
    Workers workers(threads);
    std::string problem;
    WorldDef def{.solver = *findSolver(options.solver.c_str()), .tasks = workers.tasks()};
    if (options.substeps > 0) def.solver.substeps = options.substeps;
    if (options.iterations > 0) def.solver.iterations = options.iterations;
    const std::unique_ptr<scenes::Scene> scene = scenes::createScene(info, options.settings, def, &problem);
    if (!scene) {
        fmt::print(stderr, "cairn: {}\n", problem);
        return kUsageError;
    }
    const int steps = options.steps > 0 ? options.steps : scene->steps;

    if (!options.recordFile.empty()) {
        recording.open(options.recordFile, std::ios::binary);
        const auto write = [](const uint8_t* bytes, std::size_t count, void* out) {
            static_cast<std::ofstream*>(out)->write(reinterpret_cast<const char*>(bytes),
                                                    static_cast<std::streamsize>(count));
        };
        scene->world.startRecording(RecordSink{write, &recording});
    }

    if (options.residuals) scene->world.setResidualMeter({.enabled = true, .sweepTolerance = 1e-3f});
    StepResiduals worst;
    GltfRecorder animation;
    StepTimes times;
    Progress progress(info.name, steps);
    if (!options.traceFile.empty()) startTrace();
    if (!options.gltfFile.empty()) animation.sample(*scene);
    for (int i = 0; i < steps; ++i) {
        // One pass over the constraints of the last step is always worth its while.
        if (i + 1 == steps && !options.residuals) scene->world.setResidualMeter({.enabled = true});
        if (!scene->step()) return 1;
        times.add(options.residuals ? scene->world.profile() : withoutResiduals(scene->world.profile()));
        if (options.residuals) keepWorst(scene->world.residuals(), worst);
        // Thirty frames a second are enough for an eye; keys between them are interpolated.
        if (!options.gltfFile.empty() && (i % 2 == 1 || i + 1 == steps)) animation.sample(*scene);
        progress.update(i + 1,
                        fmt::format("{:.2f} ms, {} contacts", static_cast<double>(scene->world.profile().milliseconds),
                                    scene->world.contactCount()));
    }
    progress.finish();
    if (scene->world.isRecording()) {
        scene->world.stopRecording();
        recording.flush();
    }

    RunSummary summary = summarizeRun(*scene, options.solver, times, threads, memoryInUse());
    summary.worst = worst;
    printSummary(summary);
    bool ok = true;
    if (!options.traceFile.empty()) ok &= written(writeTrace(options.traceFile), "trace", options.traceFile);
    if (!options.jsonFile.empty()) ok &= written(writeSummary(summary, options.jsonFile), "summary", options.jsonFile);
    if (!options.gltfFile.empty()) ok &= written(animation.write(options.gltfFile), "animation", options.gltfFile);
    if (!options.pictureFile.empty())
        ok &= written(drawPicture(*scene, {}, workers.tasks(), options.pictureFile), "picture", options.pictureFile);
    if (!options.recordFile.empty()) ok &= written(recording.good(), "recording", options.recordFile);
    return ok ? 0 : 1;
}

} // namespace cairn::app
