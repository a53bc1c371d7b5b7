// A box that rocks on another: how many contact points keep their names from step to step.
#include "lab/studies.h"

#include <cairn/manifold.h>

#include <algorithm>
#include <cmath>

namespace cairn::lab {

void studyContactIds(Report& report) {
    report.text = "A box of 1 m on a slab, rocked by half a degree about two axes. A point that keeps its feature id "
                  "keeps its impulse.";
    const Shape slab = ShapeBox{{2.0f, 0.5f, 2.0f}}, box = ShapeBox{{0.5f, 0.5f, 0.5f}};
    Plot& plot = report.plot(
        {"contact-ids", "Rocking box: contact points that are known from the step before", "step", "points"});
    Series& kept = plot.add("kept");
    ManifoldCache cache;
    Manifold last{};
    int least = 4, flips = 0;
    const float amplitude = 0.5f * kPi / 180.0f;
    for (int i = 0; i <= 240; ++i) {
        const float t = static_cast<float>(i) / 60.0f;
        const Quat q = fromAxisAngle({1, 0, 0}, amplitude * sinCos(9.0f * t).sin) *
                       fromAxisAngle({0, 0, 1}, amplitude * sinCos(7.0f * t).sin);
        Manifold now{};
        collideConvex(slab, box, {{0, 0.999f, 0}, q}, 0.02f, cache, now);
        if (i > 0) {
            int same = 0;
            for (int a = 0; a < now.count; ++a)
                for (int b = 0; b < last.count; ++b) same += now.points[a].featureId == last.points[b].featureId;
            least = std::min(least, same);
            kept.add(i, same);
            flips += dot(now.normal, last.normal) < 0.99995f; // by more than half a degree
        }
        last = now;
    }
    report.find(
        {"C06-4", "contact ids are stable",
         "a box rocked by 0.5 degrees keeps at least 3 of 4 ids; reference face does not flip-flop",
         "at least " + std::to_string(least) + " of 4, normal jumped " + std::to_string(flips) + " times in 240 steps",
         least >= 3 && flips == 0, ""});
}

} // namespace cairn::lab
