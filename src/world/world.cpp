// The facade: checks what comes in, edits the model, runs the step.
#include "base/hash.h"
#include "pipeline/step.h"
#include "world/world_data.h"

#include <cairn/error.h>
#include <cairn/mass.h>
#include <cairn/world.h>

#include <new>

namespace cairn {

namespace {

bool refuse(const char* function, const char* field, double value, const char* reason) {
    reportError({function, field, value, reason});
    return false;
}

bool check(const char* function, const char* field, Vec3 v) {
    return isFinite(v) || refuse(function, field, static_cast<double>(v.x), "must be finite");
}

bool checkRange(const char* function, const char* field, float value, float lower, float upper, const char* reason) {
    return (value >= lower && value <= upper) || refuse(function, field, static_cast<double>(value), reason);
}

bool check(const BodyDef& d) {
    constexpr const char* f = "createBody";
    if (!isFinite(d.position)) return refuse(f, "position", d.position.x, "must be finite");
    if (!isValidRotation(d.rotation))
        return refuse(f, "rotation", static_cast<double>(d.rotation.s), "must be of unit length");
    return check(f, "linearVelocity", d.linearVelocity) && check(f, "angularVelocity", d.angularVelocity) &&
           checkRange(f, "linearDamping", d.linearDamping, 0.0f, 1e6f, "must be from 0 to 1e6") &&
           checkRange(f, "angularDamping", d.angularDamping, 0.0f, 1e6f, "must be from 0 to 1e6") &&
           checkRange(f, "gravityScale", d.gravityScale, -1e6f, 1e6f, "must be finite");
}

bool check(const ShapeDef& d) {
    constexpr const char* f = "createShape";
    if (!isValid(d.pose))
        return refuse(f, "pose", static_cast<double>(d.pose.p.x), "must be finite, rotation of unit length");
    return checkRange(f, "density", d.density, 1e-6f, 1e9f, "must be positive") &&
           checkRange(f, "material.friction", d.material.friction, 0.0f, 1e6f, "must not be negative") &&
           checkRange(f, "material.restitution", d.material.restitution, 0.0f, 1.0f, "must be from 0 to 1");
}

// Mass, centre and inertia from the shapes. The centre moves, the velocity at it is kept consistent.
void updateMass(Model& m, int body) {
    Body& b = m.bodies[body];
    if (b.type != BodyType::Dynamic) return;
    MassProperties total{};
    for (int s = b.firstShape; s != kNone; s = m.shapes[s].next) {
        const ShapeRecord& shape = m.shapes[s];
        if (!isConvex(shape.shape.kind)) continue;
        const MassProperties parts[] = {total, transformMass(shape.pose, massProperties(shape.shape, shape.density))};
        total = combineMass(parts);
    }
    if (!(total.mass > 0.0f)) return;
    b.mass = total.mass;
    b.inverseMass = 1.0f / total.mass;
    b.inverseInertia = inverse(total.inertia);
    b.v += cross(b.w, rotate(b.pose.q, total.center - b.localCenter));
    b.localCenter = total.center;
    b.center = transformPoint(b.pose, b.localCenter);
}

// How far shapes reach from the centre of mass of their body.
void updateExtents(Model& m, int body) {
    const Body& b = m.bodies[body];
    for (int s = b.firstShape; s != kNone; s = m.shapes[s].next) {
        const Aabb box = computeAabb(m.shapes[s].shape, m.shapes[s].pose);
        m.shapes[s].extent = length(max(abs(box.lower - b.localCenter), abs(box.upper - b.localCenter)));
    }
}

} // namespace

Body* WorldData::body(BodyId id, const char* function) {
    if (model.bodyIds.isLive(id)) return &model.bodies[static_cast<int>(id.index)];
    refuse(function, "body", id.index, "null or destroyed");
    return nullptr;
}

World::World(const WorldDef& def) : m_data(new (allocate(sizeof(WorldData), alignof(WorldData))) WorldData) {
    m_data->def = def;
    if (!check("World", "gravity", def.gravity)) m_data->def.gravity = WorldDef{}.gravity;
    if (def.substeps < 1 || def.substeps > 64) {
        refuse("World", "substeps", def.substeps, "must be from 1 to 64");
        m_data->def.substeps = WorldDef{}.substeps;
    }
}
World::~World() {
    m_data->~WorldData();
    release(m_data, sizeof(WorldData), alignof(WorldData));
}

BodyId World::createBody(const BodyDef& def) {
    if (!check(def)) return {};
    Model& m = m_data->model;
    const BodyId id = m.bodyIds.acquire();
    const int index = static_cast<int>(id.index);
    if (index >= m.bodies.count()) m.bodies.resize(index + 1);
    Body& b = m.bodies[index] = {};
    b.pose = {def.position, normalize(def.rotation)};
    b.center = def.position;
    b.type = def.type;
    b.gravityScale = def.gravityScale;
    b.linearDamping = def.linearDamping;
    b.angularDamping = def.angularDamping;
    b.userData = def.userData;
    b.firstShape = b.firstContact = b.state = kNone;
    if (def.type == BodyType::Static) return id;
    b.v = def.linearVelocity;
    b.w = def.angularVelocity;
    if (def.type == BodyType::Dynamic) {
        // Until it has a shape: a kilogram, a ball of 0.4 m.
        b.mass = b.inverseMass = 1.0f;
        b.inverseInertia = {15.6f, 15.6f, 15.6f, 0, 0, 0};
    }
    addState(m, index);
    return id;
}

bool World::destroyBody(BodyId id) {
    Body* b = m_data->body(id, "destroyBody");
    if (!b) return false;
    Model& m = m_data->model;
    while (b->firstContact != kNone) destroyContact(m, b->firstContact >> 1);
    for (int s = b->firstShape; s != kNone; s = m.shapes[s].next) {
        (b->type == BodyType::Static ? m.fixedTree : m.movingTree).remove(m.shapes[s].proxy);
        m.shapeIds.release(m.shapeIds.at(s));
    }
    if (b->state != kNone) removeState(m, static_cast<int>(id.index));
    m.bodyIds.release(id);
    return true;
}

ShapeId World::createShape(BodyId bodyId, const Shape& shape, const ShapeDef& def) {
    constexpr const char* f = "createShape";
    Body* b = m_data->body(bodyId, f);
    if (!b || !validate(shape, f) || !check(def)) return {};
    if (!isConvex(shape.kind) && b->type == BodyType::Dynamic) {
        refuse(f, "shape", static_cast<double>(shape.kind),
               "planes, meshes, fields and compounds need a static or kinematic body");
        return {};
    }
    Model& m = m_data->model;
    const ShapeId id = m.shapeIds.acquire();
    const int index = static_cast<int>(id.index), body = static_cast<int>(bodyId.index);
    while (m.shapes.count() <= index) m.shapes.push({});
    ShapeRecord& s = m.shapes[index] = {};
    s.shape = shape;
    s.pose = {def.pose.p, normalize(def.pose.q)};
    s.material = def.material;
    s.filter = def.filter;
    s.density = def.density;
    s.body = body;
    s.next = b->firstShape;
    s.userData = def.userData;
    b->firstShape = index;
    DynamicBvh& tree = b->type == BodyType::Static ? m.fixedTree : m.movingTree;
    s.proxy = tree.insert({.box = worldBox(m, s), .userData = static_cast<uint64_t>(index)});
    updateMass(m, body);
    updateExtents(m, body);
    return id;
}

bool World::isValid(BodyId id) const { return m_data->model.bodyIds.isLive(id); }
WorldTransform World::pose(BodyId id) const {
    const Body* b = m_data->body(id, "pose");
    return b ? b->pose : WorldTransform{{0, 0, 0}, kIdentityQuat};
}
Vec3 World::linearVelocity(BodyId id) const {
    const Body* b = m_data->body(id, "linearVelocity");
    return b ? b->v : kZero;
}
Vec3 World::angularVelocity(BodyId id) const {
    const Body* b = m_data->body(id, "angularVelocity");
    return b ? b->w : kZero;
}
float World::mass(BodyId id) const {
    const Body* b = m_data->body(id, "mass");
    return b ? b->mass : 0.0f;
}
bool World::setLinearVelocity(BodyId id, Vec3 velocity) {
    Body* b = m_data->body(id, "setLinearVelocity");
    if (!b || !check("setLinearVelocity", "velocity", velocity)) return false;
    b->v = velocity;
    return true;
}
bool World::setAngularVelocity(BodyId id, Vec3 velocity) {
    Body* b = m_data->body(id, "setAngularVelocity");
    if (!b || !check("setAngularVelocity", "velocity", velocity)) return false;
    b->w = velocity;
    return true;
}

bool World::setTarget(BodyId id, const WorldTransform& target, float dt) {
    constexpr const char* f = "setTarget";
    Body* b = m_data->body(id, f);
    if (!b) return false;
    if (b->type != BodyType::Kinematic) return refuse(f, "body", id.index, "must be kinematic");
    if (!isFinite(target.p)) return refuse(f, "target.p", target.p.x, "must be finite");
    if (!isValidRotation(target.q))
        return refuse(f, "target.q", static_cast<double>(target.q.s), "must be of unit length");
    if (!(dt > 0.0f)) return refuse(f, "dt", static_cast<double>(dt), "must be positive");
    const float rate = 1.0f / dt;
    Quat turn = normalize(target.q) * conjugate(b->pose.q);
    if (turn.s < 0.0f) turn = {-turn.v, -turn.s};
    const float sine = length(turn.v);
    const float angle = 2.0f * atan2(sine, turn.s);
    b->w = sine > 1e-12f ? (angle * rate / sine) * turn.v : (2.0f * rate) * turn.v;
    b->v = rate * toFloat(transformPoint(target, b->localCenter) - b->center);
    return true;
}

bool World::step(float dt) {
    if (!(dt > 0.0f && dt <= 1.0f))
        return refuse("step", "dt", static_cast<double>(dt), "must be above 0, at most 1 second");
    WorldData& d = *m_data;
    const std::size_t workers = static_cast<std::size_t>(usableWorkerCount(d.def.tasks));
    StepContext context{.model = d.model,
                        .tasks = d.def.tasks,
                        .arena = d.arena,
                        .pairFinder = d.pairFinder,
                        .changed = {d.changed, workers},
                        .apart = {d.apart, workers},
                        .scratch = {d.scratch, workers},
                        .gravity = d.def.gravity,
                        .time = {dt, dt / static_cast<float>(d.def.substeps), d.def.substeps},
                        .profile = d.profile};
    cairn::step(context);
    return true;
}

int World::bodyCount() const { return m_data->model.bodyIds.count(); }
int World::contactCount() const {
    const Model& m = m_data->model;
    int count = 0;
    for (const int c : m.liveContacts) count += m.patches[m.contacts[c].firstPatch].count > 0;
    return count;
}
uint64_t World::hash() const {
    const Model& m = m_data->model;
    uint64_t h = 0;
    m.bodyIds.forEach([&](BodyId id) {
        const Body& b = m.bodies[static_cast<int>(id.index)];
        const double values[] = {b.pose.p.x, b.pose.p.y, b.pose.p.z};
        const float rest[] = {b.pose.q.v.x, b.pose.q.v.y, b.pose.q.v.z, b.pose.q.s, b.v.x,
                              b.v.y,        b.v.z,        b.w.x,        b.w.y,      b.w.z};
        h = hashBytes(values, sizeof values, h);
        h = hashBytes(rest, sizeof rest, h);
    });
    return h;
}

} // namespace cairn
