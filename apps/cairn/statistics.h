// Times of many steps, and what is said about them.
#pragma once

#include <cairn/profile.h>

#include <string>
#include <vector>

namespace cairn::app {

struct Times {
    double mean = 0, median = 0, p99 = 0, worst = 0; // ms
};
Times summarize(std::vector<float> milliseconds);

struct StageSummary {
    std::string name;
    Times times;
};

// Collects profiles step by step.
class StepTimes {
public:
    void add(const StepProfile& profile);
    Times total() const { return summarize(m_total); }
    std::vector<StageSummary> stages() const;

private:
    std::vector<float> m_total;
    std::vector<std::string> m_names;
    std::vector<std::vector<float>> m_stages;
};

} // namespace cairn::app
