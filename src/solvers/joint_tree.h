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
// Eliminated by SWEEPS (Goodnight, 1979), which turn the symmetric front in place into
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
// A PART of a joint (constraints/joint_bundle.h) has up to three rows, and is swept as a whole: its block of 3x3 has a
// closed inverse with one division. In fronts a part has three lines and four columns; rows that it does not have are
// those of the unit matrix and stay apart from all others. Fronts of chains of points have their sizes at compile time,
// and stay in registers; it is the same code.
//
// IMPULSES of joints that are handed over whole are in the hands of the tree for the whole step. It also does what the
// kernels of the parts do before they solve: take back what the warm start has repeated and apply the same impulses
// along the directions of now (constraints/joint_bundle.h), for a body at a time:
//
//     v += M^-1 (J^T impulse - what impulses did in the substep before)
//
// Of joints that are handed over in part (a hinge with limits) the kernels do that, and the tree adds to the impulses
// that are in the bundles.
//
// LONE TREES, whose bodies touch nothing and have no other joints, are nobody else's business: they warm start
// themselves, and they have no relax pass but one at the end of the step. What that pass takes out of the velocities
// between two substeps, the next solve would take out as well: it finds the bodies where relax has found them, and
// forces act alike with it and without. But then the impulse of a substep alone is not what the joint bears: it also
// ends the velocity with which the substep before it has cured an error. So what is left in the bundles is the mean of
// the step, in which these cancel.
//
// They also have SUBSTEPS of their own, down to half as many as the world has: a tree needs none to spread a load, only
// to follow its own turning.
#pragma once

#include "constraints/joint_held.h"
#include "model/body_state.h"
#include "solvers/joint_chain.h"

#include <span>

namespace cairn {

inline constexpr int kMaxFrontParts = 16; // joints beyond that on one body are left out of the tree

// A part is eliminated by one of its bodies, and lies among the parts of that one.
struct TreePart {
    std::byte* part; // in the bundle
    int32_t lane;
    int32_t below; // the other body, in the tree; kNone where that does not give way,
    int32_t fixed; // and then its state: it may move all the same
    int32_t joint; // the first part of its joint
    PartKind kind;
    uint8_t rows;
    uint8_t side; // the body that eliminates it is: 0 A, 1 B
    bool isOwned; // its impulses are
};

// And a part as one of its bodies sees it.
struct TreeSide {
    const HeldPart* rows;
    const float (*angular)[4]; // J, by component
    double sign;               // of linear
    int32_t part;
};

struct TreeBody {
    double inverseInertia[3][4]; // by column
    double inverseMass;
    double handed[2][4]; // momentum, linear and angular, that owned impulses gave it in this substep
    int32_t state;
    int32_t first, own;   // parts of joints below, and to what is fixed
    int32_t above, count; // parts of the joint above: the first, and how many
    int32_t side;         // of all these, the first in JointTree::sides
    int32_t front;        // first number in JointTree::fronts
    bool isPoints;        // all parts are points, and owned
};

inline int32_t frontLines(int32_t parts) { return kHeldRows * parts; }
inline int32_t frontWidth(int32_t parts) { return 4 * parts; }
inline int32_t frontSize(int32_t parts) { return frontLines(parts) * frontWidth(parts); }

struct JointTree {
    std::span<TreeBody> bodies; // each before the one above it
    std::span<TreeSide> sides;  // by body: its own parts, those above
    std::span<double> fronts;
    // By part:
    std::span<TreePart> parts;
    std::span<HeldPart> rows; // as the bodies are now
    // By part, four numbers each:
    std::span<double> K;              // diagonal
    std::span<double> x;              // right-hand side, then change of impulse
    std::span<double> impulse;        // accumulated
    std::span<double> sum;            // of a lone tree: of these over the substeps
    std::span<const HeldBundle> held; // of a lone tree: its own bundles, in which nobody else has a joint
    const JointChain* chain;          // of a lone tree: it is this, and has none of the above; else null
    bool isLone;
    int substeps;  // of its own,
    int solved;    // and how many of them it has solved
    bool hasBegun; // impulses were read from the bundles
};

// After exportHeldRows: factors K + G. Holds as long as the bodies stay where they are.
void factorTree(JointTree& tree);
// Solves for the velocities of now, and changes velocities and impulses.
void solveTree(JointTree& tree, bool biased, BodyState* states);
// At the end of the step: owned impulses to their bundles.
void storeTree(const JointTree& tree);

} // namespace cairn
