// The separating-axis search for two polytopes: the direction along which they are farthest apart, or overlap least.
#pragma once

#include "geometry/polytope.h"

#include <cairn/manifold.h>

namespace cairn {

// Vertices by component in one frame, padded to full groups of 8 with copies of the first vertex.
struct VertexLanes {
    alignas(64) float x[kMaxPolytopeVertices];
    alignas(64) float y[kMaxPolytopeVertices];
    alignas(64) float z[kMaxPolytopeVertices];
    int count;

    Vec3 operator[](int i) const { return {x[i], y[i], z[i]}; }
};

enum class SatKind : uint32_t { None, FaceA, FaceB, Edges };

struct SatAxis {
    Vec3 normal;      // unit, from A to B, in A's frame
    float separation; // along the normal; negative when overlapping
    SatKind kind;
    int featureA; // face of A, or half-edge of A (even)
    int featureB; // face of B, or half-edge of B (even)
};

// Both polytopes in A's frame. The vertices are filled by findSatAxis.
struct SatPair {
    SatPair(const Polytope& polytopeA, const Polytope& polytopeB, const Transform& pose)
        : a(polytopeA), b(polytopeB), bInA(pose), rotation(toMatrix(pose.q)) {}

    const Polytope& a;
    const Polytope& b;
    Transform bInA;
    Mat33 rotation; // of bInA
    VertexLanes verticesA;
    VertexLanes verticesB;
};

// Returns false, and remembers the axis, when some axis separates the
// polytopes by more than `limit`. Otherwise `out` has the best axis; `tolerance` (m) is how much worse an axis may be
// and still be preferred, the remembered one to any other and a face to a pair of edges. `frontOnly`: B is a triangle,
// and only axes that do not point out of its back (face 1) count; where one that does is better, `out` has its
// separation and the kind None.
bool findSatAxis(SatPair& pair, float limit, float tolerance, bool frontOnly, ManifoldCache& cache, SatAxis& out);

} // namespace cairn
