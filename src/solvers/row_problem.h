// RowProblem: rows (constraints/rows.h) as one dense system in double.
//
//     w = A x + b        x: total impulses, w: what is left of Cdot + bias + softness K x
//     A = J M^-1 J^T + softness diag(K blocks),   b = Cdot + bias - J M^-1 J^T (impulses of now)
//
// An answer makes every group stand still under its own update, the one equation (math/softness.h) without the detours
// of iteration:
//
//     x = project(x - K^-1 w)
//
// The difference of both sides, times K, is the natural residual: a speed, zero where the conditions hold, and for a
// contact nothing but min(K impulse, velocity).
//
// Friction is projected as the kernels do it: on a disc by its length, after a step with the group's own K. Where K has
// a grain, sliding is then along K^-1 w rather than w; for bodies that slide on one patch it is the same.
#pragma once

#include "constraints/rows.h"

namespace cairn {

struct RowProblem {
    std::span<const Row> rows;
    int count = 0;
    Array<double> A, b;
    Array<double> inverseK;     // per row: its line of the inverse of its group's K, up to 3 numbers
    Array<double> K;            // likewise
    Array<double> lower, upper; // of rows by themselves
    bool biased = true;
};

// Which friction: none, a disc a patch as the engine has it, or the square around it.
enum class FrictionModel : uint8_t { None, Cone, Pyramid };

// Split masses are a way to the answer, not part of the question: rows of contacts as if no body were split. `counts`:
// per state, in how many parts; empty: none is.
void makeWhole(std::span<const float> counts, std::span<Row> contactRows);

// Four points carry a box in one way too many: a little on the diagonal picks one of the ways, and the same one always.
inline constexpr double kRegular = 1e-9;

RowProblem makeProblem(std::span<const Row> rows, bool biased, const BodyState* states, const BodyMass* masses,
                       double regular = kRegular);

double speedOf(const RowProblem& p, int row, const double* x);
// Bound on the length of a group's impulse.
double radiusOf(const RowProblem& p, int group, const double* x);
// x - K^-1 w of a group, and its projection.
void freeStep(const RowProblem& p, int group, const double* x, double* y);
void project(const RowProblem& p, int group, const double* x, double* y);
// Gauss-Seidel: each group once, in order, by the given share of the way.
void sweep(const RowProblem& p, double* x, double share = 1.0);
// Natural residual of a group, m/s or rad/s.
double residualOf(const RowProblem& p, int group, const double* x);
double maxResidual(const RowProblem& p, const double* x);

// The same for one group of rows as the bodies and bundles are now, without the others: w is read off the velocities.
// Without bias.
double residualNow(std::span<const Row> rows, int group, const BodyState* states, const BodyMass* masses);

// How many sweeps from zero until no residual is larger; `limit` when it takes longer.
int sweepsTo(const RowProblem& p, double tolerance, int limit);

template <class Fn> void forGroups(const RowProblem& p, Fn fn) {
    for (int g = 0; g < p.count; g += p.rows[static_cast<std::size_t>(g)].groupCount) fn(g);
}

} // namespace cairn
