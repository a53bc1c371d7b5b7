// Small helpers of the studies on model problems.
#pragma once

#include "lab/kernel_scene.h"
#include "solvers/exact.h"

#include <cmath>

namespace cairn::lab {

// Exact impulses of all rows, without bias.
inline Array<double> exactImpulses(KernelScene& scene, FrictionModel friction = FrictionModel::None) {
    const Array<Row> rows = scene.rows();
    Array<double> x;
    solveExact(makeProblem(rows, false, scene.states.data(), scene.masses.data()), friction, x);
    return x;
}

// The measure of the 2014 talk: the largest relative error of a normal impulse.
inline double impulseError(KernelScene& scene, const Array<double>& exact) {
    const Array<Row> rows = scene.rows();
    double worst = 0.0;
    for (int i = 0; i < rows.count(); ++i)
        if (rows[i].kind == RowKind::Normal && exact[i] > 0.0)
            worst = std::fmax(worst, std::fabs(rows[i].impulse - exact[i]) / exact[i]);
    return worst;
}

// Sweeps from now on until the error is at most `tolerance`; `limit` when it takes longer.
inline int sweepsUntil(KernelScene& scene, const Array<double>& exact, double tolerance, int limit = 100000) {
    for (int i = 1; i <= limit; ++i) {
        scene.relax();
        if (impulseError(scene, exact) <= tolerance) return i;
    }
    return limit;
}

inline constexpr float kGravityStep = 9.81f / 60.0f; // m/s of one step

// Circles of the given masses on top of each other, bottom first. They fall for one step.
inline void stackCircles(KernelScene& scene, const std::vector<float>& masses) {
    for (std::size_t i = 0; i < masses.size(); ++i) scene.addBody({0, 0.5 + static_cast<double>(i), 0}, masses[i]);
    for (int i = 0; i < static_cast<int>(masses.size()); ++i)
        scene.addPatch(i, i + 1, {0, 1, 0}, {{0, static_cast<double>(i), 0}});
    scene.accelerate({0, -kGravityStep, 0});
}

// A box of 1 m and 1 kg, in the plane, on a pole that is `width` metres wide.
inline int boxOnPole(KernelScene& scene, double width) {
    const int box = scene.addBody({0, 0.5, 0}, 1.0f, {0, 0, 1.0f / 6.0f});
    scene.addPatch(0, box, {0, 1, 0}, {{-0.5 * width, 0, 0}, {0.5 * width, 0, 0}});
    scene.accelerate({0, -kGravityStep, 0});
    return box;
}

} // namespace cairn::lab
