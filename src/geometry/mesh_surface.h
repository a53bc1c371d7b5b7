// Meshes and height fields seen as one thing: triangles with corners, a normal, edge kinds and a ring of neighbours.
// Queries and manifolds are written once, as templates on MeshSurface or FieldSurface.
#pragma once

#include "base/prefetch.h"
#include "geometry/height_field.h"
#include "geometry/static_bvh.h"

#include <cairn/mesh.h>

#include <bit>

namespace cairn {

struct SurfaceTriangle {
    Vec3 corner[3];
    Vec3 normal;
    EdgeKind edge[3]; // from corner i to i + 1
    uint32_t index;

    // A convex or open edge: contacts may stand on it.
    bool hasActiveEdge() const { return isActive(edge[0]) || isActive(edge[1]) || isActive(edge[2]); }
    static bool isActive(EdgeKind kind) { return kind == EdgeKind::Convex || kind == EdgeKind::Boundary; }
};

inline Aabb boundsOf(const SurfaceTriangle& t) {
    return {min(t.corner[0], min(t.corner[1], t.corner[2])), max(t.corner[0], max(t.corner[1], t.corner[2]))};
}

// The same triangle seen from behind.
inline SurfaceTriangle flipped(const SurfaceTriangle& t) {
    const auto turn = [](EdgeKind kind) {
        return kind == EdgeKind::Convex ? EdgeKind::Concave : kind == EdgeKind::Concave ? EdgeKind::Convex : kind;
    };
    return {{t.corner[0], t.corner[2], t.corner[1]},
            -t.normal,
            {turn(t.edge[2]), turn(t.edge[1]), turn(t.edge[0])},
            t.index};
}

class MeshSurface {
public:
    explicit MeshSurface(const Mesh& mesh) : m_mesh(mesh) {}

    Aabb bounds() const { return m_mesh.bounds; }
    bool doubleSided() const { return m_mesh.doubleSided; }
    float flatAngle() const { return m_mesh.flatAngle; }
    void load(uint32_t index, SurfaceTriangle& out) const {
        const MeshTriangle& t = m_mesh.triangles[static_cast<int>(index)];
        for (int k = 0; k < 3; ++k) {
            out.corner[k] = vertex(t, k);
            out.edge[k] = t.edge[k];
        }
        out.normal = m_mesh.normals[static_cast<int>(index)];
        out.index = index;
    }
    // visit(triangleIndex) for triangles whose box overlaps; stops when it returns false.
    template <class Visit> bool overlap(const Aabb& box, Visit&& visit) const {
        return overlapLanes(box, [&](int, int, uint32_t item) { return visit(item); });
    }
    // The same with visit(SurfaceTriangle&), whose corners are at hand in the leaf.
    template <class Visit> bool overlapTriangles(const Aabb& box, Visit&& visit) const {
        SurfaceTriangle t;
        return overlapLanes(box, [&](int leaf, int lane, uint32_t item) {
            const MeshLeafTriangles& corners = m_mesh.leafTriangles[leaf];
            for (int k = 0; k < 3; ++k) {
                t.corner[k] = {corners.corner[k][0][lane], corners.corner[k][1][lane], corners.corner[k][2][lane]};
                t.edge[k] = m_mesh.triangles[static_cast<int>(item)].edge[k];
            }
            t.normal = m_mesh.normals[static_cast<int>(item)];
            t.index = item;
            return visit(t);
        });
    }
    // visit(position) for the vertices around corner k of a triangle, as far as neighbours lead.
    template <class Visit> void ring(uint32_t index, int k, Visit&& visit) const {
        walk(index, k, [&](uint32_t, const MeshTriangle& t, int c) {
            visit(vertex(t, (c + 1) % 3));
            visit(vertex(t, (c + 2) % 3));
        });
    }
    // visit(index) for the triangles around corner k of a triangle, itself among them; some may come twice.
    template <class Visit> void fan(uint32_t index, int k, Visit&& visit) const {
        walk(index, k, [&](uint32_t at, const MeshTriangle&, int) { visit(at); });
    }

    // The corner of the triangle across edge k that is not on the edge; false at a boundary.
    bool across(uint32_t index, int k, Vec3& far) const {
        const uint32_t other = m_mesh.triangles[static_cast<int>(index)].neighbour[k];
        far = kZero;
        if (other == kNoIndex) return false;
        const MeshTriangle& t = m_mesh.triangles[static_cast<int>(other)];
        for (int c = 0; c < 3; ++c)
            if (t.neighbour[c] == index) far = vertex(t, (c + 2) % 3);
        return true;
    }

private:
    static constexpr int kMaxRing = 64;

    // visit(leaf, lane, triangleIndex)
    template <class Visit> bool overlapLanes(const Aabb& box, Visit&& visit) const {
        return visitLeaves(m_mesh.bvh, box, [&](int leaf) {
            const BvhLeaf& items = m_mesh.bvh.leaves[leaf];
            const uint32_t mask = leafMask(m_mesh.leafTriangles[leaf], box);
            for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
                const uint32_t item = items.item[std::countr_zero(rest)];
                if (item == kNoIndex) continue;
                prefetch(&m_mesh.triangles[static_cast<int>(item)]);
                prefetch(&m_mesh.normals[static_cast<int>(item)]);
            }
            for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
                const int lane = std::countr_zero(rest);
                const uint32_t item = items.item[lane];
                if (item != kNoIndex && !visit(leaf, lane, item)) return false;
            }
            return true;
        });
    }

    // visit(index, triangle, corner) around corner k.
    template <class Visit> void walk(uint32_t index, int k, Visit&& visit) const {
        const uint32_t center = m_mesh.triangles[static_cast<int>(index)].vertex[k];
        for (int side = 0; side < 2; ++side) { // round one way, and if that ends at a boundary the other way
            uint32_t at = index;
            for (int guard = 0; guard < kMaxRing; ++guard) {
                const MeshTriangle& t = m_mesh.triangles[static_cast<int>(at)];
                const int c = t.vertex[0] == center ? 0 : t.vertex[1] == center ? 1 : 2;
                visit(at, t, c);
                at = side == 0 ? t.neighbour[(c + 2) % 3] : t.neighbour[c];
                if (at == index) return;
                if (at == kNoIndex) break;
            }
        }
    }

    Vec3 vertex(const MeshTriangle& t, int k) const { return m_mesh.vertices[static_cast<int>(t.vertex[k])]; }
    static uint32_t leafMask(const MeshLeafTriangles& leaf, const Aabb& box) {
        uint32_t all = ~0u;
        for (int axis = 0; axis < 3; ++axis) {
            const float lower = component(box.lower, axis), upper = component(box.upper, axis);
            uint32_t mask = 0;
            for (int i = 0; i < kBvhWidth; ++i) {
                const float a = leaf.corner[0][axis][i], b = leaf.corner[1][axis][i], c = leaf.corner[2][axis][i];
                const float least = min(a, min(b, c)), most = max(a, max(b, c));
                const bool hit = (least <= upper) & (most >= lower);
                mask |= hit ? kLaneBit[i] : 0u;
            }
            all &= mask;
        }
        return all;
    }

    const Mesh& m_mesh;
};

class FieldSurface {
public:
    explicit FieldSurface(const HeightField& field) : m_field(field) {}

    Aabb bounds() const { return m_field.bounds; }
    bool doubleSided() const { return false; }
    float flatAngle() const { return kFlatSine; }
    void load(uint32_t index, SurfaceTriangle& out) const {
        const int half = static_cast<int>(index & 1u), c = column(index), r = row(index);
        const FieldTriangle t = fieldTriangle(m_field, c, r, half);
        for (int k = 0; k < 3; ++k) out.corner[k] = t.corner[k];
        out.normal = fieldNormal(m_field, t, half);
        out.index = index;
        for (int k = 0; k < 3; ++k) {
            Vec3 far;
            out.edge[k] = EdgeKind::Boundary;
            if (!across(index, k, far)) continue;
            const Vec3 away = far - out.corner[k];
            const float height = dot(out.normal, away), flat = kFlatSine * length(away);
            out.edge[k] = height < -flat ? EdgeKind::Convex : height > flat ? EdgeKind::Concave : EdgeKind::Flat;
        }
    }
    bool across(uint32_t index, int k, Vec3& far) const {
        // Steps to the cell across each edge, and to the far corner there.
        constexpr int kStep[2][3][4] = {{{-1, 0, -1, 0}, {0, 1, 1, 2}, {0, 0, 1, 0}},
                                        {{0, 0, 0, 1}, {1, 0, 2, 1}, {0, -1, 0, -1}}};
        const int(&s)[4] = kStep[index & 1u][k];
        const int c = column(index), r = row(index);
        if (!hasCell(c + s[0], r + s[1])) return false;
        far = m_field.sample(c + s[2], r + s[3]);
        return true;
    }
    template <class Visit> bool overlap(const Aabb& box, Visit&& visit) const {
        return visitCells(m_field, box, [&](int c, int r) {
            for (int half = 0; half < 2; ++half) {
                const FieldTriangle t = fieldTriangle(m_field, c, r, half);
                const Aabb b{min(t.corner[0], min(t.corner[1], t.corner[2])),
                             max(t.corner[0], max(t.corner[1], t.corner[2]))};
                if (overlaps(b, box) && !visit(static_cast<uint32_t>(2 * (r * m_field.cellColumns() + c) + half)))
                    return false;
            }
            return true;
        });
    }
    template <class Visit> bool overlapTriangles(const Aabb& box, Visit&& visit) const {
        SurfaceTriangle t;
        return overlap(box, [&](uint32_t index) {
            load(index, t);
            return visit(t);
        });
    }
    // The triangles of the cells around a corner: more than touch it.
    template <class Visit> void fan(uint32_t index, int k, Visit&& visit) const {
        constexpr int kColumn[2][3] = {{0, 0, 1}, {0, 1, 1}}, kRow[2][3] = {{0, 1, 1}, {0, 1, 0}};
        const int half = static_cast<int>(index & 1u);
        const int c = column(index) + kColumn[half][k], r = row(index) + kRow[half][k];
        for (int i = 0; i < 8; ++i) {
            const int x = c - (i & 1), z = r - (i >> 1 & 1);
            if (hasCell(x, z)) visit(static_cast<uint32_t>(2 * (z * m_field.cellColumns() + x) + (i >> 2)));
        }
    }
    template <class Visit> void ring(uint32_t index, int k, Visit&& visit) const {
        constexpr int kColumn[2][3] = {{0, 0, 1}, {0, 1, 1}}, kRow[2][3] = {{0, 1, 1}, {0, 1, 0}};
        const int half = static_cast<int>(index & 1u);
        const int c = column(index) + kColumn[half][k], r = row(index) + kRow[half][k];
        // The six neighbours by grid lines and diagonals; each hangs on the two cells beside the line to it.
        constexpr int kAround[6][6] = {{1, 0, 0, 0, 0, -1},    {1, 1, 0, 0, 0, 0},       {0, 1, 0, 0, -1, 0},
                                       {-1, 0, -1, 0, -1, -1}, {-1, -1, -1, -1, -1, -1}, {0, -1, -1, -1, 0, -1}};
        for (const auto& a : kAround)
            if (hasCell(c + a[2], r + a[3]) || hasCell(c + a[4], r + a[5])) visit(m_field.sample(c + a[0], r + a[1]));
    }

private:
    static constexpr float kFlatSine = 0.001f;

    int column(uint32_t index) const { return static_cast<int>(index / 2) % m_field.cellColumns(); }
    int row(uint32_t index) const { return static_cast<int>(index / 2) / m_field.cellColumns(); }
    bool hasCell(int c, int r) const {
        return c >= 0 && r >= 0 && c < m_field.cellColumns() && r < m_field.cellRows() && !m_field.isHole(c, r);
    }

    const HeightField& m_field;
};

} // namespace cairn
