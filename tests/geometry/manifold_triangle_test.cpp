// One convex shape against one triangle: closed forms for spheres, properties for all kinds, one-sidedness.
#include "geometry/manifold_fixture.h"
#include "geometry/manifold_triangle.h"

namespace cairn {
namespace {

using namespace cairn::test;

constexpr float kMargin = 0.02f;

// In the xz plane, facing up: edge 0 along x, edge 2 along z.
const Vec3 kFloor[3] = {{0, 0, 0}, {0, 0, 2}, {2, 0, 0}};

void moved(const Vec3 (&triangle)[3], Vec3 by, Vec3 (&out)[3]) {
    for (int i = 0; i < 3; ++i) out[i] = triangle[i] + by;
}

bool collideAt(const Shape& shape, Vec3 position, TriangleContact& out, const Vec3 (&triangle)[3] = kFloor) {
    Vec3 local[3];
    moved(triangle, -position, local);
    ManifoldCache cache;
    return collideTriangle(shape, local, kMargin, cache, out);
}

TEST(ManifoldTriangle, SphereNamesFaceEdgeAndVertex) {
    const Shape sphere = ShapeSphere{0.5f};
    TriangleContact c;
    ASSERT_TRUE(collideAt(sphere, {0.4f, 0.45f, 0.4f}, c));
    EXPECT_EQ(c.feature, TriangleFeature::Face);
    EXPECT_NEAR(c.manifold.normal.y, -1.0f, 1e-6f);
    EXPECT_NEAR(c.manifold.points[0].separation, -0.05f, 1e-6f);
    EXPECT_NEAR(c.barycentric.x, 0.6f, 1e-5f);
    EXPECT_NEAR(c.barycentric.y, 0.2f, 1e-5f);

    ASSERT_TRUE(collideAt(sphere, {-0.3f, 0.3f, 1.0f}, c));
    EXPECT_EQ(c.feature, TriangleFeature::Edge);
    EXPECT_EQ(c.index, 0);
    EXPECT_NEAR(c.manifold.points[0].separation, std::sqrt(0.18f) - 0.5f, 1e-5f);

    ASSERT_TRUE(collideAt(sphere, {2.2f, 0.2f, -0.2f}, c));
    EXPECT_EQ(c.feature, TriangleFeature::Vertex);
    EXPECT_EQ(c.index, 2);
    EXPECT_NEAR(c.manifold.points[0].separation, std::sqrt(0.12f) - 0.5f, 1e-5f);
}

TEST(ManifoldTriangle, BackIsOpen) {
    Random random(3);
    const ShapePool pool(4);
    for (int k = 0; k < 2000; ++k) {
        const Shape shape = pool.make(static_cast<ShapeKind>(random.below(6)), random);
        TriangleContact c;
        const float size = sizeOf(shape);
        const Vec3 center = shape.kind == ShapeKind::Hull ? shape.hull->centroid : kZero;
        EXPECT_FALSE(collideAt(shape, Vec3{0.5f, -random.uniform(0.01f, 0.5f) * size, 0.5f} - center, c));
    }
}

TEST(ManifoldTriangle, BoxInsideTheFaceStandsOnFourCorners) {
    const Shape box = ShapeBox{{0.2f, 0.3f, 0.2f}};
    TriangleContact c;
    ASSERT_TRUE(collideAt(box, {0.5f, 0.29f, 0.5f}, c));
    ASSERT_EQ(c.manifold.count, 4);
    EXPECT_EQ(c.feature, TriangleFeature::Face);
    for (int i = 0; i < 4; ++i) {
        EXPECT_NEAR(c.manifold.points[i].separation, -0.01f, 1e-6f);
        EXPECT_NEAR(c.manifold.points[i].position.y, -0.295f, 1e-6f);
        EXPECT_EQ(c.manifold.points[i].featureId & 0xffffu, 0u) << "inside the triangle";
    }
}

// Any shape, any triangle: sound numbers, the normal never out of the back, separation as the supports show it, and
// against the distance of a dense sample of directions nothing missed.
TEST(ManifoldTriangle, RandomShapesAreSoundAndOneSided) {
    Random random(5);
    const ShapePool pool(6);
    int hits = 0, faces = 0, edges = 0, vertices = 0;
    const int trials = scaled(200'000);
    for (int k = 0; k < trials; ++k) {
        const Shape shape = pool.make(static_cast<ShapeKind>(k % 6), random);
        const float size = sizeOf(shape);
        Vec3 t[3];
        const Vec3 center = (0.7f * size) * random.unitVector();
        for (Vec3& v : t) v = center + random.inBox(size);
        ManifoldCache cache;
        TriangleContact c;
        if (!collideTriangle(shape, t, kMargin, cache, c)) continue;
        ++hits;
        const Vec3 front = normalize(cross(t[1] - t[0], t[2] - t[0]));
        ASSERT_LE(dot(c.manifold.normal, front), 1e-4f) << "trial " << k;
        const Convex core = makeConvex(shape);
        const DVec3 n = unit(toDouble(c.manifold.normal));
        double lowest = 1e300;
        for (const Vec3 v : t) lowest = std::min(lowest, dot(n, toDouble(v)));
        const double along = lowest - dot(n, exactSupport(core, n)) - core.radius;
        ASSERT_GE(c.manifold.count, 1);
        ASSERT_LE(c.manifold.count, 4);
        for (int i = 0; i < c.manifold.count; ++i) {
            ASSERT_TRUE(isFinite(c.manifold.points[i].position));
            ASSERT_LE(c.manifold.points[i].separation, kMargin);
        }
        ASSERT_NEAR(depths(c.manifold).least, along, 1e-3) << "trial " << k << " " << toString(shape.kind);
        ASSERT_TRUE(isFinite(c.barycentric));
        faces += c.feature == TriangleFeature::Face;
        edges += c.feature == TriangleFeature::Edge;
        vertices += c.feature == TriangleFeature::Vertex;
        // No allowed direction nearby gives less overlap. (Deep inside, the best way out may be at the rim of the
        // allowed half of directions, which is no axis; the face is taken also where a curved shape has none better.)
        if (along < 0.0 && along > -0.05 * size && dot(c.manifold.normal, front) > -0.99999f &&
            dot(c.manifold.normal, front) < -0.3f) {
            for (int i = 0; i < 4; ++i) {
                const DVec3 d = unit(n + 0.05 * toDouble(random.unitVector()));
                if (dot(d, toDouble(front)) > 0.0) continue;
                double low = 1e300;
                for (const Vec3 v : t) low = std::min(low, dot(d, toDouble(v)));
                ASSERT_LT(low - dot(d, exactSupport(core, d)) - core.radius, along + 1e-3)
                    << "trial " << k << " " << toString(shape.kind);
            }
        }
    }
    EXPECT_GT(hits, trials / 10);
    EXPECT_GT(faces, 0);
    EXPECT_GT(edges, 0);
    EXPECT_GT(vertices, 0);
}

TEST(ManifoldTriangle, NoAreaNoContact) {
    const Vec3 line[3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    TriangleContact c;
    EXPECT_FALSE(collideAt(ShapeSphere{0.5f}, {0.5f, 0.2f, 0.0f}, c, line));
}

} // namespace
} // namespace cairn
