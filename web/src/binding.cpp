// The functions of binding.h.
#include "binding.h"

#include "open_world.h"
#include "world/c_api.h"
#include "world/world_data.h"

#include <cairn/error.h>
#include <cairn/memory.h>
#include <cairn/solver.h>

#include <cstring>

namespace {

using namespace cairn;

cairn_web_errors g_errors;

void remember(const Error& error, void*) {
    if (g_errors.count++ != 0) return;
    ErrorCapture capture; // for the words
    reportError(error);
    std::strncpy(g_errors.first, capture.message(), sizeof(g_errors.first) - 1);
}

void writePose(const WorldTransform& pose, bool awake, float* out) {
    const float values[8] = {static_cast<float>(pose.p.x),
                             static_cast<float>(pose.p.y),
                             static_cast<float>(pose.p.z),
                             pose.q.v.x,
                             pose.q.v.y,
                             pose.q.v.z,
                             pose.q.s,
                             awake ? 1.0f : 0.0f};
    std::memcpy(out, values, sizeof(values));
}

void writeMatrix(const WorldTransform& pose, float* out) {
    const float x = pose.q.v.x, y = pose.q.v.y, z = pose.q.v.z, w = pose.q.s;
    const float values[16] = {
        1 - 2 * (y * y + z * z),      2 * (x * y + z * w),          2 * (x * z - y * w),          0,
        2 * (x * y - z * w),          1 - 2 * (x * x + z * z),      2 * (y * z + x * w),          0,
        2 * (x * z + y * w),          2 * (y * z - x * w),          1 - 2 * (x * x + y * y),      0,
        static_cast<float>(pose.p.x), static_cast<float>(pose.p.y), static_cast<float>(pose.p.z), 1};
    std::memcpy(out, values, sizeof(values));
}

} // namespace

extern "C" {

cairn_web_errors* cairn_web_start() {
    setErrorCallback(remember, nullptr);
    return &g_errors;
}

const char* cairn_web_solver_name(int index) { return solverName(index); }
const cairn_solver_recipe* cairn_web_solver_recipe(int index) {
    return reinterpret_cast<const cairn_solver_recipe*>(solverRecipe(index)); // the same layout (c_api_layout.cpp)
}

void* cairn_web_allocate(size_t size) { return allocate(size, 16); }
void cairn_web_release(void* memory, size_t size) { release(memory, size, 16); }

int cairn_web_poses(const cairn_world* world, const cairn_body_id* bodies, int count, int layout, float* out) {
    // The records themselves: each function of World would look a body up and check it again.
    const Model& model = dataOf(cppWorld(const_cast<cairn_world*>(world))).model;
    const int stride = layout == 0 ? 8 : 16;
    int gone = 0;
    for (int i = 0; i < count; ++i, out += stride) {
        const BodyId id = fromC<BodyId>(bodies[i]);
        if (!isBody(model, id)) {
            std::memset(out, 0, sizeof(float) * static_cast<size_t>(stride));
            ++gone;
            continue;
        }
        const Body& body = model.bodies[static_cast<int>(id.index)];
        if (layout == 0)
            writePose(body.pose, isAwake(body), out);
        else
            writeMatrix(body.pose, out);
    }
    return gone;
}

int cairn_web_points(const cairn_world* world, const cairn_particle_id* particles, int count, float* out) {
    const World& w = cppWorld(world);
    int gone = 0;
    for (int i = 0; i < count; ++i, out += 4) {
        const ParticleId id = fromC<ParticleId>(particles[i]);
        const bool valid = w.isValid(id);
        const DVec3 p = valid ? w.position(id) : DVec3{0, 0, 0};
        const float values[4] = {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z),
                                 valid && w.isAwake(id) ? 1.0f : 0.0f};
        std::memcpy(out, values, sizeof(values));
        gone += !valid;
    }
    return gone;
}
}
