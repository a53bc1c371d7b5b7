// The bulk below a few triangles as one convex solid.
//
// A shape that has sunk in deeper than the triangles are wide may leave each of them sideways sooner than upwards, so
// that every triangle by itself points to a neighbour and none gives a contact; past an edge sharper than a right angle
// the normal may even point away from the one triangle that sees the shape in front. The solid that fills the space
// behind all touched triangles has no such doubts: its corners are theirs and copies of them pushed back, and minimum
// translation does the rest. Where the surface is convex that is the exact answer.
#include "geometry/manifold_mesh.h"

namespace cairn {

bool SurfaceBulk::add(const SurfaceTriangle& t, bool inFront, const SeparationResult& r) {
    for (const EdgeKind edge : t.edge) m_open = m_open || edge == EdgeKind::Boundary;
    if (m_open || m_count == kMaxTriangles) return false;
    if (m_count == 0 || r.separation < m_nearest.separation) m_nearest = r;
    m_normals[m_count] = t.normal;
    for (int k = 0; k < 3; ++k) m_points[3 * m_count + k] = t.corner[k];
    m_triangles[m_count++] = t.index;
    m_outward += t.normal;
    if (inFront) m_front += t.normal;
    return true;
}

bool SurfaceBulk::collide(const Convex& core, float margin, Vec3& normal, SurfacePoint& point) {
    if (m_open || m_count == 0) return false;
    // Inwards is behind all of them, or, where two sides of a thin wall cancel out, behind those that face the shape.
    if (lengthSquared(m_front) == 0.0f) return false;
    const bool isWall = length(m_outward) < 0.3f * static_cast<float>(m_count);
    const Vec3 outward = normalizeOr(isWall ? m_front : m_outward, m_normals[0]);
    const float back = 2.0f * (boundingRadius(core) + core.radius);
    const int corners = 3 * m_count;
    for (int i = 0; i < corners; ++i) m_points[corners + i] = m_points[i] - back * outward;
    const Convex bulk = makeConvex({m_points, static_cast<std::size_t>(2 * corners)}, 0.0f);
    // Apart from every triangle, the nearest is the answer.
    const SeparationResult r = m_nearest.separation > 0.0f ? m_nearest : separation(core, bulk, kIdentity, -outward);
    normal = -r.normal;
    if (r.separation > margin) return false;
    int best = 0; // the highest corner's triangle
    float most = -kHuge;
    for (int i = 0; i < corners; ++i) {
        const float height = dot(m_points[i], normal);
        if (height > most) most = height, best = i / 3;
    }
    point = {0.5f * (r.pointA + r.pointB), r.separation, 3, m_triangles[best], false};
    return true;
}

} // namespace cairn
