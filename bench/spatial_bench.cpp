// The dynamic tree against Bullet's btDbvtBroadphase and btDbvt; the point grid on its own.
//
// A step of the broad phase is: move what moves, find pairs, keep the set of pairs. Bullet keeps its pairs in a hash
// table while it updates; so that both do the same job, ours enters its pairs in a hash set and drops the dead ones
// too. Margins are equal (5 cm). One call is several steps, because the work of single steps varies.
#include <cairn/bvh.h>
#include <cairn/grid.h>
#include <cairn/tasks.h>

#include "support/random.h"
#include "support/ratio.h"

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

#include <memory>
#include <unordered_set>
#include <vector>

namespace cairn::bench {
namespace {

constexpr int kProxies = 100000;
constexpr int kSteps = 8;
constexpr float kWorld = 60.0f; // half width: about one box per 17 cubic metres

btVector3 toBullet(Vec3 a) { return {a.x, a.y, a.z}; }

// Boxes that fly straight and bounce off the walls of the world.
struct Motion {
    std::vector<Vec3> position, velocity, half;
    std::vector<int> moving;

    Motion(float speed, int movingShare) {
        test::Random random(7);
        for (int i = 0; i < kProxies; ++i) {
            const float h = random.uniform(0.3f, 0.7f);
            position.push_back(random.inBox(kWorld));
            velocity.push_back(random.uniform(0.0f, 2.0f) * speed * random.unitVector());
            half.push_back({h, h, h});
            if (random.below(movingShare) == 0) moving.push_back(i);
        }
    }
    Aabb box(int i) const { return {position[i] - half[i], position[i] + half[i]}; }
    void advance() {
        const auto bounce = [](float p, float& v) {
            if (p > kWorld) v = -abs(v);
            if (p < -kWorld) v = abs(v);
        };
        for (const int i : moving) {
            position[i] += velocity[i];
            bounce(position[i].x, velocity[i].x);
            bounce(position[i].y, velocity[i].y);
            bounce(position[i].z, velocity[i].z);
        }
    }
};

struct Ours {
    Motion motion;
    DynamicBvh tree{{.margin = 0.05f}};
    PairFinder finder;
    std::vector<ProxyId> ids;
    std::vector<ProxyMove> moves;
    std::unordered_set<uint64_t> pairs;
    int stepCount = 0;

    Ours(float speed, int movingShare) : motion(speed, movingShare), ids(kProxies) {
        std::vector<ProxyDef> defs;
        for (int i = 0; i < kProxies; ++i) defs.push_back({.box = motion.box(i), .userData = static_cast<uint64_t>(i)});
        tree.insertMany(defs, ids);
        for (int i = 0; i < 3; ++i) run(nullptr);
    }
    std::size_t run(const TaskSystem* tasks) {
        for (int step = 0; step < kSteps; ++step) {
            motion.advance();
            moves.clear();
            for (const int i : motion.moving) moves.push_back({ids[i], motion.box(i), kZero});
            tree.moveMany(moves, tasks);
            tree.optimize(tasks);
            for (const ProxyPair p : finder.find(tree, tasks)) pairs.insert(static_cast<uint64_t>(p.a) << 32 | p.b);
            tree.clearMoved();
            if (++stepCount % 10 == 0) dropDeadPairs();
        }
        return pairs.size();
    }
    void dropDeadPairs() {
        for (auto it = pairs.begin(); it != pairs.end();) {
            const ProxyId a = tree.idAt(static_cast<uint32_t>(*it >> 32)), b = tree.idAt(static_cast<uint32_t>(*it));
            it = overlaps(tree.fatBox(a), tree.fatBox(b)) ? std::next(it) : pairs.erase(it);
        }
    }
};

struct Bullet {
    Motion motion;
    btDbvtBroadphase broadphase;
    std::vector<btBroadphaseProxy*> proxies;

    Bullet(float speed, int movingShare) : motion(speed, movingShare) {
        for (int i = 0; i < kProxies; ++i) {
            const Aabb box = motion.box(i);
            proxies.push_back(
                broadphase.createProxy(toBullet(box.lower), toBullet(box.upper), 0, &motion, 1, 1, nullptr));
        }
        for (int i = 0; i < 3; ++i) run();
    }
    ~Bullet() {
        for (btBroadphaseProxy* proxy : proxies) broadphase.destroyProxy(proxy, nullptr);
    }
    int run() {
        for (int step = 0; step < kSteps; ++step) {
            motion.advance();
            for (const int i : motion.moving) {
                const Aabb box = motion.box(i);
                broadphase.setAabb(proxies[i], toBullet(box.lower), toBullet(box.upper), nullptr);
            }
            broadphase.calculateOverlappingPairs(nullptr);
        }
        return broadphase.getOverlappingPairCache()->getNumOverlappingPairs();
    }
};

void compareMotion(benchmark::State& state, const char* name, float speed, int movingShare, int threads = 1) {
    const Workers workers(threads);
    const TaskSystem tasks = workers.tasks();
    const auto ours = std::make_unique<Ours>(speed, movingShare);
    const auto bullet = std::make_unique<Bullet>(speed, movingShare);
    compare(
        state, name, {.limit = 0.6, .items = kSteps, .seconds = 4.0}, [&] { return ours->run(&tasks); },
        [&] { return bullet->run(); });
}

void spatialAllSlow(benchmark::State& state) {
    compareMotion(state, "100k proxies, all move slowly: update + pairs vs btDbvtBroadphase", 0.02f, 1);
}
void spatialTenthSlow(benchmark::State& state) {
    compareMotion(state, "100k proxies, one in ten moves: update + pairs vs btDbvtBroadphase", 0.02f, 10);
}
void spatialAllFast(benchmark::State& state) {
    compareMotion(state, "100k proxies, all move fast: update + pairs vs btDbvtBroadphase", 0.5f, 1);
}
void spatialAllFastTwoThreads(benchmark::State& state) {
    compareMotion(state, "100k proxies, all move fast, 2 threads vs btDbvtBroadphase on one", 0.5f, 1, 2);
}
CAIRN_COMPARISON(spatialAllSlow);
CAIRN_COMPARISON(spatialTenthSlow);
CAIRN_COMPARISON(spatialAllFast);
CAIRN_COMPARISON(spatialAllFastTwoThreads);

void spatialInsert(benchmark::State& state) {
    const Motion motion(0.0f, 1);
    compare(
        state, "insert one by one vs btDbvt", {.items = kProxies},
        [&] {
            DynamicBvh tree;
            for (int i = 0; i < kProxies; ++i) tree.insert({.box = motion.box(i)});
            return tree.count();
        },
        [&] {
            btDbvt tree;
            for (int i = 0; i < kProxies; ++i) {
                const Aabb box = motion.box(i);
                tree.insert(btDbvtVolume::FromMM(toBullet(box.lower), toBullet(box.upper)), nullptr);
            }
            return tree.m_leaves;
        });
}
CAIRN_COMPARISON(spatialInsert);

void spatialBulk(benchmark::State& state) {
    const Motion motion(0.0f, 1);
    std::vector<ProxyDef> defs;
    for (int i = 0; i < kProxies; ++i) defs.push_back({.box = motion.box(i)});
    std::vector<ProxyId> ids(kProxies);
    btDbvt peer;
    for (const ProxyDef& def : defs) {
        peer.insert(btDbvtVolume::FromMM(toBullet(def.box.lower), toBullet(def.box.upper)), nullptr);
    }
    compare(
        state, "bulk insert vs btDbvt top-down rebuild", {.items = kProxies},
        [&] {
            DynamicBvh tree;
            tree.insertMany(defs, ids);
            return tree.count();
        },
        [&] {
            peer.optimizeTopDown();
            return peer.m_leaves;
        });
}
CAIRN_COMPARISON(spatialBulk);

struct RayCounter : btBroadphaseRayCallback {
    int count = 0;
    bool process(const btBroadphaseProxy*) override { return ++count, true; }
};

void spatialRays(benchmark::State& state) {
    constexpr int kRays = 2000;
    const auto ours = std::make_unique<Ours>(0.02f, 1);
    const auto bullet = std::make_unique<Bullet>(0.02f, 1);
    test::Random random(3);
    std::vector<Vec3> from, to;
    for (int i = 0; i < kRays; ++i) {
        from.push_back(random.inBox(kWorld));
        to.push_back(random.inBox(kWorld));
    }
    compare(
        state, "ray through 100k boxes, all hits, vs btDbvtBroadphase", {.items = kRays},
        [&] {
            int count = 0;
            for (int i = 0; i < kRays; ++i) {
                const BvhSweep ray{.origin = toDouble(from[i]), .translation = to[i] - from[i]};
                ours->tree.cast(ray, 1u, [&](ProxyHit, float limit) { return ++count, limit; });
            }
            return count;
        },
        [&] {
            RayCounter counter;
            for (int i = 0; i < kRays; ++i) {
                const btVector3 a = toBullet(from[i]), b = toBullet(to[i]), d = (b - a).normalized();
                for (int k = 0; k < 3; ++k) {
                    counter.m_rayDirectionInverse[k] = d[k] == 0.0f ? BT_LARGE_FLOAT : 1.0f / d[k];
                    counter.m_signs[k] = counter.m_rayDirectionInverse[k] < 0.0f;
                }
                counter.m_lambda_max = d.dot(b - a);
                bullet->broadphase.rayTest(a, b, counter);
            }
            return counter.count;
        });
}
CAIRN_COMPARISON(spatialRays);

// 100,000 particles, about 30 neighbours each.
std::vector<Vec3> particles() {
    test::Random random(5);
    std::vector<Vec3> points;
    for (int i = 0; i < kProxies; ++i) points.push_back(random.inBox(12.0f));
    return points;
}

void spatialGridBuild(benchmark::State& state) {
    const std::vector<Vec3> points = particles();
    PointGrid grid;
    for (auto _ : state) benchmark::DoNotOptimize(grid.build(points, 1.0f));
    state.SetItemsProcessed(state.iterations() * kProxies);
}
BENCHMARK(spatialGridBuild)->Unit(benchmark::kMillisecond);

void spatialGridNeighbors(benchmark::State& state) {
    PointGrid grid;
    grid.build(particles(), 1.0f);
    int64_t found = 0;
    for (auto _ : state) {
        found = 0;
        for (const Vec3& p : grid.points()) grid.forEachNeighbor(p, [&](uint32_t, Vec3, float) { ++found; });
        benchmark::DoNotOptimize(found);
    }
    state.SetItemsProcessed(state.iterations() * kProxies);
    state.counters["neighbours"] = static_cast<double>(found) / kProxies;
}
BENCHMARK(spatialGridNeighbors)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace cairn::bench
