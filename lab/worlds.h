// Helpers of the studies that run whole worlds: the same state for every solver.
#pragma once

#include "lab/lab.h"

#include <cairn/world.h>
#include <scenes/scenes.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace cairn::lab {

inline constexpr float kFrame = 1.0f / 60.0f;

// A row of the catalogue, with a number of sweeps.
inline SolverRecipe recipeOf(const char* name, int iterations = 0) {
    SolverRecipe recipe = *findSolver(name);
    if (iterations > 0) recipe.iterations = iterations;
    return recipe;
}

inline std::unique_ptr<scenes::Scene> makeScene(const char* name, const std::vector<scenes::Setting>& settings,
                                                const SolverRecipe& recipe = {}) {
    return scenes::createScene(*scenes::findScene(name), settings, {.enableSleep = false, .solver = recipe});
}

// Largest speed of a dynamic body.
inline double largestSpeed(const World& world) { return static_cast<double>(world.measures().maxSpeed); }

// As engines of the time of the talks had it, so that what sways comes to rest: 0.7 a second.
inline void damp(scenes::Scene& scene) {
    constexpr float kDamping = 0.7f;
    for (const scenes::SceneBody& b : scene.bodies) {
        if (b.type != BodyType::Dynamic) continue;
        scene.world.setLinearDamping(b.id, kDamping);
        scene.world.setAngularDamping(b.id, kDamping);
    }
}

// Boxes of 1 m on top of each other, on the ground.
inline std::vector<BodyId> addTower(World& world, int count, float offset = 0.0f) {
    world.createShape(world.createBody({}), ShapePlane{});
    std::vector<BodyId> boxes;
    for (int i = 0; i < count; ++i) {
        boxes.push_back(world.createBody({.type = BodyType::Dynamic,
                                          .position = {static_cast<double>(offset) * (i % 2), 0.5 + i, 0},
                                          .allowSleep = false}));
        world.createShape(boxes.back(), ShapeBox{{0.5f, 0.5f, 0.5f}}, {.density = 100.0f});
    }
    return boxes;
}

class Clock {
public:
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count(); }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

} // namespace cairn::lab
