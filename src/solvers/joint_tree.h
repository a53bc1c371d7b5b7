// JointTree: bodies that hang together by joints without loops, solved at once and exactly.
//
// Gauss-Seidel hands impulses from joint to joint; a light link between heavy things passes on little at a time, and
// its spring is made for its own small mass. So a chain of 1 kg links stretches by metres under 1000 kg. Here all rows
// that the joints of a tree hold rigidly (constraints/joint_held.h) are one linear system for the changes x of
// impulses:
//
//     (K + G) x = -(Cdot + biasRate C) - G impulse        in the solve pass
//     (K + G) x = -Cdot                                   in the relax pass
//     K = J M^-1 J^T,  G = kTreeSoftness diag(K)
//
// G is the softness of the one equation (math/softness.h), some thousand times stiffer than a joint by itself. It is
// there for rows that contradict each other, such as the hinges of a bridge between two banks: they share the load
// instead of fighting. Limits, motors, springs, friction and contacts stay with Gauss-Seidel, which runs before.
//
// FRONTS. K is a sum over bodies, and a body couples only its own joints: J_b M_b^-1 J_b^T is a small dense matrix, the
// FRONT of the body. Rows of a joint can be eliminated once the fronts of both its ends are in. From the leaves to the
// root, each body eliminates all its joints but the one above it, and hands the rest of its front (the Schur
// complement) to the body above, where it adds to the diagonal block of that joint:
//
//         root                      front of b:     joints below and     | joint above
//          | joint above b                          to what is fixed     |
//          b ---- fixed                             A                    | B
//         / \  joints below b                       ---------------------+--------------
//        c   d                                      B^T                  | C
//
// Eliminated by SWEEPS (Goodnight, 1979), a pivot at a time on the whole symmetric front, which turn it in place into
//
//                                                   -A^-1                | A^-1 B
//                                                   ---------------------+--------------
//                                                   B^T A^-1             | C - B^T A^-1 B  -> root
//
// so that solving is a product of a small matrix and a vector on the way up, y -= (A^-1 B)^T x, and two on the way
// down, x = A^-1 x - A^-1 B y. There is no fill: the work is linear in the number of bodies, and any number of joints
// may hang on what does not move. (The usual form with body blocks, M + J^T D^-1 J, allows only one such joint and
// needs the masses themselves, which bodies with locked axes do not have.) In double, because the load at the end of a
// chain only shows in the difference of large numbers.
//
// Four numbers at a time: the rows of a body begin at a multiple of four, a front has columns for its own rows and for
// those above, each filled up with zeros to a multiple of four, and what is added to the rows above may add zeros to
// the few that follow them.
#pragma once

#include "constraints/joint_held.h"
#include "model/body_state.h"

#include <span>

namespace cairn {

inline constexpr int kMaxFrontRows = 48; // joints beyond that on one body are left out of the tree

// A row is eliminated by one of its bodies, and lies among the rows of that one.
struct TreeRow {
    const HeldRow* held;
    std::byte* part;
    PartKind kind;
    int32_t lane;
    int32_t side;  // the body that eliminates it is: 0 A, 1 B
    int32_t fixed; // state of the other one where that does not give way (it may move all the same); else kNone
};

struct TreeBody {
    int32_t state;
    int32_t firstRow;  // of its own: of joints below, and to what is fixed
    int32_t rows;      // of its own
    int32_t rowsAbove; // of the joint above
    int32_t front;     // first number in JointTree::fronts
    int32_t above;     // body above, kNone for the root
    int32_t aboveRow;  // where the joint above stands among the rows of that body
};

// Up to whole groups of four.
inline int32_t padded(int32_t rows) { return (rows + 3) & ~3; }
// A front: J_b, signed, by component (v, w); then the symmetric matrix. So many rows of so many numbers.
inline int32_t frontWidth(int32_t rows, int32_t above) { return padded(rows) + padded(above); }
inline int32_t frontSize(int32_t rows, int32_t above) { return (6 + rows + above) * frontWidth(rows, above); }

struct JointTree {
    std::span<TreeBody> bodies; // each before the one above it
    std::span<double> fronts;   // zero to begin with: columns that fill up stay so
    // By row:
    std::span<TreeRow> rows;
    std::span<double> K; // diagonal
    std::span<double> x; // right-hand side, then change of impulse
};
inline constexpr int kTreeSlack = 4; // numbers beyond the last front and the last row, for groups that begin late

// After exportHeldRows: factors K + G. Holds as long as the bodies stay where they are.
void factorTree(JointTree& tree, const BodyMass* masses);
// Solves for the velocities of now, and changes velocities and impulses.
void solveTree(JointTree& tree, bool biased, BodyState* states, const BodyMass* masses);

} // namespace cairn
