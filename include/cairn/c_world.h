// Every function of World for C; what they do is said in world.h.
// Written by tools/make_c_api.py from world.h and what it includes: run it after a change there.

#pragma once

#include <cairn/c_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// Definitions with their defaults.
cairn_solver_recipe cairn_default_solver_recipe(void);
cairn_body_def cairn_default_body_def(void);
cairn_material cairn_default_material(void);
cairn_filter cairn_default_filter(void);
cairn_shape_def cairn_default_shape_def(void);
cairn_particle_def cairn_default_particle_def(void);
cairn_world_def cairn_default_world_def(void);
cairn_joint_link cairn_default_joint_link(void);
cairn_ball_joint_def cairn_default_ball_joint_def(void);
cairn_hinge_joint_def cairn_default_hinge_joint_def(void);
cairn_slider_joint_def cairn_default_slider_joint_def(void);
cairn_distance_joint_def cairn_default_distance_joint_def(void);
cairn_weld_joint_def cairn_default_weld_joint_def(void);
cairn_wheel_joint_def cairn_default_wheel_joint_def(void);
cairn_motor_joint_def cairn_default_motor_joint_def(void);
cairn_upright_joint_def cairn_default_upright_joint_def(void);
cairn_gear_joint_def cairn_default_gear_joint_def(void);
cairn_pulley_joint_def cairn_default_pulley_joint_def(void);
cairn_six_degree_joint_def cairn_default_six_degree_joint_def(void);
cairn_residual_meter_def cairn_default_residual_meter_def(void);
cairn_query_filter cairn_default_query_filter(void);
cairn_shape_query cairn_default_shape_query(void);

// The whole.
bool cairn_world_step(cairn_world* world, float dt);
cairn_vec3 cairn_world_gravity(const cairn_world* world);
bool cairn_world_set_gravity(cairn_world* world, cairn_vec3 gravity);
int cairn_world_substeps(const cairn_world* world);
bool cairn_world_set_substeps(cairn_world* world, int count);
cairn_solver_recipe cairn_world_solver(const cairn_world* world);
bool cairn_world_set_solver(cairn_world* world, const cairn_solver_recipe* recipe);
cairn_body_id cairn_create_body(cairn_world* world, const cairn_body_def* def);
bool cairn_world_is_sleep_enabled(const cairn_world* world);
bool cairn_world_set_sleep_enabled(cairn_world* world, bool enabled);
int cairn_world_awake_count(const cairn_world* world);
cairn_world_events cairn_world_get_events(const cairn_world* world);
int cairn_world_moves(const cairn_world* world, cairn_body_move_event* out, int outCapacity);
bool cairn_world_set_contact_filter(cairn_world* world, cairn_contact_filter callback, void* context);
cairn_particle_id cairn_create_particle(cairn_world* world, const cairn_particle_def* def);
int cairn_create_particles(cairn_world* world, const cairn_particle_def* defs, int defsCount, cairn_particle_id* out,
                           int outCapacity);
cairn_joint_break_event_span cairn_world_joint_break_events(const cairn_world* world);
int cairn_world_body_count(const cairn_world* world);
int cairn_world_particle_count(const cairn_world* world);
int cairn_world_joint_count(const cairn_world* world);
int cairn_world_shape_count(const cairn_world* world);
int cairn_world_contact_count(const cairn_world* world);
int cairn_world_snapshot(const cairn_world* world, uint8_t* out, int outCapacity);
bool cairn_world_restore(cairn_world* world, const uint8_t* bytes, int bytesCount);
int cairn_world_save_rollback(const cairn_world* world, uint8_t* out, int outCapacity);
bool cairn_world_load_rollback(cairn_world* world, const uint8_t* bytes, int bytesCount);
bool cairn_world_start_recording(cairn_world* world, const cairn_record_sink* sink);
bool cairn_world_stop_recording(cairn_world* world);
bool cairn_world_is_recording(const cairn_world* world);
uint64_t cairn_world_hash(const cairn_world* world);
uint64_t cairn_world_event_hash(const cairn_world* world);
bool cairn_world_validate(const cairn_world* world);
uint64_t cairn_world_memory_use(const cairn_world* world);
cairn_step_profile cairn_world_profile(const cairn_world* world);
cairn_world_counts cairn_world_get_counts(const cairn_world* world);
cairn_world_measures cairn_world_get_measures(const cairn_world* world);
bool cairn_world_set_residual_meter(cairn_world* world, const cairn_residual_meter_def* meter);
cairn_residual_meter_def cairn_world_residual_meter(const cairn_world* world);
cairn_step_residuals cairn_world_residuals(const cairn_world* world);

// Bodies.
bool cairn_destroy_body(cairn_world* world, cairn_body_id body);
bool cairn_body_is_valid(const cairn_world* world, cairn_body_id body);
cairn_body_type cairn_body_get_type(const cairn_world* world, cairn_body_id body);
bool cairn_body_set_type(cairn_world* world, cairn_body_id body, cairn_body_type type);
bool cairn_body_is_enabled(const cairn_world* world, cairn_body_id body);
bool cairn_body_set_enabled(cairn_world* world, cairn_body_id body, bool enabled);
uint64_t cairn_body_user_data(const cairn_world* world, cairn_body_id body);
bool cairn_body_set_user_data(cairn_world* world, cairn_body_id body, uint64_t value);
int cairn_body_shape_count(const cairn_world* world, cairn_body_id body);
cairn_shape_id cairn_body_first_shape(const cairn_world* world, cairn_body_id body);
cairn_world_transform cairn_body_pose(const cairn_world* world, cairn_body_id body);
bool cairn_body_set_pose(cairn_world* world, cairn_body_id body, const cairn_world_transform* pose);
cairn_dvec3 cairn_body_mass_center(const cairn_world* world, cairn_body_id body);
cairn_vec3 cairn_body_linear_velocity(const cairn_world* world, cairn_body_id body);
cairn_vec3 cairn_body_angular_velocity(const cairn_world* world, cairn_body_id body);
cairn_vec3 cairn_body_velocity_at(const cairn_world* world, cairn_body_id body, cairn_dvec3 point);
bool cairn_body_set_linear_velocity(cairn_world* world, cairn_body_id body, cairn_vec3 velocity);
bool cairn_body_set_angular_velocity(cairn_world* world, cairn_body_id body, cairn_vec3 velocity);
bool cairn_body_set_target(cairn_world* world, cairn_body_id body, const cairn_world_transform* target, float dt);
bool cairn_body_apply_force(cairn_world* world, cairn_body_id body, cairn_vec3 force);
bool cairn_body_apply_force_at(cairn_world* world, cairn_body_id body, cairn_vec3 force, cairn_dvec3 point);
bool cairn_body_apply_torque(cairn_world* world, cairn_body_id body, cairn_vec3 torque);
bool cairn_body_apply_impulse(cairn_world* world, cairn_body_id body, cairn_vec3 impulse);
bool cairn_body_apply_impulse_at(cairn_world* world, cairn_body_id body, cairn_vec3 impulse, cairn_dvec3 point);
bool cairn_body_apply_angular_impulse(cairn_world* world, cairn_body_id body, cairn_vec3 impulse);
float cairn_body_mass(const cairn_world* world, cairn_body_id body);
cairn_mass_properties cairn_body_mass_properties(const cairn_world* world, cairn_body_id body);
bool cairn_body_set_mass(cairn_world* world, cairn_body_id body, float mass);
bool cairn_body_set_mass_properties(cairn_world* world, cairn_body_id body, const cairn_mass_properties* mass);
float cairn_body_linear_damping(const cairn_world* world, cairn_body_id body);
float cairn_body_angular_damping(const cairn_world* world, cairn_body_id body);
float cairn_body_gravity_scale(const cairn_world* world, cairn_body_id body);
float cairn_body_max_linear_speed(const cairn_world* world, cairn_body_id body);
float cairn_body_max_angular_speed(const cairn_world* world, cairn_body_id body);
cairn_motion_locks cairn_body_locks(const cairn_world* world, cairn_body_id body);
bool cairn_body_is_gyroscopic(const cairn_world* world, cairn_body_id body);
bool cairn_body_is_bullet(const cairn_world* world, cairn_body_id body);
bool cairn_body_set_linear_damping(cairn_world* world, cairn_body_id body, float damping);
bool cairn_body_set_angular_damping(cairn_world* world, cairn_body_id body, float damping);
bool cairn_body_set_gravity_scale(cairn_world* world, cairn_body_id body, float scale);
bool cairn_body_set_max_linear_speed(cairn_world* world, cairn_body_id body, float speed);
bool cairn_body_set_max_angular_speed(cairn_world* world, cairn_body_id body, float speed);
bool cairn_body_set_locks(cairn_world* world, cairn_body_id body, const cairn_motion_locks* locks);
bool cairn_body_set_gyroscopic(cairn_world* world, cairn_body_id body, bool gyroscopic);
bool cairn_body_set_bullet(cairn_world* world, cairn_body_id body, bool bullet);
bool cairn_body_is_awake(const cairn_world* world, cairn_body_id body);
bool cairn_body_set_awake(cairn_world* world, cairn_body_id body, bool awake);
bool cairn_body_is_sleep_allowed(const cairn_world* world, cairn_body_id body);
bool cairn_body_set_sleep_allowed(cairn_world* world, cairn_body_id body, bool allowed);
float cairn_body_sleep_speed(const cairn_world* world, cairn_body_id body);
bool cairn_body_set_sleep_speed(cairn_world* world, cairn_body_id body, float speed);
int cairn_body_contacts(const cairn_world* world, cairn_body_id body, cairn_contact_info* out, int outCapacity);
bool cairn_body_ignore_pair(cairn_world* world, cairn_body_id bodyA, cairn_body_id bodyB, bool ignore);
bool cairn_body_is_pair_ignored(const cairn_world* world, cairn_body_id bodyA, cairn_body_id bodyB);
cairn_shape_id cairn_create_shape(cairn_world* world, cairn_body_id body, const cairn_shape* shape,
                                  const cairn_shape_def* def);
cairn_joint_link cairn_body_joint_link(const cairn_world* world, cairn_body_id bodyA, cairn_body_id bodyB,
                                       cairn_dvec3 anchor, cairn_vec3 axis);
cairn_joint_id cairn_body_first_joint(const cairn_world* world, cairn_body_id body);

// Shapes.
cairn_shape_id cairn_shape_next_shape(const cairn_world* world, cairn_shape_id shape);
bool cairn_destroy_shape(cairn_world* world, cairn_shape_id shape);
bool cairn_shape_is_valid(const cairn_world* world, cairn_shape_id shape);
cairn_body_id cairn_shape_body(const cairn_world* world, cairn_shape_id shape);
cairn_shape cairn_shape_geometry(const cairn_world* world, cairn_shape_id shape);
cairn_transform cairn_shape_local_pose(const cairn_world* world, cairn_shape_id shape);
bool cairn_shape_set_geometry(cairn_world* world, cairn_shape_id shape, const cairn_shape* geometry,
                              const cairn_transform* localPose);
float cairn_shape_density(const cairn_world* world, cairn_shape_id shape);
bool cairn_shape_set_density(cairn_world* world, cairn_shape_id shape, float density);
cairn_material cairn_shape_material(const cairn_world* world, cairn_shape_id shape);
bool cairn_shape_set_material(cairn_world* world, cairn_shape_id shape, const cairn_material* material);
cairn_filter cairn_shape_filter(const cairn_world* world, cairn_shape_id shape);
bool cairn_shape_set_filter(cairn_world* world, cairn_shape_id shape, const cairn_filter* filter);
bool cairn_shape_contact_events(const cairn_world* world, cairn_shape_id shape);
bool cairn_shape_hit_events(const cairn_world* world, cairn_shape_id shape);
bool cairn_shape_sensor_events(const cairn_world* world, cairn_shape_id shape);
bool cairn_shape_set_contact_events(cairn_world* world, cairn_shape_id shape, bool report);
bool cairn_shape_set_hit_events(cairn_world* world, cairn_shape_id shape, bool report);
bool cairn_shape_set_sensor_events(cairn_world* world, cairn_shape_id shape, bool noticed);
bool cairn_shape_is_sensor(const cairn_world* world, cairn_shape_id shape);
int cairn_shape_sensor_overlaps(const cairn_world* world, cairn_shape_id sensor, cairn_shape_id* out, int outCapacity);
cairn_aabb cairn_shape_bounds(const cairn_world* world, cairn_shape_id shape);
uint64_t cairn_shape_user_data(const cairn_world* world, cairn_shape_id shape);
bool cairn_shape_set_user_data(cairn_world* world, cairn_shape_id shape, uint64_t value);

// Joints.
cairn_joint_id cairn_create_ball_joint(cairn_world* world, const cairn_ball_joint_def* def);
cairn_joint_id cairn_create_hinge_joint(cairn_world* world, const cairn_hinge_joint_def* def);
cairn_joint_id cairn_create_slider_joint(cairn_world* world, const cairn_slider_joint_def* def);
cairn_joint_id cairn_create_distance_joint(cairn_world* world, const cairn_distance_joint_def* def);
cairn_joint_id cairn_create_weld_joint(cairn_world* world, const cairn_weld_joint_def* def);
cairn_joint_id cairn_create_wheel_joint(cairn_world* world, const cairn_wheel_joint_def* def);
cairn_joint_id cairn_create_motor_joint(cairn_world* world, const cairn_motor_joint_def* def);
cairn_joint_id cairn_create_upright_joint(cairn_world* world, const cairn_upright_joint_def* def);
cairn_joint_id cairn_create_gear_joint(cairn_world* world, const cairn_gear_joint_def* def);
cairn_joint_id cairn_create_pulley_joint(cairn_world* world, const cairn_pulley_joint_def* def);
cairn_joint_id cairn_create_six_degree_joint(cairn_world* world, const cairn_six_degree_joint_def* def);
bool cairn_destroy_joint(cairn_world* world, cairn_joint_id joint);
bool cairn_joint_is_valid(const cairn_world* world, cairn_joint_id joint);
cairn_joint_kind cairn_joint_get_kind(const cairn_world* world, cairn_joint_id joint);
cairn_ball_joint_def cairn_joint_ball_definition(const cairn_world* world, cairn_joint_id joint);
cairn_hinge_joint_def cairn_joint_hinge_definition(const cairn_world* world, cairn_joint_id joint);
cairn_slider_joint_def cairn_joint_slider_definition(const cairn_world* world, cairn_joint_id joint);
cairn_distance_joint_def cairn_joint_distance_definition(const cairn_world* world, cairn_joint_id joint);
cairn_weld_joint_def cairn_joint_weld_definition(const cairn_world* world, cairn_joint_id joint);
cairn_wheel_joint_def cairn_joint_wheel_definition(const cairn_world* world, cairn_joint_id joint);
cairn_motor_joint_def cairn_joint_motor_definition(const cairn_world* world, cairn_joint_id joint);
cairn_upright_joint_def cairn_joint_upright_definition(const cairn_world* world, cairn_joint_id joint);
cairn_gear_joint_def cairn_joint_gear_definition(const cairn_world* world, cairn_joint_id joint);
cairn_pulley_joint_def cairn_joint_pulley_definition(const cairn_world* world, cairn_joint_id joint);
cairn_six_degree_joint_def cairn_joint_six_degree_definition(const cairn_world* world, cairn_joint_id joint);
bool cairn_joint_set_ball_definition(cairn_world* world, cairn_joint_id joint, const cairn_ball_joint_def* def);
bool cairn_joint_set_hinge_definition(cairn_world* world, cairn_joint_id joint, const cairn_hinge_joint_def* def);
bool cairn_joint_set_slider_definition(cairn_world* world, cairn_joint_id joint, const cairn_slider_joint_def* def);
bool cairn_joint_set_distance_definition(cairn_world* world, cairn_joint_id joint, const cairn_distance_joint_def* def);
bool cairn_joint_set_weld_definition(cairn_world* world, cairn_joint_id joint, const cairn_weld_joint_def* def);
bool cairn_joint_set_wheel_definition(cairn_world* world, cairn_joint_id joint, const cairn_wheel_joint_def* def);
bool cairn_joint_set_motor_definition(cairn_world* world, cairn_joint_id joint, const cairn_motor_joint_def* def);
bool cairn_joint_set_upright_definition(cairn_world* world, cairn_joint_id joint, const cairn_upright_joint_def* def);
bool cairn_joint_set_gear_definition(cairn_world* world, cairn_joint_id joint, const cairn_gear_joint_def* def);
bool cairn_joint_set_pulley_definition(cairn_world* world, cairn_joint_id joint, const cairn_pulley_joint_def* def);
bool cairn_joint_set_six_degree_definition(cairn_world* world, cairn_joint_id joint,
                                           const cairn_six_degree_joint_def* def);
bool cairn_joint_set_limits(cairn_world* world, cairn_joint_id joint, const cairn_joint_limits* limits);
bool cairn_joint_set_motor(cairn_world* world, cairn_joint_id joint, const cairn_joint_motor* motor);
bool cairn_joint_set_spring(cairn_world* world, cairn_joint_id joint, const cairn_joint_spring* spring);
cairn_body_id cairn_joint_body_a(const cairn_world* world, cairn_joint_id joint);
cairn_body_id cairn_joint_body_b(const cairn_world* world, cairn_joint_id joint);
cairn_particle_id cairn_joint_particle_a(const cairn_world* world, cairn_joint_id joint);
cairn_particle_id cairn_joint_particle_b(const cairn_world* world, cairn_joint_id joint);
uint64_t cairn_joint_user_data(const cairn_world* world, cairn_joint_id joint);
bool cairn_joint_set_user_data(cairn_world* world, cairn_joint_id joint, uint64_t value);
cairn_vec3 cairn_joint_force(const cairn_world* world, cairn_joint_id joint);
cairn_vec3 cairn_joint_torque(const cairn_world* world, cairn_joint_id joint);
float cairn_joint_translation(const cairn_world* world, cairn_joint_id joint, int axis);
float cairn_joint_angle(const cairn_world* world, cairn_joint_id joint, int axis);
float cairn_joint_swing(const cairn_world* world, cairn_joint_id joint);
float cairn_joint_length(const cairn_world* world, cairn_joint_id joint);
cairn_joint_error cairn_joint_get_error(const cairn_world* world, cairn_joint_id joint);
cairn_joint_id cairn_joint_next_joint(const cairn_world* world, cairn_joint_id joint, cairn_body_id body);

// Particles.
bool cairn_destroy_particle(cairn_world* world, cairn_particle_id particle);
bool cairn_particle_is_valid(const cairn_world* world, cairn_particle_id particle);
bool cairn_particle_is_enabled(const cairn_world* world, cairn_particle_id particle);
bool cairn_particle_set_enabled(cairn_world* world, cairn_particle_id particle, bool enabled);
cairn_dvec3 cairn_particle_position(const cairn_world* world, cairn_particle_id particle);
bool cairn_particle_set_position(cairn_world* world, cairn_particle_id particle, cairn_dvec3 position);
cairn_vec3 cairn_particle_velocity(const cairn_world* world, cairn_particle_id particle);
bool cairn_particle_set_velocity(cairn_world* world, cairn_particle_id particle, cairn_vec3 velocity);
bool cairn_particle_apply_force(cairn_world* world, cairn_particle_id particle, cairn_vec3 force);
bool cairn_particle_apply_impulse(cairn_world* world, cairn_particle_id particle, cairn_vec3 impulse);
bool cairn_particle_is_awake(const cairn_world* world, cairn_particle_id particle);
bool cairn_particle_set_awake(cairn_world* world, cairn_particle_id particle, bool awake);
cairn_particle_def cairn_particle_definition(const cairn_world* world, cairn_particle_id particle);
bool cairn_particle_set_definition(cairn_world* world, cairn_particle_id particle, const cairn_particle_def* def);
int cairn_particle_contacts(const cairn_world* world, cairn_particle_id particle, cairn_contact_info* out,
                            int outCapacity);
cairn_joint_link cairn_particle_joint_link(const cairn_world* world, cairn_particle_id particle, cairn_body_id body,
                                           cairn_dvec3 anchor);
cairn_joint_id cairn_particle_first_joint(const cairn_world* world, cairn_particle_id particle);
cairn_joint_id cairn_particle_next_joint(const cairn_world* world, cairn_particle_id particle, cairn_joint_id joint);

// Queries.
cairn_query_hit cairn_world_cast_ray(const cairn_world* world, const cairn_ray_query* ray,
                                     const cairn_query_filter* filter, cairn_query_mode mode);
int cairn_world_cast_ray_all(const cairn_world* world, const cairn_ray_query* ray, cairn_query_hit* out,
                             int outCapacity, const cairn_query_filter* filter);
cairn_query_hit cairn_world_cast_shape(const cairn_world* world, const cairn_shape_query* shape,
                                       const cairn_query_filter* filter, cairn_query_mode mode);
int cairn_world_cast_shape_all(const cairn_world* world, const cairn_shape_query* shape, cairn_query_hit* out,
                               int outCapacity, const cairn_query_filter* filter);
cairn_query_hit cairn_world_overlap_shape(const cairn_world* world, const cairn_shape_query* shape,
                                          const cairn_query_filter* filter);
int cairn_world_overlap_shape_all(const cairn_world* world, const cairn_shape_query* shape, cairn_query_hit* out,
                                  int outCapacity, const cairn_query_filter* filter);
cairn_query_hit cairn_world_overlap_point(const cairn_world* world, cairn_dvec3 point,
                                          const cairn_query_filter* filter);
int cairn_world_overlap_point_all(const cairn_world* world, cairn_dvec3 point, cairn_query_hit* out, int outCapacity,
                                  const cairn_query_filter* filter);
int cairn_world_overlap_box_all(const cairn_world* world, cairn_dvec3 lower, cairn_dvec3 upper, cairn_query_hit* out,
                                int outCapacity, const cairn_query_filter* filter);
cairn_query_hit cairn_world_closest_to_point(const cairn_world* world, cairn_dvec3 point, float maxDistance,
                                             const cairn_query_filter* filter);
int cairn_world_closest_to_point_all(const cairn_world* world, cairn_dvec3 point, float maxDistance,
                                     cairn_query_hit* out, int outCapacity, const cairn_query_filter* filter);
cairn_query_hit cairn_world_closest_to_shape(const cairn_world* world, const cairn_shape_query* shape,
                                             float maxDistance, const cairn_query_filter* filter);
int cairn_world_closest_to_shape_all(const cairn_world* world, const cairn_shape_query* shape, float maxDistance,
                                     cairn_query_hit* out, int outCapacity, const cairn_query_filter* filter);
int cairn_world_collide_mover(const cairn_world* world, const cairn_mover_capsule* mover, cairn_dvec3 position,
                              float reach, cairn_mover_plane* planes, int planesCapacity,
                              const cairn_query_filter* filter, cairn_shape_id* shapes, int shapesCapacity);
cairn_mover_move cairn_world_slide_mover(const cairn_world* world, const cairn_mover_capsule* mover,
                                         cairn_dvec3 position, cairn_vec3 translation, cairn_vec3 velocity,
                                         const cairn_query_filter* filter);

#ifdef __cplusplus
}
#endif
