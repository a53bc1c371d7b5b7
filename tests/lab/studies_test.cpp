// Every study of the lab as a test: what the page says agrees must agree here, and nothing else may differ than what is
// known to.
#include "support/random.h"

#include <lab/lab.h>

#include <gtest/gtest.h>

#include <set>

namespace cairn {

namespace {

// Claims that Cairn does not meet, with the reason on the page.
const std::set<std::string> kDiffer{
    "PGS with colouring jitters, mass splitting does not",
    "patch friction with twist stops a spinning disc, its load spread evenly",
    "c = 1.4 keeps the feeling of weight; shock propagation feels too stable: landing",
    "300 boxes, 30 levels: 90 iterations to rest; 15 with weight amplification; undamped",
};

class Studies : public testing::TestWithParam<lab::Study> {};

} // namespace

TEST_P(Studies, findWhatThePageSays) {
    lab::Report report(GetParam().name);
    report.effort = static_cast<double>(GetParam().testEffort) * test::scaled(1000) / 1000.0;
    GetParam().run(report);
    EXPECT_FALSE(report.text.empty());
    EXPECT_FALSE(report.findings.empty());
    for (const lab::Finding& f : report.findings) {
        if (f.needs.quietMachine) continue; // of clocks
        if (report.effort < f.needs.effort) continue;
        EXPECT_EQ(f.holds, kDiffer.count(f.claim) == 0) << f.id << ": " << f.claim << "\n  measured " << f.measured;
        EXPECT_TRUE(f.holds || !f.note.empty()) << f.id << " differs, and the page does not say why";
    }
    for (const lab::Plot& plot : report.plots) {
        const std::string svg = drawPlot(plot);
        EXPECT_EQ(svg.substr(0, 4), "<svg");
        EXPECT_EQ(svg.find("nan"), std::string::npos) << plot.name;
        EXPECT_FALSE(plot.xLabel.empty() || plot.yLabel.empty()) << plot.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Lab, Studies, testing::ValuesIn(lab::allStudies()), [](const auto& study) {
    std::string name = study.param.name;
    for (char& c : name) c = c == '-' ? '_' : c;
    return name;
});

TEST(LabPlot, drawsAxesLegendAndCurves) {
    lab::Plot plot{"p", "A <title>", "time, s", "speed, m/s", false, true};
    lab::Series& s = plot.add("one & only");
    for (int i = 1; i <= 10; ++i) s.add(i, 0.001 * i * i);
    const std::string svg = drawPlot(plot);
    for (const char* text : {"A &lt;title&gt;", "time, s", "speed, m/s", "one &amp; only", "<polyline"})
        EXPECT_NE(svg.find(text), std::string::npos) << text;
}

} // namespace cairn
