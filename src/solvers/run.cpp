// From a recipe to a list of stages. See run.h.
#include "constraints/impulses.h"
#include "solvers/stages.h"

#include <cstring>

namespace cairn {

namespace {

bool isCollected(const SolverRecipe& r) { return r.writes != SolverWrites::InPlace; }
bool curesApart(const SolverRecipe& r) {
    return r.bias == SolverBias::SplitImpulse || r.bias == SolverBias::PositionPass;
}
// The default's kernels do what most recipes ask for, and are the fastest.
bool needsPolicy(const SolverRecipe& r) {
    return isCollected(r) || r.naiveClamping || r.blockNormals || r.relaxation != 1.0f || r.eta > 0.0f ||
           r.slop > 0.0f || r.bias == SolverBias::Compliance || r.relaxIterations == 0;
}

ContactPolicy policyOf(const SolverInput& in) {
    const SolverRecipe& r = in.recipe;
    ContactPolicy p{};
    p.relaxation = r.relaxation;
    p.eta = r.eta;
    p.slop = r.slop;
    p.compliance = r.compliance * in.contact.inverseH * in.contact.inverseH;
    p.isCompliant = r.bias == SolverBias::Compliance;
    p.hasFriction = r.relaxIterations == 0;
    p.isNaive = r.naiveClamping;
    p.isBlock = r.blockNormals;
    p.isApart = r.writes == SolverWrites::Jacobi || r.writes == SolverWrites::SplitPoints;
    return p;
}

// The passes of a recipe.
struct Sweeps {
    Sweep first, again, relax, position, shock; // first: of a substep
};

class StageList {
public:
    StageList(Solve& solve, const Sweeps& sweeps) : m_solve(solve), m_sweeps(sweeps) {
        const Sweep* all[] = {&sweeps.first, &sweeps.again, &sweeps.relax, &sweeps.position, &sweeps.shock};
        const int perSweep = 1 + static_cast<int>(solve.in.batches.size());
        m_contexts = solve.in.arena.allocate<StageContext>(kSweepCount * perSweep, "stage contexts");
        std::size_t next = 0;
        for (const Sweep* sweep : all) {
            m_contexts[next++] = {&solve, sweep, {}};
            for (const SolverBatch& batch : solve.in.batches) m_contexts[next++] = {&solve, sweep, batch};
        }
    }

    // Counts the stages, then lists them.
    std::span<const Stage> build() {
        list();
        m_stages = m_solve.in.arena.allocate<Stage>(m_count, "stages");
        m_count = 0;
        list();
        return m_stages;
    }

private:
    static constexpr int kSweepCount = 5;

    void list() {
        const SolverInput& in = m_solve.in;
        m_moved = true;
        for (int substep = 0; substep < in.time.substeps; ++substep) {
            overBodies(substep == 0 ? firstVelocities : nextVelocities, "integrate velocities");
            warmStart(substep);
            for (int i = 0; i < in.recipe.iterations; ++i) {
                sweep(solveBlock, i == 0 ? m_sweeps.first : m_sweeps.again, "solve");
                overTrees(true);
            }
            if (in.recipe.shock > 0.0f) shock();
            if (in.recipe.bias == SolverBias::SplitImpulse) findPseudoVelocities();
            overBodies(integratePositions, "integrate positions");
            m_moved = true;
            for (int i = 0; i < in.recipe.relaxIterations; ++i) {
                sweep(relaxBlock, m_sweeps.relax, "relax");
                overTrees(false);
            }
            if (in.recipe.bias == SolverBias::PositionPass) moveBodies();
        }
        overBodies(lastVelocities, "finish velocities");
    }

    // The first substep starts from the impulses of the last step, in the bundles; for the others the velocities have
    // been repeated, and if not in full, the impulses must follow.
    void warmStart(int substep) {
        const SolverRecipe& r = m_solve.in.recipe;
        if (r.warmStart != 1.0f) overBatches(scaleBlock, m_sweeps.first, "scale impulses");
        if (substep > 0 || r.warmStart == 0.0f) return;
        if (!isCollected(r)) return overBatches(warmStartBlock, m_sweeps.first, "warm start");
        overBatches(collectWarmBlock, m_sweeps.first, "warm start");
        overBodies(addSlots, "add up", &m_sweeps.first);
    }

    // `plain`: by the default's kernels, for recipes that need no more.
    void sweep(BlockFunction plain, const Sweep& s, const char* name) {
        const SolverRecipe& r = m_solve.in.recipe;
        overBatches(isCollected(r) ? collectBlock : (needsPolicy(r) ? sweepBlock : plain), s, name);
        if (isCollected(r)) overBodies(addSlots, "add up", &s);
    }

    void shock() {
        overBodies(keepVelocities, "keep velocities");
        overBatches(beginShockBlock, m_sweeps.shock, "begin shock");
        for (int i = 0; i < m_solve.in.recipe.iterations; ++i) sweep(sweepBlock, m_sweeps.shock, "shock");
        overBodies(blendVelocities, "blend velocities");
        overBatches(blendShockBlock, m_sweeps.shock, "blend impulses");
    }

    void findPseudoVelocities() {
        overBodies(beginPseudo, "begin pseudo velocities");
        overBatches(clearBlock, m_sweeps.position, "clear pseudo impulses");
        for (int i = 0; i < m_solve.in.recipe.positionIterations; ++i)
            sweep(sweepBlock, m_sweeps.position, "pseudo velocities");
    }

    void moveBodies() {
        for (int i = 0; i < m_solve.in.recipe.positionIterations; ++i)
            overBatches(moveBlock, m_sweeps.position, "move");
    }

    void add(const Stage& stage) {
        if (!m_stages.empty()) m_stages[static_cast<std::size_t>(m_count)] = stage;
        ++m_count;
    }
    void overBodies(BlockFunction run, const char* name, const Sweep* sweep = nullptr) {
        add({run, contextsOf(sweep ? *sweep : m_sweeps.first), bodyBlocks(m_solve.in), name});
    }
    void overBatches(BlockFunction run, const Sweep& sweep, const char* name) {
        StageContext* const contexts = contextsOf(sweep) + 1;
        for (std::size_t i = 0; i < m_solve.in.batches.size(); ++i)
            add({run, contexts + i, batchBlocks(contexts[i].batch), name});
    }
    void overTrees(bool biased) {
        const SolverInput& in = m_solve.in;
        if (in.trees.empty()) return;
        StageContext* const context = contextsOf(m_sweeps.first);
        if (m_moved) add({exportRows, context, static_cast<int>(in.held.size()), "export rows"});
        const BlockFunction runs[2][2] = {{solveTreeBlock<false, false>, solveTreeBlock<false, true>},
                                          {solveTreeBlock<true, false>, solveTreeBlock<true, true>}};
        add({runs[m_moved][biased], context, static_cast<int>(in.trees.size()),
             biased ? "solve trees" : "relax trees"});
        m_moved = false;
    }
    StageContext* contextsOf(const Sweep& sweep) {
        const std::ptrdiff_t which = &sweep - &m_sweeps.first;
        return &m_contexts[static_cast<std::size_t>(which) * (1 + m_solve.in.batches.size())];
    }

    Solve& m_solve;
    const Sweeps& m_sweeps;
    std::span<StageContext> m_contexts;
    std::span<Stage> m_stages{};
    int m_count = 0;
    bool m_moved = true; // bodies, since trees were factored
};

// Copies of all bundles that cure positions, while `in` keeps what is left to velocities.
void splitPositions(const SolverInput& in, Sweep& position) {
    position.contacts = in.arena.allocate<ContactBundle>(static_cast<int>(in.bundles.size()), "position contacts");
    for (std::size_t i = 0; i < in.bundles.size(); ++i) splitPosition(in.bundles[i], position.contacts[i]);
    const std::span<JointBundle*> joints =
        in.arena.allocate<JointBundle*>(static_cast<int>(in.joints.size()), "position joints");
    for (std::size_t i = 0; i < in.joints.size(); ++i) {
        const std::size_t size = bundleSize(in.joints[i]->signature);
        joints[i] = static_cast<JointBundle*>(in.arena.allocate(size, "position joint"));
        std::memcpy(static_cast<void*>(joints[i]), in.joints[i], size);
        splitPosition(*in.joints[i], *joints[i]);
    }
    position.joints = joints;
}

Sweeps sweepsOf(Solve& s) {
    const SolverInput& in = s.in;
    Sweep base{in.contact, in.bundles, in.joints, in.states.data()};
    base.step.free = s.begin.data();
    base.step.policy = policyOf(in);
    Sweeps out{base, base, base, base, base};
    out.first.step.policy.beginsSubstep = true;
    out.relax.step.policy.isRelaxed = out.relax.step.policy.hasFriction = true;
    out.relax.step.policy.isCompliant = false;
    out.relax.jointPass = JointPass::Relax;
    out.position.step.policy.hasFriction = false;
    out.position.states = s.pseudo.empty() ? in.states.data() : s.pseudo.data();
    if (curesApart(in.recipe)) splitPositions(in, out.position);
    out.shock.contacts = in.shockBundles;
    out.shock.hasJoints = false;
    out.shock.step.policy.hasFriction = true;
    return out;
}

} // namespace

void runSolver(const SolverInput& in) {
    const int bodies = static_cast<int>(in.states.size());
    Solve solve{in, in.arena.allocate<BodyVelocity>(bodies, "velocities")};
    solve.begin[0] = {}; // what does not move
    if (in.recipe.bias == SolverBias::SplitImpulse) {
        solve.pseudo = in.arena.allocate<BodyState>(bodies, "pseudo velocities");
        solve.pseudo[0] = kBodyAtRest;
    }
    if (in.recipe.shock > 0.0f) solve.kept = in.arena.allocate<BodyVelocity>(bodies, "velocities before the shock");
    if (isCollected(in.recipe)) {
        const int bundles = static_cast<int>(in.bundles.size() + in.joints.size());
        solve.slots = in.arena.allocate<BodyVelocity>(kSlotsPerBundle * bundles, "velocity slots");
        solve.index = indexSlots(in);
    }
    const Sweeps sweeps = sweepsOf(solve);
    StageList stages(solve, sweeps);
    runStages(in.tasks, stages.build());
}

} // namespace cairn
