// What a run of the engines gives, as a table for people, a plot, and a part of the README.
#pragma once

#include "scenes.h"

#include <string>
#include <vector>

namespace cairn::bench {

struct EngineResult {
    double milliseconds = 0.0; // a step, CPU time of its thread, mean over the timed steps, best of the rounds
    double ending = 0.0;       // as the scene measures it
};

struct SceneResult {
    const EngineScene* scene;
    std::vector<EngineResult> engines; // in the order of engines()
};

std::string markdownTable(const std::vector<SceneResult>& results);
std::string barPlot(const std::vector<SceneResult>& results); // SVG
// Puts `text` between the lines <!-- engines --> and <!-- /engines --> of a file; false if it has none.
bool replaceMarked(const char* path, const std::string& text);

} // namespace cairn::bench
