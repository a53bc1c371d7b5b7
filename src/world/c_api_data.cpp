// The C interface: worlds and workers, shapes and their data, hooks.
#include "world/c_api.h"

#include <cairn/compound.h>
#include <cairn/error.h>
#include <cairn/height_field.h>
#include <cairn/hooks.h>
#include <cairn/hull.h>
#include <cairn/mesh.h>

#include <new>

namespace {

using namespace cairn;

template <class T, class... Arguments> T* make(Arguments&&... arguments) {
    return new (allocate(sizeof(T), alignof(T))) T(static_cast<Arguments&&>(arguments)...);
}
template <class T, class Handle> void destroy(Handle* handle) {
    if (!handle) return;
    T* object = reinterpret_cast<T*>(handle);
    object->~T();
    release(object, sizeof(T), alignof(T));
}

// Data of a shape, or null if the builder refused.
template <class Handle, class T> Handle* keep(T&& built) {
    using Data = std::remove_reference_t<T>;
    return built.empty() ? nullptr : reinterpret_cast<Handle*>(make<Data>(static_cast<Data&&>(built)));
}

struct CallbackOfErrors {
    cairn_error_callback callback;
    void* context;
} g_errors;

} // namespace

extern "C" {

void cairn_set_error_callback(cairn_error_callback callback, void* context) {
    g_errors = {callback, context};
    if (!callback) return setErrorCallback(nullptr, nullptr);
    setErrorCallback(
        [](const Error& e, void*) {
            const cairn_error error{e.function, e.field, e.value, e.reason};
            g_errors.callback(&error, g_errors.context);
        },
        nullptr);
}
void cairn_set_log_callback(cairn_log_callback callback, void* context) {
    setLogCallback(reinterpret_cast<LogCallback>(callback), context); // LogLevel is a uint8_t
}
void cairn_set_assert_callback(cairn_assert_callback callback, void* context) { setAssertCallback(callback, context); }
void cairn_set_allocator(cairn_allocator a) { setAllocator({a.allocate, a.release, a.context}); }
void cairn_set_profiler_hooks(cairn_profiler_hooks h) { setProfilerHooks({h.beginZone, h.endZone, h.context}); }

cairn_world* cairn_create_world(const cairn_world_def* def) {
    return reinterpret_cast<cairn_world*>(make<World>(fromPointer<WorldDef>(def)));
}
void cairn_destroy_world(cairn_world* world) { destroy<World>(world); }
cairn_workers* cairn_create_workers(int workerCount) {
    return reinterpret_cast<cairn_workers*>(make<Workers>(workerCount));
}
void cairn_destroy_workers(cairn_workers* workers) { destroy<Workers>(workers); }
cairn_task_system cairn_workers_tasks(const cairn_workers* workers) {
    return toC<cairn_task_system>(reinterpret_cast<const Workers*>(workers)->tasks());
}

cairn_shape cairn_sphere(float radius) { return toC<cairn_shape>(Shape(ShapeSphere{radius})); }
cairn_shape cairn_capsule(float halfHeight, float radius) {
    return toC<cairn_shape>(Shape(ShapeCapsule{halfHeight, radius}));
}
cairn_shape cairn_box(cairn_vec3 h, float rounding) {
    return toC<cairn_shape>(Shape(ShapeBox{{h.x, h.y, h.z}, rounding}));
}
cairn_shape cairn_cylinder(float halfHeight, float radius, float rounding) {
    return toC<cairn_shape>(Shape(ShapeCylinder{halfHeight, radius, rounding}));
}
cairn_shape cairn_cone(float halfHeight, float radius, float rounding) {
    return toC<cairn_shape>(Shape(ShapeCone{halfHeight, radius, rounding}));
}
cairn_shape cairn_plane(void) { return toC<cairn_shape>(Shape(ShapePlane{})); }
cairn_shape cairn_hull_shape(const cairn_hull* hull, float rounding) {
    return toC<cairn_shape>(Shape(ShapeHull{reinterpret_cast<const Hull*>(hull), rounding}));
}
cairn_shape cairn_mesh_shape(const cairn_mesh* mesh) {
    return toC<cairn_shape>(Shape(ShapeMesh{reinterpret_cast<const Mesh*>(mesh)}));
}
cairn_shape cairn_height_field_shape(const cairn_height_field* field) {
    return toC<cairn_shape>(Shape(ShapeHeightField{reinterpret_cast<const HeightField*>(field)}));
}
cairn_shape cairn_compound_shape(const cairn_compound* compound) {
    return toC<cairn_shape>(Shape(ShapeCompound{reinterpret_cast<const Compound*>(compound)}));
}

int cairn_solver_count(void) { return solverCount(); }
const char* cairn_solver_name(int index) { return solverName(index); }
bool cairn_find_solver(const char* name, cairn_solver_recipe* recipe) {
    const SolverRecipe* found = findSolver(name);
    if (found && recipe) *recipe = toC<cairn_solver_recipe>(*found);
    return found != nullptr;
}

cairn_hull* cairn_create_hull(const cairn_vec3* points, int count, int maxVertices) {
    return keep<cairn_hull>(buildHull(spanOf<Vec3>(points, count), {.maxVertices = maxVertices}));
}
void cairn_destroy_hull(cairn_hull* hull) { destroy<Hull>(hull); }
cairn_mesh* cairn_create_mesh(const cairn_vec3* positions, int vertexCount, const uint32_t* indices,
                              int triangleCount) {
    return keep<cairn_mesh>(
        buildMesh(spanOf<Vec3>(positions, vertexCount), spanOf<uint32_t>(indices, 3 * triangleCount)));
}
void cairn_destroy_mesh(cairn_mesh* mesh) { destroy<Mesh>(mesh); }
cairn_height_field* cairn_create_height_field(int columns, int rows, const float* heights, const uint8_t* materials,
                                              cairn_vec3 origin, float spacingX, float spacingZ) {
    const bool sane = columns >= 2 && rows >= 2 && columns <= 32768 && rows <= 32768; // the builder says what is wrong
    return keep<cairn_height_field>(
        buildHeightField({.columns = columns,
                          .rows = rows,
                          .heights = spanOf<float>(heights, sane ? columns * rows : 0),
                          .materials = spanOf<uint8_t>(materials, sane ? (columns - 1) * (rows - 1) : 0),
                          .origin = {origin.x, origin.y, origin.z},
                          .spacingX = spacingX,
                          .spacingZ = spacingZ}));
}
void cairn_destroy_height_field(cairn_height_field* field) { destroy<HeightField>(field); }
cairn_compound* cairn_create_compound(const cairn_shape* shapes, const cairn_transform* poses, int count) {
    Array<CompoundChild> children;
    for (int i = 0; i < count && shapes && poses; ++i)
        children.push({copyBytes<Shape>(shapes[i]), copyBytes<Transform>(poses[i]), 0});
    return keep<cairn_compound>(buildCompound(children));
}
void cairn_destroy_compound(cairn_compound* compound) { destroy<Compound>(compound); }
}
