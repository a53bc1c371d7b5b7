// The step, as a table of contents.
#include "pipeline/step.h"

#include "base/zone.h"
#include "exec/float_environment.h"

namespace cairn {

void solve(StepContext& s) {
    Model& m = s.model;
    runSolver({s.def.solver,
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
               s.tiling});
}

namespace {

// A stage that most steps have no use for says so itself: a lap of the watch takes as long as a body.
struct StepStage {
    const char* name;
    void (*run)(StepContext& s);
    bool (*hasWork)(const StepContext& s) = nullptr; // null: always
};

bool hasContacts(const StepContext& s) { return s.model.contactIds.count() > 0; }
bool hasLive(const StepContext& s) { return !s.live.empty(); }
bool hasBundles(const StepContext& s) { return !s.bundles.empty(); }
bool mayBreak(const StepContext& s) { return !s.joints.bundles.empty() || !s.jointBreaks.empty(); }
bool someWoke(const StepContext& s) { return s.model.states.count() > s.checkedStates; }
bool hasMeter(const StepContext& s) { return s.meter.enabled || s.residuals.measured; }
bool hasJoints(const StepContext& s) { return !s.joints.bundles.empty(); }
bool wantsHits(const StepContext& s) { return s.model.hitShapeCount > 0; }
bool hasSensors(const StepContext& s) { return !s.model.sensors.empty() || !s.model.sensorOverlaps.empty(); }
bool maySleep(const StepContext& s) { return s.def.enableSleep; }

constexpr StepStage kStages[] = {
    {"quarantine", quarantineBefore},
    {"update pairs", updatePairs},
    {"narrow phase", narrowPhase, hasContacts},
    {"update graph", updateGraph, hasLive},
    {"report touch", reportTouch, hasLive},
    {"quarantine woken", quarantineWoken, someWoke},
    {"load bodies", loadBodies},
    {"plan", planSolve},
    {"prepare joints", prepareJoints},
    {"prepare", prepare},
    {"solve", solve},
    {"residuals", measureResiduals, hasMeter},
    {"store", storeImpulses, hasBundles},
    {"store joints", storeJoints, hasJoints},
    {"report hits", reportHits, wantsHits},
    {"finalize", finalize},
    {"continuous", continuous},
    {"refit", refit},
    {"sensors", updateSensors, hasSensors},
    {"sleep", sleepIslands, maySleep},
    {"break joints", breakJoints, mayBreak},
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
        laps[i] = 0;
        if (kStages[i].hasWork && !kStages[i].hasWork(s)) continue;
        const Zone zoneOfStage(kStages[i].name);
        kStages[i].run(s);
        laps[i] = watch.lap();
    }
    noteTimes(s.profile, laps, s.tickLength.milliseconds());
    s.model.events.forEach([](auto& list) { list.endStep(); });
    s.arena.reset();
}

} // namespace cairn
