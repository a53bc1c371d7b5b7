// Signorini's conditions, measured: random heaps, swept by the engine's kernel, against the exact answer.
#include "lab/model.h"
#include "lab/studies.h"
#include "scenes/random.h"

#include <algorithm>

namespace cairn::lab {

namespace {

// Bodies on top of each other with patches of one to four points.
void buildHeap(KernelScene& scene, scenes::Random& random, int bodies) {
    const auto u = [&](float half) { return static_cast<double>(random.uniform(-half, half)); };
    for (int i = 0; i < bodies; ++i) {
        const int b = scene.addBody(
            {u(0.3f), 0.5 + i, u(0.3f)}, random.uniform(0.5f, 4.0f),
            {random.uniform(0.1f, 0.5f), random.uniform(0.1f, 0.5f), random.uniform(0.1f, 0.5f)}, random.rotation());
        scene.body(b).v = {random.uniform(-0.3f, 0.3f), random.uniform(-0.6f, 0.0f), random.uniform(-0.3f, 0.3f)};
    }
    for (int i = 1; i <= bodies; ++i) {
        std::vector<DVec3> points;
        const int count = 1 + random.below(4);
        for (int p = 0; p < count; ++p) points.push_back({u(0.4f), i - 1.0, u(0.4f)});
        const Vec3 normal = normalize(Vec3{random.uniform(-0.2f, 0.2f), 1.0f, random.uniform(-0.2f, 0.2f)});
        scene.addPatch(i - 1, i, normal, points, random.uniform(0.1f, 0.7f));
        if (i > 2 && random.below(3) == 0) scene.addPatch(0, i, normal, {{u(0.4f), i - 0.7, u(0.4f)}}, 0.4f);
    }
}

double largestResidual(KernelScene& scene) {
    const Array<Row> rows = scene.rows();
    double largest = 0.0;
    for (int i = 0; i < rows.count(); i += rows[i].groupCount)
        largest = std::max(largest, residualNow(rows, i, scene.states.data(), scene.masses.data()));
    return largest;
}

double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

} // namespace

void studyExact(Report& report) {
    report.text = "Two hundred random heaps of 1 to 14 bodies with friction. The residual of a contact is min(K "
                  "impulse, velocity): zero when "
                  "it neither approaches nor pulls, nor pushes while it leaves; that of friction likewise. The exact "
                  "solver pivots and then "
                  "takes Newton's steps on the friction cone.";
    const int heaps = report.amount(200, 10);
    const int marks[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
    std::vector<std::vector<double>> residuals(std::size(marks));
    std::vector<double> exacts;
    int solved = 0, same = 0, smallest = 1000, largest = 0;
    for (int seed = 1; seed <= heaps; ++seed) {
        scenes::Random random(static_cast<uint64_t>(seed));
        KernelScene scene;
        buildHeap(scene, random, 1 + random.below(14));
        const Array<Row> rows = scene.rows();
        const RowProblem problem = makeProblem(rows, false, scene.states.data(), scene.masses.data());
        Array<double> x;
        const ExactResult exact = solveExact(problem, FrictionModel::Cone, x);
        solved += exact.solved;
        exacts.push_back(exact.residual);
        int contacts = 0;
        for (const Row& row : rows) contacts += row.kind == RowKind::Normal;
        smallest = std::min(smallest, contacts), largest = std::max(largest, contacts);
        int sweeps = 0;
        for (std::size_t m = 0; m < std::size(marks); ++m) {
            for (; sweeps < marks[m]; ++sweeps) scene.relax();
            residuals[m].push_back(largestResidual(scene));
        }
        double difference = 0.0;
        for (int i = 0; i < rows.count(); ++i)
            difference = std::max(difference, std::fabs(rowSpeed(rows[i], scene.states.data()) + rows[i].relaxBias -
                                                        speedOf(problem, i, x.data())));
        same += difference < 1e-4;
    }
    Plot& plot = report.plot(
        {"exact-residual", "Residual of random heaps against sweeps", "sweeps", "largest residual, m/s", true, true});
    Series &middle = plot.add("median heap"), &worst = plot.add("worst of 200"),
           &bound = plot.add("exact solver, worst", true);
    const double exactWorst = *std::max_element(exacts.begin(), exacts.end());
    for (std::size_t m = 0; m < std::size(marks); ++m) {
        middle.add(marks[m], median(residuals[m]));
        worst.add(marks[m], *std::max_element(residuals[m].begin(), residuals[m].end()));
        bound.add(marks[m], std::max(exactWorst, 1e-15));
    }
    const double after = middle.y.back();
    report.find(
        {"T-2", "Signorini conditions", "complementarity residual against the exact LCP on 200 random small scenes",
         std::to_string(solved) + " of " + std::to_string(heaps) + " solved exactly (worst residual " +
             number(exactWorst) + " m/s, " + std::to_string(smallest) + " to " + std::to_string(largest) +
             " contacts); kernels after 1024 sweeps: median residual " + number(after) +
             " m/s, the same velocities to 1e-4 in " + std::to_string(same),
         solved == heaps && after < 1e-5 && same >= heaps * 8 / 10,
         "friction on a cone; with friction there can be several answers, so not every heap ends at the same one",
         atEffort(0.1)});
}

} // namespace cairn::lab
