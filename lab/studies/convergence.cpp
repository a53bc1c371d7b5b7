// Two hundred random small scenes: who comes to the exact answer, and after how many sweeps.
#include "lab/small_scenes.h"
#include "lab/studies.h"

namespace cairn::lab {

void studyConvergence(Report& report) {
    report.text = "Random scenes of 4 to 60 contact points with friction and joints, one step each, from rest of the "
                  "impulses. A solver has arrived when its velocities are within 1e-4 m/s (or rad/s) of an exact "
                  "answer: the one that the exact solver finds when it starts from what the sweeps have left. With "
                  "friction there can be several answers (in scene 119 two that are 2 cm/s apart), so it stays where "
                  "no residual is above 1e-5 m/s. All cure no positions here, so that only order, writes and "
                  "blocks differ; the curves of all orders of sequential impulses lie on each other, and one is drawn.";
    const int scenes = report.amount(kSmallScenes, 5);
    constexpr int kCounts[] = {4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 2097152};
    const std::size_t counted = report.effort < 1.0 ? 5 : std::size(kCounts); // a million sweeps take their time
    Plot& plot = report.plot({"convergence", "Random small scenes that have arrived at an exact answer", "sweeps",
                              "share of scenes, %", true, false});
    setErrorCallback([](const Error&, void*) {}, nullptr); // of bodies that fly off
    std::string told, failed;
    bool all = true, shown = true;
    for (const ConvergenceClaim& claim : kConvergenceClaims) {
        const bool claims = claim.arrives;
        const SolverRecipe recipe = plainRecipe(*findSolver(claim.solver));
        std::vector<int> arrived(std::size(kCounts));
        for (int seed = 1; seed <= scenes; ++seed) {
            const std::span<const int> counts = std::span(kCounts).subspan(0, claims ? counted : 7);
            const int count = sweepsToExact(static_cast<uint64_t>(seed), recipe, counts);
            for (std::size_t i = 0; i < std::size(kCounts); ++i) arrived[i] += count > 0 && count <= kCounts[i];
        }
        if (claim.label) {
            Series& series = plot.add(claim.label);
            for (std::size_t i = 0; i < (claims ? counted : 7); ++i)
                series.add(kCounts[i], 100.0 * arrived[i] / scenes);
        }
        const std::string line = std::string(claim.solver) + " " + std::to_string(arrived.back());
        (claims ? told : failed) += ((claims ? told : failed).empty() ? "" : ", ") + line;
        if (*claim.why) (claims ? told : failed) += std::string(" (") + claim.why + ")";
        if (claims)
            all &= arrived.back() == scenes;
        else
            shown &= arrived.back() < scenes;
    }
    setErrorCallback(nullptr, nullptr);
    report.find({"X-5", "every convergent solver comes to the exact answer with enough sweeps",
                 "all of " + std::to_string(scenes) + " scenes to 1e-4", told, all, "up to two million sweeps",
                 atEffort(1.0)});
    report.find({"X-6", "Jacobi and naive clamping do not", "fewer than " + std::to_string(scenes), failed, shown,
                 "Jacobi under-relaxed by half; up to 16384 sweeps", atEffort(0.1)});
}

} // namespace cairn::lab
