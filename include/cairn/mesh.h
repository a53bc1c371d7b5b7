// Triangle meshes: static surfaces with materials, and what collision needs to see them as a surface rather than as
// separate triangles: neighbours and the bend of every edge.
//
// Triangles are counter-clockwise seen from outside. A mesh is a surface, not a solid: a shape whose centre is behind a
// triangle does not touch it, unless the mesh is double-sided.
#pragma once

#include <cairn/static_bvh.h>

namespace cairn {

// How the surface bends at an edge, seen from the front of the triangle.
enum class EdgeKind : uint8_t {
    Flat,     // the two triangles lie in one plane: no contact can stand on this edge
    Convex,   // a ridge
    Concave,  // a valley: the faces are always hit first
    Boundary, // no neighbour, or several (a non-manifold edge), or one that is wound the other way
};

struct MeshTriangle {
    uint32_t vertex[3];
    uint32_t neighbour[3]; // across the edge from vertex[i] to vertex[i + 1]; kNoIndex at a boundary
    EdgeKind edge[3];
    uint8_t material;
};

// The eight triangles of one BVH leaf, one per lane: what a ray reads. Empty slots are zero-size triangles.
struct alignas(64) MeshLeafTriangles {
    float corner[3][3][kBvhWidth]; // [vertex][axis][lane]
};

// What the builder repaired.
struct MeshReport {
    int weldedVertices = 0;      // merged into an earlier one
    int unusedVertices = 0;      // not referred to by any kept triangle
    int degenerateTriangles = 0; // without area; dropped
    int duplicateTriangles = 0;  // same corners, same side as an earlier one; dropped
    int boundaryEdges = 0;       // edges with one triangle
    int irregularEdges = 0;      // edges with three or more triangles, or with two of opposite winding
};

struct Mesh {
    Array<Vec3> vertices;
    Array<MeshTriangle> triangles;
    Array<Vec3> normals;                    // one per triangle, computed in double
    Array<uint32_t> sourceTriangle;         // the caller's number of each triangle (dropped ones leave gaps)
    StaticBvh bvh;                          // over triangles
    Array<MeshLeafTriangles> leafTriangles; // beside bvh.leaves
    Aabb bounds = kEmptyAabb;
    float flatAngle = 0.0f; // edges that bend less are Flat
    bool doubleSided = false;
    MeshReport report;

    bool empty() const { return triangles.empty(); }
};

struct MeshOptions {
    float weldTolerance = 0.0f; // vertices this near to each other become one; 0 merges equal ones only
    float flatAngle = 0.001f;   // radians; edges that bend less are Flat
    bool doubleSided = false;   // collide with both sides
};

// Coordinates beyond this are refused: squares of squares of lengths must stay finite in float.
inline constexpr float kMaxMeshCoordinate = 1e8f;

// `indices` holds three vertex numbers per triangle; `materials` one value per triangle, or nothing.
// Empty, with a reported error, when a vertex is not finite, an index is out of range, counts do not fit, or no
// triangle with an area is left. Degenerate and duplicate triangles are dropped and counted in Mesh::report.
Mesh buildMesh(std::span<const Vec3> positions, std::span<const uint32_t> indices,
               std::span<const uint8_t> materials = {}, const MeshOptions& options = {});

} // namespace cairn
