// World: bodies, their shapes, and the step that moves them.
//
//     Workers workers;
//     World world({.tasks = workers.tasks()});
//     BodyId ground = world.createBody({});
//     world.createShape(ground, ShapePlane{});
//     BodyId box = world.createBody({.type = BodyType::Dynamic, .position = {0, 10, 0}});
//     world.createShape(box, ShapeBox{});
//     for (int i = 0; i < 60; ++i) world.step(1.0f / 60.0f);
//
// Calls that get bad data report it (error.h), change nothing and return a null id, false or a zero value.
#pragma once

#include <cairn/definitions.h>
#include <cairn/profile.h>

namespace cairn {

struct WorldData;

class World {
public:
    explicit World(const WorldDef& def = {});
    ~World();
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    BodyId createBody(const BodyDef& def);
    bool destroyBody(BodyId body);
    // Adds a shape to a body; a dynamic body's mass follows from its shapes' densities.
    ShapeId createShape(BodyId body, const Shape& shape, const ShapeDef& def = {});

    bool isValid(BodyId body) const;
    WorldTransform pose(BodyId body) const;
    Vec3 linearVelocity(BodyId body) const;
    Vec3 angularVelocity(BodyId body) const;
    float mass(BodyId body) const;
    bool setLinearVelocity(BodyId body, Vec3 velocity);
    bool setAngularVelocity(BodyId body, Vec3 velocity);
    // Gives a kinematic body the velocity that brings it to `target` in dt seconds.
    bool setTarget(BodyId body, const WorldTransform& target, float dt);

    // Advances by dt seconds.
    bool step(float dt);

    int bodyCount() const;
    int contactCount() const; // pairs that touch
    uint64_t hash() const;    // of everything that moves

    // Statistics (profile.h). counts() and measures() look at everything: not for every step of a game.
    const StepProfile& profile() const;
    WorldCounts counts() const;
    WorldMeasures measures() const;

private:
    WorldData* m_data;
};

} // namespace cairn
