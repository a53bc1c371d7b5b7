// Depth of manifolds against meshes and height fields, by brute force, for shapes of 10 cm to 10 m.
//
// What the depth of a shape in a surface means, and so what the deepest point of all patches must say to a millimetre:
// * Apart: the least distance to any triangle.
// * On a flat piece, however it is cut into triangles: how far the shape reaches below the plane.
// * On a convex piece (a closed convex mesh, a domed field): the minimum translation out of the convex solid below,
// also
//   where the overlap is as deep as triangles are wide, or the solid smaller than the shape.
// A surface that is neither has no depth of its own: in a valley the contacts are many, one for each side, and each is
// one of these cases. The border of an open surface is left out, for the solid below has sides that the surface has
// not. The references know nothing of meshes: supports in double, and separation() of two convex solids, which has its
// own tests against FCL.
#include "geometry/manifold_fixture.h"
#include "geometry/penetration.h"
#include "math/dispatch.h"
#include "support/meshes.h"

#include <cairn/height_field.h>
#include <cairn/query.h>

#include <algorithm>
#include <deque>

namespace cairn {
namespace {

using test::MeshData;
using test::Random;
using test::ShapePool;

constexpr float kMargin = 0.02f;
constexpr float kAllowed = 1e-3f;

// A surface, its triangles one by one, and its bulk where that is convex.
struct Ground {
    Shape shape;
    std::vector<Vec3> corners; // three a triangle
    std::vector<Vec3> solid;   // corners of the convex solid
};

// Grounds with the meshes and fields that they point to.
class Grounds {
public:
    const Ground& addMesh(const MeshData& data) {
        m_meshes.push_back(data.build());
        Ground g{ShapeMesh{&m_meshes.back()}, {}, {}};
        for (int t = 0; t < data.triangleCount(); ++t)
            for (int k = 0; k < 3; ++k) g.corners.push_back(data.corner(t, k));
        m_all.push_back(g);
        return m_all.back();
    }
    // cells x cells, centred.
    template <class Height> const Ground& addField(int cells, float cell, Height&& height) {
        std::vector<float> heights;
        const float start = -0.5f * cell * static_cast<float>(cells);
        for (int r = 0; r <= cells; ++r)
            for (int c = 0; c <= cells; ++c)
                heights.push_back(height(start + cell * static_cast<float>(c), start + cell * static_cast<float>(r)));
        m_fields.push_back(buildHeightField({.columns = cells + 1,
                                             .rows = cells + 1,
                                             .heights = heights,
                                             .origin = {start, 0, start},
                                             .spacingX = cell,
                                             .spacingZ = cell}));
        const HeightField& field = m_fields.back();
        Ground g{ShapeHeightField{&field}, {}, {}};
        for (int r = 0; r < cells; ++r)
            for (int c = 0; c < cells; ++c)
                for (int k = 0; k < 6; ++k)
                    g.corners.push_back(field.sample(c + (0b110100 >> k & 1), r + (0b010110 >> k & 1)));
        m_all.push_back(g);
        return m_all.back();
    }
    Ground& last() { return m_all.back(); }
    const Ground& any(Random& random) const { return m_all[static_cast<std::size_t>(random.below(count()))]; }
    int count() const { return static_cast<int>(m_all.size()); }

private:
    std::deque<Mesh> m_meshes;
    std::deque<HeightField> m_fields;
    std::deque<Ground> m_all;
};

struct Tally {
    int count = 0, wrong = 0;
    float worst = 0.0f;

    void add(float found, float truth) {
        ++count;
        const float error = std::fabs(found - truth);
        wrong += !(error <= kAllowed);
        worst = std::max(worst, error);
    }
};

// Trials come in rounds of 300 a kind, each with surfaces and hulls of its own: more trials, more surfaces.
// build(grounds, random) makes them, trial(ground, shape, random, tally) does one trial, or none. Rounds `again` went
// wrong once, and are never left out.
template <class Build, class Trial>
void inRounds(uint64_t seed, int trialsPerKind, std::vector<int> again, Build&& build, Trial&& trial) {
    constexpr int kKinds = 6, kRound = 300;
    std::vector<int>& rounds = again;
    for (int i = std::max(test::scaled(trialsPerKind) / kRound, 1); i-- > 0;) rounds.push_back(i);
    Tally tallies[kKinds];
    for (const int round : rounds) {
        Random random(seed + (static_cast<uint64_t>(round) << 32));
        Grounds grounds;
        build(grounds, random);
        const ShapePool pool(random.next());
        for (int i = 0; i < kRound; ++i)
            for (int kind = 0; kind < kKinds; ++kind) {
                const int before = tallies[kind].wrong;
                const Ground& ground = grounds.any(random);
                trial(ground, pool.make(static_cast<ShapeKind>(kind), random), random, tallies[kind]);
                EXPECT_EQ(tallies[kind].wrong, before)
                    << toString(static_cast<ShapeKind>(kind)) << " in round " << round << ", trial " << i;
            }
    }
    for (int kind = 0; kind < kKinds; ++kind) {
        const char* name = toString(static_cast<ShapeKind>(kind));
        EXPECT_GE(tallies[kind].count, static_cast<int>(rounds.size()) * kRound / 4) << name;
        testing::Test::RecordProperty(name, std::to_string(1e3f * tallies[kind].worst) + " mm in " +
                                                std::to_string(tallies[kind].count));
    }
}

// The deepest point of all patches; checks each of them.
float deepestOf(const Shape& shape, const Ground& ground, const Transform& pose) {
    ManifoldCache cache;
    Array<Manifold> patches;
    collide(shape, ground.shape, inverse(pose), kMargin, cache, patches);
    float least = 1e9f;
    for (const Manifold& m : patches) {
        EXPECT_TRUE(m.count >= 1 && m.count <= 4);
        EXPECT_NEAR(length(m.normal), 1.0f, 1e-5f);
        for (int k = 0; k < m.count; ++k) {
            EXPECT_TRUE(isFinite(m.points[k].position) && isFinite(m.points[k].separation));
            EXPECT_LE(m.points[k].separation, kMargin + 1e-4f);
            least = std::min(least, m.points[k].separation);
        }
    }
    return least;
}

Vec3 middleOf(const Shape& shape) { return shape.kind == ShapeKind::Hull ? shape.hull->centroid : kZero; }

// The least distance to a triangle, negative inside; huge where that is a triangle seen from behind.
float distanceToTriangles(const Shape& shape, const Ground& ground, const Transform& pose) {
    const Convex convex = makeConvex(shape);
    const Aabb box = computeAabb(shape, pose);
    const Vec3 middle = middleOf(shape);
    float least = 2.0f * kMargin;
    bool front = true;
    for (std::size_t t = 0; t < ground.corners.size(); t += 3) {
        const Vec3* c = &ground.corners[t];
        if (!overlaps(inflate(Aabb{min(c[0], min(c[1], c[2])), max(c[0], max(c[1], c[2]))}, least), box)) continue;
        const Vec3 local[3] = {inverseTransformPoint(pose, c[0]), inverseTransformPoint(pose, c[1]),
                               inverseTransformPoint(pose, c[2])};
        const float s = separation(convex, makeConvex(local, 0.0f), kIdentity).separation;
        const bool isFront = dot(cross(local[1] - local[0], local[2] - local[0]), middle - local[0]) > 0.0f;
        // A corner that several triangles share is at one distance from all.
        if (s < least - 1e-5f)
            front = isFront, least = s;
        else if (s < least + 1e-5f)
            front = front || isFront, least = min(least, s);
    }
    return front ? least : 1e9f;
}

TEST(MeshDepth, GapsAreTheDistance) {
    const auto build = [](Grounds& grounds, Random& random) {
        for (int i = 0; i < 20; ++i) {
            const float cell = random.logUniform(0.03f, 4.0f), wave = random.uniform(0.5f, 2.0f) / cell,
                        steep = random.uniform(0.1f, 1.0f) * cell;
            const auto height = [&](float x, float z) { return steep * test::bumps(wave * x, wave * z); };
            if (i % 2 == 0)
                grounds.addMesh(test::makeTerrain(12, 12, cell, height));
            else
                grounds.addField(12, cell, height);
        }
    };
    inRounds(72, 3'000, {}, build, [](const Ground& ground, const Shape& shape, Random& random, Tally& tally) {
        const float extent = ground.corners[0].x;
        const float target = random.uniform(0.0005f, 0.018f);
        Transform pose{{random.uniform(-0.5f, 0.5f) * extent, 0, random.uniform(-0.5f, 0.5f) * extent},
                       random.rotation()};
        pose.p.y = 2 * test::sizeOf(shape) + std::fabs(extent);
        // Comes down along the shortest way.
        DistanceResult d{};
        for (int k = 0; k < 12; ++k) {
            d = shapeDistance(shape, ground.shape, inverse(pose));
            if (d.overlap || std::fabs(d.distance - target) < 1e-4f) break;
            pose.p = pose.p + rotate(pose.q, (d.distance - target) * d.normal);
        }
        if (d.overlap || d.distance > 0.019f) return;
        const float gap = distanceToTriangles(shape, ground, pose);
        if (gap > 1.0f) return;
        const float found = deepestOf(shape, ground, pose);
        tally.add(found, gap);
    });
}

TEST(MeshDepth, FlatPiecesArePlanes) {
    const auto build = [](Grounds& grounds, Random& random) {
        for (int i = 0; i < 20; ++i) {
            const float cell = random.logUniform(0.3f, 10.0f), a = random.uniform(-1, 1), b = random.uniform(-1, 1);
            const auto height = [&](float x, float z) { return a * x + b * z; };
            if (i % 2 == 0)
                grounds.addMesh(test::makeTerrain(24, 24, cell, height));
            else
                grounds.addField(24, cell, height);
        }
    };
    inRounds(73, 12'000, {}, build, [](const Ground& ground, const Shape& shape, Random& random, Tally& tally) {
        const float size = test::sizeOf(shape), half = std::fabs(ground.corners[0].x);
        if (3.0f * size > half) return;
        const Vec3* c = &ground.corners[0];
        const DVec3 n = test::unit(cross(toDouble(c[1]) - toDouble(c[0]), toDouble(c[2]) - toDouble(c[0])));
        const float reach = half - 2.5f * size;
        const Vec3 onPlane{random.uniform(-reach, reach), 0, random.uniform(-reach, reach)};
        Transform pose{{onPlane.x, static_cast<float>(-(n.x * onPlane.x + n.z * onPlane.z) / n.y), onPlane.z},
                       random.rotation()};
        const Convex core = makeConvex(shape);
        const auto height = [&] {
            const Mat33T<double> turn = toMatrix(QuatT<double>{toDouble(pose.q.v), pose.q.s});
            return dot(n, toDouble(pose.p) + turn * test::exactSupport(core, -mulTransposed(turn, n))) - core.radius;
        };
        const float depth = random.uniform(-0.015f, random.below(2) == 0 ? 0.02f : 0.2f * size);
        pose.p = pose.p + toFloat((-depth - height()) * n);
        const Vec3 middle = middleOf(shape);
        if (dot(n, toDouble(transformPoint(pose, middle))) < 0.01f * size) return;
        const float found = deepestOf(shape, ground, pose);
        tally.add(found, static_cast<float>(height()));
    });
}

// The triangles of a convex solid, by brute force: three points are one if no other is above their plane. (Not the
// faces of buildHull(), which merges what is nearly flat: any triangles of such a face leave dents of millimetres.)
MeshData solidMesh(const std::vector<Vec3>& points) {
    MeshData data;
    data.positions = points;
    const int count = static_cast<int>(points.size());
    const auto at = [&](int i) { return toDouble(points[static_cast<std::size_t>(i)]); };
    for (int a = 0; a < count; ++a)
        for (int b = a + 1; b < count; ++b)
            for (int c = a + 1; c < count; ++c) {
                if (c == b) continue;
                const DVec3 n = cross(at(b) - at(a), at(c) - at(a));
                bool below = true;
                for (int k = 0; k < count && below; ++k)
                    below = k == a || k == b || k == c || dot(n, at(k) - at(a)) < 0.0;
                if (below) data.triangle(static_cast<uint32_t>(a), static_cast<uint32_t>(b), static_cast<uint32_t>(c));
            }
    return data;
}

MeshData boxMesh(Vec3 h, Random& random) {
    MeshData data;
    for (int k = 0; k < 8; ++k) data.positions.push_back({k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z});
    constexpr uint32_t kQuads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& q : kQuads) {
        const int k = random.below(4); // either diagonal
        data.triangle(q[k], q[(k + 1) & 3], q[(k + 2) & 3]);
        data.triangle(q[k], q[(k + 2) & 3], q[(k + 3) & 3]);
    }
    return data;
}

// Surfaces are open from behind: a shape whose middle is in the solid has gone through.
bool isBehindAll(const Ground& ground, Vec3 p) {
    for (std::size_t t = 0; t < ground.corners.size(); t += 3) {
        const Vec3* c = &ground.corners[t];
        if (dot(cross(c[1] - c[0], c[2] - c[0]), p - c[0]) > 0.0f) return false;
    }
    return true;
}

bool isAbove(const Aabb& a, const Aabb& field) {
    return a.lower.x > field.lower.x && a.upper.x < field.upper.x && a.lower.z > field.lower.z &&
           a.upper.z < field.upper.z;
}

TEST(MeshDepth, ConvexPiecesAreSolids) {
    const auto build = [](Grounds& grounds, Random& random) {
        for (int i = 0; i < 30; ++i) {
            const float size = random.logUniform(0.05f, 5.0f);
            if (i % 3 == 0) { // domes and roofs
                const float a = random.uniform(0.05f, 0.6f), b = random.uniform(0.05f, 0.6f),
                            c = -random.uniform(0.0f, 0.9f) * std::min(a, b);
                const float cell = size * random.uniform(0.3f, 1.0f);
                constexpr int cells = 12;
                grounds.addField(cells, cell, [&](float x, float z) {
                    return -(a * x * x + b * z * z + c * x * z) / (4.0f * cell);
                });
                Ground& g = grounds.last();
                const HeightField& f = *g.shape.field;
                for (int k = 0; k < f.heights.count(); ++k) g.solid.push_back(f.sample(k % f.columns, k / f.columns));
                for (int k = f.heights.count(); k-- > 0;)
                    g.solid.push_back(g.solid[static_cast<std::size_t>(k)] - Vec3{0, 20 * size, 0});
            } else {
                const auto part = [&] { return size * random.uniform(0.3f, 1); };
                MeshData data;
                if (i % 3 == 1) {
                    std::vector<Vec3> points(static_cast<std::size_t>(4 + random.below(12)));
                    for (Vec3& p : points) p = size * random.unitVector();
                    data = solidMesh(points);
                } else {
                    data = boxMesh({part(), part(), part()}, random);
                }
                grounds.addMesh(data);
                grounds.last().solid = data.positions;
            }
        }
    };
    inRounds(
        74, 20'000, {789, 1412}, build, [](const Ground& ground, const Shape& shape, Random& random, Tally& tally) {
            const bool field = ground.shape.kind == ShapeKind::HeightField;
            Transform pose{kZero, random.rotation()};
            const Convex convex = makeConvex(shape), solid = makeConvex(ground.solid, 0.0f);
            // Anywhere near the surface, then out or in along the shortest way.
            const Vec3* c =
                &ground
                     .corners[3 * static_cast<std::size_t>(random.below(static_cast<int>(ground.corners.size() / 3)))];
            const float u = random.uniform(0, 1), v = random.uniform(0, 1);
            const Aabb box = computeAabb(ground.shape, kIdentity);
            const float small = min(test::sizeOf(shape), field ? 0.5f * extents(box).x : length(extents(box)));
            if (field && test::sizeOf(shape) > 0.5f * extents(box).x) return;
            const Vec3 n = normalize(cross(c[1] - c[0], c[2] - c[0]));
            const float t = std::sqrt(u);
            pose.p = c[0] + t * (1 - v) * (c[1] - c[0]) + t * v * (c[2] - c[0]) + (0.4f * test::sizeOf(shape)) * n +
                     random.inBox(0.3f * test::sizeOf(shape));
            const float depth = random.uniform(-0.015f, random.below(2) == 0 ? 0.02f : 0.1f * small);
            SeparationResult truth = separation(convex, solid, inverse(pose));
            pose.p = pose.p + rotate(pose.q, (truth.separation + depth) * truth.normal);
            truth = separation(convex, solid, inverse(pose));
            if (truth.separation > 0.019f || truth.separation < -0.1f * small) return;
            if (field && !isAbove(computeAabb(shape, pose), box)) return; // beyond its border there is no solid
            if (isBehindAll(ground, transformPoint(pose, middleOf(shape)))) return;
            const float found = deepestOf(shape, ground, pose);
            tally.add(found, truth.separation);
        });
}

// One number for all bits of many manifolds, the same for every compiler and instruction set.
TEST(MeshDepth, SameBitsEverywhere) {
    Grounds grounds;
    const auto height = [](float x, float z) { return 0.5f * (x - std::floor(x)) - 0.25f * (z - std::floor(z)); };
    grounds.addMesh(test::makeTerrain(12, 12, 0.4f, height));
    grounds.addField(12, 0.4f, height);
    const ShapePool pool(75);
    for (int target = 0; target < laneTargetCount(); ++target) {
        ASSERT_TRUE(setLaneTarget(laneTargetName(target)));
        Random random(76);
        uint64_t hash = 0;
        int count = 0;
        for (int i = 0; i < 2400; ++i) {
            const Ground& ground = grounds.any(random);
            // One call a statement: the order of operands is the compiler's.
            const Shape shape = i % 6 == 5 ? pool.make(ShapeKind::Hull, random)
                                           : Shape(ShapeBox{{0.3f, 0.2f, 0.4f}, i % 6 == 4 ? 0.1f : 0.0f});
            const Shape shapes[] = {ShapeSphere{0.3f}, ShapeCapsule{0.2f, 0.3f}, ShapeCylinder{0.3f, 0.2f},
                                    ShapeCone{0.3f, 0.3f}};
            const Vec3 place = random.inBox(1.0f);
            const Transform pose{{2.0f * place.x, 0.3f + 0.2f * place.y, 2.0f * place.z}, random.rotation()};
            ManifoldCache cache;
            Array<Manifold> patches;
            collide(i % 6 < 4 ? shapes[i % 6] : shape, ground.shape, inverse(pose), kMargin, cache, patches);
            for (const Manifold& m : patches) hash = test::hashManifold(m, hash);
            count += patches.count();
        }
        EXPECT_GT(count, 2400);
        EXPECT_EQ(hash, 0xaa73f4a93fe90b57ull) << laneTargetName(target) << " " << std::hex << hash;
    }
    setLaneTarget(nullptr);
}

} // namespace
} // namespace cairn
