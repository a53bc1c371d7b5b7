// The commands of the program and their options.
#pragma once

#include <scenes/scenes.h>

#include <string>
#include <vector>

namespace cairn::app {

struct RunOptions {
    std::string scene;
    std::vector<scenes::Setting> settings;
    int steps = 0;   // 0: as the scene says
    int threads = 0; // 0: one per hardware thread
    std::string solver = "softStep";
    int substeps = 0;       // 0: as the solver says
    int iterations = 0;     // 0: as the solver says
    bool residuals = false; // measured and told
    std::string traceFile, jsonFile, gltfFile, pictureFile, recordFile;
};

struct BenchOptions {
    std::vector<std::string> scenes; // empty: all
    int maxThreads = 0;              // 0: one per hardware thread
    int warmup = 60, steps = 120, repeats = 3;
    std::string jsonFile, againstFile;
    bool growth = false, worst = false; // other questions than how long scenes take
};

struct ReplayFileOptions {
    std::string file;
    int threads = 0;   // 0: one per hardware thread
    bool goOn = false; // past the first difference
};

struct LabOptions {
    std::string study;               // empty: all
    std::string folder = "docs/lab"; // for plots and numbers
    std::string pageFile;            // empty: none
};

// All return the exit code of the program: 0, 1 when something failed, 2 when the command line was wrong.
int runCommandLine(int argc, const char* const* argv);
int listScenes(bool verbose);
int runScene(const RunOptions& options);
int runBench(const BenchOptions& options);
int runGrowth(const BenchOptions& options);
int runWorst(const BenchOptions& options);
int runReplay(const ReplayFileOptions& options);
int listStudies();
int runLab(const LabOptions& options);

// Where a benchmark or a picture was made.
int hardwareThreads();

} // namespace cairn::app
