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
// * Any known point b of B bounds as well: s(d) <= d.(b - a). Take for b a vertex that lies deep, and let t1, t2 be its
//   distances from the planes of an edge's two faces. A direction on the arc is d = (x n1 + y n2) / |x n1 + y n2| with
//   x, y >= 0, the denominator is at most x + y, so while t1, t2 <= T < 0 also d.(b - a) <= T: the edge cannot be
//   better than T. Only faces near the touching place pass.
// What survives is a handful of edges around the contact, where the plain test takes all pairs.
//
// Gauss map. d = eA x eB supports edge A iff it is on A's arc. With eA walked so that face 1 is on its left, the vector
// from the edge into face 1 is n1 x eA, and into face 2 it is -n2 x eA; d is on the arc iff it points into neither:
//     d.(n1 x eA) = (eA x eB).(n1 x eA) = -|eA|^2 eB.n1 <= 0,     -d.(n2 x eA) = |eA|^2 eB.n2 <= 0,
// because eA is at right angles to n1 and n2. So eB.n1 >= 0 >= eB.n2. For B the direction is -d = eB x eA, which gives
// eA.m1 >= 0 >= eA.m2 with B's normals m. Reversing d reverses all four signs. Hence a pair of edges makes a vertex of
// the Gauss map iff  eB.n1, eA.m1 have one sign and eB.n2, eA.m2 the other, and that sign orients d. This also holds
// for the edges of a triangle, whose two normals are opposite.
#include "math/dispatch.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/manifold_hull_sat.cpp"
#include <hwy/foreach_target.h>

#include "geometry/manifold_hull_sat.h"
#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {
namespace {

constexpr int kLanes = 8;
HWY_INLINE int roundUp(int count) { return (count + kLanes - 1) / kLanes * kLanes; }
HWY_INLINE int firstBit(uint32_t bits) { return static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits)); }

// Edges whose sine is below this make no axis of their own.
constexpr float kParallelSquared = 1e-10f;

// Eight structs of three or four floats, spread over lanes.
template <class P> HWY_INLINE void loadInterleaved(const float* p, P& x, P& y, P& z) {
    hn::LoadInterleaved3(hn::DFromV<P>(), p, x, y, z);
}
template <class H> HWY_INLINE void loadInterleaved(const float* p, Twin<H>& x, Twin<H>& y, Twin<H>& z) {
    loadInterleaved(p, x.lo, y.lo, z.lo);
    loadInterleaved(p + 3 * PackOps<H>::kLanes, x.hi, y.hi, z.hi);
}
template <class P> HWY_INLINE void loadInterleaved(const float* p, P& x, P& y, P& z, P& w) {
    hn::LoadInterleaved4(hn::DFromV<P>(), p, x, y, z, w);
}
template <class H> HWY_INLINE void loadInterleaved(const float* p, Twin<H>& x, Twin<H>& y, Twin<H>& z, Twin<H>& w) {
    loadInterleaved(p, x.lo, y.lo, z.lo, w.lo);
    loadInterleaved(p + 4 * PackOps<H>::kLanes, x.hi, y.hi, z.hi, w.hi);
}
// Vertices i to i + 7 of `count`; past the end the first vertex stands in.
HWY_INLINE Vec3x8 loadEight(const Vec3* vertices, int i, int count) {
    Vec3 buffer[kLanes];
    const Vec3* from = vertices + i;
    if (i + kLanes > count) {
        for (int j = 0; j < kLanes; ++j) buffer[j] = i + j < count ? vertices[i + j] : vertices[0];
        from = buffer;
    }
    Vec3x8 v;
    loadInterleaved(&from->x, v.x.r, v.y.r, v.z.r);
    return v;
}

void loadVertices(const Polytope& p, VertexLanes& out) {
    for (int i = 0; i < p.vertexCount; i += kLanes) {
        const Vec3x8 v = loadEight(p.vertices, i, p.vertexCount);
        store(v.x, out.x + i), store(v.y, out.y + i), store(v.z, out.z + i);
    }
    out.count = roundUp(p.vertexCount);
}

void loadVertices(const Polytope& p, const Mat33& m, Vec3 t, VertexLanes& out) {
    const Mat33T<F8> rotation{broadcast(m.cx), broadcast(m.cy), broadcast(m.cz)};
    const Vec3x8 translation = broadcast(t);
    for (int i = 0; i < p.vertexCount; i += kLanes) {
        const Vec3x8 v = rotation * loadEight(p.vertices, i, p.vertexCount) + translation;
        store(v.x, out.x + i), store(v.y, out.y + i), store(v.z, out.z + i);
    }
    out.count = roundUp(p.vertexCount);
}

// Over the lanes, folded in a fixed order.
HWY_INLINE float fold(F8 v, float (*pick)(float, float)) {
    alignas(32) float lanes[kLanes];
    store(v, lanes);
    for (int j = 0; j < 4; ++j) lanes[j] = pick(lanes[j], lanes[j + 4]);
    return pick(pick(lanes[0], lanes[2]), pick(lanes[1], lanes[3]));
}

// The smallest dot product with d.
HWY_INLINE float minDot(const VertexLanes& v, Vec3 d) {
    const F8 x(d.x), y(d.y), z(d.z);
    F8 least = x * load(v.x) + y * load(v.y) + z * load(v.z);
    for (int i = kLanes; i < v.count; i += kLanes)
        least = min(least, x * load(v.x + i) + y * load(v.y + i) + z * load(v.z + i));
    return fold(least, [](float a, float b) { return min(a, b); });
}

// The vertex with the smallest dot product, the first of equal ones.
HWY_INLINE Vec3 lowest(const VertexLanes& v, Vec3 d) {
    const F8 least(minDot(v, d)), x(d.x), y(d.y), z(d.z);
    for (int i = 0; i < v.count; i += kLanes) {
        const uint32_t mask = bits(x * load(v.x + i) + y * load(v.y + i) + z * load(v.z + i) == least);
        if (mask != 0) return v[i + firstBit(mask)];
    }
    return v[0];
}

float separationAlong(const SatPair& pair, Vec3 d) { return minDot(pair.verticesB, d) + minDot(pair.verticesA, -d); }

// Face planes by component, and where two points of the other polytope are: signed distances, padded to full groups.
struct PlaneLanes {
    alignas(32) float x[kMaxPolytopeFaces];
    alignas(32) float y[kMaxPolytopeFaces];
    alignas(32) float z[kMaxPolytopeFaces];
    alignas(32) float offset[kMaxPolytopeFaces];
    alignas(32) float center[kMaxPolytopeFaces]; // of the other's centre
    alignas(32) float touch[kMaxPolytopeFaces];  // of a vertex of the other that comes deep
    int count = 0;

    // Returns the face that is farthest below the point.
    int load(const HullPlane* planes, int faceCount, Vec3 point) {
        count = faceCount;
        const Vec3x8 c = broadcast(point);
        F8 most(-kHuge);
        for (int i = 0; i < count; i += kLanes) {
            HullPlane buffer[kLanes];
            const HullPlane* from = planes + i;
            if (i + kLanes > count) {
                for (int j = 0; j < kLanes; ++j) buffer[j] = i + j < count ? from[j] : HullPlane{kZero, kHuge};
                from = buffer;
            }
            Vec3x8 n;
            F8 d;
            loadInterleaved(&from->normal.x, n.x.r, n.y.r, n.z.r, d.r);
            store(n.x, x + i), store(n.y, y + i), store(n.z, z + i), store(d, offset + i);
            const F8 distance = dot(n, c) - d;
            store(distance, center + i);
            most = max(most, distance);
        }
        const F8 top(fold(most, [](float a, float b) { return max(a, b); }));
        for (int i = 0; i < count; i += kLanes)
            if (const uint32_t mask = bits(HWY_NAMESPACE::load(center + i) == top)) return i + firstBit(mask);
        return 0;
    }
    void setTouch(Vec3 point) {
        const Vec3x8 c = broadcast(point);
        for (int i = 0; i < count; i += kLanes) store(dot(normals(i), c) - HWY_NAMESPACE::load(offset + i), touch + i);
    }
    HWY_INLINE Vec3x8 normals(int i) const {
        return {HWY_NAMESPACE::load(x + i), HWY_NAMESPACE::load(y + i), HWY_NAMESPACE::load(z + i)};
    }
};

struct Search {
    // The big arrays stay uninitialised.
    Search(SatPair& p, float l, float t, bool f)
        : pair(p), limit(l), tolerance(t), frontOnly(f), centerB(transformPoint(p.bInA, p.b.center)),
          centerA(inverseTransformPoint(p.bInA, p.a.center)), front(p.rotation * p.b.planes[0].normal) {}

    SatPair& pair;
    float limit;
    float tolerance;
    bool frontOnly;
    Vec3 centerB; // of B, in A's frame
    Vec3 centerA; // of A, in B's frame
    Vec3 front;   // the normal of B's face 0, in A's frame
    PlaneLanes planesA;
    PlaneLanes planesB;
    SatAxis best{kZero, -kHuge, SatKind::None, 0, 0}; // face or remembered axis
    SatAxis bestEdge{kZero, -kHuge, SatKind::None, 0, 0};

    // A one-sided triangle is never left backwards.
    bool allowed(Vec3 normal) const { return !frontOnly || dot(normal, front) <= 0.0f; }

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

    // Measures the faces that may come within `tolerance` of the best; the most promising one first. `others` are the
    // vertices of the other polytope, `toOwn` takes a point from A's frame to the planes' own.
    template <class Measure, class ToOwn>
    bool faces(PlaneLanes& planes, int first, float inner, const VertexLanes& others, Measure measure, ToOwn toOwn,
               SatAxis& bestOfSide) {
        bestOfSide = {kZero, -kHuge, SatKind::None, 0, 0};
        const auto take = [&](int i) HWY_ATTR {
            const SatAxis axis = measure(i);
            if (!allowed(axis.normal))
                forbidden = max(forbidden, axis.separation);
            else if (axis.separation > bestOfSide.separation)
                bestOfSide = axis;
            return !(axis.separation > limit);
        };
        if (!take(first)) return false;
        planes.setTouch(toOwn(others));
        for (int i = 0; i < planes.count; i += kLanes) {
            const F8 bound = min(load(planes.center + i) - F8(inner), load(planes.touch + i));
            const float bar = max(best.separation - tolerance, bestOfSide.separation);
            for (uint32_t mask = bits(bound > F8(bar)); mask != 0; mask &= mask - 1) {
                const int face = i + firstBit(mask);
                if (face != first && !take(face)) return false;
            }
        }
        return true;
    }

    // The edges that may beat the best axis by `tolerance`, with half of it to spare for round-off.
    int survivingEdges(const Polytope& p, const PlaneLanes& planes, float inner, uint16_t* out) const {
        const float wanted = best.separation + 0.5f * tolerance;
        const float threshold = inner + wanted;
        const int edges = p.edgeCount;
        if (p.flat) {
            for (int e = 0; e < edges; e += 2) out[e >> 1] = static_cast<uint16_t>(e);
            return edges / 2;
        }
        // Faces to walk, by the touch point (see above) or, for polytopes that are apart, by the centre: an interior
        // maximum is at most max(p, q) / cos(half of the arc), which with the widest arc of all bounds the higher end.
        // An edge between two such faces is taken from the side of its even half.
        const bool byTouch = wanted < 0.0f;
        const float widest = sqrt(max(0.5f + 0.5f * p.edgeCosine, 0.0f));
        const float bar = byTouch ? wanted : (threshold > 0.0f ? threshold * widest - tolerance : -kHuge);
        const float* level = byTouch ? planes.touch : planes.center;
        const float squared = threshold > 0.0f ? threshold * threshold : 0.0f;
        int count = 0;
        for (int i = 0; i < p.faceCount; i += kLanes) {
            for (uint32_t mask = bits(load(level + i) > F8(bar)); mask != 0; mask &= mask - 1) {
                const int face = i + firstBit(mask);
                const float a = planes.center[face];
                const Vec3 n = p.planes[face].normal;
                const int first = p.faces[face].firstEdge;
                int e = first;
                do {
                    const int other = p.edges[e ^ 1].face;
                    const float b = planes.center[other];
                    const float c = dot(n, p.planes[other].normal);
                    const bool interior =
                        (a >= b * c) & (b >= a * c) & (a * a + b * b - 2.0f * a * b * c >= squared * (1.0f - c * c));
                    const bool mine = ((e & 1) == 0) | !(level[other] > bar);
                    out[count] = static_cast<uint16_t>(e & ~1);
                    count += static_cast<int>(((max(a, b) > threshold) | interior) & mine);
                    e = p.edges[e].next;
                } while (e != first);
            }
        }
        return count;
    }

    float forbidden = -kHuge; // the best separation along an axis that is not allowed

    // `up`: the axis is along eA x eB, not against it.
    void measurePair(int a, int b, Vec3 pA, Vec3 eA, bool up) {
        const Vec3 pB = pair.verticesB[pair.b.edges[b].origin];
        const Vec3 eB = pair.verticesB[pair.b.edges[b ^ 1].origin] - pB;
        const Vec3 d = up ? cross(eA, eB) : cross(eB, eA);
        const float l2 = lengthSquared(d);
        if (!(l2 > kParallelSquared * lengthSquared(eA) * lengthSquared(eB))) return;
        const float l = sqrt(l2), bar = bestEdge.separation;
        if (!(dot(d, pB - pA) > bar * l)) return;
        // Nearly parallel edges give a rough direction: what counts is the separation that it really shows.
        const Vec3 n = (1.0f / l) * d;
        const float measured = separationAlong(pair, n);
        if (!(measured > bar)) return;
        if (allowed(n))
            bestEdge = {n, measured, SatKind::Edges, a, b};
        else
            forbidden = max(forbidden, measured);
    }

    void edges();
};

void Search::edges() {
    uint16_t listA[kMaxPolytopeEdges], listB[kMaxPolytopeEdges];
    const int countA = survivingEdges(pair.a, planesA, pair.b.innerRadius, listA);
    if (countA == 0) return;
    const int countB = survivingEdges(pair.b, planesB, pair.a.innerRadius, listB);
    bestEdge.separation = max(bestEdge.separation, best.separation + tolerance);

    // B's edges by groups, turned into A's frame, components apart.
    constexpr int kGroup = 32;
    struct Lanes {
        alignas(32) float x[kGroup], y[kGroup], z[kGroup];
        void set(int i, Vec3 v) { x[i] = v.x, y[i] = v.y, z[i] = v.z; }
        void set(int i, Vec3x8 v) { store(v.x, x + i), store(v.y, y + i), store(v.z, z + i); }
        Vec3x8 get(int i) const { return {load(x + i), load(y + i), load(z + i)}; }
    } edge, normal1, normal2;
    const Mat33T<F8> rotation{broadcast(pair.rotation.cx), broadcast(pair.rotation.cy), broadcast(pair.rotation.cz)};

    for (int start = 0; start < countB; start += kGroup) {
        const int group = min(countB - start, kGroup);
        for (int j = 0; j < group; ++j) {
            const HullEdge& e = pair.b.edges[listB[start + j]];
            const HullEdge& twin = pair.b.edges[listB[start + j] + 1];
            edge.set(j, pair.verticesB[twin.origin] - pair.verticesB[e.origin]);
            normal1.set(j, pair.b.planes[e.face].normal);
            normal2.set(j, pair.b.planes[twin.face].normal);
        }
        const int padded = roundUp(group);
        for (int j = group; j < padded; ++j) edge.set(j, kZero), normal1.set(j, kZero), normal2.set(j, kZero);
        for (int j = 0; j < padded; j += kLanes) {
            normal1.set(j, rotation * normal1.get(j));
            normal2.set(j, rotation * normal2.get(j));
        }

        for (int i = 0; i < countA; ++i) {
            const HullEdge& e = pair.a.edges[listA[i]];
            const HullEdge& twin = pair.a.edges[listA[i] + 1];
            const Vec3 pA = pair.a.vertices[e.origin];
            const Vec3 eA = pair.a.vertices[twin.origin] - pA;
            const Vec3x8 n1 = broadcast(pair.a.planes[e.face].normal), n2 = broadcast(pair.a.planes[twin.face].normal);
            const Vec3x8 edgeA = broadcast(eA);
            for (int j = 0; j < padded; j += kLanes) {
                const Vec3x8 edgeB = edge.get(j);
                const F8 a1 = dot(edgeB, n1), a2 = -dot(edgeB, n2);
                const F8 b1 = dot(normal1.get(j), edgeA), b2 = -dot(normal2.get(j), edgeA);
                const uint32_t up = bits(min(min(a1, a2), min(b1, b2)) > F8(0.0f));
                const uint32_t down = bits(max(max(a1, a2), max(b1, b2)) < F8(0.0f));
                for (uint32_t mask = up | down; mask != 0; mask &= mask - 1) {
                    const int lane = firstBit(mask);
                    measurePair(listA[i], listB[start + j + lane], pA, eA, (up >> lane & 1) != 0);
                    if (bestEdge.separation > limit) return;
                }
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

bool findSatAxisLanes(SatPair& pair, float limit, float tolerance, bool frontOnly, ManifoldCache& cache, SatAxis& out) {
    loadVertices(pair.a, pair.verticesA);
    loadVertices(pair.b, pair.rotation, pair.bInA.p, pair.verticesB);
    Search search(pair, limit, tolerance, frontOnly);

    const SatAxis remembered = search.measureRemembered(cache);
    if (remembered.separation > limit) return false;
    if (remembered.kind != SatKind::None) search.best = remembered;

    SatAxis bestA, bestB;
    const int firstA = search.planesA.load(pair.a.planes, pair.a.faceCount, search.centerB);
    const auto measureA = [&](int i) HWY_ATTR { return search.measureFaceA(i); };
    const auto deepB = [&](const VertexLanes& v) HWY_ATTR { return lowest(v, pair.a.planes[firstA].normal); };
    if (!search.faces(search.planesA, firstA, pair.b.innerRadius, pair.verticesB, measureA, deepB, bestA)) {
        remember(bestA, cache);
        return false;
    }
    search.consider(bestA);
    const int countB = frontOnly ? 1 : pair.b.faceCount;
    const int firstB = search.planesB.load(pair.b.planes, countB, search.centerA);
    const auto measureB = [&](int i) HWY_ATTR { return search.measureFaceB(i); };
    const auto deepA = [&](const VertexLanes& v) HWY_ATTR {
        return inverseTransformPoint(pair.bInA, lowest(v, pair.rotation * pair.b.planes[firstB].normal));
    };
    if (!search.faces(search.planesB, firstB, pair.a.innerRadius, pair.verticesA, measureB, deepA, bestB)) {
        remember(bestB, cache);
        return false;
    }
    search.consider(bestB);
    search.edges();
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
    if (search.forbidden > out.separation + tolerance) out.separation = search.forbidden, out.kind = SatKind::None;
    return true;
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cairn {

HWY_EXPORT(findSatAxisLanes);

bool findSatAxis(SatPair& pair, float limit, float tolerance, bool frontOnly, ManifoldCache& cache, SatAxis& out) {
    return CAIRN_DISPATCH(findSatAxisLanes)(pair, limit, tolerance, frontOnly, cache, out);
}

} // namespace cairn
#endif
