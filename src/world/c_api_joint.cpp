// The C interface: joints.
// Written by tools/make_c_api.py from world.h and what it includes: run it after a change there.
#include "world/c_api.h"

namespace {
using namespace cairn;
}

extern "C" {

cairn_joint_id cairn_create_ball_joint(cairn_world* world, const cairn_ball_joint_def* def) {
    return toC<cairn_joint_id>(cppWorld(world).createJoint(fromPointer<BallJointDef>(def)));
}
cairn_joint_id cairn_create_hinge_joint(cairn_world* world, const cairn_hinge_joint_def* def) {
    return toC<cairn_joint_id>(cppWorld(world).createJoint(fromPointer<HingeJointDef>(def)));
}
cairn_joint_id cairn_create_slider_joint(cairn_world* world, const cairn_slider_joint_def* def) {
    return toC<cairn_joint_id>(cppWorld(world).createJoint(fromPointer<SliderJointDef>(def)));
}
cairn_joint_id cairn_create_distance_joint(cairn_world* world, const cairn_distance_joint_def* def) {
    return toC<cairn_joint_id>(cppWorld(world).createJoint(fromPointer<DistanceJointDef>(def)));
}
cairn_joint_id cairn_create_weld_joint(cairn_world* world, const cairn_weld_joint_def* def) {
    return toC<cairn_joint_id>(cppWorld(world).createJoint(fromPointer<WeldJointDef>(def)));
}
cairn_joint_id cairn_create_wheel_joint(cairn_world* world, const cairn_wheel_joint_def* def) {
    return toC<cairn_joint_id>(cppWorld(world).createJoint(fromPointer<WheelJointDef>(def)));
}
cairn_joint_id cairn_create_motor_joint(cairn_world* world, const cairn_motor_joint_def* def) {
    return toC<cairn_joint_id>(cppWorld(world).createJoint(fromPointer<MotorJointDef>(def)));
}
cairn_joint_id cairn_create_upright_joint(cairn_world* world, const cairn_upright_joint_def* def) {
    return toC<cairn_joint_id>(cppWorld(world).createJoint(fromPointer<UprightJointDef>(def)));
}
cairn_joint_id cairn_create_gear_joint(cairn_world* world, const cairn_gear_joint_def* def) {
    return toC<cairn_joint_id>(cppWorld(world).createJoint(fromPointer<GearJointDef>(def)));
}
cairn_joint_id cairn_create_pulley_joint(cairn_world* world, const cairn_pulley_joint_def* def) {
    return toC<cairn_joint_id>(cppWorld(world).createJoint(fromPointer<PulleyJointDef>(def)));
}
cairn_joint_id cairn_create_six_degree_joint(cairn_world* world, const cairn_six_degree_joint_def* def) {
    return toC<cairn_joint_id>(cppWorld(world).createJoint(fromPointer<SixDegreeJointDef>(def)));
}
bool cairn_destroy_joint(cairn_world* world, cairn_joint_id joint) {
    return cppWorld(world).destroyJoint(fromC<JointId>(joint));
}
bool cairn_joint_is_valid(const cairn_world* world, cairn_joint_id joint) {
    return cppWorld(world).isValid(fromC<JointId>(joint));
}
cairn_joint_kind cairn_joint_get_kind(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_joint_kind>(cppWorld(world).kind(fromC<JointId>(joint)));
}
cairn_ball_joint_def cairn_joint_ball_definition(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_ball_joint_def>(cppWorld(world).definition<BallJointDef>(fromC<JointId>(joint)));
}
cairn_hinge_joint_def cairn_joint_hinge_definition(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_hinge_joint_def>(cppWorld(world).definition<HingeJointDef>(fromC<JointId>(joint)));
}
cairn_slider_joint_def cairn_joint_slider_definition(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_slider_joint_def>(cppWorld(world).definition<SliderJointDef>(fromC<JointId>(joint)));
}
cairn_distance_joint_def cairn_joint_distance_definition(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_distance_joint_def>(cppWorld(world).definition<DistanceJointDef>(fromC<JointId>(joint)));
}
cairn_weld_joint_def cairn_joint_weld_definition(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_weld_joint_def>(cppWorld(world).definition<WeldJointDef>(fromC<JointId>(joint)));
}
cairn_wheel_joint_def cairn_joint_wheel_definition(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_wheel_joint_def>(cppWorld(world).definition<WheelJointDef>(fromC<JointId>(joint)));
}
cairn_motor_joint_def cairn_joint_motor_definition(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_motor_joint_def>(cppWorld(world).definition<MotorJointDef>(fromC<JointId>(joint)));
}
cairn_upright_joint_def cairn_joint_upright_definition(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_upright_joint_def>(cppWorld(world).definition<UprightJointDef>(fromC<JointId>(joint)));
}
cairn_gear_joint_def cairn_joint_gear_definition(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_gear_joint_def>(cppWorld(world).definition<GearJointDef>(fromC<JointId>(joint)));
}
cairn_pulley_joint_def cairn_joint_pulley_definition(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_pulley_joint_def>(cppWorld(world).definition<PulleyJointDef>(fromC<JointId>(joint)));
}
cairn_six_degree_joint_def cairn_joint_six_degree_definition(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_six_degree_joint_def>(cppWorld(world).definition<SixDegreeJointDef>(fromC<JointId>(joint)));
}
bool cairn_joint_set_ball_definition(cairn_world* world, cairn_joint_id joint, const cairn_ball_joint_def* def) {
    return cppWorld(world).setDefinition(fromC<JointId>(joint), fromPointer<BallJointDef>(def));
}
bool cairn_joint_set_hinge_definition(cairn_world* world, cairn_joint_id joint, const cairn_hinge_joint_def* def) {
    return cppWorld(world).setDefinition(fromC<JointId>(joint), fromPointer<HingeJointDef>(def));
}
bool cairn_joint_set_slider_definition(cairn_world* world, cairn_joint_id joint, const cairn_slider_joint_def* def) {
    return cppWorld(world).setDefinition(fromC<JointId>(joint), fromPointer<SliderJointDef>(def));
}
bool cairn_joint_set_distance_definition(cairn_world* world, cairn_joint_id joint,
                                         const cairn_distance_joint_def* def) {
    return cppWorld(world).setDefinition(fromC<JointId>(joint), fromPointer<DistanceJointDef>(def));
}
bool cairn_joint_set_weld_definition(cairn_world* world, cairn_joint_id joint, const cairn_weld_joint_def* def) {
    return cppWorld(world).setDefinition(fromC<JointId>(joint), fromPointer<WeldJointDef>(def));
}
bool cairn_joint_set_wheel_definition(cairn_world* world, cairn_joint_id joint, const cairn_wheel_joint_def* def) {
    return cppWorld(world).setDefinition(fromC<JointId>(joint), fromPointer<WheelJointDef>(def));
}
bool cairn_joint_set_motor_definition(cairn_world* world, cairn_joint_id joint, const cairn_motor_joint_def* def) {
    return cppWorld(world).setDefinition(fromC<JointId>(joint), fromPointer<MotorJointDef>(def));
}
bool cairn_joint_set_upright_definition(cairn_world* world, cairn_joint_id joint, const cairn_upright_joint_def* def) {
    return cppWorld(world).setDefinition(fromC<JointId>(joint), fromPointer<UprightJointDef>(def));
}
bool cairn_joint_set_gear_definition(cairn_world* world, cairn_joint_id joint, const cairn_gear_joint_def* def) {
    return cppWorld(world).setDefinition(fromC<JointId>(joint), fromPointer<GearJointDef>(def));
}
bool cairn_joint_set_pulley_definition(cairn_world* world, cairn_joint_id joint, const cairn_pulley_joint_def* def) {
    return cppWorld(world).setDefinition(fromC<JointId>(joint), fromPointer<PulleyJointDef>(def));
}
bool cairn_joint_set_six_degree_definition(cairn_world* world, cairn_joint_id joint,
                                           const cairn_six_degree_joint_def* def) {
    return cppWorld(world).setDefinition(fromC<JointId>(joint), fromPointer<SixDegreeJointDef>(def));
}
bool cairn_joint_set_limits(cairn_world* world, cairn_joint_id joint, const cairn_joint_limits* limits) {
    return cppWorld(world).setLimits(fromC<JointId>(joint), fromPointer<JointLimits>(limits));
}
bool cairn_joint_set_motor(cairn_world* world, cairn_joint_id joint, const cairn_joint_motor* motor) {
    return cppWorld(world).setMotor(fromC<JointId>(joint), fromPointer<JointMotor>(motor));
}
bool cairn_joint_set_spring(cairn_world* world, cairn_joint_id joint, const cairn_joint_spring* spring) {
    return cppWorld(world).setSpring(fromC<JointId>(joint), fromPointer<JointSpring>(spring));
}
cairn_body_id cairn_joint_body_a(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_body_id>(cppWorld(world).bodyA(fromC<JointId>(joint)));
}
cairn_body_id cairn_joint_body_b(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_body_id>(cppWorld(world).bodyB(fromC<JointId>(joint)));
}
cairn_particle_id cairn_joint_particle_a(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_particle_id>(cppWorld(world).particleA(fromC<JointId>(joint)));
}
cairn_particle_id cairn_joint_particle_b(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_particle_id>(cppWorld(world).particleB(fromC<JointId>(joint)));
}
uint64_t cairn_joint_user_data(const cairn_world* world, cairn_joint_id joint) {
    return cppWorld(world).userData(fromC<JointId>(joint));
}
bool cairn_joint_set_user_data(cairn_world* world, cairn_joint_id joint, uint64_t value) {
    return cppWorld(world).setUserData(fromC<JointId>(joint), value);
}
cairn_vec3 cairn_joint_force(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_vec3>(cppWorld(world).jointForce(fromC<JointId>(joint)));
}
cairn_vec3 cairn_joint_torque(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_vec3>(cppWorld(world).jointTorque(fromC<JointId>(joint)));
}
float cairn_joint_translation(const cairn_world* world, cairn_joint_id joint, int axis) {
    return cppWorld(world).jointTranslation(fromC<JointId>(joint), axis);
}
float cairn_joint_angle(const cairn_world* world, cairn_joint_id joint, int axis) {
    return cppWorld(world).jointAngle(fromC<JointId>(joint), axis);
}
float cairn_joint_swing(const cairn_world* world, cairn_joint_id joint) {
    return cppWorld(world).jointSwing(fromC<JointId>(joint));
}
float cairn_joint_length(const cairn_world* world, cairn_joint_id joint) {
    return cppWorld(world).jointLength(fromC<JointId>(joint));
}
cairn_joint_error cairn_joint_get_error(const cairn_world* world, cairn_joint_id joint) {
    return toC<cairn_joint_error>(cppWorld(world).jointError(fromC<JointId>(joint)));
}
cairn_joint_id cairn_joint_next_joint(const cairn_world* world, cairn_joint_id joint, cairn_body_id body) {
    return toC<cairn_joint_id>(cppWorld(world).nextJoint(fromC<JointId>(joint), fromC<BodyId>(body)));
}
}
