// The residual meter: how far the velocities and impulses of the last substep are from what they should be. Reads rows,
// so it serves every solver, and costs one pass over them.
#pragma once

#include "solvers/row_problem.h"

#include <cairn/profile.h>

namespace cairn {

// Complementarity, friction, joints, penetration, and momentum: everything that rows can tell. sweepTolerance above 0
// counts sweeps as well.
StepResiduals measureRows(std::span<const Row> rows, float sweepTolerance, const BodyState* states,
                          const BodyMass* masses);

} // namespace cairn
