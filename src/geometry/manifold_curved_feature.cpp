// Supporting features of convex shapes: what a shape shows to somebody who looks at it along a direction.
//
// A disc shows an octagon whose corners are fixed in the body: they turn with it and do not jump when it moves by
// micrometres. Barrels and cone sides show the line under the direction, rims a point.
//
// Names: vertices and edges of boxes and hulls as in their polytope; a segment's ends 0 and 1; corners of the octagon
// at +y 0 to 7, at -y 8 to 15; the ends of a barrel or cone line 16 (top), 17 (bottom); rim points 18, 19.
#include "geometry/manifold_curved.h"
#include "geometry/manifold_hull.h"

namespace cairn {

namespace {

// A face, cap or line counts as the feature within these angles of the direction.
constexpr float kFaceCosine = 0.985f; // 10 degrees
constexpr float kCapCosine = 0.995f;  // 5.7 degrees
constexpr float kLineSine = 0.1f;     // 5.7 degrees
// A normal moves to that of a face within this angle. Solids that are 1 cm apart lose a tolerance in 13 degrees:
// without a bound, rounding alone decided between normals that far apart.
constexpr float kNormalCosine = 0.998f; // 3.6 degrees

void addSegment(Vec3 a, Vec3 b, int nameA, int nameB, PatchFeature& out) {
    out.add(a, vertexTag(nameA), edgeTag(16));
    out.add(b, vertexTag(nameB), edgeTag(16));
}

// Counter-clockwise seen from outside: about +y for the top, the other way round for the bottom.
void addDisc(float radius, float y, bool top, PatchFeature& out) {
    constexpr float kHalf = 0.70710678f;
    constexpr float kX[8] = {1, kHalf, 0, -kHalf, -1, -kHalf, 0, kHalf};
    constexpr float kZ[8] = {0, kHalf, 1, kHalf, 0, -kHalf, -1, -kHalf};
    out.normal = {0.0f, top ? 1.0f : -1.0f, 0.0f};
    const int name = top ? 0 : 8;
    for (int i = 0; i < 8; ++i) {
        // From x to z is clockwise about +y.
        const int j = top ? (8 - i) & 7 : i;
        out.add({radius * kX[j], y, radius * kZ[j]}, vertexTag(name + j), edgeTag(name + (top ? (j + 7) & 7 : j)));
    }
}

// Unit vector of d's shadow on the xz plane.
Vec3 radial(Vec3 d) { return normalizeOr({d.x, 0.0f, d.z}, {1.0f, 0.0f, 0.0f}); }

void cylinderFeature(Vec3 size, Vec3 d, PatchFeature& out) {
    const Vec3 r = size.x * radial(d);
    if (abs(d.y) > kCapCosine)
        addDisc(size.x, d.y > 0.0f ? size.y : -size.y, d.y > 0.0f, out);
    else if (abs(d.y) < kLineSine)
        addSegment({r.x, size.y, r.z}, {r.x, -size.y, r.z}, 16, 17, out);
    else
        out.add({r.x, d.y > 0.0f ? size.y : -size.y, r.z}, vertexTag(d.y > 0.0f ? 18 : 19), 0);
}

// In the plane through the axis the side runs from the apex (0, h) to the rim (r, -h); its normal is (2h, r) / l, its
// direction (r, -2h) / l.
void coneFeature(Vec3 size, Vec3 d, PatchFeature& out) {
    const Vec3 u = radial(d);
    const Vec3 apex{0.0f, size.y, 0.0f}, rim{size.x * u.x, -size.y, size.x * u.z};
    const float outward = d.x * u.x + d.z * u.z;
    const float l = sqrt(4.0f * size.y * size.y + size.x * size.x);
    const float along = (size.x * outward - 2.0f * size.y * d.y) / l; // sine of the angle to the side's normal
    if (d.y < -kCapCosine)
        addDisc(size.x, -size.y, false, out);
    else if (abs(along) < kLineSine)
        addSegment(apex, rim, 16, 17, out);
    else if (along < 0.0f)
        out.add(apex, vertexTag(18), 0);
    else
        out.add(rim, vertexTag(19), 0);
}

void polytopeFeature(const Polytope& p, Vec3 d, PatchFeature& out) {
    const int face = mostAlignedFace(p, d);
    if (dot(p.planes[face].normal, d) > kFaceCosine) {
        makeFaceFeature(p, face, p.vertices, p.planes[face].normal, out);
        return;
    }
    int vertex = 0;
    for (int i = 1; i < p.vertexCount; ++i)
        if (dot(p.vertices[i] - p.vertices[vertex], d) > 0.0f) vertex = i;
    // The edge at that vertex which falls off least.
    int best = -1;
    float least = kLineSine;
    for (int e = 0; e < p.edgeCount; ++e) {
        if (p.edges[e].origin != vertex) continue;
        const Vec3 along = p.vertices[p.edges[e ^ 1].origin] - p.vertices[vertex];
        const float sine = abs(dot(along, d)) / max(length(along), 1e-20f);
        if (sine < least) least = sine, best = e;
    }
    out.add(p.vertices[vertex], vertexTag(vertex), edgeTag(max(best, 0) >> 1));
    if (best >= 0) {
        const int other = p.edges[best ^ 1].origin;
        out.add(p.vertices[other], vertexTag(other), edgeTag(best >> 1));
    }
}

} // namespace

CurvedSide::CurvedSide(const Shape& shape)
    : convex(makeConvex(shape)), hasFaces(shape.kind == ShapeKind::Box || shape.kind == ShapeKind::Hull) {
    if (hasFaces) polytope = makePolytope(shape, storage);
}
CurvedSide::CurvedSide(const Shape& shape, const Polytope& view)
    : convex(makeConvex(shape)), hasFaces(true), polytope(view) {}
CurvedSide::CurvedSide(const Polytope& triangle)
    : convex(makeConvex({triangle.vertices, static_cast<std::size_t>(triangle.vertexCount)}, 0.0f)), hasFaces(true),
      polytope(triangle) {}

float CurvedSide::thickness() const {
    if (hasFaces) return polytope.innerRadius + convex.radius;
    switch (convex.kind) {
    case ShapeKind::Cylinder: return min(convex.size.x, convex.size.y) + convex.radius;
    case ShapeKind::Cone: return 0.5f * min(convex.size.x, convex.size.y) + convex.radius;
    default: return convex.radius;
    }
}

bool CurvedSide::flatNormal(Vec3 d, Vec3& normal) const {
    if (hasFaces) {
        normal = polytope.planes[mostAlignedFace(polytope, d)].normal;
    } else if (convex.kind == ShapeKind::Cylinder) {
        normal = {0.0f, d.y >= 0.0f ? 1.0f : -1.0f, 0.0f};
    } else if (convex.kind == ShapeKind::Cone) {
        normal = {0.0f, -1.0f, 0.0f};
    } else {
        return false;
    }
    return dot(normal, d) > kNormalCosine;
}

void CurvedSide::feature(Vec3 d, PatchFeature& out) const {
    out.count = 0;
    if (hasFaces) return polytopeFeature(polytope, d, out);
    switch (convex.kind) {
    case ShapeKind::Capsule:
        if (abs(d.y) < kLineSine)
            addSegment({0.0f, -convex.size.y, 0.0f}, {0.0f, convex.size.y, 0.0f}, 0, 1, out);
        else
            out.add({0.0f, d.y > 0.0f ? convex.size.y : -convex.size.y, 0.0f}, vertexTag(d.y > 0.0f ? 1 : 0), 0);
        break;
    case ShapeKind::Cylinder: cylinderFeature(convex.size, d, out); break;
    case ShapeKind::Cone: coneFeature(convex.size, d, out); break;
    default: out.add(kZero, vertexTag(0), 0); break;
    }
}

} // namespace cairn
