// Sweeps that a stack of circles takes, bottom-up, top-down and in random order; and spread over frames.
#include "lab/model.h"
#include "lab/studies.h"
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
        warmStartContacts(scene.contacts, scene.states.data(), scene.masses.data());
    }
    return needed;
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
                 "1, 5, 20; 81, 329, 1328 for 8, 16, 32", text(counts),
                 counts == std::vector<int>{1, 5, 20, 81, 329, 1328},
                 "top-down takes " + number(down.y[1]) + " for 2 and " + number(down.y[2]) + " for 4"});
    report.find({"U-5", "random order beats the order of stacking", "mean over random orders, n = 4 to 32",
                 number(best) + " to " + number(worst) + " of the sweeps of top-down order", worst < 1.0,
                 "against bottom-up order, which suits a load that goes down, random order takes a few percent more"});

    Plot& warm = report.plot(
        {"circles-frames", "Warm starting: 4 sweeps a frame", "frame", "largest relative error", false, true});
    const int frames = framesOf(4, 4, warm.add("4 circles"));
    framesOf(8, 4, warm.add("8 circles"));
    report.find({"C14-8", "warm starting spreads iterations over frames",
                 "4 circles at 4 sweeps a frame: within 5 % in 5 frames", std::to_string(frames) + " frames",
                 frames == 5, ""});
}

} // namespace cairn::lab
