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

// One sweep of the block kernel over both contacts, against the pivoting solver: largest error as a share of the
// weight.
struct BlockCase {
    const char* name;
    float lift, turn;   // m/s and rad/s with which the box begins, besides its fall
    bool first, second; // who pushes
};
constexpr BlockCase kBlockCases[] = {{"both", 0.0f, 0.0f, true, true},
                                     {"the first alone", 0.0f, 3.0f, true, false},
                                     {"the second alone", 0.0f, -3.0f, false, true},
                                     {"none", 1.0f, 0.5f, false, false}};

struct BlockResult {
    bool isCase; // those push that should, in the exact answer and in that of the sweep
    double error;
};
BlockResult sweepBlock(const BlockCase& c) {
    KernelScene scene;
    const int box = boxOnPole(scene, 0.25);
    scene.body(box).v.y += c.lift;
    scene.body(box).w.z = c.turn;
    const Array<double> exact = exactImpulses(scene);
    ContactStep step = kKernelStep;
    step.policy.isBlock = step.policy.isRelaxed = true;
    sweepContacts(scene.contacts, step, scene.states.data());
    BlockResult result{(exact[0] > 0.0) == c.first && (exact[1] > 0.0) == c.second, 0.0};
    for (int i = 0; i < 2; ++i) {
        const float impulse = scene.contacts[0].impulse[i][0];
        result.isCase &= (impulse > 0.0f) == (exact[i] > 0.0);
        result.error = std::fmax(result.error, std::fabs(static_cast<double>(impulse) - exact[i]) /
                                                   static_cast<double>(kGravityStep));
    }
    return result;
}

// Largest relative error after a number of sweeps.
double errorAfter(double width, int sweeps) {
    KernelScene scene;
    boxOnPole(scene, width);
    const Array<double> exact = exactImpulses(scene);
    for (int i = 0; i < sweeps; ++i) scene.relax();
    return impulseError(scene, exact);
}

// Rises to the answer from below, never past it by more than floats round.
bool isMonotone(const Series& curve) {
    double last = 0.0;
    for (const double y : curve.y) {
        if (y < last - 1e-6 || y > 1.0 + 1e-6) return false;
        last = y;
    }
    return true;
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
    std::string monotone;
    for (const double width : {1.0, 0.75, 0.5, 0.25}) {
        Series& curve = plot.add(number(100 * width) + " % wide");
        curveOf(width, curve, 14);
        first.push_back(curve.y[0]);
        monotone += isMonotone(curve) ? (monotone.empty() ? "" : ", ") + number(100 * width) + " %" : "";
    }
    const int s75 = sweepsOf(0.75, 0.05), s50 = sweepsOf(0.5, 0.05), s25 = sweepsOf(0.25, 0.05),
              finer = sweepsOf(0.25, 0.01);
    const double twelfth = errorAfter(0.25, 12);
    const bool near = std::fabs(first[0] - 0.8) < 1e-3 && std::fabs(first[1] - 1.085) < 1e-3 &&
                      std::fabs(first[2] - 1.455) < 1e-3 && std::fabs(first[3] - 1.829) < 1e-3;
    report.find({"C14-5", "width 100 % is monotone; 75 % takes two sweeps; 50 % a couple more; 25 % about 12",
                 "first impulse 1.085, 1.455, 1.829 of exact; 2; 3; 9 (5 %), 12 (1.3 %), 13 (1 %)",
                 "first impulse " + number(first[1], 4) + ", " + number(first[2], 4) + ", " + number(first[3], 4) +
                     "; " + std::to_string(s75) + "; " + std::to_string(s50) + "; " + std::to_string(s25) +
                     " (5 %), error after 12: " + number(100 * twelfth) + " %, " + std::to_string(finer) +
                     " (1 %); monotone: " + monotone,
                 near && monotone == "100 %" && s75 == 2 && s50 == 3 && s25 == 9 &&
                     std::fabs(twelfth - 0.013) < 0.0005 && finer == 13,
                 ""});
    const double naive = naiveError(0.25, 1000);
    report.find({"C14-6", "clamp the accumulated impulse, not the increment",
                 "clamping increments never reaches the answer",
                 "error after 1000 sweeps " + number(100 * naive) + " %", naive > 0.2,
                 "the kernel made to forget its sum before each sweep"});
    std::string cases;
    double worst = 0.0;
    bool right = true;
    for (const BlockCase& c : kBlockCases) {
        const BlockResult r = sweepBlock(c);
        cases +=
            (cases.empty() ? "" : ", ") + std::string(c.name) + (r.isCase ? "" : " (not so)") + " " + number(r.error);
        worst = std::fmax(worst, r.error);
        right &= r.isCase;
    }
    report.find({"C14-7", "two-contact block solver: four cases, exact in one sweep",
                 "exact; and a case where one contact must drop",
                 "error after one sweep, of the impulse of the weight: " + cases, right && worst < 1e-5,
                 "the block kernel on the pole of 25 %, at rest, tipped to either side and lifted, against the "
                 "pivoting solver"});
}

} // namespace cairn::lab
