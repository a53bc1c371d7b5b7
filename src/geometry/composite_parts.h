// The convex parts of meshes, fields and compounds, visited near a box, along a swept box, or nearest first.
#pragma once

#include "geometry/convex.h"
#include "geometry/mesh_surface.h"

#include <cairn/compound.h>

namespace cairn {

// One triangle or child. `corners` backs the convex view of a triangle, so parts are not copied.
struct CompositePart {
    CompositePart() = default;
    CompositePart(const CompositePart&) = delete;
    CompositePart& operator=(const CompositePart&) = delete;

    Vec3 corners[3];
    Vec3 normal;        // of a one-sided triangle, else zero
    Transform pose;     // of `convex` in the composite's frame
    const Shape* shape; // a compound's child, else null
    uint32_t child;

    Convex convex() const { return shape ? makeConvex(*shape) : makeConvex(corners, 0.0f); }
    // In front of a one-sided triangle; always true for the rest.
    bool isInFront(Vec3 point) const { return dot(normal, point - corners[0]) >= 0.0f; }
};

template <class Surface> void loadPart(const Surface& surface, const SurfaceTriangle& t, CompositePart& part) {
    for (int k = 0; k < 3; ++k) part.corners[k] = t.corner[k];
    part.normal = surface.doubleSided() ? kZero : t.normal;
    part.pose = kIdentity;
    part.shape = nullptr;
    part.child = t.index;
}
template <class Surface> void loadPart(const Surface& surface, uint32_t index, CompositePart& part) {
    SurfaceTriangle t;
    surface.load(index, t);
    loadPart(surface, t, part);
}

inline void loadPart(const Compound& compound, uint32_t index, CompositePart& part) {
    const CompoundChild& child = compound.children[static_cast<int>(index)];
    part.corners[0] = part.normal = kZero;
    part.pose = child.pose;
    part.shape = &child.shape;
    part.child = index;
}

// visit(const CompositePart&) for the parts whose boxes overlap; stops when it returns false.
template <class Visit> void visitParts(const Shape& composite, const Aabb& box, Visit&& visit) {
    CompositePart part;
    const auto onSurface = [&](const auto& surface) {
        surface.overlapTriangles(box, [&](const SurfaceTriangle& t) {
            loadPart(surface, t, part);
            return visit(part);
        });
    };
    if (composite.kind == ShapeKind::Mesh) return onSurface(MeshSurface(*composite.mesh));
    if (composite.kind == ShapeKind::HeightField) return onSurface(FieldSurface(*composite.field));
    const Compound& compound = *composite.compound;
    visitLeaves(compound.bvh, box, [&](int leaf) {
        for (const uint32_t item : compound.bvh.leaves[leaf].item) {
            if (item == kNoIndex || !overlaps(compound.childBounds[static_cast<int>(item)], box)) continue;
            loadPart(compound, item, part);
            if (!visit(part)) return false;
        }
        return true;
    });
}

// A box that moves along a line, against boxes: where the sum of both is entered.
struct BoxCast {
    BoxCast(const Aabb& box, Vec3 translation, const Aabb& bounds) : m_center(center(box)), m_translation(translation) {
        const auto invert = [](float d) { return 1.0f / (abs(d) > 1e-30f ? d : (d >= 0.0f ? 1e-30f : -1e-30f)); };
        m_inverse = {invert(translation.x), invert(translation.y), invert(translation.z)};
        // More than the rounding of the casts inside (2e-6 of the size).
        const Vec3 reach = max(abs(bounds.lower - m_center), abs(bounds.upper - m_center));
        const float slack = 4e-6f * (maxComponent(reach) + maxComponent(extents(box)));
        m_half = extents(box) + Vec3{slack, slack, slack};
    }
    bool enters(const Aabb& box, float limit, float& enter) const {
        const Vec3 a = mul(box.lower - m_half - m_center, m_inverse), b = mul(box.upper + m_half - m_center, m_inverse);
        enter = max(maxComponent(min(a, b)), 0.0f);
        return enter <= min(minComponent(max(a, b)), limit);
    }
    // The box around the whole motion up to `limit`.
    Aabb swept(float limit) const {
        const Vec3 end = m_center + limit * m_translation;
        return {min(m_center, end) - m_half, max(m_center, end) + m_half};
    }

private:
    Vec3 m_center, m_translation, m_half, m_inverse;
};

struct NodeOrder {
    float key;
    uint32_t child;
};

// Walks a tree by rising key(box) as long as key <= limit, which visit may lower. visit(leafIndex).
template <class Key, class Visit> void walkOrdered(const StaticBvh& bvh, const float& limit, Key&& key, Visit&& visit) {
    if (bvh.empty()) return;
    NodeOrder stack[kBvhStackSize];
    int top = 0;
    stack[top++] = {-kHuge, 0};
    while (top > 0) {
        const NodeOrder entry = stack[--top];
        if (entry.key > limit) continue;
        if (entry.child & kBvhLeafBit) {
            visit(static_cast<int>(entry.child & ~kBvhLeafBit));
            continue;
        }
        const BvhNode& node = bvh.nodes[static_cast<int>(entry.child)];
        const int bottom = top;
        for (int i = 0; i < kBvhWidth; ++i) {
            if (node.child[i] == kNoIndex) continue;
            const Aabb box{{node.bounds[0][i], node.bounds[1][i], node.bounds[2][i]},
                           {node.bounds[3][i], node.bounds[4][i], node.bounds[5][i]}};
            float k;
            if (!key(box, k) || k > limit) continue;
            int at = top++;
            for (; at > bottom && stack[at - 1].key < k; --at) stack[at] = stack[at - 1];
            stack[at] = {k, node.child[i]};
        }
    }
}

// The same for the pyramid of a height field. visit(column, row).
template <class Key, class Visit> void walkOrdered(const HeightField& f, const float& limit, Key&& key, Visit&& visit) {
    struct Entry {
        float key;
        int level, column, row;
    };
    Entry stack[3 * kHeightFieldMaxLevels + 1];
    int top = 0;
    stack[top++] = {-kHuge, f.levelCount - 1, 0, 0};
    while (top > 0) {
        const Entry e = stack[--top];
        if (e.key > limit) continue;
        if (e.level == 0) {
            if (!f.isHole(e.column, e.row)) visit(e.column, e.row);
            continue;
        }
        const int level = e.level - 1, bottom = top;
        for (int i = 0; i < 4; ++i) {
            const int c = 2 * e.column + (i & 1), r = 2 * e.row + (i >> 1);
            if (c >= f.levelColumns[level] || r >= f.levelRows[level]) continue;
            const Aabb box = fieldNodeBox(f, level, c, r);
            float k;
            if (box.lower.y > box.upper.y || !key(box, k) || k > limit) continue;
            int at = top++;
            for (; at > bottom && stack[at - 1].key < k; --at) stack[at] = stack[at - 1];
            stack[at] = {k, level, c, r};
        }
    }
}

// visit(const CompositePart&) by rising key of the boxes around the parts.
template <class Key, class Visit>
void visitOrdered(const Shape& composite, const float& limit, Key&& key, Visit&& visit) {
    CompositePart part;
    if (composite.kind == ShapeKind::HeightField) {
        const HeightField& field = *composite.field;
        walkOrdered(field, limit, key, [&](int c, int r) {
            for (int half = 0; half < 2; ++half) {
                loadPart(FieldSurface(field), static_cast<uint32_t>(2 * (r * field.cellColumns() + c) + half), part);
                visit(part);
            }
        });
        return;
    }
    const bool mesh = composite.kind == ShapeKind::Mesh;
    const StaticBvh& bvh = mesh ? composite.mesh->bvh : composite.compound->bvh;
    walkOrdered(bvh, limit, key, [&](int leaf) {
        for (const uint32_t item : bvh.leaves[leaf].item) {
            if (item == kNoIndex) continue;
            if (mesh)
                loadPart(MeshSurface(*composite.mesh), item, part);
            else
                loadPart(*composite.compound, item, part);
            Aabb box = mesh ? Aabb{min(part.corners[0], min(part.corners[1], part.corners[2])),
                                   max(part.corners[0], max(part.corners[1], part.corners[2]))}
                            : composite.compound->childBounds[static_cast<int>(item)];
            float k;
            if (key(box, k) && k <= limit) visit(part);
        }
    });
}

} // namespace cairn
