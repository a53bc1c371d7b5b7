// The stage list of soft step. See soft_step.h.
#include "solvers/soft_step.h"

#include "exec/stage_runner.h"

namespace cairn {

namespace {

constexpr int kBodiesPerBlock = 128;
constexpr int kBundlesPerBlock = 8;
constexpr int kJointsPerBlock = 4; // bundles; each is dearer than one of contacts

struct Solve {
    const SolverInput& in;
    ContactStep step;
    std::span<BodyVelocity> begin; // per body: after forces, before constraints, in the current substep
};

// Context of one stage: the colour it runs, if any.
struct StageContext {
    Solve* solve;
    SolverColour colour;
};

int blocksOf(int count, int size) { return (count + size - 1) / size; }

template <class Fn> void forBodies(const Solve& s, int block, Fn fn) {
    const int count = static_cast<int>(s.in.states.size());
    const int last = min(count, 1 + (block + 1) * kBodiesPerBlock);
    for (int i = 1 + block * kBodiesPerBlock; i < last; ++i) fn(static_cast<std::size_t>(i));
}

bool isGyroscopic(const Solve& s, std::size_t i) {
    return s.in.drives[i].special && (s.in.specials[i].flags & kGyroscopic) != 0;
}

// `warm`: what constraints did to the velocity in the last substep.
void integrateVelocity(Solve& s, std::size_t i, Vec3 warmV, Vec3 warmW) {
    BodyState& b = s.in.states[i];
    const BodyDrive& d = s.in.drives[i];
    Vec3 w = d.angularKeep * b.w + d.dw;
    if (isGyroscopic(s, i)) {
        BodySpecial& special = s.in.specials[i];
        w = gyroscopicStep(special, b.dq * special.rotation, b.w, warmW, d, s.step.h);
    }
    s.begin[i] = {d.linearKeep * b.v + d.dv, w, {}};
    b.v = s.begin[i].v + warmV;
    b.w = s.begin[i].w + warmW;
}

void firstVelocities(int block, int, void* context) {
    Solve& s = *static_cast<StageContext*>(context)->solve;
    forBodies(s, block, [&](std::size_t i) { integrateVelocity(s, i, kZero, kZero); });
}

void nextVelocities(int block, int, void* context) {
    Solve& s = *static_cast<StageContext*>(context)->solve;
    forBodies(s, block, [&](std::size_t i) {
        const BodyState& b = s.in.states[i];
        integrateVelocity(s, i, b.v - s.begin[i].v, b.w - s.begin[i].w);
    });
}

void lastVelocities(int block, int, void* context) {
    Solve& s = *static_cast<StageContext*>(context)->solve;
    forBodies(s, block, [&](std::size_t i) {
        if (!isGyroscopic(s, i)) return;
        BodyState& b = s.in.states[i];
        b.w = gyroscopicEnd(s.in.specials[i], b.dq * s.in.specials[i].rotation, b.w, b.w - s.begin[i].w);
    });
}

// Rotation: exact for constant w to second order in h w: q + (h/2) w q, normalised.
// Translation: what is free flies along its parabola, x += h (v - dv/2); what touches something moves as the
// constraints have found it, x += h v.
void integratePositions(int block, int, void* context) {
    Solve& s = *static_cast<StageContext*>(context)->solve;
    const float h = s.step.h;
    forBodies(s, block, [&](std::size_t i) {
        BodyState& b = s.in.states[i];
        const BodyDrive& d = s.in.drives[i];
        if (d.special) limitMotion(s.in.specials[i], b);
        b.dx += h * (b.v - d.lag * d.dv);
        const Quat spin = Quat{(0.5f * h) * b.w, 0.0f} * b.dq;
        b.dq = normalize(Quat{b.dq.v + spin.v, b.dq.s + spin.s});
    });
}

template <class T> std::span<T> blockOf(std::span<T> all, BundleRange range, int block, int size) {
    const int begin = range.begin + block * size, end = min(begin + size, range.end);
    return all.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
}
int jointBlocks(const SolverColour& c) { return blocksOf(c.joints.end - c.joints.begin, kJointsPerBlock); }
int contactBlocks(const SolverColour& c) { return blocksOf(c.contacts.end - c.contacts.begin, kBundlesPerBlock); }

// Blocks of a colour: joints first, then contacts. They share no body, so the order is one of convenience.
template <class Joints, class Contacts> void runBlock(void* context, int block, Joints joints, Contacts contacts) {
    const StageContext& c = *static_cast<StageContext*>(context);
    const SolverInput& in = c.solve->in;
    const int first = jointBlocks(c.colour);
    if (block < first) {
        const JointStep step{c.solve->step.h, c.solve->step.inverseH};
        joints(blockOf(in.joints, c.colour.joints, block, kJointsPerBlock), step, in.states.data(), in.masses.data());
    } else {
        contacts(blockOf(in.bundles, c.colour.contacts, block - first, kBundlesPerBlock), c.solve->step,
                 in.states.data(), in.masses.data());
    }
}

void warmStartBlock(int block, int, void* context) {
    runBlock(context, block, warmStartJoints,
             [](std::span<ContactBundle> bundles, const ContactStep&, BodyState* states, const BodyMass* masses) {
                 warmStartContacts(bundles, states, masses);
             });
}
void solveBlock(int block, int, void* context) { runBlock(context, block, solveJoints, solveContacts); }
void relaxBlock(int block, int, void* context) { runBlock(context, block, relaxJoints, relaxContacts); }

// Bodies stay where they are from one relax to the next solve, so a tree is factored once a substep, for both.
void exportRows(int block, int, void* context) {
    const SolverInput& in = static_cast<StageContext*>(context)->solve->in;
    exportHeldRows(in.held.subspan(static_cast<std::size_t>(block), 1), in.states.data(), in.masses.data());
}
template <bool kFactor, bool kBiased> void solveTreeBlock(int block, int, void* context) {
    const SolverInput& in = static_cast<StageContext*>(context)->solve->in;
    JointTree& tree = in.trees[static_cast<std::size_t>(block)];
    if constexpr (kFactor) factorTree(tree, in.masses.data());
    solveTree(tree, kBiased, in.states.data(), in.masses.data());
}

} // namespace

void solveSoftStep(const SolverInput& in) {
    const int bodies = static_cast<int>(in.states.size());
    const int colours = static_cast<int>(in.colours.size());
    Solve solve{in, in.contact, in.arena.allocate<BodyVelocity>(bodies, "velocities")};
    solve.begin[0] = {}; // what does not move
    solve.step.free = solve.begin.data();

    const std::span<StageContext> contexts = in.arena.allocate<StageContext>(colours + 1, "stage contexts");
    contexts[0] = {&solve, {}};
    for (std::size_t c = 0; c < in.colours.size(); ++c) contexts[c + 1] = {&solve, in.colours[c]};

    const int stageCount =
        colours + in.time.substeps * (2 + 2 * colours) + 1 + (in.trees.empty() ? 0 : 1 + 3 * in.time.substeps);
    const std::span<Stage> stages = in.arena.allocate<Stage>(stageCount, "stages");
    std::size_t next = 0;
    const auto overBodies = [&](BlockFunction run, const char* name) {
        stages[next++] = {run, &contexts[0], blocksOf(bodies - 1, kBodiesPerBlock), name};
    };
    const auto overColours = [&](BlockFunction run, const char* name) {
        for (std::size_t c = 0; c < in.colours.size(); ++c)
            stages[next++] = {run, &contexts[c + 1], jointBlocks(in.colours[c]) + contactBlocks(in.colours[c]), name};
    };
    const auto overTrees = [&](BlockFunction run, bool moved, const char* name) {
        if (in.trees.empty()) return;
        if (moved) stages[next++] = {exportRows, &contexts[0], static_cast<int>(in.held.size()), "export rows"};
        stages[next++] = {run, &contexts[0], static_cast<int>(in.trees.size()), name};
    };
    for (int substep = 0; substep < in.time.substeps; ++substep) {
        overBodies(substep == 0 ? firstVelocities : nextVelocities, "integrate velocities");
        if (substep == 0) overColours(warmStartBlock, "warm start");
        overColours(solveBlock, "solve colour");
        overTrees(substep == 0 ? solveTreeBlock<true, true> : solveTreeBlock<false, true>, substep == 0, "solve trees");
        overBodies(integratePositions, "integrate positions");
        overColours(relaxBlock, "relax colour");
        overTrees(solveTreeBlock<true, false>, true, "relax trees");
    }
    overBodies(lastVelocities, "finish velocities");
    runStages(in.tasks, stages);
}

} // namespace cairn
