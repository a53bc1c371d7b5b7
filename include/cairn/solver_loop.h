// A solver of one's own: a function that runs the substeps of a world, from the same parts as the solvers of the
// catalogue. The world's recipe (solver.h) says what a sweep is; the function says when, and how often.
//
//     void untilStill(SolverLoop& loop, void*) {
//         for (int i = 0; i < loop.substepCount(); ++i) {
//             loop.beginSubstep();
//             do loop.solve(); while (loop.largestChange() > 0.001f);
//             loop.integratePositions();
//             loop.relax();
//             loop.endSubstep();
//         }
//     }
//     world.setSolverFunction(untilStill, nullptr);
//
// It runs on the thread that steps, and the sweeps on all workers. It must not call the world, and to keep the promise
// of equal bits it may go by nothing but what the loop tells it. Recordings and snapshots do not hold it: who replays
// or restores sets it again.
#pragma once

#include <cairn/solver.h>

namespace cairn {

namespace detail {
class SolverStages;
}
struct SolverInput;

class SolverLoop {
public:
    explicit SolverLoop(detail::SolverStages& stages) : m_stages(stages) {}
    SolverLoop(const SolverLoop&) = delete;
    SolverLoop& operator=(const SolverLoop&) = delete;

    const SolverRecipe& recipe() const;
    int substepCount() const;
    float substepTime() const; // s
    int bodyCount() const;     // awake bodies and particles

    void beginSubstep();       // forces, gyroscopic torque, warm start
    void solve();              // a sweep with bias
    void integratePositions(); // after shock propagation and pseudo-velocities, if the recipe has them
    void relax();              // a sweep without bias, with friction
    void endSubstep();         // the position pass, if the recipe has one

    // The largest change of a velocity since the last call, or since the substep began: m/s, and rad/s as m/s at 1 m.
    float largestChange();

private:
    friend const SolverInput& inputOf(const SolverLoop& loop); // for the lab and tests
    detail::SolverStages& m_stages;
};

using SolverFunction = void (*)(SolverLoop& loop, void* context);

} // namespace cairn
