// Reading joints: bodies, reactions, positions, errors.
#include "constraints/joint_builder.h"
#include "model/joints.h"
#include "world/world_data.h"

namespace cairn {

namespace {

JointPlace placeNow(const WorldData& d, const JointRecord& j) {
    return placeOf(j, d.model.bodies[j.bodyA], d.model.bodies[j.bodyB]);
}

bool checkAxis(const char* f, int axis) {
    return (axis >= 0 && axis < 3) || refuse(f, "axis", axis, "must be 0, 1 or 2");
}

} // namespace

bool World::isValid(JointId id) const { return m_data->isIdle("isValid") && m_data->model.jointIds.isLive(id); }
JointKind World::kind(JointId id) const {
    const JointRecord* j = m_data->joint(id, "kind");
    return j ? j->kind : JointKind::Ball;
}
BodyId World::bodyA(JointId id) const {
    const JointRecord* j = m_data->joint(id, "bodyA");
    return j ? j->data.link().bodyA : BodyId{};
}
BodyId World::bodyB(JointId id) const {
    const JointRecord* j = m_data->joint(id, "bodyB");
    return j ? j->data.link().bodyB : BodyId{};
}
ParticleId World::particleA(JointId id) const {
    const JointRecord* j = m_data->joint(id, "particleA");
    return j ? j->data.link().particleA : ParticleId{};
}
ParticleId World::particleB(JointId id) const {
    const JointRecord* j = m_data->joint(id, "particleB");
    return j ? j->data.link().particleB : ParticleId{};
}
uint64_t World::userData(JointId id) const {
    const JointRecord* j = m_data->joint(id, "userData");
    return j ? j->data.link().userData : 0;
}
bool World::setUserData(JointId id, uint64_t value) {
    m_data->record<Operation::SetJointUserData>(id, value);
    JointRecord* j = m_data->joint(id, "setUserData");
    if (j) j->data.link().userData = value;
    return j != nullptr;
}

Vec3 World::jointForce(JointId id) const {
    const JointRecord* j = m_data->joint(id, "jointForce");
    return j ? j->force : kZero;
}
Vec3 World::jointTorque(JointId id) const {
    const JointRecord* j = m_data->joint(id, "jointTorque");
    return j ? j->torque : kZero;
}

float World::jointTranslation(JointId id, int axis) const {
    const JointRecord* j = m_data->joint(id, "jointTranslation");
    return j && checkAxis("jointTranslation", axis) ? translationOf(placeNow(*m_data, *j), axis) : 0.0f;
}
float World::jointAngle(JointId id, int axis) const {
    const JointRecord* j = m_data->joint(id, "jointAngle");
    if (!j || !checkAxis("jointAngle", axis)) return 0.0f;
    return angleAbout(placeNow(*m_data, *j), axis, j->angles[axis]);
}
float World::jointSwing(JointId id) const {
    const JointRecord* j = m_data->joint(id, "jointSwing");
    if (!j) return 0.0f;
    const JointPlace p = placeNow(*m_data, *j);
    const Vec3 a = rotate(p.frameA, Vec3{1, 0, 0}), b = rotate(p.frameB, Vec3{1, 0, 0});
    return atan2(length(cross(a, b)), dot(a, b));
}
float World::jointLength(JointId id) const {
    const JointRecord* j = m_data->joint(id, "jointLength");
    if (!j) return 0.0f;
    const JointPlace p = placeNow(*m_data, *j);
    if (j->kind != JointKind::Pulley) return length(p.offset);
    const PulleyJointDef& d = j->data.pulley;
    return length(toFloat(p.anchorA() - d.wheelA)) + d.ratio * length(toFloat(p.anchorB() - d.wheelB));
}
JointError World::jointError(JointId id) const {
    const JointRecord* j = m_data->joint(id, "jointError");
    return j ? errorOf(*j, placeNow(*m_data, *j), axesOf(m_data->model, *j)) : JointError{0.0f, 0.0f};
}

namespace {

JointId firstOf(const Model& m, const Body* b) {
    return b && b->firstJoint != kNone ? m.jointIds.at(b->firstJoint >> 1) : JointId{};
}

// The next in the list of a body or particle.
JointId nextOf(const Model& m, const JointRecord& j, int node, const char* field) {
    if (j.bodyA != node && j.bodyB != node) {
        refuse("nextJoint", field, node, "does not hold this joint");
        return {};
    }
    const int32_t next = j.list[j.bodyA == node ? 0 : 1].next;
    return next != kNone ? m.jointIds.at(next >> 1) : JointId{};
}

} // namespace

JointId World::firstJoint(BodyId id) const { return firstOf(m_data->model, m_data->body(id, "firstJoint")); }
JointId World::firstJoint(ParticleId id) const { return firstOf(m_data->model, m_data->particle(id, "firstJoint")); }
JointId World::nextJoint(JointId id, BodyId body) const {
    const JointRecord* j = m_data->joint(id, "nextJoint");
    if (!j || !m_data->body(body, "nextJoint")) return {};
    return nextOf(m_data->model, *j, static_cast<int>(body.index), "body");
}
JointId World::nextJoint(ParticleId particle, JointId id) const {
    const JointRecord* j = m_data->joint(id, "nextJoint");
    if (!j || !m_data->particle(particle, "nextJoint")) return {};
    return nextOf(m_data->model, *j, static_cast<int>(particle.index), "particle");
}

int World::jointCount() const { return m_data->isIdle("jointCount") ? m_data->model.jointIds.count() : 0; }
std::span<const JointBreakEvent> World::jointBreakEvents() const {
    if (!m_data->isIdle("jointBreakEvents")) return {};
    return m_data->jointBreaks;
}

} // namespace cairn
