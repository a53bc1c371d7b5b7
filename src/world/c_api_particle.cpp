// The C interface: particles.
// Written by tools/make_c_api.py from world.h and what it includes: run it after a change there.
#include "world/c_api.h"

namespace {
using namespace cairn;
}

extern "C" {

bool cairn_destroy_particle(cairn_world* world, cairn_particle_id particle) {
    return cppWorld(world).destroyParticle(fromC<ParticleId>(particle));
}
bool cairn_particle_is_valid(const cairn_world* world, cairn_particle_id particle) {
    return cppWorld(world).isValid(fromC<ParticleId>(particle));
}
bool cairn_particle_is_enabled(const cairn_world* world, cairn_particle_id particle) {
    return cppWorld(world).isEnabled(fromC<ParticleId>(particle));
}
bool cairn_particle_set_enabled(cairn_world* world, cairn_particle_id particle, bool enabled) {
    return cppWorld(world).setEnabled(fromC<ParticleId>(particle), enabled);
}
cairn_dvec3 cairn_particle_position(const cairn_world* world, cairn_particle_id particle) {
    return toC<cairn_dvec3>(cppWorld(world).position(fromC<ParticleId>(particle)));
}
bool cairn_particle_set_position(cairn_world* world, cairn_particle_id particle, cairn_dvec3 position) {
    return cppWorld(world).setPosition(fromC<ParticleId>(particle), fromC<DVec3>(position));
}
cairn_vec3 cairn_particle_velocity(const cairn_world* world, cairn_particle_id particle) {
    return toC<cairn_vec3>(cppWorld(world).velocity(fromC<ParticleId>(particle)));
}
bool cairn_particle_set_velocity(cairn_world* world, cairn_particle_id particle, cairn_vec3 velocity) {
    return cppWorld(world).setVelocity(fromC<ParticleId>(particle), fromC<Vec3>(velocity));
}
bool cairn_particle_apply_force(cairn_world* world, cairn_particle_id particle, cairn_vec3 force) {
    return cppWorld(world).applyForce(fromC<ParticleId>(particle), fromC<Vec3>(force));
}
bool cairn_particle_apply_impulse(cairn_world* world, cairn_particle_id particle, cairn_vec3 impulse) {
    return cppWorld(world).applyImpulse(fromC<ParticleId>(particle), fromC<Vec3>(impulse));
}
bool cairn_particle_is_awake(const cairn_world* world, cairn_particle_id particle) {
    return cppWorld(world).isAwake(fromC<ParticleId>(particle));
}
bool cairn_particle_set_awake(cairn_world* world, cairn_particle_id particle, bool awake) {
    return cppWorld(world).setAwake(fromC<ParticleId>(particle), awake);
}
cairn_particle_def cairn_particle_definition(const cairn_world* world, cairn_particle_id particle) {
    return toC<cairn_particle_def>(cppWorld(world).definition(fromC<ParticleId>(particle)));
}
bool cairn_particle_set_definition(cairn_world* world, cairn_particle_id particle, const cairn_particle_def* def) {
    return cppWorld(world).setDefinition(fromC<ParticleId>(particle), fromPointer<ParticleDef>(def));
}
int cairn_particle_contacts(const cairn_world* world, cairn_particle_id particle, cairn_contact_info* out,
                            int outCapacity) {
    Array<ContactInfo> outArray;
    const int result = cppWorld(world).contacts(fromC<ParticleId>(particle), outArray);
    copyOut(outArray, out, outCapacity);
    return result;
}
cairn_joint_link cairn_particle_joint_link(const cairn_world* world, cairn_particle_id particle, cairn_body_id body,
                                           cairn_dvec3 anchor) {
    return toC<cairn_joint_link>(
        cppWorld(world).jointLink(fromC<ParticleId>(particle), fromC<BodyId>(body), fromC<DVec3>(anchor)));
}
cairn_joint_id cairn_particle_first_joint(const cairn_world* world, cairn_particle_id particle) {
    return toC<cairn_joint_id>(cppWorld(world).firstJoint(fromC<ParticleId>(particle)));
}
cairn_joint_id cairn_particle_next_joint(const cairn_world* world, cairn_particle_id particle, cairn_joint_id joint) {
    return toC<cairn_joint_id>(cppWorld(world).nextJoint(fromC<ParticleId>(particle), fromC<JointId>(joint)));
}
}
