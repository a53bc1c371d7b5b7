// Convex shape against one triangle: boxes and hulls by separating axes with the triangle as a flat polytope, curved
// shapes by signed separation.
#include "geometry/manifold_triangle.h"

#include "geometry/gjk.h"
#include "geometry/manifold_curved.h"
#include "geometry/manifold_hull.h"

namespace cairn {

namespace {

constexpr float kFaceCosine = 0.9998f; // 1.1 degrees
constexpr float kEdgeSine = 0.02f;

// Which part of the triangle supports `direction` (unit, from the triangle to the shape).
void classify(const Polytope& t, Vec3 direction, TriangleContact& out) {
    out.feature = TriangleFeature::Face;
    out.index = 0;
    if (dot(t.planes[0].normal, direction) > kFaceCosine) return;
    int top = 0;
    for (int i = 1; i < 3; ++i)
        if (dot(t.vertices[i] - t.vertices[top], direction) > 0.0f) top = i;
    out.feature = TriangleFeature::Vertex;
    out.index = top;
    float least = kEdgeSine;
    for (int k = 0; k < 2; ++k) {
        const int edge = k == 0 ? top : (top + 2) % 3;
        const Vec3 along = t.vertices[(edge + 1) % 3] - t.vertices[edge];
        const float sine = abs(dot(along, direction)) / max(length(along), 1e-20f);
        if (sine < least) {
            least = sine;
            out.feature = TriangleFeature::Edge;
            out.index = edge;
        }
    }
}

Vec3 barycentric(const Polytope& t, Vec3 p) {
    const Vec3 a = t.vertices[1] - t.vertices[0], b = t.vertices[2] - t.vertices[0], w = p - t.vertices[0];
    const Vec3 n = cross(a, b);
    const float s = 1.0f / max(lengthSquared(n), 1e-30f);
    const float v1 = s * dot(cross(w, b), n), v2 = s * dot(cross(a, w), n);
    return {1.0f - v1 - v2, v1, v2};
}

bool collideCurvedTriangle(const Shape& convex, const Polytope& t, float margin, float tolerance, ManifoldCache& cache,
                           TriangleContact& contact) {
    const CurvedSide sideA(convex), sideB(t);
    if (lengthSquared(cache.axis) > 0.5f &&
        coreSeparation(sideA.convex, sideB.convex, kIdentity, cache.axis) - convex.rounding > margin)
        return false;
    const SeparationResult& r = contact.nearest = separation(sideA.convex, sideB.convex, kIdentity, cache.axis);
    contact.hasNearest = true;
    cache.axis = r.normal;
    if (r.separation > margin) return false;
    contact.behind = dot(r.normal, t.planes[0].normal) > 0.0f;
    return !contact.behind && makeCurvedPatch(sideA, sideB, kIdentity, r, margin, tolerance, contact.manifold);
}

// False if the cores overlap.
bool findNearest(const Convex& a, const Convex& b, Vec3 hint, TriangleContact& contact) {
    GjkSimplex simplex;
    DistanceCache start;
    start.direction = -hint;
    const GjkResult g = gjk({a, b, kIdentity}, {}, &start, simplex);
    contact.hasNearest = !g.overlap;
    if (contact.hasNearest) contact.nearest = rounded(g, a, b);
    return contact.hasNearest;
}

bool collidePolytopeTriangle(const Shape& convex, const Polytope& p, const Polytope& t, float margin, float tolerance,
                             ManifoldCache& cache, TriangleContact& contact) {
    SatPair pair(p, t, kIdentity);
    SatAxis axis;
    if (!findSatAxis(pair, margin + convex.rounding, tolerance, true, cache, axis)) return false;
    // Apart, corners and edges may be farther than any axis shows, and only the closest points tell front from back.
    // (An axis that shows a little overlap may have been preferred to one that shows a gap.)
    if (axis.separation > -tolerance) {
        const CurvedSide sideA(convex, p), sideB(t);
        if (findNearest(sideA.convex, sideB.convex, axis.normal, contact)) {
            const SeparationResult& r = contact.nearest;
            if (r.separation > margin) return false;
            contact.behind = dot(r.normal, t.planes[0].normal) > 0.0f;
            if (contact.behind) return false;
            if (axis.kind == SatKind::None || r.separation + convex.rounding > axis.separation + tolerance)
                return makeCurvedPatch(sideA, sideB, kIdentity, r, margin, tolerance, contact.manifold);
        }
    }
    contact.behind = axis.kind == SatKind::None;
    return !contact.behind && makePolytopePatch(pair, axis, convex.rounding, 0.0f, margin, tolerance, contact.manifold);
}

} // namespace

bool collideTriangle(const Shape& convex, const Vec3 (&triangle)[3], float margin, ManifoldCache& cache,
                     TriangleContact& out) {
    out.manifold.count = 0;
    out.behind = out.hasNearest = false;
    PolytopeStorage storageT, storage;
    Polytope t;
    if (!makeTrianglePolytope(triangle, storageT, t)) return false;

    const bool faces = convex.kind == ShapeKind::Box || convex.kind == ShapeKind::Hull;
    Polytope p;
    if (faces) p = makePolytope(convex, storage);
    const bool polytope = faces && p.vertexCount <= kMaxPolytopeVertices;
    const Vec3 middle = faces ? p.center : kZero;
    if (dot(t.planes[0].normal, middle) < t.planes[0].offset) return false;

    Manifold& m = out.manifold;
    bool hit;
    if (polytope) {
        const float tolerance = featureTolerance(p.innerRadius, 0.0f);
        hit = collidePolytopeTriangle(convex, p, t, margin, tolerance, cache, out);
    } else {
        const float tolerance = featureTolerance(CurvedSide(convex).thickness(), 0.0f);
        hit = collideCurvedTriangle(convex, t, margin, tolerance, cache, out);
    }
    if (!hit) return false;

    classify(t, -m.normal, out);
    int deepest = 0;
    for (int i = 1; i < m.count; ++i)
        if (m.points[i].separation < m.points[deepest].separation) deepest = i;
    out.barycentric = barycentric(t, m.points[deepest].position);
    return true;
}

} // namespace cairn
