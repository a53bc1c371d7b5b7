// Piles: many loose bodies that fall on each other and come to rest.
#include "scenes/catalog.h"
#include "scenes/hulls.h"

#include <cmath>

namespace cairn::scenes {

namespace {

// Bodies that are not where they could have gone: below the floor, or outside of the walls.
void reportPile(Scene& s, float inner) {
    s.report = [inner](const Scene& scene, std::vector<Metric>& m) {
        int lost = 0;
        for (const SceneBody& body : scene.bodies) {
            if (body.type != BodyType::Dynamic) continue;
            const DVec3 p = scene.world.pose(body.id).p;
            const double limit = static_cast<double>(inner) + 0.5;
            lost += !(p.y > -0.25 && std::fabs(p.x) < limit && std::fabs(p.z) < limit);
        }
        m.push_back({"bodies lost", static_cast<double>(lost), "", 0, 0});
    };
}

template <class Make> void dropBlock(Scene& s, int side, Make&& makeShape) {
    const float inner = 8.5f * static_cast<float>(side) / 13.0f;
    s.addGround(30);
    s.addWalls(inner, 40);
    Random random(1);
    const float middle = 0.5f * static_cast<float>(side - 1);
    for (int y = 0; y < side; ++y) {
        for (int z = 0; z < side; ++z) {
            for (int x = 0; x < side; ++x) {
                const Shape shape = makeShape(random);
                const Quat rotation = random.rotation();
                s.add(shape,
                      {(static_cast<float>(x) - middle) * 1.28f, 1.2f + 1.6f * static_cast<float>(y),
                       (static_cast<float>(z) - middle) * 1.28f},
                      {.rotation = rotation, .group = 1 + random.below(8)});
            }
        }
    }
    s.camera = {{1.5f * inner, 1.9f * inner, 2.6f * inner}, {0, 0.45f * inner, 0}, 42};
    reportPile(s, inner);
}

void buildBoxPile(Scene& s) {
    dropBlock(s, s.count("side"), [](Random& random) -> Shape {
        const float y = random.uniform(0.3f, 0.4f), z = random.uniform(0.25f, 0.35f);
        return ShapeBox{{0.35f, y, z}};
    });
}

void buildConvexPile(Scene& s) {
    const std::vector<const Hull*> rocks = makeRocks(s, 32, 0.6f, 7);
    dropBlock(s, s.count("side"),
              [&](Random& random) -> Shape { return ShapeHull{rocks[random.next() % rocks.size()]}; });
}

// Boxes and rocks whose masses differ by a factor of a hundred, in a loose column over open ground.
void buildRubble(Scene& s) {
    const int count = s.count("count"), side = 17;
    s.addGround(120);
    std::vector<const Hull*> rocks;
    for (int k = 0; k < 8; ++k) {
        // 0.12 m times the seventh roots of 4.64, the cube root of a hundred.
        static constexpr float sizes[] = {0.12f, 0.14942f, 0.18605f, 0.23166f, 0.28845f, 0.35917f, 0.44722f, 0.5568f};
        const std::vector<const Hull*> some = makeRocks(s, 24, sizes[k], 11);
        rocks.insert(rocks.end(), some.begin(), some.end());
    }
    Random random(static_cast<uint64_t>(s.count("seed")));
    for (int i = 0; i < count; ++i) {
        const int x = i % side, z = i / side % side, y = i / (side * side);
        const Vec3 at{(static_cast<float>(x) - 8) * 1.5f + random.uniform(-0.02f, 0.02f),
                      1.0f + 1.5f * static_cast<float>(y),
                      (static_cast<float>(z) - 8) * 1.5f + random.uniform(-0.02f, 0.02f)};
        Shape shape = ShapeHull{rocks[random.next() % rocks.size()]};
        if (i % 2 == 0) {
            const float k = random.logUniform(0.09f, 0.4176f);
            const float ky = k * random.uniform(0.7f, 1.0f), kz = k * random.uniform(0.7f, 1.0f);
            shape = ShapeBox{{k, ky, kz}};
        }
        const Quat rotation = random.rotation();
        s.add(shape, at, {.rotation = rotation, .group = 1 + random.below(8)});
    }
    s.camera = {{17, 14, 27}, {0, -1, 0}, 42};
    s.steps = 540;
    reportPile(s, 119);
}

} // namespace

void addPiles(std::vector<SceneInfo>& list) {
    const Parameter side{"side", 13, 1, 40, true, "bodies along each edge of the dropped block"};
    list.push_back({"box_pile", "piles", "boxes dropped into a pit (2197 boxes)", {side}, buildBoxPile});
    list.push_back(
        {"convex_pile", "piles", "rocks of 12 to 30 corners dropped into a pit (2197 hulls)", {side}, buildConvexPile});
    list.push_back({"rubble",
                    "piles",
                    "boxes and rocks of 1 to 100 in mass, poured on open ground",
                    {{"count", 5000, 1, 100000, true, "pieces"}, {"seed", 2, 0, 1000, true, "of sizes and poses"}},
                    buildRubble});
}

} // namespace cairn::scenes
