// What the renderer draws: triangles of every visible shape, placed in the world of the moment.
#pragma once

#include "apps/cairn/shape_mesh.h"

#include <scenes/scenes.h>

#include <deque>

namespace cairn::app {

struct Instance {
    const TriangleMesh* mesh;
    Mat33 axes; // rotation and scale
    Vec3 position;
    Quat rotation;
    Vec3 scale;
    Vec3 colour;  // linear
    bool scenery; // group 0
    bool floor;   // a scenery box or plane: gets the grid
    Aabb bounds;  // world
};

struct RenderScene {
    std::deque<TriangleMesh> meshes;
    std::vector<Instance> instances;
    Aabb bounds = kEmptyAabb; // of what casts shadows: everything but floors
};

RenderScene collectInstances(const scenes::Scene& scene);

// Where a vertex and its normal are in the world.
inline Vec3 placed(const Instance& i, Vec3 p) { return i.axes * p + i.position; }
inline Vec3 placedNormal(const Instance& i, Vec3 n) {
    return normalize(rotate(i.rotation, Vec3{n.x / i.scale.x, n.y / i.scale.y, n.z / i.scale.z}));
}

} // namespace cairn::app
