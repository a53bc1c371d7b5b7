// The summary of a run as text and as JSON.
#include "apps/cairn/summary.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace cairn::app {

namespace {

std::string withUnit(double value, const char* unit) {
    return fmt::format("{:.4g}{}{}", value, *unit ? " " : "", unit);
}

std::string counted(int count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

std::string joules(double value) {
    const double size = std::abs(value);
    if (size >= 1e6) return withUnit(value * 1e-6, "MJ");
    return size >= 1e3 ? withUnit(value * 1e-3, "kJ") : withUnit(value, "J");
}

void printResiduals(const StepResiduals& last, const StepResiduals& worst) {
    const auto row = [](const char* name, double now, double most, const char* unit) {
        fmt::print("  {:<24} {:>11.3g} {:>11.3g} {}\n", name, now, most, unit);
    };
    fmt::print("residuals                    last step       worst\n");
    const auto both = [&](const char* name, float StepResiduals::*field, const char* unit) {
        row(name, static_cast<double>(last.*field), static_cast<double>(worst.*field), unit);
    };
    both("contacts, largest", &StepResiduals::contactMax, "m/s");
    both("contacts, rms", &StepResiduals::contactRms, "m/s");
    both("friction, largest", &StepResiduals::frictionMax, "m/s");
    both("joints, largest", &StepResiduals::jointMax, "m/s");
    both("joints apart", &StepResiduals::jointLinearError, "m");
    both("joints turned", &StepResiduals::jointAngularError, "rad");
    both("penetration", &StepResiduals::maxPenetration, "m");
    both("momentum made", &StepResiduals::momentumError, "kg m/s");
    row("energy gained", last.energyChange, worst.energyChange, "J");
    if (worst.sweeps >= 0) row("sweeps to 1 mm/s", last.sweeps, worst.sweeps, "");
}

nlohmann::json toJson(const StepResiduals& r) {
    return {{"rows", r.rows},
            {"contact_max", r.contactMax},
            {"contact_rms", r.contactRms},
            {"friction_max", r.frictionMax},
            {"friction_rms", r.frictionRms},
            {"joint_max", r.jointMax},
            {"joint_rms", r.jointRms},
            {"joint_linear_error", r.jointLinearError},
            {"joint_angular_error", r.jointAngularError},
            {"max_penetration", r.maxPenetration},
            {"energy_change", r.energyChange},
            {"momentum_error", r.momentumError},
            {"sweeps", r.sweeps}};
}

nlohmann::json toJson(const Times& t) {
    return {{"mean", t.mean}, {"median", t.median}, {"p99", t.p99}, {"worst", t.worst}};
}

} // namespace

RunSummary summarizeRun(const scenes::Scene& scene, const std::string& solver, const StepTimes& times, int threads,
                        std::size_t memory) {
    const SolverRecipe recipe = scene.world.solver();
    return {.scene = scene,
            .solver = solver,
            .substeps = recipe.substeps > 0 ? recipe.substeps : scene.world.substeps(),
            .iterations = recipe.iterations,
            .threads = threads,
            .memory = memory,
            .step = times.total(),
            .stages = times.stages(),
            .counts = scene.world.counts(),
            .measures = scene.world.measures(),
            .metrics = scene.metrics(),
            .hash = scene.world.hash(),
            .residuals = scene.world.residuals()};
}

void keepWorst(const StepResiduals& r, StepResiduals& worst) {
    worst.measured = true;
    for (float StepResiduals::*field :
         {&StepResiduals::contactMax, &StepResiduals::contactRms, &StepResiduals::frictionMax,
          &StepResiduals::frictionRms, &StepResiduals::jointMax, &StepResiduals::jointRms,
          &StepResiduals::jointLinearError, &StepResiduals::jointAngularError, &StepResiduals::maxPenetration,
          &StepResiduals::momentumError})
        worst.*field = std::max(worst.*field, r.*field);
    worst.energyChange = std::max(worst.energyChange, r.energyChange);
    worst.sweeps = std::max(worst.sweeps, r.sweeps);
}

void printSummary(const RunSummary& s) {
    const scenes::Scene& scene = s.scene;
    const WorldCounts& n = s.counts;
    const WorldMeasures& m = s.measures;
    fmt::print("{}: {}\n", scene.info.name, scene.info.what);
    fmt::print("{} of {:.2f} ms, {:.1f} s; {}, {}, {}; {}\n\n", counted(scene.stepCount(), "step"),
               static_cast<double>(1e3f * scene.dt), static_cast<double>(scene.time()), s.solver,
               counted(s.substeps, "substep"), counted(s.iterations, "iteration"), counted(s.threads, "thread"));

    fmt::print("{:<18}{:>9}{:>9}{:>9}{:>9}{:>8}\n", "time, ms", "mean", "median", "p99", "worst", "share");
    const auto row = [&](const std::string& name, const Times& t) {
        fmt::print("{:<18}{:>9.3f}{:>9.3f}{:>9.3f}{:>9.3f}{:>7.1f}%\n", name, t.mean, t.median, t.p99, t.worst,
                   100.0 * t.mean / s.step.mean);
    };
    for (const StageSummary& stage : s.stages) row("  " + stage.name, stage.times);
    row("step", s.step);

    fmt::print("\nbodies       {} ({} awake), {} shapes\n", n.bodies, n.awakeBodies, n.shapes);
    if (n.particles > 0) fmt::print("particles    {}\n", n.particles);
    fmt::print("contacts     {} of {} pairs; {} patches, {} points, {} colours\n", n.contacts, n.pairs, n.patches,
               n.points, n.colours);
    fmt::print("penetration  {:.3f} mm at most, {:.3f} mm on average\n", 1e3 * static_cast<double>(m.maxPenetration),
               1e3 * static_cast<double>(m.meanPenetration));
    fmt::print("speed        {:.4f} m/s at most, {:.4f} m/s on average\n", static_cast<double>(m.maxSpeed),
               static_cast<double>(m.meanSpeed));
    fmt::print("energy       {} kinetic, {} potential\n", joules(m.kineticEnergy), joules(m.potentialEnergy));
    if (s.worst.measured) {
        printResiduals(s.residuals, s.worst);
    } else {
        fmt::print("residual     contacts {:.3g} m/s, friction {:.3g} m/s, joints {:.3g} m/s at most (last step)\n",
                   static_cast<double>(s.residuals.contactMax), static_cast<double>(s.residuals.frictionMax),
                   static_cast<double>(s.residuals.jointMax));
    }
    fmt::print("memory       {:.1f} MB\n", static_cast<double>(s.memory) * 1e-6);
    fmt::print("hash         {:016x}\n", s.hash);
    for (const scenes::Metric& metric : s.metrics)
        fmt::print("{:<28} {}{}\n", metric.name, withUnit(metric.value, metric.unit),
                   metric.holds() ? "" : "   <-- not as it should be");
    fmt::print("\n");
}

bool writeSummary(const RunSummary& s, const std::string& file) {
    const WorldCounts& n = s.counts;
    const WorldMeasures& m = s.measures;
    nlohmann::ordered_json json{
        {"scene", s.scene.info.name},
        {"steps", s.scene.stepCount()},
        {"dt", s.scene.dt},
        {"solver", s.solver},
        {"substeps", s.substeps},
        {"iterations", s.iterations},
        {"threads", s.threads},
        {"milliseconds", toJson(s.step)},
        {"counts",
         {{"bodies", n.bodies},
          {"particles", n.particles},
          {"awakeBodies", n.awakeBodies},
          {"shapes", n.shapes},
          {"pairs", n.pairs},
          {"contacts", n.contacts},
          {"patches", n.patches},
          {"points", n.points},
          {"colours", n.colours}}},
        {"measures",
         {{"kineticEnergy", m.kineticEnergy},
          {"potentialEnergy", m.potentialEnergy},
          {"maxSpeed", m.maxSpeed},
          {"meanSpeed", m.meanSpeed},
          {"maxPenetration", m.maxPenetration},
          {"meanPenetration", m.meanPenetration}}},
        {"memoryBytes", s.memory},
        {"hash", fmt::format("{:016x}", s.hash)},
    };
    for (const StageSummary& stage : s.stages) json["stages"][stage.name] = toJson(stage.times);
    json["metrics"] = nlohmann::json::object();
    for (const scenes::Metric& metric : s.metrics)
        json["metrics"][metric.name] = {{"value", metric.value}, {"unit", metric.unit}, {"holds", metric.holds()}};
    json["residuals"]["last"] = toJson(s.residuals);
    if (s.worst.measured) json["residuals"]["worst"] = toJson(s.worst);
    std::ofstream out(file);
    out << json.dump(2) << "\n";
    return static_cast<bool>(out.flush());
}

} // namespace cairn::app
