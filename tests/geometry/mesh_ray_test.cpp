// Rays against meshes and height fields: brute force in double, no leaks at edges and vertices, one answer on every
// instruction set.
#include "geometry/height_field.h"
#include "geometry/mesh_ray.h"
#include "math/dispatch.h"
#include "support/meshes.h"

#include <gtest/gtest.h>

#include <cstring>

namespace cairn {
namespace {

using test::MeshData;
using test::Random;

// Möller and Trumbore in double; det > 0 from the front. `edge` is the least barycentric coordinate.
struct Crossing {
    double t, edge;
    bool front;
};
bool crossInDouble(DVec3 o, DVec3 d, Vec3 a, Vec3 b, Vec3 c, Crossing& out) {
    const DVec3 p = toDouble(a), e1 = toDouble(b) - p, e2 = toDouble(c) - p;
    const DVec3 h = cross(d, e2);
    const double det = dot(e1, h);
    if (det == 0.0) return false;
    const DVec3 s = o - p, q = cross(s, e1);
    const double u = dot(s, h) / det, v = dot(d, q) / det;
    out = {dot(e2, q) / det, std::min(std::min(u, v), 1.0 - u - v), det > 0};
    return true;
}

struct Brute {
    double certain = 1e30;  // nearest hit well inside a triangle
    double possible = 1e30; // nearest hit inside, or within rounding of an edge
};

template <class Corner> Brute bruteForce(int count, Corner&& corner, const SurfaceRay& ray) {
    Brute best;
    for (int i = 0; i < count; ++i) {
        Crossing x;
        if (!crossInDouble(toDouble(ray.origin), toDouble(ray.translation), corner(i, 0), corner(i, 1), corner(i, 2),
                           x))
            continue;
        if (!x.front && !ray.backFaces) continue;
        if (x.t < -1e-5 || x.t > ray.maxFraction + 1e-5) continue;
        if (x.edge > -1e-4) best.possible = std::min(best.possible, x.t);
        if (x.edge > 1e-4 && x.t > 1e-5 && x.t < ray.maxFraction - 1e-5) best.certain = std::min(best.certain, x.t);
    }
    return best;
}

void expectSame(const Brute& brute, bool found, const SurfaceHit& hit, const char* what) {
    if (!found) {
        EXPECT_EQ(brute.certain, 1e30) << what;
        return;
    }
    EXPECT_LE(hit.fraction, brute.certain + 2e-5) << what;
    EXPECT_GE(hit.fraction, brute.possible - 2e-5) << what;
    EXPECT_NEAR(length(hit.normal), 1.0f, 1e-5f);
}

SurfaceRay randomRay(Random& random, float half) {
    SurfaceRay ray{random.inBox(half), kZero, 1.0f, random.below(2) == 0};
    ray.translation = random.inBox(half) - ray.origin;
    if (random.below(8) == 0) ray.translation = {0, -2 * half, 0};
    if (random.below(8) == 0) ray.maxFraction = random.uniform(0, 1);
    return ray;
}

TEST(MeshRay, AgreesWithBruteForce) {
    Random random(21);
    const MeshData meshes[] = {test::makeTerrain(20, 17, 0.7f, test::bumps), test::makeBall(12, 15, 3, 0.2f, 2),
                               test::makeSoup(500, 4, 3), test::makeSoup(1, 4, 5), test::makeSoup(9, 4, 6)};
    int hits = 0;
    for (const MeshData& data : meshes) {
        const Mesh mesh = data.build();
        ASSERT_EQ(mesh.triangles.count(), data.triangleCount());
        for (int i = 0; i < test::scaled(20000); ++i) {
            const SurfaceRay ray = randomRay(random, 5);
            SurfaceHit hit{};
            const bool found = castRayMesh(mesh, ray, hit);
            hits += found;
            expectSame(bruteForce(
                           data.triangleCount(), [&](int t, int k) { return data.corner(t, k); }, ray),
                       found, hit, "mesh");
            EXPECT_TRUE(!found || dot(hit.normal, ray.translation) <= 1e-4f);
        }
    }
    EXPECT_GT(hits, test::scaled(10000));
}

TEST(MeshRay, DoesNotLeakAtEdgesAndVertices) {
    Random random(22);
    const MeshData data = test::makeTerrain(40, 40, 0.31f, test::bumps);
    const Mesh mesh = data.build();
    for (int i = 0; i < test::scaled(200000); ++i) {
        // Aim at points of edges, and at vertices, from above, from near and far.
        const int t = random.below(data.triangleCount()), k = random.below(3);
        const Vec3 a = data.corner(t, k), b = data.corner(t, (k + 1) % 3);
        const Vec3 target = lerp(a, b, random.below(3) == 0 ? 0.0f : random.uniform(0, 1));
        if (abs(target.x) > 6.1f || abs(target.z) > 6.1f) continue; // the rim is a real edge
        const float far = random.logUniform(3, 3000);
        const Vec3 from = target + far * normalize(Vec3{random.uniform(-0.3f, 0.3f), 1, random.uniform(-0.3f, 0.3f)});
        SurfaceHit hit;
        ASSERT_TRUE(castRayMesh(mesh, {from, 2.0f * (target - from)}, hit)) << "at triangle " << t;
    }
}

TEST(MeshRay, StraightDownGridLinesHits) {
    const MeshData data = test::makeTerrain(16, 16, 1.0f, [](float, float) { return 0.0f; });
    const Mesh mesh = data.build();
    for (int x = -8; x <= 8; ++x)
        for (int z = -8; z <= 8; ++z) {
            SurfaceHit hit;
            ASSERT_TRUE(castRayMesh(mesh, {{static_cast<float>(x), 2, static_cast<float>(z)}, {0, -4, 0}}, hit));
            EXPECT_EQ(hit.fraction, 0.5f);
            EXPECT_EQ(hit.normal, (Vec3{0, 1, 0}));
        }
}

TEST(MeshRay, SidesAndLimits) {
    const MeshData data{{{-1, 0, -1}, {-1, 0, 3}, {3, 0, -1}}, {0, 1, 2}};
    const Mesh mesh = data.build(), both = data.build({.doubleSided = true});
    SurfaceHit hit;
    EXPECT_TRUE(castRayMesh(mesh, {{0, 1, 0}, {0, -2, 0}}, hit));
    EXPECT_FALSE(hit.back);
    EXPECT_FALSE(castRayMesh(mesh, {{0, -1, 0}, {0, 2, 0}}, hit));
    EXPECT_TRUE(castRayMesh(mesh, {{0, -1, 0}, {0, 2, 0}, 1.0f, true}, hit));
    EXPECT_TRUE(hit.back);
    EXPECT_EQ(hit.normal, (Vec3{0, -1, 0}));
    EXPECT_TRUE(castRayMesh(both, {{0, -1, 0}, {0, 2, 0}}, hit));
    EXPECT_FALSE(castRayMesh(mesh, {{0, 1, 0}, {0, -2, 0}, 0.49f}, hit));
    EXPECT_FALSE(castRayMesh(mesh, {{0, 1, 0}, kZero}, hit));
    EXPECT_FALSE(castRayMesh(Mesh{}, {{0, 1, 0}, {0, -2, 0}}, hit));
}

TEST(MeshRay, NearestOfEqualHitsIsTheLowestTriangle) {
    MeshData data;
    for (int i = 0; i < 30; ++i) { // thirty triangles on top of each other, all different
        const auto v = static_cast<uint32_t>(data.positions.size());
        const float s = 2.0f + static_cast<float>((i * 7) % 30);
        data.positions.insert(data.positions.end(), {{-s, 0, -s}, {-s, 0, s}, {s, 0, -s}});
        data.triangle(v, v + 1, v + 2);
    }
    SurfaceHit hit;
    ASSERT_TRUE(castRayMesh(data.build(), {{-1, 1, -1}, {0, -2, 0}}, hit));
    EXPECT_EQ(hit.triangle, 0u);
}

TEST(MeshRay, EveryInstructionSetGivesTheSameBits) {
    const MeshData data = test::makeSoup(3000, 4, 8);
    const Mesh mesh = data.build();
    std::vector<SurfaceHit> first;
    for (int target = 0; target < laneTargetCount(); ++target) {
        ASSERT_TRUE(setLaneTarget(laneTargetName(target)));
        Random random(23);
        std::vector<SurfaceHit> hits;
        for (int i = 0; i < test::scaled(5000); ++i) {
            SurfaceHit hit{};
            castRayMesh(mesh, randomRay(random, 6), hit);
            hits.push_back(hit);
        }
        if (target == 0) first = hits;
        for (std::size_t i = 0; i < hits.size(); ++i) {
            EXPECT_EQ(hits[i].triangle, first[i].triangle);
            EXPECT_EQ(hits[i].fraction, first[i].fraction);
            EXPECT_EQ(hits[i].normal, first[i].normal);
        }
    }
    setLaneTarget(nullptr);
}

TEST(HeightFieldRay, AgreesWithBruteForce) {
    Random random(24);
    for (const bool holes : {false, true}) {
        std::vector<float> heights;
        std::vector<uint8_t> materials;
        const int columns = 23, rows = 14;
        for (int i = 0; i < columns * rows; ++i) heights.push_back(random.uniform(-1, 1));
        for (int i = 0; i < (columns - 1) * (rows - 1); ++i)
            materials.push_back(holes && random.below(3) == 0 ? kHeightFieldHole : static_cast<uint8_t>(3));
        const HeightField field = buildHeightField({.columns = columns,
                                                    .rows = rows,
                                                    .heights = heights,
                                                    .materials = materials,
                                                    .origin = {-4, 0.3f, -3},
                                                    .spacingX = 0.4f,
                                                    .spacingZ = 0.5f});
        std::vector<FieldTriangle> triangles;
        for (int r = 0; r + 1 < rows; ++r)
            for (int c = 0; c + 1 < columns; ++c)
                for (int half = 0; half < 2 && !field.isHole(c, r); ++half)
                    triangles.push_back(fieldTriangle(field, c, r, half));
        for (int i = 0; i < test::scaled(20000); ++i) {
            const SurfaceRay ray = randomRay(random, 5);
            SurfaceHit hit{};
            const bool found = castRayHeightField(field, ray, hit);
            const auto corner = [&](int t, int k) { return triangles[static_cast<std::size_t>(t)].corner[k]; };
            expectSame(bruteForce(static_cast<int>(triangles.size()), corner, ray), found, hit, "field");
        }
    }
}

TEST(HeightFieldRay, DoesNotLeakOnGridLinesAndDiagonals) {
    const std::vector<float> heights(11 * 11, 0.25f);
    const HeightField field =
        buildHeightField({.columns = 11, .rows = 11, .heights = heights, .spacingX = 0.1f, .spacingZ = 0.1f});
    for (int i = 0; i <= 40; ++i)
        for (int j = 0; j <= 40; ++j) {
            const float x = min(0.025f * static_cast<float>(i), field.bounds.upper.x),
                        z = min(0.025f * static_cast<float>(j), field.bounds.upper.z);
            SurfaceHit hit;
            ASSERT_TRUE(castRayHeightField(field, {{x, 1, z}, {0, -1, 0}}, hit)) << x << " " << z;
            EXPECT_NEAR(hit.fraction, 0.75f, 1e-6f);
            EXPECT_EQ(hit.normal, (Vec3{0, 1, 0}));
        }
}

} // namespace
} // namespace cairn
