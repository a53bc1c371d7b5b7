// Recipes from outside.
#pragma once

#include <cairn/solver.h>

namespace cairn {

// False, with an error under `function`, for the first field that is out of its range.
bool checkRecipe(const char* function, const SolverRecipe& recipe);

} // namespace cairn
