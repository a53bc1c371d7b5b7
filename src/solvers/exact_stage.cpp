// The exact solver as a stage of a recipe. Sweeps come before it: they turn the impulses of joints with the bodies, and
// are what a scene that is too large has to do with.
#include "solvers/exact.h"
#include "solvers/stages.h"

namespace cairn {

void exactBlock(int, int, void* context) {
    const StageContext& c = *static_cast<StageContext*>(context);
    const SolverSweep& s = *c.sweep;
    const FrictionModel friction = s.step.policy.hasFriction ? FrictionModel::Cone : FrictionModel::None;
    const ExactResult result = solveExactPass(s.contacts, s.joints, s.step, !s.step.policy.isRelaxed, friction,
                                              s.states, c.solve->in.masses.data());
    if (result.rows > kMaxExactRows)
        c.solve->tooManyRows = result.rows;
    else if (!result.solved)
        c.solve->leftByExact = max(c.solve->leftByExact, result.residual);
}

} // namespace cairn
