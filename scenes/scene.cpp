// What every scene is built with.
#include "scenes/scenes.h"

#include <cassert>
#include <cstring>

namespace cairn::scenes {

Scene::Scene(const SceneInfo& sceneInfo, const WorldDef& def, std::vector<double> values)
    : info(sceneInfo), m_values(std::move(values)), world(def) {}

bool Scene::step() {
    if (beforeStep) beforeStep(*this, m_stepCount);
    if (!world.step(dt)) return false;
    ++m_stepCount;
    if (afterStep) afterStep(*this);
    return true;
}

std::vector<Metric> Scene::metrics() const {
    std::vector<Metric> all;
    if (report) report(*this, all);
    return all;
}

void Scene::rewind(int stepCount, std::size_t bodyCount) {
    assert(bodyCount <= bodies.size());
    m_stepCount = stepCount;
    bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(bodyCount), bodies.end());
}

float Scene::number(const char* name) const {
    for (std::size_t i = 0; i < info.parameters.size(); ++i)
        if (std::strcmp(info.parameters[i].name, name) == 0) return static_cast<float>(m_values[i]);
    assert(false && "a builder asked for a parameter that its scene does not have");
    return 0.0f;
}

BodyId Scene::addBody(Vec3 position, const Piece& piece) {
    const BodyId id = world.createBody({.type = piece.type,
                                        .position = toDouble(position),
                                        .rotation = piece.rotation,
                                        .linearVelocity = piece.linearVelocity,
                                        .angularVelocity = piece.angularVelocity,
                                        .mass = piece.mass,
                                        .gravityScale = piece.gravityScale,
                                        .bullet = piece.bullet});
    bodies.push_back({id, piece.type, piece.group, {}});
    return id;
}

BodyId Scene::add(const Shape& shape, Vec3 position, const Piece& piece) {
    const BodyId id = addBody(position, piece);
    attach(shape, kIdentity, piece);
    return id;
}

void Scene::attach(const Shape& shape, const Transform& pose, const Piece& piece) {
    world.createShape(bodies.back().id, shape,
                      {.pose = pose, .density = piece.density, .material = piece.material, .filter = piece.filter});
    bodies.back().shapes.push_back({shape, pose, piece.visible});
}

ParticleId Scene::addParticle(const ParticleDef& def, int group) {
    const ParticleId id = world.createParticle(def);
    particles.push_back({id, def.radius > 0.0f ? def.radius : 0.02f, group});
    return id;
}

BodyId Scene::addStatic(const Shape& shape, Vec3 position, Quat rotation) {
    return add(shape, position, {.type = BodyType::Static, .rotation = rotation, .group = 0});
}

BodyId Scene::addGround(float halfSize) { return addStatic(ShapeBox{{halfSize, 0.5f, halfSize}}, {0, -0.5f, 0}); }

void Scene::addWalls(float inner, float height) {
    const float t = 0.5f, y = 0.5f * height;
    const Piece glass{.type = BodyType::Static, .group = 0, .visible = false};
    for (const float side : {-1.0f, 1.0f}) {
        add(ShapeBox{{inner + 2 * t, y, t}}, {0, y, side * (inner + t)}, glass);
        add(ShapeBox{{t, y, inner}}, {side * (inner + t), y, 0}, glass);
    }
}

} // namespace cairn::scenes
