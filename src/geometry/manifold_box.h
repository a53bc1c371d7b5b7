// Box against box: what the single call and the batch share behind the lane kernel.
#pragma once

#include "geometry/manifold_choice.h"
#include "geometry/manifold_internal.h"
#include "math/lanes4.h"

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
// The patch of a face must have a point as near as the axis says, to this (m). If not, the axis is an edge's that gave
// way to a face which only looked alike, or the cores are apart at a corner beyond the patch. The true distance of
// cores that are apart lies between what the axis says and that point.
inline constexpr float kBoxAstray = 8e-4f;

// The axes after and before one: tables, not branches, because they are random.
inline constexpr int kNextAxis[3] = {1, 2, 0}, kAxisBefore[3] = {2, 0, 1};
// k / 3 and k % 3: the edges of two boxes.
inline constexpr int kThird[9] = {0, 0, 0, 1, 1, 1, 2, 2, 2}, kOfThird[9] = {0, 1, 2, 0, 1, 2, 0, 1, 2};
// Twice round.
inline constexpr float kUnitAxes[5][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}};
// How many axes on from the first one the second one is.
inline constexpr int kAxesOn[3][3] = {{0, 1, 2}, {2, 0, 1}, {1, 2, 0}};

// Candidates of a face axis, in slots:
//    0..3   incident corners (++, -+, --, +- in the incident face's own axes), or where the side through such a corner
//           along the first axis enters the reference rectangle
//    4..7   where sides along the second axis cross the rectangle's outline on the way to these corners
//    8..11  corners of the rectangle inside the incident face
inline constexpr int kBoxSlots = 12;

// What clipping knows of a pair, or of kStride pairs side by side.
template <int kStride> struct alignas(kStride > 4 ? 32 : 16) BoxPatch {
    float u[kBoxSlots][kStride], v[kBoxSlots][kStride]; // in the reference rectangle
    float height[kBoxSlots][kStride];                   // of the incident core over the reference core
    float name[kBoxSlots][kStride];                     // see below; whole numbers below 2^24
    float along[4][kStride];  // u and v along the first axis of A's face, then along the second
    float middle[4][kStride]; // u and v of the middle of where the faces overlap, if they are square; the rest is spare
};

// Where the patch lies. The contact in a slot is origin + u U + v V + height N, four floats: its position in A's frame,
// halfway between the surfaces, and its separation. N is half the normal of the reference face.
struct BoxPlane {
    F4 origin, U, V, N;
};

// Names of points: what of A meets what of B, 8 bits each, whichever face is the reference: a vertex inside the other
// face, or a crossing of two edges. Vertices have a bit per axis, as in support(); an edge is its axis times 8, plus
// the vertices' common bits. Faces that lie square to each other have a patch of four corners, which are called after
// their quadrant instead: when such faces slide over each other, each corner keeps its name, whatever cuts it off. The
// quadrants are about the middle of the overlap, whichever of its corners touch: a box that rocks from four points to
// two finds the two under their names.
inline constexpr float kBoxFaceCode = 0x80, kBoxVertexCode = 0x40, kBoxUpper = 256.0f; // A's code times this
inline constexpr uint32_t kBoxSquareCode = 0xC000, kBoxFaceContact = 0x10000, kBoxEdgeContact = 0x20000;

// Tangents up to which faces are square to each other: of a new pair, and of one whose faces were so last time, or were
// not. A pair that rocks about a single bound would change all its names at once.
inline constexpr float kBoxSquare = 0.1f, kBoxStillSquare = 0.12f, kBoxSquareAgain = 0.08f;

// Cores that are apart at a corner (the closest points are not on the faces or edges of the best axis), or a patch
// that came out empty: the collider by distance has the exact normal.
bool fallBackFromBoxes(const Shape& a, const Shape& b, const Transform& bInA, float margin, Manifold& out);

// In the cache: kind is the axis of the last contact plus one, and if it was by faces, whether they were square or not;
// featureA then has the slots of its points, which mean the same while the axis does.
inline constexpr uint32_t kBoxAxisBits = 31u, kBoxWasSquare = 32u, kBoxWasTurned = 64u;
inline int cachedBoxAxis(const ManifoldCache& cache) { return static_cast<int>(cache.kind & kBoxAxisBits) - 1; }
inline uint32_t cachedBoxSlots(const ManifoldCache& cache, int axis) {
    return cachedBoxAxis(cache) == axis ? cache.featureA : 0u;
}
inline float cachedSquareness(const ManifoldCache& cache) {
    constexpr float kBounds[4] = {kBoxSquare, kBoxStillSquare, kBoxSquareAgain, kBoxSquare};
    return kBounds[cache.kind >> 5 & 3u];
}
inline void rememberBoxFaces(int axis, bool square, uint32_t slots, ManifoldCache& cache) {
    cache.kind = (static_cast<uint32_t>(axis) + 1u) | (square ? kBoxWasSquare : kBoxWasTurned);
    cache.featureA = static_cast<uint16_t>(slots);
}

} // namespace cairn
