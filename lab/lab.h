// The lab: studies that put what the talks say beside what Cairn does.
//
//     const Study* study = findStudy("circles");
//     Report report(study->name);
//     study->run(report);
//     writeReport(report, "lab");                     circles.csv, circles.json, circles-*.svg
//     writePage({report, ...}, "docs/lab.md", ...);
//
// A study computes numbers, makes plots of them, and says for each claim what was claimed, what was measured, whether
// that agrees, and where it does not, why. Studies are deterministic but for times.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::lab {

struct Series {
    std::string name;
    std::vector<double> x, y;
    bool dashed = false; // a reference
    void add(double atX, double atY) {
        x.push_back(atX);
        y.push_back(atY);
    }
};

struct Plot {
    std::string name; // of the file
    std::string title, xLabel, yLabel;
    bool logX = false, logY = false;
    std::vector<Series> series{};

    Series& add(const std::string& seriesName, bool dashed = false) {
        series.push_back({seriesName, {}, {}, dashed});
        return series.back();
    }
};

struct Table {
    std::string title;
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows{};
};

// What a finding needs to be worth anything, and a test may not have.
struct Needs {
    bool quietMachine = false; // it hangs on a clock
    double effort = 0.0;       // Report::effort, at least
};
inline constexpr Needs kQuietMachine{true, 0.0};
constexpr Needs atEffort(double least) { return {false, least}; }

// One claim of a talk, or a question of our own.
struct Finding {
    std::string id;
    std::string claim;    // what the talk says
    std::string expected; // what an independent derivation gives
    std::string measured;
    bool holds = false;
    std::string note; // why it differs, or how it was measured
    Needs needs{};
};

struct Report {
    explicit Report(std::string studyName) : study(std::move(studyName)) {}

    std::string study;
    std::string text; // a paragraph for the page
    std::vector<Finding> findings;
    std::vector<Plot> plots;
    std::vector<Table> tables;
    double seconds = 0.0;
    double effort = 1.0; // below 1: fewer trials, smaller scenes

    int amount(int full, int least) const {
        const int scaled = static_cast<int>(effort * full);
        return scaled < least ? least : scaled;
    }

    // Valid until the next one.
    Plot& plot(Plot plot) {
        plots.push_back(std::move(plot));
        plots.back().series.reserve(16); // so that references to series stay good
        return plots.back();
    }
    Table& table(Table table) {
        tables.push_back(std::move(table));
        return tables.back();
    }
    void find(Finding finding) { findings.push_back(std::move(finding)); }
};

struct Study {
    const char* name;
    const char* what; // one line
    void (*run)(Report& report);
    float testEffort = 1.0f; // Report::effort in tests; below 1 where all of it takes long
};

const std::vector<Study>& allStudies();
const Study* findStudy(std::string_view name);

// SVG of one plot.
std::string drawPlot(const Plot& plot);
// All files of a study into a folder that exists. False: one could not be written.
bool writeReport(const Report& report, const std::string& folder);
// The page, with links to the plots in `plotFolder` (as seen from the page).
bool writePage(const std::vector<Report>& reports, const std::string& file, const std::string& plotFolder);

// "1.23", "4.5e-06"
std::string number(double value, int digits = 3);

} // namespace cairn::lab
