// Manifolds of boxes and hulls: best axis, then the overlap of the two faces that meet along it.
//
// The reference face is the one whose normal is the axis; the incident face is the other polytope's most opposed one.
// When the axis comes from two edges there is one point, where they pass each other; and, where both shapes have a face
// beside the edge that lies almost flat on the axis, the corners of their overlap as well. A block that leans on
// another by a few degrees, sunk in deeper than its lean, would else be held in one point that jumps about.
#include "geometry/manifold_hull.h"

#include "geometry/manifold_curved.h"

#include <algorithm>

namespace cairn {

namespace {

int supportVertex(const VertexLanes& v, int count, Vec3 direction) {
    int best = 0;
    float most = dot(v[0], direction);
    for (int i = 1; i < count; ++i) {
        const float s = dot(v[i], direction);
        if (s > most) most = s, best = i;
    }
    return best;
}

// Closest points of the lines through two edges, kept on the edges.
//   x = pA + s eA, y = pB + t eB; (y - x).eA = (y - x).eB = 0.
PatchWitness edgeWitness(const SatPair& pair, int a, int b) {
    const Vec3 pA = pair.verticesA[pair.a.edges[a].origin], pB = pair.verticesB[pair.b.edges[b].origin];
    const Vec3 eA = pair.verticesA[pair.a.edges[a ^ 1].origin] - pA,
               eB = pair.verticesB[pair.b.edges[b ^ 1].origin] - pB;
    const Vec3 w = pB - pA;
    const float aa = dot(eA, eA), bb = dot(eB, eB), ab = dot(eA, eB), wa = dot(w, eA), wb = dot(w, eB);
    const float det = aa * bb - ab * ab;
    const float s = det > 0.0f ? clamp((wa * bb - wb * ab) / det, 0.0f, 1.0f) : 0.5f;
    const float t = bb > 0.0f ? clamp((s * ab - wb) / bb, 0.0f, 1.0f) : 0.5f;
    return {pA + s * eA, pB + t * eB, edgeTag(a >> 1), edgeTag(b >> 1)};
}

// Corners that come within `window` of the support vertex along the direction, but for those of the face.
int findExtras(const VertexLanes& v, int count, int support, Vec3 direction, float window, const PatchFeature& face,
               PatchExtra* out) {
    const float least = dot(v[support], direction) - window;
    int found = 0;
    for (int i = 0; i < count && found < kMaxPatchExtras; ++i) {
        if (!(dot(v[i], direction) >= least)) continue;
        const uint16_t* const end = face.corner + face.count;
        if (std::find(face.corner, end, vertexTag(i)) == end) out[found++] = {v[i], vertexTag(i)};
    }
    return found;
}

constexpr float kFlat = 0.98f; // cosine of 11 degrees

// Of the two faces at an edge.
int flatterFace(const Polytope& p, int edge, Vec3 direction) {
    const int left = p.edges[edge].face, right = p.edges[edge ^ 1].face;
    return dot(p.planes[left].normal, direction) >= dot(p.planes[right].normal, direction) ? left : right;
}

} // namespace

int mostAlignedFace(const Polytope& p, Vec3 direction) {
    int best = 0;
    float most = dot(p.planes[0].normal, direction);
    for (int i = 1; i < p.faceCount; ++i) {
        const float s = dot(p.planes[i].normal, direction);
        if (s > most) most = s, best = i;
    }
    return best;
}

bool makePolytopePatch(const SatPair& pair, const SatAxis& axis, float radiusA, float radiusB, float margin,
                       float tolerance, Manifold& out) {
    PatchInput in{axis.normal, radiusA, radiusB, margin, tolerance};
    PatchExtra extras[kMaxPatchExtras];
    PatchFeature featureA, featureB;
    PatchWitness witness;
    if (axis.kind == SatKind::Edges) {
        witness = edgeWitness(pair, axis.featureA, axis.featureB);
        // Nearly parallel edges give a rough normal, along which other features may come a little farther.
        const float excess = dot(axis.normal, witness.onB - witness.onA) - axis.separation;
        witness.onA += (0.5f * excess) * axis.normal;
        witness.onB -= (0.5f * excess) * axis.normal;
        const Vec3 n = axis.normal, inB = -mulTransposed(pair.rotation, n);
        const int faceA = flatterFace(pair.a, axis.featureA, n), faceB = flatterFace(pair.b, axis.featureB, inB);
        if (dot(pair.a.planes[faceA].normal, n) > kFlat || dot(pair.b.planes[faceB].normal, inB) > kFlat) {
            makeFaceFeature(pair.a, faceA, pair.verticesA, pair.a.planes[faceA].normal, featureA);
            makeFaceFeature(pair.b, faceB, pair.verticesB, pair.rotation * pair.b.planes[faceB].normal, featureB);
        }
    } else {
        const Vec3 n = axis.normal;
        const bool faceOfA = axis.kind == SatKind::FaceA;
        const int faceA = faceOfA ? axis.featureA : mostAlignedFace(pair.a, n);
        const int faceB = faceOfA ? mostAlignedFace(pair.b, -mulTransposed(pair.rotation, n)) : axis.featureB;
        makeFaceFeature(pair.a, faceA, pair.verticesA, faceOfA ? n : pair.a.planes[faceA].normal, featureA);
        makeFaceFeature(pair.b, faceB, pair.verticesB, faceOfA ? pair.rotation * pair.b.planes[faceB].normal : -n,
                        featureB);
        const float window = margin + radiusA + radiusB - axis.separation;
        int extraCount = 0;
        if (faceOfA) {
            const int vertex = supportVertex(pair.verticesB, pair.b.vertexCount, -n);
            extraCount = findExtras(pair.verticesB, pair.b.vertexCount, vertex, -n, window, featureB, extras);
            witness.onB = pair.verticesB[vertex];
            witness.onA = witness.onB - axis.separation * n;
            witness.tagA = 0, witness.tagB = vertexTag(vertex);
        } else {
            const int vertex = supportVertex(pair.verticesA, pair.a.vertexCount, n);
            extraCount = findExtras(pair.verticesA, pair.a.vertexCount, vertex, n, window, featureA, extras);
            witness.onA = pair.verticesA[vertex];
            witness.onB = witness.onA + axis.separation * n;
            witness.tagA = vertexTag(vertex), witness.tagB = 0;
        }
        in.extras = {extras, static_cast<std::size_t>(extraCount)};
    }
    return makePatch(featureA, featureB, witness, in, out);
}

bool collideHulls(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                  Manifold& out) {
    out.count = 0;
    PolytopeStorage storageA, storageB;
    const Polytope polytopeA = makePolytope(a, storageA), polytopeB = makePolytope(b, storageB);
    const float tolerance = featureTolerance(polytopeA.innerRadius, polytopeB.innerRadius);
    const float radii = a.rounding + b.rounding;
    if (max(polytopeA.vertexCount, polytopeB.vertexCount) > kMaxPolytopeVertices)
        return collideCurved(a, b, bInA, margin, cache, out);
    SatPair pair(polytopeA, polytopeB, bInA);
    SatAxis axis;
    if (!findSatAxis(pair, margin + radii, tolerance, false, cache, axis)) return false;
    // Apart, rounded corners and edges matter, and only the closest points know their normal.
    if (radii > 0.0f && axis.separation > 0.0f) {
        const SeparationResult r = separation(makeConvex(a), makeConvex(b), bInA, axis.normal);
        if (r.separation > margin) return false;
        if (r.separation + radii > axis.separation + tolerance) {
            const CurvedSide sideA(a, polytopeA), sideB(b, polytopeB);
            return makeCurvedPatch(sideA, sideB, bInA, r, margin, tolerance, out);
        }
    }
    return makePolytopePatch(pair, axis, a.rounding, b.rounding, margin, tolerance, out);
}

} // namespace cairn
