// All solvers at equal cost: what is left unsolved against the time a step takes, on four scenes, from the same state.
#include "lab/studies.h"
#include "lab/worlds.h"

#include <map>

namespace cairn::lab {

namespace {

struct SceneCase {
    const char* name;
    const char* scene;
    std::vector<scenes::Setting> settings;
    int settle; // steps by the default solver before all begin from there
};

// A solver with its knob: sweeps, or substeps.
struct SolverCase {
    const char* label;
    const char* name;
    bool substeps;
    std::vector<int> settings;
};

struct Point {
    double milliseconds, residual;
};

// 40 steps from the state; the residual is the mean over the last 20 of what contacts, friction and joints leave.
Point measure(scenes::Scene& scene, const Array<uint8_t>& state, const SolverCase& solver, int setting) {
    World& world = scene.world;
    world.restore(state);
    SolverRecipe recipe = *findSolver(solver.name);
    (solver.substeps ? recipe.substeps : recipe.iterations) = setting;
    world.setSolver(recipe);
    std::vector<double> times;
    double residual = 0.0;
    for (int i = 0; i < 40; ++i) {
        world.setResidualMeter({.enabled = i >= 20});
        world.step(kFrame);
        const StepProfile& profile = world.profile();
        double spent = 0.0;
        for (int k = 0; k < profile.stageCount; ++k) {
            const std::string_view name = profile.stages[k].name;
            if (name == "solve" || name == "prepare" || name == "prepare joints")
                spent += static_cast<double>(profile.stages[k].milliseconds);
        }
        times.push_back(spent);
        if (i < 20) continue;
        const StepResiduals r = world.residuals();
        residual += static_cast<double>(r.contactRms + r.frictionRms + r.jointRms) / 20.0;
    }
    std::sort(times.begin(), times.end());
    return {times[times.size() / 4], residual};
}

// Residual at a given time, along the curve of a solver (logarithmic).
double at(const std::vector<Point>& curve, double milliseconds) {
    double best = 1e9;
    for (const Point& p : curve)
        if (p.milliseconds <= milliseconds) best = std::min(best, p.residual);
    return best;
}

} // namespace

void studyEqualTime(Report& report) {
    report.text = "Each solver starts from the same state and takes 40 steps; its knob (sweeps, or substeps) is turned "
                  "through five settings. "
                  "Time is that of preparing and solving, residual the sum of the root mean squares of contacts, "
                  "friction and joints at the "
                  "end of a step, in m/s. Times are of this machine, and move by some percent from run to run.";
    const double rubble = report.amount(300, 20), links = report.amount(20, 5), levels = report.amount(15, 3);
    const SceneCase cases[] = {
        {"tower", "box_tower300", {{"towers", 4}, {"levels", levels}, {"offset", 0.02}}, report.amount(120, 10)},
        {"rubble", "rubble", {{"count", rubble}}, report.amount(360, 20)},
        {"chain", "heavy_chain", {{"links", links}, {"ratio", 20}}, report.amount(60, 10)},
        {"ragdolls", "ragdolls150", {{"layers", 1}}, report.amount(150, 10)}};
    const SolverCase solvers[] = {{"soft step", "softStep", true, {1, 2, 4, 8, 16}},
                                  {"sequential impulse", "sequentialImpulseColours", false, {4, 8, 16, 32, 64}},
                                  {"cells", "sequentialImpulseCells", false, {4, 8, 16, 32, 64}},
                                  {"block", "block", false, {4, 8, 16, 32, 64}},
                                  {"mass splitting", "massSplitting", false, {4, 8, 16, 32, 64}},
                                  {"Jacobi", "jacobi", false, {4, 8, 16, 32, 64}},
                                  {"XPBD", "xpbdRigid", true, {2, 4, 8, 16, 32}}};
    int wins = 0, scenesCount = 0;
    std::string who;
    for (const SceneCase& c : cases) {
        const auto scene = makeScene(c.scene, c.settings);
        for (int i = 0; i < c.settle; ++i) scene->step();
        Array<uint8_t> state;
        scene->world.snapshot(state);
        Plot& plot = report.plot({std::string("equal-time-") + c.name, std::string("Equal time: ") + c.name,
                                  "ms a step, preparing and solving", "residual, m/s", true, true});
        std::map<std::string, std::vector<Point>> curves;
        for (const SolverCase& s : solvers) {
            Series& series = plot.add(s.label);
            for (const int setting : s.settings) {
                const Point p = measure(*scene, state, s, setting);
                if (!std::isfinite(p.residual)) continue;
                series.add(p.milliseconds, std::min(p.residual, 1e3));
                curves[s.label].push_back(p);
            }
        }
        // At the time that four substeps of the default take.
        const double budget = 1.1 * curves["soft step"][2].milliseconds;
        std::string best = "soft step";
        for (const auto& [label, curve] : curves)
            if (at(curve, budget) < at(curves[best], budget)) best = label;
        ++scenesCount;
        wins += best == "soft step";
        who += (who.empty() ? "" : ", ") + std::string(c.name) + ": " + best;
    }
    report.find({"X-1", "at the time of four substeps the default leaves the smallest residual",
                 "equal-time study of all solvers", "smallest at equal time: " + who, 2 * wins >= scenesCount,
                 "where another is best the plot shows by how much", kQuietMachine});
}

} // namespace cairn::lab
