// Where bodies are, how they move, and pushes.
#include "world/world_data.h"

namespace cairn {

namespace {

// Sums must stay finite too, however small the mass and however often one pushes.
bool addTo(Vec3& total, Vec3 more, const char* function, const char* field) {
    const Vec3 sum = total + more;
    if (!checkVector(function, field, sum)) return false;
    total = sum;
    return true;
}

} // namespace

WorldTransform World::pose(BodyId id) const {
    const Body* b = m_data->body(id, "pose");
    return b ? b->pose : WorldTransform{{0, 0, 0}, kIdentityQuat};
}
bool World::setPose(BodyId id, const WorldTransform& pose) {
    m_data->record<Operation::SetPose>(id, pose);
    constexpr const char* f = "setPose";
    if (!m_data->body(id, f) || !checkPosition(f, "pose.p", pose.p) || !checkRotation(f, "pose.q", pose.q))
        return false;
    cairn::setPose(m_data->model, static_cast<int>(id.index), pose);
    return true;
}
DVec3 World::massCenter(BodyId id) const { return fieldOf(m_data->body(id, "massCenter"), &Body::center); }
Vec3 World::linearVelocity(BodyId id) const { return fieldOf(m_data->body(id, "linearVelocity"), &Body::v); }
Vec3 World::angularVelocity(BodyId id) const { return fieldOf(m_data->body(id, "angularVelocity"), &Body::w); }
Vec3 World::velocityAt(BodyId id, DVec3 point) const {
    const Body* b = m_data->body(id, "velocityAt");
    if (!b || !checkPosition("velocityAt", "point", point)) return kZero;
    return b->v + cross(b->w, toFloat(point - b->center));
}

bool World::setLinearVelocity(BodyId id, Vec3 velocity) {
    m_data->record<Operation::SetLinearVelocity>(id, velocity);
    Body* b = m_data->body(id, "setLinearVelocity");
    if (!b || !checkVector("setLinearVelocity", "velocity", velocity)) return false;
    if (b->type == BodyType::Static) return refuse("setLinearVelocity", "body", id.index, "must not be static");
    b->v = velocity;
    m_data->wakeMoved(id);
    return true;
}
bool World::setAngularVelocity(BodyId id, Vec3 velocity) {
    m_data->record<Operation::SetAngularVelocity>(id, velocity);
    Body* b = m_data->body(id, "setAngularVelocity");
    if (!b || !checkVector("setAngularVelocity", "velocity", velocity)) return false;
    if (b->type == BodyType::Static) return refuse("setAngularVelocity", "body", id.index, "must not be static");
    b->w = velocity;
    m_data->wakeMoved(id);
    return true;
}

bool World::setTarget(BodyId id, const WorldTransform& target, float dt) {
    m_data->record<Operation::SetTarget>(id, target, dt);
    constexpr const char* f = "setTarget";
    Body* b = m_data->body(id, f);
    if (!b || !checkPosition(f, "target.p", target.p) || !checkRotation(f, "target.q", target.q)) return false;
    if (b->type != BodyType::Kinematic) return refuse(f, "body", id.index, "must be kinematic");
    if (!checkRange(f, "dt", dt, 1e-9f, 1e9f, "must be from 1e-9 to 1e9")) return false;
    const float rate = 1.0f / dt;
    Quat turn = normalize(target.q) * conjugate(b->pose.q);
    if (turn.s < 0.0f) turn = {-turn.v, -turn.s};
    const float sine = length(turn.v);
    const float angle = 2.0f * atan2(sine, turn.s);
    const Vec3 w = sine > 1e-12f ? (angle * rate / sine) * turn.v : (2.0f * rate) * turn.v;
    const Vec3 v = rate * toFloat(transformPoint(target, b->localCenter) - b->center);
    if (!checkVector(f, "speed", v) || !checkVector(f, "angular speed", w)) return false;
    b->v = v;
    b->w = w;
    m_data->wakeMoved(id);
    return true;
}

bool World::applyForce(BodyId id, Vec3 force) {
    m_data->record<Operation::ApplyForce>(id, force);
    Body* b = m_data->dynamicBody(id, "applyForce");
    if (!b || !checkVector("applyForce", "force", force)) return false;
    if (!addTo(b->force, force, "applyForce", "sum of forces")) return false;
    wakeBody(m_data->model, static_cast<int>(id.index));
    return true;
}
bool World::applyForceAt(BodyId id, Vec3 force, DVec3 point) {
    m_data->record<Operation::ApplyForceAt>(id, force, point);
    constexpr const char* f = "applyForceAt";
    Body* b = m_data->dynamicBody(id, f);
    if (!b || !checkVector(f, "force", force) || !checkPosition(f, "point", point)) return false;
    const Vec3 torque = b->torque + cross(toFloat(point - b->center), force);
    if (!checkVector(f, "sum of torques", torque) || !addTo(b->force, force, f, "sum of forces")) return false;
    b->torque = torque;
    wakeBody(m_data->model, static_cast<int>(id.index));
    return true;
}
bool World::applyTorque(BodyId id, Vec3 torque) {
    m_data->record<Operation::ApplyTorque>(id, torque);
    Body* b = m_data->dynamicBody(id, "applyTorque");
    if (!b || !checkVector("applyTorque", "torque", torque)) return false;
    if (!addTo(b->torque, torque, "applyTorque", "sum of torques")) return false;
    wakeBody(m_data->model, static_cast<int>(id.index));
    return true;
}

bool World::applyImpulse(BodyId id, Vec3 impulse) {
    m_data->record<Operation::ApplyImpulse>(id, impulse);
    Body* b = m_data->dynamicBody(id, "applyImpulse");
    if (!b || !checkVector("applyImpulse", "impulse", impulse)) return false;
    if (!addTo(b->v, b->inverseMass * impulse, "applyImpulse", "velocity")) return false;
    wakeBody(m_data->model, static_cast<int>(id.index));
    return true;
}
bool World::applyImpulseAt(BodyId id, Vec3 impulse, DVec3 point) {
    m_data->record<Operation::ApplyImpulseAt>(id, impulse, point);
    constexpr const char* f = "applyImpulseAt";
    Body* b = m_data->dynamicBody(id, f);
    if (!b || !checkVector(f, "impulse", impulse) || !checkPosition(f, "point", point)) return false;
    const Vec3 w = b->w + worldInverseInertia(*b) * cross(toFloat(point - b->center), impulse);
    if (!checkVector(f, "angular velocity", w) || !addTo(b->v, b->inverseMass * impulse, f, "velocity")) return false;
    b->w = w;
    wakeBody(m_data->model, static_cast<int>(id.index));
    return true;
}
bool World::applyAngularImpulse(BodyId id, Vec3 impulse) {
    m_data->record<Operation::ApplyAngularImpulse>(id, impulse);
    Body* b = m_data->dynamicBody(id, "applyAngularImpulse");
    if (!b || !checkVector("applyAngularImpulse", "impulse", impulse)) return false;
    if (!addTo(b->w, worldInverseInertia(*b) * impulse, "applyAngularImpulse", "angular velocity")) return false;
    wakeBody(m_data->model, static_cast<int>(id.index));
    return true;
}

} // namespace cairn
