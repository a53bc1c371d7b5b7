// All solvers at equal cost: what is left unsolved against the time a step takes, on four scenes, from the same state.
#include "lab/studies.h"
#include "lab/worlds.h"

namespace cairn::lab {

namespace {

struct SceneCase {
    const char* name;
    const char* scene;
    std::vector<scenes::Setting> settings;
    int settle;    // steps by the default solver before all begin from there
    int seeds = 1; // that many scenes of the kind; their medians count, so that one piece that rolls does not
};

// Those that are drawn. All are in the tables.
struct Label {
    const char *solver, *label;
};
constexpr Label kDrawn[] = {{"softStep", "soft step"},
                            {"softStepFirm", "soft step, eta 0.5"},
                            {"sequentialImpulseColours", "sequential impulse"},
                            {"splitImpulse", "split impulse"},
                            {"block", "block"},
                            {"massSplitting", "mass splitting"},
                            {"jacobi", "Jacobi"},
                            {"xpbdRigid", "XPBD"}};

const char* labelOf(std::string_view solver) {
    for (const Label& l : kDrawn)
        if (solver == l.solver) return l.label;
    return nullptr;
}

// Without sleep it is weightAmplification.
bool isRelativeOnly(std::string_view solver) { return solver == "aggressiveSleep"; }

// A solver's knob is its sweeps, or its substeps where each has but one or two sweeps.
bool turnsSubsteps(const SolverRecipe& r) { return r.bias == SolverBias::Soft || r.bias == SolverBias::Compliance; }

std::vector<int> settingsOf(const SolverRecipe& r, bool all) {
    if (r.schedule == SolverSchedule::Exact) return {r.iterations};
    if (!all) return turnsSubsteps(r) ? std::vector<int>{4, 8} : std::vector<int>{4, 16};
    return turnsSubsteps(r) ? std::vector<int>{1, 2, 4, 8, 16} : std::vector<int>{4, 8, 16, 32, 64};
}

// The state from which all begin.
struct Start {
    std::unique_ptr<scenes::Scene> scene;
    Array<uint8_t> state;
};
void settle(const SceneCase& c, int number, Start& start) {
    std::vector<scenes::Setting> settings = c.settings;
    if (c.seeds > 1) settings.push_back({"seed", 2.0 + number});
    start.scene = makeScene(c.scene, settings);
    for (int i = 0; i < c.settle; ++i) start.scene->step();
    start.scene->world.snapshot(start.state);
}

struct Point {
    int setting;
    double milliseconds, residual;
    double overlap, joints; // m at the end: mean of contact points, largest of joints
    bool failed;            // it flew apart, or was too large for the exact solver
};

// Some steps from the state; the residual is the mean over the last sixth of what contacts, friction and joints leave.
Point measure(const Start& start, SolverRecipe recipe, int setting, int steps) {
    World& world = start.scene->world;
    world.restore(start.state);
    (turnsSubsteps(recipe) ? recipe.substeps : recipe.iterations) = setting;
    world.setSolver(recipe);
    Point p{setting, 0.0, 0.0, 0.0, 0.0, false};
    setErrorCallback([](const Error&, void* failed) { *static_cast<bool*>(failed) = true; }, &p.failed);
    std::vector<double> times;
    const int measured = steps / 6;
    for (int i = 0; i < steps && !p.failed; ++i) {
        const bool isMeasured = i >= steps - measured;
        world.setResidualMeter({.enabled = isMeasured});
        world.step(kFrame);
        const StepProfile& profile = world.profile();
        double spent = 0.0;
        for (int k = 0; k < profile.stageCount; ++k) {
            const std::string_view name = profile.stages[k].name;
            if (name == "solve" || name == "prepare" || name == "prepare joints")
                spent += static_cast<double>(profile.stages[k].milliseconds);
        }
        times.push_back(spent);
        if (!isMeasured) continue;
        const StepResiduals r = world.residuals();
        p.residual += static_cast<double>(r.contactRms + r.frictionRms + r.jointRms) / measured;
        p.overlap = static_cast<double>(r.meanPenetration), p.joints = static_cast<double>(r.jointLinearError);
    }
    setErrorCallback(nullptr, nullptr);
    std::sort(times.begin(), times.end());
    p.milliseconds = times[times.size() / 4];
    p.failed |= !std::isfinite(p.residual) || p.residual > 1e3;
    return p;
}

// Of runs with the same setting.
Point medianOf(const std::vector<Point>& runs) {
    const auto median = [&](double Point::*field) {
        std::vector<double> values;
        for (const Point& p : runs) values.push_back(p.*field);
        std::sort(values.begin(), values.end());
        return values[values.size() / 2];
    };
    Point p{runs[0].setting,         median(&Point::milliseconds), median(&Point::residual),
            median(&Point::overlap), median(&Point::joints),       false};
    for (const Point& run : runs) p.failed |= run.failed;
    return p;
}

struct Curve {
    std::string solver;
    std::vector<Point> points;

    // With so many sweeps or substeps. Null: it has none, or failed.
    const Point* at(int setting) const {
        for (const Point& p : points)
            if (p.setting == setting && !p.failed) return &p;
        return nullptr;
    }
    // The one of at most this time that leaves least. Null: there is none.
    const Point* within(double milliseconds) const {
        const Point* best = nullptr;
        for (const Point& p : points)
            if (!p.failed && p.milliseconds <= milliseconds && (!best || p.residual < best->residual)) best = &p;
        return best;
    }
};

struct Verdict {
    std::string best;
    double share; // residual of the best over that of the default
};

// What each has to show for the time of four substeps of the default, best first.
Verdict compare(Report& report, const SceneCase& c, const std::vector<Curve>& curves) {
    const Point* own = curves[0].at(4); // the catalogue begins with the default
    const double budget = 1.1 * own->milliseconds;
    std::vector<std::pair<const Point*, const Curve*>> order;
    Table& table =
        report.table({std::string("At the time of four substeps of the default: ") + c.name,
                      {"solver", "sweeps or substeps", "ms", "residual, mm/s", "mean overlap, mm", "worst joint, mm"}});
    for (const Curve& curve : curves)
        if (const Point* p = curve.within(budget)) order.push_back({p, &curve});
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return a.first->residual != b.first->residual ? a.first->residual < b.first->residual : a.second < b.second;
    });
    for (const auto& [p, curve] : order)
        table.rows.push_back({curve->solver, std::to_string(p->setting), number(p->milliseconds),
                              number(1e3 * p->residual), number(1e3 * p->overlap), number(1e3 * p->joints)});
    for (const Curve& curve : curves)
        if (!curve.within(budget)) {
            bool failed = true;
            for (const Point& p : curve.points) failed &= p.failed;
            table.rows.push_back({curve.solver, failed ? "flies apart, or too large" : "takes longer", "", "", "", ""});
        }
    return {order[0].second->solver, order[0].first->residual / own->residual};
}

} // namespace

void studyEqualTime(Report& report) {
    report.text = "Every solver of the catalogue starts from the same state and takes 120 steps; its knob (sweeps, or "
                  "substeps) is turned through five settings. Time is that of preparing and solving on one thread, "
                  "residual the sum of the root mean squares of contacts, friction and joints at the end of a step, in "
                  "m/s, over the last twenty; the overlap in the tables is that of the end. The state is one that the "
                  "default has settled, from which each has two seconds to come to its own; of rubble there are three "
                  "such states, and the medians count. `noBias` cures none, "
                  "`exact` runs where it "
                  "has up to 512 rows, `aggressiveSleep` is `weightAmplification` as long as nothing sleeps. Times are "
                  "of this machine, and move by some percent from run to run.";
    const double rubble = report.amount(600, 20), links = report.amount(20, 5), levels = report.amount(15, 3);
    const SceneCase cases[] = {
        {"tower", "box_tower300", {{"towers", 4}, {"levels", levels}, {"offset", 0.02}}, report.amount(120, 10)},
        {"rubble", "rubble", {{"count", rubble}}, report.amount(300, 20), 3},
        {"chain", "heavy_chain", {{"links", links}, {"ratio", 20}}, report.amount(60, 10)},
        {"ragdolls", "ragdolls150", {{"layers", 1}}, report.amount(150, 10)}};
    int wins = 0;
    std::string who;
    for (const SceneCase& c : cases) {
        std::vector<Start> starts(static_cast<std::size_t>(c.seeds));
        for (std::size_t i = 0; i < starts.size(); ++i) settle(c, static_cast<int>(i), starts[i]);
        Plot& plot = report.plot({std::string("equal-time-") + c.name, std::string("Equal time: ") + c.name,
                                  "ms a step, preparing and solving", "residual, m/s", true, true});
        std::vector<Curve> curves;
        for (int i = 0; i < solverCount(); ++i) {
            if (isRelativeOnly(solverName(i))) continue;
            Curve& curve = curves.emplace_back(Curve{solverName(i), {}});
            const SolverRecipe& recipe = *solverRecipe(i);
            for (const int setting : settingsOf(recipe, report.effort >= 1.0)) {
                std::vector<Point> runs;
                for (const Start& s : starts) runs.push_back(measure(s, recipe, setting, report.amount(120, 6)));
                curve.points.push_back(medianOf(runs));
            }
            const char* label = labelOf(curve.solver);
            Series* series = label ? &plot.add(label) : nullptr;
            for (const Point& p : curve.points)
                if (series && !p.failed) series->add(p.milliseconds, p.residual);
        }
        const Verdict v = compare(report, c, curves);
        wins += v.best == curves[0].solver || v.share > 0.99; // to a percent is as good; with fewer substeps is, too
        who += (who.empty() ? "" : ", ") + std::string(c.name) + ": " + v.best;
        if (v.best != "softStep") who += " (" + number(v.share) + " of the default's)";
    }
    report.find({"X-1", "at the time of four substeps the default leaves the smallest residual",
                 "equal-time study of all solvers; to 1 %", "smallest at equal time: " + who, wins == 4,
                 "the tables have all of them, with the overlap beside: several leave less of that", kQuietMachine});
}

} // namespace cairn::lab
