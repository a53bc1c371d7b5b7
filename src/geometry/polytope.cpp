// Views of boxes, hulls and triangles as polytopes, with the constant edge and face tables of the small ones.
#include "geometry/polytope.h"

namespace cairn {

namespace {

template <int kFaces, int kHalfEdges> struct Topology {
    HullFace faces[kFaces];
    HullEdge edges[kHalfEdges];
    uint16_t faceVertices[kHalfEdges];
};

// Pairs up half-edges from the vertex loops of faces that all have `kHalfEdges / kFaces` sides. The first face that
// walks an edge gets the even half.
template <int kFaces, int kHalfEdges>
constexpr Topology<kFaces, kHalfEdges> pairEdges(const uint16_t (&loops)[kHalfEdges]) {
    constexpr int kSides = kHalfEdges / kFaces;
    Topology<kFaces, kHalfEdges> t{};
    uint16_t half[kHalfEdges] = {}; // half-edge of each loop slot
    int count = 0;
    for (int i = 0; i < kHalfEdges; ++i) {
        const int next = i / kSides * kSides + (i + 1) % kSides;
        int index = -1;
        for (int j = 0; j < i; ++j) {
            const int after = j / kSides * kSides + (j + 1) % kSides;
            if (loops[j] == loops[next] && loops[after] == loops[i]) index = half[j] ^ 1;
        }
        if (index < 0) {
            index = count;
            count += 2;
        }
        half[i] = static_cast<uint16_t>(index);
        t.faceVertices[i] = loops[i];
        t.edges[index].origin = loops[i];
        t.edges[index].face = static_cast<uint16_t>(i / kSides);
    }
    for (int i = 0; i < kHalfEdges; ++i) t.edges[half[i]].next = half[i / kSides * kSides + (i + 1) % kSides];
    for (int f = 0; f < kFaces; ++f)
        t.faces[f] = {half[f * kSides], static_cast<uint16_t>(f * kSides), static_cast<uint16_t>(kSides)};
    return t;
}

constexpr Topology<6, 24> kBox =
    pairEdges<6, 24>({1, 3, 7, 5, 0, 4, 6, 2, 2, 6, 7, 3, 0, 1, 5, 4, 4, 5, 7, 6, 0, 2, 3, 1});
constexpr Topology<2, 6> kTriangle = pairEdges<2, 6>({0, 1, 2, 0, 2, 1});

} // namespace

Polytope makeBoxPolytope(Vec3 h, PolytopeStorage& s) {
    for (int i = 0; i < 8; ++i) s.vertices[i] = {i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z};
    s.planes[0] = {{1, 0, 0}, h.x};
    s.planes[1] = {{-1, 0, 0}, h.x};
    s.planes[2] = {{0, 1, 0}, h.y};
    s.planes[3] = {{0, -1, 0}, h.y};
    s.planes[4] = {{0, 0, 1}, h.z};
    s.planes[5] = {{0, 0, -1}, h.z};
    return {s.vertices, s.planes,        kBox.faces, kBox.edges, kBox.faceVertices, 8, 6, 24,
            kZero,      minComponent(h), 0.0f,       false};
}

Polytope makeHullPolytope(const Hull& h) {
    return {
        h.vertices.data(), h.planes.data(), h.faces.data(), h.edges.data(), h.faceVertices.data(), h.vertices.count(),
        h.faces.count(),   h.edges.count(), h.centroid,     h.innerRadius,  h.edgeCosine,          false};
}

bool makeTrianglePolytope(const Vec3 (&v)[3], PolytopeStorage& s, Polytope& out) {
    const Vec3 area = cross(v[1] - v[0], v[2] - v[0]);
    const float l = length(area);
    if (!(l > 0.0f)) return false;
    const Vec3 n = (1.0f / l) * area;
    for (int i = 0; i < 3; ++i) s.vertices[i] = v[i];
    const float offset = dot(n, v[0]);
    s.planes[0] = {n, offset};
    s.planes[1] = {-n, -offset};
    const Vec3 center = (1.0f / 3.0f) * (v[0] + v[1] + v[2]);
    out = {s.vertices, s.planes, kTriangle.faces, kTriangle.edges, kTriangle.faceVertices, 3, 2, 6, center, 0.0f,
           -1.0f,      true};
    return true;
}

Polytope makePolytope(const Shape& shape, PolytopeStorage& storage) {
    return shape.kind == ShapeKind::Box ? makeBoxPolytope(shape.size, storage) : makeHullPolytope(*shape.hull);
}

} // namespace cairn
