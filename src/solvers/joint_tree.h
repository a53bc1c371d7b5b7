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
//          b ---- fixed                             L, D                 |
//         / \  joints below b                       ---------------------+--------------
//        c   d                                      L                    | Schur -> root
//
// There is no fill: the work is linear in the number of bodies, and any number of joints may hang on what does not
// move. (The usual form with body blocks, M + J^T D^-1 J, allows only one such joint and needs the masses themselves,
// which bodies with locked axes do not have.) In double, because the load at the end of a chain only shows in the
// difference of large numbers.
#pragma once

#include "constraints/joint_held.h"
#include "model/body_state.h"

#include <span>

namespace cairn {

inline constexpr int kMaxFrontRows = 48; // joints beyond that on one body are left out of the tree

struct TreeRow {
    const HeldRow* held;
    std::byte* part;
    PartKind kind;
    int32_t lane;
    int32_t body[2]; // states of A and B
    DVec3 linear, angular[2];
    double K; // diagonal
    double x; // right-hand side, then change of impulse
};

// A row as one of its bodies sees it.
struct FrontRow {
    int32_t row;
    int32_t side; // 0: the body is A, 1: B
};

struct TreeBody {
    int32_t state;
    int32_t firstRow;   // in JointTree::frontRows; rows of the joint above come last
    int32_t rows;       // of the front
    int32_t eliminated; // how many of them here
    int32_t front;      // first number in JointTree::fronts
    int32_t above;      // body above, kNone for the root
    int32_t aboveRow;   // where the joint above stands in its front
};

// A front is symmetric; of each row what is right of the diagonal is kept, in whole groups of four numbers: `rows` by
// frontWidth(rows).
inline int32_t frontWidth(int32_t rows) { return (rows + 3) & ~3; }

struct JointTree {
    std::span<TreeBody> bodies; // each before the one above it
    std::span<FrontRow> frontRows;
    std::span<TreeRow> rows;
    std::span<double> fronts; // right of the diagonal: L^T where a row is eliminated, the Schur complement elsewhere
    std::span<double> pivots; // 1/D, by front row
};

// After exportHeldRows: factors K + G. Holds as long as the bodies stay where they are.
void factorTree(JointTree& tree, const BodyMass* masses);
// Solves for the velocities of now, and changes velocities and impulses.
void solveTree(JointTree& tree, bool biased, BodyState* states, const BodyMass* masses);

} // namespace cairn
