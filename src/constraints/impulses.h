// Whole bundles at a time, for solvers that scale impulses, blend two answers, or cure positions apart from velocities.
#pragma once

#include "constraints/contact_bundle.h"
#include "constraints/joint_bundle.h"

namespace cairn {

// Impulses times `factor`, with what joints remember of them.
void scaleImpulses(ContactBundle& bundle, float factor);
void scaleImpulses(JointBundle& bundle, float factor);
// As if the impulses had not been applied yet: for bodies that go back to where the substep began.
void forgetHanded(JointBundle& bundle);

// (1 - share) of `to`, share of `from`.
void blendImpulses(ContactBundle& to, const ContactBundle& from, float share);
void copyImpulses(ContactBundle& to, const ContactBundle& from);

// Splits a bundle in two: `position` gets what cures position errors, and no impulses; `velocity` keeps the rest.
void splitPosition(ContactBundle& velocity, ContactBundle& position);
// `position` is a copy of `velocity` at this time.
void splitPosition(JointBundle& velocity, JointBundle& position);

} // namespace cairn
