// See particles.h.
#include "model/particles.h"

#include "model/edit.h"
#include "model/sleep.h"

namespace cairn {

namespace {

void setMass(Model& m, int particle, float mass) {
    setType(m, particle, mass > 0.0f ? BodyType::Dynamic : BodyType::Kinematic);
    Body& b = m.bodies[particle];
    m.treesStale = true;
    b.mass = mass;
    b.inverseMass = mass > 0.0f ? 1.0f / mass : 0.0f;
}

void setProperties(Body& b, const ParticleDef& def) {
    b.v = def.velocity;
    b.gravityScale = def.gravityScale;
    b.linearDamping = def.damping;
    b.flags = def.allowSleep ? b.flags | kSleepAllowed : b.flags & ~static_cast<uint32_t>(kSleepAllowed);
    b.userData = def.userData;
}

// Gives the particle the ball that the definition asks for, or none.
void setBall(Model& m, int particle, const ParticleDef& def) {
    const int old = m.bodies[particle].firstShape;
    if (old != kNone) {
        unlinkShape(m, old);
        releaseShape(m, old);
    }
    if (def.radius == 0.0f) return updateMass(m, particle);
    const int shape = static_cast<int>(m.shapeIds.acquire().index);
    while (m.shapes.count() <= shape) m.shapes.push({});
    ShapeRecord& s = m.shapes[shape] = {};
    s.shape = ShapeSphere{def.radius};
    s.pose = kIdentity;
    s.material.friction = def.friction;
    s.material.restitution = def.restitution;
    s.filter = def.filter;
    s.flags = kParticleShape;
    ++m.particleShapeCount;
    linkShape(m, particle, shape);
}

bool sameBall(const ParticleDef& a, const ParticleDef& b) {
    return a.radius == b.radius && a.friction == b.friction && a.restitution == b.restitution &&
           a.filter.category == b.filter.category && a.filter.mask == b.filter.mask && a.filter.group == b.filter.group;
}

} // namespace

ParticleId createParticle(Model& m, const ParticleDef& def) {
    const BodyId id = m.bodyIds.acquire();
    const int index = static_cast<int>(id.index);
    while (m.bodies.count() <= index) m.bodies.push({});
    changeStructure(m, StructureEdit::CreateBody, index);
    Body& b = m.bodies[index] = {};
    b.pose = {def.position, kIdentityQuat};
    b.center = def.position;
    b.type = BodyType::Kinematic;
    b.maxLinearSpeed = b.maxAngularSpeed = BodyDef{}.maxLinearSpeed;
    b.sleepSpeed = BodyDef{}.sleepSpeed;
    b.flags = kParticle | kMassGiven; // shapes do not change the mass
    b.firstShape = b.firstContact = b.state = kNone;
    ++m.particleCount;
    setMass(m, index, def.mass);
    setProperties(m.bodies[index], def);
    setEnabled(m, index, true);
    setBall(m, index, def);
    if (!def.awake) removeState(m, index);
    return particleId(id);
}

ParticleDef definitionOf(const Model& m, int particle) {
    const Body& b = m.bodies[particle];
    ParticleDef def{.position = b.center,
                    .velocity = b.v,
                    .mass = b.mass,
                    .radius = 0.0f,
                    .gravityScale = b.gravityScale,
                    .damping = b.linearDamping,
                    .awake = isAwake(b),
                    .allowSleep = (b.flags & kSleepAllowed) != 0,
                    .userData = b.userData};
    if (b.firstShape == kNone) return def;
    const ShapeRecord& s = m.shapes[b.firstShape];
    def.radius = s.shape.size.x;
    def.friction = s.material.friction;
    def.restitution = s.material.restitution;
    def.filter = s.filter;
    return def;
}

void setDefinition(Model& m, int particle, const ParticleDef& def) {
    const ParticleDef old = definitionOf(m, particle);
    if (old.mass != def.mass) setMass(m, particle, def.mass);
    if (!sameBall(old, def)) setBall(m, particle, def);
    setPose(m, particle, {def.position, kIdentityQuat});
    setProperties(m.bodies[particle], def);
    def.awake ? wakeBody(m, particle) : sleepIsland(m, particle);
}

} // namespace cairn
