// What is behind cairn_scene.
#pragma once

#include "scenes.h"

#include "apps/cairn/shape_mesh.h"

#include <scenes/scenes.h>

#include <unordered_map>

struct cairn_scene {
    std::unique_ptr<cairn::scenes::Scene> scene;

    // To draw (scenes.cpp).
    struct Mesh {
        cairn::Shape shape;
        cairn::app::TriangleMesh triangles;
    };
    std::vector<Mesh> meshes;
    std::vector<cairn_scene_item> items;
    std::size_t bodiesSeen = 0; // that have their items
    std::vector<cairn_scene_point> points;

    // To save (scene_state.cpp): what shapes point at, by numbers from 1 on.
    std::vector<const void*> geometry;
    std::unordered_map<const void*, uint32_t> geometryNumbers;
    std::size_t bodiesNumbered = 0;
    cairn::Array<uint8_t> saved;
};
