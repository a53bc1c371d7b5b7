// Which solver a world uses: looked at, chosen, refused by field.
#include "world/solver.h"

#include "world/world_data.h"

namespace cairn {

namespace {

struct FloatField {
    const char* name;
    float SolverRecipe::*field;
    float lower, upper;
    const char* reason;
};
constexpr FloatField kFloats[] = {
    {"recipe.cellExtent", &SolverRecipe::cellExtent, 1e-3f, 1e6f, "must be from 0.001 to 1e6"},
    {"recipe.beta", &SolverRecipe::beta, 0.0f, 1.0f, "must be from 0 to 1"},
    {"recipe.slop", &SolverRecipe::slop, 0.0f, 1.0f, "must be from 0 to 1"},
    {"recipe.maxBias", &SolverRecipe::maxBias, 0.0f, 1e6f, "must be from 0 to 1e6"},
    {"recipe.compliance", &SolverRecipe::compliance, 0.0f, 1e6f, "must be from 0 to 1e6"},
    {"recipe.warmStart", &SolverRecipe::warmStart, 0.0f, 1.0f, "must be from 0 to 1"},
    {"recipe.relaxation", &SolverRecipe::relaxation, 1e-3f, 2.0f, "must be from 0.001 to 2"},
    {"recipe.eta", &SolverRecipe::eta, 0.0f, 1.0f, "must be from 0 to 1"},
    {"recipe.massGain", &SolverRecipe::massGain, 0.0f, 100.0f, "must be from 0 to 100"},
    {"recipe.massTaper", &SolverRecipe::massTaper, 0.0f, 1e6f, "must be from 0 to 1e6"},
    {"recipe.inertiaGain", &SolverRecipe::inertiaGain, 0.0f, 100.0f, "must be from 0 to 100"},
    {"recipe.inertiaTaper", &SolverRecipe::inertiaTaper, 0.0f, 1e6f, "must be from 0 to 1e6"},
    {"recipe.gainHeight", &SolverRecipe::gainHeight, 0.0f, 400.0f, "must be from 0 to 400"},
    {"recipe.massRatio", &SolverRecipe::massRatio, 0.0f, 1e6f, "must be from 0 to 1e6"},
    {"recipe.restDamping", &SolverRecipe::restDamping, 0.0f, 1e3f, "must be from 0 to 1e3"},
    {"recipe.restSpeed", &SolverRecipe::restSpeed, 1e-6f, 1e3f, "must be from 1e-6 to 1e3"},
    {"recipe.shock", &SolverRecipe::shock, 0.0f, 1.0f, "must be from 0 to 1"},
};

struct CountField {
    const char* name;
    int SolverRecipe::*field;
    int lower, upper;
    const char* reason;
};
constexpr CountField kCounts[] = {
    {"recipe.cellLinks", &SolverRecipe::cellLinks, 1, 1 << 20, "must be from 1 to 1048576"},
    {"recipe.substeps", &SolverRecipe::substeps, 0, 64, "must be from 0 to 64"},
    {"recipe.iterations", &SolverRecipe::iterations, 0, 10000, "must be from 0 to 10000"},
    {"recipe.relaxIterations", &SolverRecipe::relaxIterations, 0, 10000, "must be from 0 to 10000"},
    {"recipe.positionIterations", &SolverRecipe::positionIterations, 0, 10000, "must be from 0 to 10000"},
};

bool checkKinds(const char* f, const SolverRecipe& r) {
    const auto kind = [f](const char* field, auto value, auto last, const char* reason) {
        return value <= last || refuse(f, field, static_cast<double>(value), reason);
    };
    return kind("recipe.schedule", r.schedule, SolverSchedule::GridColours, "is no schedule") &&
           kind("recipe.cells", r.cells, SolverCells::Grid, "is no kind of cell") &&
           kind("recipe.writes", r.writes, SolverWrites::SplitPatches, "is no write policy") &&
           kind("recipe.bias", r.bias, SolverBias::Compliance, "is no bias mode");
}

} // namespace

bool checkRecipe(const char* f, const SolverRecipe& r) {
    if (!checkKinds(f, r)) return false;
    for (const FloatField& c : kFloats)
        if (!checkRange(f, c.name, r.*c.field, c.lower, c.upper, c.reason)) return false;
    for (const CountField& c : kCounts)
        if (r.*c.field < c.lower || r.*c.field > c.upper) return refuse(f, c.name, r.*c.field, c.reason);
    if (r.iterations + r.relaxIterations == 0)
        return refuse(f, "recipe.iterations", 0.0, "must not be 0 without relaxIterations");
    if (r.schedule == SolverSchedule::Flat && r.writes == SolverWrites::InPlace)
        return refuse(f, "recipe.writes", 0.0, "must be collected where all constraints are solved at once");
    if (isExact(r) && r.writes != SolverWrites::InPlace)
        return refuse(f, "recipe.writes", static_cast<double>(r.writes), "must be InPlace for an exact answer");
    if (isExact(r) && r.bias == SolverBias::Compliance)
        return refuse(f, "recipe.bias", static_cast<double>(r.bias), "has no exact answer");
    if (r.bias == SolverBias::PositionPass && r.writes != SolverWrites::InPlace)
        return refuse(f, "recipe.bias", static_cast<double>(r.bias), "cannot move bodies where writes are collected");
    return true;
}

SolverRecipe World::solver() const { return m_data->isIdle("solver") ? m_data->def.solver : SolverRecipe{}; }
bool World::setSolver(const SolverRecipe& recipe) {
    m_data->record<Operation::SetSolver>(recipe);
    if (!m_data->isIdle("setSolver") || !checkRecipe("setSolver", recipe)) return false;
    m_data->def.solver = recipe;
    m_data->model.sleepSingly = m_data->def.sleepSingly || recipe.aggressiveSleep;
    return true;
}

bool World::setSolverFunction(SolverFunction function, void* context) {
    if (!m_data->isIdle("setSolverFunction")) return false;
    m_data->solverFunction = function;
    m_data->solverContext = context;
    return true;
}

} // namespace cairn
