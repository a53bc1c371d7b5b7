// See tiles.h.
#include "solvers/tiles.h"

#include "solvers/solver_stages.h"

namespace cairn {

namespace {

struct TileRun {
    Solve& solve;
    std::span<ContactBundle> buffers; // one after the other, by worker
    std::size_t bufferSize;
};

void runTile(int block, int worker, void* context) {
    const TileRun& run = *static_cast<const TileRun*>(context);
    const SolverInput& in = run.solve.in;
    const SolverTile& tile = in.tiling.tiles[static_cast<std::size_t>(block)];
    const std::size_t count = static_cast<std::size_t>(tile.bundles.end - tile.bundles.begin);
    const std::span<ContactBundle> bundles =
        run.buffers.subspan(run.bufferSize * static_cast<std::size_t>(worker), count);
    in.tiling.fill(tile.bundles, bundles, in.tiling.context);
    const Sweeps sweeps = sweepsOf(run.solve, bundles);
    detail::SolverStages stages(run.solve, sweeps, tile, worker);
    listRecipe(stages);
    in.tiling.store(tile.bundles, bundles, in.tiling.context);
}

} // namespace

bool mayTile(const SolverRecipe& r) {
    return !needsPolicy(r) && r.schedule == SolverSchedule::Colours && !(r.shock > 0.0f) &&
           r.bias != SolverBias::SplitImpulse && r.bias != SolverBias::PositionPass;
}

void runTiles(Solve& solve) {
    const SolverInput& in = solve.in;
    int largest = 0;
    for (const SolverTile& tile : in.tiling.tiles) largest = max(largest, tile.bundles.end - tile.bundles.begin);
    TileRun run{solve, in.arena.allocate<ContactBundle>(in.tiling.workerCount * largest, "bundles of tiles"),
                static_cast<std::size_t>(largest)};
    const Stage stage{runTile, &run, static_cast<int>(in.tiling.tiles.size()), "tiles"};
    runStages(in.tasks, {&stage, 1});
}

} // namespace cairn
