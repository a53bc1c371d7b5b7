// What the manifold files share: the signature of a pair's collider, the list of colliders, and small helpers.
//
// manifold.cpp holds the table over (kind of A, kind of B). A collider is written for one order of kinds; the other
// order goes through collideSwapped. Each fills normal, count and points of `out` (the caller clears it) and returns
// count > 0; the cache is private to the collider of the pair.
#pragma once

#include <cairn/manifold.h>

namespace cairn {

using ConvexCollider = bool (*)(const Shape& a, const Shape& b, const Transform& bInA, float margin,
                                ManifoldCache& cache, Manifold& out);

// Differences below this (m) do not decide between features: which axis, which points of a patch. Small against what a
// solver lets sink, large against round-off at 10 m.
inline constexpr float kPointTolerance = 1e-4f;

// manifold_round.cpp, manifold_round_box.cpp, manifold_round_axial.cpp: closed forms.
bool collideSpheres(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache&, Manifold& out);
bool collideCapsuleSphere(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache&,
                          Manifold& out);
bool collideCapsules(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache&,
                     Manifold& out);
bool collideBoxSphere(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache&,
                      Manifold& out);
bool collideBoxCapsule(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache&,
                       Manifold& out);
bool collideCylinderSphere(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache&,
                           Manifold& out);
bool collideConeSphere(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache&,
                       Manifold& out);

// manifold_box.cpp
bool collideBoxBox(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                   Manifold& out);

// manifold_plane.cpp: A is the plane, B any bounded convex shape.
bool collidePlane(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache&, Manifold& out);

// manifold_hull.cpp: boxes and hulls. manifold_curved.cpp: any two bounded convex shapes, the way for all pairs that
// have no collider of their own.
bool collideHulls(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                  Manifold& out);
bool collideCurved(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                   Manifold& out);

// manifold_composite.cpp: at least one of the two is a mesh, a height field or a compound. Appends to `out`.
void collideComposite(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                      Array<Manifold>& out);

// collideConvex() and collide() for shapes, poses and margins that are known to be good.
bool collideTrustedConvex(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                          Manifold& out);
void collideTrusted(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                    Array<Manifold>& out);

#include "geometry/manifold_plain.inl"

// Before a collider fills it.
inline void clear(Manifold& m) {
    m.count = 0;
    m.childA = 0;
    m.childB = 0;
    m.isPartial = false;
}

// Reports and returns false when a margin is negative or not finite.
bool checkMargin(float margin, const char* function, const char* field);

// Runs a collider written for (b, a) and turns its answer round.
bool collideSwapped(ConvexCollider collider, const Shape& a, const Shape& b, const Transform& bInA, float margin,
                    ManifoldCache& cache, Manifold& out);

// One point halfway between surface points. `gap` is along the normal; onA is on A's surface.
inline bool singlePoint(Vec3 normal, Vec3 onA, float gap, uint32_t featureId, Manifold& out) {
    out.normal = normal;
    out.count = 1;
    out.points[0] = {onA + (0.5f * gap) * normal, gap, featureId};
    return true;
}

// A corner of a contact patch before the choice of four: place in the contact plane, separation, name.
struct PatchCorner {
    float u, v, separation;
    uint32_t id;
};

// Chooses at most four of `count` (up to 32) points that span the patch, the deepest among them, and moves them to the
// front in their old order; returns how many.
//
// In a flat patch the choice is the farthest point in each of four fixed directions a quarter turn apart, which does
// not look at depth, so rocking does not change it; only where the deepest point is left out by more than
// kPointTolerance it takes a free place or that of the highest. For tilted ones see manifold_choice.h. The directions
// are turned off the axes and diagonals, where the corners of boxes would tie.
int reducePatch(PatchCorner* points, int count);

} // namespace cairn
