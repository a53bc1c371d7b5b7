// JointChain: a lone tree (joint_tree.h) that is one line of points: ropes, chains, pendulums, rope bridges.
//
//     node 0 -- joint 0 -- node 1 -- joint 1 -- ... -- joint n - 1 -- node n
//
// Nodes are bodies; the first and the last may be what does not give way. It is the same system and the same answer as
// that of any tree, but a line needs no lists of who hangs on whom: all that nodes and joints do by themselves runs in
// lanes of neighbours, and only the elimination, a block of 3x3 after the other, goes joint by joint, from both ends at
// once (in two lanes) until they meet:
//
//     D_j   = K_j + G_j - U_j-1^T D_j-1^-1 U_j-1          U_j: joint j and the next, through the node between them
//     y_j   = b_j - (D_j-1^-1 U_j-1)^T y_j-1
//     x_j   = D_j^-1 y_j - D_j^-1 U_j x_j+1
//
// ROWS. Numbers of the same meaning lie side by side, a row for each component. What a node knows of its two joints is
// filed under the joint: `up` (the joint after it) under its own number, `down` (the joint before it) under the number
// before. So lanes of joints find all of theirs in place, and lanes of nodes read `down` one number earlier: there is
// room before the first number of each row, which is also room after the last of the one before.
#pragma once

#include "constraints/joint_bundle.h"
#include "model/body_state.h"

#include <span>

namespace cairn {

struct JointChain {
    enum FloatRow : int {
        kArmUp,         // at the start of the step, from the centre of mass
        kArmDown = 3,   //
        kOffset = 6,    // of anchors: of the node after minus of the node before
        kBiasRate = 9,  //
        kSign,          // 1; -1 where A and B of the joint are the other way round
        kUp,            // arms at which impulses act now
        kDown = 14,     //
        kTurnedUp = 17, // by how much anchors have turned away
        kTurnedDown = 20,
        kMoved = 23,    // nodes
        kVelocity = 26, // linear and angular
        kInertia = 32,  // inverse
        kMass = 38,     // inverse
        kBias,
        kFloatRows = 42
    };
    enum DoubleRow : int {
        kBlockUp,       // K of one node; then D of the joint
        kBlockDown = 6, //
        kCross = 12,    // U, by column
        kDiagonal = 21, // of K
        kRateUp = 24,   // velocities of anchors
        kRateDown = 27,
        kSpeed = 30,  // velocity of nodes
        kHanded = 36, // momentum that impulses gave them in this substep
        kX = 42,      // right-hand side, then change of impulse
        kImpulse = 45,
        kSum = 48, // of impulses over the substeps
        kDoubleRows = 51
    };
    using Eliminated = double[18][2]; // what is kept of two joints, one from either end

    int32_t joints;
    int32_t count; // of numbers in a row: nodes, in whole lanes of eight
    float* floats; // the first number of the first row; room for kLead before it
    double* doubles;
    std::span<int32_t> nodes; // states, as in bundles; ~0 beyond the last
    std::span<Eliminated> eliminated;
    std::span<JointBundle*> bundles;   // joints in the order of the chain
    std::span<const uint8_t> isTurned; // by joint: its A comes after its B

    static constexpr int kLead = 8;
    static constexpr int kShort = 32 + kLead; // stride of all with no more numbers than that
    int stride() const { return count + kLead < kShort ? kShort : count + kLead; }
    static int countFor(int joints) { return (joints + 1 + 7) / 8 * 8; }
    float* row(FloatRow r, int component = 0) const { return floats + (r + component) * stride(); }
    double* row(DoubleRow r, int component = 0) const { return doubles + (r + component) * stride(); }
};

// Arms, offsets, impulses and masses for the step.
void beginChain(const JointChain& chain, const BodyMass* masses);
// As solveTree of joint_tree.h, with the factors for where the bodies are now.
void solveChain(const JointChain& chain, bool biased, BodyState* states);
// At the end of the step: the mean of impulses to the bundles.
void storeChain(const JointChain& chain, int substeps);

} // namespace cairn
