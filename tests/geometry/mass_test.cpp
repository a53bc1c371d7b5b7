// Mass properties against closed forms, against dense sampling, and under motion.
#include "support/random.h"

#include <cairn/compound.h>
#include <cairn/error.h>
#include <cairn/hull.h>
#include <cairn/mass.h>
#include <cairn/mesh.h>

#include <gtest/gtest.h>

#include <vector>

namespace cairn {

namespace {

void expectNear(const Sym33& a, const Sym33& b, float tolerance) {
    EXPECT_NEAR(a.xx, b.xx, tolerance);
    EXPECT_NEAR(a.yy, b.yy, tolerance);
    EXPECT_NEAR(a.zz, b.zz, tolerance);
    EXPECT_NEAR(a.xy, b.xy, tolerance);
    EXPECT_NEAR(a.xz, b.xz, tolerance);
    EXPECT_NEAR(a.yz, b.yz, tolerance);
}

void expectSame(const MassProperties& a, const MassProperties& b, float relative) {
    const float size = sqrt((b.inertia.xx + b.inertia.yy + b.inertia.zz) / b.mass);
    EXPECT_NEAR(a.mass, b.mass, relative * b.mass);
    EXPECT_NEAR(distance(a.center, b.center), 0.0f, relative * (size + length(b.center)));
    expectNear(a.inertia, b.inertia, relative * b.mass * size * size);
}

DVec3 closestOnTriangle(DVec3 p, DVec3 a, DVec3 b, DVec3 c) {
    const DVec3 n = cross(b - a, c - a);
    const DVec3 corner[3] = {a, b, c};
    bool inside = true;
    DVec3 best = a;
    double bestDistance = 1e300;
    for (int i = 0; i < 3; ++i) {
        const DVec3 u = corner[i], v = corner[(i + 1) % 3];
        if (dot(cross(n, v - u), p - u) < 0) inside = false;
        const double t = clamp(dot(p - u, v - u) / lengthSquared(v - u), 0.0, 1.0);
        const DVec3 q = u + t * (v - u);
        if (distanceSquared(p, q) < bestDistance) bestDistance = distanceSquared(p, q), best = q;
    }
    return inside ? p - (dot(n, p - a) / lengthSquared(n)) * n : best;
}

double outside(double x, double limit) { return x > limit ? x - limit : 0.0; }

// Distance from the core, zero inside: written here from the definitions of the shapes, not from the library.
double coreDistance(const Shape& s, DVec3 p) {
    const DVec3 h = toDouble(s.size);
    const double radial = sqrt(p.x * p.x + p.z * p.z);
    switch (s.kind) {
    case ShapeKind::Sphere: return length(p);
    case ShapeKind::Capsule: {
        const double y = outside(abs(p.y), h.y);
        return sqrt(radial * radial + y * y);
    }
    case ShapeKind::Box: return length(DVec3{outside(abs(p.x), h.x), outside(abs(p.y), h.y), outside(abs(p.z), h.z)});
    case ShapeKind::Cylinder: return length(DVec3{outside(radial, h.x), outside(abs(p.y), h.y), 0});
    case ShapeKind::Cone: {
        const DVec3 q{radial, p.y, 0}, apex{0, h.y, 0}, rim{h.x, -h.y, 0}, foot{0, -h.y, 0};
        const DVec3 side = apex - rim, n{side.y, -side.x, 0};
        if (q.y >= -h.y && dot(n, q - rim) <= 0) return 0;
        return distance(q, closestOnTriangle(q, apex, foot, rim));
    }
    default: {
        double best = 1e300;
        bool in = true;
        for (int f = 0; f < s.hull->faces.count(); ++f) {
            const HullFace& face = s.hull->faces[f];
            const auto at = [&](int i) {
                return toDouble(s.hull->vertices[s.hull->faceVertices[face.firstVertex + i]]);
            };
            if (dot(toDouble(s.hull->planes[f].normal), p - at(0)) <= 0) continue;
            in = false;
            for (int i = 1; i + 1 < face.vertexCount; ++i)
                best = min(best, distance(p, closestOnTriangle(p, at(0), at(i), at(i + 1))));
        }
        return in ? 0.0 : best;
    }
    }
}

// Quasi-random points: the additive sequence of the roots of x^4 = x + 1, whose error falls almost like 1 / n.
MassProperties sampled(const Shape& s, int n) {
    const Aabb box = computeAabb(s, kIdentity);
    const DVec3 lower = toDouble(box.lower), size = toDouble(box.upper) - lower;
    const double alpha = 1 / 1.22074408460575947536;
    DVec3 u{0.5, 0.5, 0.5};
    double count = 0;
    DVec3 first{0, 0, 0};
    Sym33T<double> second{0, 0, 0, 0, 0, 0};
    const auto advance = [](double a, double by) { return a + by >= 1 ? a + by - 1 : a + by; };
    for (int i = 0; i < n; ++i) {
        u = {advance(u.x, alpha), advance(u.y, alpha * alpha), advance(u.z, alpha * alpha * alpha)};
        const DVec3 p = lower + mul(u, size);
        if (coreDistance(s, p) > s.rounding) continue;
        count += 1;
        first += p;
        second = second + Sym33T<double>{p.x * p.x, p.y * p.y, p.z * p.z, p.x * p.y, p.x * p.z, p.y * p.z};
    }
    const DVec3 step{size.x, size.y, size.z / n};
    const double cell = step.x * step.y * step.z;
    const DVec3 c = (1.0 / count) * first;
    const auto f = [&](double a) { return static_cast<float>(cell * a); };
    const double xx = second.xx - count * c.x * c.x, yy = second.yy - count * c.y * c.y,
                 zz = second.zz - count * c.z * c.z;
    return {f(count),
            toFloat(c),
            {f(yy + zz), f(xx + zz), f(xx + yy), -f(second.xy - count * c.x * c.y), -f(second.xz - count * c.x * c.z),
             -f(second.yz - count * c.y * c.z)}};
}

Hull tetrahedron() {
    const Vec3 points[] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
    return buildHull(points);
}

} // namespace

TEST(Mass, closedForms) {
    const MassProperties ball = massProperties(ShapeSphere{2.0f}, 3.0f);
    EXPECT_FLOAT_EQ(ball.mass, 3.0f * 4.0f / 3.0f * kPi * 8.0f);
    EXPECT_FLOAT_EQ(ball.inertia.xx, 0.4f * ball.mass * 4.0f);
    EXPECT_FLOAT_EQ(ball.inertia.yy, 0.4f * ball.mass * 4.0f);

    const MassProperties box = massProperties(ShapeBox{{1, 2, 3}}, 0.5f);
    EXPECT_FLOAT_EQ(box.mass, 24.0f);
    expectNear(box.inertia, {24.0f / 3 * 13, 24.0f / 3 * 10, 24.0f / 3 * 5, 0, 0, 0}, 1e-4f);

    const MassProperties cylinder = massProperties(ShapeCylinder{1.5f, 0.5f}, 1.0f);
    EXPECT_FLOAT_EQ(cylinder.mass, kPi * 0.25f * 3.0f);
    EXPECT_FLOAT_EQ(cylinder.inertia.yy, 0.5f * cylinder.mass * 0.25f);
    EXPECT_FLOAT_EQ(cylinder.inertia.xx, cylinder.mass * (3 * 0.25f + 9.0f) / 12);

    // Height H = 4, radius 1: centre H / 4 above the base, I_axis = 3/10 m r^2, I_across = 3/80 m (4 r^2 + H^2)
    const MassProperties cone = massProperties(ShapeCone{2.0f, 1.0f}, 1.0f);
    EXPECT_FLOAT_EQ(cone.mass, kPi * 4.0f / 3.0f);
    EXPECT_FLOAT_EQ(cone.center.y, -1.0f);
    EXPECT_FLOAT_EQ(cone.inertia.yy, 0.3f * cone.mass);
    EXPECT_FLOAT_EQ(cone.inertia.xx, 3.0f / 80.0f * cone.mass * 20.0f);

    // Cylinder plus two half balls, each with its centre 3/8 r outside the end of the segment.
    const float h = 1.0f, r = 0.5f;
    const MassProperties capsule = massProperties(ShapeCapsule{h, r}, 1.0f);
    const float mc = kPi * r * r * 2 * h, ms = 4.0f / 3.0f * kPi * r * r * r;
    EXPECT_FLOAT_EQ(capsule.mass, mc + ms);
    EXPECT_FLOAT_EQ(capsule.inertia.yy, 0.5f * mc * r * r + 0.4f * ms * r * r);
    EXPECT_FLOAT_EQ(capsule.inertia.xx,
                    mc * (3 * r * r + 4 * h * h) / 12 + ms * (0.4f * r * r + h * h + 0.75f * h * r));

    const Hull tetra = tetrahedron();
    const MassProperties t = massProperties(ShapeHull{&tetra}, 1.0f);
    EXPECT_FLOAT_EQ(t.mass, 1.0f);
    EXPECT_NEAR(distance(t.center, {0.25f, 0.5f, 0.75f}), 0.0f, 1e-6f);
    EXPECT_NEAR(t.inertia.xy, 1.0f / 80 * 2, 1e-6f);
}

// One identity ties each special case to a general one.
TEST(Mass, shapesAgreeWhereTheyCoincide) {
    const Hull box = buildBoxHull({1, 2, 3});
    for (const float r : {0.0f, 0.1f, 0.5f, 2.0f})
        expectSame(massProperties(ShapeHull{&box, r}, 2.0f), massProperties(ShapeBox{{1, 2, 3}, r}, 2.0f), 2e-6f);
    // Tiny cores: everything is a ball.
    const MassProperties ball = massProperties(ShapeSphere{1.0f}, 1.0f);
    expectSame(massProperties(ShapeBox{{1e-5f, 1e-5f, 1e-5f}, 1.0f}, 1.0f), ball, 1e-4f);
    expectSame(massProperties(ShapeCone{1e-5f, 1e-5f, 1.0f}, 1.0f), ball, 1e-4f);
    expectSame(massProperties(ShapeCylinder{1e-5f, 1e-5f, 1.0f}, 1.0f), ball, 1e-4f);
    expectSame(massProperties(ShapeCylinder{2.0f, 1e-5f, 1.0f}, 1.0f), massProperties(ShapeCapsule{2.0f, 1.0f}, 1.0f),
               1e-4f);
    // Volume of a rounded polytope is V + r A + r^2 / 2 sum (length angle) + ball.
    const Hull tetra = tetrahedron();
    double edges = 0, area = 0;
    for (int e = 0; e < tetra.edges.count(); e += 2) {
        const HullEdge &a = tetra.edges[e], &b = tetra.edges[e ^ 1];
        edges += distance(toDouble(tetra.vertices[a.origin]), toDouble(tetra.vertices[b.origin])) *
                 std::acos(static_cast<double>(dot(tetra.planes[a.face].normal, tetra.planes[b.face].normal)));
    }
    for (const HullFace& f : tetra.faces) {
        const auto at = [&](int i) { return toDouble(tetra.vertices[tetra.faceVertices[f.firstVertex + i]]); };
        area += 0.5 * length(cross(at(1) - at(0), at(2) - at(0)));
    }
    const double r = 0.4, pi = 3.14159265358979;
    EXPECT_NEAR(massProperties(ShapeHull{&tetra, 0.4f}, 1.0f).mass,
                1 + r * area + r * r / 2 * edges + 4.0 / 3 * pi * r * r * r, 1e-5);
}

TEST(Mass, sampledShapes) {
    test::Random random(7);
    const Hull tetra = tetrahedron();
    std::vector<Vec3> cloud;
    for (int i = 0; i < 12; ++i)
        cloud.push_back(mul(random.unitVector(), Vec3{1.0f, 0.7f, 1.6f}) + Vec3{0.3f, 0.1f, -0.2f});
    const Hull rock = buildHull(cloud, {.mergeTolerance = 0.0f});
    const Shape shapes[] = {ShapeSphere{0.8f},
                            ShapeCapsule{0.7f, 0.4f},
                            ShapeBox{{0.5f, 0.8f, 1.1f}},
                            ShapeBox{{0.5f, 0.8f, 1.1f}, 0.3f},
                            ShapeCylinder{0.6f, 0.9f},
                            ShapeCylinder{0.6f, 0.9f, 0.25f},
                            ShapeCone{0.9f, 0.7f},
                            ShapeCone{0.9f, 0.7f, 0.3f},
                            ShapeCone{0.2f, 1.0f, 0.4f},
                            ShapeHull{&tetra},
                            ShapeHull{&tetra, 0.5f},
                            ShapeHull{&rock},
                            ShapeHull{&rock, 0.4f}};
    const int samples = max(20000, test::scaled(1000000));
    // The thinnest shape fills a sixth of the box that is sampled.
    const float tolerance = samples >= 1000000 ? 5e-4f : (samples >= 200000 ? 5e-3f : 3e-2f);
    for (const Shape& s : shapes) {
        SCOPED_TRACE(::testing::Message() << toString(s.kind) << " rounding " << s.rounding);
        expectSame(massProperties(s, 1.0f), sampled(s, samples), tolerance);
    }
}

TEST(Mass, motionChangesNothingElse) {
    test::Random random(8);
    for (int trial = 0; trial < test::scaled(300); ++trial) {
        std::vector<Vec3> points;
        for (int i = 0; i < 10; ++i) points.push_back(random.inBox(1.0f));
        const Transform pose{random.inBox(20.0f), random.rotation()};
        std::vector<Vec3> moved;
        for (const Vec3 p : points) moved.push_back(transformPoint(pose, p));
        const HullOptions exact{.mergeTolerance = 0.0f};
        const Hull a = buildHull(points, exact), b = buildHull(moved, exact);
        const float rounding = trial % 2 ? 0.3f : 0.0f;
        const MassProperties ma = massProperties(ShapeHull{&a, rounding}, 1.0f),
                             mb = massProperties(ShapeHull{&b, rounding}, 1.0f);
        expectSame(mb, transformMass(pose, ma), 1e-4f);
        const PrincipalInertia pa = principalInertia(ma.inertia), pb = principalInertia(mb.inertia);
        EXPECT_NEAR(pa.moments.x + pa.moments.y + pa.moments.z, pb.moments.x + pb.moments.y + pb.moments.z,
                    1e-4f * ma.mass);
        const Sym33 back = rotateDiagonal(toMatrix(pa.rotation), pa.moments);
        expectNear(back, ma.inertia, 1e-5f * (ma.inertia.xx + ma.inertia.yy + ma.inertia.zz));
    }
}

TEST(Mass, principalAxesOfDiagonalInertiaAreItsOwn) {
    const PrincipalInertia p = principalInertia({3, 1, 2, 0, 0, 0});
    EXPECT_TRUE(p.moments == (Vec3{3, 1, 2}));
    EXPECT_TRUE(p.rotation == kIdentityQuat);
}

TEST(Mass, partsMakeTheWhole) {
    // A box of 2 x 2 x 4 cut in two.
    const MassProperties half = massProperties(ShapeBox{{1, 1, 1}}, 5.0f);
    const MassProperties parts[] = {transformMass({{10, 20, 31}, kIdentityQuat}, half),
                                    transformMass({{10, 20, 29}, fromAxisAngle({0, 1, 0}, kPi / 2)}, half)};
    const MassProperties whole = combineMass(parts);
    expectSame(whole, transformMass({{10, 20, 30}, kIdentityQuat}, massProperties(ShapeBox{{1, 1, 2}}, 5.0f)), 1e-6f);
    const CompoundChild children[] = {{ShapeBox{{1, 1, 1}}, {{10, 20, 31}, kIdentityQuat}},
                                      {ShapeBox{{1, 1, 1}}, {{10, 20, 29}, kIdentityQuat}}};
    const Compound compound = buildCompound(children);
    expectSame(massProperties(ShapeCompound{&compound}, 5.0f), whole, 1e-6f);
    const Sym33 shifted = shiftInertia(half.inertia, half.mass, {0, 0, 1});
    EXPECT_FLOAT_EQ(2 * shifted.xx, whole.inertia.xx);
    EXPECT_FLOAT_EQ(2 * shifted.zz, whole.inertia.zz);
}

namespace {

struct Surface {
    std::vector<Vec3> positions;
    std::vector<uint32_t> indices;
};

Surface surfaceOf(const Hull& hull, bool shareCorners) {
    Surface s;
    if (shareCorners) s.positions.assign(hull.vertices.begin(), hull.vertices.end());
    for (const HullFace& f : hull.faces)
        for (int i = 1; i + 1 < f.vertexCount; ++i)
            for (const int k : {0, i, i + 1}) {
                const uint16_t v = hull.faceVertices[f.firstVertex + k];
                if (!shareCorners) s.positions.push_back(hull.vertices[v]);
                s.indices.push_back(shareCorners ? v : static_cast<uint32_t>(s.positions.size() - 1));
            }
    return s;
}

} // namespace

TEST(Mass, closedMesh) {
    test::Random random(9);
    for (int trial = 0; trial < test::scaled(200); ++trial) {
        std::vector<Vec3> points;
        for (int i = 0; i < 20; ++i) points.push_back(random.inBox(1.0f));
        const Hull hull = buildHull(points);
        const Surface s = surfaceOf(hull, trial % 2 != 0);
        const MassProperties expected = massProperties(ShapeHull{&hull}, 2.0f);
        expectSame(massOfTriangles(s.positions, s.indices, 2.0f), expected, 1e-6f);
        const Mesh mesh = buildMesh(s.positions, s.indices);
        expectSame(massProperties(ShapeMesh{&mesh}, 2.0f), expected, 1e-5f);
        // Far away the corners are rounded to 1/16 at worst, and nothing else may be lost.
        Surface far = s;
        for (Vec3& p : far.positions) p = 4096.0f * p;
        const MassProperties large = massOfTriangles(far.positions, far.indices, 2.0f);
        for (Vec3& p : far.positions) p += Vec3{1048576.0f, -1048576.0f, 1048576.0f};
        const MassProperties moved = massOfTriangles(far.positions, far.indices, 2.0f);
        EXPECT_NEAR(moved.mass / large.mass, 1.0f, 1e-3f);
        EXPECT_NEAR(moved.inertia.xx / large.inertia.xx, 1.0f, 1e-3f);
    }
}

// Not convex, and with a hole: a ring of radius R whose tube has radius r weighs 2 pi^2 R r^2, and turns about its axis
// with R^2 + 3/4 r^2 of that, about a diameter with R^2 / 2 + 5/8 r^2. A tube of n flat sides has the area of an n-gon.
TEST(Mass, ringOfTriangles) {
    constexpr int kSides = 256, kTurns = 512;
    const double R = 2.0, r = 0.5;
    std::vector<Vec3> positions;
    std::vector<uint32_t> indices;
    const auto at = [](int turn, int side) { return static_cast<uint32_t>(turn % kTurns * kSides + side % kSides); };
    for (int i = 0; i < kTurns; ++i)
        for (int j = 0; j < kSides; ++j) {
            const double phi = 2.0 * M_PI * i / kTurns, theta = 2.0 * M_PI * j / kSides;
            const double out = R + r * std::cos(theta);
            positions.push_back({static_cast<float>(out * std::cos(phi)), static_cast<float>(r * std::sin(theta)),
                                 static_cast<float>(out * std::sin(phi))});
            for (const uint32_t index :
                 {at(i, j), at(i, j + 1), at(i + 1, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)})
                indices.push_back(index);
        }
    const Mesh mesh = buildMesh(positions, indices);
    for (const MassProperties& m :
         {massOfTriangles(positions, indices, 3.0f), massProperties(ShapeMesh{&mesh}, 3.0f)}) {
        const double mass = 3.0 * 2.0 * M_PI * M_PI * R * r * r;
        EXPECT_NEAR(m.mass / mass, 1.0, 3e-4);
        EXPECT_LT(length(m.center), 1e-5f);
        EXPECT_NEAR(m.inertia.yy / (mass * (R * R + 0.75 * r * r)), 1.0, 5e-4);
        EXPECT_NEAR(m.inertia.xx / (mass * (0.5 * R * R + 0.625 * r * r)), 1.0, 5e-4);
        EXPECT_NEAR(m.inertia.zz / m.inertia.xx, 1.0, 1e-4);
    }
}

TEST(MassBadInput, refusedByName) {
    const Hull box = buildBoxHull({1, 1, 1});
    Surface s = surfaceOf(box, true);
    const auto refused = [](const MassProperties& m, ErrorCapture& capture, const char* field) {
        EXPECT_EQ(m.mass, 0.0f);
        EXPECT_EQ(capture.count(), 1);
        EXPECT_STREQ(capture.field(), field) << capture.message();
        capture.clear();
    };
    ErrorCapture capture;
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    for (const float density : {0.0f, -1.0f, nan, infinity}) {
        refused(massProperties(ShapeSphere{1.0f}, density), capture, "density");
        refused(massOfTriangles(s.positions, s.indices, density), capture, "density");
    }
    refused(massProperties(ShapePlane{}, 1.0f), capture, "shape");
    refused(massProperties(ShapeSphere{-1.0f}, 1.0f), capture, "radius");
    refused(massProperties(ShapeHull{}, 1.0f), capture, "hull");
    Surface open = s;
    open.indices.resize(open.indices.size() - 3);
    refused(massOfTriangles(open.positions, open.indices, 1.0f), capture, "indices");
    Surface turned = s; // one triangle wound the other way
    std::swap(turned.indices[0], turned.indices[1]);
    refused(massOfTriangles(turned.positions, turned.indices, 1.0f), capture, "indices");
    Surface inverted = s;
    for (std::size_t i = 0; i < inverted.indices.size(); i += 3)
        std::swap(inverted.indices[i], inverted.indices[i + 1]);
    refused(massOfTriangles(inverted.positions, inverted.indices, 1.0f), capture, "indices");
    Surface wild = s;
    wild.indices[4] = 99;
    refused(massOfTriangles(wild.positions, wild.indices, 1.0f), capture, "indices");
    Surface broken = s;
    broken.positions[2].y = nan;
    refused(massOfTriangles(broken.positions, broken.indices, 1.0f), capture, "positions");
    const uint32_t flat[] = {0, 1, 3, 0, 3, 1};
    refused(massOfTriangles(s.positions, flat, 1.0f), capture, "indices");
    refused(massOfTriangles({}, {}, 1.0f), capture, "indices");
    const uint32_t pair[] = {0, 1};
    refused(massOfTriangles(s.positions, pair, 1.0f), capture, "indices");
}

} // namespace cairn
