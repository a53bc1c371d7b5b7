// Jacobi and mass splitting: every contact looks at the same old velocities, and the changes are added up.
#include "lab/model.h"
#include "lab/studies.h"
#include "scenes/random.h"

#include <algorithm>
#include <cstring>

namespace cairn::lab {

namespace {

// A cube on a pole of a quarter of its width, four contacts with one point each.
void cubeOnPole(KernelScene& scene) {
    const int cube = scene.addBody({0, 0.5, 0}, 1.0f, {1.0f / 6.0f, 1.0f / 6.0f, 1.0f / 6.0f});
    for (const double x : {-0.125, 0.125})
        for (const double z : {-0.125, 0.125}) scene.addPatch(0, cube, {0, 1, 0}, {{x, 0, z}});
    scene.accelerate({0, -kGravityStep, 0});
}

// Splits a body of the patches into `count` parts: each patch feels a body of 1/count of the mass.
void split(KernelScene& scene, float count) {
    for (ContactBundle& c : scene.contacts) {
        for (int i = 0; i < 2; ++i) c.shareA[i][0] = c.shareB[i][0] = count;
        for (int i = 0; i < kPatchPoints; ++i) c.inverseK[i][0] = c.inverseK[i][0] > 0.0f ? 1.0f : 0.0f;
    }
    prepareContacts(scene.contacts, scene.masses.data());
}

// One round: every patch sees the velocities of before; changes are summed in the order of the bodies' patches as
// numbered in `order`, so that shuffling the patches changes nothing. `count`: as above, 1 for plain Jacobi.
void simultaneous(KernelScene& scene, float count, const std::vector<int>& order) {
    std::vector<std::vector<BodyState>> after(order.size());
    for (int i = 0; i < scene.contacts.count(); ++i) {
        after[static_cast<std::size_t>(i)] = scene.states;
        relaxContacts(std::span(&scene.contacts[i], 1), kKernelStep, after[static_cast<std::size_t>(i)].data());
    }
    std::vector<BodyState> sum = scene.states;
    for (const int i : order)
        for (std::size_t b = 1; b < sum.size(); ++b) {
            const BodyState& s = after[static_cast<std::size_t>(i)][b];
            sum[b].v += (1.0f / count) * (s.v - scene.states[b].v);
            sum[b].w += (1.0f / count) * (s.w - scene.states[b].w);
        }
    scene.states = sum;
}

std::vector<int> numbers(int n) {
    std::vector<int> order(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i;
    return order;
}

void curveOf(float count, Series& curve) {
    KernelScene scene;
    cubeOnPole(scene);
    const Array<double> exact = exactImpulses(scene);
    split(scene, count);
    for (int i = 1; i <= 60; ++i) {
        simultaneous(scene, count, numbers(4));
        double total = 0.0, whole = 0.0;
        for (int k = 0; k < 4; ++k) total += static_cast<double>(scene.contacts[k].impulse[0][0]);
        whole = static_cast<double>(kGravityStep);
        curve.add(i, total / whole);
    }
}

// The body after one round of splitting: averaging the parts, and applying the impulses with the full mass.
double averagingError() {
    KernelScene scene;
    cubeOnPole(scene);
    scene.body(1).w = {0.3f, 0.0f, -0.2f};
    split(scene, 4.0f);
    const std::vector<BodyState> before = scene.states;
    simultaneous(scene, 4.0f, numbers(4));
    std::vector<BodyState> full = before;
    split(scene, 1.0f);
    warmStartContacts(scene.contacts, full.data());
    return static_cast<double>(length(full[1].v - scene.body(1).v) + length(full[1].w - scene.body(1).w));
}

bool sameBitsShuffled() {
    std::vector<BodyState> first;
    for (uint64_t seed = 0; seed < 10; ++seed) {
        KernelScene scene;
        cubeOnPole(scene);
        scene.body(1).w = {0.3f, 0.1f, -0.2f};
        split(scene, 4.0f);
        std::vector<int> place = numbers(4); // place[i]: which patch lies at i
        if (seed > 0) {
            scenes::Random random(seed);
            for (int i = 3; i > 0; --i) {
                const int k = random.below(i + 1);
                std::swap(scene.contacts[i], scene.contacts[k]);
                std::swap(place[static_cast<std::size_t>(i)], place[static_cast<std::size_t>(k)]);
            }
        }
        std::vector<int> order(4); // patches by their own number
        for (int i = 0; i < 4; ++i) order[static_cast<std::size_t>(place[static_cast<std::size_t>(i)])] = i;
        for (int round = 0; round < 20; ++round) simultaneous(scene, 4.0f, order);
        if (seed == 0) first = scene.states;
        if (std::memcmp(&first[1].v, &scene.states[1].v, 24) != 0) return false;
    }
    return true;
}

} // namespace

void studySplitting(Report& report) {
    report.text = "A cube on a pole of a quarter of its width: four contacts, all of which see the whole cube. Solved "
                  "at the same time, "
                  "each takes the weight upon itself, and the sum is four times too much. Mass splitting gives each a "
                  "quarter of the "
                  "cube; adding up with the full mass is then the same as averaging the parts. Patents are held on "
                  "mass splitting: it "
                  "is optional in Cairn and never a default.";
    Plot& plot =
        report.plot({"splitting", "Cube on a narrow pole, all contacts at once", "round", "sum of impulses / weight"});
    Series &jacobi = plot.add("Jacobi"), &splitting = plot.add("mass splitting");
    curveOf(1.0f, jacobi);
    curveOf(4.0f, splitting);
    double low = 1e9, high = -1e9;
    for (std::size_t i = 40; i < jacobi.y.size(); ++i)
        low = std::min(low, jacobi.y[i]), high = std::max(high, jacobi.y[i]);
    const double last = splitting.y.back();
    report.find({"T-4", "Jacobi diverges where several contacts share a body",
                 "cube on a 25 % pole: limit cycle; mass splitting converges",
                 "after 40 rounds Jacobi still swings between " + number(low) + " and " + number(high) +
                     " of the weight; mass splitting is at " + number(last, 6),
                 high - low > 0.5 && std::fabs(last - 1.0) < 1e-3, ""});
    const double error = averagingError();
    report.find({"T-5", "n contacts, mass/n each; averaging equals application with the full mass", "to rounding",
                 "differs by " + number(error) + " m/s", error < 1e-6, ""});
    const bool same = sameBitsShuffled();
    report.find({"T-6", "mass splitting does not depend on order", "shuffled constraints give identical bits",
                 same ? "identical bits in 10 orders" : "bits differ", same,
                 "changes are summed by the number of the patch"});
}

} // namespace cairn::lab
