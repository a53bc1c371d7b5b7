// The summary of a run as text and as JSON.
#include "apps/cairn/summary.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace cairn::app {

namespace {

std::string withUnit(double value, const char* unit) {
    return fmt::format("{:.4g}{}{}", value, *unit ? " " : "", unit);
}

std::string joules(double value) {
    const double size = std::abs(value);
    if (size >= 1e6) return withUnit(value * 1e-6, "MJ");
    return size >= 1e3 ? withUnit(value * 1e-3, "kJ") : withUnit(value, "J");
}

nlohmann::json toJson(const Times& t) {
    return {{"mean", t.mean}, {"median", t.median}, {"p99", t.p99}, {"worst", t.worst}};
}

} // namespace

RunSummary summarizeRun(const scenes::Scene& scene, const StepTimes& times, int threads, std::size_t memory) {
    return {.scene = scene,
            .threads = threads,
            .memory = memory,
            .step = times.total(),
            .stages = times.stages(),
            .counts = scene.world.counts(),
            .measures = scene.world.measures(),
            .metrics = scene.metrics(),
            .hash = scene.world.hash()};
}

void printSummary(const RunSummary& s) {
    const scenes::Scene& scene = s.scene;
    const WorldCounts& n = s.counts;
    const WorldMeasures& m = s.measures;
    fmt::print("{}: {}\n", scene.info.name, scene.info.what);
    fmt::print("{} steps of {:.2f} ms, {:.1f} s; softStep, {} substeps; {} thread{}\n\n", scene.stepCount(),
               static_cast<double>(1e3f * scene.dt), static_cast<double>(scene.time()), scene.world.substeps(),
               s.threads, s.threads == 1 ? "" : "s");

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
        {"solver", "softStep"},
        {"substeps", s.scene.world.substeps()},
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
    std::ofstream out(file);
    out << json.dump(2) << "\n";
    return static_cast<bool>(out.flush());
}

} // namespace cairn::app
