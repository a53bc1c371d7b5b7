// Means and percentiles.
#include "apps/cairn/statistics.h"

#include <algorithm>
#include <numeric>

namespace cairn::app {

Times summarize(std::vector<float> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    const std::size_t last = values.size() - 1;
    return {.mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()),
            .median = static_cast<double>(values[values.size() / 2]),
            .p99 = static_cast<double>(values[std::min(last, values.size() * 99 / 100)]),
            .worst = static_cast<double>(values[last])};
}

void StepTimes::add(const StepProfile& profile) {
    m_total.push_back(profile.milliseconds);
    for (int i = 0; i < profile.stageCount; ++i) {
        const StageTime& stage = profile.stages[i];
        std::size_t k = 0;
        while (k < m_names.size() && m_names[k] != stage.name) ++k;
        if (k == m_names.size()) {
            m_names.push_back(stage.name);
            m_stages.emplace_back();
        }
        m_stages[k].push_back(stage.milliseconds);
    }
}

std::vector<StageSummary> StepTimes::stages() const {
    std::vector<StageSummary> all;
    for (std::size_t i = 0; i < m_names.size(); ++i) all.push_back({m_names[i], summarize(m_stages[i])});
    return all;
}

} // namespace cairn::app
