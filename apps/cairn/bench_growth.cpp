// cairn bench --growth: how the time of a step grows with the number of bodies, as the slope of a line through
// (log bodies, log time). Linear cost has slope 1.
#include "apps/cairn/bench.h"
#include "apps/cairn/commands.h"
#include "apps/cairn/progress.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace cairn::app {

namespace {

struct Family {
    const char* scene;
    std::vector<std::string> parameters; // all set to the size
    std::vector<int> sizes;              // 1,000 to 50,000 bodies
};

const Family kFamilies[] = {
    {"box_pile", {"side"}, {10, 13, 17, 22, 28, 37}},
    {"many_pyramids", {"rows", "columns"}, {4, 6, 9, 13, 19, 30}},
    {"pyramid", {"base"}, {45, 63, 100, 141, 200, 316}},
};

struct Point {
    int bodies = 0, contacts = 0;
    double milliseconds = 1e30;
};

void timeOnce(const Family& family, int size, int threads, const BenchOptions& options, Point& point) {
    std::vector<scenes::Setting> settings;
    for (const std::string& name : family.parameters) settings.push_back({name, static_cast<double>(size)});
    Workers workers(threads);
    const auto scene = scenes::createScene(*scenes::findScene(family.scene), settings, {.tasks = workers.tasks()});
    scene->world.setSleepEnabled(false);
    StepTimes times;
    for (int i = 0; i < options.warmup + options.steps; ++i) {
        scene->step();
        if (i >= options.warmup) times.add(scene->world.profile());
    }
    point.bodies = scene->world.counts().bodies;
    point.contacts = scene->world.counts().contacts;
    point.milliseconds = std::min(point.milliseconds, times.total().median);
}

} // namespace

double slopeOf(const std::vector<double>& sizes, const std::vector<double>& times) {
    const double n = static_cast<double>(sizes.size());
    double x = 0, y = 0, xx = 0, xy = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const double a = std::log(sizes[i]), b = std::log(times[i]);
        x += a, y += b, xx += a * a, xy += a * b;
    }
    return (n * xy - x * y) / (n * xx - x * x);
}

int runGrowth(const BenchOptions& options) {
    const int threadCounts = options.maxThreads > 0 ? options.maxThreads : hardwareThreads();
    fmt::print("{:<16}{:>8}{:>8}{:>10}{:>11}{:>14}\n", "scene", "threads", "bodies", "contacts", "median ms",
               "us/contact");
    const auto isAsked = [&](const Family& family) {
        const std::vector<std::string>& names = options.scenes;
        return names.empty() || std::find(names.begin(), names.end(), family.scene) != names.end();
    };
    for (const Family& family : kFamilies)
        for (int threads = 1; threads <= threadCounts && isAsked(family); ++threads) {
            std::vector<Point> points(family.sizes.size());
            Progress progress("growth", options.repeats * static_cast<int>(points.size()));
            int done = 0;
            for (int round = 0; round < options.repeats; ++round)
                for (std::size_t i = 0; i < points.size(); ++i) {
                    progress.update(done++,
                                    fmt::format("{} of {}, {} threads", family.scene, family.sizes[i], threads));
                    timeOnce(family, family.sizes[i], threads, options, points[i]);
                }
            progress.finish();
            std::vector<double> bodies, times;
            for (const Point& p : points) {
                bodies.push_back(p.bodies), times.push_back(p.milliseconds);
                fmt::print("{:<16}{:>8}{:>8}{:>10}{:>11.3f}{:>14.3f}\n", family.scene, threads, p.bodies, p.contacts,
                           p.milliseconds, 1e3 * p.milliseconds / p.contacts);
            }
            fmt::print("{:<16}{:>8}  slope {:.3f}\n", family.scene, threads, slopeOf(bodies, times));
        }
    return 0;
}

} // namespace cairn::app
