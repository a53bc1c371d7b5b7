// The same tree, pairs and grid, bit for bit, for any number of threads.
#include "spatial/bvh_model.h"

#include <cairn/grid.h>
#include <cairn/tasks.h>

#include <gtest/gtest.h>

namespace cairn::test {
namespace {

struct Outcome {
    std::vector<ProxyPair> pairs; // of every step, in the order found
    std::vector<uint32_t> visits; // the order of an overlap query shows the shape of the tree
    std::vector<uint32_t> grid;
    int rebuilt = 0;
    float cost = 0.0f;
};

Outcome simulate(const TaskSystem* tasks) {
    Outcome run;
    Random random(1);
    const int n = max(scaled(30000), 10000);
    BvhModel model;
    std::vector<ProxyDef> defs;
    for (int i = 0; i < n; ++i) {
        defs.push_back({.box = randomBox(random, 30.0f, 0.2f, 0.6f), .mask = i % 7 ? 0xFFFFFFFFu : 2u});
    }
    model.insertMany(defs, tasks);
    PairFinder finder;
    PointGrid grid;
    for (int step = 0; step < 12; ++step) {
        const float speed = step < 4 ? 0.03f : 0.5f;
        const int share = step % 3 == 2 ? 20 : 1;
        std::vector<ProxyMove> moves;
        for (BvhModel::Entry& e : model.entries) {
            if (random.below(share)) continue;
            const Vec3 d = speed * random.unitVector();
            e.tight = {e.tight.lower + d, e.tight.upper + d};
            moves.push_back({e.id, e.tight, kZero});
        }
        model.tree.moveMany(moves, tasks);
        run.rebuilt += model.tree.optimize(tasks, step % 2 ? n / 4 : n);
        EXPECT_TRUE(model.tree.validate());
        const std::span<const ProxyPair> pairs = finder.find(model.tree, tasks);
        run.pairs.insert(run.pairs.end(), pairs.begin(), pairs.end());
        model.tree.clearMoved();
    }
    model.tree.overlap(model.tree.bounds(), 1u, [&](ProxyHit hit) { return run.visits.push_back(hit.id.index), true; });
    run.cost = model.tree.cost();

    std::vector<Vec3> points;
    for (const BvhModel::Entry& e : model.entries) points.push_back(center(e.tight));
    grid.build(points, 1.5f, tasks);
    run.grid.assign(grid.order().begin(), grid.order().end());
    for (int i = 0; i < n; i += 50)
        grid.forEachNeighbor(points[i], [&](uint32_t j, Vec3, float) { run.grid.push_back(j); });
    return run;
}

TEST(BvhThreads, SameBitsForAnyNumber) {
    const Outcome serial = simulate(nullptr);
    EXPECT_GT(serial.pairs.size(), 100u);
    EXPECT_GT(serial.rebuilt, 0);
    for (const int count : {1, 2, 3, 8}) {
        const Workers workers(count);
        const TaskSystem tasks = workers.tasks();
        const Outcome parallel = simulate(&tasks);
        EXPECT_EQ(parallel.pairs, serial.pairs) << count;
        EXPECT_EQ(parallel.visits, serial.visits) << count;
        EXPECT_EQ(parallel.grid, serial.grid) << count;
        EXPECT_EQ(parallel.rebuilt, serial.rebuilt) << count;
        EXPECT_EQ(parallel.cost, serial.cost) << count;
    }
}

} // namespace
} // namespace cairn::test
