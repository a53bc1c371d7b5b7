// How bodies answer: mass, damping, limits, locks.
#include "world/world_data.h"

namespace cairn {

uint32_t flagsOf(const MotionLocks& l) {
    const bool bits[] = {l.linearX, l.linearY, l.linearZ, l.angularX, l.angularY, l.angularZ};
    uint32_t flags = 0;
    for (uint32_t i = 0; i < 6; ++i) flags |= bits[i] ? 1u << i : 0u;
    return flags;
}

float World::mass(BodyId id) const { return fieldOf(m_data->body(id, "mass"), &Body::mass); }
MassProperties World::massProperties(BodyId id) const {
    return m_data->body(id, "massProperties") ? massPropertiesOf(m_data->model, static_cast<int>(id.index))
                                              : MassProperties{};
}
bool World::setMass(BodyId id, float mass) {
    m_data->record<Operation::SetMass>(id, mass);
    Body* b = m_data->dynamicBody(id, "setMass");
    if (!b || !checkMass("setMass", "mass", mass)) return false;
    b->givenMass = mass;
    b->flags &= ~static_cast<uint32_t>(kMassGiven);
    updateMass(m_data->model, static_cast<int>(id.index));
    wakeBody(m_data->model, static_cast<int>(id.index));
    return true;
}
bool World::setMassProperties(BodyId id, const MassProperties& mass) {
    m_data->record<Operation::SetMassProperties>(id, mass);
    constexpr const char* f = "setMassProperties";
    Body* b = m_data->dynamicBody(id, f);
    if (!b || !checkRange(f, "mass.mass", mass.mass, 1e-9f, kMaxQuantity, "must be from 1e-9 to 1e12") ||
        !checkVector(f, "mass.center", mass.center) ||
        !checkVector(f, "mass.inertia", {mass.inertia.xx, mass.inertia.yy, mass.inertia.zz}) ||
        !checkVector(f, "mass.inertia", {mass.inertia.xy, mass.inertia.xz, mass.inertia.yz}))
        return false;
    // A solid's moments are positive, and none exceeds the sum of the others.
    const Vec3 moments = principalInertia(mass.inertia).moments;
    const float smallest = minComponent(moments), largest = maxComponent(moments);
    const float sum = moments.x + moments.y + moments.z;
    if (!(smallest > 1e-12f) || !(sum < kMaxQuantity) || !(largest <= 1.001f * (sum - largest)))
        return refuse(f, "mass.inertia", static_cast<double>(smallest), "is not the inertia of a solid");
    b->flags |= kMassGiven;
    cairn::setMassProperties(m_data->model, static_cast<int>(id.index), mass);
    wakeBody(m_data->model, static_cast<int>(id.index));
    return true;
}

namespace {

bool setField(WorldData& d, BodyId id, const char* f, const char* field, float Body::*member, float value,
              bool (*valid)(const char*, const char*, float)) {
    Body* b = d.body(id, f);
    if (!b || !valid(f, field, value)) return false;
    b->*member = value;
    wakeBody(d.model, static_cast<int>(id.index));
    return true;
}

} // namespace

float World::linearDamping(BodyId id) const { return fieldOf(m_data->body(id, "linearDamping"), &Body::linearDamping); }
float World::angularDamping(BodyId id) const {
    return fieldOf(m_data->body(id, "angularDamping"), &Body::angularDamping);
}
float World::gravityScale(BodyId id) const { return fieldOf(m_data->body(id, "gravityScale"), &Body::gravityScale); }
float World::maxLinearSpeed(BodyId id) const {
    return fieldOf(m_data->body(id, "maxLinearSpeed"), &Body::maxLinearSpeed);
}
float World::maxAngularSpeed(BodyId id) const {
    return fieldOf(m_data->body(id, "maxAngularSpeed"), &Body::maxAngularSpeed);
}
MotionLocks World::locks(BodyId id) const {
    const uint32_t flags = fieldOf(m_data->body(id, "locks"), &Body::flags);
    return {(flags & 1u) != 0, (flags & 2u) != 0,  (flags & 4u) != 0,
            (flags & 8u) != 0, (flags & 16u) != 0, (flags & 32u) != 0};
}
bool World::isGyroscopic(BodyId id) const {
    return (fieldOf(m_data->body(id, "isGyroscopic"), &Body::flags) & kWantsGyroscopic) != 0;
}
bool World::isBullet(BodyId id) const { return (fieldOf(m_data->body(id, "isBullet"), &Body::flags) & kBullet) != 0; }
bool World::setBullet(BodyId id, bool bullet) {
    m_data->record<Operation::SetBullet>(id, bullet);
    Body* b = m_data->body(id, "setBullet");
    if (!b) return false;
    b->flags = bullet ? b->flags | kBullet : b->flags & ~static_cast<uint32_t>(kBullet);
    return true;
}
bool World::setLinearDamping(BodyId id, float value) {
    m_data->record<Operation::SetLinearDamping>(id, value);
    return setField(*m_data, id, "setLinearDamping", "damping", &Body::linearDamping, value, checkDamping);
}
bool World::setAngularDamping(BodyId id, float value) {
    m_data->record<Operation::SetAngularDamping>(id, value);
    return setField(*m_data, id, "setAngularDamping", "damping", &Body::angularDamping, value, checkDamping);
}
bool World::setGravityScale(BodyId id, float value) {
    m_data->record<Operation::SetGravityScale>(id, value);
    return setField(*m_data, id, "setGravityScale", "scale", &Body::gravityScale, value, checkGravityScale);
}
bool World::setMaxLinearSpeed(BodyId id, float value) {
    m_data->record<Operation::SetMaxLinearSpeed>(id, value);
    return setField(*m_data, id, "setMaxLinearSpeed", "speed", &Body::maxLinearSpeed, value, checkSpeed);
}
bool World::setMaxAngularSpeed(BodyId id, float value) {
    m_data->record<Operation::SetMaxAngularSpeed>(id, value);
    return setField(*m_data, id, "setMaxAngularSpeed", "speed", &Body::maxAngularSpeed, value, checkSpeed);
}
bool World::setLocks(BodyId id, const MotionLocks& locks) {
    m_data->record<Operation::SetLocks>(id, locks);
    Body* b = m_data->body(id, "setLocks");
    if (!b) return false;
    b->flags = (b->flags & ~static_cast<uint32_t>(kLockLinear | kLockAngular)) | flagsOf(locks);
    m_data->model.treesStale = true;
    wakeBody(m_data->model, static_cast<int>(id.index));
    return true;
}
bool World::setGyroscopic(BodyId id, bool gyroscopic) {
    m_data->record<Operation::SetGyroscopic>(id, gyroscopic);
    Body* b = m_data->body(id, "setGyroscopic");
    if (!b) return false;
    b->flags = gyroscopic ? b->flags | kWantsGyroscopic : b->flags & ~static_cast<uint32_t>(kWantsGyroscopic);
    if (b->type == BodyType::Dynamic)
        cairn::setMassProperties(m_data->model, static_cast<int>(id.index),
                                 massPropertiesOf(m_data->model, static_cast<int>(id.index)));
    return true;
}

} // namespace cairn
