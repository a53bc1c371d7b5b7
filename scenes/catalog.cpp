// The list of scenes, and the way from a name and settings to a scene.
#include "scenes/catalog.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace cairn::scenes {

namespace {

// Edits that turn one word into the other (Levenshtein).
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

std::string describe(const SceneInfo& info) {
    std::string names;
    for (const Parameter& p : info.parameters) names += (names.empty() ? "" : ", ") + std::string(p.name);
    return names.empty() ? "it has no parameters" : "its parameters are: " + names;
}

// Fills in the value, or says what is wrong with the setting.
std::string apply(const SceneInfo& info, const Setting& setting, std::vector<double>& values) {
    for (std::size_t i = 0; i < info.parameters.size(); ++i) {
        const Parameter& p = info.parameters[i];
        if (setting.name != p.name) continue;
        char text[160];
        if (!(setting.value >= p.lower && setting.value <= p.upper)) {
            std::snprintf(text, sizeof text, "parameter %s is %g; it must be from %g to %g", p.name, setting.value,
                          p.lower, p.upper);
            return text;
        }
        if (p.whole && setting.value != std::floor(setting.value)) {
            std::snprintf(text, sizeof text, "parameter %s is %g; it must be a whole number", p.name, setting.value);
            return text;
        }
        values[i] = setting.value;
        return {};
    }
    return "scene " + std::string(info.name) + " has no parameter '" + setting.name + "'; " + describe(info);
}

} // namespace

const std::vector<SceneInfo>& allScenes() {
    static const std::vector<SceneInfo> all = [] {
        std::vector<SceneInfo> list;
        addStacks(list);
        addMasonry(list);
        addPiles(list);
        addTerrain(list);
        addMachines(list);
        addBelts(list);
        addVehicles(list);
        addHanging(list);
        addPeople(list);
        addToys(list);
        addBullets(list);
        addParticles(list);
        return list;
    }();
    return all;
}

const SceneInfo* findScene(std::string_view name) {
    for (const SceneInfo& info : allScenes())
        if (name == info.name) return &info;
    return nullptr;
}

std::string nearestName(std::string_view name, const std::vector<std::string>& known) {
    std::string best;
    std::size_t least = 1 + std::max<std::size_t>(2, name.size() / 3);
    for (const std::string& candidate : known) {
        // A beginning counts as near: "wreck" means "wrecking_ball".
        const bool begins = name.size() >= 3 && candidate.compare(0, name.size(), name) == 0;
        const std::size_t distance = begins ? 1 : editDistance(name, candidate);
        if (distance < least) {
            least = distance;
            best = candidate;
        }
    }
    return best;
}

std::unique_ptr<Scene> createScene(const SceneInfo& info, const std::vector<Setting>& settings, const WorldDef& def,
                                   std::string* problem) {
    std::vector<double> values;
    for (const Parameter& p : info.parameters) values.push_back(p.value);
    for (const Setting& setting : settings) {
        const std::string wrong = apply(info, setting, values);
        if (wrong.empty()) continue;
        if (problem) *problem = wrong;
        return nullptr;
    }
    auto scene = std::make_unique<Scene>(info, def, std::move(values));
    info.build(*scene);
    return scene;
}

} // namespace cairn::scenes
