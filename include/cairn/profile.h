// Where a step's time goes, and how much there is in a world. Output only: nothing in the simulation reads any of it.
#pragma once

#include <cstdint>

namespace cairn {

// One stage of the step. Names are literals and live as long as the program.
struct StageTime {
    const char* name = nullptr;
    float milliseconds = 0.0f;
};

// The last step, stage by stage in the order they ran.
struct StepProfile {
    static constexpr int kMaxStageCount = 24;
    StageTime stages[kMaxStageCount];
    int stageCount = 0;
    float milliseconds = 0.0f; // all of it
};

struct WorldCounts {
    int bodies = 0;
    int particles = 0;
    int awakeBodies = 0; // dynamic and kinematic ones that are simulated, particles included
    int shapes = 0;
    int pairs = 0;    // shapes whose boxes meet
    int contacts = 0; // pairs that touch
    int patches = 0;  // groups of up to four contact points that share a normal
    int points = 0;
    int colours = 0; // batches of the constraint graph
};

// What a look at the whole world tells. Potential energy is relative to the origin of the world.
struct WorldMeasures {
    double kineticEnergy = 0.0;   // J, of dynamic bodies
    double potentialEnergy = 0.0; // J
    float maxSpeed = 0.0f;        // m/s, of dynamic bodies
    float meanSpeed = 0.0f;
    float maxPenetration = 0.0f; // m, of contact points
    float meanPenetration = 0.0f;
};

// What a step leaves unsolved (World::setResidualMeter). Costs nothing while off, one pass over all constraints while
// on.
struct ResidualMeterDef {
    bool enabled = false;
    // m/s; above 0 counts sweeps as well: how hard the last substep is. Always those of plain Gauss-Seidel without
    // bias, in double and from no impulses, until every residual is below, whatever solver the world has: a yardstick
    // for scenes, not for solvers. Slow, and only for up to 512 rows of constraints.
    float sweepTolerance = 0.0f;
};

// Of the last step; speeds are those at the end of its last substep. The residual of a constraint is the difference
// that one more look at it by itself would make, as a velocity: for a contact point min(K impulse, velocity), zero when
// it neither approaches nor pulls, nor pushes while it leaves.
struct StepResiduals {
    bool measured = false;                               // false: the meter was off
    int rows = 0;                                        // of all constraints
    float contactMax = 0.0f, contactRms = 0.0f;          // m/s, of normals
    float frictionMax = 0.0f, frictionRms = 0.0f;        // m/s, rad/s
    float jointMax = 0.0f, jointRms = 0.0f;              // m/s, rad/s, of locks, limits and motors
    float jointLinearError = 0.0f;                       // m, the largest
    float jointAngularError = 0.0f;                      // rad
    float maxPenetration = 0.0f, meanPenetration = 0.0f; // m, of contact points
    double energy = 0.0;                                 // J, kinetic and potential, of awake bodies
    double energyChange = 0.0;                           // J, in this step; what nobody pushes should not gain
    float momentumError =
        0.0f;        // kg m/s that constraints between moving bodies made in the last substep: weight amplification
    int sweeps = -1; // of Gauss-Seidel from zero to sweepTolerance (see there), 10000 at most; -1: not counted
};

// Profiler zones: begin and end come in pairs on the thread that does the work, nested. Calls come from every worker at
// the same time.
struct ProfilerHooks {
    void (*beginZone)(const char* name, void* context) = nullptr;
    void (*endZone)(void* context) = nullptr;
    void* context = nullptr;
};

// For the whole process; null functions switch zones off. Not during a step.
void setProfilerHooks(const ProfilerHooks& hooks);

} // namespace cairn
