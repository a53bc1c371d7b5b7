// The scenes for JavaScript: the testbed draws them, and the tests compare their hashes with native ones.
#pragma once

#include <cairn/c.h>

extern "C" {

typedef struct cairn_scene cairn_scene;

// JSON: [{name, family, what, parameters: [{name, value, lower, upper, whole, what}]}]
const char* cairn_scenes_catalog();
// `values` are those of the parameters, in their order. Null, with an error, if one is out of range.
cairn_scene* cairn_create_scene(const char* name, const double* values, int count, const cairn_world_def* def);
void cairn_destroy_scene(cairn_scene* scene);
cairn_world* cairn_scene_world(cairn_scene* scene);
bool cairn_scene_step(cairn_scene* scene);

typedef struct cairn_scene_view {
    float eye[3], target[3];
    float fieldOfView; // degrees
    float dt;
    int steps; // how long it is worth watching
} cairn_scene_view;
void cairn_scene_get_view(const cairn_scene* scene, cairn_scene_view* out);

// Things to draw: every visible shape of every body, in the order in which they came. The list only grows.
typedef struct cairn_scene_item {
    cairn_body_id body;
    cairn_transform pose; // in the body's frame
    cairn_vec3 scale;     // of the triangles
    int mesh;             // which triangles
    int group;            // colour; 0 is scenery
    uint8_t type;         // of the body
} cairn_scene_item;
static_assert(sizeof(void*) != 4 || sizeof(cairn_scene_item) == 60); // testbed/src/scenes.js
int cairn_scene_items(cairn_scene* scene, const cairn_scene_item** out);

typedef struct cairn_scene_mesh {
    const float* positions;
    const float* normals;
    const uint32_t* indices;
    int vertexCount, indexCount;
} cairn_scene_mesh;
int cairn_scene_get_mesh(const cairn_scene* scene, int index, cairn_scene_mesh* out);

typedef struct cairn_scene_point {
    cairn_particle_id particle;
    float radius;
    int group;
} cairn_scene_point;
int cairn_scene_points(cairn_scene* scene, const cairn_scene_point** out);
}
