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
    insert(g, normal, point);
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

void PatchCollector::add(Vec3 normal, const SurfacePoint& point) {
    const float offset = dot(normal, point.position) - 0.5f * point.separation;
    for (int i = 0; i < m_count; ++i) {
        Group& g = m_groups[i];
        if (dot(g.normal, normal) < kGroupCosine) continue;
        const float height = dot(g.normal, point.position) - 0.5f * point.separation - g.offset;
        if (abs(height) > m_flatness && abs(offset - g.offset) > m_flatness) continue;
        insert(g, normal, point);
        return;
    }
    if (m_count < kMaxGroups) {
        start(m_groups[m_count++], normal, point);
        return;
    }
    emit(m_groups[m_oldest]);
    start(m_groups[m_oldest], normal, point);
    m_oldest = (m_oldest + 1) % kMaxGroups;
}

void PatchCollector::finish() {
    for (int i = 0; i < m_count; ++i) emit(m_groups[i]);
    m_count = 0;
}

// Four of at most nine: the two that are farthest apart, the widest on either side of the line between them, and the
// deepest in place of its nearest where it is left out by more than the tolerance.
void PatchCollector::emit(const Group& g) {
    SurfacePoint points[9];
    float u[9], v[9];
    int count = 0;
    const auto place = [&](const SurfacePoint& p) {
        const float pu = dot(g.u, p.position), pv = dot(g.v, p.position);
        for (int i = 0; i < count; ++i) {
            const float du = pu - u[i], dv = pv - v[i];
            if (du * du + dv * dv <= 4.0f * m_tolerance * m_tolerance) return;
        }
        points[count] = p, u[count] = pu, v[count] = pv;
        ++count;
    };
    for (const SurfacePoint& p : g.extreme) place(p);
    place(g.deepest);
    int deepest = 0;
    for (int i = 1; i < count; ++i)
        if (points[i].separation < points[deepest].separation) deepest = i;

    int chosen[4] = {0, 1, 2, 3};
    int chosenCount = min(count, 4);
    if (count > 4) {
        float most = -1.0f;
        for (int i = 0; i < count; ++i)
            for (int j = i + 1; j < count; ++j) {
                const float du = u[i] - u[j], dv = v[i] - v[j], d = du * du + dv * dv;
                if (d > most) most = d, chosen[0] = i, chosen[1] = j;
            }
        const int a = chosen[0], b = chosen[1];
        float left = 0.0f, right = 0.0f;
        chosen[2] = chosen[3] = -1;
        for (int i = 0; i < count; ++i) {
            const float area = (u[b] - u[a]) * (v[i] - v[a]) - (v[b] - v[a]) * (u[i] - u[a]);
            if (area > left) left = area, chosen[2] = i;
            if (-area > right) right = -area, chosen[3] = i;
        }
        chosenCount = 2;
        for (int k = 2; k < 4; ++k)
            if (chosen[k] >= 0) chosen[chosenCount++] = chosen[k];
        float least = kHuge;
        for (int k = 0; k < chosenCount; ++k) least = min(least, points[chosen[k]].separation);
        if (points[deepest].separation < least - m_tolerance) {
            int nearest = 0;
            float nearestDistance = kHuge;
            for (int k = 0; k < chosenCount; ++k) {
                const float du = u[chosen[k]] - u[deepest], dv = v[chosen[k]] - v[deepest], d = du * du + dv * dv;
                if (d < nearestDistance) nearestDistance = d, nearest = k;
            }
            chosen[nearest] = deepest;
        }
    }

    Manifold m;
    m.normal = -g.deepestNormal;
    m.count = chosenCount;
    m.childA = 0;
    m.childB = g.deepest.triangle;
    for (int k = 0; k < chosenCount; ++k) {
        const SurfacePoint& p = points[chosen[k]];
        m.points[k] = {p.position, p.separation, p.id};
    }
    m_out.push(m);
}

} // namespace cairn
