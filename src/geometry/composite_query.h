// Queries with a mesh, a height field or a compound on one side: what query.h's functions call for those kinds.
//
// Meshes and fields are surfaces: distance and overlap count both sides; casts and times of impact come from the front,
// unless the mesh is double-sided. Of equally early hits the lowest child wins, so the answer does not depend on the
// walk.
#pragma once

#include <cairn/query.h>

namespace cairn {

inline bool isComposite(ShapeKind kind) { return kind > ShapeKind::Plane; }

// `shape` is composite.
CastHit castRayComposite(const Shape& shape, Vec3 origin, Vec3 translation);
PointResult closestPointComposite(const Shape& shape, Vec3 point);

// At least one of the two is composite. False, with a report, for pairs that have no answer: two surfaces, a surface
// and a plane, and for casts a surface that moves.
bool checkCompositePair(const Shape& a, const Shape& b, const char* function);
DistanceResult distanceComposite(const Shape& a, const Shape& b, const Transform& bInA);
bool overlapComposite(const Shape& a, const Shape& b, const Transform& bInA);
CastHit castComposite(const Shape& a, const Shape& b, const Transform& bInA, Vec3 translation);
ToiResult impactComposite(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB,
                          const ToiOptions& options);

} // namespace cairn
