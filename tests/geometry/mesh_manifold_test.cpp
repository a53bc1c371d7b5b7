// Manifolds against meshes, height fields and compounds: flat floors look like planes, seams are not felt, names last.
// (How deep they are: mesh_depth_test.cpp.)
#include "support/meshes.h"

#include <cairn/compound.h>
#include <cairn/height_field.h>
#include <cairn/hull.h>
#include <cairn/manifold.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace cairn {
namespace {

using test::MeshData;
using test::Random;

Quat yaw(float angle) { return fromAxisAngle({0, 1, 0}, angle); }

const Hull& prism() {
    static const Hull hull = [] {
        std::vector<Vec3> points;
        for (int i = 0; i < 6; ++i)
            for (const float y : {-0.3f, 0.3f}) {
                const float a = kPi / 3 * static_cast<float>(i);
                points.push_back({0.6f * std::cos(a), y, 0.4f * std::sin(a)});
            }
        return buildHull(points);
    }();
    return hull;
}

struct Mover {
    const char* name;
    Shape shape;
    float height; // of the origin above the floor when it just touches
    Quat lean;    // how it rests
};

std::vector<Mover> movers() {
    const Quat onSide = fromAxisAngle({0, 0, 1}, 0.5f * kPi);
    return {{"sphere", ShapeSphere{0.4f}, 0.4f, kIdentityQuat},
            {"box", ShapeBox{{0.5f, 0.3f, 0.4f}}, 0.3f, kIdentityQuat},
            {"rounded box", ShapeBox{{0.4f, 0.2f, 0.3f}, 0.1f}, 0.3f, kIdentityQuat},
            {"capsule", ShapeCapsule{0.5f, 0.3f}, 0.3f, onSide},
            {"hull", ShapeHull{&prism()}, 0.3f, kIdentityQuat},
            {"cylinder", ShapeCylinder{0.3f, 0.5f}, 0.3f, kIdentityQuat},
            {"lying cylinder", ShapeCylinder{0.5f, 0.3f}, 0.3f, onSide},
            {"cone", ShapeCone{0.3f, 0.5f}, 0.3f, kIdentityQuat}};
}

Manifold againstPlane(const Shape& shape, const Transform& pose, float margin) {
    ManifoldCache cache;
    Manifold m;
    collideConvex(shape, ShapePlane{}, inverse(pose), margin, cache, m);
    return m;
}

// Convex pairs choose among corners within 5% of the outermost by name, so that ids last.
constexpr float kTileReach = 0.05f;

// Every point that a plane would give is there, on the same plane, nothing else.
void expectLikePlane(const Mover& mover, const Transform& pose, const Array<Manifold>& patches, float margin,
                     float reach) {
    const Manifold plane = againstPlane(mover.shape, pose, margin);
    const Vec3 down = inverseRotate(pose.q, Vec3{0, -1, 0});
    ASSERT_GT(plane.count, 0);
    ASSERT_GT(patches.count(), 0) << mover.name;
    float deepest = 1e9f, deepestPlane = 1e9f;
    Aabb box = kEmptyAabb, boxPlane = kEmptyAabb;
    for (const Manifold& m : patches) {
        ASSERT_GT(m.count, 0);
        ASSERT_LT(distance(m.normal, down), 1e-5f) << mover.name << " at " << pose.p.x << ", " << pose.p.z;
        for (int i = 0; i < m.count; ++i) {
            const Vec3 p = transformPoint(pose, m.points[i].position);
            box = merge(box, Aabb{p, p});
            deepest = std::min(deepest, m.points[i].separation);
        }
    }
    for (int i = 0; i < plane.count; ++i) {
        const Vec3 p = transformPoint(pose, plane.points[i].position);
        boxPlane = merge(boxPlane, Aabb{p, p});
        deepestPlane = std::min(deepestPlane, plane.points[i].separation);
    }
    EXPECT_NEAR(deepest, deepestPlane, 1e-5f) << mover.name;
    // The same footprint. Which four of six or eight corners are kept differs.
    const ShapeKind kind = mover.shape.kind;
    const bool many = kind == ShapeKind::Cylinder || kind == ShapeKind::Cone || kind == ShapeKind::Hull;
    const float tolerance = many ? 0.3f : reach;
    EXPECT_LT(distance(box.lower, boxPlane.lower), tolerance) << mover.name << " at " << pose.p.x << ", " << pose.p.z;
    EXPECT_LT(distance(box.upper, boxPlane.upper), tolerance) << mover.name << " at " << pose.p.x << ", " << pose.p.z;
}

Transform floorPose(const Mover& mover, Random& random, float half, float depth) {
    return {{random.uniform(-half, half), mover.height - depth, random.uniform(-half, half)},
            yaw(random.uniform(-3, 3)) * mover.lean};
}

void slideOver(const Shape& floor, float half, bool onePatch) {
    for (const Mover& mover : movers()) {
        Random random(41);
        for (int i = 0; i < test::scaled(1000); ++i) {
            const Transform pose = floorPose(mover, random, half, random.uniform(-0.015f, 0.02f));
            ManifoldCache cache;
            Array<Manifold> patches;
            collide(mover.shape, floor, inverse(pose), 0.02f, cache, patches);
            expectLikePlane(mover, pose, patches, 0.02f, onePatch ? 1e-3f : kTileReach);
            EXPECT_TRUE(!onePatch || patches.count() == 1);
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}

TEST(MeshManifold, FlatMeshLooksLikeAPlane) {
    for (const float cell : {0.13f, 0.7f, 5.0f}) {
        const int cells = static_cast<int>(8.0f / cell) + 2;
        const Mesh mesh = test::makeTerrain(cells, cells, cell, [](float, float) { return 0.0f; }).build();
        slideOver(ShapeMesh{&mesh}, 2.5f, true);
    }
}

TEST(MeshManifold, FlatHeightFieldLooksLikeAPlane) {
    const std::vector<float> heights(41 * 41, 0.0f);
    const HeightField field = buildHeightField(
        {.columns = 41, .rows = 41, .heights = heights, .origin = {-4, 0, -4}, .spacingX = 0.2f, .spacingZ = 0.2f});
    slideOver(ShapeHeightField{&field}, 2.5f, true);
}

TEST(MeshManifold, RowOfCompoundBoxesLooksLikeAPlane) {
    std::vector<CompoundChild> children;
    for (int i = 0; i < 20; ++i)
        children.push_back(
            {ShapeBox{{0.25f, 0.5f, 4}}, {{static_cast<float>(i) * 0.5f - 4.75f, -0.5f, 0}, kIdentityQuat}});
    const Compound compound = buildCompound(children);
    slideOver(ShapeCompound{&compound}, 2.5f, false);
}

// What a world does: one collide() per neighbour, then the ghosts of all of them.
template <class Place> void slideOverTiles(const Shape& tile, int count, Place&& place) {
    for (const Mover& mover : movers()) {
        Random random(42);
        for (int i = 0; i < test::scaled(1000); ++i) {
            const Transform pose = floorPose(mover, random, 2.5f, random.uniform(-0.015f, 0.02f));
            std::vector<NeighbourPatch> patches;
            for (int k = 0; k < count; ++k) {
                const Transform tileInMover = inverseMul(pose, place(k));
                if (!overlaps(inflate(computeAabb(mover.shape, pose), 0.02f), computeAabb(tile, place(k)))) continue;
                ManifoldCache cache;
                Array<Manifold> found;
                collide(mover.shape, tile, tileInMover, 0.02f, cache, found);
                for (const Manifold& m : found) patches.push_back({m, &tile, tileInMover});
            }
            Array<Manifold> scratch, left;
            removeGhostContacts(mover.shape, patches, 0.02f, scratch);
            for (const NeighbourPatch& p : patches)
                if (p.manifold.count > 0) left.push(p.manifold);
            expectLikePlane(mover, pose, left, 0.02f, kTileReach);
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}

TEST(MeshManifold, HundredAbuttingBoxesLookLikeAPlane) {
    slideOverTiles(ShapeBox{{0.1f, 0.5f, 4}}, 100, [](int k) {
        return Transform{{0.2f * static_cast<float>(k) - 9.9f, -0.5f, 0}, kIdentityQuat};
    });
}

TEST(MeshManifold, AbuttingMeshTilesLookLikeAPlane) {
    const Mesh tile = test::makeTerrain(1, 12, 0.7f, [](float, float) { return 0.0f; }).build();
    slideOverTiles(ShapeMesh{&tile}, 15, [](int k) {
        return Transform{{0.7f * static_cast<float>(k) - 4.9f, 0, 0}, kIdentityQuat};
    });
}

TEST(MeshManifold, RealStepsAreNotGhosts) {
    // A box floor, and a box whose top is 3 cm higher in the way.
    const Shape mover = ShapeBox{{0.5f, 0.3f, 0.4f}}, tile = ShapeBox{{1, 0.5f, 2}};
    const Transform pose{{0.505f, 0.299f, 0}, kIdentityQuat};
    std::vector<NeighbourPatch> patches;
    for (int k = 0; k < 2; ++k) {
        const Transform tileInMover =
            inverseMul(pose, Transform{{2.0f * static_cast<float>(k), k == 0 ? -0.5f : -0.47f, 0}, kIdentityQuat});
        ManifoldCache cache;
        Array<Manifold> found;
        collide(mover, tile, tileInMover, 0.02f, cache, found);
        ASSERT_EQ(found.count(), 1);
        patches.push_back({found[0], &tile, tileInMover});
    }
    Array<Manifold> scratch;
    removeGhostContacts(mover, patches, 0.02f, scratch);
    EXPECT_FALSE(patches[0].corrected);
    EXPECT_FALSE(patches[1].corrected);
    EXPECT_NEAR(patches[1].manifold.normal.x, 1.0f, 1e-4f);
}

TEST(MeshManifold, BallOnRidgeAndInValley) {
    const MeshData ridge{{{-2, -2, -2}, {-2, -2, 2}, {0, 0, 2}, {0, 0, -2}, {2, -2, -2}, {2, -2, 2}},
                         {0, 1, 2, 0, 2, 3, 3, 2, 5, 3, 5, 4}};
    MeshData valley = ridge;
    for (Vec3& p : valley.positions) p.y = -p.y;
    const Mesh ridgeMesh = ridge.build(), valleyMesh = valley.build();
    ManifoldCache cache;
    Array<Manifold> patches;
    collide(ShapeSphere{0.5f}, ShapeMesh{&ridgeMesh}, {{0, -0.49f, 0.3f}, kIdentityQuat}, 0.02f, cache, patches);
    ASSERT_EQ(patches.count(), 1);
    EXPECT_LT(distance(patches[0].normal, Vec3{0, -1, 0}), 1e-5f);
    EXPECT_NEAR(patches[0].points[0].separation, -0.01f, 1e-5f);
    collide(ShapeSphere{0.5f}, ShapeMesh{&valleyMesh}, {{0, -0.5f * std::sqrt(2.0f), 0.3f}, kIdentityQuat}, 0.02f,
            cache, patches);
    ASSERT_EQ(patches.count(), 2);
    for (const Manifold& m : patches) EXPECT_NEAR(abs(m.normal.x), std::sqrt(0.5f), 1e-4f);
}

TEST(MeshManifold, BackSideIsIgnoredUnlessDoubleSided) {
    const MeshData data = test::makeTerrain(4, 4, 1, [](float, float) { return 0.0f; });
    const Mesh one = data.build(), both = data.build({.doubleSided = true});
    for (const Mover& mover : movers()) {
        const Transform pose{{0.1f, -mover.height + 0.01f, 0.2f}, fromAxisAngle({1, 0, 0}, kPi) * mover.lean};
        ManifoldCache cache;
        Array<Manifold> patches;
        collide(mover.shape, ShapeMesh{&one}, inverse(pose), 0.02f, cache, patches);
        EXPECT_EQ(patches.count(), 0) << mover.name;
        collide(mover.shape, ShapeMesh{&both}, inverse(pose), 0.02f, cache, patches);
        ASSERT_EQ(patches.count(), 1) << mover.name;
        EXPECT_LT(distance(rotate(pose.q, patches[0].normal), Vec3{0, 1, 0}), 1e-5f) << mover.name;
    }
}

void expectMirrored(const Shape& ground) {
    Random random(44);
    for (const Mover& mover : movers())
        for (int i = 0; i < test::scaled(2000); ++i) {
            const Transform pose{{random.uniform(-3, 3), random.uniform(-0.5f, 1.0f), random.uniform(-3, 3)},
                                 random.rotation()};
            ManifoldCache cache;
            Array<Manifold> ab, ba;
            collide(mover.shape, ground, inverse(pose), 0.02f, cache, ab);
            collide(ground, mover.shape, pose, 0.02f, cache, ba);
            ASSERT_EQ(ab.count(), ba.count());
            for (int k = 0; k < ab.count(); ++k) {
                EXPECT_EQ(ab[k].childB, ba[k].childA);
                EXPECT_LT(distance(rotate(pose.q, ab[k].normal), -ba[k].normal), 1e-5f);
                ASSERT_EQ(ab[k].count, ba[k].count);
                for (int p = 0; p < ab[k].count; ++p) {
                    EXPECT_EQ(ab[k].points[p].featureId, ba[k].points[p].featureId);
                    EXPECT_LT(distance(transformPoint(pose, ab[k].points[p].position), ba[k].points[p].position),
                              1e-4f);
                }
            }
        }
}

TEST(MeshManifold, SwappedPairIsTheMirror) {
    const Mesh mesh = test::makeTerrain(16, 16, 0.5f, test::bumps).build();
    expectMirrored(ShapeMesh{&mesh});
    std::vector<float> heights;
    for (int row = 0; row < 17; ++row)
        for (int column = 0; column < 17; ++column)
            heights.push_back(test::bumps(0.5f * static_cast<float>(column), 0.5f * static_cast<float>(row)));
    const HeightField field = buildHeightField(
        {.columns = 17, .rows = 17, .heights = heights, .origin = {-4, 0, -4}, .spacingX = 0.5f, .spacingZ = 0.5f});
    expectMirrored(ShapeHeightField{&field});
}

TEST(MeshManifold, IdsStayWhileABoxRocksAndSlides) {
    const Mesh mesh = test::makeTerrain(24, 24, 0.37f, [](float, float) { return 0.0f; }).build();
    Random random(45);
    int kept = 0, all = 0;
    for (int i = 0; i < test::scaled(1000); ++i) {
        const Shape box = ShapeBox{{0.5f, 0.3f, 0.4f}};
        const Transform pose{{random.uniform(-2, 2), 0.298f, random.uniform(-2, 2)}, yaw(random.uniform(-3, 3))};
        const Transform moved{pose.p + Vec3{random.uniform(-0.2f, 0.2f), 0, random.uniform(-0.2f, 0.2f)},
                              fromAxisAngle(random.unitVector(), 0.5f * kPi / 180) * pose.q};
        ManifoldCache cache;
        Array<Manifold> before, after;
        collide(box, ShapeMesh{&mesh}, inverse(pose), 0.02f, cache, before);
        collide(box, ShapeMesh{&mesh}, inverse(moved), 0.02f, cache, after);
        ASSERT_EQ(before.count(), 1);
        ASSERT_EQ(after.count(), 1);
        for (int a = 0; a < before[0].count; ++a)
            for (int b = 0; b < after[0].count; ++b)
                kept += before[0].points[a].featureId == after[0].points[b].featureId;
        all += before[0].count;
    }
    EXPECT_EQ(kept, all);
}

// Every kind, on a flat mesh and field: half a degree about any axis leaves the points their names, and
// nothing is ever NaN.
TEST(MeshManifold, IdsStayWhileItRocks) {
    const auto flat = [](float, float) { return 0.0f; };
    const Mesh floor = test::makeTerrain(24, 24, 0.37f, flat).build();
    const std::vector<float> level(41 * 41, 0.0f);
    const HeightField field = buildHeightField(
        {.columns = 41, .rows = 41, .heights = level, .origin = {-4, 0, -4}, .spacingX = 0.2f, .spacingZ = 0.2f});
    for (const Shape& ground : {Shape(ShapeMesh{&floor}), Shape(ShapeHeightField{&field})})
        for (const Mover& mover : movers()) {
            Random random(46);
            int kept = 0, all = 0;
            for (int i = 0; i < test::scaled(2000); ++i) {
                const Transform pose = floorPose(mover, random, 2.0f, random.uniform(0.0f, 0.01f));
                const Transform rocked{pose.p, fromAxisAngle(random.unitVector(), 0.5f * kPi / 180) * pose.q};
                ManifoldCache cache;
                Array<Manifold> before, after;
                collide(mover.shape, ground, inverse(pose), 0.02f, cache, before);
                collide(mover.shape, ground, inverse(rocked), 0.02f, cache, after);
                for (const Manifold& m : after) {
                    ASSERT_NEAR(length(m.normal), 1.0f, 1e-5f);
                    for (int k = 0; k < m.count; ++k)
                        ASSERT_TRUE(isFinite(m.points[k].position) && isFinite(m.points[k].separation));
                }
                for (const Manifold& m : before)
                    for (int a = 0; a < m.count; ++a) {
                        bool found = false;
                        for (const Manifold& other : after)
                            for (int b = 0; b < other.count; ++b)
                                found = found || other.points[b].featureId == m.points[a].featureId;
                        kept += found;
                        ++all;
                    }
            }
            // Of six or eight corners at about one distance the chosen four may change by one.
            const ShapeKind kind = mover.shape.kind;
            const bool many = kind == ShapeKind::Hull || kind == ShapeKind::Cone || kind == ShapeKind::Cylinder;
            EXPECT_GE(4 * kept, (many ? 3 : 4) * all) << mover.name << " on " << toString(ground.kind);
        }
}

TEST(MeshManifold, HolesLetThrough) {
    const std::vector<float> heights(9, 0.0f);
    const std::vector<uint8_t> materials = {0, 0, 0, kHeightFieldHole};
    const HeightField field = buildHeightField({.columns = 3, .rows = 3, .heights = heights, .materials = materials});
    ManifoldCache cache;
    Array<Manifold> patches;
    collide(ShapeSphere{0.3f}, ShapeHeightField{&field}, inverse(Transform{{1.5f, 0.29f, 1.5f}, kIdentityQuat}), 0.02f,
            cache, patches);
    EXPECT_EQ(patches.count(), 0);
    collide(ShapeSphere{0.3f}, ShapeHeightField{&field}, inverse(Transform{{0.5f, 0.29f, 1.5f}, kIdentityQuat}), 0.02f,
            cache, patches);
    ASSERT_EQ(patches.count(), 1);
    EXPECT_EQ(patches[0].childB / 2, 2u);
    // On the rim of the hole the edge is felt.
    collide(ShapeSphere{0.3f}, ShapeHeightField{&field}, inverse(Transform{{1.1f, 0.2f, 1.5f}, kIdentityQuat}), 0.02f,
            cache, patches);
    ASSERT_EQ(patches.count(), 1);
    EXPECT_LT(patches[0].normal.x, -0.3f);
}

TEST(MeshManifold, CompoundsAgainstEverything) {
    const CompoundChild children[] = {{ShapeSphere{0.3f}, {{-1, 0, 0}, kIdentityQuat}},
                                      {ShapeBox{{0.3f, 0.3f, 0.3f}}, {{1, 0, 0}, kIdentityQuat}}};
    const Compound compound = buildCompound(children);
    const Mesh mesh = test::makeTerrain(8, 8, 1, [](float, float) { return 0.0f; }).build();
    const Shape shapes[] = {ShapePlane{}, ShapeMesh{&mesh}};
    ManifoldCache cache;
    Array<Manifold> patches;
    const Transform pose{{0.1f, 0.29f, 0.2f}, kIdentityQuat};
    for (const Shape& ground : shapes)
        for (const bool swapped : {false, true}) {
            if (swapped)
                collide(ground, ShapeCompound{&compound}, pose, 0.02f, cache, patches);
            else
                collide(ShapeCompound{&compound}, ground, inverse(pose), 0.02f, cache, patches);
            ASSERT_EQ(patches.count(), 2) << toString(ground.kind);
            for (const Manifold& m : patches) {
                EXPECT_LT(distance(m.normal, Vec3{0, swapped ? 1.0f : -1.0f, 0}), 1e-5f);
                EXPECT_NEAR(m.points[0].separation, -0.01f, 1e-5f);
                EXPECT_LT(swapped ? m.childB : m.childA, 2u);
            }
        }
    collide(ShapeCompound{&compound}, ShapeCompound{&compound}, {{0, 0.59f, 0}, kIdentityQuat}, 0.02f, cache, patches);
    EXPECT_EQ(patches.count(), 2);
    collide(ShapeMesh{&mesh}, ShapeMesh{&mesh}, kIdentity, 0.02f, cache, patches);
    EXPECT_EQ(patches.count(), 0);
}

} // namespace
} // namespace cairn
