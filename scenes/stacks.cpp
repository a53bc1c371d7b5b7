// Stacks: pyramids, towers, and heavy boxes on light ones. What a solver does with weight that passes through many
// contacts.
#include "scenes/catalog.h"

namespace cairn::scenes {

namespace {

constexpr float kBoxDensity = 100.0f;

// A wall that loses half a box on each side per row; centred on `at`.
void addPyramid(Scene& s, int base, float size, Vec3 at) {
    const float h = 0.5f * size;
    for (int row = 0; row < base; ++row) {
        for (int i = row; i < base; ++i) {
            const float x = h * static_cast<float>(row + 1 + 2 * (i - row) - base);
            s.add(ShapeBox{{h, h, h}}, at + Vec3{x, h * static_cast<float>(2 * row + 1), 0},
                  {.density = kBoxDensity, .group = 1 + row % 8});
        }
    }
}

void buildPyramid(Scene& s) {
    const int base = s.count("base");
    const float size = s.number("size"), height = size * static_cast<float>(base);
    s.addGround(200);
    addPyramid(s, base, size, kZero);
    s.camera = {{0.45f * height, 0.62f * height, 1.5f * height}, {0, 0.46f * height, 0}, 42};
    s.steps = 500;
    s.report = [=](const Scene& scene, std::vector<Metric>& m) {
        const double top = scene.world.pose(scene.bodies.back().id).p.y;
        const double loss = static_cast<double>(height - 0.5f * size) - top;
        m.push_back({"loss of height at the top", loss, "m", -0.01, 0.05 * static_cast<double>(height)});
    };
}

void buildManyPyramids(Scene& s) {
    const int base = s.count("base"), rows = s.count("rows"), columns = s.count("columns");
    s.addGround(200);
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
            const float x =
                (static_cast<float>(c) - 0.5f * static_cast<float>(columns - 1)) * static_cast<float>(base + 3);
            const float z = (static_cast<float>(r) - 0.5f * static_cast<float>(rows - 1)) * 3.0f;
            addPyramid(s, base, 1.0f, {x, 0, z});
        }
    }
    s.camera = {{45, 32, 75}, {0, 0, 4}, 45};
    s.steps = 300;
}

void buildTowers(Scene& s) {
    const int towers = s.count("towers"), levels = s.count("levels");
    const float offset = s.number("offset");
    s.addGround(100);
    for (int t = 0; t < towers; ++t) {
        const float x = 4.0f * (static_cast<float>(t) - 0.5f * static_cast<float>(towers - 1));
        for (int i = 0; i < levels; ++i)
            s.add(ShapeBox{}, {x + offset * static_cast<float>(i % 3 - 1), 0.5f + static_cast<float>(i), 0},
                  {.density = kBoxDensity, .group = 1 + t % 8});
    }
    const float height = static_cast<float>(levels), width = 4.0f * static_cast<float>(towers);
    s.camera = {{0.5f * width, 0.7f * height, 1.2f * max(height, width)}, {0, 0.47f * height, 0}, 45};
    s.steps = 900;
    s.report = [=](const Scene& scene, std::vector<Metric>& m) {
        int fallen = 0;
        double lowest = static_cast<double>(height);
        for (int t = 0; t < towers; ++t) {
            const SceneBody& top = scene.bodies[static_cast<std::size_t>(1 + t * levels + levels - 1)];
            const double y = scene.world.pose(top.id).p.y;
            fallen += y < static_cast<double>(height) - 1.5;
            lowest = min(lowest, y);
        }
        m.push_back({"towers fallen", static_cast<double>(fallen), "", 0, 0});
        m.push_back({"worst loss of height", static_cast<double>(height) - 0.5 - lowest, "m", -0.01});
    };
}

void buildHeavyOnLight(Scene& s) {
    s.addGround(50);
    const float ratios[] = {10.0f, 100.0f, 1000.0f};
    for (int i = 0; i < 3; ++i) {
        const float x = 6.0f * static_cast<float>(i - 1);
        s.add(ShapeBox{}, {x, 0.5f, 0}, {.density = 1.0f, .group = 2});
        s.add(ShapeBox{}, {x, 1.5f, 0}, {.density = ratios[i], .group = 1});
    }
    s.camera = {{6, 5, 14}, {0, 0.8f, 0}, 40};
    s.report = [](const Scene& scene, std::vector<Metric>& m) {
        const char* names[] = {"10 kg on 1 kg sinks", "100 kg on 1 kg sinks", "1000 kg on 1 kg sinks"};
        const double most[] = {0.005, 0.005, 0.03};
        for (std::size_t i = 0; i < 3; ++i)
            m.push_back({names[i], 1.5 - scene.world.pose(scene.bodies[2 + 2 * i].id).p.y, "m", -0.01, most[i]});
    };
}

} // namespace

void addStacks(std::vector<SceneInfo>& list) {
    list.push_back({"pyramid",
                    "stacks",
                    "a wall of boxes that narrows to one (1275 boxes)",
                    {{"base", 50, 1, 320, true, "boxes in the lowest row"}, {"size", 1, 0.1, 10, false, "edge, m"}},
                    buildPyramid});
    list.push_back({"many_pyramids",
                    "stacks",
                    "a field of small pyramids (5500 boxes)",
                    {{"base", 10, 1, 40, true, "boxes in the lowest row"},
                     {"rows", 10, 1, 40, true, "pyramids from back to front"},
                     {"columns", 10, 1, 40, true, "pyramids from left to right"}},
                    buildManyPyramids});
    list.push_back({"box_tower300",
                    "stacks",
                    "ten towers of thirty cubes",
                    {{"levels", 30, 1, 200, true, "cubes in a tower"},
                     {"towers", 10, 1, 100, true, "towers side by side"},
                     {"offset", 0, 0, 0.3, false, "how far cubes are set off the tower's axis, m"}},
                    buildTowers});
    list.push_back({"heavy_on_light", "stacks", "10, 100 and 1000 kg on boxes of 1 kg", {}, buildHeavyOnLight});
}

} // namespace cairn::scenes
