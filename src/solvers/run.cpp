// From a recipe to a list of stages. See run.h.
#include "solvers/solver_stages.h"
#include "solvers/tiles.h"

#include <cairn/error.h>

namespace cairn {

namespace {

// In how many substeps anything moves: where all there is are lone trees, not in all of them.
int substepsOf(const SolverInput& in) {
    if (in.loneTrees.empty() || !in.batches.empty() || !in.trees.empty()) return in.time.substeps;
    int substeps = 1;
    for (std::size_t i = 1; i < in.drives.size(); ++i)
        substeps = max(substeps, static_cast<int>(in.drives[i].substeps));
    return substeps;
}

} // namespace

void listRecipe(detail::SolverStages& stages) {
    const SolverInput& in = stages.input();
    for (int substep = 0, substeps = substepsOf(in); substep < substeps; ++substep) {
        stages.beginSubstep();
        for (int i = 0; i < in.recipe.iterations; ++i) stages.solve();
        stages.integrate();
        for (int i = 0; i < in.recipe.relaxIterations; ++i) stages.relax();
        stages.endSubstep();
    }
    stages.finish();
}

// The substeps of a program.
static void runOwn(detail::SolverStages& stages) {
    const SolverInput& in = stages.input();
    stages.seen = in.arena.allocate<BodyVelocity>(static_cast<int>(in.states.size()), "velocities seen");
    for (BodyVelocity& v : stages.seen) v = {};
    SolverLoop loop(stages);
    in.own(loop, in.ownContext);
    stages.run([&] { stages.finish(); });
}

void runSolver(const SolverInput& in) {
    const int bodies = static_cast<int>(in.states.size());
    Solve solve{in, in.arena.allocate<BodyVelocity>(bodies, "velocities")};
    solve.begin[0] = {}; // what does not move
    if (in.recipe.bias == SolverBias::SplitImpulse) {
        solve.pseudo = in.arena.allocate<BodyState>(bodies, "pseudo velocities");
        solve.pseudo[0] = kBodyAtRest;
    }
    if (in.recipe.shock > 0.0f) solve.kept = in.arena.allocate<BodyVelocity>(bodies, "velocities before the shock");
    if (isCollected(in.recipe)) {
        const int bundles = static_cast<int>(in.bundles.size() + in.joints.size());
        solve.slots = in.arena.allocate<BodyVelocity>(kSlotsPerBundle * bundles, "velocity slots");
        solve.index = indexSlots(in);
    }
    if (!in.tiling.tiles.empty()) return runTiles(solve);
    const Sweeps sweeps = sweepsOf(solve, in.bundles);
    detail::SolverStages stages(solve, sweeps);
    in.own ? runOwn(stages) : stages.run([&] { listRecipe(stages); });
    if (solve.tooManyRows > 0)
        reportError({"step", "recipe.schedule", static_cast<double>(solve.tooManyRows),
                     "Exact is for 512 rows at most: only swept"});
    if (solve.leftByExact > 0.0)
        reportError({"step", "recipe.schedule", solve.leftByExact, "Exact has left this much, in m/s"});
}

const SolverInput& inputOf(const SolverLoop& loop) { return loop.m_stages.input(); }
const SolverRecipe& SolverLoop::recipe() const { return m_stages.input().recipe; }
int SolverLoop::substepCount() const { return m_stages.input().time.substeps; }
float SolverLoop::substepTime() const { return m_stages.input().time.h; }
int SolverLoop::bodyCount() const { return static_cast<int>(m_stages.input().states.size()) - 1; }
void SolverLoop::beginSubstep() {
    m_stages.run([this] { m_stages.beginSubstep(); });
    largestChange();
}
void SolverLoop::solve() {
    m_stages.run([this] { m_stages.solve(); });
}
void SolverLoop::integratePositions() {
    m_stages.run([this] { m_stages.integrate(); });
}
void SolverLoop::relax() {
    m_stages.run([this] { m_stages.relax(); });
}
void SolverLoop::endSubstep() {
    m_stages.run([this] { m_stages.endSubstep(); });
}
float SolverLoop::largestChange() {
    float largest = 0.0f;
    const std::span<const BodyState> states = m_stages.input().states;
    for (std::size_t i = 1; i < states.size(); ++i) {
        BodyVelocity& seen = m_stages.seen[i];
        largest = max(largest, max(length(states[i].v - seen.v), length(states[i].w - seen.w)));
        seen = {states[i].v, states[i].w, {}};
    }
    return largest;
}

} // namespace cairn
