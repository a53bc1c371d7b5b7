// Groups of surface points, and the four of each that become a patch.
#include "geometry/manifold_mesh.h"

namespace cairn {
namespace {

constexpr float kGroupCosine = 0.9962f; // 5 degrees
// Eight directions, turned off the axes so that the corners of aligned boxes do not tie.
constexpr float kDirection[8][2] = {{0.98079f, 0.19509f},  {0.55557f, 0.83147f},   {-0.19509f, 0.98079f},
                                    {-0.83147f, 0.55557f}, {-0.98079f, -0.19509f}, {-0.55557f, -0.83147f},
                                    {0.19509f, -0.98079f}, {0.83147f, -0.55557f}};

} // namespace

void PatchCollector::start(Group& g, Vec3 normal, const SurfacePoint& point) const {
    g.normal = normal;
    g.u = perpendicular(normal);
    g.v = cross(normal, g.u);
    // On the surface, not halfway: a group is a plane of the surface.
    g.offset = dot(normal, point.position) - 0.5f * point.separation;
    g.deepest = point;
    g.deepestNormal = normal;
    for (float& reach : g.reach) reach = -kHuge;
}

void PatchCollector::insert(Group& g, Vec3 normal, const SurfacePoint& point) const {
    if (point.separation < g.deepest.separation) {
        g.deepest = point;
        g.deepestNormal = normal;
    }
    const float u = dot(g.u, point.position), v = dot(g.v, point.position);
    const float bonus = point.corner ? 2.0f * m_tolerance : 0.0f;
    for (int i = 0; i < 8; ++i) {
        const float reach = kDirection[i][0] * u + kDirection[i][1] * v + bonus;
        if (reach > g.reach[i]) {
            g.reach[i] = reach;
            g.extreme[i] = point;
        }
    }
}

PatchCollector::Group& PatchCollector::groupOf(Vec3 normal, const SurfacePoint& point) {
    const float offset = dot(normal, point.position) - 0.5f * point.separation;
    for (int i = 0; i < m_count; ++i) {
        Group& g = m_groups[i];
        if (dot(g.normal, normal) < kGroupCosine) continue;
        const float height = dot(g.normal, point.position) - 0.5f * point.separation - g.offset;
        if (abs(height) <= m_flatness || abs(offset - g.offset) <= m_flatness) return g;
    }
    int place = m_count;
    if (m_count < kMaxGroups) {
        ++m_count;
    } else {
        place = m_oldest;
        emit(m_groups[place]);
        m_oldest = (m_oldest + 1) % kMaxGroups;
    }
    start(m_groups[place], normal, point);
    return m_groups[place];
}

void PatchCollector::add(Vec3 normal, const SurfacePoint* points, int count) {
    if (count == 0) return;
    int deepest = 0;
    for (int i = 1; i < count; ++i)
        if (points[i].separation < points[deepest].separation) deepest = i;
    Group& g = groupOf(normal, points[deepest]);
    for (int i = 0; i < count; ++i) insert(g, normal, points[i]);
}

void PatchCollector::finish() {
    for (int i = 0; i < m_count; ++i) emit(m_groups[i]);
    m_count = 0;
}

// At most nine different places, and four of them.
void PatchCollector::emit(const Group& g) {
    PatchCandidate points[9];
    int count = 0;
    const auto place = [&](const SurfacePoint& p) {
        const PatchCandidate c{dot(g.u, p.position), dot(g.v, p.position), dot(g.normal, p.position), p.separation,
                               p.id};
        for (int i = 0; i < count; ++i) {
            const float du = c.u - points[i].u, dv = c.v - points[i].v;
            if (du * du + dv * dv > 4.0f * m_tolerance * m_tolerance) continue;
            // One place: the first name, the greater depth.
            if (c.separation < points[i].separation) points[i].z = c.z, points[i].separation = c.separation;
            return;
        }
        points[count++] = c;
    };
    float least = kHuge;
    for (const SurfacePoint& p : g.extreme) {
        place(p);
        least = min(least, p.separation);
    }
    if (g.deepest.separation < least - m_tolerance) place(g.deepest);
    count = reduceByName(points, count, m_tolerance);

    Manifold m;
    m.normal = -g.deepestNormal;
    m.count = count;
    m.childA = 0;
    m.childB = g.deepest.triangle;
    for (int i = 0; i < count; ++i) {
        const PatchCandidate& p = points[i];
        m.points[i] = {p.u * g.u + p.v * g.v + p.z * g.normal, p.separation, p.id};
    }
    m_out.push(m);
}

} // namespace cairn
