// The mover's plane solver: sweeps in corners of all angles, and what doubled planes do.
#include "lab/studies.h"

#include <cairn/mover.h>

#include <cmath>

namespace cairn::lab {

namespace {

// Two walls that meet at an angle, the mover pushed into the corner from half a metre away.
MoverSolution cornerOf(double degrees, bool doubled) {
    const SinCos half = sinCos(static_cast<float>(0.5 * degrees * 3.14159265358979 / 180.0));
    // The corner opens towards +x; normals point inward.
    MoverPlane planes[4];
    for (int i = 0; i < 4; ++i) {
        planes[i].normal = {half.sin, (i % 2 == 0 ? 1.0f : -1.0f) * half.cos, 0.0f};
        planes[i].offset = 0.5f * half.sin;
    }
    return solvePlanes(std::span(planes, doubled ? 4u : 2u), {-1.0f, 0.1f, 0.0f}, {.maxIterations = 10000});
}

} // namespace

void studyPlanes(Report& report) {
    report.text = "Catto's plane solver (`solvePlanes`): a mover runs into a corner between two walls. Sweeps until "
                  "both planes hold to "
                  "0.1 mm.";
    Plot& plot =
        report.plot({"planes", "Plane solver in a corner", "angle between the walls, degrees", "sweeps", true, true});
    Series &single = plot.add("two planes"), &twice = plot.add("each plane twice");
    for (const double angle : {170.0, 120.0, 90.0, 60.0, 30.0, 20.0, 10.0, 5.0}) {
        single.add(angle, cornerOf(angle, false).iterations);
        twice.add(angle, cornerOf(angle, true).iterations);
    }
    const MoverSolution a = cornerOf(90, false), b = cornerOf(30, false), c = cornerOf(10, false),
                        d = cornerOf(30, true);
    const float apart = length(b.delta - d.delta);
    report.find({"C14-11", "the plane solver slows down in acute corners; redundant planes are harmless",
                 "sweeps against angle 90, 30, 10 degrees",
                 std::to_string(a.iterations) + ", " + std::to_string(b.iterations) + ", " +
                     std::to_string(c.iterations) + "; doubled planes move the answer by " +
                     number(1e3 * static_cast<double>(apart)) + " mm",
                 a.iterations < b.iterations && b.iterations < c.iterations && c.converged && apart < 1e-3f, ""});
}

} // namespace cairn::lab
