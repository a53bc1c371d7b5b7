// Machines: bodies that are driven.
#include "scenes/catalog.h"

namespace cairn::scenes {

namespace {

constexpr Vec3 kDrumAt{0, 12, 0};

// A drum of staves with fins inside turns about z and tumbles cubes.
void buildWasher(Scene& s) {
    const float radius = 8.0f, t = 0.5f, depth = 4.0f, rate = s.number("speed") * kPi / 180.0f;
    const int staves = 36, side = s.count("side");
    const SinCos half = sinCos(kPi / static_cast<float>(staves));
    const Piece metal{.type = BodyType::Kinematic, .group = 0};
    Piece glass = metal;
    glass.visible = false;
    const BodyId drum = s.addBody(kDrumAt, metal);
    for (int i = 0; i < staves; ++i) {
        const Quat turn = fromAxisAngle({0, 0, 1}, 2.0f * kPi * static_cast<float>(i) / static_cast<float>(staves));
        const float halfWidth = (radius + 2.0f * t) * half.sin / half.cos + 0.01f;
        s.attach(ShapeBox{{t, halfWidth, depth}}, {rotate(turn, Vec3{radius + t, 0, 0}), turn}, metal);
        if (i % 9 != 0) continue;
        s.attach(ShapeBox{{1.0f, 0.25f, depth}}, {rotate(turn, Vec3{radius - 1.0f, 0, 0}), turn}, metal);
    }
    const ShapeBox lid{{radius + 2 * t, radius + 2 * t, t}};
    s.attach(lid, {{0, 0, depth + t}, kIdentityQuat}, glass);
    s.attach(lid, {{0, 0, -depth - t}, kIdentityQuat}, glass);

    for (int y = 0; y < side; ++y) {
        for (int z = 0; z < 8; ++z) {
            for (int x = 0; x < side; ++x) {
                const float middle = 0.5f * static_cast<float>(side - 1);
                s.add(ShapeBox{{0.25f, 0.25f, 0.25f}},
                      kDrumAt + Vec3{(static_cast<float>(x) - middle) * 0.7f, (static_cast<float>(y) - middle) * 0.7f,
                                     (static_cast<float>(z) - 3.5f) * 0.8f},
                      {.group = 1 + z % 8});
            }
        }
    }
    s.beforeStep = [=](Scene& scene, int step) {
        const float angle = static_cast<float>(step + 1) * scene.dt * rate;
        scene.world.setTarget(drum, {toDouble(kDrumAt), fromAxisAngle({0, 0, 1}, angle)}, scene.dt);
    };
    s.camera = {{5, 14, 31}, {0, 11.5f, 0}, 38};
    s.report = [=](const Scene& scene, std::vector<Metric>& m) {
        int lost = 0;
        for (const SceneBody& body : scene.bodies) {
            const Vec3 p = toFloat(scene.world.pose(body.id).p) - kDrumAt;
            lost += !(p.x * p.x + p.y * p.y < (radius + 1) * (radius + 1) && abs(p.z) < depth + 0.75f);
        }
        m.push_back({"bodies lost", static_cast<double>(lost), "", 0, 0});
    };
}

} // namespace

void addMachines(std::vector<SceneInfo>& list) {
    list.push_back({"washer",
                    "machines",
                    "a turning drum with fins tumbles cubes (1152 cubes)",
                    {{"side", 12, 1, 14, true, "cubes across and up; 8 deep"},
                     {"speed", 25, -180, 180, false, "of the drum, degrees per second"}},
                    buildWasher});
}

} // namespace cairn::scenes
