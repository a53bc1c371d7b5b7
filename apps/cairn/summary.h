// What is said at the end of a run, to people and to programs.
#pragma once

#include "apps/cairn/statistics.h"

#include <scenes/scenes.h>

namespace cairn::app {

struct RunSummary {
    const scenes::Scene& scene;
    std::string solver; // its name in the catalogue
    int substeps, iterations;
    int threads;
    std::size_t memory; // bytes
    Times step;
    std::vector<StageSummary> stages;
    WorldCounts counts;
    WorldMeasures measures;
    std::vector<scenes::Metric> metrics;
    uint64_t hash;
    StepResiduals residuals; // of the last step
    StepResiduals worst{};   // of all steps, if all were measured
};

// Takes over what is larger.
void keepWorst(const StepResiduals& residuals, StepResiduals& worst);

RunSummary summarizeRun(const scenes::Scene& scene, const std::string& solver, const StepTimes& times, int threads,
                        std::size_t memory);
void printSummary(const RunSummary& summary);
bool writeSummary(const RunSummary& summary, const std::string& file);

} // namespace cairn::app
