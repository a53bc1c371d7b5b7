// Rows: every constraint as rows of one Jacobian, in double, for what looks at all of them at once: the exact solver,
// the residual meter, tests. They are read off the bundles that the kernels work on, so there is no second geometry.
//
//     Cdot  = linearA.vA + angularA.wA + linearB.vB + angularB.wB
//     solved when   Cdot + bias + softness (K impulse) = 0,   or the impulse stands at its bound
//
// Rows that are solved together are a GROUP: the three of a point, the two directions of friction, or one row by
// itself. Softness is a share of the group's own K (math/softness.h: impulseScale / massScale). The impulse of a row
// stays within lower and upper; the impulse of a group, as a vector, within
//
//     radius + friction * (sum of the impulses of its load)      load: the normals of its patch
//
// Contacts: a normal each point, then friction 2, twist 1, and where the material has it rolling 2. Joints: the rows of
// their parts; a part with one row can have four impulses on it: spring or lock, motor, lower and upper limit.
#pragma once

#include "constraints/contact_bundle.h"
#include "constraints/joint_bundle.h"

#include <cairn/array.h>

#include <span>

namespace cairn {

enum class RowKind : uint8_t { Normal, Friction, Twist, Rolling, Lock, Spring, Motor, Limit };
inline constexpr double kNoBound = 1e30;

struct Row {
    int32_t bodyA, bodyB; // state; ~state for what is read but never moved
    RowKind kind;
    bool relaxes;              // solved in the pass without bias as well; else its impulse stands
    int32_t group, groupCount; // first row of the group
    int32_t load, loadCount;   // first normal row of the patch; none: 0 rows
    DVec3 linearA, angularA, linearB, angularB;
    double shareA[2], shareB[2]; // of inverse mass and inverse inertia that an impulse of this row feels
    double C;                    // position: separation, error, or place along a limit
    double bias, relaxBias;      // m/s or rad/s: in the pass with bias, and in the one without
    double softness;             // in the pass with bias
    double lower, upper;
    double radius, friction;
    double impulse;
    // Where it came from.
    void* owner; // the contact bundle, or the part of a joint
    int32_t lane;
    PartKind part; // None: a contact
    int8_t slot;   // point of a contact; impulse of a part with one row
};

// Appends. `states`: as the bodies are now.
void exportContactRows(std::span<ContactBundle> bundles, const ContactStep& step, const BodyState* states,
                       Array<Row>& out);
void exportJointRows(std::span<JointBundle* const> bundles, const JointStep& step, BodyState* states,
                     const BodyMass* masses, Array<Row>& out);

// Velocity of a row.
double rowSpeed(const Row& row, const BodyState* states);
// Changes the velocities by M^-1 J^T change, and the impulse that the row's bundle holds.
void changeRowImpulse(Row& row, double change, BodyState* states, const BodyMass* masses);

} // namespace cairn
