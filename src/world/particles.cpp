// Particles, as users see them. What they are: model/particles.h.
#include "world/world_data.h"

namespace cairn {

namespace {

bool check(const char* f, const ParticleDef& d) {
    return checkPosition(f, "position", d.position) && checkVector(f, "velocity", d.velocity) &&
           checkMass(f, "mass", d.mass) &&
           (d.radius == 0.0f ||
            checkRange(f, "radius", d.radius, 1e-6f, kMaxShapeSize, "must be 0 or from 1e-6 to 1e7")) &&
           checkGravityScale(f, "gravityScale", d.gravityScale) && checkDamping(f, "damping", d.damping) &&
           checkRange(f, "friction", d.friction, 0.0f, kLargest, "must be from 0 to 1e6") &&
           checkRange(f, "restitution", d.restitution, 0.0f, 1.0f, "must be from 0 to 1");
}

// The sum stays finite too, however often one pushes.
bool push(WorldData& d, ParticleId id, const char* f, Vec3 Body::*total, Vec3 more, float Body::*scale) {
    Body* b = d.particle(id, f);
    if (!b || !checkVector(f, "push", more)) return false;
    if (b->type != BodyType::Dynamic) return refuse(f, "particle", id.index, "must have a mass");
    const Vec3 sum = b->*total + (scale ? b->*scale : 1.0f) * more;
    if (!checkVector(f, "sum of pushes", sum)) return false;
    b->*total = sum;
    wakeBody(d.model, static_cast<int>(id.index));
    return true;
}

} // namespace

Body* WorldData::particle(ParticleId id, const char* function) {
    if (!isIdle(function)) return nullptr;
    if (isParticle(model, id)) return &model.bodies[static_cast<int>(id.index)];
    refuse(function, "particle", id.index, "null or destroyed");
    return nullptr;
}

ParticleId World::createParticle(const ParticleDef& def) {
    m_data->record<Operation::CreateParticle>(def);
    constexpr const char* f = "createParticle";
    return m_data->isIdle(f) && check(f, def) ? cairn::createParticle(m_data->model, def) : ParticleId{};
}
int World::createParticles(std::span<const ParticleDef> defs, Array<ParticleId>& out) {
    constexpr const char* f = "createParticles";
    out.clear();
    if (!m_data->isIdle(f)) return 0;
    for (const ParticleDef& def : defs)
        if (!check(f, def)) return 0;
    for (const ParticleDef& def : defs) out.push(createParticle(def));
    return out.count();
}
bool World::destroyParticle(ParticleId id) {
    m_data->record<Operation::DestroyParticle>(id);
    if (!m_data->particle(id, "destroyParticle")) return false;
    cairn::destroyBody(m_data->model, static_cast<int>(id.index));
    return true;
}
bool World::isValid(ParticleId id) const { return m_data->isIdle("isValid") && isParticle(m_data->model, id); }

bool World::isEnabled(ParticleId id) const {
    return (fieldOf(m_data->particle(id, "isEnabled"), &Body::flags) & kEnabled) != 0;
}
bool World::setEnabled(ParticleId id, bool enabled) {
    m_data->record<Operation::SetParticleEnabled>(id, enabled);
    if (!m_data->particle(id, "setEnabled")) return false;
    cairn::setEnabled(m_data->model, static_cast<int>(id.index), enabled);
    return true;
}

DVec3 World::position(ParticleId id) const { return fieldOf(m_data->particle(id, "position"), &Body::center); }
bool World::setPosition(ParticleId id, DVec3 position) {
    m_data->record<Operation::SetPosition>(id, position);
    if (!m_data->particle(id, "setPosition") || !checkPosition("setPosition", "position", position)) return false;
    cairn::setPose(m_data->model, static_cast<int>(id.index), {position, kIdentityQuat});
    return true;
}
Vec3 World::velocity(ParticleId id) const { return fieldOf(m_data->particle(id, "velocity"), &Body::v); }
bool World::setVelocity(ParticleId id, Vec3 velocity) {
    m_data->record<Operation::SetVelocity>(id, velocity);
    Body* b = m_data->particle(id, "setVelocity");
    if (!b || !checkVector("setVelocity", "velocity", velocity)) return false;
    b->v = velocity;
    m_data->wakeMoved(nodeId(id));
    return true;
}

bool World::applyForce(ParticleId id, Vec3 force) {
    m_data->record<Operation::ApplyParticleForce>(id, force);
    return push(*m_data, id, "applyForce", &Body::force, force, nullptr);
}
bool World::applyImpulse(ParticleId id, Vec3 impulse) {
    m_data->record<Operation::ApplyParticleImpulse>(id, impulse);
    return push(*m_data, id, "applyImpulse", &Body::v, impulse, &Body::inverseMass);
}

bool World::isAwake(ParticleId id) const {
    const Body* b = m_data->particle(id, "isAwake");
    return b && cairn::isAwake(*b);
}
bool World::setAwake(ParticleId id, bool awake) {
    m_data->record<Operation::SetParticleAwake>(id, awake);
    if (!m_data->particle(id, "setAwake")) return false;
    const int particle = static_cast<int>(id.index);
    awake ? wakeBody(m_data->model, particle) : sleepIsland(m_data->model, particle);
    return true;
}

ParticleDef World::definition(ParticleId id) const {
    return m_data->particle(id, "definition") ? definitionOf(m_data->model, static_cast<int>(id.index)) : ParticleDef{};
}
bool World::setDefinition(ParticleId id, const ParticleDef& def) {
    m_data->record<Operation::DefineParticle>(id, def);
    constexpr const char* f = "setDefinition";
    if (!m_data->particle(id, f) || !check(f, def)) return false;
    cairn::setDefinition(m_data->model, static_cast<int>(id.index), def);
    return true;
}

} // namespace cairn
