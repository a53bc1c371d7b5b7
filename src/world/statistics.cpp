// Numbers about the world, for people: what the last step cost, how much there is, how it moves.
#include "world/world_data.h"

#include <cairn/world.h>

#include <bit>

namespace cairn {

namespace {

double spinEnergy(const Body& b) {
    const DVec3 w = toDouble(inverseRotate(b.pose.q, b.w));
    const Sym33& i = b.inertia;
    return 0.5 * dot(w, Sym33T<double>{i.xx, i.yy, i.zz, i.xy, i.xz, i.yz} * w);
}

template <class Fn> void forEachContact(const Model& m, Fn fn) {
    m.contactIds.forEach([&](ContactId id) { fn(static_cast<int>(id.index)); });
}

} // namespace

const StepProfile& World::profile() const {
    static const StepProfile kNothing;
    return m_data->isIdle("profile") ? m_data->profile : kNothing;
}

WorldCounts World::counts() const {
    if (!m_data->isIdle("counts")) return {};
    const Model& m = m_data->model;
    WorldCounts n{.bodies = bodyCountOf(m),
                  .particles = m.particleCount,
                  .awakeBodies = m.states.count() - 1, // slot 0 is not a body
                  .shapes = shapeCountOf(m),
                  .pairs = m.contactIds.count(),
                  .colours = std::popcount(m.graph.activeColours())};
    forEachContact(m, [&](int c) {
        int points = 0;
        for (int p = m.contacts[c].firstPatch; p != kNone; p = m.patches[p].next) {
            n.patches += m.patches[p].count > 0;
            points += m.patches[p].count;
        }
        n.contacts += points > 0;
        n.points += points;
    });
    return n;
}

WorldMeasures World::measures() const {
    if (!m_data->isIdle("measures")) return {};
    const Model& m = m_data->model;
    WorldMeasures r;
    int bodies = 0, points = 0;
    double speeds = 0.0, depths = 0.0;
    m.bodyIds.forEach([&](BodyId id) {
        const Body& b = m.bodies[static_cast<int>(id.index)];
        if (b.type != BodyType::Dynamic) return;
        const DVec3 v = toDouble(b.v);
        const double mass = static_cast<double>(b.mass), speed = length(v);
        r.kineticEnergy += 0.5 * mass * dot(v, v) + spinEnergy(b);
        r.potentialEnergy -= mass * static_cast<double>(b.gravityScale) * dot(toDouble(m_data->def.gravity), b.center);
        r.maxSpeed = max(r.maxSpeed, static_cast<float>(speed));
        speeds += speed;
        ++bodies;
    });
    forEachContact(m, [&](int c) {
        for (int p = m.contacts[c].firstPatch; p != kNone; p = m.patches[p].next) {
            for (int i = 0; i < m.patches[p].count; ++i) {
                const float depth = max(0.0f, -m.patches[p].points[i].separation);
                r.maxPenetration = max(r.maxPenetration, depth);
                depths += static_cast<double>(depth);
                ++points;
            }
        }
    });
    if (bodies > 0) r.meanSpeed = static_cast<float>(speeds / bodies);
    if (points > 0) r.meanPenetration = static_cast<float>(depths / points);
    return r;
}

bool World::setResidualMeter(const ResidualMeterDef& meter) {
    constexpr const char* f = "setResidualMeter";
    m_data->record<Operation::SetResidualMeter>(meter);
    if (!m_data->isIdle(f)) return false;
    if (!checkRange(f, "sweepTolerance", meter.sweepTolerance, 0.0f, 1e6f, "must be from 0 to 1e6")) return false;
    m_data->meter = meter;
    return true;
}
ResidualMeterDef World::residualMeter() const {
    return m_data->isIdle("residualMeter") ? m_data->meter : ResidualMeterDef{};
}
StepResiduals World::residuals() const { return m_data->isIdle("residuals") ? m_data->residuals : StepResiduals{}; }

} // namespace cairn
