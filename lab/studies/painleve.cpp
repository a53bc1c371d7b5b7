// Painleve's rod: at the level of forces there is no answer, or an infinite one; at the level of velocities there is.
#include "lab/model.h"
#include "lab/studies.h"

#include <algorithm>

namespace cairn::lab {

namespace {

struct Outcome {
    double impulse;   // Ns
    double slip, gap; // m/s of the end afterwards
    bool solved;
};

// A rod of 2 m and 1 kg that leans by `angle` against the ground and slides at 3 m/s on its end, in the plane.
Outcome slideRod(double angle, double direction, double friction, bool exact) {
    KernelScene scene;
    const DVec3 center{-std::cos(angle), std::sin(angle), 0};
    const int rod = scene.addBody(center, 1.0f, {0, 0, 1.0f / 3.0f});
    scene.addPatch(0, rod, {0, 1, 0}, {{0, 0, 0}}, static_cast<float>(friction));
    scene.body(rod).v = {static_cast<float>(3.0 * direction), -kGravityStep, 0.0f};
    bool solved = true;
    if (exact)
        solved = solveExactPass(scene.contacts, {}, kKernelStep, false, FrictionModel::Cone, scene.states.data(),
                                scene.masses.data())
                     .solved;
    else
        for (int i = 0; i < 1000; ++i) scene.relax();
    const BodyState& b = scene.body(rod);
    const Vec3 end = b.v + cross(b.w, toFloat(-center));
    return {static_cast<double>(scene.contacts[0].impulse[0][0]), static_cast<double>(end.x),
            static_cast<double>(end.y), solved};
}

} // namespace

void studyPainleve(Report& report) {
    report.text = "A rod that slides on its lower end. With enough friction Coulomb's law has no finite force that "
                  "keeps the end from "
                  "going into the ground (Painleve, 1895). Over a step, impulses exist: the end is stopped at once.";
    Plot& plot =
        report.plot({"painleve", "Rod pushed over its end at 3 m/s", "coefficient of friction", "impulse, Ns"});
    double largest = 0.0, slip = 0.0, sunk = 0.0, astray = 0.0;
    bool solved = true;
    for (const double direction : {1.0, -1.0}) {
        Series& s = plot.add(direction > 0 ? "end leads" : "end trails");
        for (double mu = 0.0; mu <= 4.01; mu += 0.25) {
            const Outcome o = slideRod(1.0, direction, mu, true), swept = slideRod(1.0, direction, mu, false);
            s.add(mu, o.impulse);
            largest = std::max({largest, o.impulse, swept.impulse});
            sunk = std::max(sunk, -o.gap);
            solved &= o.solved;
            if (direction > 0.0) {
                sunk = std::max(sunk, -swept.gap);
                if (mu > 3.0) slip = std::max({slip, std::fabs(o.slip), std::fabs(swept.slip)});
            } else {
                astray = astray > 0.0 || swept.gap > -1e-4 ? astray : mu;
            }
        }
    }
    report.find(
        {"C14-10", "sliding rod (Painleve): impulses stay finite at velocity level",
         "finite; the point stops within one step",
         "largest impulse " + number(largest) + " Ns, slip of the end afterwards " + number(slip < 1e-6 ? 0.0 : slip) +
             " m/s, into the ground " + number(sunk < 1e-5 ? 0.0 : sunk) + " m/s",
         solved && std::isfinite(largest) && largest < 20.0 && slip < 1e-4 && sunk < 1e-4,
         "exact solver, and 1000 sweeps of the kernel where the end leads; where it trails, sweeps run in circles from "
         "mu = " +
             number(astray) + " on, because normal and friction undo each other, and only the exact solver ends"});
}

} // namespace cairn::lab
