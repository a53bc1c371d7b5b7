// The step, as a table of contents.
#include "pipeline/step.h"

#include "exec/float_environment.h"

namespace cairn {

void solve(StepContext& s) {
    Model& m = s.model;
    solveSoftStep({s.tasks, s.arena, s.time, m.states, m.masses, s.drives, s.bundles, s.colours});
}

void step(StepContext& s) {
    const FloatEnvironment ieee;
    updatePairs(s);
    narrowPhase(s);
    updateGraph(s);
    loadBodies(s);
    prepare(s);
    solve(s);
    storeImpulses(s);
    finalize(s);
    refit(s);
    s.arena.reset();
}

} // namespace cairn
