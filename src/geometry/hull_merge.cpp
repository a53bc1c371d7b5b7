// Growing, outlining and checking the polygon faces. See hull_merge.h.
#include "geometry/hull_merge.h"

#include <algorithm>

namespace cairn {

namespace {

constexpr int kNone = -1;
// Neighbours that turn by more than about 25 degrees stay apart however small they are: the two sides of a thin blade
// are closer to each other than the tolerance and must not become one face.
constexpr double kMinCosine = 0.9;

class Merger {
public:
    Merger(const HullCloud& cloud, const TriangleHull& hull, double tolerance, MergedHull& out)
        : m_cloud(cloud), m_hull(hull), m_tolerance(tolerance), m_out(out) {
        m_out.faces.clear();
        m_out.corners.clear();
        m_out.dropped.clear();
    }

    MergeStatus run() {
        numberVertices();
        growRegions();
        if (!outlineRegions()) return MergeStatus::Invalid;
        if (m_tolerance >= 0) findRedundant();
        if (!m_out.dropped.empty()) return MergeStatus::Dropped;
        linkTwins();
        return m_tolerance > 0 && !edgesConvex() ? MergeStatus::Invalid : MergeStatus::Valid;
    }

private:
    DVec3 position(int point) const { return m_cloud.snapped(point); }
    DVec3 vertexPosition(int v) const { return position(m_hull.vertices[v]); }

    void numberVertices() {
        m_local.resizeUninitialized(m_cloud.count());
        m_faceOf.resizeUninitialized(m_cloud.count());
        for (int f = 0; f < m_hull.faces.count(); ++f)
            for (const int v : m_hull.faces[f].vertex) m_faceOf[v] = f;
        for (int v = 0; v < m_hull.vertices.count(); ++v) m_local[m_hull.vertices[v]] = v;
    }

    void growRegions() {
        const int count = m_hull.faces.count();
        Array<double> area(count);
        m_normal.resizeUninitialized(count);
        Array<int> order(count);
        for (int f = 0; f < count; ++f) {
            const TriangleFace& t = m_hull.faces[f];
            m_normal[f] = metricNormal(m_cloud, t.plane);
            const DVec3 a = position(t.vertex[0]);
            area[f] = lengthSquared(cross(position(t.vertex[1]) - a, position(t.vertex[2]) - a));
            order[f] = f;
        }
        // total order: (area, index)
        std::sort(order.begin(), order.end(),
                  [&](int f, int g) { return area[f] != area[g] ? area[f] > area[g] : f < g; });
        m_region.assign(count, kNone);
        m_members.reserve(count);
        m_firstMember.reserve(count);
        m_out.faces.reserve(count);
        m_out.corners.reserve(3 * count);
        for (const int seed : order)
            if (m_region[seed] == kNone) growRegion(seed);
    }

    // Appends the region to m_members; its plane is the seed's until outlineRegion refits it.
    void growRegion(int seed) {
        const int region = m_out.faces.count();
        const GridPlane& plane = m_hull.faces[seed].plane;
        // Twice the error bound also takes in what is exactly coplanar.
        const double depth = max(m_tolerance, 2 * plane.error * plane.toMetres);
        const int first = m_members.count();
        m_members.push(seed);
        m_region[seed] = region;
        for (int i = first; i < m_members.count() && m_tolerance >= 0; ++i) {
            const TriangleFace& t = m_hull.faces[m_members[i]];
            for (const int g : t.neighbor) {
                if (m_region[g] != kNone || dot(m_normal[g], m_normal[seed]) < kMinCosine) continue;
                bool near = true;
                for (const int v : m_hull.faces[g].vertex) {
                    const double h = plane.height(m_cloud.x[v], m_cloud.y[v], m_cloud.z[v]) * plane.toMetres;
                    near = near && h >= -depth;
                }
                if (!near) continue;
                m_region[g] = region;
                m_members.push(g);
            }
        }
        m_firstMember.push(first);
        m_out.faces.push({m_normal[seed], dot(m_normal[seed], position(m_hull.faces[seed].vertex[0])), 0, 0});
    }

    // False when a region is not a disc.
    bool outlineRegions() {
        m_cornerOf.assign(3 * m_hull.faces.count(), kNone);
        for (int r = 0; r < m_out.faces.count(); ++r)
            if (!outlineRegion(r)) return false;
        return true;
    }

    bool outlineRegion(int region) {
        const int first = m_firstMember[region];
        const int end = region + 1 < m_firstMember.count() ? m_firstMember[region + 1] : m_members.count();
        int startFace = kNone, startEdge = 0, rimCount = 0;
        for (int i = first; i < end; ++i) {
            const int f = m_members[i];
            for (int e = 0; e < 3; ++e) {
                if (m_region[m_hull.faces[f].neighbor[e]] == region) continue;
                ++rimCount;
                if (startFace == kNone) startFace = f, startEdge = e;
            }
        }
        if (startFace == kNone) return false;
        MergedFace& face = m_out.faces[region];
        face.firstCorner = m_out.corners.count();
        face.cornerCount = rimCount;
        int f = startFace, e = startEdge;
        for (int i = 0; i < rimCount; ++i) {
            if (i > 0 && f == startFace && e == startEdge) return false; // a second rim is left
            m_cornerOf[3 * f + e] = m_out.corners.count();
            m_out.corners.push({m_local[m_hull.faces[f].vertex[e]], 3 * f + e, region});
            // Turn about the end of this edge, inside the region, to the next rim edge.
            e = (e + 1) % 3;
            while (m_region[m_hull.faces[f].neighbor[e]] == region) {
                const int g = m_hull.faces[f].neighbor[e];
                e = (edgeTowards(g, f) + 1) % 3;
                f = g;
            }
        }
        if (end - first > 1) refitPlane(face);
        return f == startFace && e == startEdge;
    }

    int edgeTowards(int face, int neighbor) const {
        const int* n = m_hull.faces[face].neighbor;
        return n[0] == neighbor ? 0 : (n[1] == neighbor ? 1 : 2);
    }

    // The normal of the outline's vector area is the area-weighted mean of its triangles: a better fit than the seed
    // alone. Pushed out to support the hull; where that leaves a corner deeper than the tolerance, the seed's plane
    // stays.
    void refitPlane(MergedFace& face) {
        if (!(m_tolerance > 0)) return;
        const MergedCorner* corner = m_out.corners.data() + face.firstCorner;
        const DVec3 origin = vertexPosition(corner[0].vertex);
        DVec3 sum{0, 0, 0};
        for (int i = 1; i + 1 < face.cornerCount; ++i)
            sum += cross(vertexPosition(corner[i].vertex) - origin, vertexPosition(corner[i + 1].vertex) - origin);
        const double l = length(sum);
        if (!(l > 0)) return;
        const DVec3 normal = (1.0 / l) * sum;
        double lowest = 0, highest = 0;
        int top = corner[0].vertex;
        for (int i = 1; i < face.cornerCount; ++i) {
            const double h = dot(normal, vertexPosition(corner[i].vertex) - origin);
            lowest = min(lowest, h);
            if (h > highest) highest = h, top = corner[i].vertex;
        }
        highest = climb(m_hull.vertices[top], normal, origin, highest);
        if (highest - lowest > m_tolerance) return;
        face.normal = normal;
        face.offset = dot(normal, origin) + highest;
    }

    // The largest height over the hull, from a vertex uphill: on a convex surface there is no other summit.
    double climb(int point, DVec3 normal, DVec3 origin, double height) const {
        for (;;) {
            int next = kNone, f = m_faceOf[point];
            do {
                const TriangleFace& face = m_hull.faces[f];
                const int k = face.vertex[0] == point ? 0 : (face.vertex[1] == point ? 1 : 2);
                const int neighbor = face.vertex[(k + 1) % 3];
                const double h = dot(normal, position(neighbor) - origin);
                if (h > height) height = h, next = neighbor;
                f = face.neighbor[(k + 2) % 3];
            } while (f != m_faceOf[point]);
            if (next == kNone) return height;
            point = next;
        }
    }

    void findRedundant() {
        Array<int> regions(m_hull.vertices.count());
        for (const MergedCorner& c : m_out.corners) ++regions[c.vertex];
        for (const MergedFace& face : m_out.faces) {
            if (face.cornerCount < 4) continue;
            const MergedCorner* corner = m_out.corners.data() + face.firstCorner;
            for (int i = 0; i < face.cornerCount; ++i) {
                const DVec3 p = vertexPosition(corner[i].vertex);
                const DVec3 in = p - vertexPosition(corner[(i + face.cornerCount - 1) % face.cornerCount].vertex);
                const DVec3 out = vertexPosition(corner[(i + 1) % face.cornerCount].vertex) - p;
                if (!(dot(face.normal, cross(in, out)) > 0)) regions[corner[i].vertex] = 0;
            }
        }
        for (int v = 0; v < regions.count(); ++v)
            if (regions[v] < 3) m_out.dropped.push(v);
    }

    void linkTwins() {
        for (MergedCorner& c : m_out.corners) {
            const int f = c.twinCorner / 3, e = c.twinCorner % 3, g = m_hull.faces[f].neighbor[e];
            c.twinCorner = m_cornerOf[3 * g + edgeTowards(g, f)];
        }
    }

    bool edgesConvex() const {
        for (const MergedCorner& c : m_out.corners) {
            const MergedCorner& twin = m_out.corners[c.twinCorner];
            const MergedFace &a = m_out.faces[c.face], &b = m_out.faces[twin.face];
            if (a.cornerCount == 3 && b.cornerCount == 3) continue;
            const DVec3 along = vertexPosition(twin.vertex) - vertexPosition(c.vertex);
            if (!(dot(cross(a.normal, b.normal), along) > 0)) return false;
        }
        return true;
    }

    const HullCloud& m_cloud;
    const TriangleHull& m_hull;
    const double m_tolerance;
    MergedHull& m_out;
    Array<int> m_local;       // cloud point -> hull vertex
    Array<int> m_faceOf;      // cloud point -> a triangle around it
    Array<DVec3> m_normal;    // per triangle
    Array<int> m_region;      // per triangle
    Array<int> m_members;     // triangles, region by region
    Array<int> m_firstMember; // per region
    Array<int> m_cornerOf;    // per triangle edge
};

} // namespace

bool hasCoplanarNeighbors(const HullCloud& cloud, const TriangleHull& hull) {
    for (const TriangleFace& face : hull.faces) {
        for (const int g : face.neighbor) {
            // The far corner of the neighbour is its only one off the shared edge.
            double lowest = 0;
            for (const int v : hull.faces[g].vertex)
                lowest = min(lowest, face.plane.height(cloud.x[v], cloud.y[v], cloud.z[v]));
            if (lowest >= -2 * face.plane.error) return true;
        }
    }
    return false;
}

MergeStatus mergeFaces(const HullCloud& cloud, const TriangleHull& hull, double tolerance, MergedHull& out) {
    return Merger(cloud, hull, tolerance, out).run();
}

} // namespace cairn
