// Worlds of many heaps are solved tile by tile (solvers/tiles.h): the same bits as stage by stage, on any number of
// threads, while heaps fall asleep, are hit, and grow together.
#include "support/random.h"

#include <cairn/cairn.h>

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <vector>

namespace cairn {

namespace {

// Counts the steps that go by tiles.
class TileCounter {
public:
    TileCounter() {
        setProfilerHooks({.beginZone =
                              [](const char* name, void* count) {
                                  *static_cast<std::atomic<int>*>(count) += std::strcmp(name, "tiles") == 0;
                              },
                          .endZone = [](void*) {},
                          .context = &m_count});
    }
    ~TileCounter() { setProfilerHooks({}); }
    TileCounter(const TileCounter&) = delete;
    TileCounter& operator=(const TileCounter&) = delete;
    int count() const { return m_count; }

private:
    std::atomic<int> m_count = 0;
};

// A small wall with balls on top.
void addHeap(World& world, test::Random& random, Vec3 place) {
    for (int i = 0; i < 14; ++i) {
        const float column = static_cast<float>(i % 3), level = static_cast<float>(i / 3);
        const Vec3 at = place + Vec3{0.8f * column + random.uniform(-0.03f, 0.03f), 0.25f + 0.5f * level,
                                     random.uniform(-0.05f, 0.05f)};
        const BodyId body = world.createBody({.type = BodyType::Dynamic, .position = toDouble(at)});
        const ShapeDef def{.material = {.friction = 0.6f, .restitution = i % 5 == 0 ? 0.3f : 0.0f}};
        if (i >= 12)
            world.createShape(body, ShapeSphere{.radius = 0.25f}, def);
        else
            world.createShape(body, ShapeBox{.halfExtents = {0.4f, 0.25f, 0.4f}}, def);
    }
}

struct Outcome {
    std::vector<uint64_t> hashes;
    int tiled;
};

int stepCount() { return max(24, test::scaled(120)); }

// `spacing`: between heaps; those that stand close become one.
Outcome runHeaps(int threads, bool stageByStage, float spacing) {
    test::Random random(5);
    Workers workers(threads);
    World world({.tasks = workers.tasks()});
    world.setResidualMeter({.enabled = stageByStage}); // it wants all bundles
    const BodyId ground = world.createBody({});
    world.createShape(ground, ShapeBox{.halfExtents = {400, 1, 400}}, {.pose = {{0, -1, 0}, kIdentityQuat}});
    constexpr int kSide = 20;
    for (int i = 0; i < kSide * kSide; ++i)
        addHeap(world, random,
                {spacing * static_cast<float>(i % kSide), 0.0f, spacing * static_cast<float>(i / kSide)});
    const BodyId ball = world.createBody({.type = BodyType::Dynamic, .position = {-10, 1, 0}});
    world.createShape(ball, ShapeSphere{.radius = 0.5f}, {.density = 5000.0f});

    const TileCounter counter;
    Outcome run{};
    for (int step = 0; step < stepCount(); ++step) {
        if (step == stepCount() / 2) {
            world.setLinearVelocity(ball, {25, 0, 3});
            world.setAwake(ball, true);
        }
        world.step(1.0f / 60.0f);
        if (step % 8 == 7) run.hashes.push_back(world.hash());
    }
    EXPECT_TRUE(world.validate());
    run.tiled = counter.count();
    return run;
}

} // namespace

TEST(Tiles, heapsHaveTheSameBits) {
    const Outcome byStages = runHeaps(1, true, 6.0f);
    EXPECT_EQ(byStages.tiled, 0);
    for (const int threads : {1, 3}) {
        const Outcome byTiles = runHeaps(threads, false, 6.0f);
        EXPECT_EQ(byTiles.hashes, byStages.hashes) << threads << " threads";
        EXPECT_GT(byTiles.tiled, stepCount() / 4) << threads << " threads";
    }
}

// One island: nowhere to cut.
TEST(Tiles, onePileHasTheSameBits) {
    const Outcome byStages = runHeaps(1, true, 2.4f);
    for (const int threads : {1, 3}) EXPECT_EQ(runHeaps(threads, false, 2.4f).hashes, byStages.hashes) << threads;
}

} // namespace cairn
