// Large piles: what a step costs.
#include "lab/studies.h"
#include "lab/worlds.h"

namespace cairn::lab {

void studyPile(Report& report) {
    report.text = "Five thousand pieces of rubble, boxes and rocks of 1 to 100 in mass, poured on open ground.";
    Workers workers(2);
    const auto scene =
        scenes::createScene(*scenes::findScene("rubble"), {{"count", static_cast<double>(report.amount(5000, 100))}},
                            {.tasks = workers.tasks()});
    Plot& plot = report.plot({"pile", "5000 pieces poured on the ground, two threads", "time, s", "ms a step"});
    Series &step = plot.add("step"), &real = plot.add("real time, 60 Hz", true);
    std::vector<double> times;
    for (int i = 0; i < 480; ++i) {
        const Clock clock;
        scene->step();
        times.push_back(1e3 * clock.seconds());
        if (i % 8 == 0) step.add(i / 60.0, times.back()), real.add(i / 60.0, 1000.0 / 60.0);
    }
    std::sort(times.begin(), times.end());
    const double median = times[times.size() / 2], worst = times[times.size() * 99 / 100];
    report.find({"T-8", "5,000-body pile in real time", "ms per step on the CPU",
                 number(median) + " ms in the median, " + number(worst) + " ms at worst (99 %)", worst < 1000.0 / 60.0,
                 worst < 1000.0 / 60.0 ? "two threads" : "two threads, on a machine with other work", kQuietMachine});
}

} // namespace cairn::lab
