// Sleep: who may, who does.
#include "world/world_data.h"

namespace cairn {

void WorldData::wakeMoved(BodyId id) {
    const int body = static_cast<int>(id.index);
    const Body& b = model.bodies[body];
    if (lengthSquared(b.v) == 0.0f && lengthSquared(b.w) == 0.0f && b.type == BodyType::Kinematic) return;
    wakeBody(model, body);
    if (b.type == BodyType::Kinematic) wakeTouching(model, body);
}

bool World::isAwake(BodyId id) const {
    const Body* b = m_data->body(id, "isAwake");
    return b && cairn::isAwake(*b);
}
bool World::setAwake(BodyId id, bool awake) {
    m_data->record<Operation::SetAwake>(id, awake);
    if (!m_data->body(id, "setAwake")) return false;
    const int body = static_cast<int>(id.index);
    awake ? wakeBody(m_data->model, body) : sleepIsland(m_data->model, body);
    return true;
}

bool World::isSleepAllowed(BodyId id) const {
    return (fieldOf(m_data->body(id, "isSleepAllowed"), &Body::flags) & kSleepAllowed) != 0;
}
bool World::setSleepAllowed(BodyId id, bool allowed) {
    m_data->record<Operation::SetSleepAllowed>(id, allowed);
    Body* b = m_data->body(id, "setSleepAllowed");
    if (!b) return false;
    b->flags = allowed ? b->flags | kSleepAllowed : b->flags & ~static_cast<uint32_t>(kSleepAllowed);
    if (!allowed) wakeBody(m_data->model, static_cast<int>(id.index));
    return true;
}

float World::sleepSpeed(BodyId id) const { return fieldOf(m_data->body(id, "sleepSpeed"), &Body::sleepSpeed); }
bool World::setSleepSpeed(BodyId id, float speed) {
    m_data->record<Operation::SetSleepSpeed>(id, speed);
    Body* b = m_data->body(id, "setSleepSpeed");
    if (!b || !checkSpeed("setSleepSpeed", "speed", speed)) return false;
    b->sleepSpeed = speed;
    return true;
}

bool World::isSleepEnabled() const { return m_data->isIdle("isSleepEnabled") && m_data->def.enableSleep; }
bool World::setSleepEnabled(bool enabled) {
    m_data->record<Operation::SetSleepEnabled>(enabled);
    if (!m_data->isIdle("setSleepEnabled")) return false;
    m_data->def.enableSleep = enabled;
    if (!enabled) wakeAll(m_data->model);
    return true;
}

int World::awakeCount() const {
    return m_data->isIdle("awakeCount") ? m_data->model.states.count() - 1 : 0; // slot 0 is not a body
}

} // namespace cairn
