// The inverse of a block of three rows in a tree of joints (solvers/joint_tree.h).
#pragma once

#include "constraints/joint_held.h"

namespace cairn {

using Block = Sym33T<double>;

// Of a block in which some row can hardly move: row by row, and those get no impulse. K: its diagonal, before others
// were eliminated.
Block carefulInverse(const Block& D, Vec3T<double> K);

inline constexpr double kSingular = 1e-12; // determinant, as a share of the product of the diagonal

inline Block blockInverse(const Block& D, Vec3T<double> K) {
    if (!(determinant(D) > kSingular * (D.xx * (D.yy * D.zz)))) [[unlikely]]
        return carefulInverse(D, K);
    return inverse(D);
}

} // namespace cairn
