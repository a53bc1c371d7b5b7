// The fastest ramp: a bead on a cycloid, an arc and a straight line between the same two points.
#include "lab/model.h"
#include "lab/studies.h"

#include <functional>

namespace cairn::lab {

namespace {

constexpr double kRadius = 1.0, kPiD = 3.14159265358979323846;

// Height and slope at x.
struct Ramp {
    const char* name;
    std::function<void(double x, double& y, double& slope)> at;
};

// The parameter of the cycloid x = R (t - sin t), y = -R (1 - cos t).
void cycloid(double x, double& y, double& slope) {
    double t = std::cbrt(6.0 * std::fmax(x, 1e-12) / kRadius);
    for (int i = 0; i < 30; ++i) t -= (t - std::sin(t) - x / kRadius) / std::fmax(1.0 - std::cos(t), 1e-9);
    y = -kRadius * (1.0 - std::cos(t));
    slope = -std::sin(t) / std::fmax(1.0 - std::cos(t), 1e-9);
}
void line(double x, double& y, double& slope) {
    slope = -2.0 / kPiD;
    y = slope * x;
}
// Level at its end.
void arc(double x, double& y, double& slope) {
    const double up = 0.25 * (kPiD * kPiD - 4.0), r = up + 2.0, dx = x - kPiD;
    y = up - std::sqrt(r * r - dx * dx);
    slope = dx / std::sqrt(r * r - dx * dx);
}

// A bead slides without friction from x = 0 to the end. One contact along the ramp's normal, a kernel pass a step.
double timeOf(const Ramp& ramp) {
    constexpr double h = 1.0 / 6000.0;
    double x = 1e-4, y, slope;
    ramp.at(x, y, slope);
    KernelScene scene;
    const int bead = scene.addBody({0, 0, 0}, 1.0f);
    for (int i = 1; i < 30000; ++i) {
        double ground;
        ramp.at(x, ground, slope);
        const double l = std::sqrt(1.0 + slope * slope);
        const Vec3 n{static_cast<float>(-slope / l), static_cast<float>(1.0 / l), 0.0f};
        scene.contacts.clear();
        scene.body(bead).v += Vec3{0, static_cast<float>(-9.81 * h), 0};
        scene.addPatch(0, bead, n, {{0, 0, 0}});
        scene.relax();
        const double before = x;
        x += h * static_cast<double>(scene.body(bead).v.x);
        if (x >= kPiD) return h * (i - 1 + (kPiD - before) / (x - before));
    }
    return 1e9;
}

} // namespace

void studyRamp(Report& report) {
    report.text = "A bead slides without friction from the origin to a point 2 m down and pi metres away: on a cycloid "
                  "of R = 1 m, an arc "
                  "that ends level, and a line. Each step is one pass of the contact kernel.";
    const Ramp ramps[] = {{"cycloid", cycloid}, {"arc", arc}, {"line", line}};
    Plot& plot = report.plot({"ramp", "Three ramps between the same points", "x, m", "y, m"});
    double times[3];
    for (int i = 0; i < 3; ++i) {
        times[i] = timeOf(ramps[i]);
        Series& s = plot.add(std::string(ramps[i].name) + ", " + number(times[i], 4) + " s");
        for (int k = 0; k <= 60; ++k) {
            double y, slope;
            ramps[i].at(kPiD * k / 60.0, y, slope);
            s.add(kPiD * k / 60.0, k == 0 ? 0.0 : y);
        }
    }
    const double expected = kPiD * std::sqrt(kRadius / 9.81), straight = std::sqrt((kPiD * kPiD + 4.0) / 9.81);
    report.find(
        {"C14-12", "the cycloid is the fastest ramp",
         "pi sqrt(R/g) = " + number(expected, 4) + " s; line " + number(straight, 4) + " s",
         "cycloid " + number(times[0], 4) + " s, arc " + number(times[1], 4) + " s, line " + number(times[2], 4) + " s",
         std::fabs(times[0] / expected - 1.0) < 0.01 && times[0] < times[1] && times[1] < times[2] &&
             std::fabs(times[2] / straight - 1.0) < 0.01,
         ""});
}

} // namespace cairn::lab
