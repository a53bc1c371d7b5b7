// Random problems for the exact solver: matrices, and heaps of bodies.
#pragma once

#include "constraints/rows_fixture.h"
#include "solvers/box_lcp.h"

namespace cairn::test {

struct RandomLcp {
    int n;
    Array<double> A, b, lower, upper;
    BoxLcp problem() const { return {n, A.data(), b.data(), lower.data(), upper.data()}; }
};

// J M^-1 J^T of random rows, with contacts, motors and locks.
inline RandomLcp randomLcp(Random& random, int n) {
    RandomLcp lcp{n, Array<double>(n * n), Array<double>(n), Array<double>(n), Array<double>(n)};
    const int width = n + 2;
    std::vector<double> J(static_cast<std::size_t>(n * width));
    for (double& j : J) j = static_cast<double>(random.uniform(-1.0f, 1.0f));
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k) {
            double sum = i == k ? 1e-3 : 0.0;
            for (int c = 0; c < width; ++c)
                sum += J[static_cast<std::size_t>(i * width + c)] * J[static_cast<std::size_t>(k * width + c)];
            lcp.A[i * n + k] = sum;
        }
        lcp.b[i] = static_cast<double>(random.uniform(-1.0f, 1.0f));
        const int kind = random.below(4);
        lcp.lower[i] = kind == 0 ? -kNoBound : (kind == 1 ? -0.2 : 0.0);
        lcp.upper[i] = kind == 1 ? 0.3 : kNoBound;
    }
    return lcp;
}

// A random heap: bodies in a row, patches between neighbours and with the ground, joints here and there.
inline void buildHeap(RowScene& scene, Random& random, int bodies, bool withJoints) {
    const std::vector<JointRecord> kinds = jointsOfEveryKind();
    for (int i = 0; i < bodies; ++i) {
        scene.addRandomBody(random);
        const std::size_t k = static_cast<std::size_t>(i + 1);
        scene.centers[k] = {0.3 * static_cast<double>(random.uniform(-1, 1)), 0.5 + i, 0.2 * i};
        scene.states[k].v.y -= 1.0f;
    }
    for (int i = 1; i <= bodies; ++i) {
        const auto patch = [&](int a, int b, double y) {
            std::vector<DVec3> points;
            for (int p = 0; p < 1 + random.below(4); ++p)
                points.push_back({0.4 * static_cast<double>(random.uniform(-1, 1)), y,
                                  0.4 * static_cast<double>(random.uniform(-1, 1)) + 0.2 * (i - 1)});
            const Vec3 normal = normalize(Vec3{0, 1, 0} + random.inBox(0.2f));
            scene.addPatch(a, b, normal, points, random.uniform(0.1f, 0.8f), random.uniform(-0.005f, 0.001f),
                           fromHertz(30.0f, 10.0f, kRowStep.h));
        };
        patch(i - 1, i, i - 1.0);
        if (i > 2 && random.below(3) == 0) patch(0, i, i - 0.8);
        if (withJoints && i > 1 && random.below(3) == 0)
            scene.addJoint(i - 1, i, kinds[static_cast<std::size_t>(random.below(static_cast<int>(kinds.size()) - 2))],
                           random, 0.01f);
    }
}

} // namespace cairn::test
