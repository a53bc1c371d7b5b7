// The box-constrained linear complementarity problem, by pivoting:
//
//     w = A x + b,   lower <= x <= upper
//     w = 0 where x is between its bounds,  w >= 0 at the lower one,  w <= 0 at the upper one
//
// Contacts without friction are the case lower = 0 (Signorini: no pull, no approach, not both), joints the case without
// bounds, motors the case of both.
//
// BLOCK PRINCIPAL PIVOTING (Kostreva 1978; Judice and Pires 1994, for bounds). Each variable is guessed to be free, at
// its lower or at its upper bound. The free ones follow from a linear solve. Whoever then breaks a condition changes
// sides, all at once, as long as the number of offenders falls; when it has not fallen for a while, one at a time, the
// last by index (Murty's rule), which cannot cycle. For a P-matrix, such as J M^-1 J^T plus a little on its diagonal,
// there is one answer and this finds it, usually in about ten solves. Each starts afresh from A, so errors do not add
// up.
#pragma once

#include <cairn/array.h>

namespace cairn {

struct BoxLcp {
    int count;
    const double* A; // count x count, row by row
    const double* b;
    const double *lower, *upper;
};

struct BoxLcpResult {
    bool solved;
    int solves; // of linear equations
};

BoxLcpResult solveBoxLcp(const BoxLcp& problem, double* x);

} // namespace cairn
