// Separating axes of two polytopes, with exact pruning.
//
// The separation of A and B along a unit vector d is s(d) = min over B of d.x - max over A of d.x, and the best axis is
// the d with the largest s. It is a face normal of A, a reversed face normal of B, or the cross product of an edge of
// each (all vertices of the Gauss map of the difference B - A).
//
// Bounds. B holds a ball (cB, rB), so min over B of d.x <= d.cB - rB, and with any point a of A
//     s(d) <= d.(cB - a) - rB.
// * For face i of A that is n_i.cB - offset_i - rB: one dot product a face. Only faces whose bound beats the best axis
// so
//   far are measured against the vertices of B. The face with the best bound goes first, so few others follow.
// * An edge of A supports exactly the directions on the arc between its two face normals n1 and n2. With w = cB - (a
// point
//   of the edge), the bound is rB below the maximum of d.w on that arc. Let p = n1.w, q = n2.w, c = n1.n2. The maximum
//   of d.w over the whole great circle is |projection of w on span(n1, n2)| = sqrt((p^2 + q^2 - 2 p q c) / (1 - c^2)),
//   and its place lies on the arc when p >= q c and q >= p c; otherwise the maximum is max(p, q).
// What survives is a handful of edges around the contact, where the plain test takes all pairs.
//
// Gauss map. d = eA x eB supports edge A iff it is on A's arc. With eA walked so that face 1 is on its left, the vector
// from the edge into face 1 is n1 x eA, and into face 2 it is -n2 x eA; d is on the arc iff it points into neither:
//     d.(n1 x eA) = (eA x eB).(n1 x eA) = -|eA|^2 eB.n1 <= 0,     -d.(n2 x eA) = |eA|^2 eB.n2 <= 0,
// because eA is at right angles to n1 and n2. So eB.n1 >= 0 >= eB.n2. For B the direction is -d = eB x eA, which gives
// eA.m1 >= 0 >= eA.m2 with B's normals m. Reversing d reverses all four signs. Hence a pair of edges makes a vertex of
// the Gauss map iff  eB.n1, eA.m1 have one sign and eB.n2, eA.m2 the other, and that sign orients d. This also holds
// for the edges of a triangle, whose two normals are opposite.
#include "geometry/manifold_hull_sat.h"

namespace cairn {

namespace {

constexpr int kLanes = 8;
// Edges whose sine is below this make no axis of their own.
constexpr float kParallelSquared = 1e-10f;

void pad(VertexLanes& lanes, int count) {
    lanes.count = (count + kLanes - 1) / kLanes * kLanes;
    for (int i = count; i < lanes.count; ++i) lanes.x[i] = lanes.x[0], lanes.y[i] = lanes.y[0], lanes.z[i] = lanes.z[0];
}

void loadVertices(const Polytope& p, VertexLanes& out) {
    for (int i = 0; i < p.vertexCount; ++i) {
        out.x[i] = p.vertices[i].x;
        out.y[i] = p.vertices[i].y;
        out.z[i] = p.vertices[i].z;
    }
    pad(out, p.vertexCount);
}

void loadVertices(const Polytope& p, const Mat33& m, Vec3 t, VertexLanes& out) {
    for (int i = 0; i < p.vertexCount; ++i) {
        const Vec3 v = p.vertices[i];
        out.x[i] = v.x * m.cx.x + v.y * m.cy.x + v.z * m.cz.x + t.x;
        out.y[i] = v.x * m.cx.y + v.y * m.cy.y + v.z * m.cz.y + t.y;
        out.z[i] = v.x * m.cx.z + v.y * m.cy.z + v.z * m.cz.z + t.z;
    }
    pad(out, p.vertexCount);
}

// The smallest dot product with d: eight running minima, folded in a fixed order.
float minDot(const VertexLanes& v, Vec3 d) {
    float least[kLanes];
    for (int j = 0; j < kLanes; ++j) least[j] = d.x * v.x[j] + d.y * v.y[j] + d.z * v.z[j];
    for (int i = kLanes; i < v.count; i += kLanes) {
        for (int j = 0; j < kLanes; ++j) {
            const float s = d.x * v.x[i + j] + d.y * v.y[i + j] + d.z * v.z[i + j];
            least[j] = s < least[j] ? s : least[j];
        }
    }
    for (int j = 0; j < 4; ++j) least[j] = min(least[j], least[j + 4]);
    return min(min(least[0], least[2]), min(least[1], least[3]));
}

float separationAlong(const SatPair& pair, Vec3 d) { return minDot(pair.verticesB, d) + minDot(pair.verticesA, -d); }

struct Search {
    // The big arrays stay uninitialised.
    Search(SatPair& p, float l, float t, bool f)
        : pair(p), limit(l), tolerance(t), frontOnly(f), centerB(transformPoint(p.bInA, p.b.center)),
          centerA(inverseTransformPoint(p.bInA, p.a.center)), front(p.rotation * p.b.planes[0].normal) {}

    SatPair& pair;
    float limit;
    float tolerance;
    bool frontOnly;
    Vec3 centerB;                    // of B, in A's frame
    Vec3 centerA;                    // of A, in B's frame
    Vec3 front;                      // the normal of B's face 0, in A's frame
    float planeA[kMaxPolytopeFaces]; // signed distance of centerB from each face plane of A
    float planeB[kMaxPolytopeFaces];
    SatAxis best{kZero, -kHuge, SatKind::None, 0, 0}; // face or remembered axis
    SatAxis bestEdge{kZero, -kHuge, SatKind::None, 0, 0};

    // A one-sided triangle is never left backwards.
    bool allowed(Vec3 normal) const { return !frontOnly || dot(normal, front) <= 0.0f; }

    void planeDistances(const Polytope& p, Vec3 center, float* out) const {
        for (int i = 0; i < p.faceCount; ++i) out[i] = dot(p.planes[i].normal, center) - p.planes[i].offset;
    }

    SatAxis measureFaceA(int face) const {
        const HullPlane& plane = pair.a.planes[face];
        return {plane.normal, minDot(pair.verticesB, plane.normal) - plane.offset, SatKind::FaceA, face, 0};
    }
    SatAxis measureFaceB(int face) const {
        const HullPlane& plane = pair.b.planes[face];
        const Vec3 n = pair.rotation * plane.normal;
        const float offset = plane.offset + dot(n, pair.bInA.p);
        return {-n, minDot(pair.verticesA, n) - offset, SatKind::FaceB, 0, face};
    }
    // The axis of two given edges, oriented from A to B by the centres. Its kind is None if other features support it
    // now.
    SatAxis measureEdges(int a, int b) const {
        const HullEdge* edgesA = pair.a.edges;
        const HullEdge* edgesB = pair.b.edges;
        const Vec3 eA = pair.verticesA[edgesA[a ^ 1].origin] - pair.verticesA[edgesA[a].origin];
        const Vec3 eB = pair.verticesB[edgesB[b ^ 1].origin] - pair.verticesB[edgesB[b].origin];
        Vec3 d = cross(eA, eB);
        const float l2 = lengthSquared(d);
        if (!(l2 > kParallelSquared * lengthSquared(eA) * lengthSquared(eB)))
            return {kZero, -kHuge, SatKind::None, 0, 0};
        d = (1.0f / sqrt(l2)) * d;
        if (dot(d, centerB - pair.a.center) < 0.0f) d = -d;
        const float s = separationAlong(pair, d);
        const float own = dot(d, pair.verticesB[edgesB[b].origin] - pair.verticesA[edgesA[a].origin]);
        const bool supports = own - s <= tolerance && allowed(d);
        return {d, s, supports ? SatKind::Edges : SatKind::None, a, b};
    }

    void consider(const SatAxis& axis) {
        if (axis.separation > best.separation) best = axis;
    }

    SatAxis measureRemembered(const ManifoldCache& cache) const {
        const int a = cache.featureA, b = cache.featureB;
        switch (static_cast<SatKind>(cache.kind)) {
        case SatKind::FaceA:
            if (a < pair.a.faceCount) {
                SatAxis axis = measureFaceA(a);
                if (!allowed(axis.normal)) axis.kind = SatKind::None;
                return axis;
            }
            break;
        case SatKind::FaceB:
            if (b < pair.b.faceCount && !(frontOnly && b != 0)) return measureFaceB(b);
            break;
        case SatKind::Edges:
            if (a < pair.a.edgeCount && b < pair.b.edgeCount) return measureEdges(a, b);
            break;
        case SatKind::None: break;
        }
        return {kZero, -kHuge, SatKind::None, 0, 0};
    }

    // Measures the faces that may come within `tolerance` of the best; the most promising one first.
    template <class Measure>
    bool faces(const float* plane, int count, float inner, Measure measure, SatAxis& bestOfSide) {
        int first = 0;
        for (int i = 1; i < count; ++i)
            if (plane[i] > plane[first]) first = i;
        bestOfSide = measure(first);
        if (bestOfSide.separation > limit) return false;
        if (!allowed(bestOfSide.normal)) {
            if (bestOfSide.separation > 0.0f) return false;
            bestOfSide.separation = -kHuge;
        }
        for (int i = 0; i < count; ++i) {
            const float bar = max(best.separation - tolerance, bestOfSide.separation);
            if (i == first || !(plane[i] - inner > bar)) continue;
            const SatAxis axis = measure(i);
            if (!allowed(axis.normal)) {
                if (axis.separation > 0.0f) return false;
                continue;
            }
            if (axis.separation > bestOfSide.separation) bestOfSide = axis;
            if (bestOfSide.separation > limit) return false;
        }
        return true;
    }

    int survivingEdges(const Polytope& p, const float* plane, float inner, uint16_t* out) const {
        const float threshold = inner + best.separation + tolerance;
        const float squared = threshold > 0.0f ? threshold * threshold : 0.0f;
        int count = 0;
        for (int e = 0; e < p.edgeCount; e += 2) {
            if (!p.flat) {
                const int f1 = p.edges[e].face, f2 = p.edges[e + 1].face;
                const float a = plane[f1], b = plane[f2];
                if (!(max(a, b) > threshold)) {
                    if (threshold > 0.0f && a <= 0.0f && b <= 0.0f) continue; // the whole arc faces away
                    const float c = dot(p.planes[f1].normal, p.planes[f2].normal);
                    if (a < b * c || b < a * c) continue;
                    if (a * a + b * b - 2.0f * a * b * c < squared * (1.0f - c * c)) continue;
                }
            }
            out[count++] = static_cast<uint16_t>(e);
        }
        return count;
    }

    bool blocked = false; // apart, along an axis that is not allowed

    void edges();
};

void Search::edges() {
    uint16_t listA[kMaxPolytopeEdges], listB[kMaxPolytopeEdges];
    const int countA = survivingEdges(pair.a, planeA, pair.b.innerRadius, listA);
    if (countA == 0) return;
    const int countB = survivingEdges(pair.b, planeB, pair.a.innerRadius, listB);
    bestEdge.separation = max(bestEdge.separation, best.separation + tolerance);

    // B's edges by groups, turned into A's frame, components apart.
    constexpr int kGroup = 32;
    struct Lanes {
        alignas(64) float x[kGroup], y[kGroup], z[kGroup];
        void set(int i, Vec3 v) { x[i] = v.x, y[i] = v.y, z[i] = v.z; }
    } edge, normal1, normal2;
    alignas(64) float sign[kGroup];

    for (int start = 0; start < countB; start += kGroup) {
        const int group = min(countB - start, kGroup);
        for (int j = 0; j < group; ++j) {
            const HullEdge& e = pair.b.edges[listB[start + j]];
            const HullEdge& twin = pair.b.edges[listB[start + j] + 1];
            edge.set(j, pair.verticesB[twin.origin] - pair.verticesB[e.origin]);
            normal1.set(j, pair.rotation * pair.b.planes[e.face].normal);
            normal2.set(j, pair.rotation * pair.b.planes[twin.face].normal);
        }
        const int padded = (group + kLanes - 1) / kLanes * kLanes;
        for (int j = group; j < padded; ++j) edge.set(j, kZero), normal1.set(j, kZero), normal2.set(j, kZero);

        for (int i = 0; i < countA; ++i) {
            const HullEdge& e = pair.a.edges[listA[i]];
            const HullEdge& twin = pair.a.edges[listA[i] + 1];
            const Vec3 pA = pair.a.vertices[e.origin];
            const Vec3 eA = pair.a.vertices[twin.origin] - pA;
            const Vec3 n1 = pair.a.planes[e.face].normal, n2 = pair.a.planes[twin.face].normal;
            for (int j = 0; j < padded; ++j) {
                const float a1 = edge.x[j] * n1.x + edge.y[j] * n1.y + edge.z[j] * n1.z;
                const float a2 = edge.x[j] * n2.x + edge.y[j] * n2.y + edge.z[j] * n2.z;
                const float b1 = normal1.x[j] * eA.x + normal1.y[j] * eA.y + normal1.z[j] * eA.z;
                const float b2 = normal2.x[j] * eA.x + normal2.y[j] * eA.y + normal2.z[j] * eA.z;
                // All of a1, -a2, b1, -b2 positive: 1; all negative: -1; else 0.
                const float least = min(min(a1, -a2), min(b1, -b2)), most = max(max(a1, -a2), max(b1, -b2));
                const float up = least > 0.0f ? 1.0f : 0.0f, down = most < 0.0f ? 1.0f : 0.0f;
                sign[j] = up - down;
            }
            for (int j = 0; j < group; ++j) {
                if (sign[j] == 0.0f) continue;
                const int b = listB[start + j];
                const Vec3 eB{edge.x[j], edge.y[j], edge.z[j]};
                Vec3 d = cross(eA, eB);
                const float l2 = lengthSquared(d);
                if (!(l2 > kParallelSquared * lengthSquared(eA) * lengthSquared(eB))) continue;
                d = (sign[j] / sqrt(l2)) * d;
                const float s = dot(d, pair.verticesB[pair.b.edges[b].origin] - pA);
                if (!(s > bestEdge.separation)) continue;
                // Nearly parallel edges give a rough direction: what counts is the separation that it really shows.
                const float measured = separationAlong(pair, d);
                if (!(measured > bestEdge.separation)) continue;
                if (!allowed(d)) {
                    if (measured > 0.0f) blocked = true;
                    continue;
                }
                bestEdge = {d, measured, SatKind::Edges, listA[i], b};
                if (measured > limit) return;
            }
        }
    }
}

// Breaks ties between two faces, without regard to the order of the pair.
float faceArea(const Polytope& p, int face) {
    const HullFace& f = p.faces[face];
    const uint16_t* loop = p.faceVertices + f.firstVertex;
    Vec3 sum = kZero;
    for (int i = 2; i < f.vertexCount; ++i)
        sum += cross(p.vertices[loop[i - 1]] - p.vertices[loop[0]], p.vertices[loop[i]] - p.vertices[loop[0]]);
    return lengthSquared(sum);
}

void remember(const SatAxis& axis, ManifoldCache& cache) {
    cache = {axis.normal, static_cast<uint16_t>(axis.featureA), static_cast<uint16_t>(axis.featureB),
             static_cast<uint32_t>(axis.kind)};
}

} // namespace

bool findSatAxis(SatPair& pair, float limit, float tolerance, bool frontOnly, ManifoldCache& cache, SatAxis& out) {
    loadVertices(pair.a, pair.verticesA);
    loadVertices(pair.b, pair.rotation, pair.bInA.p, pair.verticesB);
    Search search(pair, limit, tolerance, frontOnly);

    const SatAxis remembered = search.measureRemembered(cache);
    if (remembered.separation > limit) return false;
    if (remembered.kind != SatKind::None) search.best = remembered;

    SatAxis bestA, bestB;
    search.planeDistances(pair.a, search.centerB, search.planeA);
    if (!search.faces(
            search.planeA, pair.a.faceCount, pair.b.innerRadius, [&](int i) { return search.measureFaceA(i); },
            bestA)) {
        remember(bestA, cache);
        return false;
    }
    search.consider(bestA);
    search.planeDistances(pair.b, search.centerA, search.planeB);
    const int countB = frontOnly ? 1 : pair.b.faceCount;
    if (!search.faces(
            search.planeB, countB, pair.a.innerRadius, [&](int i) { return search.measureFaceB(i); }, bestB)) {
        remember(bestB, cache);
        return false;
    }
    search.consider(bestB);
    search.edges();
    if (search.blocked) return false;
    if (search.bestEdge.separation > limit) {
        remember(search.bestEdge, cache);
        return false;
    }

    // Edges only when they are better than any face by the tolerance, and the remembered axis whenever it is as good.
    const float gap = bestA.separation - bestB.separation;
    const bool preferA =
        gap > tolerance || (gap >= -tolerance && faceArea(pair.a, bestA.featureA) >= faceArea(pair.b, bestB.featureB));
    out = preferA ? bestA : bestB;
    if (search.bestEdge.kind == SatKind::Edges) out = search.bestEdge;
    if (remembered.kind != SatKind::None && remembered.separation >= out.separation - tolerance) out = remembered;
    remember(out, cache);
    return true;
}

} // namespace cairn
