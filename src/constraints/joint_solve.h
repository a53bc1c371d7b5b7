// Runs the parts of joints over bundles. As with contacts, bundles of one call must not share a moving body with
// bundles that other threads work on at the same time.
#pragma once

#include "constraints/joint_held.h"
#include "constraints/velocity_slots.h"
#include "model/body_state.h"

#include <span>

namespace cairn {

// Applies the impulses that the bundles hold from the last step.
void warmStartJoints(std::span<JointBundle* const> bundles, const JointStep& step, BodyState* states,
                     const BodyMass* masses);
// With bias.
void solveJoints(std::span<JointBundle* const> bundles, const JointStep& step, BodyState* states,
                 const BodyMass* masses);
// Without bias.
void relaxJoints(std::span<JointBundle* const> bundles, const JointStep& step, BodyState* states,
                 const BodyMass* masses);
// The same with changes of velocity left in slots (`slots` of the first bundle).
void collectJoints(std::span<JointBundle* const> bundles, JointPass pass, const JointStep& step, BodyState* states,
                   const BodyMass* masses, const VelocitySlots& slots);
// With bias, applied to positions.
void moveJoints(std::span<JointBundle* const> bundles, const JointStep& step, BodyState* states,
                const BodyMass* masses);
// The rows that parts can hold rigidly, as the bodies are now.
void exportHeldRows(std::span<const HeldBundle> bundles, const BodyState* states);

} // namespace cairn
