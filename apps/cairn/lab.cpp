// cairn lab
#include "apps/cairn/commands.h"
#include "apps/cairn/progress.h"

#include <lab/lab.h>

#include <fmt/core.h>

#include <chrono>
#include <filesystem>

namespace cairn::app {

namespace {

lab::Report runStudy(const lab::Study& study) {
    lab::Report report(study.name);
    const auto start = std::chrono::steady_clock::now();
    study.run(report);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report;
}

void print(const lab::Report& report) {
    for (const lab::Finding& f : report.findings) {
        fmt::print("{:<8} {}  {}\n", f.id, f.holds ? "agrees" : "DIFFERS", f.claim);
        if (!f.expected.empty()) fmt::print("         expected  {}\n", f.expected);
        fmt::print("         measured  {}\n", f.measured);
        if (!f.note.empty()) fmt::print("         {}\n", f.note);
    }
}

bool makeFolder(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) fmt::print(stderr, "cairn: cannot make the folder {}\n", folder);
    return !error;
}

} // namespace

int listStudies() {
    for (const lab::Study& study : lab::allStudies()) fmt::print("  {:<16} {}\n", study.name, study.what);
    return 0;
}

int runLab(const LabOptions& options) {
    if (!makeFolder(options.folder)) return 1;
    std::vector<const lab::Study*> studies;
    for (const lab::Study& study : lab::allStudies())
        if (options.study.empty() || options.study == study.name) studies.push_back(&study);
    Progress progress("lab", static_cast<int>(studies.size()));
    std::vector<lab::Report> reports;
    bool ok = true;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        progress.update(static_cast<int>(i), studies[i]->name);
        reports.push_back(runStudy(*studies[i]));
        ok &= lab::writeReport(reports.back(), options.folder);
    }
    progress.update(static_cast<int>(studies.size()), "done");
    progress.finish();
    int count = 0, held = 0;
    for (const lab::Report& report : reports) {
        fmt::print("\n{} ({:.1f} s)\n", report.study, report.seconds);
        print(report);
        for (const lab::Finding& f : report.findings) ++count, held += f.holds;
    }
    fmt::print("\n{} of {} claims agree; files in {}\n", held, count, options.folder);
    if (!options.pageFile.empty()) {
        const std::string relative = std::filesystem::path(options.folder)
                                         .lexically_relative(std::filesystem::path(options.pageFile).parent_path());
        ok &= lab::writePage(reports, options.pageFile, relative);
        fmt::print("page in {}\n", options.pageFile);
    }
    if (!ok) fmt::print(stderr, "cairn: not everything could be written\n");
    return ok ? 0 : 1;
}

} // namespace cairn::app
