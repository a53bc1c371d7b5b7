// Box against box: what the single call and the batch share behind the lane kernel.
#pragma once

#include "geometry/manifold_internal.h"
#include "math/lanes_scalar.h"

namespace cairn {

// Weights of the axis search (m): together less than a millimetre.
inline constexpr float kBoxCachedBonus = 3e-4f;
inline constexpr float kBoxEdgeHandicap = 4e-4f;
// Squared sine of the angle below which edges count as parallel: faces cover that case to 1e-5 of the size.
inline constexpr float kBoxParallel2 = 1e-10f;

// One pair's candidates of a face axis, as the kernel left them; candidate k is at index k * stride.
struct BoxCandidates {
    const float* u;
    const float* v;
    const float* z;
    const float* cornerS1;
    const float* cornerS2;
    int stride;
    uint32_t valid; // bit per slot
    int axis;       // 0..5
    int incidentAxis;
    bool referenceUp;
    bool incidentUp;
    float separation; // along the axis, of the cores
};

// Chooses, names and places the points. Falls back on collideCurved where the faces do not hold the closest points.
bool finishBoxFaces(const Shape& a, const Shape& b, const Transform& bInA, float margin,
                    const BoxCandidates& candidates, ManifoldCache& cache, Manifold& out);
// The point where two edges cross. `axis` is 6 + 3 i + j.
bool finishBoxEdges(const Shape& a, const Shape& b, const Transform& bInA, float margin, int axis, float separation,
                    ManifoldCache& cache, Manifold& out);

// In the cache: kind is the axis of the last contact plus one.
inline int cachedBoxAxis(const ManifoldCache& cache) { return static_cast<int>(cache.kind & 31u) - 1; }

} // namespace cairn
