// Questions about one or two placed shapes: distance, overlap, closest point, ray, swept shape, time of impact.
//
// Everything about a pair is in the frame of shape A; the caller passes B's pose relative to A (relativeTransform), so
// answers are as exact far from the origin as near it. Shapes must have passed validate(). All functions are pure: they
// allocate nothing, and any finite input ends in bounded time. Input that is not finite, or beyond kHuge, is reported
// by name and answered with "nothing there".
//
// All kinds: meshes and height fields are surfaces (both sides count for distance and overlap; casts and times of
// impact come from the front unless a mesh is double-sided), compounds are the union of their children. Two surfaces,
// or a surface and a plane, have no answer; shapeSeparation takes convex shapes and planes, timeOfImpact no planes.
#pragma once

#include <cairn/shapes.h>

namespace cairn {

// What a pair remembers between distance calls: the closest features. Zero is "nothing yet"; any content is safe.
struct DistanceCache {
    Vec3 direction = kZero; // last direction between the closest points, from B to A, in A's frame
    uint8_t count = 0;      // vertices of the last simplex, 0 where features have no names (curved shapes)
    uint16_t indexA[4] = {};
    uint16_t indexB[4] = {};
};

struct DistanceResult {
    bool overlap = false;
    float distance = 0.0f; // between the surfaces; exactly 0 when they overlap
    Vec3 normal = kZero;   // unit, from A to B; zero when even the cores (without rounding) overlap
    Vec3 pointA = kZero;   // closest points, in A's frame; where rounded surfaces overlap, the deepest ones; where
                           // cores overlap, both are one common point
    Vec3 pointB = kZero;
    uint32_t child = 0; // of the composite one of the two: triangle of a mesh or field, child of a compound
};

DistanceResult shapeDistance(const Shape& a, const Shape& b, const Transform& bInA, DistanceCache* cache = nullptr);

// The verdict alone: stops as soon as a separating plane or a common point is known. Touching counts as overlap.
bool shapesOverlap(const Shape& a, const Shape& b, const Transform& bInA, DistanceCache* cache = nullptr);

// Distance with a sign: where the shapes overlap, the length of the shortest translation that parts them.
struct ShapeSeparation {
    float separation = kHuge; // positive: distance; negative: depth
    Vec3 normal = kZero;      // unit, from A to B; moving B by -separation * normal makes the surfaces touch
    Vec3 pointA = kZero;      // on the surface of A; pointB - pointA = separation * normal
    Vec3 pointB = kZero;
};

ShapeSeparation shapeSeparation(const Shape& a, const Shape& b, const Transform& bInA, DistanceCache* cache = nullptr);

struct PointResult {
    bool inside = false;
    float distance = kHuge; // 0 inside
    Vec3 point = kZero;     // closest point of the solid, in the shape's frame; the point itself when inside
    Vec3 normal = kZero;    // unit, from the surface to the point; zero when inside
    uint32_t child = 0;     // triangle of a mesh or field, child of a compound
};

PointResult closestPoint(const Shape& shape, Vec3 point);

struct CastHit {
    bool hit = false;
    bool initialOverlap = false; // already inside at the start: fraction 0
    float fraction = 1.0f;       // of the translation, 0 to 1
    Vec3 point = kZero;          // on the surface of A, in A's frame
    Vec3 normal = kZero;         // unit, of A's surface towards what came
    uint32_t child = 0;          // triangle of a mesh or field, child of a compound; 0 for two convex shapes

    explicit operator bool() const { return hit; }
};

// First point of the segment from origin to origin + translation in the shape (solid), in the shape's frame. An origin
// inside is a hit at fraction 0 with the normal against the ray. A translation of length zero is refused.
// A hull without rounding is met on the planes of its faces; every other query, and rays against rounded hulls, go by
// its vertices. No vertex is above a plane, but corners of a merged face may be below its plane: a hit may be outside
// the vertices' hull by as much as HullOptions lets a face bend (past an edge of angle w, by that over sin(w / 2)).
CastHit rayCast(const Shape& shape, Vec3 origin, Vec3 translation);

// B starts at bInA and moves by `translation` (in A's frame) without turning. Shapes that overlap at the start hit at
// fraction 0 with the normal of shortest escape; shapes that merely touch hit only if the motion closes in.
// Accuracy: the surfaces are between 0 and 2e-6 of the shapes' size apart at the returned fraction.
CastHit shapeCast(const Shape& a, const Shape& b, const Transform& bInA, Vec3 translation);

// The motion of a body over one step: its centre moves on a line and it turns at constant rate about the centre.
struct Sweep {
    Vec3 localCenter = kZero;                                  // in the body's frame
    DVec3 center0 = {0, 0, 0}, center1 = {0, 0, 0};            // world position of the centre at fraction 0 and 1
    Quat rotation0 = kIdentityQuat, rotation1 = kIdentityQuat; // the shorter way between them is taken
};

WorldTransform poseAt(const Sweep& sweep, float fraction);

enum class ToiState : uint8_t {
    Hit,        // the surfaces come within target + tolerance at `fraction`
    Separated,  // they stay apart up to maxFraction
    Overlapped, // they overlap at the start
    Failed,     // the iteration limit came first, or bad input; up to `fraction` they are certainly apart
};

struct ToiOptions {
    float maxFraction = 1.0f;
    float target = 0.002f;     // metres between the surfaces that count as touching
    float tolerance = 0.0005f; // how far above the target a hit may be
};

struct ToiResult {
    ToiState state = ToiState::Failed;
    float fraction = 0.0f;
    Vec3 normal = kZero; // unit, from A to B in world orientation; for Hit
    int iterations = 0;
};

ToiResult timeOfImpact(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB,
                       const ToiOptions& options = {});

} // namespace cairn
