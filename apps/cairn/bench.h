// Timings of scenes: taken, written, read back and compared.
#pragma once

#include "apps/cairn/statistics.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::app {

struct BenchResult {
    std::string scene;
    int threads = 1;
    int bodies = 0, contacts = 0;
    std::size_t memory = 0; // bytes that Cairn holds at the end
    Times step;             // of the best round
    std::vector<StageSummary> stages;
    std::string hash; // of the final state: the same work was timed
};

bool writeResults(const std::vector<BenchResult>& results, const std::string& file);
// False, with a reason, when the file cannot be read or holds something else.
bool readResults(const std::string& file, std::vector<BenchResult>& results, std::string& problem);
// The table; with a column of ratios when `earlier` is not empty.
void printResults(const std::vector<BenchResult>& results, const std::vector<BenchResult>& earlier);

// Of the line through (log size, log time) that fits best.
double slopeOf(const std::vector<double>& sizes, const std::vector<double>& times);

} // namespace cairn::app
