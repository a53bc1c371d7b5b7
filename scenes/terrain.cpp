// Terrain: loose bodies on a ground of triangles or of heights.
#include "scenes/catalog.h"
#include "scenes/hulls.h"

#include <cmath>

namespace cairn::scenes {

namespace {

constexpr int kCells = 160;
constexpr float kCell = 0.4f, kEdge = -0.5f * kCell * kCells;

// A shallow bowl with bumps.
float heightAt(float x, float z) {
    return 0.5f * sinCos(0.9f * x).sin * sinCos(0.8f * z).cos + 0.15f * sinCos(2.3f * x + 1.1f * z).sin +
           0.012f * (x * x + z * z);
}

const Mesh* makeMesh(Scene& s) {
    std::vector<Vec3> points;
    std::vector<uint32_t> indices;
    for (int i = 0; i <= kCells; ++i) {
        for (int k = 0; k <= kCells; ++k) {
            const float x = kEdge + kCell * static_cast<float>(k), z = kEdge + kCell * static_cast<float>(i);
            points.push_back({x, heightAt(x, z), z});
            if (i == kCells || k == kCells) continue;
            const uint32_t a = static_cast<uint32_t>(i * (kCells + 1) + k), b = a + 1, c = a + kCells + 1;
            indices.insert(indices.end(), {a, c, b, b, c, c + 1});
        }
    }
    return s.keep(buildMesh(points, indices));
}

const HeightField* makeField(Scene& s) {
    std::vector<float> heights;
    for (int i = 0; i <= kCells; ++i)
        for (int k = 0; k <= kCells; ++k)
            heights.push_back(heightAt(kEdge + kCell * static_cast<float>(k), kEdge + kCell * static_cast<float>(i)));
    return s.keep(buildHeightField({.columns = kCells + 1,
                                    .rows = kCells + 1,
                                    .heights = heights,
                                    .origin = {kEdge, 0, kEdge},
                                    .spacingX = kCell,
                                    .spacingZ = kCell}));
}

void scatter(Scene& s) {
    Random random(5);
    const int layers = s.count("layers");
    const std::vector<const Hull*> rocks = makeRocks(s, 16, 0.45f, 23);
    for (int y = 0; y < layers; ++y) {
        for (int z = 0; z < 10; ++z) {
            for (int x = 0; x < 10; ++x) {
                const float a = random.uniform(0, 1), b = random.uniform(0, 1), c = random.uniform(0, 1);
                const int kind = (x + y + z) % 4;
                Shape shape = ShapeHull{rocks[random.next() % rocks.size()]};
                if (kind == 0) shape = ShapeBox{{0.25f + 0.2f * a, 0.25f + 0.2f * b, 0.25f + 0.2f * c}};
                if (kind == 1) shape = ShapeSphere{0.25f + 0.2f * a};
                if (kind == 2) shape = ShapeCapsule{0.2f + 0.2f * a, 0.2f + 0.1f * b};
                const Quat rotation = random.rotation();
                s.add(shape,
                      {(static_cast<float>(x) - 4.5f) * 2.4f, 7.0f + 1.5f * static_cast<float>(y),
                       (static_cast<float>(z) - 4.5f) * 2.4f},
                      {.rotation = rotation, .group = 1 + kind});
            }
        }
    }
    s.camera = {{17, 20, 27}, {0, -1, 0}, 42};
    s.report = [](const Scene& scene, std::vector<Metric>& m) {
        int lost = 0;
        for (const SceneBody& body : scene.bodies) {
            const Vec3 p = toFloat(scene.world.pose(body.id).p);
            const bool inside = std::fabs(p.x) < 31.0f && std::fabs(p.z) < 31.0f;
            // Triangles cut corners of the smooth surface by at most a few centimetres.
            lost += body.type == BodyType::Dynamic && !(inside && p.y > heightAt(p.x, p.z) - 0.15f);
        }
        m.push_back({"bodies lost", static_cast<double>(lost), "", 0, 0});
    };
}

void buildMeshTerrain(Scene& s) {
    s.addStatic(ShapeMesh{makeMesh(s)}, kZero);
    scatter(s);
}

void buildFieldTerrain(Scene& s) {
    s.addStatic(ShapeHeightField{makeField(s)}, kZero);
    scatter(s);
}

} // namespace

void addTerrain(std::vector<SceneInfo>& list) {
    const Parameter layers{"layers", 10, 1, 50, true, "of a hundred bodies each"};
    list.push_back(
        {"mesh_terrain", "terrain", "mixed bodies on a bumpy bowl of 51200 triangles", {layers}, buildMeshTerrain});
    list.push_back({"height_field", "terrain", "the same bowl as a height field", {layers}, buildFieldTerrain});
}

} // namespace cairn::scenes
