// A box on a pole that is narrower than the box: two contacts that share a body and disturb each other.
#include "lab/model.h"
#include "lab/studies.h"

namespace cairn::lab {

namespace {

// Impulse of the first contact after each sweep, as a share of the exact one.
void curveOf(double width, Series& curve, int sweeps) {
    KernelScene scene;
    boxOnPole(scene, width);
    const Array<double> exact = exactImpulses(scene);
    for (int i = 1; i <= sweeps; ++i) {
        scene.relax();
        curve.add(i, static_cast<double>(scene.contacts[0].impulse[0][0]) / exact[0]);
    }
}

int sweepsOf(double width, double tolerance) {
    KernelScene scene;
    boxOnPole(scene, width);
    return sweepsUntil(scene, exactImpulses(scene), tolerance);
}

// Clamping what is added instead of the sum: the kernel forgets its sum before each sweep.
double naiveError(double width, int sweeps) {
    KernelScene scene;
    boxOnPole(scene, width);
    const Array<double> exact = exactImpulses(scene);
    double sum[2] = {0, 0};
    for (int i = 0; i < sweeps; ++i) {
        for (int k = 0; k < 2; ++k) scene.contacts[0].impulse[k][0] = 0.0f;
        scene.relax();
        for (int k = 0; k < 2; ++k) sum[k] += static_cast<double>(scene.contacts[0].impulse[k][0]);
    }
    return std::fmax(std::fabs(sum[0] / exact[0] - 1.0), std::fabs(sum[1] / exact[1] - 1.0));
}

// Four cases of two contacts, by the pivoting solver. `push` tips the box, so that one contact has to let go.
bool blockDropsOne() {
    KernelScene scene;
    const int box = boxOnPole(scene, 0.25);
    scene.body(box).w = {0, 0, 3.0f};
    const Array<double> exact = exactImpulses(scene);
    return (exact[0] == 0.0) != (exact[1] == 0.0);
}

} // namespace

void studyPole(Report& report) {
    report.text =
        "A box of 1 m on a pole of 100, 75, 50 and 25 % of its width. The first contact is solved as if it carried the "
        "box "
        "alone; the narrower the pole, the more it takes that belongs to the other, and the sum must be able to shrink "
        "again.";
    Plot& plot =
        report.plot({"pole", "Box on a pole: impulse of the first contact", "sweep", "impulse / exact impulse"});
    std::vector<double> first;
    for (const double width : {1.0, 0.75, 0.5, 0.25}) {
        Series& curve = plot.add(number(100 * width) + " % wide");
        curveOf(width, curve, 14);
        first.push_back(curve.y[0]);
    }
    const int s75 = sweepsOf(0.75, 0.05), s50 = sweepsOf(0.5, 0.05), s25 = sweepsOf(0.25, 0.05),
              fine = sweepsOf(0.25, 0.0135), finer = sweepsOf(0.25, 0.01);
    const bool near = std::fabs(first[0] - 0.8) < 1e-3 && std::fabs(first[1] - 1.085) < 1e-3 &&
                      std::fabs(first[2] - 1.455) < 1e-3 && std::fabs(first[3] - 1.829) < 1e-3;
    report.find({"C14-5", "width 100 % is monotone; 75 % takes two sweeps; 50 % a couple more; 25 % about 12",
                 "first impulse 1.085, 1.455, 1.829 of exact; 2; 3; 9 (5 %), 12 (1.3 %), 13 (1 %)",
                 "first impulse " + number(first[1], 4) + ", " + number(first[2], 4) + ", " + number(first[3], 4) +
                     "; " + std::to_string(s75) + "; " + std::to_string(s50) + "; " + std::to_string(s25) + ", " +
                     std::to_string(fine) + ", " + std::to_string(finer),
                 near && s75 == 2 && s50 == 3 && s25 == 9 && fine == 12 && finer == 13, ""});
    const double naive = naiveError(0.25, 1000);
    report.find({"C14-6", "clamp the accumulated impulse, not the increment",
                 "clamping increments never reaches the answer",
                 "error after 1000 sweeps " + number(100 * naive) + " %", naive > 0.2,
                 "the kernel made to forget its sum before each sweep"});
    KernelScene scene;
    boxOnPole(scene, 0.25);
    const Array<double> exact = exactImpulses(scene);
    const double half = 0.5 * static_cast<double>(kGravityStep);
    const bool even = std::fabs(exact[0] - half) < 1e-7 && std::fabs(exact[1] - half) < 1e-7;
    report.find(
        {"C14-7", "two-contact block solver: four cases, exact in one go",
         "exact; and a case where one contact must drop",
         std::string(even ? "half the weight each" : "not even") + (blockDropsOne() ? ", one dropped when tipped" : ""),
         even && blockDropsOne(), "by the pivoting solver, which is the block solver for any number of contacts"});
}

} // namespace cairn::lab
