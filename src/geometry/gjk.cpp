// The GJK iteration, and why it stops.
//
// Let D = A - B (convex), v the point of the current simplex closest to the origin, and w = support of D along -v. Then
// D lies in the half-space { x : v.x >= v.w }, so for the true distance d
//
//     v.w / |v|  <=  d  <=  |v|                      (the plane at w separates; v is a point of D)
//
// The iteration ends on the first of these:
//   1. gap: |v|^2 - v.w <= 1e-8 |v|^2. The distance is certified to 1e-8 and, since |v - v*|^2 <= |v|^2 - v.w, the
//      direction to 1e-4; |v| - v.w/|v| <= 1e-10 of the size will do as well. Polytopes get here exactly, with gap 0,
//      once v is the closest point of the right face; rim contacts of curved cores halve the gap per step.
//   2. repeated vertex: w is already in the simplex. No point of D is farther along -v (up to the float dot products
//      that choose hull vertices), so v is the answer.
//   3. no progress: |v| did not shrink. In exact arithmetic it must, so round-off has taken over; the last v is kept.
//   4. origin reached: |v| <= 1e-9 of the largest vertex, or a tetrahedron that holds the origin: the cores overlap.
//   5. iteration cap: curved cores that graze. v is still a point of D, and v.w still a bound.
#include "geometry/gjk.h"

namespace cairn {

namespace {

constexpr int kMaxIterations = 64;
constexpr double kRelativeGap = 1e-8;
constexpr double kAbsoluteGap = 1e-10;
constexpr double kZeroDistance = 1e-9;

DMat33 toDoubleMatrix(Quat q) {
    const QuatT<double> d{toDouble(q.v), q.s};
    return toMatrix(d);
}

bool sameVertex(const GjkVertex& a, const GjkVertex& b) {
    if (a.indexA != kNoVertex && a.indexB != kNoVertex) return a.indexA == b.indexA && a.indexB == b.indexB;
    return a.w == b.w;
}

bool hasVertex(const GjkSimplex& s, const GjkVertex& v) {
    for (int i = 0; i < s.count; ++i)
        if (sameVertex(s.v[i], v)) return true;
    return false;
}

double largestVertex(const GjkSimplex& s) {
    double r2 = 0.0;
    for (int i = 0; i < s.count; ++i) r2 = max(r2, lengthSquared(s.v[i].w));
    return r2;
}

bool validIndex(const Convex& c, int index) {
    const int count = c.kind == ShapeKind::Hull
                          ? c.pointCount
                          : (c.kind == ShapeKind::Box ? 8 : (c.kind == ShapeKind::Capsule ? 2 : 1));
    return index >= 0 && index < count;
}

// Rebuilds last call's simplex from its vertex names; false where the pair has no names (curved) or other shapes came.
bool loadCache(const CorePair& pair, const DistanceCache& cache, GjkSimplex& s) {
    if (cache.count == 0 || cache.count > 4) return false;
    for (int i = 0; i < cache.count; ++i) {
        if (!validIndex(pair.a, cache.indexA[i]) || !validIndex(pair.b, cache.indexB[i])) return false;
        GjkVertex& v = s.v[i];
        v.indexA = cache.indexA[i];
        v.indexB = cache.indexB[i];
        v.a = toDouble(vertex(pair.a, v.indexA));
        v.w = v.a - (pair.rotation * toDouble(vertex(pair.b, v.indexB)) + pair.position);
    }
    s.count = cache.count;
    return true;
}

void storeCache(DistanceCache& cache, const GjkSimplex& s, DVec3 v) {
    const double l = length(v);
    if (l > 0.0) cache.direction = toFloat((1.0 / l) * v);
    cache.count = static_cast<uint8_t>(s.count);
    for (int i = 0; i < s.count; ++i) {
        if (s.v[i].indexA == kNoVertex || s.v[i].indexB == kNoVertex) {
            cache.count = 0;
            return;
        }
        cache.indexA[i] = static_cast<uint16_t>(s.v[i].indexA);
        cache.indexB[i] = static_cast<uint16_t>(s.v[i].indexB);
    }
}

void startSimplex(const CorePair& pair, const DistanceCache* cache, GjkSimplex& s) {
    if (cache != nullptr && loadCache(pair, *cache, s)) return;
    // Towards each other; any direction will do where the frames coincide.
    DVec3 direction = -pair.position;
    if (cache != nullptr && lengthSquared(cache->direction) > 0.5f) direction = toDouble(cache->direction);
    if (!(lengthSquared(direction) > 0.0)) direction = {1.0, 0.0, 0.0};
    s.v[0] = supportOf(pair, -direction);
    s.count = 1;
}

} // namespace

CorePair::CorePair(const Convex& coreA, const Convex& coreB, const Transform& bInA)
    : a(coreA), b(coreB), rotation(toDoubleMatrix(bInA.q)), position(toDouble(bInA.p)) {}

GjkVertex supportOf(const CorePair& pair, DVec3 direction) {
    const DSupport a = support(pair.a, direction);
    const DSupport b = support(pair.b, mulTransposed(pair.rotation, -direction));
    return {a.point - (pair.rotation * b.point + pair.position), a.point, a.index, b.index};
}

GjkResult gjk(const CorePair& pair, const GjkQuery& query, DistanceCache* cache, GjkSimplex& s) {
    if (!query.resume) startSimplex(pair, cache, s);
    DVec3 v = reduceSimplex(s);
    double vv = lengthSquared(v);
    double scale = largestVertex(s);
    GjkResult result{};
    for (; result.iterations < kMaxIterations; ++result.iterations) {
        if (s.count == 4 || vv <= kZeroDistance * kZeroDistance * scale) {
            result.overlap = true;
            break;
        }
        if (query.decide && vv <= query.limit * query.limit) break;
        const GjkVertex w = supportOf(pair, -v);
        const double vw = dot(v, w.w);
        if (query.decide && vw > 0.0 && vw * vw > query.limit * query.limit * vv) break;
        if (vv - vw <= kRelativeGap * vv + kAbsoluteGap * sqrt(scale * vv) || hasVertex(s, w)) break;
        if (!extendSimplex(s, w, v)) break;
        vv = lengthSquared(v);
        scale = max(scale, lengthSquared(w.w));
    }
    if (cache != nullptr) storeCache(*cache, s, v);
    if (result.overlap) v = {0.0, 0.0, 0.0};
    result.v = v;
    result.distance = length(v);
    for (int i = 0; i < s.count; ++i) result.pointA += s.weight[i] * s.v[i].a;
    result.pointB = result.pointA - v;
    return result;
}

} // namespace cairn
