// cairn bench --worst: what a game notices are the long steps. How long the creation and destruction of a thousand
// bodies takes, how long the step in which a pile wakes takes beside a step of the awake pile, and what a world costs
// of which nearly everything sleeps.
#include "apps/cairn/bench.h"
#include "apps/cairn/commands.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>

namespace cairn::app {

namespace {

using Clock = std::chrono::steady_clock;
double millisecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

constexpr float kStep = 1.0f / 60.0f;

void timeCreation(int threads, int repeats) {
    Workers workers(threads);
    const auto scene = scenes::createScene(*scenes::findScene("box_pile"), {}, {.tasks = workers.tasks()});
    World& world = scene->world;
    world.setSleepEnabled(false);
    for (int i = 0; i < 300; ++i) scene->step();
    double create = 1e30, first = 1e30, destroy = 1e30, last = 1e30, normal = 1e30;
    for (int round = 0; round < repeats; ++round) {
        for (int i = 0; i < 30; ++i) {
            world.step(kStep);
            normal = std::min(normal, static_cast<double>(world.profile().milliseconds));
        }
        std::vector<BodyId> boxes;
        auto start = Clock::now();
        for (int i = 0; i < 1000; ++i) {
            const DVec3 at{0.9 * (i % 10) - 4.0, 30.0 + 0.9 * (i / 100), 0.9 * (i / 10 % 10) - 4.0};
            boxes.push_back(world.createBody({.type = BodyType::Dynamic, .position = at}));
            world.createShape(boxes.back(), ShapeBox{{0.35f, 0.35f, 0.3f}});
        }
        create = std::min(create, millisecondsSince(start));
        world.step(kStep);
        first = std::min(first, static_cast<double>(world.profile().milliseconds));
        for (int i = 0; i < 30; ++i) world.step(kStep);
        start = Clock::now();
        for (const BodyId box : boxes) world.destroyBody(box);
        destroy = std::min(destroy, millisecondsSince(start));
        world.step(kStep);
        last = std::min(last, static_cast<double>(world.profile().milliseconds));
    }
    fmt::print("a thousand boxes over a pile of {} bodies, {} threads\n", world.counts().bodies, threads);
    fmt::print("  created in {:.2f} ms, destroyed in {:.2f} ms\n", create, destroy);
    fmt::print("  a step takes {:.2f} ms, the first one with them {:.2f} ms, the first one without {:.2f} ms\n", normal,
               first, last);
}

void timeWaking(int threads, int repeats) {
    Workers workers(threads);
    const auto scene = scenes::createScene(*scenes::findScene("rubble"), {}, {.tasks = workers.tasks()});
    World& world = scene->world;
    int steps = 0;
    for (; steps < 3600 && (world.awakeCount() > 0 || steps < 600); ++steps) scene->step();
    double waking = 1e30, awake = 1e30, asleep = 1e30;
    for (int round = 0; round < repeats && world.awakeCount() == 0; ++round) {
        Array<uint8_t> state;
        world.snapshot(state);
        world.step(kStep);
        asleep = std::min(asleep, static_cast<double>(world.profile().milliseconds));
        const auto start = Clock::now();
        for (const scenes::SceneBody& body : scene->bodies)
            if (body.type == BodyType::Dynamic) world.setAwake(body.id, true);
        world.step(kStep);
        waking = std::min(waking, millisecondsSince(start));
        std::vector<float> times;
        for (int i = 0; i < 20; ++i) {
            world.step(kStep);
            times.push_back(world.profile().milliseconds);
        }
        awake = std::min(awake, summarize(times).median);
        world.restore({state.data(), static_cast<std::size_t>(state.count())});
    }
    fmt::print("a pile of {} pieces that sleeps after {} steps, {} threads\n", world.counts().bodies, steps, threads);
    fmt::print("  asleep {:.3f} ms, waking all of it {:.2f} ms, awake {:.2f} ms: {:.2f}x\n", asleep, waking, awake,
               waking / awake);
}

// Every hundredth box hops about; the others sleep.
void timeSleepers(int threads) {
    Workers workers(threads);
    World world({.tasks = workers.tasks()});
    world.createShape(world.createBody({}), ShapePlane{});
    constexpr int kCount = 100000, kSide = 317, kAwake = 100;
    std::vector<BodyId> moving;
    for (int i = 0; i < kCount; ++i) {
        const BodyId box = world.createBody(
            {.type = BodyType::Dynamic, .position = {2.0 * (i % kSide), 0.5, 2.0 * static_cast<double>(i / kSide)}});
        world.createShape(box, ShapeBox{});
        if (i % (kCount / kAwake) == 0) moving.push_back(box);
    }
    for (int i = 0; i < 10 && world.awakeCount() > 0; ++i) world.step(0.2f); // few and long, to be quick
    std::vector<float> times;
    for (int i = 0; i < 240; ++i) {
        if (i % 20 == 0)
            for (const BodyId box : moving) world.setLinearVelocity(box, {0.0f, 2.0f, 0.0f});
        world.step(kStep);
        if (i >= 40) times.push_back(world.profile().milliseconds);
    }
    fmt::print("{} boxes of which {} are awake, {} threads: median {:.3f} ms\n", kCount, world.awakeCount(), threads,
               summarize(times).median);
}

} // namespace

int runWorst(const BenchOptions& options) {
    const int threadCounts = options.maxThreads > 0 ? options.maxThreads : hardwareThreads();
    for (int threads = 1; threads <= threadCounts; ++threads) {
        timeCreation(threads, options.repeats);
        timeWaking(threads, options.repeats);
        timeSleepers(threads);
    }
    return 0;
}

} // namespace cairn::app
