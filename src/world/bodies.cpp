// Bodies come, go and change kind.
#include "model/joints.h"
#include "world/world_data.h"

namespace cairn {

namespace {

bool checkType(const char* f, const char* field, BodyType type) {
    return type <= BodyType::Dynamic || refuse(f, field, static_cast<double>(type), "is no body type");
}

bool check(const BodyDef& d) {
    constexpr const char* f = "createBody";
    return checkType(f, "type", d.type) && checkPosition(f, "position", d.position) &&
           checkRotation(f, "rotation", d.rotation) && checkVector(f, "linearVelocity", d.linearVelocity) &&
           checkVector(f, "angularVelocity", d.angularVelocity) && checkMass(f, "mass", d.mass) &&
           checkDamping(f, "linearDamping", d.linearDamping) && checkDamping(f, "angularDamping", d.angularDamping) &&
           checkGravityScale(f, "gravityScale", d.gravityScale) && checkSpeed(f, "maxLinearSpeed", d.maxLinearSpeed) &&
           checkSpeed(f, "maxAngularSpeed", d.maxAngularSpeed) && checkSpeed(f, "sleepSpeed", d.sleepSpeed);
}

} // namespace

Body* WorldData::body(BodyId id, const char* function) {
    if (!isIdle(function)) return nullptr;
    if (isBody(model, id)) return &model.bodies[static_cast<int>(id.index)];
    refuse(function, "body", id.index, "null or destroyed");
    return nullptr;
}

Body* WorldData::dynamicBody(BodyId id, const char* function) {
    Body* b = body(id, function);
    if (!b || b->type == BodyType::Dynamic) return b;
    refuse(function, "body", id.index, "must be dynamic");
    return nullptr;
}

BodyId World::createBody(const BodyDef& def) {
    m_data->record<Operation::CreateBody>(def);
    if (!m_data->isIdle("createBody") || !check(def)) return {};
    Model& m = m_data->model;
    const BodyId id = m.bodyIds.acquire();
    const int index = static_cast<int>(id.index);
    if (index >= m.bodies.count()) m.bodies.resize(index + 1);
    changeStructure(m, StructureEdit::CreateBody, index);
    Body& b = m.bodies[index] = {};
    b.pose = {def.position, normalize(def.rotation)};
    b.center = def.position;
    b.type = def.type;
    b.givenMass = def.mass;
    b.gravityScale = def.gravityScale;
    b.linearDamping = def.linearDamping;
    b.angularDamping = def.angularDamping;
    b.maxLinearSpeed = def.maxLinearSpeed;
    b.maxAngularSpeed = def.maxAngularSpeed;
    b.sleepSpeed = def.sleepSpeed;
    b.flags = flagsOf(def.locks) | (def.gyroscopic ? static_cast<uint32_t>(kWantsGyroscopic) : 0u) |
              (def.allowSleep ? static_cast<uint32_t>(kSleepAllowed) : 0u) |
              (def.bullet ? static_cast<uint32_t>(kBullet) : 0u);
    b.userData = def.userData;
    b.firstShape = b.firstContact = b.state = kNone;
    if (def.type != BodyType::Static) {
        b.v = def.linearVelocity;
        b.w = def.angularVelocity;
    }
    updateMass(m, index);
    cairn::setEnabled(m, index, def.enabled);
    if (!def.awake && b.state != kNone) removeState(m, index);
    return id;
}

bool World::destroyBody(BodyId id) {
    m_data->record<Operation::DestroyBody>(id);
    if (!m_data->body(id, "destroyBody")) return false;
    cairn::destroyBody(m_data->model, static_cast<int>(id.index));
    return true;
}

bool World::isValid(BodyId id) const { return m_data->isIdle("isValid") && isBody(m_data->model, id); }
BodyType World::type(BodyId id) const { return fieldOf(m_data->body(id, "type"), &Body::type); }
bool World::setType(BodyId id, BodyType type) {
    m_data->record<Operation::SetType>(id, type);
    if (!m_data->body(id, "setType") || !checkType("setType", "type", type)) return false;
    Model& m = m_data->model;
    if (type == BodyType::Dynamic)
        for (int s = m.bodies[static_cast<int>(id.index)].firstShape; s != kNone; s = m.shapes[s].next)
            if (!isConvex(m.shapes[s].shape.kind))
                return refuse("setType", "type", static_cast<double>(m.shapes[s].shape.kind),
                              "a dynamic body cannot hold planes, meshes, fields or compounds");
    cairn::setType(m, static_cast<int>(id.index), type);
    return true;
}

bool World::isEnabled(BodyId id) const {
    return (fieldOf(m_data->body(id, "isEnabled"), &Body::flags) & kEnabled) != 0;
}
bool World::setEnabled(BodyId id, bool enabled) {
    m_data->record<Operation::SetEnabled>(id, enabled);
    if (!m_data->body(id, "setEnabled")) return false;
    cairn::setEnabled(m_data->model, static_cast<int>(id.index), enabled);
    return true;
}

uint64_t World::userData(BodyId id) const { return fieldOf(m_data->body(id, "userData"), &Body::userData); }
bool World::setUserData(BodyId id, uint64_t value) {
    m_data->record<Operation::SetBodyUserData>(id, value);
    Body* b = m_data->body(id, "setUserData");
    if (b) b->userData = value;
    return b != nullptr;
}

int World::shapeCount(BodyId id) const {
    const Body* b = m_data->body(id, "shapeCount");
    int count = 0;
    for (int s = b ? b->firstShape : kNone; s != kNone; s = m_data->model.shapes[s].next) ++count;
    return count;
}
ShapeId World::firstShape(BodyId id) const {
    const Body* b = m_data->body(id, "firstShape");
    return b && b->firstShape != kNone ? m_data->model.shapeIds.at(b->firstShape) : ShapeId{};
}
ShapeId World::nextShape(ShapeId id) const {
    const ShapeRecord* s = m_data->shape(id, "nextShape");
    return s && s->next != kNone ? m_data->model.shapeIds.at(s->next) : ShapeId{};
}

} // namespace cairn
