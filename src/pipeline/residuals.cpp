// After the solve, if asked: what it left unsolved. Bodies still hold the state of before the step.
#include "pipeline/step.h"
#include "solvers/residual.h"

namespace cairn {

namespace {

double energyOf(const Body& b, DVec3 center, Quat rotation, Vec3 v, Vec3 w, Vec3 gravity) {
    const DVec3 turn = toDouble(inverseRotate(rotation, w)), motion = toDouble(v);
    const Sym33& i = b.inertia;
    const double mass = static_cast<double>(b.mass);
    return 0.5 * mass * dot(motion, motion) +
           0.5 * dot(turn, Sym33T<double>{i.xx, i.yy, i.zz, i.xy, i.xz, i.yz} * turn) -
           mass * static_cast<double>(b.gravityScale) * dot(toDouble(gravity), center);
}

} // namespace

void measureResiduals(StepContext& s) {
    if (!s.meter.enabled) {
        s.residuals = {};
        return;
    }
    Model& m = s.model;
    Array<Row> rows;
    exportContactRows(s.bundles, s.contactStep, m.states.data(), rows);
    makeWhole(s.plan.splitCounts, rows);
    exportJointRows(s.joints.bundles, {s.time.h, 1.0f / s.time.h}, m.states.data(), m.masses.data(), rows);
    s.residuals = measureRows(rows, s.meter.sweepTolerance, m.states.data(), m.masses.data());
    for (int i = 1; i < m.states.count(); ++i) {
        const Body& b = m.bodies[m.stateBody[i]];
        const BodyState& now = m.states[i];
        if (b.type != BodyType::Dynamic) continue;
        const double before = energyOf(b, b.center, b.pose.q, b.v, b.w, s.def.gravity);
        const double after = energyOf(b, b.center + toDouble(now.dx), now.dq * b.pose.q, now.v, now.w, s.def.gravity);
        s.residuals.energy += after;
        s.residuals.energyChange += after - before;
    }
}

} // namespace cairn
