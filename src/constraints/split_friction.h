// Friction of split masses.
//
// A patch that slides ends where its friction stands still under its own update: along K^-1 w, with the K of that
// update (solvers/row_problem.h). Splitting a body of A n times and one of B m times gives K another grain, and with it
// another direction of sliding, that of no body. So patches take the grain of the whole bodies, and of the splitting
// only the size: max(n, m) K, which is at least what splitting makes of K, so that it converges as well.
#pragma once

#include "constraints/contact_bundle.h"

#include <span>

namespace cairn {

// After prepareContacts, of bundles whose shares are counts of parts.
void keepFrictionGrain(std::span<ContactBundle> bundles, const BodyMass* masses);

} // namespace cairn
