// Box against box: what the single call and the batch share behind the lane kernel.
#pragma once

#include "geometry/manifold_internal.h"
#include "math/lanes_scalar.h"

namespace cairn {

// Weights of the axis search (m): together less than a millimetre.
inline constexpr float kBoxCachedBonus = 3e-4f;
inline constexpr float kBoxEdgeHandicap = 4e-4f;
// Squared cosine (2.6 degrees) of an edge axis to a face's normal that stands for it.
inline constexpr float kBoxSameNormal = 0.998f;
// Squared sine of the angle below which edges count as parallel: faces cover that case to 1e-5 of the size.
inline constexpr float kBoxParallel2 = 1e-10f;

// What R may add to the rough measure of an edge axis by its own round-off, relative.
inline constexpr float kBoxRoughError = 2e-6f;

// One pair's candidates of a face axis, as the kernel left them (BoxClip); element k of an array is at k * stride.
struct BoxCandidates {
    const float* u;
    const float* v;
    const float* z;
    const float* R; // row by row
    float hu, hv;
    float e1u, e1v;
    float separation; // along the axis, of the cores
    float least;
    uint32_t valid;
    int axis; // 0..5
    int incidentAxis;
    bool referenceUp;
    bool incidentUp;
};

// Chooses, names and places the points. Falls back on collideCurved where the faces do not hold the closest points.
template <int kStride>
bool finishBoxFaces(const Shape& a, const Shape& b, const Transform& bInA, float margin,
                    const BoxCandidates& candidates, ManifoldCache& cache, Manifold& out);
extern template bool finishBoxFaces<1>(const Shape&, const Shape&, const Transform&, float, const BoxCandidates&,
                                       ManifoldCache&, Manifold&);
extern template bool finishBoxFaces<8>(const Shape&, const Shape&, const Transform&, float, const BoxCandidates&,
                                       ManifoldCache&, Manifold&);
// The point where two edges cross. `axis` is 6 + 3 i + j.
bool finishBoxEdges(const Shape& a, const Shape& b, const Transform& bInA, float margin, int axis, float separation,
                    ManifoldCache& cache, Manifold& out);

// In the cache: kind is the axis of the last contact plus one.
inline int cachedBoxAxis(const ManifoldCache& cache) { return static_cast<int>(cache.kind & 31u) - 1; }

} // namespace cairn
