// Tables and files of benchmark results.
#include "apps/cairn/bench.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

namespace cairn::app {

namespace {

using nlohmann::ordered_json;

constexpr const char* kFormat = "cairn bench 1";

const BenchResult* find(const std::vector<BenchResult>& results, const std::string& scene, int threads) {
    for (const BenchResult& r : results)
        if (r.scene == scene && r.threads == threads) return &r;
    return nullptr;
}

ordered_json toJson(const Times& t) {
    return {{"mean", t.mean}, {"median", t.median}, {"p99", t.p99}, {"worst", t.worst}};
}
Times timesFrom(const ordered_json& j) {
    return {j.value("mean", 0.0), j.value("median", 0.0), j.value("p99", 0.0), j.value("worst", 0.0)};
}

} // namespace

bool writeResults(const std::vector<BenchResult>& results, const std::string& file) {
    ordered_json list = ordered_json::array();
    for (const BenchResult& r : results) {
        ordered_json stages = ordered_json::object();
        for (const StageSummary& stage : r.stages) stages[stage.name] = toJson(stage.times);
        list.push_back({{"scene", r.scene},
                        {"threads", r.threads},
                        {"bodies", r.bodies},
                        {"contacts", r.contacts},
                        {"memoryBytes", r.memory},
                        {"milliseconds", toJson(r.step)},
                        {"stages", stages},
                        {"hash", r.hash}});
    }
    std::ofstream out(file);
    out << ordered_json{{"format", kFormat}, {"results", list}}.dump(1) << "\n";
    return static_cast<bool>(out.flush());
}

bool readResults(const std::string& file, std::vector<BenchResult>& results, std::string& problem) {
    std::ifstream in(file);
    const ordered_json doc = in ? ordered_json::parse(in, nullptr, false) : ordered_json();
    if (!doc.is_object() || doc.value("format", "") != kFormat || !doc["results"].is_array()) {
        problem = fmt::format("{} {}", file, in ? "is not what `cairn bench --json` writes" : "cannot be read");
        return false;
    }
    for (const ordered_json& j : doc["results"]) {
        BenchResult r{.scene = j.value("scene", ""),
                      .threads = j.value("threads", 1),
                      .bodies = j.value("bodies", 0),
                      .contacts = j.value("contacts", 0),
                      .memory = j.value("memoryBytes", std::size_t{0}),
                      .step = timesFrom(j.value("milliseconds", ordered_json::object())),
                      .stages = {},
                      .hash = j.value("hash", "")};
        const ordered_json stages = j.value("stages", ordered_json::object()); // items() looks into it
        for (const auto& [name, times] : stages.items()) r.stages.push_back({name, timesFrom(times)});
        results.push_back(std::move(r));
    }
    return true;
}

void printResults(const std::vector<BenchResult>& results, const std::vector<BenchResult>& earlier) {
    fmt::print("{:<16}{:>8}{:>8}{:>10}{:>9}{:>9}{:>9}{:>9}{:>9}{}\n", "scene", "threads", "bodies", "contacts",
               "mean ms", "p99 ms", "speedup", "kB/body", "solve %", earlier.empty() ? "" : "  against");
    double logSum = 0.0;
    int compared = 0;
    for (const BenchResult& r : results) {
        const BenchResult* one = find(results, r.scene, 1);
        const BenchResult* before = find(earlier, r.scene, r.threads);
        double solve = 0.0;
        for (const StageSummary& stage : r.stages) solve += stage.name == "solve" ? stage.times.mean : 0.0;
        fmt::print("{:<16}{:>8}{:>8}{:>10}{:>9.3f}{:>9.3f}{:>8.2f}x{:>9.2f}{:>8.0f}%", r.scene, r.threads, r.bodies,
                   r.contacts, r.step.mean, r.step.p99, one ? one->step.mean / r.step.mean : 1.0,
                   static_cast<double>(r.memory) / (1e3 * r.bodies), 100.0 * solve / r.step.mean);
        if (before && before->step.mean > 0.0) {
            const double ratio = r.step.mean / before->step.mean;
            logSum += std::log(ratio);
            ++compared;
            fmt::print("{:>8.2f}x{}", ratio, before->hash == r.hash ? "" : " other result");
        }
        fmt::print("\n");
    }
    if (compared > 0)
        fmt::print("geometric mean over {} lines: {:.3f}x of the earlier time\n", compared,
                   std::exp(logSum / compared));
}

} // namespace cairn::app
