// Structures, piles, joints and a terrain, built through the interface of an engine.
#include "scenes.h"

#include "support/random.h"

#include <cairn/hull.h>
#include <cairn/mass.h>

#include <vector>

namespace cairn::bench {

namespace {

using test::Random;

// Adds bodies and counts them.
struct Builder {
    Engine& engine;
    int count = 0;

    void box(Vec3 half, const Placed& where) { engine.addBox(half, where), ++count; }
    void sphere(float radius, const Placed& where) { engine.addSphere(radius, where), ++count; }
    void hull(std::span<const Vec3> points, const Placed& where) { engine.addHull(points, where), ++count; }

    Moving movingFrom(int first) const {
        Moving m{first, count, first, engine.position(first).y};
        for (int i = first; i < count; ++i)
            if (engine.position(i).y > m.top) m.highest = i, m.top = engine.position(i).y;
        return m;
    }

    void floor(float half) { box({half, 1, half}, {.position = {0, -1, 0}}); }
    void walls(float half, float height) {
        for (const float side : {-1.0f, 1.0f}) {
            box({0.5f, height, half + 1}, {.position = {side * (half + 0.5f), height, 0}});
            box({half + 1, height, 0.5f}, {.position = {0, height, side * (half + 0.5f)}});
        }
    }
};

constexpr Vec3 kHalf{0.5f, 0.5f, 0.5f};

Moving buildPyramid(Engine& engine) {
    Builder b{engine};
    b.floor(60);
    constexpr int kBase = 40;
    for (int row = 0; row < kBase; ++row)
        for (int i = 0; i < kBase - row; ++i) {
            const float x = static_cast<float>(i) - 0.5f * static_cast<float>(kBase - row - 1);
            b.box(kHalf, {.position = {x, 0.5f + static_cast<float>(row), 0}, .mass = 1});
        }
    return b.movingFrom(1);
}

Moving buildTowers(Engine& engine) {
    Builder b{engine};
    b.floor(60);
    Random random(3);
    for (int tower = 0; tower < 10; ++tower)
        for (int level = 0; level < 30; ++level)
            b.box(kHalf, {.position = {4.0f * static_cast<float>(tower) + random.uniform(-0.02f, 0.02f),
                                       0.5f + static_cast<float>(level), random.uniform(-0.02f, 0.02f)},
                          .mass = 1});
    return b.movingFrom(1);
}

// Bodies in layers over a pit, each turned at random.
template <class Add> Moving buildPile(Engine& engine, int side, int layers, Add&& add) {
    Builder b{engine};
    b.floor(20);
    const float half = 0.5f * static_cast<float>(side) * 1.1f;
    b.walls(half, 8);
    const int first = b.count;
    Random random(4);
    for (int y = 0; y < layers; ++y)
        for (int x = 0; x < side; ++x)
            for (int z = 0; z < side; ++z) {
                const auto at = [&](int i) {
                    return (static_cast<float>(i) - 0.5f * static_cast<float>(side - 1)) * 1.1f;
                };
                add(b, Placed{.position = {at(x), 1.0f + 1.1f * static_cast<float>(y), at(z)},
                              .rotation = random.rotation(),
                              .mass = 1});
            }
    return b.movingFrom(first);
}

Moving buildBoxPile(Engine& engine) {
    return buildPile(engine, 10, 10, [](Builder& b, const Placed& where) { b.box({0.4f, 0.4f, 0.3f}, where); });
}

// Rocks of 12 to 30 points, moved to have their centre of mass at the origin.
std::vector<std::vector<Vec3>> rocks() {
    Random random(5);
    std::vector<std::vector<Vec3>> all(32);
    for (std::vector<Vec3>& points : all) {
        const int count = 12 + random.below(19);
        for (int i = 0; i < count; ++i) points.push_back(0.5f * random.unitVector());
        const Hull hull = buildHull(points);
        const Vec3 center = massProperties(ShapeHull{&hull}, 1.0f).center;
        for (Vec3& p : points) p -= center;
    }
    return all;
}

Moving buildRockPile(Engine& engine) {
    const std::vector<std::vector<Vec3>> shapes = rocks();
    std::size_t next = 0;
    return buildPile(engine, 10, 10,
                     [&](Builder& b, const Placed& where) { b.hull(shapes[next++ % shapes.size()], where); });
}

constexpr int kNetSide = 30;

// A net of balls, hung up along one side.
Moving buildNet(Engine& engine) {
    Builder b{engine};
    const auto at = [](int x, int z) { return Vec3{static_cast<float>(x), 20.0f, static_cast<float>(z)}; };
    for (int x = 0; x < kNetSide; ++x) b.sphere(0.2f, {.position = at(x, 0)});
    for (int z = 1; z < kNetSide; ++z)
        for (int x = 0; x < kNetSide; ++x) b.sphere(0.2f, {.position = at(x, z), .mass = 1});
    for (int z = 1; z < kNetSide; ++z)
        for (int x = 0; x < kNetSide; ++x) {
            const int body = z * kNetSide + x;
            engine.addBallJoint(body - kNetSide, body, 0.5f * (at(x, z - 1) + at(x, z)));
            if (x > 0) engine.addBallJoint(body - 1, body, 0.5f * (at(x - 1, z) + at(x, z)));
        }
    return b.movingFrom(kNetSide);
}

// A bowl of 18,432 triangles.
Moving buildTerrain(Engine& engine) {
    constexpr int kCells = 96;
    std::vector<Vec3> positions;
    std::vector<uint32_t> indices;
    for (int z = 0; z <= kCells; ++z)
        for (int x = 0; x <= kCells; ++x) {
            const float u = 0.5f * static_cast<float>(x - kCells / 2), v = 0.5f * static_cast<float>(z - kCells / 2);
            const SinCos a = sinCos(0.9f * u), c = sinCos(0.7f * v);
            positions.push_back({u, 0.02f * (u * u + v * v) + 0.3f * a.sin * c.cos, v});
        }
    for (uint32_t z = 0; z < kCells; ++z)
        for (uint32_t x = 0; x < kCells; ++x) {
            const uint32_t i = z * (kCells + 1) + x, j = i + kCells + 1;
            for (const uint32_t k : {i, j, i + 1, i + 1, j, j + 1}) indices.push_back(k);
        }
    engine.addMesh(positions, indices);
    Builder b{engine, 1};
    Random random(6);
    for (int i = 0; i < 500; ++i) {
        const Placed where{.position = {random.uniform(-8.0f, 8.0f), 6.0f + 0.05f * static_cast<float>(i),
                                        random.uniform(-8.0f, 8.0f)},
                           .rotation = random.rotation(),
                           .mass = 1};
        if (i % 2 == 0)
            b.box({0.4f, 0.3f, 0.35f}, where);
        else
            b.sphere(0.4f, where);
    }
    return b.movingFrom(1);
}

// How far the highest body came down.
double drop(const Engine& engine, const Moving& moving) { return moving.top - engine.position(moving.highest).y; }

double meanSpeed(const Engine& engine, const Moving& moving) {
    double sum = 0.0;
    for (int i = moving.first; i < moving.end; ++i) sum += static_cast<double>(length(engine.velocity(i)));
    return sum / (moving.end - moving.first);
}

// Neighbours hang on one point, half a metre from each: beyond a metre, their joint is torn.
double tear(const Engine& engine, const Moving& moving) {
    float most = 1.0f;
    for (int i = moving.first; i < moving.end; ++i) {
        most = max(most, distance(engine.position(i), engine.position(i - kNetSide)));
        if (i % kNetSide > 0) most = max(most, distance(engine.position(i), engine.position(i - 1)));
    }
    return most - 1.0f;
}

constexpr Ending kDrop{"top comes down by", "m", drop};
constexpr Ending kSpeed{"bodies still move at", "m/s", meanSpeed};
constexpr Ending kTear{"worst joint is torn by", "m", tear};

} // namespace

std::span<const EngineScene> engineScenes() {
    static constexpr EngineScene kScenes[] = {
        {"pyramid", "820 boxes, 40 rows", 60, 240, buildPyramid, kDrop},
        {"towers", "10 towers of 30 boxes, 2 cm off true", 60, 540, buildTowers, kDrop},
        {"box pile", "1,000 boxes dropped into a pit", 120, 240, buildBoxPile, kSpeed},
        {"rock pile", "1,000 convex hulls dropped into a pit", 120, 240, buildRockPile, kSpeed},
        {"net", "870 balls, 1,711 ball joints, hung up on one side", 60, 240, buildNet, kTear},
        {"terrain", "500 boxes and balls on 18,432 triangles", 120, 240, buildTerrain, kSpeed},
    };
    return kScenes;
}

} // namespace cairn::bench
