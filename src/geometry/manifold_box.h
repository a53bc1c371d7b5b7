// Box against box: what the single call and the batch share behind the lane kernel.
#pragma once

#include "geometry/manifold_internal.h"

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
// An edge that gave way to a face must find its own depth among the face's points, to this (m). Else the faces only
// looked alike: their patch misses the point where the edges meet.
inline constexpr float kBoxAstray = 8e-4f;

// Candidates of a face axis, in slots:
//    0..3   incident corners (++, -+, --, +- in the incident face's own axes), or where the side through such a corner
//           along the first axis enters the reference rectangle
//    4..7   where sides along the second axis cross the rectangle's outline on the way to these corners
//    8..11  corners of the rectangle inside the incident face
inline constexpr int kBoxSlots = 12;

// What clipping knows of one pair. A multiple of eight floats: the batch writes it by rows of lanes.
struct alignas(32) BoxPatch {
    float x[kBoxSlots], y[kBoxSlots], z[kBoxSlots]; // in A's frame, halfway between the surfaces
    float height[kBoxSlots];                        // of the incident core over the reference core
    // How the point lies in the reference rectangle: 1 on the positive side of its middle along the first axis, 2 along
    // the second, 4 nearer to a side along the second, 8 off its outline.
    float place[kBoxSlots];
    float normal[3]; // of the reference face, outward
    float unused;
};
inline constexpr int kBoxFields = 5 * kBoxSlots + 4;
static_assert(sizeof(BoxPatch) == sizeof(float) * kBoxFields);

struct BoxFaces {
    uint32_t valid; // bit per slot: the point exists and is within the limit
    int axis;       // 0..5
    int incidentAxis;
    bool referenceUp; // the face is on the positive side of its axis
    bool incidentUp;
    bool square; // sides of the two faces are almost parallel
    bool astray; // the faces do not hold the closest points
};
inline constexpr float kBoxSquare = 0.1f; // tangent up to which faces are square to each other

// Chooses and names the points. Falls back on collideCurved where the faces do not hold the closest points.
bool finishBoxFaces(const Shape& a, const Shape& b, const Transform& bInA, float margin, const BoxPatch& patch,
                    const BoxFaces& faces, ManifoldCache& cache, Manifold& out);
// The point where two edges cross. `axis` is 6 + 3 i + j.
bool finishBoxEdges(const Shape& a, const Shape& b, const Transform& bInA, float margin, int axis, float separation,
                    ManifoldCache& cache, Manifold& out);

// In the cache: kind is the axis of the last contact plus one.
inline int cachedBoxAxis(const ManifoldCache& cache) { return static_cast<int>(cache.kind & 31u) - 1; }

} // namespace cairn
