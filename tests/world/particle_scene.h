// Ropes and nets of particles, for tests.
#pragma once

#include <cairn/world.h>

#include <vector>

namespace cairn::test {

inline constexpr float kDt = 1.0f / 60.0f;

inline void steps(World& world, int count) {
    for (int i = 0; i < count; ++i) world.step(kDt);
}

inline JointId link(World& world, ParticleId a, ParticleId b, float length) {
    return world.createJoint(DistanceJointDef{.link = {.particleA = a, .particleB = b}, .length = length});
}
inline JointId pin(World& world, ParticleId particle, BodyId body, DVec3 anchor, float length) {
    return world.createJoint(DistanceJointDef{.link = world.jointLink(particle, body, anchor), .length = length});
}

// side x side particles in the plane y = height, links along both axes; the rim is tied to `frame`.
struct Net {
    int side;
    std::vector<ParticleId> particles;
    std::vector<JointId> links, pins;
};
inline Net addNet(World& world, BodyId frame, int side, float spacing, double height, const ParticleDef& like) {
    Net net{side, {}, {}, {}};
    const auto at = [&](int column, int row) {
        const double half = 0.5 * (side - 1), s = static_cast<double>(spacing);
        return DVec3{(column - half) * s, height, (row - half) * s};
    };
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column) {
            ParticleDef def = like;
            def.position = at(column, row);
            net.particles.push_back(world.createParticle(def));
        }
    const auto particle = [&](int column, int row) {
        return net.particles[static_cast<std::size_t>(row * side + column)];
    };
    for (int i = 0; i < side; ++i)
        for (int k = 0; k + 1 < side; ++k) {
            net.links.push_back(link(world, particle(k, i), particle(k + 1, i), spacing));
            net.links.push_back(link(world, particle(i, k), particle(i, k + 1), spacing));
        }
    for (int i = 0; i < side; ++i) {
        net.pins.push_back(pin(world, particle(i, 0), frame, at(i, -1), spacing));
        net.pins.push_back(pin(world, particle(i, side - 1), frame, at(i, side), spacing));
        net.pins.push_back(pin(world, particle(0, i), frame, at(-1, i), spacing));
        net.pins.push_back(pin(world, particle(side - 1, i), frame, at(side, i), spacing));
    }
    return net;
}

// A net that catches a box, and a rope that carries another: everything that particles do, at once.
struct NetScene {
    World world;
    BodyId frame, box, load;
    Net net;
    std::vector<ParticleId> rope;

    explicit NetScene(const TaskSystem& tasks = {}, int side = 12) : world({.tasks = tasks}) {
        frame = world.createBody({});
        world.createShape(frame, ShapePlane{}, {.pose = {{0, -2, 0}, kIdentityQuat}});
        net = addNet(world, frame, side, 0.1f, 1.0, {.mass = 0.02f, .radius = 0.03f});
        box = world.createBody({.type = BodyType::Dynamic, .position = {0, 1.6, 0}, .mass = 4.0f});
        world.createShape(box, ShapeBox{{0.2f, 0.2f, 0.2f}});
        for (int i = 0; i < 8; ++i) {
            rope.push_back(world.createParticle(
                {.position = {3, 2.0 - 0.1 * i, 0}, .mass = 0.05f, .radius = 0.02f, .damping = 0.5f}));
            i == 0 ? pin(world, rope[0], frame, {3, 2.1, 0}, 0.1f)
                   : link(world, rope[static_cast<std::size_t>(i - 1)], rope.back(), 0.1f);
        }
        load = world.createBody({.type = BodyType::Dynamic,
                                 .position = {3.1, 1.0, 0},
                                 .mass = 2.0f,
                                 .linearDamping = 1.0f,
                                 .angularDamping = 1.0f});
        world.createShape(load, ShapeBox{{0.1f, 0.2f, 0.1f}});
        pin(world, rope.back(), load, {3.1, 1.2, 0}, 0.1f);
    }
};

} // namespace cairn::test
