// A whole world for a visitor (model/visit.h): settings and stores.
#pragma once

#include "model/visit.h"
#include "world/world_data.h"

namespace cairn {

// A new setting does not compile until it is listed here. What belongs to the program rather than to the world (how to
// run tasks, callbacks) stays out.
template <class Visitor> void visitSettings(WorldDef& def, Visitor&& v) {
    auto& [gravity, substeps, contactHertz, contactDampingRatio, maxPushSpeed, restitutionThreshold, hitSpeed,
           enableSleep, sleepSingly, continuous, directJoints, solver, tasks] = def;
    v.value("gravity", gravity);
    v.value("substeps", substeps);
    v.value("contactHertz", contactHertz);
    v.value("contactDampingRatio", contactDampingRatio);
    v.value("maxPushSpeed", maxPushSpeed);
    v.value("restitutionThreshold", restitutionThreshold);
    v.value("hitSpeed", hitSpeed);
    v.value("enableSleep", enableSleep);
    v.value("sleepSingly", sleepSingly);
    v.value("continuous", continuous);
    v.value("directJoints", directJoints);
    v.value("solver", solver);
}

template <class Visitor> void visitWorld(WorldData& d, Visitor&& v) {
    visitSettings(d.def, v);
    visitArrays(d.model, v);
    v.passing("joint breaks", d.jointBreaks);
}

} // namespace cairn
