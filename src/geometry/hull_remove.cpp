// Removing single vertices from a triangle hull. See hull_remove.h.
#include "geometry/hull_remove.h"

namespace cairn {

namespace {

constexpr int kNone = -1;

int cornerOf(const TriangleFace& face, int point) {
    return face.vertex[0] == point ? 0 : (face.vertex[1] == point ? 1 : 2);
}

} // namespace

HullRemover::HullRemover(const HullCloud& cloud, TriangleHull& hull)
    : m_cloud(cloud), m_hull(hull), m_alive(hull.vertices.count()) {
    m_faceOf.assign(cloud.count(), kNone);
    for (int f = 0; f < hull.faces.count(); ++f)
        for (const int v : hull.faces[f].vertex) m_faceOf[v] = f;
}

bool HullRemover::walkRing(int point) {
    m_ring.clear();
    m_star.clear();
    const int first = m_faceOf[point];
    int f = first;
    do {
        const TriangleFace& face = m_hull.faces[f];
        const int k = cornerOf(face, point);
        m_ring.push(face.vertex[(k + 1) % 3]);
        m_star.push(f);
        f = face.neighbor[(k + 2) % 3]; // across the edge that comes back to the vertex
    } while (f != first && m_ring.count() < m_hull.faces.count());
    return f == first && m_ring.count() >= 3;
}

// Fills m_patch. The chain from..to of ring positions is closed by the edge to -> from, which already has its face on
// the other side.
bool HullRemover::patchHole(int point) {
    m_patch.clear();
    if (!walkRing(point)) return false;
    m_ends.clear();
    m_ends.push(0);
    m_ends.push(m_ring.count() - 1);
    while (!m_ends.empty()) {
        const int to = m_ends.pop(), from = m_ends.pop();
        if (to - from < 2) continue;
        int best = from + 1;
        GridPlane plane = makeSidePlane(m_cloud, m_ring[from], m_ring[best], m_ring[to]);
        for (int i = from + 2; i < to; ++i) {
            if (plane.error > 0 && !isAbove(m_cloud, plane, m_ring[from], m_ring[i])) continue;
            best = i;
            plane = makeSidePlane(m_cloud, m_ring[from], m_ring[best], m_ring[to]);
        }
        if (!(plane.error > 0)) return false;
        m_patch.push({from, best, to});
        m_ends.push(from);
        m_ends.push(best);
        m_ends.push(best);
        m_ends.push(to);
    }
    return true;
}

double HullRemover::loss(int point) {
    if (m_alive <= 4 || !patchHole(point)) return -1;
    const DVec3 p = m_cloud.grid(point);
    double volume = 0;
    for (const Patch& t : m_patch) {
        const DVec3 a = m_cloud.grid(m_ring[t.a]) - p, b = m_cloud.grid(m_ring[t.b]) - p,
                    c = m_cloud.grid(m_ring[t.c]) - p;
        volume -= dot(a, cross(b, c));
    }
    return volume;
}

double HullRemover::stickOut(int point) {
    if (!walkRing(point)) return 0.0;
    DVec3 mean{0, 0, 0};
    for (const int f : m_star) mean += metricNormal(m_cloud, m_hull.faces[f].plane);
    const DVec3 scaled = mul(mean, m_cloud.step), p = m_cloud.grid(point);
    double lowest = dot(scaled, p - m_cloud.grid(m_ring[0]));
    for (const int r : m_ring) lowest = min(lowest, dot(scaled, p - m_cloud.grid(r)));
    const double l = length(mean);
    return l > 0 ? max(0.0, lowest) / l : 0.0;
}

bool HullRemover::remove(int point) {
    if (m_alive <= 4 || !patchHole(point)) return false;
    const int count = m_ring.count();
    // The faces outside the rim, by the ring edge i -> i + 1.
    struct Outer {
        int face, edge;
    };
    Array<Outer> outer(count);
    for (int i = 0; i < count; ++i) {
        const TriangleFace& face = m_hull.faces[m_star[i]];
        const int g = face.neighbor[(cornerOf(face, point) + 1) % 3];
        const int* n = m_hull.faces[g].neighbor;
        outer[i] = {g, n[0] == m_star[i] ? 0 : (n[1] == m_star[i] ? 1 : 2)};
    }
    // Patches come out parents first. The edge c -> a of a patch joins its parent, or the outside for the first; the
    // chains that it opens wait under their start position, which no two open chains share. The faces of the star are
    // reused; two are left over.
    const int patches = m_patch.count();
    Array<Outer> pending(count);
    for (int k = 0; k < patches; ++k) {
        const Patch t = m_patch[k];
        const int f = m_star[k];
        const int a = m_ring[t.a], b = m_ring[t.b], c = m_ring[t.c];
        m_hull.faces[f] = {{a, b, c}, {kNone, kNone, kNone}, makePlane(m_cloud, a, b, c)};
        m_faceOf[a] = m_faceOf[b] = m_faceOf[c] = f;
        const auto join = [&](int edge, Outer o) {
            m_hull.faces[f].neighbor[edge] = o.face;
            m_hull.faces[o.face].neighbor[o.edge] = f;
        };
        join(2, k == 0 ? outer[count - 1] : pending[t.a]);
        if (t.b - t.a == 1) {
            join(0, outer[t.a]);
        } else {
            pending[t.a] = {f, 0};
        }
        if (t.c - t.b == 1) {
            join(1, outer[t.b]);
        } else {
            pending[t.b] = {f, 1};
        }
    }
    for (int k = patches; k < count; ++k) m_dead.push(m_star[k]);
    m_faceOf[point] = kNone;
    --m_alive;
    return true;
}

void HullRemover::finish() {
    Array<int> index(m_hull.faces.count());
    for (const int f : m_dead) index[f] = kNone;
    int count = 0;
    for (int f = 0; f < index.count(); ++f)
        if (index[f] != kNone) index[f] = count++;
    for (int f = 0; f < index.count(); ++f) {
        if (index[f] == kNone) continue;
        TriangleFace face = m_hull.faces[f];
        for (int& g : face.neighbor) g = index[g];
        m_hull.faces[index[f]] = face;
    }
    m_hull.faces.resizeUninitialized(count);
    int kept = 0;
    for (const int v : m_hull.vertices)
        if (isAlive(v)) m_hull.vertices[kept++] = v;
    m_hull.vertices.resizeUninitialized(kept);
    m_dead.clear();
}

} // namespace cairn
