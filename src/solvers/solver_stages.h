// The stages of a recipe, one after the other: put on a list that all workers share, or, in a tile (tiles.h), run at
// once.
#pragma once

#include "solvers/sweeps.h"

namespace cairn {

namespace detail {

// The parts of a substep, each as some stages at the end of a list.
class SolverStages {
public:
    SolverStages(Solve& solve, const Sweeps& sweeps)
        : m_solve(solve),
          m_sweeps(sweeps), m_all{&sweeps.first, &sweeps.again, &sweeps.relax, &sweeps.position, &sweeps.shock} {
        const int perSweep = 1 + static_cast<int>(solve.in.batches.size());
        m_room = solve.in.arena.allocate<Stage>((1 + solve.in.time.substeps) * (5 + 2 * perSweep), "stages");
        m_contexts = solve.in.arena.allocate<StageContext>(kSweepCount * perSweep, "stage contexts");
        m_bodyContexts = solve.in.arena.allocate<StageContext>(solve.in.time.substeps, "contexts of substeps");
        for (std::size_t i = 0; i < m_bodyContexts.size(); ++i)
            m_bodyContexts[i] = {&solve, &sweeps.first, {}, allBodies(), static_cast<int>(i)};
        std::size_t next = 0;
        for (const SolverSweep* sweep : m_all) {
            m_contexts[next++] = {&solve, sweep, {}, allBodies()};
            for (const SolverBatch& batch : solve.in.batches) m_contexts[next++] = {&solve, sweep, batch};
        }
    }

    // Runs every stage as it is listed, on what a tile has.
    SolverStages(Solve& solve, const Sweeps& sweeps, const SolverTile& tile, int worker)
        : m_solve(solve), m_sweeps(sweeps), m_tile(&tile), m_worker(worker) {}

    const SolverInput& input() const { return m_solve.in; }

    // Runs what `list` puts on the list: called once more where there is too little room for it.
    template <class Fn> void run(Fn list) {
        const Progress before = m_now;
        m_count = 0;
        list();
        if (m_room.size() < m_count) {
            m_room = m_solve.in.arena.allocate<Stage>(static_cast<int>(m_count), "stages");
            m_count = 0;
            m_now = before;
            list();
        }
        const std::span<const Stage> stages = m_room.subspan(0, m_count);
        isSmall() ? runStagesSerially(stages) : runStages(m_solve.in.tasks, stages);
    }

    // The first substep starts from the impulses of the last step, in the bundles; for the others the velocities have
    // been repeated, and if not in full, the impulses must follow.
    void beginSubstep() {
        const SolverRecipe& r = m_solve.in.recipe;
        const bool first = m_now.substep++ == 0;
        m_now.iteration = 0;
        inSubstep(first ? firstVelocities : nextVelocities, "integrate velocities");
        if (r.warmStart != 1.0f) overBatches(scaleBlock, m_sweeps.first, "scale impulses");
        if (first && r.warmStart != 0.0f) warmStart();
    }

    void solve() {
        if (m_now.iteration > 0 && m_now.iteration % kSweepsTogether == 0) restate();
        if (!m_now.measured) measure();
        sweep(solveBlock, m_now.iteration++ == 0 ? m_sweeps.first : m_sweeps.again, "solve");
        overTrees(true);
        overLoneTrees(solveLoneBlock, "solve lone trees");
    }

    void integrate() {
        if (isExact(m_solve.in.recipe)) once(exactBlock, m_sweeps.again, "solve exactly");
        if (m_solve.in.recipe.shock > 0.0f) shock();
        if (m_solve.in.recipe.bias == SolverBias::SplitImpulse) findPseudoVelocities();
        inSubstep(integratePositions, "integrate positions");
        m_now.moved = true;
        m_now.measured = false;
    }

    void relax() {
        sweep(relaxBlock, m_sweeps.relax, "relax");
        m_now.measured = true;
        overTrees(false);
    }

    void endSubstep() {
        const SolverRecipe& r = m_solve.in.recipe;
        if (isExact(r) && r.relaxIterations > 0) once(exactBlock, m_sweeps.relax, "relax exactly");
        if (r.bias != SolverBias::PositionPass) return;
        for (int i = 0; i < r.positionIterations; ++i) overBatches(moveBlock, m_sweeps.position, "move");
        m_now.moved = true;
        m_now.measured = false;
    }

    void finish() {
        overLoneTrees(finishLoneBlock, "finish lone trees");
        overBodies(lastVelocities, "finish velocities");
        if (!m_solve.in.trees.empty())
            add({storeTreeBlock, contextsOf(m_sweeps.first), static_cast<int>(m_solve.in.trees.size()), "store trees"});
    }

    std::span<BodyVelocity> seen{}; // per body: velocities at the last look

private:
    static constexpr int kSweepCount = 5;
    static constexpr int kSweepsTogether = 64;
    struct Progress {
        int substep = 0, iteration = 0;
        bool moved = true;    // bodies, since trees were factored
        bool measured = true; // gaps of contacts, since bodies moved
    };

    // Its stages are shorter than meeting at their ends.
    bool isSmall() const {
        constexpr std::size_t kFewBundles = 64, kFewBodies = 512;
        const SolverInput& in = m_solve.in;
        return in.bundles.size() + in.joints.size() < kFewBundles && in.states.size() < kFewBodies;
    }

    void warmStart() {
        if (!isCollected(m_solve.in.recipe)) return overBatches(warmStartBlock, m_sweeps.first, "warm start");
        overBatches(collectWarmBlock, m_sweeps.first, "warm start");
        overBodies(addSlots, "add up", &m_sweeps.first);
    }

    // Velocities are sums of many changes, the impulses are others, and floats round both: in a hundred thousand sweeps
    // they drift apart by 1e-3 m/s. So now and then velocities are made anew from the impulses.
    void restate() {
        overBodies(beginAgain, "begin again");
        overBatches(forgetBlock, m_sweeps.first, "begin again");
        warmStart();
    }

    // Passes that go by a policy measure for themselves.
    void measure() {
        if (!needsPolicy(m_solve.in.recipe)) overBatches(measureBlock, m_sweeps.first, "measure gaps");
        m_now.measured = true;
    }

    // `plain`: by the default's kernels, for recipes that need no more.
    void sweep(BlockFunction plain, const SolverSweep& s, const char* name) {
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

    void add(const Stage& stage) {
        if (m_count < m_room.size()) m_room[m_count] = stage;
        ++m_count;
    }
    void overBodies(BlockFunction function, const char* name, const SolverSweep* of = nullptr) {
        const SolverSweep& sweep = of ? *of : m_sweeps.first;
        if (m_tile) return runNow(function, {&m_solve, &sweep, {}, m_tile->states}, bodyBlocks(m_tile->states));
        add({function, contextsOf(sweep), bodyBlocks(allBodies()), name});
    }
    // A program that makes more substeps than the world has: no body goes by their number.
    void inSubstep(BlockFunction function, const char* name) {
        const int now = m_now.substep - 1;
        if (m_tile)
            return runNow(function, {&m_solve, &m_sweeps.first, {}, m_tile->states, now}, bodyBlocks(m_tile->states));
        const int last = static_cast<int>(m_bodyContexts.size()) - 1;
        add({function, &m_bodyContexts[static_cast<std::size_t>(min(now, last))], bodyBlocks(allBodies()), name});
    }
    void once(BlockFunction function, const SolverSweep& of, const char* name) {
        add({function, contextsOf(of), 1, name});
    }
    void overBatches(BlockFunction function, const SolverSweep& of, const char* name) {
        if (m_tile) {
            for (const SolverBatch& batch : m_tile->batches)
                runNow(function, {&m_solve, &of, batch}, batchBlocks(batch));
            return;
        }
        StageContext* const contexts = contextsOf(of) + 1;
        for (std::size_t i = 0; i < m_solve.in.batches.size(); ++i)
            add({function, contexts + i, batchBlocks(contexts[i].batch), name});
    }
    void runNow(BlockFunction function, StageContext context, int blockCount) const {
        for (int block = 0; block < blockCount; ++block) function(block, m_worker, &context);
    }
    IndexRange allBodies() const { return {1, static_cast<int>(m_solve.in.states.size())}; }
    void overTrees(bool biased) {
        const SolverInput& in = m_solve.in;
        if (in.trees.empty()) return;
        StageContext* const context = contextsOf(m_sweeps.first);
        const bool moved = m_now.moved;
        if (moved) add({exportRows, context, heldBlocks(in), "export rows"});
        const BlockFunction runs[2][2] = {{solveTreeBlock<false, false>, solveTreeBlock<false, true>},
                                          {solveTreeBlock<true, false>, solveTreeBlock<true, true>}};
        add({runs[moved][biased], context, static_cast<int>(in.trees.size()), biased ? "solve trees" : "relax trees"});
        m_now.moved = false;
    }
    void overLoneTrees(BlockFunction function, const char* name) {
        const int count = static_cast<int>(m_solve.in.loneTrees.size());
        if (count > 0) add({function, contextsOf(m_sweeps.first), count, name});
    }
    StageContext* contextsOf(const SolverSweep& of) {
        std::size_t which = 0;
        while (m_all[which] != &of) ++which;
        return &m_contexts[which * (1 + m_solve.in.batches.size())];
    }

    Solve& m_solve;
    const Sweeps& m_sweeps;
    const SolverSweep* m_all[kSweepCount]{};
    std::span<StageContext> m_contexts;     // by sweep: one for bodies, one for each batch
    std::span<StageContext> m_bodyContexts; // by substep
    std::span<Stage> m_room;                // for most recipes; a program's own loop comes here as often as it likes
    std::size_t m_count = 0;
    Progress m_now;
    const SolverTile* m_tile = nullptr; // null: stages are put on the list
    int m_worker = 0;
};

} // namespace detail

// The substeps of a recipe.
void listRecipe(detail::SolverStages& stages);

} // namespace cairn
