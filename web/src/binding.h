// What JavaScript needs besides the C interface: memory, the last error, and poses of many bodies at once.
#pragma once

#include <cairn/c.h>

extern "C" {

// Must be called first. Returns the record of errors, which the caller clears by writing 0 to its count.
struct cairn_web_errors {
    int32_t count;
    char first[508];
};
cairn_web_errors* cairn_web_start();

// Threads (exec/threads.h): what an agent calls, and how many have called it.
void cairn_agent_run();
int cairn_agent_count();

// The catalogue of solvers (solver.h); null past its end.
const char* cairn_web_solver_name(int index);
const cairn_solver_recipe* cairn_web_solver_recipe(int index);

void* cairn_web_allocate(size_t size); // 16-byte aligned
void cairn_web_release(void* memory, size_t size);

// Fills `out` with the poses of bodies, in their order, as floats; zeros for a body that is gone. Returns how many are
// gone. Layout 0: position, quaternion, and 1 if awake (8 floats); 1: the columns of a 4x4 matrix (16 floats).
int cairn_web_poses(const cairn_world* world, const cairn_body_id* bodies, int count, int layout, float* out);
// The same for positions of particles: 4 floats, the last 1 if awake.
int cairn_web_points(const cairn_world* world, const cairn_particle_id* particles, int count, float* out);
}
