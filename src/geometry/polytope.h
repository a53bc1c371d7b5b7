// Polytope: hulls, boxes and triangles seen as one thing, so that the separating-axis test and the clipping of faces
// are written once. A hull is viewed in place; a box or triangle fills a few vectors on the caller's stack and borrows
// a constant table for its edges and faces.
#pragma once

#include <cairn/hull.h>
#include <cairn/shapes.h>

namespace cairn {

// Bigger hulls go by support mapping instead of separating axes, which keeps buffers on the stack small.
inline constexpr int kMaxPolytopeVertices = 256;
inline constexpr int kMaxPolytopeFaces = 2 * kMaxPolytopeVertices;
inline constexpr int kMaxPolytopeEdges = 3 * kMaxPolytopeVertices; // undirected

struct Polytope {
    const Vec3* vertices;
    const HullPlane* planes;
    const HullFace* faces;
    const HullEdge* edges; // half-edges, twins are i and i ^ 1
    const uint16_t* faceVertices;
    int vertexCount;
    int faceCount;
    int edgeCount;     // half-edges
    Vec3 center;       // a point inside
    float innerRadius; // the ball of this radius about `center` is inside
    float edgeCosine;  // no two neighbouring faces have normals with a smaller dot product than this
    bool flat;         // a triangle: two faces back to back
};

struct PolytopeStorage {
    Vec3 vertices[8];
    HullPlane planes[6];
};

// Vertex i of a box has +size.x where bit 0 of i is set, +size.y for bit 1, +size.z for bit 2 (as support() numbers
// them); its faces are +x, -x, +y, -y, +z, -z.
Polytope makeBoxPolytope(Vec3 halfExtents, PolytopeStorage& storage);
Polytope makeHullPolytope(const Hull& hull);
// Face 0 is the front (counter-clockwise 0, 1, 2), face 1 the back; undirected edge i runs from vertex i to i + 1
// mod 3. False for triangles without area.
bool makeTrianglePolytope(const Vec3 (&triangle)[3], PolytopeStorage& storage, Polytope& out);
// For a box or a hull.
Polytope makePolytope(const Shape& shape, PolytopeStorage& storage);

} // namespace cairn
