// Contact manifolds: where two shapes touch, as up to four points that share a normal.
//
// Everything is in the frame of shape A, in float; the caller passes B's pose relative to A (relativeTransform), so the
// result is as exact far from the origin as near it.
//
// Shapes must have passed validate(). A pose that is not finite or not a rotation, a margin that is negative or not
// finite, and a shape without its data are reported (error.h) and give no contact.
#pragma once

#include <cairn/array.h>
#include <cairn/shapes.h>

#include <span>

namespace cairn {

struct ManifoldPoint {
    Vec3 position;      // in A's frame, halfway between the two surfaces
    float separation;   // along the normal; negative when the surfaces overlap, up to the margin for speculative points
    uint32_t featureId; // names the features that made the point; equal from call to call while they stay the same
};

struct Manifold {
    Vec3 normal;   // in A's frame, unit length, from A towards B
    int count = 0; // points used, 0 to 4; the deepest point is always among them
    ManifoldPoint points[4];
    uint32_t childA = 0; // triangle, field cell or compound child that made the patch; 0 for plain convex shapes
    uint32_t childB = 0;
    bool isPartial = false; // the shapes meet in more than four points, and these are a choice
};

// What a pair remembers between calls: where to start from, the axis that was best last time, and for boxes which
// points of more than four were chosen. Zero is "nothing yet".
//
// Results do not depend on it beyond the choice between features of almost equal merit, and how square the faces of
// boxes have to be for their points to be called after quadrants.
//
// What the fields mean is private to the pair's algorithm.
struct ManifoldCache {
    Vec3 axis = kZero;     // last separating or touching axis, in A's frame; not of boxes
    uint16_t featureA = 0; // face or edge indices, or points of the patch
    uint16_t featureB = 0;
    uint32_t kind = 0;
};

// One patch for two convex shapes, or for a plane and a convex shape. `margin` is how far apart the surfaces may be and
// still give (speculative) points. Returns out.count > 0.
bool collideConvex(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                   Manifold& out);

struct BoxPair {
    const Shape* a; // both of kind Box
    const Shape* b;
    Transform bInA;
    float margin;
};

// collideConvex for many pairs of boxes, eight at a time in lanes: out[i] and caches[i] get the very bits that
// collideConvex gives for pairs[i]. The three spans have one length. (A manifold without points has count 0, its other
// fields are unspecified.)
void collideBoxes(std::span<const BoxPair> pairs, std::span<ManifoldCache> caches, std::span<Manifold> out);

// Any pair that makes sense: convex or plane against anything. Fills `out` (cleared first) with the patches.
// Mesh against mesh, field or plane gives none.
void collide(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
             Array<Manifold>& out);

// One patch of a moving convex shape (shape A of the pair, whose frame all patches share) against one of its
// neighbours.
struct NeighbourPatch {
    Manifold manifold;
    const Shape* other = nullptr; // shape B; null if it is not at hand: its ghosts are dropped, not moved
    Transform otherInMover = kIdentity;
    bool corrected =
        false; // out: the patch was a ghost; what replaces it is in `manifold`, with count 0 if nothing does
};

// A row of abutting boxes or mesh tiles looks like one floor to whoever slides over it. Given all patches of one moving
// convex shape, finds those whose contacts lie at or below (by `tolerance`, metres) the plane on which another patch
// supports the shape, such as the side of the next box. They are turned into contacts along that plane's normal where
// the neighbour has a face there, and emptied otherwise. Real walls rise above the plane and stay.
// `scratch` is working memory, kept by the caller from call to call.
void removeGhostContacts(const Shape& mover, std::span<NeighbourPatch> patches, float margin, Array<Manifold>& scratch,
                         float tolerance = 0.002f);

} // namespace cairn
