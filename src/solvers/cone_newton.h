// Newton's method on x = project(x - K^-1 w), all groups at once, friction on its discs.
//
// The equation is smooth but for changes of sides: with the sides of x each row is at a bound, at rest (w = 0), or
// slides on its disc, and a linear solve finds where all of that would hold. Whole steps find the right sides soonest,
// as pivoting does. Where bodies are held in more ways than one the solve is nearly singular, and its steps fly far
// past the answer; a resistance of a thousandth of K to every change (a proximal term: it is gone once nothing changes)
// keeps them near, and of several answers takes one that is. What that leaves is for less resistance and none, then for
// shorter steps, then for sweeps.
#pragma once

#include "solvers/row_problem.h"

namespace cairn {

struct ConeGoal {
    double fine, coarse; // residuals: at which it ends, and good enough where it can do no more
    int rounds;          // at most
};
// From x.
bool solveCone(const RowProblem& problem, const ConeGoal& goal, Array<double>& x, int& rounds);

} // namespace cairn
