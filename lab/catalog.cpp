// The list of studies.
#include "lab/studies.h"

namespace cairn::lab {

const std::vector<Study>& allStudies() {
    static const std::vector<Study> studies{
        {"circles", "sweeps that stacks of circles take, by order, and over frames", studyCircles},
        {"mass-ratio", "sweeps against mass ratio", studyMassRatio},
        {"pole", "box on a pole: overshoot, clamping of sums, blocks", studyPole},
        {"book", "book on the edge of a table: Signorini conditions against a linear solve", studyBook},
        {"splitting", "Jacobi against mass splitting", studySplitting},
        {"bias", "curing overlap: Baumgarte, pseudo-velocities, slop", studyBias},
        {"friction", "friction cone, spinning disc, cost of patch friction", studyFriction},
        {"exact", "random heaps: complementarity of the kernels against the exact answer", studyExact},
        {"convergence", "random small scenes: who comes to the exact answer", studyConvergence, 0.1f},
        {"planes", "the mover's plane solver in corners", studyPlanes},
        {"ramp", "which ramp is fastest", studyRamp},
        {"painleve", "a rod that slides on its end", studyPainleve},
        {"contact-ids", "contact points of a rocking box keep their names", studyContactIds},
        {"batches", "colours and cells: batches against granularity", studyBatches},
        {"jitter", "naive impulses, and orders that change every step", studyJitter},
        {"tower", "towers of thirty: sweeps to rest, and weight amplification", studyTower, 0.1f},
        {"shock", "shock propagation: the feeling of weight, and the cost", studyShock},
        {"ragdolls", "a heap of ragdolls: weight amplification and aggressive sleep", studyRagdolls, 0.1f},
        {"levers", "weight amplification, eta, substeps against sweeps", studyLevers},
        {"pile", "five thousand pieces in real time", studyPile, 0.05f},
        {"equal-time", "all solvers at equal cost, on four scenes", studyEqualTime, 0.05f},
    };
    return studies;
}

const Study* findStudy(std::string_view name) {
    for (const Study& study : allStudies())
        if (name == study.name) return &study;
    return nullptr;
}

} // namespace cairn::lab
