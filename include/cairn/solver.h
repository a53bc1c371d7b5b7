// SolverRecipe: how a world solves its constraints, as plain data. The default is `softStep`; the others of the
// catalogue are there to compare with, to learn from, and for the scene that one of them suits better.
//
//     World world({.solver = *findSolver("sequentialImpulse")});
//     SolverRecipe recipe = world.solver();
//     recipe.iterations = 30;
//     world.setSolver(recipe);
//
// Contacts, friction and joints are the same in all of them: a recipe chooses the order in which constraints are
// solved, when their impulses reach the bodies, how often, and how position errors are cured. docs/solvers.md explains
// each.
#pragma once

#include <cstdint>

namespace cairn {

// In which order constraints are solved.
//     Colours       batches in which no body occurs twice, kept from step to step; wide and parallel
//     Serial        one after the other, joints before contacts, in the order in which they came
//     Shuffled      one after the other, in a new random order each step
//     Cells         blocks of neighbours, one after the other inside; blocks of a batch side by side
//     Flat          all at once: needs writes that are collected
//     Exact         as Serial, and then all of them as one problem, solved to the end in double. For scenes of up to
//                   512 rows; larger ones are only swept, and an error says so
//     GridColours   eight batches, by whether the cube of space in which a constraint lies is even or odd along each
//                   axis; cubes of a batch side by side, one after the other inside
enum class SolverSchedule : uint8_t { Colours, Serial, Shuffled, Cells, Flat, Exact, GridColours };

// Blocks of Cells: grown over the graph of contacts and joints, or what lies in the same cube of space.
enum class SolverCells : uint8_t { Grown, Grid };

// When impulses reach the bodies.
//     InPlace        at once: the next constraint sees them (Gauss-Seidel)
//     Jacobi         after the sweep, summed up. Diverges where a body has several contacts: shown, not recommended
//     SplitPoints    after the sweep; each of the n points on a body sees the n-th part of its mass (mass splitting)
//     SplitPatches   the same by patches: the points of one patch see each other
enum class SolverWrites : uint8_t { InPlace, Jacobi, SplitPoints, SplitPatches };

// How position errors are cured.
//     Soft           as damped springs, relaxed afterwards (WorldDef::contactHertz, JointLink::hertz)
//     None           not at all
//     Baumgarte      `beta` of the error in each step, as velocity that stays
//     SplitImpulse   the same as a velocity of its own, which moves the bodies once and is forgotten
//     PositionPass   by moving bodies after the step, constraint by constraint (nonlinear Gauss-Seidel)
//     Compliance     all of the error, but for `compliance`: position based dynamics (XPBD)
enum class SolverBias : uint8_t { Soft, None, Baumgarte, SplitImpulse, PositionPass, Compliance };

struct SolverRecipe {
    SolverSchedule schedule = SolverSchedule::Colours;
    SolverCells cells = SolverCells::Grown;
    SolverWrites writes = SolverWrites::InPlace;
    SolverBias bias = SolverBias::Soft;
    uint32_t seed = 1;       // of Shuffled
    int cellLinks = 64;      // constraints in a grown block
    float cellExtent = 2.0f; // m: edge of a cube of the grid; for GridColours at least the size of most bodies

    int substeps = 0;           // 0: as the world says (WorldDef::substeps)
    int iterations = 1;         // sweeps with bias in a substep
    int relaxIterations = 1;    // sweeps without bias after the bodies have moved. Friction acts here; if 0, in all
    int positionIterations = 4; // sweeps of SplitImpulse and PositionPass

    float beta = 0.2f;       // share of the error that is cured in a substep
    float slop = 0.0f;       // m of overlap that is left alone
    float maxBias = 0.0f;    // m/s with which overlap is undone at most; 0: as the world says (WorldDef::maxPushSpeed)
    float compliance = 0.0f; // m/N, of contacts

    float warmStart = 1.0f;  // share of the last impulses with which a substep begins
    float relaxation = 1.0f; // of each change: below 1 under-, above 1 over-relaxed
    float eta = 0.0f;        // share of the last impulse that soft contacts do not bleed off

    // Weight amplification: what carries a load along gravity counts as heavier against what it carries.
    float massGain = 0.3f, massTaper = 8.0f;        // 0.4: 1.4 times; taper: bodies above that halve it, 0: none does
    float inertiaGain = 1.0f, inertiaTaper = 20.0f; // the same for turning; taper: bodies above that end it
    float gainHeight = 25.0f;                       // full up to so many bodies on top, none from twice as many; 0: any
    float massRatio = 4.0f;                         // the lighter one counts as this part of the heavier; 0: as it is

    // Rest: bodies that touch something, or hang on joints, and are slower than restSpeed lose speed at this rate, the
    // more the slower they are. Where nothing pulls (gravity times gravityScale is zero) nothing is lost.
    float restDamping = 4.0f; // 1/s; 0: none
    float restSpeed = 0.002f; // m/s, of the farthest point

    // Shock propagation: a second solve, bottom-up, in which the lower of two bodies does not yield. 1: that one
    // counts; between: blended with the first. 0: none.
    float shock = 0.0f;

    bool naiveClamping = false;   // bounds act on each change instead of the total: shown, not recommended
    bool blockNormals = false;    // the points of a patch at once, exactly
    bool directJoints = true;     // trees of joints at once, as WorldDef::directJoints says
    bool aggressiveSleep = false; // bodies fall asleep one by one (WorldDef::sleepSingly)
};

// The catalogue. Names are "softStep", "sequentialImpulse", "jacobi", "massSplitting" ...
int solverCount();
const char* solverName(int index);                // null: there is no such solver
const SolverRecipe* solverRecipe(int index);      // null: there is no such solver
const SolverRecipe* findSolver(const char* name); // null: there is no such solver

} // namespace cairn
