// The structs of the C interface have the layout of their C++ originals; and their defaults.
// Written by tools/make_c_api.py from world.h and what it includes: run it after a change there.

#include "world/c_api.h"

#include <cstddef>

namespace {
using namespace cairn;

#define SIZE(C, Cpp) static_assert(sizeof(C) == sizeof(Cpp) && alignof(C) == alignof(Cpp))
#define FIELD(C, Cpp, name) static_assert(offsetof(C, name) == offsetof(Cpp, name))
SIZE(cairn_vec3, Vec3);
SIZE(cairn_dvec3, DVec3);
SIZE(cairn_quat, Quat);
SIZE(cairn_transform, Transform);
SIZE(cairn_world_transform, WorldTransform);
SIZE(cairn_aabb, Aabb);
SIZE(cairn_sym33, Sym33);
SIZE(cairn_body_id, BodyId);
SIZE(cairn_shape_id, ShapeId);
SIZE(cairn_joint_id, JointId);
SIZE(cairn_particle_id, ParticleId);
SIZE(cairn_shape, Shape);
SIZE(cairn_record_sink, RecordSink);
SIZE(cairn_mass_properties, MassProperties);
FIELD(cairn_mass_properties, MassProperties, mass);
FIELD(cairn_mass_properties, MassProperties, center);
FIELD(cairn_mass_properties, MassProperties, inertia);
SIZE(cairn_solver_recipe, SolverRecipe);
FIELD(cairn_solver_recipe, SolverRecipe, schedule);
FIELD(cairn_solver_recipe, SolverRecipe, cells);
FIELD(cairn_solver_recipe, SolverRecipe, writes);
FIELD(cairn_solver_recipe, SolverRecipe, bias);
FIELD(cairn_solver_recipe, SolverRecipe, seed);
FIELD(cairn_solver_recipe, SolverRecipe, cellLinks);
FIELD(cairn_solver_recipe, SolverRecipe, cellExtent);
FIELD(cairn_solver_recipe, SolverRecipe, substeps);
FIELD(cairn_solver_recipe, SolverRecipe, iterations);
FIELD(cairn_solver_recipe, SolverRecipe, relaxIterations);
FIELD(cairn_solver_recipe, SolverRecipe, positionIterations);
FIELD(cairn_solver_recipe, SolverRecipe, beta);
FIELD(cairn_solver_recipe, SolverRecipe, slop);
FIELD(cairn_solver_recipe, SolverRecipe, maxBias);
FIELD(cairn_solver_recipe, SolverRecipe, compliance);
FIELD(cairn_solver_recipe, SolverRecipe, warmStart);
FIELD(cairn_solver_recipe, SolverRecipe, relaxation);
FIELD(cairn_solver_recipe, SolverRecipe, eta);
FIELD(cairn_solver_recipe, SolverRecipe, massGain);
FIELD(cairn_solver_recipe, SolverRecipe, massTaper);
FIELD(cairn_solver_recipe, SolverRecipe, inertiaGain);
FIELD(cairn_solver_recipe, SolverRecipe, inertiaTaper);
FIELD(cairn_solver_recipe, SolverRecipe, gainHeight);
FIELD(cairn_solver_recipe, SolverRecipe, massRatio);
FIELD(cairn_solver_recipe, SolverRecipe, restDamping);
FIELD(cairn_solver_recipe, SolverRecipe, restSpeed);
FIELD(cairn_solver_recipe, SolverRecipe, shock);
FIELD(cairn_solver_recipe, SolverRecipe, naiveClamping);
FIELD(cairn_solver_recipe, SolverRecipe, blockNormals);
FIELD(cairn_solver_recipe, SolverRecipe, directJoints);
FIELD(cairn_solver_recipe, SolverRecipe, aggressiveSleep);
SIZE(cairn_motion_locks, MotionLocks);
FIELD(cairn_motion_locks, MotionLocks, linearX);
FIELD(cairn_motion_locks, MotionLocks, linearY);
FIELD(cairn_motion_locks, MotionLocks, linearZ);
FIELD(cairn_motion_locks, MotionLocks, angularX);
FIELD(cairn_motion_locks, MotionLocks, angularY);
FIELD(cairn_motion_locks, MotionLocks, angularZ);
SIZE(cairn_body_def, BodyDef);
FIELD(cairn_body_def, BodyDef, type);
FIELD(cairn_body_def, BodyDef, position);
FIELD(cairn_body_def, BodyDef, rotation);
FIELD(cairn_body_def, BodyDef, linearVelocity);
FIELD(cairn_body_def, BodyDef, angularVelocity);
FIELD(cairn_body_def, BodyDef, mass);
FIELD(cairn_body_def, BodyDef, linearDamping);
FIELD(cairn_body_def, BodyDef, angularDamping);
FIELD(cairn_body_def, BodyDef, gravityScale);
FIELD(cairn_body_def, BodyDef, maxLinearSpeed);
FIELD(cairn_body_def, BodyDef, maxAngularSpeed);
FIELD(cairn_body_def, BodyDef, locks);
FIELD(cairn_body_def, BodyDef, gyroscopic);
FIELD(cairn_body_def, BodyDef, enabled);
FIELD(cairn_body_def, BodyDef, bullet);
FIELD(cairn_body_def, BodyDef, awake);
FIELD(cairn_body_def, BodyDef, allowSleep);
FIELD(cairn_body_def, BodyDef, sleepSpeed);
FIELD(cairn_body_def, BodyDef, userData);
SIZE(cairn_material, Material);
FIELD(cairn_material, Material, friction);
FIELD(cairn_material, Material, restitution);
FIELD(cairn_material, Material, rollingResistance);
FIELD(cairn_material, Material, spinningResistance);
FIELD(cairn_material, Material, surfaceVelocity);
FIELD(cairn_material, Material, hertz);
FIELD(cairn_material, Material, dampingRatio);
FIELD(cairn_material, Material, frictionRule);
FIELD(cairn_material, Material, restitutionRule);
FIELD(cairn_material, Material, userData);
SIZE(cairn_filter, Filter);
FIELD(cairn_filter, Filter, category);
FIELD(cairn_filter, Filter, mask);
FIELD(cairn_filter, Filter, group);
SIZE(cairn_shape_def, ShapeDef);
FIELD(cairn_shape_def, ShapeDef, pose);
FIELD(cairn_shape_def, ShapeDef, density);
FIELD(cairn_shape_def, ShapeDef, material);
FIELD(cairn_shape_def, ShapeDef, filter);
FIELD(cairn_shape_def, ShapeDef, contactEvents);
FIELD(cairn_shape_def, ShapeDef, hitEvents);
FIELD(cairn_shape_def, ShapeDef, sensorEvents);
FIELD(cairn_shape_def, ShapeDef, sensor);
FIELD(cairn_shape_def, ShapeDef, sensesStatic);
FIELD(cairn_shape_def, ShapeDef, userData);
SIZE(cairn_particle_def, ParticleDef);
FIELD(cairn_particle_def, ParticleDef, position);
FIELD(cairn_particle_def, ParticleDef, velocity);
FIELD(cairn_particle_def, ParticleDef, mass);
FIELD(cairn_particle_def, ParticleDef, radius);
FIELD(cairn_particle_def, ParticleDef, gravityScale);
FIELD(cairn_particle_def, ParticleDef, damping);
FIELD(cairn_particle_def, ParticleDef, friction);
FIELD(cairn_particle_def, ParticleDef, restitution);
FIELD(cairn_particle_def, ParticleDef, filter);
FIELD(cairn_particle_def, ParticleDef, awake);
FIELD(cairn_particle_def, ParticleDef, allowSleep);
FIELD(cairn_particle_def, ParticleDef, userData);
SIZE(cairn_world_def, WorldDef);
FIELD(cairn_world_def, WorldDef, gravity);
FIELD(cairn_world_def, WorldDef, substeps);
FIELD(cairn_world_def, WorldDef, contactHertz);
FIELD(cairn_world_def, WorldDef, contactDampingRatio);
FIELD(cairn_world_def, WorldDef, maxPushSpeed);
FIELD(cairn_world_def, WorldDef, restitutionThreshold);
FIELD(cairn_world_def, WorldDef, hitSpeed);
FIELD(cairn_world_def, WorldDef, enableSleep);
FIELD(cairn_world_def, WorldDef, sleepSingly);
FIELD(cairn_world_def, WorldDef, continuous);
FIELD(cairn_world_def, WorldDef, directJoints);
FIELD(cairn_world_def, WorldDef, solver);
FIELD(cairn_world_def, WorldDef, tasks);
SIZE(cairn_joint_link, JointLink);
FIELD(cairn_joint_link, JointLink, bodyA);
FIELD(cairn_joint_link, JointLink, bodyB);
FIELD(cairn_joint_link, JointLink, particleA);
FIELD(cairn_joint_link, JointLink, particleB);
FIELD(cairn_joint_link, JointLink, frameA);
FIELD(cairn_joint_link, JointLink, frameB);
FIELD(cairn_joint_link, JointLink, collideConnected);
FIELD(cairn_joint_link, JointLink, breakForce);
FIELD(cairn_joint_link, JointLink, breakTorque);
FIELD(cairn_joint_link, JointLink, hertz);
FIELD(cairn_joint_link, JointLink, dampingRatio);
FIELD(cairn_joint_link, JointLink, direct);
FIELD(cairn_joint_link, JointLink, userData);
SIZE(cairn_joint_limits, JointLimits);
FIELD(cairn_joint_limits, JointLimits, enabled);
FIELD(cairn_joint_limits, JointLimits, lower);
FIELD(cairn_joint_limits, JointLimits, upper);
SIZE(cairn_joint_motor, JointMotor);
FIELD(cairn_joint_motor, JointMotor, enabled);
FIELD(cairn_joint_motor, JointMotor, speed);
FIELD(cairn_joint_motor, JointMotor, maxForce);
SIZE(cairn_joint_spring, JointSpring);
FIELD(cairn_joint_spring, JointSpring, enabled);
FIELD(cairn_joint_spring, JointSpring, hertz);
FIELD(cairn_joint_spring, JointSpring, dampingRatio);
FIELD(cairn_joint_spring, JointSpring, target);
SIZE(cairn_ball_joint_def, BallJointDef);
FIELD(cairn_ball_joint_def, BallJointDef, link);
FIELD(cairn_ball_joint_def, BallJointDef, coneEnabled);
FIELD(cairn_ball_joint_def, BallJointDef, coneAngle);
FIELD(cairn_ball_joint_def, BallJointDef, twist);
FIELD(cairn_ball_joint_def, BallJointDef, frictionTorque);
FIELD(cairn_ball_joint_def, BallJointDef, drive);
FIELD(cairn_ball_joint_def, BallJointDef, rotation);
FIELD(cairn_ball_joint_def, BallJointDef, maxDriveTorque);
SIZE(cairn_hinge_joint_def, HingeJointDef);
FIELD(cairn_hinge_joint_def, HingeJointDef, link);
FIELD(cairn_hinge_joint_def, HingeJointDef, limits);
FIELD(cairn_hinge_joint_def, HingeJointDef, motor);
FIELD(cairn_hinge_joint_def, HingeJointDef, spring);
SIZE(cairn_slider_joint_def, SliderJointDef);
FIELD(cairn_slider_joint_def, SliderJointDef, link);
FIELD(cairn_slider_joint_def, SliderJointDef, limits);
FIELD(cairn_slider_joint_def, SliderJointDef, motor);
FIELD(cairn_slider_joint_def, SliderJointDef, spring);
SIZE(cairn_distance_joint_def, DistanceJointDef);
FIELD(cairn_distance_joint_def, DistanceJointDef, link);
FIELD(cairn_distance_joint_def, DistanceJointDef, length);
FIELD(cairn_distance_joint_def, DistanceJointDef, limits);
FIELD(cairn_distance_joint_def, DistanceJointDef, motor);
FIELD(cairn_distance_joint_def, DistanceJointDef, spring);
SIZE(cairn_weld_joint_def, WeldJointDef);
FIELD(cairn_weld_joint_def, WeldJointDef, link);
FIELD(cairn_weld_joint_def, WeldJointDef, linearHertz);
FIELD(cairn_weld_joint_def, WeldJointDef, linearDampingRatio);
FIELD(cairn_weld_joint_def, WeldJointDef, angularHertz);
FIELD(cairn_weld_joint_def, WeldJointDef, angularDampingRatio);
SIZE(cairn_wheel_joint_def, WheelJointDef);
FIELD(cairn_wheel_joint_def, WheelJointDef, link);
FIELD(cairn_wheel_joint_def, WheelJointDef, suspension);
FIELD(cairn_wheel_joint_def, WheelJointDef, travel);
FIELD(cairn_wheel_joint_def, WheelJointDef, drive);
FIELD(cairn_wheel_joint_def, WheelJointDef, steering);
FIELD(cairn_wheel_joint_def, WheelJointDef, steerHertz);
FIELD(cairn_wheel_joint_def, WheelJointDef, steerDampingRatio);
FIELD(cairn_wheel_joint_def, WheelJointDef, maxSteerTorque);
SIZE(cairn_motor_joint_def, MotorJointDef);
FIELD(cairn_motor_joint_def, MotorJointDef, link);
FIELD(cairn_motor_joint_def, MotorJointDef, maxForce);
FIELD(cairn_motor_joint_def, MotorJointDef, maxTorque);
FIELD(cairn_motor_joint_def, MotorJointDef, linearHertz);
FIELD(cairn_motor_joint_def, MotorJointDef, linearDampingRatio);
FIELD(cairn_motor_joint_def, MotorJointDef, angularHertz);
FIELD(cairn_motor_joint_def, MotorJointDef, angularDampingRatio);
SIZE(cairn_upright_joint_def, UprightJointDef);
FIELD(cairn_upright_joint_def, UprightJointDef, link);
FIELD(cairn_upright_joint_def, UprightJointDef, hertz);
FIELD(cairn_upright_joint_def, UprightJointDef, dampingRatio);
FIELD(cairn_upright_joint_def, UprightJointDef, maxTorque);
SIZE(cairn_gear_joint_def, GearJointDef);
FIELD(cairn_gear_joint_def, GearJointDef, link);
FIELD(cairn_gear_joint_def, GearJointDef, ratio);
SIZE(cairn_pulley_joint_def, PulleyJointDef);
FIELD(cairn_pulley_joint_def, PulleyJointDef, link);
FIELD(cairn_pulley_joint_def, PulleyJointDef, wheelA);
FIELD(cairn_pulley_joint_def, PulleyJointDef, wheelB);
FIELD(cairn_pulley_joint_def, PulleyJointDef, ratio);
FIELD(cairn_pulley_joint_def, PulleyJointDef, length);
SIZE(cairn_joint_axis, JointAxis);
FIELD(cairn_joint_axis, JointAxis, mode);
FIELD(cairn_joint_axis, JointAxis, lower);
FIELD(cairn_joint_axis, JointAxis, upper);
FIELD(cairn_joint_axis, JointAxis, motor);
FIELD(cairn_joint_axis, JointAxis, spring);
SIZE(cairn_six_degree_joint_def, SixDegreeJointDef);
FIELD(cairn_six_degree_joint_def, SixDegreeJointDef, link);
FIELD(cairn_six_degree_joint_def, SixDegreeJointDef, linear);
FIELD(cairn_six_degree_joint_def, SixDegreeJointDef, angular);
SIZE(cairn_joint_break_event, JointBreakEvent);
FIELD(cairn_joint_break_event, JointBreakEvent, joint);
FIELD(cairn_joint_break_event, JointBreakEvent, bodyA);
FIELD(cairn_joint_break_event, JointBreakEvent, bodyB);
FIELD(cairn_joint_break_event, JointBreakEvent, particleA);
FIELD(cairn_joint_break_event, JointBreakEvent, particleB);
FIELD(cairn_joint_break_event, JointBreakEvent, force);
FIELD(cairn_joint_break_event, JointBreakEvent, torque);
FIELD(cairn_joint_break_event, JointBreakEvent, userData);
SIZE(cairn_joint_error, JointError);
FIELD(cairn_joint_error, JointError, linear);
FIELD(cairn_joint_error, JointError, angular);
SIZE(cairn_contact_begin_event, ContactBeginEvent);
FIELD(cairn_contact_begin_event, ContactBeginEvent, shapeA);
FIELD(cairn_contact_begin_event, ContactBeginEvent, shapeB);
SIZE(cairn_contact_end_event, ContactEndEvent);
FIELD(cairn_contact_end_event, ContactEndEvent, shapeA);
FIELD(cairn_contact_end_event, ContactEndEvent, shapeB);
SIZE(cairn_contact_hit_event, ContactHitEvent);
FIELD(cairn_contact_hit_event, ContactHitEvent, shapeA);
FIELD(cairn_contact_hit_event, ContactHitEvent, shapeB);
FIELD(cairn_contact_hit_event, ContactHitEvent, point);
FIELD(cairn_contact_hit_event, ContactHitEvent, normal);
FIELD(cairn_contact_hit_event, ContactHitEvent, approachSpeed);
FIELD(cairn_contact_hit_event, ContactHitEvent, impulse);
SIZE(cairn_sensor_begin_event, SensorBeginEvent);
FIELD(cairn_sensor_begin_event, SensorBeginEvent, sensor);
FIELD(cairn_sensor_begin_event, SensorBeginEvent, visitor);
SIZE(cairn_sensor_end_event, SensorEndEvent);
FIELD(cairn_sensor_end_event, SensorEndEvent, sensor);
FIELD(cairn_sensor_end_event, SensorEndEvent, visitor);
SIZE(cairn_sleep_event, SleepEvent);
FIELD(cairn_sleep_event, SleepEvent, body);
FIELD(cairn_sleep_event, SleepEvent, awake);
SIZE(cairn_quarantine_event, QuarantineEvent);
FIELD(cairn_quarantine_event, QuarantineEvent, body);
FIELD(cairn_quarantine_event, QuarantineEvent, disabled);
FIELD(cairn_quarantine_event, QuarantineEvent, particle);
SIZE(cairn_world_events, WorldEvents);
FIELD(cairn_world_events, WorldEvents, contactBegins);
FIELD(cairn_world_events, WorldEvents, contactEnds);
FIELD(cairn_world_events, WorldEvents, hits);
FIELD(cairn_world_events, WorldEvents, sensorBegins);
FIELD(cairn_world_events, WorldEvents, sensorEnds);
FIELD(cairn_world_events, WorldEvents, sleeps);
FIELD(cairn_world_events, WorldEvents, jointBreaks);
FIELD(cairn_world_events, WorldEvents, quarantines);
SIZE(cairn_body_move_event, BodyMoveEvent);
FIELD(cairn_body_move_event, BodyMoveEvent, body);
FIELD(cairn_body_move_event, BodyMoveEvent, pose);
FIELD(cairn_body_move_event, BodyMoveEvent, userData);
FIELD(cairn_body_move_event, BodyMoveEvent, fellAsleep);
SIZE(cairn_contact_point, ContactPoint);
FIELD(cairn_contact_point, ContactPoint, position);
FIELD(cairn_contact_point, ContactPoint, separation);
FIELD(cairn_contact_point, ContactPoint, impulse);
SIZE(cairn_contact_info, ContactInfo);
FIELD(cairn_contact_info, ContactInfo, shapeA);
FIELD(cairn_contact_info, ContactInfo, shapeB);
FIELD(cairn_contact_info, ContactInfo, normal);
FIELD(cairn_contact_info, ContactInfo, pointCount);
FIELD(cairn_contact_info, ContactInfo, points);
FIELD(cairn_contact_info, ContactInfo, frictionImpulse);
FIELD(cairn_contact_info, ContactInfo, friction);
FIELD(cairn_contact_info, ContactInfo, restitution);
SIZE(cairn_stage_time, StageTime);
FIELD(cairn_stage_time, StageTime, name);
FIELD(cairn_stage_time, StageTime, milliseconds);
SIZE(cairn_step_profile, StepProfile);
FIELD(cairn_step_profile, StepProfile, stages);
FIELD(cairn_step_profile, StepProfile, stageCount);
FIELD(cairn_step_profile, StepProfile, milliseconds);
SIZE(cairn_world_counts, WorldCounts);
FIELD(cairn_world_counts, WorldCounts, bodies);
FIELD(cairn_world_counts, WorldCounts, particles);
FIELD(cairn_world_counts, WorldCounts, awakeBodies);
FIELD(cairn_world_counts, WorldCounts, shapes);
FIELD(cairn_world_counts, WorldCounts, pairs);
FIELD(cairn_world_counts, WorldCounts, contacts);
FIELD(cairn_world_counts, WorldCounts, patches);
FIELD(cairn_world_counts, WorldCounts, points);
FIELD(cairn_world_counts, WorldCounts, colours);
SIZE(cairn_world_measures, WorldMeasures);
FIELD(cairn_world_measures, WorldMeasures, kineticEnergy);
FIELD(cairn_world_measures, WorldMeasures, potentialEnergy);
FIELD(cairn_world_measures, WorldMeasures, maxSpeed);
FIELD(cairn_world_measures, WorldMeasures, meanSpeed);
FIELD(cairn_world_measures, WorldMeasures, maxPenetration);
FIELD(cairn_world_measures, WorldMeasures, meanPenetration);
SIZE(cairn_residual_meter_def, ResidualMeterDef);
FIELD(cairn_residual_meter_def, ResidualMeterDef, enabled);
FIELD(cairn_residual_meter_def, ResidualMeterDef, sweepTolerance);
SIZE(cairn_step_residuals, StepResiduals);
FIELD(cairn_step_residuals, StepResiduals, measured);
FIELD(cairn_step_residuals, StepResiduals, rows);
FIELD(cairn_step_residuals, StepResiduals, contactMax);
FIELD(cairn_step_residuals, StepResiduals, contactRms);
FIELD(cairn_step_residuals, StepResiduals, frictionMax);
FIELD(cairn_step_residuals, StepResiduals, frictionRms);
FIELD(cairn_step_residuals, StepResiduals, jointMax);
FIELD(cairn_step_residuals, StepResiduals, jointRms);
FIELD(cairn_step_residuals, StepResiduals, jointLinearError);
FIELD(cairn_step_residuals, StepResiduals, jointAngularError);
FIELD(cairn_step_residuals, StepResiduals, maxPenetration);
FIELD(cairn_step_residuals, StepResiduals, meanPenetration);
FIELD(cairn_step_residuals, StepResiduals, energy);
FIELD(cairn_step_residuals, StepResiduals, energyChange);
FIELD(cairn_step_residuals, StepResiduals, momentumError);
FIELD(cairn_step_residuals, StepResiduals, sweeps);
SIZE(cairn_mover_plane, MoverPlane);
FIELD(cairn_mover_plane, MoverPlane, normal);
FIELD(cairn_mover_plane, MoverPlane, offset);
FIELD(cairn_mover_plane, MoverPlane, pushLimit);
FIELD(cairn_mover_plane, MoverPlane, clipVelocity);
FIELD(cairn_mover_plane, MoverPlane, push);
FIELD(cairn_mover_plane, MoverPlane, child);
SIZE(cairn_mover_capsule, MoverCapsule);
FIELD(cairn_mover_capsule, MoverCapsule, center1);
FIELD(cairn_mover_capsule, MoverCapsule, center2);
FIELD(cairn_mover_capsule, MoverCapsule, radius);
SIZE(cairn_query_hit, QueryHit);
FIELD(cairn_query_hit, QueryHit, shape);
FIELD(cairn_query_hit, QueryHit, body);
FIELD(cairn_query_hit, QueryHit, point);
FIELD(cairn_query_hit, QueryHit, normal);
FIELD(cairn_query_hit, QueryHit, fraction);
FIELD(cairn_query_hit, QueryHit, distance);
FIELD(cairn_query_hit, QueryHit, child);
FIELD(cairn_query_hit, QueryHit, initialOverlap);
SIZE(cairn_query_filter, QueryFilter);
FIELD(cairn_query_filter, QueryFilter, category);
FIELD(cairn_query_filter, QueryFilter, mask);
FIELD(cairn_query_filter, QueryFilter, fixed);
FIELD(cairn_query_filter, QueryFilter, moving);
FIELD(cairn_query_filter, QueryFilter, sensors);
FIELD(cairn_query_filter, QueryFilter, ignore);
FIELD(cairn_query_filter, QueryFilter, accept);
FIELD(cairn_query_filter, QueryFilter, judge);
FIELD(cairn_query_filter, QueryFilter, context);
SIZE(cairn_ray_query, RayQuery);
FIELD(cairn_ray_query, RayQuery, origin);
FIELD(cairn_ray_query, RayQuery, translation);
SIZE(cairn_shape_query, ShapeQuery);
FIELD(cairn_shape_query, ShapeQuery, shape);
FIELD(cairn_shape_query, ShapeQuery, pose);
FIELD(cairn_shape_query, ShapeQuery, translation);
SIZE(cairn_mover_move, MoverMove);
FIELD(cairn_mover_move, MoverMove, position);
FIELD(cairn_mover_move, MoverMove, velocity);
FIELD(cairn_mover_move, MoverMove, touched);
} // namespace

extern "C" {

cairn_solver_recipe cairn_default_solver_recipe(void) { return toC<cairn_solver_recipe>(SolverRecipe{}); }
cairn_body_def cairn_default_body_def(void) { return toC<cairn_body_def>(BodyDef{}); }
cairn_material cairn_default_material(void) { return toC<cairn_material>(Material{}); }
cairn_filter cairn_default_filter(void) { return toC<cairn_filter>(Filter{}); }
cairn_shape_def cairn_default_shape_def(void) { return toC<cairn_shape_def>(ShapeDef{}); }
cairn_particle_def cairn_default_particle_def(void) { return toC<cairn_particle_def>(ParticleDef{}); }
cairn_world_def cairn_default_world_def(void) { return toC<cairn_world_def>(WorldDef{}); }
cairn_joint_link cairn_default_joint_link(void) { return toC<cairn_joint_link>(JointLink{}); }
cairn_ball_joint_def cairn_default_ball_joint_def(void) { return toC<cairn_ball_joint_def>(BallJointDef{}); }
cairn_hinge_joint_def cairn_default_hinge_joint_def(void) { return toC<cairn_hinge_joint_def>(HingeJointDef{}); }
cairn_slider_joint_def cairn_default_slider_joint_def(void) { return toC<cairn_slider_joint_def>(SliderJointDef{}); }
cairn_distance_joint_def cairn_default_distance_joint_def(void) {
    return toC<cairn_distance_joint_def>(DistanceJointDef{});
}
cairn_weld_joint_def cairn_default_weld_joint_def(void) { return toC<cairn_weld_joint_def>(WeldJointDef{}); }
cairn_wheel_joint_def cairn_default_wheel_joint_def(void) { return toC<cairn_wheel_joint_def>(WheelJointDef{}); }
cairn_motor_joint_def cairn_default_motor_joint_def(void) { return toC<cairn_motor_joint_def>(MotorJointDef{}); }
cairn_upright_joint_def cairn_default_upright_joint_def(void) {
    return toC<cairn_upright_joint_def>(UprightJointDef{});
}
cairn_gear_joint_def cairn_default_gear_joint_def(void) { return toC<cairn_gear_joint_def>(GearJointDef{}); }
cairn_pulley_joint_def cairn_default_pulley_joint_def(void) { return toC<cairn_pulley_joint_def>(PulleyJointDef{}); }
cairn_six_degree_joint_def cairn_default_six_degree_joint_def(void) {
    return toC<cairn_six_degree_joint_def>(SixDegreeJointDef{});
}
cairn_residual_meter_def cairn_default_residual_meter_def(void) {
    return toC<cairn_residual_meter_def>(ResidualMeterDef{});
}
cairn_query_filter cairn_default_query_filter(void) { return toC<cairn_query_filter>(QueryFilter{}); }
cairn_shape_query cairn_default_shape_query(void) { return toC<cairn_shape_query>(ShapeQuery{}); }
}
