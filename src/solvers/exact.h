// The exact answer: all rows of a step at once, in double. For small scenes, the lab and tests.
//
//     1. rows -> one dense problem                                        (row_problem.h)
//     2. normals, joints, limits and motors by pivoting, friction bounded by the loads of the round before: a square
//        for each disc. Repeated until loads and bounds agree: the PYRAMID    (box_lcp.h)
//     3. from there Newton's method on x = project(x - K^-1 w), with the discs themselves: the CONE (cone_newton.h)
//
// The pyramid takes its square along the tangents of the patch. The number that comes with an answer on the cone is its
// natural residual. Pivoting leaves none; on the pyramid it is how far bounds and loads are from agreeing.
#pragma once

#include "solvers/row_problem.h"

namespace cairn {

inline constexpr int kMaxExactRows = 512;
inline constexpr int kMaxExactRounds = 60; // of step 3; a handful is usual, 17 the most in 3,600 steps of random heaps

struct ExactResult {
    bool solved = false;
    double residual = 0.0; // m/s or rad/s, the largest; see above
    int rows = 0;
    int pivots = 0; // linear solves of step 2
    int rounds = 0; // of step 3
};

// Fills x, one number a row; from nothing.
ExactResult solveExact(const RowProblem& problem, FrictionModel friction, Array<double>& x);
// The same on the cone where x is a good guess: step 3 begins there, and ends where no residual is above the tolerance,
// in m/s. A guess that is good enough stays; and x is never worse than the guess.
ExactResult refineExact(const RowProblem& problem, double tolerance, Array<double>& x, int rounds = kMaxExactRounds);

// In place of a sweep over bundles: impulses of the bundles and velocities become those of the exact answer. Without
// friction, what friction has done stands. Where no answer was found, they come as near as it got. Nothing is changed
// where there are more than kMaxExactRows rows.
ExactResult solveExactPass(std::span<ContactBundle> contacts, std::span<JointBundle* const> joints,
                           const ContactStep& step, bool biased, FrictionModel friction, BodyState* states,
                           const BodyMass* masses);

} // namespace cairn
