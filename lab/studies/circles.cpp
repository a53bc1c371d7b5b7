// Sweeps that a stack of circles takes, bottom-up, top-down and in random order; and spread over frames.
#include "lab/model.h"
#include "lab/studies.h"
#include "lab/worlds.h"
#include "scenes/random.h"

#include <algorithm>

namespace cairn::lab {

namespace {

int sweepsOf(int n, bool reversed, uint64_t seed = 0, double tolerance = 0.05) {
    KernelScene scene;
    stackCircles(scene, std::vector<float>(static_cast<std::size_t>(n), 1.0f));
    if (reversed) std::reverse(scene.contacts.begin(), scene.contacts.end());
    if (seed > 0) {
        scenes::Random random(seed);
        for (int i = n - 1; i > 0; --i) std::swap(scene.contacts[i], scene.contacts[random.below(i + 1)]);
    }
    return sweepsUntil(scene, exactImpulses(scene), tolerance);
}

// Frames until impulses are within 5 % with 4 sweeps each, warm-started: the state goes on from frame to frame.
int framesOf(int n, int sweeps, Series& curve) {
    KernelScene scene;
    stackCircles(scene, std::vector<float>(static_cast<std::size_t>(n), 1.0f));
    const Array<double> exact = exactImpulses(scene);
    int needed = 0;
    for (int frame = 1; frame <= 12; ++frame) {
        for (int i = 0; i < sweeps; ++i) scene.relax();
        const double error = impulseError(scene, exact);
        curve.add(frame, error);
        if (needed == 0 && error <= 0.05) needed = frame;
        // The next frame: nothing has moved, gravity pulls again, and the impulses of the last one are applied at once.
        for (std::size_t i = 1; i < scene.states.size(); ++i) scene.states[i].v = {0, -kGravityStep, 0};
        warmStartContacts(scene.contacts, scene.states.data());
    }
    return needed;
}

struct Unloading {
    bool settled;       // nothing moved faster than 1 cm/s before
    double rise, bound; // m above where it comes to rest, of what was below the load
    double sunk;        // m that the load had pressed it below that
};

// Four boxes under a load that is taken away. The impulses of the last step hold boxes and load alike, and with them
// the next step begins: those between boxes cancel, and the uppermost box is left with all of the load's, a speed of
// v = load/box g h if no sweep took any of it back. It then rises by v h in that step and by v^2/2g in flight.
Unloading unload(const char* solver, int sweeps, float ratio, Series& curve) {
    World world({.enableSleep = false, .solver = recipeOf(solver, sweeps)});
    const std::vector<BodyId> boxes = addTower(world, 5);
    const BodyId load = boxes[4], top = boxes[3];
    world.setMass(load, ratio * world.mass(top));
    for (int i = 0; i < 600; ++i) world.step(kFrame);
    const bool settled = largestSpeed(world) < 0.01;
    std::vector<double> heights{world.pose(top).p.y};
    world.destroyBody(load);
    for (int i = 0; i < 600; ++i) {
        world.step(kFrame);
        heights.push_back(world.pose(top).p.y);
    }
    const double rest = heights.back(), highest = *std::max_element(heights.begin(), heights.end());
    for (std::size_t i = 0; i <= 30; ++i) curve.add(static_cast<double>(i) / 60.0, 1e3 * (heights[i] - rest));
    const double v = static_cast<double>(ratio * kGravityStep);
    return {settled, highest - rest, v / 60.0 + 0.5 * v * v / 9.81, rest - heights.front()};
}

void findUnloading(Report& report) {
    Plot& plot = report.plot(
        {"circles-unload", "A load is taken off four boxes", "time, s", "height of the uppermost above its rest, mm"});
    struct Case {
        const char *name, *solver;
        int sweeps;
        float ratio;
    };
    const Case cases[] = {{"4 sweeps, a fifth box", "sequentialImpulse", 4, 1.0f},
                          {"20 sweeps, a fifth box", "sequentialImpulse", 20, 1.0f},
                          {"20 sweeps, four boxes", "sequentialImpulse", 20, 4.0f},
                          {"soft step, a fifth box", "softStep", 0, 1.0f},
                          {"soft step, four boxes", "softStep", 0, 4.0f}};
    std::string told;
    bool bounded = true;
    for (const Case& c : cases) {
        const Unloading u = unload(c.solver, c.sweeps, c.ratio, plot.add(c.name));
        bounded &= u.settled && u.rise <= u.bound;
        told += (told.empty() ? "" : "; ") + std::string(c.name) + (u.settled ? "" : " (not at rest before)") + ": " +
                number(1e3 * u.rise, 2) + " of " + number(1e3 * u.bound, 2) + " mm, sunk by " +
                number(1e3 * u.sunk, 2) + " before";
    }
    report.find({"C14-8", "sudden unloading may bounce",
                 "bounded rise on unload: at most v h + v^2/2g, v = load/box g h", told, bounded,
                 "above the height of rest afterwards; the bound is what the last impulses of the load would do if no "
                 "sweep took them back. With 4 sweeps four boxes' weight does not come to rest in the first place"});
}

} // namespace

void studyCircles(Report& report) {
    report.text = "Circles of equal mass on top of each other, cold start; sweeps of the contact kernel until the "
                  "largest relative "
                  "error of an impulse is 5 %. The exact impulses come from the pivoting solver.";
    Plot& plot = report.plot(
        {"circles-sweeps", "Sweeps until a stack of circles is right to 5 %", "circles", "sweeps", true, true});
    Series &up = plot.add("bottom-up"), &down = plot.add("top-down"), &random = plot.add("random order, mean of 20");
    const int orders = report.amount(20, 2);
    std::vector<int> counts;
    double best = 1e9, worst = 0.0;
    for (const int n : {1, 2, 4, 8, 16, 32}) {
        counts.push_back(sweepsOf(n, false));
        up.add(n, counts.back());
        down.add(n, sweepsOf(n, true));
        double mean = 0.0;
        for (int seed = 1; seed <= orders; ++seed)
            mean += static_cast<double>(sweepsOf(n, false, static_cast<uint64_t>(seed))) / orders;
        random.add(n, mean);
        if (n >= 4) best = std::min(best, mean / down.y.back()), worst = std::max(worst, mean / down.y.back());
    }
    const auto text = [](const std::vector<int>& v) {
        std::string s;
        for (const int i : v) s += (s.empty() ? "" : ", ") + std::to_string(i);
        return s;
    };
    report.find({"C14-1", "a stack of 1 circle needs 1 iteration, 2 need 5, 4 need 20",
                 "1, 5, 20; 81, 329, 1328 for 8, 16, 32; top-down 6 for 2 and 23 for 4",
                 text(counts) + "; top-down " + number(down.y[1]) + " and " + number(down.y[2]),
                 counts == std::vector<int>{1, 5, 20, 81, 329, 1328} && down.y[1] == 6.0 && down.y[2] == 23.0, ""});
    report.find({"U-5", "random order beats the order of stacking, top-down", "mean over random orders, n = 4 to 32",
                 number(best) + " to " + number(worst) + " of the sweeps of top-down order", worst < 1.0,
                 "against bottom-up order, which suits a load that goes down, random order takes a few percent more"});

    Plot& warm = report.plot(
        {"circles-frames", "Warm starting: 4 sweeps a frame", "frame", "largest relative error", false, true});
    const int frames = framesOf(4, 4, warm.add("4 circles"));
    framesOf(8, 4, warm.add("8 circles"));
    report.find({"C14-8", "warm starting spreads iterations over frames",
                 "4 circles at 4 sweeps a frame: within 5 % in 5 frames", std::to_string(frames) + " frames",
                 frames == 5, ""});
    findUnloading(report);
}

} // namespace cairn::lab
