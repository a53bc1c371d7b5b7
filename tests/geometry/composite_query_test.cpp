// Queries against meshes, height fields and compounds: brute force over all triangles or children.
#include "geometry/cast.h"
#include "geometry/height_field.h"
#include "geometry/mesh_closest.h"
#include "geometry/penetration.h"
#include "support/meshes.h"

#include <cairn/compound.h>
#include <cairn/error.h>
#include <cairn/query.h>

#include <gtest/gtest.h>

#include <array>

namespace cairn {
namespace {

using test::MeshData;
using test::Random;

// A surface with the list of its triangles.
struct Ground {
    Shape shape;
    std::vector<std::array<Vec3, 3>> triangles;
    bool doubleSided;
};

struct Grounds {
    Grounds() {
        const MeshData terrain = test::makeTerrain(12, 12, 0.6f, test::bumps), soup = test::makeSoup(150, 3, 7);
        meshes[0] = terrain.build();
        meshes[1] = soup.build({.doubleSided = true});
        Random random(51);
        std::vector<float> heights;
        std::vector<uint8_t> materials;
        for (int i = 0; i < 13 * 11; ++i) heights.push_back(random.uniform(-0.7f, 0.7f));
        for (int i = 0; i < 12 * 10; ++i) materials.push_back(random.below(6) == 0 ? kHeightFieldHole : uint8_t{0});
        field = buildHeightField({.columns = 13,
                                  .rows = 11,
                                  .heights = heights,
                                  .materials = materials,
                                  .origin = {-3.6f, 0, -3},
                                  .spacingX = 0.6f,
                                  .spacingZ = 0.6f});
        all.push_back({ShapeMesh{&meshes[0]}, list(terrain), false});
        all.push_back({ShapeMesh{&meshes[1]}, list(soup), true});
        Ground f{ShapeHeightField{&field}, {}, false};
        for (int r = 0; r < 10; ++r)
            for (int c = 0; c < 12; ++c)
                for (int half = 0; half < 2 && !field.isHole(c, r); ++half) {
                    const FieldTriangle t = fieldTriangle(field, c, r, half);
                    f.triangles.push_back({t.corner[0], t.corner[1], t.corner[2]});
                }
        all.push_back(f);
    }
    static std::vector<std::array<Vec3, 3>> list(const MeshData& m) {
        std::vector<std::array<Vec3, 3>> out;
        for (int t = 0; t < m.triangleCount(); ++t) out.push_back({m.corner(t, 0), m.corner(t, 1), m.corner(t, 2)});
        return out;
    }
    Mesh meshes[2];
    HeightField field;
    std::vector<Ground> all;
};

const Grounds& grounds() {
    static const Grounds g;
    return g;
}

std::vector<Shape> convexShapes() {
    return {ShapeSphere{0.3f}, ShapeBox{{0.4f, 0.2f, 0.3f}}, ShapeCapsule{0.4f, 0.15f},
            ShapeCylinder{0.2f, 0.3f, 0.05f}};
}

Vec3 normalOf(const std::array<Vec3, 3>& t) { return normalize(cross(t[1] - t[0], t[2] - t[0])); }

TEST(CompositeQuery, DistanceAndOverlapAgreeWithBruteForce) {
    Random random(52);
    for (const Ground& ground : grounds().all)
        for (const Shape& shape : convexShapes())
            for (int i = 0; i < test::scaled(100); ++i) {
                const Transform pose{random.inBox(3.5f), random.rotation()};
                float least = kHuge;
                for (const auto& t : ground.triangles)
                    least = std::min(least, separation(makeConvex(t, 0.0f), makeConvex(shape), pose).separation);
                const DistanceResult ab = shapeDistance(ground.shape, shape, pose);
                const DistanceResult ba = shapeDistance(shape, ground.shape, inverse(pose));
                EXPECT_NEAR(ab.distance, std::max(least, 0.0f), 1e-4f);
                EXPECT_NEAR(ba.distance, std::max(least, 0.0f), 1e-4f);
                if (abs(least) < 1e-4f) continue;
                EXPECT_EQ(ab.overlap, least < 0.0f);
                EXPECT_EQ(shapesOverlap(ground.shape, shape, pose), least < 0.0f);
                EXPECT_EQ(shapesOverlap(shape, ground.shape, inverse(pose)), least < 0.0f);
                if (least > 0.0f) {
                    EXPECT_NEAR(distance(ab.pointA, ab.pointB), ab.distance, 1e-4f);
                    EXPECT_LT(distance(transformPoint(pose, ba.pointA), ab.pointB), 1e-2f);
                }
            }
}

TEST(CompositeQuery, ClosestPointAgreesWithBruteForce) {
    Random random(53);
    for (const Ground& ground : grounds().all)
        for (int i = 0; i < test::scaled(500); ++i) {
            const Vec3 p = random.inBox(4);
            float least = kHuge;
            for (const auto& t : ground.triangles) {
                const Vec3 corners[3] = {t[0], t[1], t[2]};
                least = std::min(least, distance(p, closestOnTriangle(corners, p)));
            }
            const PointResult r = closestPoint(ground.shape, p);
            EXPECT_NEAR(r.distance, least, 1e-4f);
            EXPECT_NEAR(distance(r.point, p), least, 1e-4f);
        }
}

TEST(CompositeQuery, ShapeCastAgreesWithBruteForce) {
    Random random(54);
    int hits = 0;
    for (const Ground& ground : grounds().all)
        for (const Shape& shape : convexShapes())
            for (int i = 0; i < test::scaled(100); ++i) {
                const Transform pose{random.inBox(3.5f) + Vec3{0, 1.5f, 0}, random.rotation()};
                const Vec3 travel = random.inBox(4) - Vec3{0, 2, 0};
                CastHit best;
                const Vec3 middle = center(computeAabb(shape, pose));
                for (const auto& t : ground.triangles) {
                    const Vec3 n = normalOf(t);
                    if (!ground.doubleSided && dot(n, middle - t[0]) < 0.0f) continue;
                    const CastHit hit = castConvex(makeConvex(t, 0.0f), makeConvex(shape), pose, travel);
                    if (!hit || (!ground.doubleSided && !hit.initialOverlap && dot(n, travel) > 0.0f)) continue;
                    if (!best || hit.fraction < best.fraction) best = hit;
                }
                const CastHit hit = shapeCast(ground.shape, shape, pose, travel);
                ASSERT_EQ(hit.hit, best.hit);
                hits += hit.hit;
                if (!hit) continue;
                EXPECT_NEAR(hit.fraction, best.fraction, 1e-5f);
                EXPECT_NEAR(length(hit.normal), 1.0f, 1e-4f);
                // Seen from the convex shape the surface moves the other way.
                const CastHit turned = shapeCast(shape, ground.shape, inverse(pose), -inverseRotate(pose.q, travel));
                ASSERT_TRUE(turned.hit);
                EXPECT_NEAR(turned.fraction, hit.fraction, 1e-3f);
            }
    EXPECT_GT(hits, test::scaled(300));
}

TEST(CompositeQuery, RayCastGoesThroughTheShapeInterface) {
    const Mesh& mesh = grounds().meshes[0];
    const CastHit hit = rayCast(ShapeMesh{&mesh}, {0.1f, 3, 0.2f}, {0, -6, 0});
    ASSERT_TRUE(hit.hit);
    EXPECT_GT(hit.normal.y, 0.0f);
    EXPECT_NEAR(hit.point.y, 3 - 6 * hit.fraction, 1e-5f);
    EXPECT_LT(hit.child, static_cast<uint32_t>(mesh.triangles.count()));
}

TEST(CompositeQuery, CompoundAgreesWithItsChildren) {
    Random random(55);
    std::vector<CompoundChild> children;
    const std::vector<Shape> shapes = convexShapes();
    for (int i = 0; i < 40; ++i)
        children.push_back({shapes[static_cast<std::size_t>(i % 4)], {random.inBox(3), random.rotation()}});
    const Compound compound = buildCompound(children);
    const Shape shape = ShapeCompound{&compound};
    for (int i = 0; i < test::scaled(500); ++i) {
        const Vec3 from = random.inBox(4), travel = random.inBox(6);
        const Shape& other = shapes[static_cast<std::size_t>(random.below(4))];
        const Transform pose{random.inBox(4), random.rotation()};
        CastHit ray, cast;
        float least = kHuge, nearest = kHuge;
        bool overlap = false;
        for (const CompoundChild& child : children) {
            const CastHit r =
                rayCast(child.shape, inverseTransformPoint(child.pose, from), inverseRotate(child.pose.q, travel));
            if (r && (!ray || r.fraction < ray.fraction)) ray = r;
            const Transform relative = inverseMul(child.pose, pose);
            const CastHit c = shapeCast(child.shape, other, relative, inverseRotate(child.pose.q, travel));
            if (c && (!cast || c.fraction < cast.fraction)) cast = c;
            least = std::min(least, shapeDistance(child.shape, other, relative).distance);
            nearest = std::min(nearest, closestPoint(child.shape, inverseTransformPoint(child.pose, from)).distance);
            overlap = overlap || shapesOverlap(child.shape, other, relative);
        }
        const CastHit r = rayCast(shape, from, travel), c = shapeCast(shape, other, pose, travel);
        EXPECT_EQ(r.hit, ray.hit);
        EXPECT_NEAR(r.fraction, ray.fraction, 1e-5f);
        EXPECT_EQ(c.hit, cast.hit);
        EXPECT_NEAR(c.fraction, cast.fraction, 1e-4f);
        EXPECT_NEAR(shapeDistance(shape, other, pose).distance, least, 1e-4f);
        EXPECT_NEAR(closestPoint(shape, from).distance, nearest, 1e-4f);
        EXPECT_EQ(shapesOverlap(shape, other, pose), overlap);
    }
}

TEST(CompositeQuery, TimeOfImpactAgreesWithBruteForce) {
    Random random(56);
    int hits = 0;
    for (const Ground& ground : grounds().all)
        for (const Shape& shape : convexShapes())
            for (int i = 0; i < test::scaled(20); ++i) {
                Sweep still, sweep;
                sweep.center0 = toDouble(random.inBox(3) + Vec3{0, 2.5f, 0});
                sweep.center1 = sweep.center0 + toDouble(random.inBox(2) - Vec3{0, 3, 0});
                sweep.rotation0 = random.rotation();
                sweep.rotation1 = fromAxisAngle(random.unitVector(), 1.0f) * sweep.rotation0;
                ToiResult best{ToiState::Separated, 1.0f, kZero, 0};
                for (const auto& t : ground.triangles) {
                    if (!ground.doubleSided && dot(normalOf(t), toFloat(sweep.center0) - t[0]) < 0.0f) continue;
                    const ToiResult r = impactConvex(makeConvex(t, 0.0f), still, makeConvex(shape), sweep, {});
                    if (r.state != ToiState::Separated &&
                        (best.state == ToiState::Separated || r.fraction < best.fraction))
                        best = r;
                }
                const ToiResult r = timeOfImpact(ground.shape, still, shape, sweep);
                EXPECT_EQ(r.state, best.state);
                EXPECT_NEAR(r.fraction, best.fraction, 1e-3f);
                hits += r.state == ToiState::Hit;
                const ToiResult turned = timeOfImpact(shape, sweep, ground.shape, still);
                EXPECT_EQ(turned.state, r.state);
                EXPECT_NEAR(turned.fraction, r.fraction, 1e-3f);
            }
    EXPECT_GT(hits, test::scaled(60));
}

TEST(CompositeQuery, PairsWithoutAnAnswerAreRefusedByName) {
    const Mesh& mesh = grounds().meshes[0];
    ErrorCapture capture;
    EXPECT_FALSE(shapesOverlap(ShapeMesh{&mesh}, ShapeMesh{&mesh}, kIdentity));
    EXPECT_EQ(shapeDistance(ShapeMesh{&mesh}, ShapePlane{}, kIdentity).distance, kHuge);
    EXPECT_FALSE(shapeCast(ShapePlane{}, ShapeMesh{&mesh}, kIdentity, {0, -1, 0}).hit);
    EXPECT_FALSE(shapeCast(ShapeMesh{&mesh}, ShapeSphere{}, {{std::nanf(""), 0, 0}, kIdentityQuat}, {0, -1, 0}).hit);
    EXPECT_EQ(capture.count(), 4);
}

} // namespace
} // namespace cairn
