// Manifolds of polytopes: boxes, hulls and triangles in any combination.
#pragma once

#include "geometry/manifold_hull_sat.h"
#include "geometry/manifold_internal.h"
#include "geometry/manifold_patch.h"

namespace cairn {

// Lengths (m) below this do not decide between axes or features: a quarter of a millimetre, less for tiny shapes.
inline constexpr float kFeatureTolerance = 2.5e-4f;
inline float featureTolerance(float innerRadiusA, float innerRadiusB) {
    return min(kFeatureTolerance, 0.01f * max(innerRadiusA, innerRadiusB));
}

// The face as a patch feature; `vertices` are those of `p` in the frame that the corners shall be in.
template <class Vertices>
void makeFaceFeature(const Polytope& p, int face, const Vertices& vertices, Vec3 normal, PatchFeature& out) {
    out.count = 0;
    out.normal = normal;
    const HullFace& f = p.faces[face];
    const int stride = (f.vertexCount + kMaxPatchCorners - 1) / kMaxPatchCorners;
    int edge = f.firstEdge;
    for (int i = 0; i < f.vertexCount; ++i) {
        const int vertex = p.edges[edge].origin;
        if (i % stride == 0) out.add(vertices[vertex], vertexTag(vertex), edgeTag(edge >> 1));
        edge = p.edges[edge].next;
    }
}

int mostAlignedFace(const Polytope& p, Vec3 direction);

// The points for an axis that findSatAxis chose.
bool makePolytopePatch(const SatPair& pair, const SatAxis& axis, float radiusA, float radiusB, float margin,
                       float tolerance, Manifold& out);

} // namespace cairn
