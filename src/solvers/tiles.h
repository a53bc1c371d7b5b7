// Tiles: parts of a large world that go through all substeps, one after the other, while caches hold them.
//
// A step goes over all constraints nine times. Where the caches do not hold them, each time from memory: a field of
// 50,000 boxes took twice as long per contact as one of 1,000. But islands know nothing of each other, so some of them
// can be filled into bundles, solved through all substeps and stored before the next ones are looked at:
//
//     all at once      fill 0 1 2 3 | substep 0 1 2 3 | substep 0 1 2 3 | ... | store 0 1 2 3
//     by tiles         fill 0 | substep 0 | substep 0 | ... | store 0 | fill 1 | substep 1 | ...
//
// A tile is a range of states that no constraint leaves. Bodies meet the same constraints in the same order as without
// tiles, so the bits are the same. Workers take whole tiles, without a barrier between stages, and each has one buffer
// of bundles for all its tiles, so that bundles never go to memory at all. A pile that is one island cannot be cut, and
// is solved stage by stage.
//
// Road not taken: cutting islands too. A tile then loses, sweep by sweep, what depends on bodies beyond its sides, and
// a second round does what is left between tiles. Of a wall of 50,000 boxes, tiles of 208 and of 832 bundles had less
// than 0.6 of the work for themselves, and larger ones are not for caches.
#pragma once

#include "solvers/sweeps.h"

namespace cairn {

// Whether a recipe is of stages that tiles can follow.
bool mayTile(const SolverRecipe& recipe);

// Half a megabyte: with bodies and patches, what a second cache holds.
inline constexpr int kTileBundles = 208;

void runTiles(Solve& solve);

} // namespace cairn
