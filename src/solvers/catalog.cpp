// The catalogue of solvers: a name and a recipe each. A new solver is a row here.
#include <cairn/solver.h>

#include <cstring>
#include <iterator>

namespace cairn {

namespace {

struct CatalogRow {
    const char* name;
    SolverRecipe recipe;
};

// The solver of the talks: one step, some sweeps with friction in each, a share of the overlap as bias velocity, and
// masses as they are.
constexpr SolverRecipe kSweeps{.bias = SolverBias::Baumgarte,
                               .substeps = 1,
                               .iterations = 10,
                               .relaxIterations = 0,
                               .beta = 0.2f,
                               .slop = 0.005f,
                               .massGain = 0.0f,
                               .inertiaGain = 0.0f,
                               .massRatio = 0.0f,
                               .restDamping = 0.0f,
                               .directJoints = false};

template <class Change> constexpr SolverRecipe changed(SolverRecipe recipe, Change change) {
    change(recipe);
    return recipe;
}

// Sweeps in another order.
constexpr SolverRecipe sweeps(SolverSchedule schedule, SolverBias bias = SolverBias::Baumgarte) {
    return changed(kSweeps, [=](SolverRecipe& r) { r.schedule = schedule, r.bias = bias; });
}

// Impulses collected and handed over after each sweep.
constexpr SolverRecipe collected(SolverWrites writes, int iterations, float relaxation) {
    return changed(sweeps(SolverSchedule::Flat),
                   [=](SolverRecipe& r) { r.writes = writes, r.iterations = iterations, r.relaxation = relaxation; });
}

// Tsuda's factor of 1.4 on the lower mass, the same at any height.
constexpr SolverRecipe amplified(SolverRecipe recipe) {
    return changed(recipe, [](SolverRecipe& r) { r.massGain = 0.4f, r.massTaper = r.gainHeight = 0.0f; });
}

constexpr SolverRecipe shocked(float share) {
    return changed(sweeps(SolverSchedule::Serial), [=](SolverRecipe& r) { r.shock = share; });
}

constexpr SolverSchedule kSerial = SolverSchedule::Serial, kShuffled = SolverSchedule::Shuffled;

constexpr CatalogRow kCatalog[] = {
    {"softStep", {}},

    {"sequentialImpulse", sweeps(kSerial)},
    {"sequentialImpulseShuffled", sweeps(kShuffled)},
    {"sequentialImpulseColours", sweeps(SolverSchedule::Colours)},
    {"sequentialImpulseGridColours", sweeps(SolverSchedule::GridColours)},
    {"sequentialImpulseCells", sweeps(SolverSchedule::Cells)},
    {"sequentialImpulseGridCells",
     changed(sweeps(SolverSchedule::Cells), [](SolverRecipe& r) { r.cells = SolverCells::Grid; })},

    {"splitImpulse", sweeps(kSerial, SolverBias::SplitImpulse)},
    {"positionPass", sweeps(kSerial, SolverBias::PositionPass)},
    {"noBias", sweeps(kSerial, SolverBias::None)},
    {"naiveImpulse", changed(sweeps(kSerial), [](SolverRecipe& r) { r.naiveClamping = true, r.warmStart = 0.0f; })},

    {"exact", sweeps(SolverSchedule::Exact)},
    {"block", changed(sweeps(SolverSchedule::Colours), [](SolverRecipe& r) { r.blockNormals = true; })},
    {"softStepBlock", {.blockNormals = true}},
    {"softStepCells", {.schedule = SolverSchedule::Cells}},
    {"softStepFirm", {.eta = 0.5f}},

    // Patents are held on mass splitting: optional, and no default rests on it.
    {"jacobi", collected(SolverWrites::Jacobi, 20, 0.5f)},
    {"massSplitting", collected(SolverWrites::SplitPatches, 20, 1.0f)},
    {"massSplittingPoints", collected(SolverWrites::SplitPoints, 60, 1.0f)},
    {"massSplittingOver", collected(SolverWrites::SplitPatches, 20, 1.3f)},

    {"xpbdRigid",
     {.bias = SolverBias::Compliance,
      .substeps = 8,
      .warmStart = 0.0f,
      .massGain = 0.0f,
      .inertiaGain = 0.0f,
      .massRatio = 0.0f,
      .restDamping = 0.0f,
      .directJoints = false}},

    {"weightAmplification", amplified(sweeps(kShuffled))},
    {"aggressiveSleep", changed(amplified(sweeps(kShuffled)), [](SolverRecipe& r) { r.aggressiveSleep = true; })},
    {"shockPropagation", shocked(1.0f)},
    {"shockPropagationBlended", shocked(0.5f)},
};

constexpr int kCount = static_cast<int>(std::size(kCatalog));

} // namespace

int solverCount() { return kCount; }

const char* solverName(int index) { return index >= 0 && index < kCount ? kCatalog[index].name : nullptr; }

const SolverRecipe* solverRecipe(int index) { return index >= 0 && index < kCount ? &kCatalog[index].recipe : nullptr; }

const SolverRecipe* findSolver(const char* name) {
    for (const CatalogRow& row : kCatalog)
        if (name && std::strcmp(row.name, name) == 0) return &row.recipe;
    return nullptr;
}

} // namespace cairn
