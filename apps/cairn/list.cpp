// cairn list
#include "apps/cairn/commands.h"

#include <fmt/core.h>

#include <cstring>

namespace cairn::app {

int listScenes(bool verbose) {
    const char* family = "";
    for (const scenes::SceneInfo& info : scenes::allScenes()) {
        if (std::strcmp(family, info.family) != 0) {
            fmt::print("{}{}\n", *family ? "\n" : "", info.family);
            family = info.family;
        }
        fmt::print("  {:<16} {}\n", info.name, info.what);
        if (!verbose) continue;
        for (const scenes::Parameter& p : info.parameters)
            fmt::print("      {:<12} {:g} ({:g} to {:g}): {}\n", p.name, p.value, p.lower, p.upper, p.what);
    }
    return 0;
}

} // namespace cairn::app
