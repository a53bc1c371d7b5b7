// Masonry: things that stand by shape and friction alone.
#include "scenes/catalog.h"

namespace cairn::scenes {

namespace {

// Tents of two leaning cards; every next level stands on cards laid across the tips of the one below.
//
//            /\             A card has half length l and half thickness e and leans by angle a. Its lowest corner is
//          ------           at l cos a + e sin a below the centre; cards of a tent meet at the tent's axis, so their
//          /\  /\           centres are l sin a + e cos a off it.
void buildCardHouse(Scene& s) {
    const int levels = s.count("levels");
    const float l = 0.5f, e = 0.5f * s.number("thickness"), width = 0.35f;
    const float lean = s.number("lean") * kPi / 180.0f;
    const SinCos a = sinCos(lean);
    const Piece card{.density = 500.0f, .material = {.friction = s.number("friction")}};
    const float rise = l * a.cos + e * a.sin, reach = l * a.sin + e * a.cos;
    const float gap = 0.02f, spacing = 4.0f * reach + gap;
    s.addGround(30);
    float floor = 0.0f;
    for (int level = 0; level < levels; ++level) {
        const int tents = levels - level;
        const float first = -0.5f * spacing * static_cast<float>(tents - 1);
        Piece leaning = card, lying = card;
        leaning.group = 1 + level % 3;
        lying.group = 4;
        for (int t = 0; t < tents; ++t) {
            const float x = first + spacing * static_cast<float>(t);
            for (const float side : {-1.0f, 1.0f}) {
                leaning.rotation = fromAxisAngle({0, 0, 1}, side * lean);
                s.add(ShapeBox{{e, l, width}}, {x + side * reach, floor + rise, 0}, leaning);
            }
        }
        const float top = floor + 2.0f * rise;
        for (int t = 0; t + 1 < tents; ++t)
            s.add(ShapeBox{{0.5f * (spacing - gap), e, width}},
                  {first + spacing * (static_cast<float>(t) + 0.5f), top + e, 0}, lying);
        floor = top + 2.0f * e;
    }
    const float height = floor;
    s.camera = {{0.5f * height, 0.75f * height, 2.0f * height}, {0, 0.45f * height, 0}, 36};
    s.steps = 3600;
    s.report = [=](const Scene& scene, std::vector<Metric>& m) {
        const double top = scene.world.pose(scene.bodies.back().id).p.y;
        m.push_back({"loss of height at the top", static_cast<double>(height - 2 * e - rise) - top, "m", -0.01, 0.05});
    };
}

// Wedges between two radii, cut by radial planes: the stones of a semicircle.
void buildArch(Scene& s) {
    const int stones = s.count("stones");
    const float inner = s.number("radius"), outer = inner + s.number("thickness"), depth = 0.75f;
    s.addGround(50);
    for (int i = 0; i < stones; ++i) {
        Vec3 corners[8], middle = kZero;
        for (int k = 0; k < 8; ++k) {
            const SinCos a = sinCos(kPi * static_cast<float>(i + (k & 1)) / static_cast<float>(stones));
            const float r = k & 2 ? outer : inner;
            corners[k] = {r * a.cos, r * a.sin, k & 4 ? depth : -depth};
            middle += 0.125f * corners[k];
        }
        for (Vec3& corner : corners) corner -= middle;
        s.add(ShapeHull{s.keep(buildHull(corners))}, middle, {.density = 2000.0f, .group = i % 2 ? 5 : 4});
    }
    s.camera = {{0.8f * outer, 0.9f * outer, 2.4f * outer}, {0, 0.45f * outer, 0}, 38};
    s.steps = 3600;
    const std::size_t key = 1 + static_cast<std::size_t>(stones / 2);
    const double height = s.world.pose(s.bodies[key].id).p.y;
    s.report = [=](const Scene& scene, std::vector<Metric>& m) {
        m.push_back(
            {"loss of height at the crown", height - scene.world.pose(scene.bodies[key].id).p.y, "m", -0.01, 0.05});
    };
}

} // namespace

void addMasonry(std::vector<SceneInfo>& list) {
    list.push_back({"card_house",
                    "masonry",
                    "a house of leaning cards that stands by friction",
                    {{"levels", 5, 1, 20, true, "storeys"},
                     {"thickness", 0.03, 0.01, 0.1, false, "of a card 1 m long, m"},
                     {"lean", 20, 5, 40, false, "of the cards, degrees"},
                     {"friction", 0.6, 0, 2, false, "between cards"}},
                    buildCardHouse});
    list.push_back({"arch",
                    "masonry",
                    "a half circle of wedges without mortar",
                    {{"stones", 15, 3, 101, true, "wedges"},
                     {"radius", 4, 1, 50, false, "of the opening, m"},
                     {"thickness", 1, 0.2, 10, false, "of the stones, m"}},
                    buildArch});
}

} // namespace cairn::scenes
