// The C interface: the whole.
// Written by tools/make_c_api.py from world.h and what it includes: run it after a change there.
#include "world/c_api.h"

namespace {
using namespace cairn;
}

extern "C" {

bool cairn_world_step(cairn_world* world, float dt) { return cppWorld(world).step(dt); }
cairn_vec3 cairn_world_gravity(const cairn_world* world) { return toC<cairn_vec3>(cppWorld(world).gravity()); }
bool cairn_world_set_gravity(cairn_world* world, cairn_vec3 gravity) {
    return cppWorld(world).setGravity(fromC<Vec3>(gravity));
}
int cairn_world_substeps(const cairn_world* world) { return cppWorld(world).substeps(); }
bool cairn_world_set_substeps(cairn_world* world, int count) { return cppWorld(world).setSubsteps(count); }
cairn_solver_recipe cairn_world_solver(const cairn_world* world) {
    return toC<cairn_solver_recipe>(cppWorld(world).solver());
}
bool cairn_world_set_solver(cairn_world* world, const cairn_solver_recipe* recipe) {
    return cppWorld(world).setSolver(fromPointer<SolverRecipe>(recipe));
}
cairn_body_id cairn_create_body(cairn_world* world, const cairn_body_def* def) {
    return toC<cairn_body_id>(cppWorld(world).createBody(fromPointer<BodyDef>(def)));
}
bool cairn_world_is_sleep_enabled(const cairn_world* world) { return cppWorld(world).isSleepEnabled(); }
bool cairn_world_set_sleep_enabled(cairn_world* world, bool enabled) {
    return cppWorld(world).setSleepEnabled(enabled);
}
int cairn_world_awake_count(const cairn_world* world) { return cppWorld(world).awakeCount(); }
cairn_world_events cairn_world_get_events(const cairn_world* world) {
    return toC<cairn_world_events>(cppWorld(world).events());
}
int cairn_world_moves(const cairn_world* world, cairn_body_move_event* out, int outCapacity) {
    Array<BodyMoveEvent> outArray;
    const int result = cppWorld(world).moves(outArray);
    copyOut(outArray, out, outCapacity);
    return result;
}
bool cairn_world_set_contact_filter(cairn_world* world, cairn_contact_filter callback, void* context) {
    return cppWorld(world).setContactFilter(castFunction<ContactFilter>(callback), context);
}
cairn_particle_id cairn_create_particle(cairn_world* world, const cairn_particle_def* def) {
    return toC<cairn_particle_id>(cppWorld(world).createParticle(fromPointer<ParticleDef>(def)));
}
int cairn_create_particles(cairn_world* world, const cairn_particle_def* defs, int defsCount, cairn_particle_id* out,
                           int outCapacity) {
    Array<ParticleId> outArray;
    const int result = cppWorld(world).createParticles(spanOf<ParticleDef>(defs, defsCount), outArray);
    copyOut(outArray, out, outCapacity);
    return result;
}
cairn_joint_break_event_span cairn_world_joint_break_events(const cairn_world* world) {
    return toC<cairn_joint_break_event_span>(cppWorld(world).jointBreakEvents());
}
int cairn_world_body_count(const cairn_world* world) { return cppWorld(world).bodyCount(); }
int cairn_world_particle_count(const cairn_world* world) { return cppWorld(world).particleCount(); }
int cairn_world_joint_count(const cairn_world* world) { return cppWorld(world).jointCount(); }
int cairn_world_shape_count(const cairn_world* world) { return cppWorld(world).shapeCount(); }
int cairn_world_contact_count(const cairn_world* world) { return cppWorld(world).contactCount(); }
int cairn_world_snapshot(const cairn_world* world, uint8_t* out, int outCapacity) {
    Array<uint8_t> outArray;
    const int result = cppWorld(world).snapshot(outArray) ? outArray.count() : 0;
    copyOut(outArray, out, outCapacity);
    return result;
}
bool cairn_world_restore(cairn_world* world, const uint8_t* bytes, int bytesCount) {
    return cppWorld(world).restore(spanOf<uint8_t>(bytes, bytesCount));
}
int cairn_world_save_rollback(const cairn_world* world, uint8_t* out, int outCapacity) {
    Array<uint8_t> outArray;
    const int result = cppWorld(world).saveRollback(outArray) ? outArray.count() : 0;
    copyOut(outArray, out, outCapacity);
    return result;
}
bool cairn_world_load_rollback(cairn_world* world, const uint8_t* bytes, int bytesCount) {
    return cppWorld(world).loadRollback(spanOf<uint8_t>(bytes, bytesCount));
}
bool cairn_world_start_recording(cairn_world* world, const cairn_record_sink* sink) {
    return cppWorld(world).startRecording(fromPointer<RecordSink>(sink));
}
bool cairn_world_stop_recording(cairn_world* world) { return cppWorld(world).stopRecording(); }
bool cairn_world_is_recording(const cairn_world* world) { return cppWorld(world).isRecording(); }
uint64_t cairn_world_hash(const cairn_world* world) { return cppWorld(world).hash(); }
uint64_t cairn_world_event_hash(const cairn_world* world) { return cppWorld(world).eventHash(); }
bool cairn_world_validate(const cairn_world* world) { return cppWorld(world).validate(); }
uint64_t cairn_world_memory_use(const cairn_world* world) { return cppWorld(world).memoryUse(); }
cairn_step_profile cairn_world_profile(const cairn_world* world) {
    return toC<cairn_step_profile>(cppWorld(world).profile());
}
cairn_world_counts cairn_world_get_counts(const cairn_world* world) {
    return toC<cairn_world_counts>(cppWorld(world).counts());
}
cairn_world_measures cairn_world_get_measures(const cairn_world* world) {
    return toC<cairn_world_measures>(cppWorld(world).measures());
}
bool cairn_world_set_residual_meter(cairn_world* world, const cairn_residual_meter_def* meter) {
    return cppWorld(world).setResidualMeter(fromPointer<ResidualMeterDef>(meter));
}
cairn_residual_meter_def cairn_world_residual_meter(const cairn_world* world) {
    return toC<cairn_residual_meter_def>(cppWorld(world).residualMeter());
}
cairn_step_residuals cairn_world_residuals(const cairn_world* world) {
    return toC<cairn_step_residuals>(cppWorld(world).residuals());
}
}
