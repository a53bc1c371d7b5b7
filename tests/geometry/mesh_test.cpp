// The mesh builder: repairs, refusals, adjacency, and the tree.
#include "geometry/static_bvh.h"
#include "support/meshes.h"

#include <cairn/error.h>
#include <cairn/shapes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace cairn {
namespace {

using test::MeshData;
using test::Random;

MeshData quad() { return {{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0}}, {0, 1, 2, 0, 2, 3}}; }

void expectRefused(const MeshData& m, const char* field, std::span<const uint8_t> materials = {},
                   const MeshOptions& options = {}) {
    ErrorCapture capture;
    const Mesh mesh = buildMesh(m.positions, m.indices, materials, options);
    EXPECT_TRUE(mesh.empty());
    EXPECT_EQ(capture.count(), 1);
    EXPECT_STREQ(capture.field(), field);
    EXPECT_EQ(std::string(capture.message()).rfind("buildMesh: ", 0), 0u) << capture.message();
}

TEST(MeshBadInput, NoVertices) { expectRefused({}, "positions"); }
TEST(MeshBadInput, NoTriangles) { expectRefused({{{0, 0, 0}}, {}}, "indices"); }
TEST(MeshBadInput, IndexCountNotAMultipleOfThree) {
    MeshData m = quad();
    m.indices.pop_back();
    expectRefused(m, "indices");
}
TEST(MeshBadInput, IndexOutOfRange) {
    MeshData m = quad();
    m.indices[4] = 4;
    expectRefused(m, "indices[4]");
}
TEST(MeshBadInput, NanVertex) {
    MeshData m = quad();
    m.positions[2].y = std::nanf("");
    expectRefused(m, "positions[2].y");
}
TEST(MeshBadInput, InfiniteVertex) {
    MeshData m = quad();
    m.positions[1].z = -INFINITY;
    expectRefused(m, "positions[1].z");
}
TEST(MeshBadInput, VertexTooFarAway) {
    MeshData m = quad();
    m.positions[3].x = 1e9f;
    expectRefused(m, "positions[3].x");
}
TEST(MeshBadInput, WrongMaterialCount) {
    const uint8_t one[] = {1};
    expectRefused(quad(), "materials", one);
}
TEST(MeshBadInput, NegativeWeldTolerance) { expectRefused(quad(), "options.weldTolerance", {}, {.weldTolerance = -1}); }
TEST(MeshBadInput, NanFlatAngle) { expectRefused(quad(), "options.flatAngle", {}, {.flatAngle = std::nanf("")}); }
TEST(MeshBadInput, OnlyDegenerateTriangles) {
    expectRefused({{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}, {0, 1, 2, 0, 0, 1, 2, 2, 2}}, "indices");
}
TEST(MeshBadInput, EmptyMeshShapeIsRefused) {
    ErrorCapture capture;
    const Mesh mesh;
    EXPECT_FALSE(validate(ShapeMesh{&mesh}, "test"));
    EXPECT_FALSE(validate(ShapeMesh{nullptr}, "test"));
    EXPECT_EQ(capture.count(), 2);
    EXPECT_STREQ(capture.field(), "mesh");
}

TEST(MeshBuild, DropsAndCountsDegenerateAndDuplicateTriangles) {
    MeshData m = quad();
    m.triangle(1, 2, 0); // the first again, started elsewhere
    m.triangle(0, 2, 1); // the first from behind: stays
    m.triangle(0, 0, 1); // two equal corners
    m.positions.push_back({0.5f, 0, 0.5f});
    m.triangle(0, 4, 2); // no height
    m.positions.push_back({9, 9, 9});
    const Mesh mesh = m.build();
    EXPECT_EQ(mesh.triangles.count(), 3);
    EXPECT_EQ(mesh.report.duplicateTriangles, 1);
    EXPECT_EQ(mesh.report.degenerateTriangles, 2);
    EXPECT_EQ(mesh.report.unusedVertices, 2);
    EXPECT_EQ(mesh.vertices.count(), 4);
    EXPECT_EQ(mesh.sourceTriangle[2], 3u);
}

TEST(MeshBuild, WeldsEqualVerticesAlwaysAndNearOnesOnRequest) {
    const MeshData m{{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {0, -0.0f, 0}, {1, 0, 1}, {1, 0, 0}}, {0, 1, 2, 3, 4, 5}};
    const Mesh mesh = m.build();
    EXPECT_EQ(mesh.report.weldedVertices, 2);
    EXPECT_EQ(mesh.triangles[0].neighbour[2], 1u);
    EXPECT_EQ(mesh.triangles[0].edge[2], EdgeKind::Flat);

    MeshData gap = m;
    gap.positions[3].x = 0.0009f;
    EXPECT_EQ(gap.build().triangles[0].neighbour[2], kNoIndex);
    EXPECT_EQ(gap.build({.weldTolerance = 0.001f}).triangles[0].neighbour[2], 1u);
}

TEST(MeshBuild, WeldAgreesWithBruteForce) {
    Random random(5);
    for (int trial = 0; trial < test::scaled(50); ++trial) {
        const float tolerance = random.logUniform(1e-3f, 0.3f);
        MeshData m = test::makeSoup(40, 1.0f, random.next());
        const Mesh mesh = m.build({.weldTolerance = tolerance});
        std::vector<int> kept;
        for (std::size_t i = 0; i < m.positions.size(); ++i) {
            bool found = false;
            for (const int k : kept)
                found = found || distance(toDouble(m.positions[i]),
                                          toDouble(m.positions[static_cast<std::size_t>(k)])) <= tolerance;
            if (!found) kept.push_back(static_cast<int>(i));
        }
        EXPECT_EQ(mesh.report.weldedVertices, static_cast<int>(m.positions.size() - kept.size()));
    }
}

TEST(MeshBuild, ClosedBallHasNoBoundaryAndOnlyRidges) {
    const MeshData m = test::makeBall(9, 13, 1.0f, 0.0f, 1);
    const Mesh mesh = m.build();
    EXPECT_EQ(mesh.report.boundaryEdges, 0);
    EXPECT_EQ(mesh.report.irregularEdges, 0);
    for (const MeshTriangle& t : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            EXPECT_TRUE(t.edge[k] == EdgeKind::Convex || t.edge[k] == EdgeKind::Flat);
            ASSERT_NE(t.neighbour[k], kNoIndex);
        }
}

TEST(MeshBuild, EdgeKindsOfAStep) {
    // Ground, riser, top: a valley, then a ridge.
    const MeshData m{{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}, {2, 1, 0}, {2, 1, 1}},
                     {0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4, 4, 5, 7, 4, 7, 6}};
    const Mesh mesh = m.build();
    const auto kindBetween = [&](uint32_t a, uint32_t b) {
        for (int k = 0; k < 3; ++k)
            if (mesh.triangles[static_cast<int>(a)].neighbour[k] == b)
                return mesh.triangles[static_cast<int>(a)].edge[k];
        ADD_FAILURE() << a << " and " << b << " are not neighbours";
        return EdgeKind::Boundary;
    };
    EXPECT_EQ(kindBetween(0, 1), EdgeKind::Flat);
    EXPECT_EQ(kindBetween(1, 2), EdgeKind::Concave);
    EXPECT_EQ(kindBetween(2, 1), EdgeKind::Concave);
    EXPECT_EQ(kindBetween(3, 4), EdgeKind::Convex);
    EXPECT_EQ(kindBetween(4, 3), EdgeKind::Convex);
    EXPECT_EQ(mesh.report.boundaryEdges, 8);
}

TEST(MeshBuild, ThreeTrianglesOnAnEdgeAreIrregular) {
    const MeshData m{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}}, {0, 1, 2, 1, 0, 3, 0, 1, 4}};
    const Mesh mesh = m.build();
    EXPECT_EQ(mesh.report.irregularEdges, 1);
    EXPECT_EQ(mesh.triangles[0].neighbour[0], kNoIndex);
}

TEST(MeshBuild, KeepsMaterials) {
    const uint8_t materials[] = {7, 9};
    const MeshData m = quad();
    const Mesh mesh = buildMesh(m.positions, m.indices, materials);
    EXPECT_EQ(mesh.triangles[0].material, 7);
    EXPECT_EQ(mesh.triangles[1].material, 9);
}

TEST(MeshBuild, HandlesFarCoordinates) {
    MeshData m = quad();
    for (Vec3& p : m.positions) p = {100 * p.x + 1e7f, p.y - 1e7f, 100 * p.z + 1e7f};
    const Mesh mesh = m.build();
    EXPECT_EQ(mesh.triangles.count(), 2);
    EXPECT_EQ(mesh.normals[0].y, 1.0f);
    EXPECT_EQ(mesh.bounds.lower.x, 1e7f);
}

void expectSoundTree(const StaticBvh& bvh, std::span<const Aabb> boxes) {
    std::vector<int> seen(boxes.size(), 0);
    EXPECT_LE(bvh.depth, kBvhMaxDepth);
    for (const BvhNode& node : bvh.nodes)
        for (int i = 0; i < kBvhWidth; ++i) {
            if (node.child[i] == kNoIndex) continue;
            const Aabb outer{{node.bounds[0][i], node.bounds[1][i], node.bounds[2][i]},
                             {node.bounds[3][i], node.bounds[4][i], node.bounds[5][i]}};
            if (node.child[i] & kBvhLeafBit) {
                for (const uint32_t item : bvh.leaves[static_cast<int>(node.child[i] & ~kBvhLeafBit)].item) {
                    if (item == kNoIndex) continue;
                    ++seen[item];
                    EXPECT_TRUE(contains(outer, boxes[item]));
                }
            } else {
                const BvhNode& inner = bvh.nodes[static_cast<int>(node.child[i])];
                for (int k = 0; k < kBvhWidth; ++k) {
                    if (inner.child[k] == kNoIndex) continue;
                    EXPECT_TRUE(contains(outer, Aabb{{inner.bounds[0][k], inner.bounds[1][k], inner.bounds[2][k]},
                                                     {inner.bounds[3][k], inner.bounds[4][k], inner.bounds[5][k]}}));
                }
            }
        }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(boxes.size()));
}

TEST(StaticBvh, HoldsEveryItemOnceInsideItsParents) {
    Random random(3);
    for (const int count : {1, 2, 8, 9, 63, 64, 65, 1000, 5000}) {
        std::vector<Aabb> boxes;
        for (int i = 0; i < count; ++i) {
            const Vec3 c = random.inBox(10), e = abs(random.inBox(1));
            boxes.push_back({c - e, c + e});
        }
        expectSoundTree(buildStaticBvh(boxes), boxes);
    }
}

TEST(StaticBvh, SurvivesItemsThatNoPlaneSeparates) {
    const std::vector<Aabb> same(3000, Aabb{{1, 2, 3}, {1, 2, 3}});
    expectSoundTree(buildStaticBvh(same), same);
    // Each ten times as far as the one before: a plane cuts off one at a time.
    std::vector<Aabb> spread;
    float x = 1e-30f;
    for (int i = 0; i < 2000; ++i, x *= 1.04f) spread.push_back({{x, 0, 0}, {x, 0, 0}});
    expectSoundTree(buildStaticBvh(spread), spread);
}

TEST(StaticBvh, BoxQueryAgreesWithBruteForce) {
    Random random(4);
    std::vector<Aabb> boxes;
    for (int i = 0; i < 2000; ++i) {
        const Vec3 c = random.inBox(10), e = abs(random.inBox(0.5f));
        boxes.push_back({c - e, c + e});
    }
    const StaticBvh bvh = buildStaticBvh(boxes);
    for (int trial = 0; trial < test::scaled(300); ++trial) {
        const Vec3 c = random.inBox(11), e = abs(random.inBox(random.logUniform(0.01f, 5)));
        const Aabb query{c - e, c + e};
        std::vector<uint32_t> found, expected;
        visitLeaves(bvh, query, [&](int leaf) {
            for (const uint32_t item : bvh.leaves[leaf].item)
                if (item != kNoIndex && overlaps(boxes[item], query)) found.push_back(item);
            return true;
        });
        for (uint32_t i = 0; i < boxes.size(); ++i)
            if (overlaps(boxes[i], query)) expected.push_back(i);
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, expected);
    }
}

} // namespace
} // namespace cairn
