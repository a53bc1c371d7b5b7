// The plain data of the C interface: the structs and enumerations of C++, under C names.
// Written by tools/make_c_api.py from world.h and what it includes: run it after a change there.

#pragma once

#include <cairn/c_data.h>

typedef uint8_t cairn_solver_schedule;
enum {
    CAIRN_SOLVER_SCHEDULE_COLOURS,
    CAIRN_SOLVER_SCHEDULE_SERIAL,
    CAIRN_SOLVER_SCHEDULE_SHUFFLED,
    CAIRN_SOLVER_SCHEDULE_CELLS,
    CAIRN_SOLVER_SCHEDULE_FLAT,
    CAIRN_SOLVER_SCHEDULE_EXACT,
    CAIRN_SOLVER_SCHEDULE_GRID_COLOURS
};

typedef uint8_t cairn_solver_cells;
enum { CAIRN_SOLVER_CELLS_GROWN, CAIRN_SOLVER_CELLS_GRID };

typedef uint8_t cairn_solver_writes;
enum {
    CAIRN_SOLVER_WRITES_IN_PLACE,
    CAIRN_SOLVER_WRITES_JACOBI,
    CAIRN_SOLVER_WRITES_SPLIT_POINTS,
    CAIRN_SOLVER_WRITES_SPLIT_PATCHES
};

typedef uint8_t cairn_solver_bias;
enum {
    CAIRN_SOLVER_BIAS_SOFT,
    CAIRN_SOLVER_BIAS_NONE,
    CAIRN_SOLVER_BIAS_BAUMGARTE,
    CAIRN_SOLVER_BIAS_SPLIT_IMPULSE,
    CAIRN_SOLVER_BIAS_POSITION_PASS,
    CAIRN_SOLVER_BIAS_COMPLIANCE
};

typedef uint8_t cairn_body_type;
enum { CAIRN_BODY_TYPE_STATIC, CAIRN_BODY_TYPE_KINEMATIC, CAIRN_BODY_TYPE_DYNAMIC };

typedef uint8_t cairn_combine;
enum {
    CAIRN_COMBINE_GEOMETRIC_MEAN,
    CAIRN_COMBINE_AVERAGE,
    CAIRN_COMBINE_MINIMUM,
    CAIRN_COMBINE_MULTIPLY,
    CAIRN_COMBINE_MAXIMUM
};

typedef uint8_t cairn_continuous;
enum { CAIRN_CONTINUOUS_OFF, CAIRN_CONTINUOUS_STATIC, CAIRN_CONTINUOUS_ALL };

typedef uint8_t cairn_direct_joints;
enum { CAIRN_DIRECT_JOINTS_ASKED, CAIRN_DIRECT_JOINTS_LOADED, CAIRN_DIRECT_JOINTS_ALL };

typedef uint8_t cairn_joint_kind;
enum {
    CAIRN_JOINT_KIND_BALL,
    CAIRN_JOINT_KIND_HINGE,
    CAIRN_JOINT_KIND_SLIDER,
    CAIRN_JOINT_KIND_DISTANCE,
    CAIRN_JOINT_KIND_WELD,
    CAIRN_JOINT_KIND_WHEEL,
    CAIRN_JOINT_KIND_MOTOR,
    CAIRN_JOINT_KIND_UPRIGHT,
    CAIRN_JOINT_KIND_GEAR,
    CAIRN_JOINT_KIND_PULLEY,
    CAIRN_JOINT_KIND_SIX_DEGREE
};

typedef uint8_t cairn_axis_mode;
enum { CAIRN_AXIS_MODE_FREE, CAIRN_AXIS_MODE_LOCKED, CAIRN_AXIS_MODE_LIMITED };

typedef uint8_t cairn_query_mode;
enum { CAIRN_QUERY_MODE_CLOSEST, CAIRN_QUERY_MODE_ANY };

typedef struct cairn_mass_properties {
    float mass;
    cairn_vec3 center;
    cairn_sym33 inertia;
} cairn_mass_properties;

typedef struct cairn_solver_recipe {
    cairn_solver_schedule schedule;
    cairn_solver_cells cells;
    cairn_solver_writes writes;
    cairn_solver_bias bias;
    uint32_t seed;
    int cellLinks;
    float cellExtent;
    int substeps;
    int iterations;
    int relaxIterations;
    int positionIterations;
    float beta;
    float slop;
    float maxBias;
    float compliance;
    float warmStart;
    float relaxation;
    float eta;
    float massGain;
    float massTaper;
    float inertiaGain;
    float inertiaTaper;
    float gainHeight;
    float massRatio;
    float restDamping;
    float restSpeed;
    float shock;
    bool naiveClamping;
    bool blockNormals;
    bool directJoints;
    bool aggressiveSleep;
} cairn_solver_recipe;

typedef struct cairn_motion_locks {
    bool linearX;
    bool linearY;
    bool linearZ;
    bool angularX;
    bool angularY;
    bool angularZ;
} cairn_motion_locks;

typedef struct cairn_body_def {
    cairn_body_type type;
    cairn_dvec3 position;
    cairn_quat rotation;
    cairn_vec3 linearVelocity;
    cairn_vec3 angularVelocity;
    float mass;
    float linearDamping;
    float angularDamping;
    float gravityScale;
    float maxLinearSpeed;
    float maxAngularSpeed;
    cairn_motion_locks locks;
    bool gyroscopic;
    bool enabled;
    bool bullet;
    bool awake;
    bool allowSleep;
    float sleepSpeed;
    uint64_t userData;
} cairn_body_def;

typedef struct cairn_material {
    float friction;
    float restitution;
    float rollingResistance;
    float spinningResistance;
    cairn_vec3 surfaceVelocity;
    float hertz;
    float dampingRatio;
    cairn_combine frictionRule;
    cairn_combine restitutionRule;
    uint64_t userData;
} cairn_material;

typedef struct cairn_filter {
    uint32_t category;
    uint32_t mask;
    int32_t group;
} cairn_filter;

typedef struct cairn_shape_def {
    cairn_transform pose;
    float density;
    cairn_material material;
    cairn_filter filter;
    bool contactEvents;
    bool hitEvents;
    bool sensorEvents;
    bool sensor;
    bool sensesStatic;
    uint64_t userData;
} cairn_shape_def;

typedef struct cairn_particle_def {
    cairn_dvec3 position;
    cairn_vec3 velocity;
    float mass;
    float radius;
    float gravityScale;
    float damping;
    float friction;
    float restitution;
    cairn_filter filter;
    bool awake;
    bool allowSleep;
    uint64_t userData;
} cairn_particle_def;

typedef struct cairn_world_def {
    cairn_vec3 gravity;
    int substeps;
    float contactHertz;
    float contactDampingRatio;
    float maxPushSpeed;
    float restitutionThreshold;
    float hitSpeed;
    bool enableSleep;
    bool sleepSingly;
    cairn_continuous continuous;
    cairn_direct_joints directJoints;
    cairn_solver_recipe solver;
    cairn_task_system tasks;
} cairn_world_def;

typedef struct cairn_joint_link {
    cairn_body_id bodyA;
    cairn_body_id bodyB;
    cairn_particle_id particleA;
    cairn_particle_id particleB;
    cairn_transform frameA;
    cairn_transform frameB;
    bool collideConnected;
    float breakForce;
    float breakTorque;
    float hertz;
    float dampingRatio;
    bool direct;
    uint64_t userData;
} cairn_joint_link;

typedef struct cairn_joint_limits {
    bool enabled;
    float lower;
    float upper;
} cairn_joint_limits;

typedef struct cairn_joint_motor {
    bool enabled;
    float speed;
    float maxForce;
} cairn_joint_motor;

typedef struct cairn_joint_spring {
    bool enabled;
    float hertz;
    float dampingRatio;
    float target;
} cairn_joint_spring;

typedef struct cairn_ball_joint_def {
    cairn_joint_link link;
    bool coneEnabled;
    float coneAngle;
    cairn_joint_limits twist;
    float frictionTorque;
    cairn_joint_spring drive;
    cairn_quat rotation;
    float maxDriveTorque;
} cairn_ball_joint_def;

typedef struct cairn_hinge_joint_def {
    cairn_joint_link link;
    cairn_joint_limits limits;
    cairn_joint_motor motor;
    cairn_joint_spring spring;
} cairn_hinge_joint_def;

typedef struct cairn_slider_joint_def {
    cairn_joint_link link;
    cairn_joint_limits limits;
    cairn_joint_motor motor;
    cairn_joint_spring spring;
} cairn_slider_joint_def;

typedef struct cairn_distance_joint_def {
    cairn_joint_link link;
    float length;
    cairn_joint_limits limits;
    cairn_joint_motor motor;
    cairn_joint_spring spring;
} cairn_distance_joint_def;

typedef struct cairn_weld_joint_def {
    cairn_joint_link link;
    float linearHertz;
    float linearDampingRatio;
    float angularHertz;
    float angularDampingRatio;
} cairn_weld_joint_def;

typedef struct cairn_wheel_joint_def {
    cairn_joint_link link;
    cairn_joint_spring suspension;
    cairn_joint_limits travel;
    cairn_joint_motor drive;
    float steering;
    float steerHertz;
    float steerDampingRatio;
    float maxSteerTorque;
} cairn_wheel_joint_def;

typedef struct cairn_motor_joint_def {
    cairn_joint_link link;
    float maxForce;
    float maxTorque;
    float linearHertz;
    float linearDampingRatio;
    float angularHertz;
    float angularDampingRatio;
} cairn_motor_joint_def;

typedef struct cairn_upright_joint_def {
    cairn_joint_link link;
    float hertz;
    float dampingRatio;
    float maxTorque;
} cairn_upright_joint_def;

typedef struct cairn_gear_joint_def {
    cairn_joint_link link;
    float ratio;
} cairn_gear_joint_def;

typedef struct cairn_pulley_joint_def {
    cairn_joint_link link;
    cairn_dvec3 wheelA;
    cairn_dvec3 wheelB;
    float ratio;
    float length;
} cairn_pulley_joint_def;

typedef struct cairn_joint_axis {
    cairn_axis_mode mode;
    float lower;
    float upper;
    cairn_joint_motor motor;
    cairn_joint_spring spring;
} cairn_joint_axis;

typedef struct cairn_six_degree_joint_def {
    cairn_joint_link link;
    cairn_joint_axis linear[3];
    cairn_joint_axis angular[3];
} cairn_six_degree_joint_def;

typedef struct cairn_joint_break_event {
    cairn_joint_id joint;
    cairn_body_id bodyA;
    cairn_body_id bodyB;
    cairn_particle_id particleA;
    cairn_particle_id particleB;
    float force;
    float torque;
    uint64_t userData;
} cairn_joint_break_event;

typedef struct cairn_joint_error {
    float linear;
    float angular;
} cairn_joint_error;

typedef struct cairn_contact_begin_event {
    cairn_shape_id shapeA;
    cairn_shape_id shapeB;
} cairn_contact_begin_event;

typedef struct cairn_contact_end_event {
    cairn_shape_id shapeA;
    cairn_shape_id shapeB;
} cairn_contact_end_event;

typedef struct cairn_contact_hit_event {
    cairn_shape_id shapeA;
    cairn_shape_id shapeB;
    cairn_dvec3 point;
    cairn_vec3 normal;
    float approachSpeed;
    float impulse;
} cairn_contact_hit_event;

typedef struct cairn_sensor_begin_event {
    cairn_shape_id sensor;
    cairn_shape_id visitor;
} cairn_sensor_begin_event;

typedef struct cairn_sensor_end_event {
    cairn_shape_id sensor;
    cairn_shape_id visitor;
} cairn_sensor_end_event;

typedef struct cairn_sleep_event {
    cairn_body_id body;
    bool awake;
} cairn_sleep_event;

typedef struct cairn_quarantine_event {
    cairn_body_id body;
    bool disabled;
    cairn_particle_id particle;
} cairn_quarantine_event;

typedef struct {
    const cairn_contact_begin_event* data;
    size_t count;
} cairn_contact_begin_event_span;

typedef struct {
    const cairn_contact_end_event* data;
    size_t count;
} cairn_contact_end_event_span;

typedef struct {
    const cairn_contact_hit_event* data;
    size_t count;
} cairn_contact_hit_event_span;

typedef struct {
    const cairn_sensor_begin_event* data;
    size_t count;
} cairn_sensor_begin_event_span;

typedef struct {
    const cairn_sensor_end_event* data;
    size_t count;
} cairn_sensor_end_event_span;

typedef struct {
    const cairn_sleep_event* data;
    size_t count;
} cairn_sleep_event_span;

typedef struct {
    const cairn_joint_break_event* data;
    size_t count;
} cairn_joint_break_event_span;

typedef struct {
    const cairn_quarantine_event* data;
    size_t count;
} cairn_quarantine_event_span;

typedef struct cairn_world_events {
    cairn_contact_begin_event_span contactBegins;
    cairn_contact_end_event_span contactEnds;
    cairn_contact_hit_event_span hits;
    cairn_sensor_begin_event_span sensorBegins;
    cairn_sensor_end_event_span sensorEnds;
    cairn_sleep_event_span sleeps;
    cairn_joint_break_event_span jointBreaks;
    cairn_quarantine_event_span quarantines;
} cairn_world_events;

typedef struct cairn_body_move_event {
    cairn_body_id body;
    cairn_world_transform pose;
    uint64_t userData;
    bool fellAsleep;
} cairn_body_move_event;

typedef struct cairn_contact_point {
    cairn_dvec3 position;
    float separation;
    float impulse;
} cairn_contact_point;

typedef struct cairn_contact_info {
    cairn_shape_id shapeA;
    cairn_shape_id shapeB;
    cairn_vec3 normal;
    int pointCount;
    cairn_contact_point points[4];
    cairn_vec3 frictionImpulse;
    float friction;
    float restitution;
} cairn_contact_info;

typedef struct cairn_stage_time {
    const char* name;
    float milliseconds;
} cairn_stage_time;

typedef struct cairn_step_profile {
    cairn_stage_time stages[24];
    int stageCount;
    float milliseconds;
} cairn_step_profile;

typedef struct cairn_world_counts {
    int bodies;
    int particles;
    int awakeBodies;
    int shapes;
    int pairs;
    int contacts;
    int patches;
    int points;
    int colours;
} cairn_world_counts;

typedef struct cairn_world_measures {
    double kineticEnergy;
    double potentialEnergy;
    float maxSpeed;
    float meanSpeed;
    float maxPenetration;
    float meanPenetration;
} cairn_world_measures;

typedef struct cairn_residual_meter_def {
    bool enabled;
    float sweepTolerance;
} cairn_residual_meter_def;

typedef struct cairn_step_residuals {
    bool measured;
    int rows;
    float contactMax;
    float contactRms;
    float frictionMax;
    float frictionRms;
    float jointMax;
    float jointRms;
    float jointLinearError;
    float jointAngularError;
    float maxPenetration;
    float meanPenetration;
    double energy;
    double energyChange;
    float momentumError;
    int sweeps;
} cairn_step_residuals;

typedef struct cairn_mover_plane {
    cairn_vec3 normal;
    float offset;
    float pushLimit;
    bool clipVelocity;
    float push;
    uint32_t child;
} cairn_mover_plane;

typedef struct cairn_mover_capsule {
    cairn_vec3 center1;
    cairn_vec3 center2;
    float radius;
} cairn_mover_capsule;

typedef struct cairn_query_hit {
    cairn_shape_id shape;
    cairn_body_id body;
    cairn_dvec3 point;
    cairn_vec3 normal;
    float fraction;
    float distance;
    uint32_t child;
    bool initialOverlap;
} cairn_query_hit;

typedef struct {
    const cairn_body_id* data;
    size_t count;
} cairn_body_id_span;

typedef struct cairn_query_filter {
    uint32_t category;
    uint32_t mask;
    bool fixed;
    bool moving;
    bool sensors;
    cairn_body_id_span ignore;
    cairn_query_accept accept;
    cairn_query_judge judge;
    void* context;
} cairn_query_filter;

typedef struct cairn_ray_query {
    cairn_dvec3 origin;
    cairn_vec3 translation;
} cairn_ray_query;

typedef struct cairn_shape_query {
    cairn_shape shape;
    cairn_world_transform pose;
    cairn_vec3 translation;
} cairn_shape_query;

typedef struct cairn_mover_move {
    cairn_dvec3 position;
    cairn_vec3 velocity;
    bool touched;
} cairn_mover_move;
