// Quickhull: conflict lists, the visible region, and the cone of new faces. See hull_quick.h.
#include "geometry/hull_quick.h"

#include <cmath>

namespace cairn {

namespace {

constexpr int kNone = -1;
constexpr int kBucketCount = 64;

// What a face needs while the hull grows; beside TriangleFace, which is kept.
struct Work {
    int firstPoint;    // conflict list, linked through Builder::next
    int farthest;      // of that list
    double height;     // of the farthest, grid units
    int bucket;        // kNone: nothing worth adding here
    int before, after; // neighbours in the bucket's list
    int stamp;         // the last insertion that tested this face
    bool visible;      // what it found
};

struct HorizonEdge {
    int outer, outerEdge; // the face that stays, and its edge
    int from, to;         // counter-clockwise for the new face
};

class Builder {
public:
    Builder(const HullCloud& cloud, const QuickhullLimits& limits, TriangleHull& out)
        : m_cloud(cloud), m_limits(limits), m_faces(out.faces), m_vertices(out.vertices) {
        m_faces.clear();
        m_vertices.clear();
        for (int& b : m_bucket) b = kNone;
        // Room for a small hull at once: growing step by step would take a third of its time.
        const int room = min(min(cloud.count(), limits.maxVertices), 256);
        m_vertices.reserve(room);
        for (Array<int>* list : {&m_free, &m_visible, &m_new}) list->reserve(room);
        m_horizon.reserve(room);
        m_faces.reserve(2 * room);
        m_work.reserve(2 * room);
    }

    void run(const HullSimplex& simplex) {
        start(simplex);
        // Largest distance first, to a factor of two: big features fix the shape, and what comes later is small.
        do {
            for (int face = pickFace(); face != kNone && !full(); face = pickFace()) insert(face);
        } while (!full() && recallPoints());
        compact();
    }

private:
    bool full() const { return m_vertices.count() >= m_limits.maxVertices; }

    bool above(int face, int point) const {
        return isAbove(m_cloud, m_faces[face].plane, m_faces[face].vertex[0], point);
    }

    int addFace(int a, int b, int c) {
        int f;
        if (m_free.empty()) {
            f = m_faces.count();
            m_faces.push({});
            m_work.push({});
        } else {
            f = m_free.pop();
        }
        m_faces[f] = {{a, b, c}, {kNone, kNone, kNone}, makePlane(m_cloud, a, b, c)};
        m_work[f] = {kNone, kNone, 0.0, kNone, kNone, kNone, 0, false};
        return f;
    }

    void start(const HullSimplex& s) {
        const int count = m_cloud.count();
        m_next.resizeUninitialized(count);
        m_faceFrom.resizeUninitialized(count);
        const int* p = s.point;
        // The base is seen from outside as 0 1 2, away from point 3.
        addFace(p[0], p[1], p[2]);
        addFace(p[1], p[0], p[3]);
        addFace(p[2], p[1], p[3]);
        addFace(p[0], p[2], p[3]);
        const int neighbors[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
        for (int f = 0; f < 4; ++f) {
            for (int e = 0; e < 3; ++e) m_faces[f].neighbor[e] = neighbors[f][e];
            m_new.push(f);
        }
        for (int i = 0; i < 4; ++i) m_vertices.push(p[i]);
        for (int i = 0; i < count; ++i) assign(i);
        for (int f = 0; f < 4; ++f) enqueue(f);
    }

    // Gives the point to a new face that it sees. Otherwise it is inside and forgotten.
    void assign(int point) {
        for (const int f : m_new) {
            const GridPlane& plane = m_faces[f].plane;
            const double h = plane.height(m_cloud.x[point], m_cloud.y[point], m_cloud.z[point]);
            if (h < -plane.error) continue;
            if (h <= plane.error && !above(f, point)) continue;
            Work& w = m_work[f];
            m_next[point] = w.firstPoint;
            w.firstPoint = point;
            if (w.farthest == kNone || h > w.height || (h == w.height && comesFirst(point, w.farthest))) {
                w.farthest = point;
                w.height = h;
            }
            return;
        }
    }

    bool comesFirst(int a, int b) const {
        return comesBefore(m_cloud.points[static_cast<std::size_t>(a)], m_cloud.points[static_cast<std::size_t>(b)]);
    }

    void enqueue(int f) {
        Work& w = m_work[f];
        if (w.farthest == kNone) return;
        const double distance = w.height * m_faces[f].plane.toMetres;
        if (distance > m_limits.tolerance) enqueue(f, distance);
    }

    void enqueue(int f, double distance) {
        Work& w = m_work[f];
        int exponent = 0;
        std::frexp(distance / m_cloud.size, &exponent); // at most 2 for a distance inside the cloud's box
        w.bucket = max(0, min(kBucketCount - 1, 2 - exponent));
        w.before = kNone;
        w.after = m_bucket[w.bucket];
        if (w.after != kNone) m_work[w.after].before = f;
        m_bucket[w.bucket] = f;
        m_firstBucket = min(m_firstBucket, w.bucket);
    }

    void dequeue(int f) {
        const Work& w = m_work[f];
        if (w.bucket == kNone) return;
        if (w.before != kNone) {
            m_work[w.before].after = w.after;
        } else {
            m_bucket[w.bucket] = w.after;
        }
        if (w.after != kNone) m_work[w.after].before = w.before;
    }

    int pickFace() {
        while (m_firstBucket < kBucketCount && m_bucket[m_firstBucket] == kNone) ++m_firstBucket;
        return m_firstBucket < kBucketCount ? m_bucket[m_firstBucket] : kNone;
    }

    void insert(int seed) {
        const int apex = m_work[seed].farthest;
        m_vertices.push(apex);
        findVisible(seed, apex);
        buildCone(apex);
        for (const int f : m_visible) {
            dequeue(f);
            for (int i = m_work[f].firstPoint; i != kNone;) {
                const int next = m_next[i];
                if (i != apex) assign(i);
                i = next;
            }
            m_free.push(f);
        }
        for (const int f : m_new) enqueue(f);
    }

    // Floods from the seed over faces that the apex sees, and collects the rim.
    void findVisible(int seed, int apex) {
        ++m_stamp;
        m_visible.clear();
        m_horizon.clear();
        m_visible.push(seed);
        m_work[seed].stamp = m_stamp;
        m_work[seed].visible = true;
        for (int i = 0; i < m_visible.count(); ++i) {
            const int f = m_visible[i];
            for (int e = 0; e < 3; ++e) {
                const int g = m_faces[f].neighbor[e];
                Work& w = m_work[g];
                if (w.stamp != m_stamp) {
                    w.stamp = m_stamp;
                    w.visible = above(g, apex);
                    if (w.visible) m_visible.push(g);
                }
                if (w.visible) continue;
                const TriangleFace& outer = m_faces[g];
                const int back = outer.neighbor[0] == f ? 0 : (outer.neighbor[1] == f ? 1 : 2);
                m_horizon.push({g, back, m_faces[f].vertex[e], m_faces[f].vertex[(e + 1) % 3]});
            }
        }
    }

    void buildCone(int apex) {
        m_new.clear();
        for (const HorizonEdge& h : m_horizon) {
            const int f = addFace(h.from, h.to, apex);
            m_faces[f].neighbor[0] = h.outer;
            m_faces[h.outer].neighbor[h.outerEdge] = f;
            m_faceFrom[h.from] = f;
            m_new.push(f);
        }
        for (const int f : m_new) {
            const int g = m_faceFrom[m_faces[f].vertex[1]];
            m_faces[f].neighbor[1] = g;
            m_faces[g].neighbor[2] = f;
        }
    }

    // A point waits at one face, and may be near the plane of that one but far outside others: beyond a sharp edge, or
    // level with a cap. Looks at the points that are left, and queues the faces of those that still stick out.
    bool recallPoints() {
        bool found = false;
        for (const int f : m_free) m_work[f].firstPoint = kNone;
        for (int f = 0; f < m_faces.count(); ++f) {
            int best = kNone;
            double farthest = m_limits.tolerance;
            for (int i = m_work[f].firstPoint; i != kNone; i = m_next[i]) {
                const double distance = stickOut(f, i);
                if (distance < farthest || (distance == farthest && (best == kNone || comesFirst(best, i)))) continue;
                best = i;
                farthest = distance;
            }
            if (best == kNone) continue;
            m_work[f].farthest = best;
            enqueue(f, farthest);
            found = true;
        }
        return found;
    }

    // How far a point that sees the face sticks out of the hull: the largest of its heights over the planes that it
    // sees, and of its height over what it sees in their mean direction (the one that counts beyond a sharp edge).
    double stickOut(int face, int point) {
        findVisible(face, point);
        double highest = 0;
        DVec3 mean{0, 0, 0};
        for (const int f : m_visible) {
            const GridPlane& plane = m_faces[f].plane;
            highest = max(highest, plane.height(m_cloud.x[point], m_cloud.y[point], m_cloud.z[point]) * plane.toMetres);
            mean += metricNormal(m_cloud, plane);
        }
        const DVec3 scaled = mul(mean, m_cloud.step), p = m_cloud.grid(point);
        double lowest = -1;
        for (const int f : m_visible) {
            for (const int v : m_faces[f].vertex) {
                const double h = dot(scaled, p - m_cloud.grid(v));
                if (lowest < 0 || h < lowest) lowest = max(h, 0.0);
            }
        }
        const double l = length(mean);
        return l > 0 ? max(highest, lowest / l) : highest;
    }

    // Closes the gaps that removed faces left, and forgets points that ended up inside.
    void compact() {
        Array<int> index(m_faces.count());
        for (const int f : m_free) index[f] = kNone;
        int count = 0;
        for (int f = 0; f < m_faces.count(); ++f)
            if (index[f] != kNone) index[f] = count++;
        for (int f = 0; f < m_faces.count(); ++f) {
            if (index[f] == kNone) continue;
            TriangleFace face = m_faces[f];
            for (int& g : face.neighbor) g = index[g];
            m_faces[index[f]] = face;
        }
        m_faces.resizeUninitialized(count);

        Array<int>& used = m_faceFrom;
        for (const int v : m_vertices) used[v] = 0;
        for (const TriangleFace& face : m_faces)
            for (const int v : face.vertex) used[v] = 1;
        int kept = 0;
        for (const int v : m_vertices)
            if (used[v]) m_vertices[kept++] = v;
        m_vertices.resizeUninitialized(kept);
    }

    const HullCloud& m_cloud;
    const QuickhullLimits& m_limits;
    Array<TriangleFace>& m_faces;
    Array<int>& m_vertices;
    Array<Work> m_work;
    Array<int> m_next;     // per point: the next of its conflict list
    Array<int> m_faceFrom; // per point: the new face whose rim edge starts there
    Array<int> m_free, m_visible, m_new;
    Array<HorizonEdge> m_horizon;
    int m_bucket[kBucketCount];
    int m_firstBucket = kBucketCount;
    int m_stamp = 0;
};

} // namespace

void quickhull(const HullCloud& cloud, const HullSimplex& simplex, const QuickhullLimits& limits, TriangleHull& out) {
    Builder(cloud, limits, out).run(simplex);
}

} // namespace cairn
