// A light circle under a heavy one: sweeps against mass ratio.
#include "lab/model.h"
#include "lab/studies.h"

namespace cairn::lab {

namespace {

int sweepsOf(float lower, float upper, double tolerance) {
    KernelScene scene;
    stackCircles(scene, {lower, upper});
    return sweepsUntil(scene, exactImpulses(scene), tolerance);
}

} // namespace

void studyMassRatio(Report& report) {
    report.text = "Two circles, the upper one `ratio` times as heavy; sweeps until impulses are right to 5 %, cold, "
                  "bottom-up. The "
                  "error falls by r/(1+r) a sweep, so the count is the logarithm of 0.05 to that base.";
    Plot& plot = report.plot(
        {"mass-ratio", "Sweeps against mass ratio", "mass of the upper circle / lower", "sweeps", true, true});
    Series &to5 = plot.add("error 5 %"), &to1 = plot.add("error 1 %");
    Series& fit = plot.add("3 ratio + 2", true);
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    int n = 0, closed = 0;
    for (const double r : {0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0}) {
        const double sweeps = sweepsOf(1.0f, static_cast<float>(r), 0.05);
        to5.add(r, sweeps);
        to1.add(r, sweepsOf(1.0f, static_cast<float>(r), 0.01));
        fit.add(r, 3.0 * r + 2.0);
        sx += r, sy += sweeps, sxx += r * r, sxy += r * sweeps, ++n;
        closed += std::fabs(sweeps - std::ceil(std::log(0.05) / std::log(r / (1.0 + r)) - 1e-6)) < 0.5;
    }
    const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx), intercept = (sy - slope * sx) / n;
    const int light = sweepsOf(1.0f, 0.5f, 0.05), heavy = sweepsOf(0.5f, 1.0f, 0.05);
    report.find({"C14-2", "0.5 kg on 1 kg needs 3; 1 kg on 0.5 kg is much worse", "3 and 8",
                 std::to_string(light) + " and " + std::to_string(heavy), light == 3 && heavy == 8, ""});
    const int at95 = sweepsOf(1.0f, 10.0f, 0.05), at99 = sweepsOf(1.0f, 10.0f, 0.01);
    report.find({"C14-3", "10 : 1 needs about 50", "32 at 95 %, 49 at 99 %",
                 std::to_string(at95) + " at 95 %, " + std::to_string(at99) + " at 99 %", at95 == 32 && at99 == 49,
                 ""});
    report.find(
        {"C14-4", "iterations = 3 ratio + 2", "fit over 0.1 to 100: slope 3.00, intercept 1.84",
         "slope " + number(slope) + ", intercept " + number(intercept) + "; closed form right for " +
             std::to_string(closed) + " of " + std::to_string(n),
         std::fabs(slope - 3.0) < 0.005 && std::fabs(intercept - 1.84) < 0.05 && closed == n,
         "closed form: ceil(ln 0.05 / ln(r/(1+r))), to the sweep. The intercept hangs on which ratios are fitted; here "
         "0.1, 0.2, 0.5, 1 and so on to 100"});
}

} // namespace cairn::lab
