// Runs the contact kernel over bundles. Bundles of one call must not share a moving body with bundles that other
// threads work on at the same time: the schedule sees to that.
#pragma once

#include "constraints/contact_bundle.h"
#include "constraints/velocity_slots.h"
#include "math/softness.h"
#include "model/body_state.h"

#include <span>

namespace cairn {

// Fills what follows from the raw fields: tangent, K and its inverses. Raw fields are bodies, normal, offset, arms,
// separations, friction, impulses, softness, shares, and the count of points as inverseK > 0 marks (1 for a
// point, 0 for none).
void prepareContacts(std::span<ContactBundle> bundles, const BodyMass* masses);
// After that, where shares are counts of parts (velocity_slots.h).
void splitContactFriction(std::span<ContactBundle> bundles, const BodyMass* masses);

// Applies the impulses that the bundles hold from the last step.
void warmStartContacts(std::span<ContactBundle> bundles, BodyState* states);

// Normals with bias, at the gaps that the bundles hold: those of the start of the step, as prepared, or of the last
// relax pass. If bodies have moved since, they must be measured first.
void measureContacts(std::span<ContactBundle> bundles, const BodyState* states);
void solveContacts(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states);

// Normals without bias, then friction.
void relaxContacts(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states);

// As the policy of the step says; and the same with changes of velocity left in slots (`slots` of the first bundle), or
// applied to positions.
void sweepContacts(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states);
void collectContacts(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states,
                     const VelocitySlots& slots);
void collectWarmContacts(std::span<ContactBundle> bundles, BodyState* states, const VelocitySlots& slots);
void moveContacts(std::span<ContactBundle> bundles, const ContactStep& step, BodyState* states);

} // namespace cairn
