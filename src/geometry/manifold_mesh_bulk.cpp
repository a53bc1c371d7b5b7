// The bulk behind a few triangles as one convex solid.
//
// A shape that has sunk in as deep as triangles are wide may leave each of them sideways sooner than upwards: every
// triangle by itself then points to a neighbour or gives its own plane, and the answers are too deep, or there is none.
// Where the touched triangles are part of a convex surface the truth is well defined. Let h be the support function of
// the solid and g that of the shape; parting them along the unit vector n takes
//     D(n) = h(n) + g(-n),
// and the minimum translation is the least D. Of the solid only a set S of triangles is known, and its support function
// h_S is at most h. But if the minimum n* of D_S is supported by a corner of S around which the whole surface is no
// higher along n*, then h_S(n*) = h(n*), for a local maximum on a convex surface is a global one, and
//     D(n*) = D_S(n*) <= D_S(n) <= D(n) for all n:
// n* is the minimum for the whole solid. Otherwise the triangles around that corner join S, and again.
//
// A few triangles in a row are a sheet that might be left through the back, or over a border where the next tile may
// begin. Copies of their corners, pushed into the solid and beyond the border, forbid that.
#include "geometry/manifold_ghost.h"
#include "geometry/manifold_mesh.h"

namespace cairn {
namespace {

constexpr float kOtherWay = 0.866f; // 30 degrees
constexpr float kOneSide = 0.1f;    // normals that have something in common

float deepest(const Manifold& m) {
    float least = kHuge;
    for (int i = 0; i < m.count; ++i) least = min(least, m.points[i].separation);
    return least;
}

} // namespace

bool SurfaceBulk::add(const SurfaceTriangle& t) {
    if (m_count == kMaxTriangles) return false;
    for (int k = 0; k < 3; ++k)
        if (t.edge[k] == EdgeKind::Boundary) m_border[m_borderCount++] = static_cast<uint16_t>(3 * m_count + k);
    for (int k = 0; k < 3; ++k) m_points[3 * m_count + k] = t.corner[k];
    m_normals[m_count] = t.normal;
    m_triangles[m_count++] = t.index;
    return true;
}

bool SurfaceBulk::has(uint32_t triangle) const {
    for (int i = 0; i < m_count; ++i)
        if (m_triangles[i] == triangle) return true;
    return false;
}

bool SurfaceBulk::isConvex(float tolerance) {
    for (int i = 0; i < m_count; ++i) {
        const float plane = dot(m_normals[i], m_points[3 * i]) + tolerance;
        for (int k = i < m_checked ? 3 * m_checked : 0; k < 3 * m_count; ++k)
            if (dot(m_normals[i], m_points[k]) > plane) return false;
    }
    m_checked = m_count;
    return true;
}

// Copies of corners pushed back, as far as it takes to lift the shape off straight, and on request those of borders
// also out. Returns how many points there are then; none if the triangles look in too many directions for that.
int SurfaceBulk::extend(const Convex& core, bool borders) {
    const int corners = 3 * m_count;
    Vec3 outward = kZero;
    for (int i = 0; i < m_count; ++i) outward += m_normals[i];
    outward = normalizeOr(outward, m_normals[0]);
    float top = -kHuge;
    for (int i = 0; i < corners; ++i) top = max(top, dot(outward, m_points[i]));
    const float far = max(top - dot(outward, support(core, -outward).point) + core.radius, 0.0f);
    int all = corners;
    for (int i = 0; i < m_count; ++i) {
        if (dot(m_normals[i], outward) < kOneSide) return 0;
        for (int k = 0; k < 3; ++k) m_points[all++] = m_points[3 * i + k] - far * outward;
    }
    for (int i = 0; borders && i < m_borderCount; ++i) {
        const int triangle = m_border[i] / 3, k = m_border[i] % 3;
        const Vec3 a = m_points[3 * triangle + k], b = m_points[3 * triangle + (k + 1) % 3];
        const Vec3 away = far * (normalizeOr(cross(b - a, m_normals[triangle]), kZero) - outward);
        m_points[all++] = a + away;
        m_points[all++] = b + away;
    }
    return all;
}

bool SurfaceBulk::collide(const Convex& core, float tolerance, bool borders, Vec3& normal, SurfacePoint& point) {
    const int corners = 3 * m_count;
    const int extended = extend(core, borders), all = max(extended, corners);
    const Convex bulk = makeConvex({m_points, static_cast<std::size_t>(all)}, 0.0f);
    const SeparationResult r = separation(core, bulk, kIdentity);
    normal = -r.normal;
    int best = 0;
    float most = -kHuge;
    for (int i = 0; i < corners; ++i) {
        const float height = dot(m_points[i], normal);
        if (height > most) most = height, best = i / 3;
    }
    for (int i = corners; i < all; ++i)
        if (dot(m_points[i], normal) > most + tolerance) return false;
    point = {0.5f * (r.pointA + r.pointB), r.separation, 3, m_triangles[best], false};
    if (extended > 0 && borders) return true;
    for (int i = 0; i < m_borderCount; ++i) {
        const int first = m_border[i] / 3 * 3, k = m_border[i] % 3;
        if (max(dot(m_points[first + k], normal), dot(m_points[first + (k + 1) % 3], normal)) >= most - tolerance)
            return extended > 0 && collide(core, tolerance, true, normal, point);
    }
    return true;
}

void appendPoint(Vec3 normal, const SurfacePoint& point, Array<Manifold>& patches) {
    Manifold m{};
    m.normal = -normal;
    m.count = 1;
    m.points[0] = {point.position, point.separation, point.id};
    m.childB = point.triangle;
    patches.push(m);
}

void limitDepth(Vec3 normal, const SurfacePoint& point, float tolerance, Array<Manifold>& patches, int first) {
    const float depth = point.separation;
    float least = kHuge;
    int kept = first;
    for (int i = first; i < patches.count(); ++i) {
        Manifold m = patches[i];
        if (deepest(m) < depth - tolerance) {
            if (dot(-m.normal, normal) < kOtherWay) continue; // out of another side, and farther
            for (int k = 0; k < m.count; ++k) {
                const float more = depth - m.points[k].separation;
                if (more <= 0.0f) continue;
                m.points[k].position -= (0.5f * more) * m.normal; // the surface stays where it is
                m.points[k].separation = depth;
            }
        }
        least = min(least, deepest(m));
        patches[kept++] = m;
    }
    patches.resizeUninitialized(kept);
    if (least > depth + tolerance) appendPoint(normal, point, patches);
}

} // namespace cairn
