// The step, as a table of contents.
#include "pipeline/step.h"

#include "base/zone.h"
#include "exec/float_environment.h"

namespace cairn {

SolverInput solverInput(StepContext& s) {
    Model& m = s.model;
    return {s.def.solver,
            s.tasks,
            s.arena,
            s.time,
            s.contactStep,
            m.states,
            m.masses,
            s.drives,
            s.specials,
            s.bundles,
            s.joints.bundles,
            s.batches,
            s.joints.held,
            s.joints.trees,
            s.joints.loneTrees,
            s.bundlePatch,
            s.joints.lanes.subspan(0, kLanes * s.joints.bundles.size()),
            s.plan.splitCounts,
            s.plan.shock,
            s.solverFunction,
            s.solverContext,
            s.tiling};
}

void solve(StepContext& s) { runSolver(solverInput(s)); }

namespace {

struct StepStage {
    const char* name;
    void (*run)(StepContext& s);
};

constexpr StepStage kStages[] = {
    {"quarantine", quarantineBefore},
    {"update pairs", updatePairs},
    {"narrow phase", narrowPhase},
    {"update graph", updateGraph},
    {"report touch", reportTouch},
    {"quarantine woken", quarantineWoken},
    {"load bodies", loadBodies},
    {"plan", planSolve},
    {"prepare joints", prepareJoints},
    {"prepare", prepare},
    {"solve", solve},
    {"residuals", measureResiduals},
    {"store", storeImpulses},
    {"store joints", storeJoints},
    {"report hits", reportHits},
    {"finalize", finalize},
    {"continuous", continuous},
    {"refit", refit},
    {"sensors", updateSensors},
    {"sleep", sleepIslands},
    {"break joints", breakJoints},
};
static_assert(std::size(kStages) <= StepProfile::kMaxStageCount);

void noteTimes(StepProfile& profile, std::span<const uint64_t> laps, float millisecondsPerTick) {
    profile.stageCount = 0;
    profile.milliseconds = 0.0f;
    for (std::size_t i = 0; i < laps.size(); ++i) {
        const float milliseconds = static_cast<float>(static_cast<int64_t>(laps[i])) * millisecondsPerTick;
        profile.stages[profile.stageCount++] = {kStages[i].name, milliseconds};
        profile.milliseconds += milliseconds;
    }
}

} // namespace

void step(StepContext& s) {
    const FloatEnvironment ieee;
    const Zone zone("step");
    s.model.events.forEach([](auto& list) { list.beginStep(); });
    Stopwatch watch;
    uint64_t laps[std::size(kStages)];
    for (std::size_t i = 0; i < std::size(kStages); ++i) {
        const Zone zoneOfStage(kStages[i].name);
        kStages[i].run(s);
        laps[i] = watch.lap();
    }
    noteTimes(s.profile, laps, s.tickLength.milliseconds());
    s.model.events.forEach([](auto& list) { list.endStep(); });
    s.arena.reset();
}

} // namespace cairn
