// What the C interface is made of besides functions of worlds: vectors and ids, shapes and their data, worlds and
// workers, hooks. See c.h.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cairn_vec3 {
    float x, y, z;
} cairn_vec3;
typedef struct cairn_dvec3 {
    double x, y, z;
} cairn_dvec3;
typedef struct cairn_quat {
    float x, y, z, w;
} cairn_quat;
typedef struct cairn_transform {
    cairn_vec3 p;
    cairn_quat q;
} cairn_transform;
typedef struct cairn_world_transform {
    cairn_dvec3 p;
    cairn_quat q;
} cairn_world_transform;
typedef struct cairn_aabb {
    cairn_vec3 lower, upper;
} cairn_aabb;
typedef struct cairn_sym33 {
    float xx, yy, zz, xy, xz, yz;
} cairn_sym33;

// All zero is null.
typedef struct cairn_body_id {
    uint32_t index, generation;
} cairn_body_id;
typedef struct cairn_shape_id {
    uint32_t index, generation;
} cairn_shape_id;
typedef struct cairn_joint_id {
    uint32_t index, generation;
} cairn_joint_id;
typedef struct cairn_particle_id {
    uint32_t index, generation;
} cairn_particle_id;

// Shapes (shapes.h): made by the functions below, not field by field.
typedef struct cairn_shape {
    uint8_t kind;
    float rounding;
    cairn_vec3 size;
    const void* data;
} cairn_shape;

typedef struct cairn_world cairn_world;
typedef struct cairn_workers cairn_workers;
typedef struct cairn_hull cairn_hull;
typedef struct cairn_mesh cairn_mesh;
typedef struct cairn_height_field cairn_height_field;
typedef struct cairn_compound cairn_compound;
struct cairn_world_def;
struct cairn_solver_recipe;
struct cairn_query_hit;

// tasks.h
typedef void (*cairn_task_function)(void* argument);
typedef struct cairn_task_system {
    void* (*enqueue)(cairn_task_function task, void* argument, void* context);
    void (*finish)(void* handle, void* context);
    void* context;
    int workerCount;
} cairn_task_system;

// record.h
typedef struct cairn_record_sink {
    void (*write)(const uint8_t* bytes, size_t count, void* context);
    void* context;
} cairn_record_sink;

// Callbacks of queries (world_query.h).
typedef bool (*cairn_query_accept)(cairn_shape_id shape, cairn_body_id body, void* context);
typedef float (*cairn_query_judge)(const struct cairn_query_hit* hit, float limit, void* context);
// Callback of contacts (events.h).
typedef bool (*cairn_contact_filter)(cairn_shape_id shapeA, cairn_shape_id shapeB, void* context);

// Hooks: error.h, hooks.h, memory.h, profile.h. Null functions restore the defaults.
typedef struct cairn_error {
    const char* function;
    const char* field;
    double value;
    const char* reason;
} cairn_error;
typedef void (*cairn_error_callback)(const cairn_error* error, void* context);
typedef void (*cairn_log_callback)(uint8_t level, const char* text, void* context);
typedef void (*cairn_assert_callback)(const char* condition, const char* file, int line, void* context);
typedef struct cairn_allocator {
    void* (*allocate)(size_t size, size_t alignment, void* context);
    void (*release)(void* memory, size_t size, size_t alignment, void* context);
    void* context;
} cairn_allocator;
typedef struct cairn_profiler_hooks {
    void (*beginZone)(const char* name, void* context);
    void (*endZone)(void* context);
    void* context;
} cairn_profiler_hooks;

#ifdef __cplusplus
extern "C" {
#endif

void cairn_set_error_callback(cairn_error_callback callback, void* context);
void cairn_set_log_callback(cairn_log_callback callback, void* context);
void cairn_set_assert_callback(cairn_assert_callback callback, void* context);
void cairn_set_allocator(cairn_allocator allocator);
void cairn_set_profiler_hooks(cairn_profiler_hooks hooks);

// Null: the defaults. Worlds must be gone before the workers that they use.
cairn_world* cairn_create_world(const struct cairn_world_def* def);
void cairn_destroy_world(cairn_world* world);
// The catalogue of solvers: null and false where there is no such solver.
int cairn_solver_count(void);
const char* cairn_solver_name(int index);
bool cairn_find_solver(const char* name, struct cairn_solver_recipe* recipe);
cairn_workers* cairn_create_workers(int workerCount); // 0: one per hardware thread
void cairn_destroy_workers(cairn_workers* workers);
cairn_task_system cairn_workers_tasks(const cairn_workers* workers);

cairn_shape cairn_sphere(float radius);
cairn_shape cairn_capsule(float halfHeight, float radius);
cairn_shape cairn_box(cairn_vec3 halfExtents, float rounding);
cairn_shape cairn_cylinder(float halfHeight, float radius, float rounding);
cairn_shape cairn_cone(float halfHeight, float radius, float rounding);
cairn_shape cairn_plane(void);
cairn_shape cairn_hull_shape(const cairn_hull* hull, float rounding);
cairn_shape cairn_mesh_shape(const cairn_mesh* mesh);
cairn_shape cairn_height_field_shape(const cairn_height_field* field);
cairn_shape cairn_compound_shape(const cairn_compound* compound);

// Data of shapes; null where the builder refused. It must outlive the shapes that use it.
cairn_hull* cairn_create_hull(const cairn_vec3* points, int count, int maxVertices);
void cairn_destroy_hull(cairn_hull* hull);
cairn_mesh* cairn_create_mesh(const cairn_vec3* positions, int vertexCount, const uint32_t* indices, int triangleCount);
void cairn_destroy_mesh(cairn_mesh* mesh);
// `materials` may be null.
cairn_height_field* cairn_create_height_field(int columns, int rows, const float* heights, const uint8_t* materials,
                                              cairn_vec3 origin, float spacingX, float spacingZ);
void cairn_destroy_height_field(cairn_height_field* field);
cairn_compound* cairn_create_compound(const cairn_shape* shapes, const cairn_transform* poses, int count);
void cairn_destroy_compound(cairn_compound* compound);

#ifdef __cplusplus
}
#endif
