// Belts that carry things round and round.
#include "scenes/catalog.h"
#include "scenes/random.h"

namespace cairn::scenes {

namespace {

// Four belts around a square. Each begins at a corner and ends where the next one begins; curbs keep the load on them.
void buildConveyor(Scene& s) {
    const int boxes = s.count("boxes"), every = 20;
    const float speed = s.number("speed"), side = 6.0f, halfWidth = 1.2f, top = 1.0f;
    s.addGround(40);
    for (int i = 0; i < 4; ++i) {
        const Quat turn = fromAxisAngle({0, 1, 0}, 0.5f * kPi * static_cast<float>(i));
        // Seen along the belt, which runs towards +x: its own corner behind, the next belt's corner in front.
        const Vec3 middle = rotate(turn, Vec3{-halfWidth, 0.5f * top, side});
        const float halfLength = side;
        s.add(ShapeBox{{halfLength, 0.5f * top, halfWidth}}, middle,
              {.type = BodyType::Static,
               .rotation = turn,
               .material = {.friction = 0.9f, .surfaceVelocity = {speed, 0, 0}},
               .group = 7});
        s.addStatic(ShapeBox{{side + halfWidth + 0.2f, 0.5f * (top + 0.5f), 0.1f}},
                    rotate(turn, Vec3{0, 0.5f * (top + 0.5f), side + halfWidth + 0.1f}), turn);
        s.addStatic(ShapeBox{{side - halfWidth, 0.5f * (top + 0.3f), 0.1f}},
                    rotate(turn, Vec3{0, 0.5f * (top + 0.3f), side - halfWidth - 0.1f}), turn);
    }
    s.beforeStep = [=](Scene& scene, int step) {
        if (step % every != 0 || step / every >= boxes) return;
        Random random(6);
        random.skip(5 * (step / every));
        const float x = random.uniform(0.2f, 0.45f), y = random.uniform(0.2f, 0.45f), z = random.uniform(0.2f, 0.45f);
        const float at = random.uniform(-0.5f, 0.5f);
        const int group = 1 + random.below(6);
        scene.add(ShapeBox{{x, y, z}}, {-side + 1.5f, top + 1.5f, side + at}, {.density = 300, .group = group});
    };
    s.camera = {{8, 11, 17}, {0, 0, 1}, 42};
    s.steps = 900;
    s.report = [=](const Scene& scene, std::vector<Metric>& m) {
        int onBelt = 0, all = 0;
        for (const SceneBody& body : scene.bodies) {
            if (body.type != BodyType::Dynamic) continue;
            ++all;
            onBelt += scene.world.pose(body.id).p.y > static_cast<double>(top);
        }
        m.push_back({"boxes fallen off", static_cast<double>(all - onBelt), ""});
    };
}

} // namespace

void addBelts(std::vector<SceneInfo>& list) {
    list.push_back({"conveyor",
                    "machines",
                    "four belts carry boxes round a square",
                    {{"boxes", 24, 1, 200, true, "in all"}, {"speed", 2, -10, 10, false, "of the belts, m/s"}},
                    buildConveyor});
}

} // namespace cairn::scenes
