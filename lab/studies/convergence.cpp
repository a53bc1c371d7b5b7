// Two hundred random small scenes: who comes to the exact answer, and after how many sweeps.
#include "lab/approach.h"
#include "lab/studies.h"

namespace cairn::lab {

namespace {

constexpr int kCounts[] = {4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 2097152};

// How many scenes have arrived.
struct Arrived {
    int by[std::size(kCounts)] = {}; // after so many sweeps
    int atFirst = 0;                 // and of all, at the answer that is found from nothing
    int all() const { return by[std::size(kCounts) - 1]; }
};

Arrived sweepScenes(const SweptSolver& solver, int scenes, std::size_t counted, float grip) {
    Arrived arrived;
    for (int seed = 1; seed <= scenes; ++seed) {
        SmallScene scene(static_cast<uint64_t>(seed), solver.plain, grip);
        const Arrival arrival = sweepToExact(scene, std::span(kCounts).subspan(0, counted));
        for (std::size_t i = 0; i < std::size(kCounts); ++i)
            arrived.by[i] += arrival.sweeps > 0 && arrival.sweeps <= kCounts[i];
        arrived.atFirst += arrival.atFirst;
    }
    return arrived;
}

void append(std::string& list, const std::string& text) { list += (list.empty() ? "" : ", ") + text; }

} // namespace

void studyConvergence(Report& report) {
    report.text =
        "Random scenes of 4 to 60 contact points with friction and joints, one step each, from no impulses. The step "
        "is "
        "written down as one problem in double before anything is solved. An exact answer is a set of impulses that "
        "leaves no residual above 1e-9 m/s in it, and a solver has arrived when its velocities, in floats, are within "
        "1e-4 m/s (or rad/s) of those of an answer. With friction there can be several (in scene 119 two that are 2 "
        "cm/s "
        "apart): one is found before any sweep; if the sweeps do not end there, one is looked for near their impulses. "
        "Without friction the velocities of all answers are the same, and the one that was found before any sweep "
        "counts. All cure no positions here, so that only order, writes and blocks differ (no bias, no compliance, no "
        "amplified masses, no shock); the curves of all orders lie on each other, and one is drawn.";
    const int scenes = report.amount(kSmallScenes, 5);
    const std::size_t counted = report.effort < 1.0 ? 5 : std::size(kCounts); // a million sweeps take their time
    Plot& plot = report.plot({"convergence", "Random small scenes that have arrived at an exact answer", "sweeps",
                              "share of scenes, %", true, false});
    setErrorCallback([](const Error&, void*) {}, nullptr); // of bodies that fly off
    std::string rubbing, sliding, failed;
    bool allRubbing = true, allSliding = true, allFail = true;
    for (const SweptSolver& solver : sweptSolvers()) {
        const bool should = !*solver.whyNot;
        const std::size_t limit = should ? counted : 7;
        const Arrived arrived = sweepScenes(solver, scenes, limit, 1.0f);
        if (solver.isFirst) {
            Series& series = plot.add(solver.name);
            for (std::size_t i = 0; i < limit; ++i) series.add(kCounts[i], 100.0 * arrived.by[i] / scenes);
        }
        const std::string name = std::string(solver.name) + " ";
        if (!should) {
            append(failed, name + std::to_string(arrived.all()) + " (" + solver.whyNot + ")");
            allFail &= arrived.all() < scenes;
            continue;
        }
        append(rubbing,
               name + std::to_string(arrived.all()) + " (" + std::to_string(arrived.atFirst) + " at the first answer)");
        allRubbing &= arrived.all() == scenes;
        const int slid = sweepScenes(solver, scenes, limit, 0.0f).all();
        append(sliding, name + std::to_string(slid));
        allSliding &= slid == scenes;
    }
    setErrorCallback(nullptr, nullptr);
    const std::string all = "all of " + std::to_string(scenes) + " scenes to 1e-4";
    report.find({"X-5", "every convergent solver comes to an exact answer with enough sweeps", all, rubbing, allRubbing,
                 "up to two million sweeps", atEffort(1.0)});
    report.find({"X-5b", "without friction: to the exact answer", all, sliding, allSliding, "up to two million sweeps",
                 atEffort(1.0)});
    report.find({"X-6", "Jacobi and naive clamping do not", "fewer than " + std::to_string(scenes), failed, allFail,
                 "Jacobi under-relaxed by half; up to 16384 sweeps", atEffort(0.1)});
}

} // namespace cairn::lab
