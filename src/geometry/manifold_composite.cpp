// Pairs with a mesh, a height field or a compound: which part of one meets which part of the other.
#include "geometry/manifold_ghost.h"
#include "geometry/manifold_internal.h"
#include "geometry/manifold_mesh.h"

#include <cairn/compound.h>

namespace cairn {
namespace {

constexpr float kGhostTolerance = 0.002f;

bool isSurface(ShapeKind kind) { return kind == ShapeKind::Mesh || kind == ShapeKind::HeightField; }

// Turns patches [first, end) of `out` from frame F into the frame in which F has `pose`.
void moveTo(const Transform& pose, Array<Manifold>& out, int first) {
    for (int i = first; i < out.count(); ++i) {
        out[i].normal = rotate(pose.q, out[i].normal);
        for (int k = 0; k < out[i].count; ++k)
            out[i].points[k].position = transformPoint(pose, out[i].points[k].position);
    }
}

// Makes shape A shape B and the other way round; the frame stays.
void swapSides(Array<Manifold>& out, int first) {
    for (int i = first; i < out.count(); ++i) {
        Manifold& m = out[i];
        m.normal = -m.normal;
        const uint32_t child = m.childA;
        m.childA = m.childB;
        m.childB = child;
    }
}

// Patches in the frame of `convex`, the surface as shape B.
void collideSurface(const Shape& convex, const Shape& surface, const Transform& pose, float margin,
                    Array<Manifold>& out) {
    if (surface.kind == ShapeKind::Mesh)
        collideMesh(convex, *surface.mesh, pose, margin, SurfaceContacts::All, out);
    else
        collideHeightField(convex, *surface.field, pose, margin, SurfaceContacts::All, out);
}

// visit(child) for the children whose boxes overlap; a box with infinite sides takes them all.
template <class Visit> void visitChildren(const Compound& compound, const Aabb& box, Visit&& visit) {
    visitLeaves(compound.bvh, box, [&](int leaf) {
        for (const uint32_t item : compound.bvh.leaves[leaf].item)
            if (item != kNoIndex && overlaps(compound.childBounds[static_cast<int>(item)], box)) visit(item);
        return true;
    });
}

// Children that abut are one surface to a convex shape: their sides must not catch it.
void removeChildGhosts(const Shape& convex, const Compound& compound, const Transform& compoundInConvex, float margin,
                       Array<Manifold>& out, int first) {
    const auto sideOf = [&](const Manifold& m) {
        const CompoundChild& child = compound.children[static_cast<int>(m.childB)];
        return GhostSide{&m, isFaceNormal(child.shape, compoundInConvex * child.pose, m)};
    };
    for (int i = first; i < out.count(); ++i)
        for (int j = first; j < out.count(); ++j) {
            if (i == j || !isGhost(sideOf(out[i]), sideOf(out[j]), kGhostTolerance)) continue;
            const CompoundChild& child = compound.children[static_cast<int>(out[i].childB)];
            replaceGhost(convex, child.shape, compoundInConvex * child.pose, out[j].normal, margin, out[i]);
            break;
        }
    int kept = first;
    for (int i = first; i < out.count(); ++i)
        if (out[i].count > 0) out[kept++] = out[i];
    out.resizeUninitialized(kept);
}

// Patches in the frame of `other`, the compound as shape B.
void collideCompound(const Shape& other, const Compound& compound, const Transform& compoundInOther, float margin,
                     Array<Manifold>& out) {
    const int start = out.count();
    const Aabb box = inflate(computeAabb(other, inverse(compoundInOther)), margin);
    visitChildren(compound, box, [&](uint32_t item) {
        const CompoundChild& child = compound.children[static_cast<int>(item)];
        const Transform childInOther = compoundInOther * child.pose;
        const int first = out.count();
        ManifoldCache cache;
        if (isSurface(other.kind)) {
            collideSurface(child.shape, other, inverse(childInOther), margin, out);
            moveTo(childInOther, out, first);
            swapSides(out, first);
        } else if (other.kind == ShapeKind::Compound) {
            collideCompound(child.shape, *other.compound, inverse(childInOther), margin, out);
            moveTo(childInOther, out, first);
            swapSides(out, first);
        } else {
            Manifold m;
            if (collideTrustedConvex(other, child.shape, childInOther, margin, cache, m)) out.push(m);
        }
        for (int i = first; i < out.count(); ++i) out[i].childB = item;
    });
    if (isConvex(other.kind)) removeChildGhosts(other, compound, compoundInOther, margin, out, start);
}

} // namespace

void collideComposite(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache&,
                      Array<Manifold>& out) {
    const int first = out.count();
    if (b.kind == ShapeKind::Compound) {
        collideCompound(a, *b.compound, bInA, margin, out);
    } else if (a.kind == ShapeKind::Compound) {
        collideCompound(b, *a.compound, inverse(bInA), margin, out);
        moveTo(bInA, out, first);
        swapSides(out, first);
    } else if (isSurface(b.kind) && isConvex(a.kind)) {
        collideSurface(a, b, bInA, margin, out);
    } else if (isSurface(a.kind) && isConvex(b.kind)) {
        collideSurface(b, a, inverse(bInA), margin, out);
        moveTo(bInA, out, first);
        swapSides(out, first);
    }
}

} // namespace cairn
