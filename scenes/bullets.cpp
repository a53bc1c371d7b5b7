// Fast things against standing ones.
#include "scenes/catalog.h"
#include "scenes/random.h"

namespace cairn::scenes {

namespace {

// A brick wall, and balls fired at it one after the other.
void buildBulletWall(Scene& s) {
    const int rows = s.count("rows"), columns = s.count("columns"), every = 30;
    const float w = 0.5f, h = 0.2f, d = 0.2f, speed = s.number("speed");
    s.addGround(100);
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
            const float x =
                2.0f * w *
                (static_cast<float>(c) - 0.5f * static_cast<float>(columns) + 0.5f * static_cast<float>(r % 2));
            s.add(ShapeBox{{w - 0.005f, h, d}}, {x, h + 2.0f * h * static_cast<float>(r), 0}, {.group = 1 + r % 2});
        }
    }
    const float height = 2.0f * h * static_cast<float>(rows), width = 2.0f * w * static_cast<float>(columns);
    s.beforeStep = [=](Scene& scene, int step) {
        if (step % every != every - 1) return;
        Random random(3);
        random.skip(2 * (step / every));
        const float x = random.uniform(-0.35f, 0.35f) * width, y = random.uniform(0.3f, 0.9f) * height;
        scene.add(ShapeSphere{0.1f}, {x, y, 20},
                  {.linearVelocity = {0, 0, -speed}, .density = 7800, .group = 6, .bullet = true});
    };
    s.camera = {{0.6f * width, 1.1f * height, 1.3f * width}, {0, 0.4f * height, 0}, 40};
}

} // namespace

void addBullets(std::vector<SceneInfo>& list) {
    list.push_back({"bullet_wall",
                    "bullets",
                    "steel balls fired at a brick wall",
                    {{"rows", 14, 1, 60, true, "of bricks"},
                     {"columns", 12, 1, 100, true, "of bricks"},
                     {"speed", 200, 1, 1000, false, "of the balls, m/s"}},
                    buildBulletWall});
}

} // namespace cairn::scenes
