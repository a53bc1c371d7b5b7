// ContactBundle: eight contact patches side by side, no body twice, ready for the solver. What becomes of a patch does
// not depend, to the bit, on which others are beside it.
//
// A patch is up to four points with one normal n. Its bodies meet at common points, so the arm on B is the arm on A
// plus the offset d between the centres of mass: rB_i = rA_i + d. With (r x n).w = r.(n x w), the normal velocities
// become
//
//     Cdot_i = n.(vB - vA) + (rB_i x n).wB - (rA_i x n).wA
//            = [ n.(vB - vA) + d.gB ] + rA_i.(gB - gA),          gA = n x wA, gB = n x wB
//
// one dot product a point. The separation after the bodies have moved by dx and turned by dq is of the same form,
// because n.(R r) = (R^T n).r:
//
//     C_i = C0_i + [ n.(dxB - dxA) + d.(mB - n) ] + rA_i.(mB - mA),   mA = RA^T n, mB = RB^T n
//
// exact for any rotation, where contact points are points of the bodies. A ball that rolls by an angle touches at
// another point: its centre is still R above the ground, while the old point has been lifted by R (1 - cos). So where a
// surface is round about the contact, with radius R, C_i gets R (n.m - 1) more. (Without it a ball of 10 cm that rolls
// at 20 m/s sinks in by 35 mm.)
//
// Bodies stay where they are from a relax pass to the next pass with bias, so that finds C_i in the bundle, as the
// relax pass left it, and need not look at where bodies are. The points push on each other through the patch's own
// matrix
//
//     K_ij = 1/mA + 1/mB + (rA_i x n).IA (rA_j x n) + (rB_i x n).IB (rB_j x n)
//
// so the sweep over the points stays in contact space, and the bodies are touched once:
//
//     vB += n P / mB,  wB += IB ((q + d P) x n),   P = sum of impulses, q = sum of impulse_i rA_i
//
// MASSES are in the bundle, 14 floats a patch. Gathered from the bodies in every pass they are as many bytes, but from
// anywhere, and have to be turned over and weighed each time: the solve takes 2 to 8 % less.
//
// 55 floats a patch for the pass with bias, 72 for the one with friction, and 12 to 26 of its bodies.
#pragma once

#include "model/body_state.h"

#include <cstdint>

namespace cairn {

inline constexpr int kLanes = 8;
inline constexpr int kPatchPoints = 4;

// What only some contacts need: bounce, more resistance to spinning, belts. Bundles without any such patch have none.
struct alignas(64) ContactExtras {
    using Lane = float[kLanes];

    Lane restitution;
    Lane approach[kPatchPoints]; // speed of the impact that is being answered
    Lane spinning;               // m: bound on the torque per newton of load, beyond that of friction
    Lane slide[3];               // velocity of B's surface against A's, in the world; -0 for none: adds nothing
};

// ROLLING. What rolls on a spot that gives presses harder on its front than on its back: the load acts ahead of the
// middle, by some share of the spot's radius, and that lever times the load is a torque against rolling. A ball of
// radius R on the ground so loses, with the friction F that keeps it from slipping,
//
//     m a = F,  2/5 m R^2 a/R = lever m g - F R      =>      a = g (lever/R) / (1 + 2/5)
//
// lever/R is what tables call the coefficient of rolling resistance: 0.001 for steel on steel, 0.01 for billiard balls
// and tyres, 0.05 for earth. Surfaces of unknown make get 1/64, for every size the same. Bundles in which nothing
// rolls have none.
struct alignas(64) ContactRolling {
    using Lane = float[kLanes];

    Lane lever;       // m
    Lane impulse[3];  // on B, world axes, at right angles to the normal
    Lane inverseK[3]; // inverse of the 2x2 matrix of turning about the tangents: 11, 12, 22
};

// The impulses with which a substep began. Bundles have it where the policy asks for it (ContactPolicy::eta).
struct alignas(64) ContactWarm {
    float impulse[kPatchPoints][kLanes];
};

inline constexpr float kSpotRadius = 0.002f;      // m, of the spot in which a corner touches
inline constexpr float kSpotShare = 1.0f / 64.0f; // a round surface: of its radius, but no more than that of a corner
inline constexpr float kRollShare = 1.0f / 64.0f; // lever against rolling: of the radius

struct alignas(64) ContactBundle {
    using Lane = float[kLanes];

    int32_t bodyA[kLanes]; // index of a BodyState; ~index for a body that is read but never moved
    int32_t bodyB[kLanes];
    Lane normal[3];
    Lane offset[3];              // d: centre of A minus centre of B
    Lane arm[kPatchPoints][3];   // rA_i
    Lane coupling[6];            // K_01 K_02 K_03 K_12 K_13 K_23
    Lane inverseK[kPatchPoints]; // 1 / K_ii; zero for a point that is not there
    Lane gap[kPatchPoints];      // C_i, as of the last relax pass
    Lane impulse[kPatchPoints];
    Lane inverseInertiaA[6], inverseMassA; // as this patch feels them: times its shares
    Lane inverseInertiaB[6], inverseMassB;
    Lane biasRate, massScale, impulseScale;

    Lane separation[kPatchPoints]; // C0_i: from here on not for the pass with bias

    // Friction acts once per patch, at its centre: two directions and a twist.
    Lane tangent[3];
    Lane center[3];    // arm on A
    Lane inverseKt[3]; // inverse of the 2x2 tangent matrix: 11, 12, 22
    Lane inverseKtwist;
    Lane friction;    // coefficient
    Lane twistRadius; // lever of the twist: mean distance of the points from the centre, at least the spot's radius
    Lane frictionImpulse[3]; // on B, world axes
    Lane twistImpulse;

    Lane roundA, roundB;       // R; read if isRound
    Lane shareA[2], shareB[2]; // of inverse mass and inverse inertia that this patch feels; for prepare

    ContactExtras* extras;   // null: none
    ContactRolling* rolling; // null: none
    ContactWarm* warm;       // null: none
    bool isRound;            // some lane has a radius
    uint8_t carriesA;        // lanes, as bits, in which A carries B
    uint8_t carriesB;        // or B carries A
};
static_assert(sizeof(ContactBundle) == 2624);

// What solvers other than the default may want of a pass (see include/cairn/solver.h).
struct ContactPolicy {
    float relaxation = 1.0f;    // of each change
    float eta = 0.0f;           // share of the warm impulse that is not bled off
    float slop = 0.0f;          // m of overlap that is left alone
    float compliance = 0.0f;    // m/N over h^2: in place of the bundles' softness, if isCompliant
    bool isCompliant = false;   // overlap is cured at once
    bool hasFriction = false;   // in this pass
    bool isNaive = false;       // bounds act on changes
    bool isBlock = false;       // all points at once
    bool isApart = false;       // friction does not see what the points have just done
    bool beginsSubstep = false; // notes the warm impulses
    bool isRelaxed = false;     // without bias
};

struct ContactStep {
    float h, inverseH;
    float maxPushSpeed;                    // bound on the velocity that cures overlap
    const BodyVelocity* free;              // per body: before constraints act, in this substep
    float bounceSpeed;                     // slower impacts do not bounce
    ContactPolicy policy{};                // of passes that ask for one
    const ContactBundle* farEnd = nullptr; // of all bundles, if these are more than kFarBundles
};

// From here on (1.3 MB) patches, contacts and bundles come from slower caches.
inline constexpr int kSlowBundles = 512;
// From here on (5 MB) caches do not hold the bundles from one pass to the next, and they are asked for ahead of time.
inline constexpr int kFarBundles = 2048;

} // namespace cairn
