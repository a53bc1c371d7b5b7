// Box-box manifolds: one call against Bullet's detector on the same poses, and the batch against the single call.
#include "support/random.h"
#include "support/ratio.h"

#include <cairn/cairn.h>

#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>

#include <memory>
#include <vector>

namespace cairn::bench {

namespace {

constexpr int kPairs = 512;

struct PileOfBoxes {
    std::vector<Shape> shapes;
    std::vector<BoxPair> pairs;
    std::vector<ManifoldCache> caches;
    std::vector<Manifold> manifolds;
};

float depthOf(const Shape& a, const Shape& b, const Transform& x) {
    ManifoldCache cache;
    Manifold m;
    if (!collideConvex(a, b, x, 10.0f, cache, m)) return 10.0f;
    float least = m.points[0].separation;
    for (int i = 1; i < m.count; ++i) least = min(least, m.points[i].separation);
    return least;
}

// What a pile shows the narrow phase: of ten pairs six lie face on face, turned about the normal and tilted by up to a
// degree, and four lean on each other in any orientation; all overlap by up to 5 mm.
PileOfBoxes makePile() {
    PileOfBoxes pile;
    test::Random random(7);
    pile.shapes.reserve(2 * kPairs);
    for (int i = 0; i < 2 * kPairs; ++i)
        pile.shapes.push_back(
            ShapeBox{{random.uniform(0.2f, 0.6f), random.uniform(0.2f, 0.6f), random.uniform(0.2f, 0.6f)}});
    for (int i = 0; i < kPairs; ++i) {
        const Shape &a = pile.shapes[2 * i], &b = pile.shapes[2 * i + 1];
        const float depth = random.uniform(0.0f, 0.005f);
        Transform x;
        if (i % 10 < 6) {
            x.q = fromAxisAngle({0, 1, 0}, random.uniform(0.0f, 6.28f)) *
                  fromAxisAngle(random.unitVector(), random.uniform(0.0f, 0.02f));
            x.p = {random.uniform(-0.5f, 0.5f) * a.size.x, a.size.y + b.size.y - depth,
                   random.uniform(-0.5f, 0.5f) * a.size.z};
        } else {
            x.q = random.rotation();
            const Vec3 direction = random.unitVector();
            float low = 0.0f, high = 3.0f;
            for (int k = 0; k < 30; ++k) {
                const float middle = 0.5f * (low + high);
                x.p = middle * direction;
                (depthOf(a, b, x) > -depth ? high : low) = middle;
            }
            x.p = low * direction;
        }
        pile.pairs.push_back({&a, &b, x, 0.01f});
    }
    pile.caches.resize(kPairs);
    pile.manifolds.resize(kPairs);
    return pile;
}

int runSingle(PileOfBoxes& pile) {
    int points = 0;
    for (int i = 0; i < kPairs; ++i) {
        const BoxPair& p = pile.pairs[i];
        collideConvex(*p.a, *p.b, p.bInA, p.margin, pile.caches[i], pile.manifolds[i]);
        points += pile.manifolds[i].count;
    }
    return points;
}

int runBatch(PileOfBoxes& pile) {
    collideBoxes(pile.pairs, pile.caches, pile.manifolds);
    int points = 0;
    for (const Manifold& m : pile.manifolds) points += m.count;
    return points;
}

struct CountingResult : btDiscreteCollisionDetectorInterface::Result {
    int points = 0;
    btVector3 sum{0, 0, 0};
    void setShapeIdentifiersA(int, int) override {}
    void setShapeIdentifiersB(int, int) override {}
    void addContactPoint(const btVector3& normal, const btVector3& point, btScalar depth) override {
        ++points;
        sum += normal * depth + point;
    }
};

struct BulletPile {
    std::vector<std::unique_ptr<btBoxShape>> shapes;
    std::vector<std::unique_ptr<btBoxBoxDetector>> detectors;
    std::vector<btDiscreteCollisionDetectorInterface::ClosestPointInput> inputs;

    explicit BulletPile(const PileOfBoxes& pile) {
        for (const BoxPair& p : pile.pairs) {
            for (const Shape* s : {p.a, p.b})
                shapes.push_back(std::make_unique<btBoxShape>(btVector3(s->size.x, s->size.y, s->size.z)));
            detectors.push_back(
                std::make_unique<btBoxBoxDetector>(shapes[shapes.size() - 2].get(), shapes.back().get()));
            btDiscreteCollisionDetectorInterface::ClosestPointInput input;
            input.m_transformA.setIdentity();
            input.m_transformB = btTransform(btQuaternion(p.bInA.q.v.x, p.bInA.q.v.y, p.bInA.q.v.z, p.bInA.q.s),
                                             btVector3(p.bInA.p.x, p.bInA.p.y, p.bInA.p.z));
            inputs.push_back(input);
        }
    }
    int run() {
        CountingResult result;
        for (std::size_t i = 0; i < inputs.size(); ++i) detectors[i]->getClosestPoints(inputs[i], result, nullptr);
        return result.points;
    }
};

void boxBoxManifold(benchmark::State& state) {
    PileOfBoxes pile = makePile();
    BulletPile bullet(pile);
    compare(
        state, "box-box manifold vs Bullet", {.limit = 0.5, .items = kPairs}, [&] { return runSingle(pile); },
        [&] { return bullet.run(); });
    state.counters["points"] = static_cast<double>(runSingle(pile)) / kPairs;
    state.counters["peer_points"] = static_cast<double>(bullet.run()) / kPairs;
}

void boxBoxBatch(benchmark::State& state) {
    PileOfBoxes pile = makePile();
    compare(
        state, "box-box batch vs single call", {.limit = 0.6, .items = kPairs}, [&] { return runBatch(pile); },
        [&] { return runSingle(pile); });
}

} // namespace

CAIRN_COMPARISON(boxBoxManifold);
CAIRN_COMPARISON(boxBoxBatch);

} // namespace cairn::bench
