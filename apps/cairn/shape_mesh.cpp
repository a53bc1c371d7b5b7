// Triangles of every kind of shape.
#include "apps/cairn/shape_mesh.h"

#include <cairn/compound.h>
#include <cairn/height_field.h>
#include <cairn/hull.h>
#include <cairn/mesh.h>

#include <cstring>

namespace cairn::app {

namespace {

constexpr float kPlaneHalfSize = 200.0f;

void addTriangle(TriangleMesh& m, Vec3 a, Vec3 b, Vec3 c, Vec3 na, Vec3 nb, Vec3 nc) {
    const uint32_t first = static_cast<uint32_t>(m.positions.size());
    m.positions.insert(m.positions.end(), {a, b, c});
    m.normals.insert(m.normals.end(), {na, nb, nc});
    m.indices.insert(m.indices.end(), {first, first + 1, first + 2});
}

void addPolygon(TriangleMesh& m, const std::vector<Vec3>& corners, Vec3 normal) {
    const uint32_t first = static_cast<uint32_t>(m.positions.size());
    for (const Vec3 p : corners) {
        m.positions.push_back(p);
        m.normals.push_back(normal);
    }
    for (uint32_t i = 2; i < corners.size(); ++i) m.indices.insert(m.indices.end(), {first, first + i - 1, first + i});
}

void addHullFaces(TriangleMesh& m, const Hull& hull) {
    for (int f = 0; f < hull.faces.count(); ++f) {
        const HullFace& face = hull.faces[f];
        std::vector<Vec3> corners;
        for (int i = 0; i < face.vertexCount; ++i)
            corners.push_back(hull.vertices[hull.faceVertices[face.firstVertex + i]]);
        addPolygon(m, corners, hull.planes[f].normal);
    }
}

// A surface of revolution about y. The profile runs from the bottom up, with a normal at every point: two points at the
// same place make a crease.
struct ProfilePoint {
    float radius, y, normalRadius, normalY;
};
void addLathe(TriangleMesh& m, const std::vector<ProfilePoint>& profile, int segments) {
    const uint32_t first = static_cast<uint32_t>(m.positions.size()), rings = static_cast<uint32_t>(profile.size());
    for (int i = 0; i <= segments; ++i) {
        const SinCos a = sinCos(2.0f * kPi * static_cast<float>(i) / static_cast<float>(segments));
        for (const ProfilePoint& p : profile) {
            m.positions.push_back({p.radius * a.cos, p.y, p.radius * a.sin});
            m.normals.push_back(normalizeOr({p.normalRadius * a.cos, p.normalY, p.normalRadius * a.sin}, {0, 1, 0}));
        }
    }
    for (uint32_t i = 0; i < static_cast<uint32_t>(segments); ++i) {
        for (uint32_t k = 0; k + 1 < rings; ++k) {
            const ProfilePoint &low = profile[k], &high = profile[k + 1];
            if (low.radius == high.radius && low.y == high.y) continue; // a crease
            const uint32_t a = first + i * rings + k, b = a + rings;
            if (low.radius > 0) m.indices.insert(m.indices.end(), {a, a + 1, b});
            if (high.radius > 0) m.indices.insert(m.indices.end(), {b, a + 1, b + 1});
        }
    }
}

// A quarter circle of the profile about (radius, y), from angle `from` to `to` above the horizontal.
void addArc(std::vector<ProfilePoint>& profile, float radius, float y, float rounding, float from, float to,
            int parts) {
    for (int i = 0; i <= parts; ++i) {
        const SinCos a = sinCos(from + (to - from) * static_cast<float>(i) / static_cast<float>(parts));
        profile.push_back({max(0.0f, radius + rounding * a.cos), y + rounding * a.sin, a.cos, a.sin});
    }
}

std::vector<ProfilePoint> profileOf(const Shape& s, int sides) {
    std::vector<ProfilePoint> p;
    const float r = s.size.x, h = s.size.y, half = 0.5f * kPi, round = s.rounding;
    const int parts = round > 0.0f ? 8 : 0;
    if (s.kind == ShapeKind::Sphere || s.kind == ShapeKind::Capsule) {
        addArc(p, 0, -h, round, -half, 0, 10 * sides / 32);
        addArc(p, 0, h, round, 0, half, 10 * sides / 32);
    } else if (s.kind == ShapeKind::Cylinder) {
        p.push_back({0, -h - round, 0, -1});
        addArc(p, r, -h, round, -half, 0, parts > 0 ? parts : 1);
        addArc(p, r, h, round, 0, half, parts > 0 ? parts : 1);
        p.push_back({0, h + round, 0, 1});
    } else { // cone: its side looks up by the angle whose tangent is radius over height
        const float tilt = atan2(r, 2.0f * h);
        p.push_back({0, -h - round, 0, -1});
        addArc(p, r, -h, round, -half, tilt, parts > 0 ? 2 * parts : 1);
        addArc(p, 0, h, round, tilt, half, parts > 0 ? parts : 1);
    }
    return p;
}

// Rounded boxes and hulls: the hull of small spheres at all corners. Its normals are those of the spheres.
void addRounded(TriangleMesh& m, const Hull& core, float rounding) {
    TriangleMesh sphere;
    std::vector<ProfilePoint> arc;
    addArc(arc, 0, 0, 1, -0.5f * kPi, 0.5f * kPi, 10);
    addLathe(sphere, arc, 16);
    std::vector<Vec3> points;
    for (const Vec3 v : core.vertices) {
        for (const Vec3 n : sphere.normals) points.push_back(v + rounding * n);
        for (const HullPlane& plane : core.planes) points.push_back(v + rounding * plane.normal);
    }
    const Hull hull = buildHull(points, {.maxVertices = kMaxHullVertices, .mergeTolerance = 0});
    const std::size_t first = m.positions.size();
    addHullFaces(m, hull);
    for (std::size_t i = first; i < m.positions.size(); ++i) {
        Vec3 nearest = core.vertices[0];
        for (const Vec3 v : core.vertices)
            if (distanceSquared(v, m.positions[i]) < distanceSquared(nearest, m.positions[i])) nearest = v;
        m.normals[i] = normalizeOr(m.positions[i] - nearest, m.normals[i]);
    }
}

// Corners are smooth where the surface bends little.
void addSurface(TriangleMesh& m, const std::vector<Vec3>& points, const std::vector<uint32_t>& indices) {
    std::vector<std::vector<uint32_t>> around(points.size());
    std::vector<Vec3> faces;
    for (uint32_t i = 0; i + 2 < indices.size(); i += 3) {
        const Vec3 a = points[indices[i]], b = points[indices[i + 1]], c = points[indices[i + 2]];
        faces.push_back(normalizeOr(cross(b - a, c - a), {0, 1, 0}));
        for (uint32_t k = 0; k < 3; ++k) around[indices[i + k]].push_back(i / 3);
    }
    for (uint32_t i = 0; i + 2 < indices.size(); i += 3) {
        Vec3 normals[3];
        for (uint32_t k = 0; k < 3; ++k) {
            Vec3 sum = kZero;
            for (const uint32_t t : around[indices[i + k]])
                if (dot(faces[t], faces[i / 3]) > 0.7f) sum += faces[t];
            normals[k] = normalizeOr(sum, faces[i / 3]);
        }
        addTriangle(m, points[indices[i]], points[indices[i + 1]], points[indices[i + 2]], normals[0], normals[1],
                    normals[2]);
    }
}

void addMesh(TriangleMesh& m, const Mesh& mesh) {
    std::vector<uint32_t> indices;
    for (const MeshTriangle& t : mesh.triangles) indices.insert(indices.end(), t.vertex, t.vertex + 3);
    addSurface(m, {mesh.vertices.begin(), mesh.vertices.end()}, indices);
}

void addField(TriangleMesh& m, const HeightField& field) {
    std::vector<Vec3> points;
    std::vector<uint32_t> indices;
    for (int r = 0; r < field.rows; ++r) {
        for (int c = 0; c < field.columns; ++c) {
            points.push_back(field.sample(c, r));
            if (r == field.rows - 1 || c == field.columns - 1 || field.isHole(c, r)) continue;
            const uint32_t a = static_cast<uint32_t>(r * field.columns + c),
                           b = a + static_cast<uint32_t>(field.columns);
            indices.insert(indices.end(), {a, b, b + 1, a, b + 1, a + 1});
        }
    }
    addSurface(m, points, indices);
}

void addCompound(TriangleMesh& m, const Compound& compound) {
    for (const CompoundChild& child : compound.children) {
        const TriangleMesh part = makeTriangles(child.shape);
        const uint32_t first = static_cast<uint32_t>(m.positions.size());
        for (const Vec3 p : part.positions) m.positions.push_back(transformPoint(child.pose, p));
        for (const Vec3 n : part.normals) m.normals.push_back(rotate(child.pose.q, n));
        for (const uint32_t i : part.indices) m.indices.push_back(first + i);
    }
}

} // namespace

TriangleMesh makeTriangles(const Shape& s, int sides) {
    TriangleMesh m;
    switch (s.kind) {
    case ShapeKind::Sphere:
    case ShapeKind::Capsule:
    case ShapeKind::Cylinder:
    case ShapeKind::Cone: addLathe(m, profileOf(s, sides), sides); break;
    case ShapeKind::Box:
        if (s.rounding > 0.0f) {
            addRounded(m, buildBoxHull(s.size), s.rounding);
        } else {
            addHullFaces(m, buildBoxHull(s.size));
        }
        break;
    case ShapeKind::Hull:
        if (s.rounding > 0.0f) {
            addRounded(m, *s.hull, s.rounding);
        } else {
            addHullFaces(m, *s.hull);
        }
        break;
    case ShapeKind::Plane: {
        const float e = kPlaneHalfSize;
        addPolygon(m, {{-e, 0, -e}, {-e, 0, e}, {e, 0, e}, {e, 0, -e}}, {0, 1, 0});
        break;
    }
    case ShapeKind::Mesh: addMesh(m, *s.mesh); break;
    case ShapeKind::HeightField: addField(m, *s.field); break;
    case ShapeKind::Compound: addCompound(m, *s.compound); break;
    }
    return m;
}

Drawable drawableOf(const Shape& s) {
    if (s.kind == ShapeKind::Box && s.rounding == 0.0f) return {ShapeBox{{1, 1, 1}}, s.size};
    if (s.kind == ShapeKind::Sphere) return {ShapeSphere{1}, {s.rounding, s.rounding, s.rounding}};
    return {s, {1, 1, 1}};
}

bool sameGeometry(const Shape& a, const Shape& b) {
    return a.kind == b.kind && a.rounding == b.rounding && a.size == b.size && a.data == b.data;
}

Vec3 groupColour(int group) {
    static constexpr Vec3 kScenery{0.74f, 0.76f, 0.78f};
    static constexpr Vec3 kPalette[] = {{0.84f, 0.30f, 0.33f}, {0.95f, 0.69f, 0.27f}, {0.36f, 0.64f, 0.53f},
                                        {0.20f, 0.52f, 0.69f}, {0.56f, 0.42f, 0.64f}, {0.94f, 0.51f, 0.36f},
                                        {0.28f, 0.38f, 0.54f}, {0.62f, 0.75f, 0.30f}};
    return group <= 0 ? kScenery : kPalette[(group - 1) % 8];
}

} // namespace cairn::app
