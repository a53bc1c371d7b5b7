// The world as a whole: made, stepped, counted.
#include "base/hash.h"
#include "pipeline/step.h"
#include "world/solver.h"
#include "world/world_data.h"

#include <new>

namespace cairn {

namespace {

// A bad definition still gives a world: the field that was refused keeps its default.
WorldDef checked(const WorldDef& def) {
    constexpr const char* f = "World";
    const WorldDef standard{};
    WorldDef d = def;
    if (!checkVector(f, "gravity", def.gravity)) d.gravity = standard.gravity;
    if (def.substeps < 1 || def.substeps > 64) {
        refuse(f, "substeps", def.substeps, "must be from 1 to 64");
        d.substeps = standard.substeps;
    }
    if (def.continuous > Continuous::All) {
        refuse(f, "continuous", static_cast<double>(def.continuous), "is no kind of continuous collision");
        d.continuous = standard.continuous;
    }
    if (def.directJoints > DirectJoints::All) {
        refuse(f, "directJoints", static_cast<double>(def.directJoints), "is no rule for joints");
        d.directJoints = standard.directJoints;
    }
    if (!checkRecipe(f, def.solver)) d.solver = standard.solver;
    const auto check = [&](const char* field, float WorldDef::*member) {
        if (!checkRange(f, field, def.*member, 0.0f, 1e6f, "must be from 0 to 1e6")) d.*member = standard.*member;
    };
    check("contactHertz", &WorldDef::contactHertz);
    check("contactDampingRatio", &WorldDef::contactDampingRatio);
    check("maxPushSpeed", &WorldDef::maxPushSpeed);
    check("restitutionThreshold", &WorldDef::restitutionThreshold);
    check("hitSpeed", &WorldDef::hitSpeed);
    return d;
}

constexpr const char* kInStep = "is in a step: calls are refused until it is over";

} // namespace

bool WorldData::isIdle(const char* function) const {
    return !stepping.isSet() || refuse(function, "world", 0.0, kInStep);
}

World::World(const WorldDef& def) : m_data(new (allocate(sizeof(WorldData), alignof(WorldData))) WorldData) {
    m_data->def = checked(def);
    m_data->model.sleepSingly = def.sleepSingly || m_data->def.solver.aggressiveSleep;
}
World::~World() {
    // From a callback: losing the memory is better than taking it from the step that runs.
    if (!m_data->isIdle("~World")) return;
    if (m_data->recorder) stopRecording();
    m_data->~WorldData();
    release(m_data, sizeof(WorldData), alignof(WorldData));
}

bool World::step(float dt) {
    if (!(dt > 0.0f && dt <= 1.0f))
        return refuse("step", "dt", static_cast<double>(dt), "must be above 0, at most 1 second");
    WorldData& d = *m_data;
    if (!d.stepping.raise()) return refuse("step", "world", 0.0, kInStep);
    const int substeps = d.def.solver.substeps > 0 ? d.def.solver.substeps : d.def.substeps;
    const int workerCount = usableWorkerCount(d.def.tasks);
    const std::size_t workers = static_cast<std::size_t>(workerCount);
    d.crew.begin(d.def.tasks);
    StepContext context{.model = d.model,
                        .def = d.def,
                        .tasks = d.crew.tasks(),
                        .workerCount = workerCount,
                        .arena = d.arena,
                        .pairFinder = d.pairFinder,
                        .islands = d.islands,
                        .trees = d.trees,
                        .moved = d.moved,
                        .movedShapes = d.movedShapes,
                        .changed = {d.changed, workers},
                        .apart = {d.apart, workers},
                        .movers = {d.movers, workers},
                        .broken = {d.broken, workers},
                        .jointBreaks = d.jointBreaks,
                        .scratch = {d.scratch, workers},
                        .fast = {d.fast, workers},
                        .cores = {d.cores, workers},
                        .told = {d.told, workers},
                        .bad = {d.bad, workers},
                        .sensed = {d.sensed, workers},
                        .contactFilter = d.recorder && d.contactFilter ? &recordVerdict : d.contactFilter,
                        .contactFilterContext = d.recorder ? &d : d.contactFilterContext,
                        .solverFunction = d.solverFunction,
                        .solverContext = d.solverContext,
                        .time = {dt, dt / static_cast<float>(substeps), substeps},
                        .profile = d.profile,
                        .tickLength = d.tickLength,
                        .meter = d.meter,
                        .residuals = d.residuals};
    cairn::step(context);
    d.crew.end();
    d.stepping.set(false);
    if (d.recorder) d.recorder->writeStep(dt, hashCombine(hash(), eventHash()));
    return true;
}

Vec3 World::gravity() const { return m_data->isIdle("gravity") ? m_data->def.gravity : kZero; }
bool World::setGravity(Vec3 gravity) {
    m_data->record<Operation::SetGravity>(gravity);
    if (!m_data->isIdle("setGravity") || !checkVector("setGravity", "gravity", gravity)) return false;
    m_data->def.gravity = gravity;
    wakeAll(m_data->model);
    return true;
}
int World::substeps() const { return m_data->isIdle("substeps") ? m_data->def.substeps : 0; }
bool World::setSubsteps(int count) {
    m_data->record<Operation::SetSubsteps>(count);
    if (!m_data->isIdle("setSubsteps")) return false;
    if (count < 1 || count > 64) return refuse("setSubsteps", "count", count, "must be from 1 to 64");
    m_data->def.substeps = count;
    return true;
}

int World::bodyCount() const { return m_data->isIdle("bodyCount") ? bodyCountOf(m_data->model) : 0; }
int World::particleCount() const { return m_data->isIdle("particleCount") ? m_data->model.particleCount : 0; }
int World::shapeCount() const { return m_data->isIdle("shapeCount") ? shapeCountOf(m_data->model) : 0; }
int World::contactCount() const {
    if (!m_data->isIdle("contactCount")) return 0;
    const Model& m = m_data->model;
    int count = 0;
    m.contactIds.forEach([&](ContactId id) { count += isTouching(m.contacts[static_cast<int>(id.index)]); });
    return count;
}

} // namespace cairn
