// What happened, who touches whom, who may. See events.h.
#include "world/world_data.h"

namespace cairn {

WorldEvents World::events() const {
    if (!m_data->isIdle("events")) return {};
    const EventLists& e = m_data->model.events;
    return {e.contactBegins.shown(), e.contactEnds.shown(), e.hits.shown(),      e.sensorBegins.shown(),
            e.sensorEnds.shown(),    e.sleeps.shown(),      m_data->jointBreaks, e.quarantines.shown()};
}

int World::moves(Array<BodyMoveEvent>& out) const {
    if (!m_data->isIdle("moves")) return 0;
    const Model& m = m_data->model;
    out.clear();
    const auto push = [&](int body, bool fellAsleep) {
        const Body& b = m.bodies[body];
        out.push({m.bodyIds.at(body), b.pose, b.userData, fellAsleep});
    };
    for (int i = 1; i < m.stateBody.count(); ++i)
        if (!isParticle(m.bodies[m.stateBody[i]])) push(m.stateBody[i], false);
    for (const SleepEvent& e : m.events.sleeps.shown())
        if (!e.awake && m.bodyIds.isLive(e.body) && isAsleep(m.bodies[static_cast<int>(e.body.index)]))
            push(static_cast<int>(e.body.index), true);
    return out.count();
}

namespace {

ContactInfo infoOf(const Model& m, const Contact& c, const Patch& p) {
    ContactInfo info{};
    const auto idOf = [&](int shape) {
        return (m.shapes[shape].flags & kParticleShape) != 0 ? ShapeId{} : m.shapeIds.at(shape);
    };
    info.shapeA = idOf(c.shapeA);
    info.shapeB = idOf(c.shapeB);
    info.normal = p.normal;
    info.pointCount = p.count;
    // Points lie on A, as it was when the patch was found.
    for (int i = 0; i < p.count; ++i)
        info.points[i] = {m.bodies[c.bodyA].center + toDouble(p.points[i].arm), p.points[i].separation,
                          p.points[i].impulse};
    info.frictionImpulse = p.frictionImpulse;
    info.friction = c.friction;
    info.restitution = materialOf(m, c).restitution;
    return info;
}

int listContacts(const Model& m, const Body* b, Array<ContactInfo>& out) {
    out.clear();
    for (int32_t key = b ? b->firstContact : kNone; key != kNone;) {
        const Contact& c = m.contacts[key >> 1];
        for (int p = c.firstPatch; p != kNone; p = m.patches[p].next)
            if (m.patches[p].count > 0) out.push(infoOf(m, c, m.patches[p]));
        key = c.link[key & 1].next;
    }
    return out.count();
}

} // namespace

int World::contacts(BodyId id, Array<ContactInfo>& out) const {
    return listContacts(m_data->model, m_data->body(id, "contacts"), out);
}
int World::contacts(ParticleId id, Array<ContactInfo>& out) const {
    return listContacts(m_data->model, m_data->particle(id, "contacts"), out);
}

bool World::setContactFilter(ContactFilter callback, void* context) {
    if (!m_data->isIdle("setContactFilter")) return false;
    m_data->contactFilter = callback;
    m_data->contactFilterContext = context;
    return true;
}

bool World::ignorePair(BodyId a, BodyId b, bool ignore) {
    m_data->record<Operation::IgnorePair>(a, b, ignore);
    if (!m_data->body(a, "ignorePair") || !m_data->body(b, "ignorePair")) return false;
    if (a == b) return refuse("ignorePair", "bodyB", b.index, "must be another body than bodyA");
    cairn::ignorePair(m_data->model, static_cast<int>(a.index), static_cast<int>(b.index), ignore);
    return true;
}
bool World::isPairIgnored(BodyId a, BodyId b) const {
    return m_data->body(a, "isPairIgnored") && m_data->body(b, "isPairIgnored") &&
           cairn::isPairIgnored(m_data->model, static_cast<int>(a.index), static_cast<int>(b.index));
}

} // namespace cairn
