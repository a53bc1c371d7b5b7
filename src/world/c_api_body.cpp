// The C interface: bodies.
// Written by tools/make_c_api.py from world.h and what it includes: run it after a change there.
#include "world/c_api.h"

namespace {
using namespace cairn;
}

extern "C" {

bool cairn_destroy_body(cairn_world* world, cairn_body_id body) {
    return cppWorld(world).destroyBody(fromC<BodyId>(body));
}
bool cairn_body_is_valid(const cairn_world* world, cairn_body_id body) {
    return cppWorld(world).isValid(fromC<BodyId>(body));
}
cairn_body_type cairn_body_get_type(const cairn_world* world, cairn_body_id body) {
    return toC<cairn_body_type>(cppWorld(world).type(fromC<BodyId>(body)));
}
bool cairn_body_set_type(cairn_world* world, cairn_body_id body, cairn_body_type type) {
    return cppWorld(world).setType(fromC<BodyId>(body), fromC<BodyType>(type));
}
bool cairn_body_is_enabled(const cairn_world* world, cairn_body_id body) {
    return cppWorld(world).isEnabled(fromC<BodyId>(body));
}
bool cairn_body_set_enabled(cairn_world* world, cairn_body_id body, bool enabled) {
    return cppWorld(world).setEnabled(fromC<BodyId>(body), enabled);
}
uint64_t cairn_body_user_data(const cairn_world* world, cairn_body_id body) {
    return cppWorld(world).userData(fromC<BodyId>(body));
}
bool cairn_body_set_user_data(cairn_world* world, cairn_body_id body, uint64_t value) {
    return cppWorld(world).setUserData(fromC<BodyId>(body), value);
}
int cairn_body_shape_count(const cairn_world* world, cairn_body_id body) {
    return cppWorld(world).shapeCount(fromC<BodyId>(body));
}
cairn_shape_id cairn_body_first_shape(const cairn_world* world, cairn_body_id body) {
    return toC<cairn_shape_id>(cppWorld(world).firstShape(fromC<BodyId>(body)));
}
cairn_world_transform cairn_body_pose(const cairn_world* world, cairn_body_id body) {
    return toC<cairn_world_transform>(cppWorld(world).pose(fromC<BodyId>(body)));
}
bool cairn_body_set_pose(cairn_world* world, cairn_body_id body, const cairn_world_transform* pose) {
    return cppWorld(world).setPose(fromC<BodyId>(body), fromPointer<WorldTransform>(pose));
}
cairn_dvec3 cairn_body_mass_center(const cairn_world* world, cairn_body_id body) {
    return toC<cairn_dvec3>(cppWorld(world).massCenter(fromC<BodyId>(body)));
}
cairn_vec3 cairn_body_linear_velocity(const cairn_world* world, cairn_body_id body) {
    return toC<cairn_vec3>(cppWorld(world).linearVelocity(fromC<BodyId>(body)));
}
cairn_vec3 cairn_body_angular_velocity(const cairn_world* world, cairn_body_id body) {
    return toC<cairn_vec3>(cppWorld(world).angularVelocity(fromC<BodyId>(body)));
}
cairn_vec3 cairn_body_velocity_at(const cairn_world* world, cairn_body_id body, cairn_dvec3 point) {
    return toC<cairn_vec3>(cppWorld(world).velocityAt(fromC<BodyId>(body), fromC<DVec3>(point)));
}
bool cairn_body_set_linear_velocity(cairn_world* world, cairn_body_id body, cairn_vec3 velocity) {
    return cppWorld(world).setLinearVelocity(fromC<BodyId>(body), fromC<Vec3>(velocity));
}
bool cairn_body_set_angular_velocity(cairn_world* world, cairn_body_id body, cairn_vec3 velocity) {
    return cppWorld(world).setAngularVelocity(fromC<BodyId>(body), fromC<Vec3>(velocity));
}
bool cairn_body_set_target(cairn_world* world, cairn_body_id body, const cairn_world_transform* target, float dt) {
    return cppWorld(world).setTarget(fromC<BodyId>(body), fromPointer<WorldTransform>(target), dt);
}
bool cairn_body_apply_force(cairn_world* world, cairn_body_id body, cairn_vec3 force) {
    return cppWorld(world).applyForce(fromC<BodyId>(body), fromC<Vec3>(force));
}
bool cairn_body_apply_force_at(cairn_world* world, cairn_body_id body, cairn_vec3 force, cairn_dvec3 point) {
    return cppWorld(world).applyForceAt(fromC<BodyId>(body), fromC<Vec3>(force), fromC<DVec3>(point));
}
bool cairn_body_apply_torque(cairn_world* world, cairn_body_id body, cairn_vec3 torque) {
    return cppWorld(world).applyTorque(fromC<BodyId>(body), fromC<Vec3>(torque));
}
bool cairn_body_apply_impulse(cairn_world* world, cairn_body_id body, cairn_vec3 impulse) {
    return cppWorld(world).applyImpulse(fromC<BodyId>(body), fromC<Vec3>(impulse));
}
bool cairn_body_apply_impulse_at(cairn_world* world, cairn_body_id body, cairn_vec3 impulse, cairn_dvec3 point) {
    return cppWorld(world).applyImpulseAt(fromC<BodyId>(body), fromC<Vec3>(impulse), fromC<DVec3>(point));
}
bool cairn_body_apply_angular_impulse(cairn_world* world, cairn_body_id body, cairn_vec3 impulse) {
    return cppWorld(world).applyAngularImpulse(fromC<BodyId>(body), fromC<Vec3>(impulse));
}
float cairn_body_mass(const cairn_world* world, cairn_body_id body) {
    return cppWorld(world).mass(fromC<BodyId>(body));
}
cairn_mass_properties cairn_body_mass_properties(const cairn_world* world, cairn_body_id body) {
    return toC<cairn_mass_properties>(cppWorld(world).massProperties(fromC<BodyId>(body)));
}
bool cairn_body_set_mass(cairn_world* world, cairn_body_id body, float mass) {
    return cppWorld(world).setMass(fromC<BodyId>(body), mass);
}
bool cairn_body_set_mass_properties(cairn_world* world, cairn_body_id body, const cairn_mass_properties* mass) {
    return cppWorld(world).setMassProperties(fromC<BodyId>(body), fromPointer<MassProperties>(mass));
}
float cairn_body_linear_damping(const cairn_world* world, cairn_body_id body) {
    return cppWorld(world).linearDamping(fromC<BodyId>(body));
}
float cairn_body_angular_damping(const cairn_world* world, cairn_body_id body) {
    return cppWorld(world).angularDamping(fromC<BodyId>(body));
}
float cairn_body_gravity_scale(const cairn_world* world, cairn_body_id body) {
    return cppWorld(world).gravityScale(fromC<BodyId>(body));
}
float cairn_body_max_linear_speed(const cairn_world* world, cairn_body_id body) {
    return cppWorld(world).maxLinearSpeed(fromC<BodyId>(body));
}
float cairn_body_max_angular_speed(const cairn_world* world, cairn_body_id body) {
    return cppWorld(world).maxAngularSpeed(fromC<BodyId>(body));
}
cairn_motion_locks cairn_body_locks(const cairn_world* world, cairn_body_id body) {
    return toC<cairn_motion_locks>(cppWorld(world).locks(fromC<BodyId>(body)));
}
bool cairn_body_is_gyroscopic(const cairn_world* world, cairn_body_id body) {
    return cppWorld(world).isGyroscopic(fromC<BodyId>(body));
}
bool cairn_body_is_bullet(const cairn_world* world, cairn_body_id body) {
    return cppWorld(world).isBullet(fromC<BodyId>(body));
}
bool cairn_body_set_linear_damping(cairn_world* world, cairn_body_id body, float damping) {
    return cppWorld(world).setLinearDamping(fromC<BodyId>(body), damping);
}
bool cairn_body_set_angular_damping(cairn_world* world, cairn_body_id body, float damping) {
    return cppWorld(world).setAngularDamping(fromC<BodyId>(body), damping);
}
bool cairn_body_set_gravity_scale(cairn_world* world, cairn_body_id body, float scale) {
    return cppWorld(world).setGravityScale(fromC<BodyId>(body), scale);
}
bool cairn_body_set_max_linear_speed(cairn_world* world, cairn_body_id body, float speed) {
    return cppWorld(world).setMaxLinearSpeed(fromC<BodyId>(body), speed);
}
bool cairn_body_set_max_angular_speed(cairn_world* world, cairn_body_id body, float speed) {
    return cppWorld(world).setMaxAngularSpeed(fromC<BodyId>(body), speed);
}
bool cairn_body_set_locks(cairn_world* world, cairn_body_id body, const cairn_motion_locks* locks) {
    return cppWorld(world).setLocks(fromC<BodyId>(body), fromPointer<MotionLocks>(locks));
}
bool cairn_body_set_gyroscopic(cairn_world* world, cairn_body_id body, bool gyroscopic) {
    return cppWorld(world).setGyroscopic(fromC<BodyId>(body), gyroscopic);
}
bool cairn_body_set_bullet(cairn_world* world, cairn_body_id body, bool bullet) {
    return cppWorld(world).setBullet(fromC<BodyId>(body), bullet);
}
bool cairn_body_is_awake(const cairn_world* world, cairn_body_id body) {
    return cppWorld(world).isAwake(fromC<BodyId>(body));
}
bool cairn_body_set_awake(cairn_world* world, cairn_body_id body, bool awake) {
    return cppWorld(world).setAwake(fromC<BodyId>(body), awake);
}
bool cairn_body_is_sleep_allowed(const cairn_world* world, cairn_body_id body) {
    return cppWorld(world).isSleepAllowed(fromC<BodyId>(body));
}
bool cairn_body_set_sleep_allowed(cairn_world* world, cairn_body_id body, bool allowed) {
    return cppWorld(world).setSleepAllowed(fromC<BodyId>(body), allowed);
}
float cairn_body_sleep_speed(const cairn_world* world, cairn_body_id body) {
    return cppWorld(world).sleepSpeed(fromC<BodyId>(body));
}
bool cairn_body_set_sleep_speed(cairn_world* world, cairn_body_id body, float speed) {
    return cppWorld(world).setSleepSpeed(fromC<BodyId>(body), speed);
}
int cairn_body_contacts(const cairn_world* world, cairn_body_id body, cairn_contact_info* out, int outCapacity) {
    Array<ContactInfo> outArray;
    const int result = cppWorld(world).contacts(fromC<BodyId>(body), outArray);
    copyOut(outArray, out, outCapacity);
    return result;
}
bool cairn_body_ignore_pair(cairn_world* world, cairn_body_id bodyA, cairn_body_id bodyB, bool ignore) {
    return cppWorld(world).ignorePair(fromC<BodyId>(bodyA), fromC<BodyId>(bodyB), ignore);
}
bool cairn_body_is_pair_ignored(const cairn_world* world, cairn_body_id bodyA, cairn_body_id bodyB) {
    return cppWorld(world).isPairIgnored(fromC<BodyId>(bodyA), fromC<BodyId>(bodyB));
}
cairn_shape_id cairn_create_shape(cairn_world* world, cairn_body_id body, const cairn_shape* shape,
                                  const cairn_shape_def* def) {
    return toC<cairn_shape_id>(
        cppWorld(world).createShape(fromC<BodyId>(body), fromPointer<Shape>(shape), fromPointer<ShapeDef>(def)));
}
cairn_joint_link cairn_body_joint_link(const cairn_world* world, cairn_body_id bodyA, cairn_body_id bodyB,
                                       cairn_dvec3 anchor, cairn_vec3 axis) {
    return toC<cairn_joint_link>(
        cppWorld(world).jointLink(fromC<BodyId>(bodyA), fromC<BodyId>(bodyB), fromC<DVec3>(anchor), fromC<Vec3>(axis)));
}
cairn_joint_id cairn_body_first_joint(const cairn_world* world, cairn_body_id body) {
    return toC<cairn_joint_id>(cppWorld(world).firstJoint(fromC<BodyId>(body)));
}
}
