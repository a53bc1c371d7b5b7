// What the sweeps of a recipe are: over which bundles, on which velocities, by which policy.
#pragma once

#include "solvers/stages.h"

namespace cairn {

// The default's kernels do what its relatives ask for, and are the fastest; anything else goes by a policy.
bool needsPolicy(const SolverRecipe& r);

// The passes of a recipe.
struct Sweeps {
    SolverSweep first, again, relax, position, shock; // first: of a substep
};
// Where positions are cured apart from velocities, this takes the bundles apart.
Sweeps sweepsOf(Solve& solve, std::span<ContactBundle> contacts);

} // namespace cairn
