// Manifolds of convex shapes by support mapping: the normal comes from the signed separation, the points from the
// features that face each other along it. For every pair that has a curved side, and for rounded corners.
#pragma once

#include "geometry/manifold_internal.h"
#include "geometry/manifold_patch.h"
#include "geometry/penetration.h"
#include "geometry/polytope.h"

namespace cairn {

// One shape of the pair: its core for support mappings and, for boxes, hulls and triangles, its faces.
struct CurvedSide {
    explicit CurvedSide(const Shape& shape);
    CurvedSide(const Shape& shape, const Polytope& view); // box or hull with a view at hand
    explicit CurvedSide(const Polytope& triangle);
    CurvedSide(const CurvedSide&) = delete; // `polytope` may point into `storage`
    CurvedSide& operator=(const CurvedSide&) = delete;

    Convex convex;
    bool hasFaces;
    Polytope polytope;
    PolytopeStorage storage;

    // A length that stands for the thickness of the shape.
    float thickness() const;
    // The normal of the face, cap or base that looks most along `direction`. False if nothing flat is near.
    bool flatNormal(Vec3 direction, Vec3& normal) const;
    // The feature that supports `direction` (unit, own frame), give or take a few degrees.
    void feature(Vec3 direction, PatchFeature& out) const;
};

// min over B of n.x - max over A of n.x, for the cores.
float coreSeparation(const Convex& a, const Convex& b, const Transform& bInA, Vec3 n);

// The patch for a known separation; `normal` in `r` is moved to that of a nearby face where that loses next to nothing.
bool makeCurvedPatch(const CurvedSide& a, const CurvedSide& b, const Transform& bInA, const SeparationResult& r,
                     float margin, float tolerance, Manifold& out);

} // namespace cairn
