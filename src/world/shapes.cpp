// Shapes of bodies.
#include "world/world_data.h"

namespace cairn {

namespace {

bool check(const char* f, const Material& m) {
    const auto notNegative = [&](const char* field, float value) {
        return checkRange(f, field, value, 0.0f, 1e6f, "must be from 0 to 1e6");
    };
    if (m.frictionRule > Combine::Maximum || m.restitutionRule > Combine::Maximum)
        return refuse(f, "material rule", 0.0, "is no combine rule");
    return notNegative("material.friction", m.friction) &&
           checkRange(f, "material.restitution", m.restitution, 0.0f, 1.0f, "must be from 0 to 1") &&
           (m.rollingResistance == -1.0f ||
            checkRange(f, "material.rollingResistance", m.rollingResistance, 0.0f, 1e6f, "must be -1 or 0 to 1e6")) &&
           notNegative("material.spinningResistance", m.spinningResistance) &&
           checkVector(f, "material.surfaceVelocity", m.surfaceVelocity) && notNegative("material.hertz", m.hertz) &&
           notNegative("material.dampingRatio", m.dampingRatio);
}

bool checkDensity(const char* f, float density) {
    return density == 0.0f || checkRange(f, "density", density, 1e-6f, 1e9f, "must be 0 or from 1e-6 to 1e9");
}

bool checkPose(const char* f, const char* field, const Transform& pose) {
    // No farther than a shape is large: the square of an arm must leave room for a mass.
    const float reach = maxComponent(abs(pose.p));
    return (isValid(pose) && reach <= kMaxShapeSize) ||
           refuse(f, field, static_cast<double>(reach), "must be within 1e7, rotation of unit length");
}

bool checkGeometry(const char* f, const Body& b, const Shape& shape) {
    if (!validate(shape, f)) return false;
    return isConvex(shape.kind) || b.type != BodyType::Dynamic ||
           refuse(f, "shape", static_cast<double>(shape.kind),
                  "planes, meshes, fields and compounds need a static or kinematic body");
}

uint32_t flagsOf(const ShapeDef& d) {
    const bool bits[] = {d.sensor, d.sensesStatic, d.sensorEvents, d.contactEvents, d.hitEvents};
    uint32_t flags = 0;
    for (uint32_t i = 0; i < 5; ++i) flags |= bits[i] ? 1u << i : 0u;
    return flags;
}

} // namespace

ShapeRecord* WorldData::shape(ShapeId id, const char* function) {
    if (!isIdle(function)) return nullptr;
    if (isShape(model, id)) return &model.shapes[static_cast<int>(id.index)];
    refuse(function, "shape", id.index, "null or destroyed");
    return nullptr;
}

ShapeId World::createShape(BodyId bodyId, const Shape& shape, const ShapeDef& def) {
    constexpr const char* f = "createShape";
    const Body* b = m_data->body(bodyId, f);
    if (!b || !checkGeometry(f, *b, shape) || !checkPose(f, "pose", def.pose) || !checkDensity(f, def.density) ||
        !check(f, def.material))
        return {};
    m_data->record<Operation::CreateShape>(bodyId, shape, def);
    Model& m = m_data->model;
    const ShapeId id = m.shapeIds.acquire();
    const int index = static_cast<int>(id.index);
    while (m.shapes.count() <= index) m.shapes.push({});
    ShapeRecord& s = m.shapes[index] = {};
    s.shape = shape;
    s.pose = {def.pose.p, normalize(def.pose.q)};
    s.material = def.material;
    s.filter = def.filter;
    s.density = def.density;
    s.userData = def.userData;
    s.flags = flagsOf(def);
    if (def.sensor) addSensor(m, index);
    m.hitShapeCount += def.hitEvents;
    linkShape(m, static_cast<int>(bodyId.index), index);
    return id;
}

bool World::destroyShape(ShapeId id) {
    m_data->record<Operation::DestroyShape>(id);
    if (!m_data->shape(id, "destroyShape")) return false;
    unlinkShape(m_data->model, static_cast<int>(id.index));
    releaseShape(m_data->model, static_cast<int>(id.index));
    return true;
}

bool World::isValid(ShapeId id) const { return m_data->isIdle("isValid") && isShape(m_data->model, id); }
BodyId World::body(ShapeId id) const {
    const ShapeRecord* s = m_data->shape(id, "body");
    return s ? m_data->model.bodyIds.at(s->body) : BodyId{};
}
Shape World::geometry(ShapeId id) const {
    const ShapeRecord* s = m_data->shape(id, "geometry");
    return s ? s->shape : Shape{ShapeSphere{}};
}
Transform World::localPose(ShapeId id) const {
    const ShapeRecord* s = m_data->shape(id, "localPose");
    return s ? s->pose : kIdentity;
}

bool World::setGeometry(ShapeId id, const Shape& geometry, const Transform& localPose) {
    constexpr const char* f = "setGeometry";
    ShapeRecord* s = m_data->shape(id, f);
    if (!s || !checkGeometry(f, m_data->model.bodies[s->body], geometry) || !checkPose(f, "localPose", localPose))
        return false;
    m_data->record<Operation::SetGeometry>(id, geometry, localPose);
    Model& m = m_data->model;
    const int body = s->body, index = static_cast<int>(id.index);
    unlinkShape(m, index);
    s->shape = geometry;
    s->pose = {localPose.p, normalize(localPose.q)};
    linkShape(m, body, index);
    return true;
}

float World::density(ShapeId id) const {
    const ShapeRecord* s = m_data->shape(id, "density");
    return s ? s->density : 0.0f;
}
bool World::setDensity(ShapeId id, float density) {
    m_data->record<Operation::SetDensity>(id, density);
    ShapeRecord* s = m_data->shape(id, "setDensity");
    if (!s || !checkDensity("setDensity", density)) return false;
    s->density = density;
    updateMass(m_data->model, s->body);
    wakeBody(m_data->model, s->body);
    return true;
}

Material World::material(ShapeId id) const {
    const ShapeRecord* s = m_data->shape(id, "material");
    return s ? s->material : Material{};
}
bool World::setMaterial(ShapeId id, const Material& material) {
    m_data->record<Operation::SetMaterial>(id, material);
    ShapeRecord* s = m_data->shape(id, "setMaterial");
    if (!s || !check("setMaterial", material)) return false;
    s->material = material;
    Model& m = m_data->model;
    for (int32_t key = m.bodies[s->body].firstContact; key != kNone;) {
        Contact& c = m.contacts[key >> 1];
        updateMaterial(m, c);
        key = c.link[key & 1].next;
    }
    wakeBody(m, s->body);
    wakeTouching(m, s->body, static_cast<int>(id.index));
    return true;
}

Filter World::filter(ShapeId id) const {
    const ShapeRecord* s = m_data->shape(id, "filter");
    return s ? s->filter : Filter{};
}
bool World::setFilter(ShapeId id, const Filter& filter) {
    m_data->record<Operation::SetFilter>(id, filter);
    ShapeRecord* s = m_data->shape(id, "setFilter");
    if (!s) return false;
    s->filter = filter;
    m_data->model.sensorsStale = true;
    Model& m = m_data->model;
    changeStructure(m, StructureEdit::Filter, static_cast<int>(id.index));
    wakeBody(m, s->body);
    wakeTouching(m, s->body, static_cast<int>(id.index));
    destroyContactsOfShape(m, static_cast<int>(id.index));
    const Body& b = m.bodies[s->body];
    if (b.type == BodyType::Static && (b.flags & kEnabled) != 0) wakeInBox(m, worldBox(m, *s));
    if ((b.flags & kEnabled) != 0) treeOf(m, b).touch(s->proxy); // its pairs are looked for again
    return true;
}

Aabb World::bounds(ShapeId id) const {
    const ShapeRecord* s = m_data->shape(id, "bounds");
    return s ? worldBox(m_data->model, *s) : Aabb{kZero, kZero};
}
uint64_t World::userData(ShapeId id) const {
    const ShapeRecord* s = m_data->shape(id, "userData");
    return s ? s->userData : 0;
}
bool World::setUserData(ShapeId id, uint64_t value) {
    m_data->record<Operation::SetShapeUserData>(id, value);
    ShapeRecord* s = m_data->shape(id, "setUserData");
    if (s) s->userData = value;
    return s != nullptr;
}

} // namespace cairn
