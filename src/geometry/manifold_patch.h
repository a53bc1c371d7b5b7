// The contact patch of two convex shapes: the overlap of their supporting features, seen along the contact normal.
//
// Each shape gives the feature that faces the other: a point, a segment, or a convex polygon (a face; a cap disc as an
// octagon). Both are dropped on a plane at right angles to the normal, one is clipped by the other there, and every
// corner of the overlap becomes a point whose separation is the difference of the two heights. The normal need not be
// that of either feature, so a leaning cylinder and a slightly turned face are nothing special.
#pragma once

#include <cairn/manifold.h>

#include <span>

namespace cairn {

inline constexpr int kMaxPatchExtras = 8;

// A bigger face is thinned out evenly to this many corners.
inline constexpr int kMaxPatchCorners = 64;

// Names of features inside one shape: 16 bits, 0 for "inside of the face".
inline uint16_t vertexTag(int index) { return static_cast<uint16_t>((index + 1) | 0x8000); }
inline uint16_t edgeTag(int index) { return static_cast<uint16_t>(index + 1); }
// The point where feature `a` of shape A and feature `b` of shape B meet.
inline uint32_t makeFeatureId(uint16_t a, uint16_t b) { return static_cast<uint32_t>(a) << 16 | b; }

struct PatchFeature {
    int count = 0;                     // 1: point, 2: segment, more: polygon, counter-clockwise seen from outside
    Vec3 normal = kZero;               // outward, polygons only
    Vec3 corners[kMaxPatchCorners];    // in A's frame, on the core
    uint16_t corner[kMaxPatchCorners]; // vertexTag of corner i
    uint16_t side[kMaxPatchCorners];   // edgeTag of the side from corner i to i + 1

    void add(Vec3 p, uint16_t cornerTag, uint16_t sideTag) {
        corners[count] = p, corner[count] = cornerTag, side[count] = sideTag;
        ++count;
    }
};

// The pair of core points that decide the separation along the normal: what the patch falls back on, and what it must
// not miss.
struct PatchWitness {
    Vec3 onA, onB; // in A's frame
    uint16_t tagA, tagB;
};

// A corner beside the feature that is clipped, near the contact plane too. A rock stands on corners of several of its
// faces; with those of one face alone it would roll on to the next, find that deep, and be thrown back, for ever.
struct PatchExtra {
    Vec3 corner; // in A's frame, on the core
    uint16_t tag;
};

struct PatchInput {
    Vec3 normal; // unit, from A to B
    float radiusA, radiusB;
    float margin;
    float tolerance;          // lengths below this (m) do not decide between features
    bool overlapOnly = false; // no points where the features do not meet
    std::span<const PatchExtra> extras = {};
};

struct PatchCandidate {
    float u, v, z; // in the contact plane; z: halfway between the surfaces
    float separation;
    uint32_t id;
};

// Four of many: the corner farthest from the middle, the one farthest from that, and the widest on either side of the
// line between them. Depth plays no part, so rocking does not change the choice, unless the deepest is left out: then
// it takes the place of the highest. In a tilted patch depth does play a part: manifold_choice.h. Moves them to the
// front and returns how many.
int reduceByName(PatchCandidate* c, int count, float tolerance);

// Fills `out` with 1 to 4 points, or none if even the witness is farther apart than the margin. Returns out.count > 0.
bool makePatch(const PatchFeature& a, const PatchFeature& b, const PatchWitness& witness, const PatchInput& in,
               Manifold& out);

} // namespace cairn
