// Dense linear equations in double, for the exact reference: small, plain, not for a game's step.
#pragma once

#include <cairn/array.h>

namespace cairn {

// A x = b by elimination with row pivots. A (n x n, row by row) is overwritten, b becomes x. False where a pivot is
// zero.
bool solveDense(int n, double* A, double* b);

} // namespace cairn
