// Large piles: what a step costs.
#include "lab/studies.h"
#include "lab/worlds.h"

#include <ctime>

namespace cairn::lab {

namespace {

// Of both threads.
double cpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double quantile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

} // namespace

void studyPile(Report& report) {
    report.text = "Five thousand pieces of rubble, boxes and rocks of 1 to 100 in mass, poured on open ground.";
    Workers workers(2);
    const auto scene =
        scenes::createScene(*scenes::findScene("rubble"), {{"count", static_cast<double>(report.amount(5000, 100))}},
                            {.tasks = workers.tasks()});
    Plot& plot = report.plot({"pile", "5000 pieces poured on the ground, two threads", "time, s", "ms a step"});
    Series &step = plot.add("step"), &real = plot.add("real time, 60 Hz", true);
    std::vector<double> times, cpuTimes;
    for (int i = 0; i < 480; ++i) {
        const Clock clock;
        const double cpu = cpuSeconds();
        scene->step();
        cpuTimes.push_back(1e3 * (cpuSeconds() - cpu));
        times.push_back(1e3 * clock.seconds());
        if (i % 8 == 0) step.add(i / 60.0, times.back()), real.add(i / 60.0, 1000.0 / 60.0);
    }
    const double real60 = 1000.0 / 60.0, worst = quantile(times, 0.99), cpuWorst = quantile(cpuTimes, 0.99);
    const auto share =
        static_cast<double>(std::count_if(times.begin(), times.end(), [&](double t) { return t < real60; })) /
        static_cast<double>(times.size());
    report.find({"T-8", "5,000-body pile in real time", "ms per step on the CPU; here: 99 % of the steps within 1/60 s",
                 number(quantile(times, 0.5)) + " ms in the median, " + number(worst) + " ms at 99 %, " +
                     number(100 * share) + " % of the steps within 1/60 s; of the CPU, both threads together, " +
                     number(quantile(cpuTimes, 0.5)) + " and " + number(cpuWorst) + " ms",
                 worst < real60,
                 "two threads, all steps from the pour on. Two threads that never wait take half of the CPU time",
                 kQuietMachine});
}

} // namespace cairn::lab
