// PointGrid: neighbours within a radius, for particles.
//
// Space is cut into cells as wide as the search radius, so neighbours of a point lie in its own cell and the 26 around
// it. (A cell is wider than the radius by the rounding error of the farthest point, so that no neighbour is missed.)
// Cells are hashed into a table of bins, so the domain has no bounds and empty space costs nothing. Points are sorted
// by bin, and their positions are copied in that order: the three cells of a row along x fall into three neighbouring
// bins and are read as one stretch of memory, nine stretches in all.
//
// Sorting is stable and counts per block of points, so the order is a function of the points alone: the same for any
// number of threads, and neighbours are always visited in the same order.
//
// Roads not taken: a tree (every point has the same radius, so nothing is gained by adapting to size), and per-particle
// neighbour lists (the caller can make them; the memory is theirs to spend).
#pragma once

#include <cairn/array.h>
#include <cairn/math.h>

#include <cstdint>
#include <span>

namespace cairn {

struct TaskSystem;

class PointGrid {
public:
    // Sorts the points. radius is the largest distance that forEachNeighbor will be asked for. Points must be finite
    // and within a million radii of the origin. Otherwise: false, reported by name, and the grid is empty.
    bool build(std::span<const Vec3> points, float radius, const TaskSystem* tasks = nullptr);

    int count() const { return m_points.count(); }
    float radius() const { return m_radius; }
    // Points in sorted order, and where each came from. Storing particles in this order makes everything faster.
    std::span<const Vec3> points() const { return {m_points.data(), static_cast<std::size_t>(m_points.count())}; }
    std::span<const uint32_t> order() const { return {m_order.data(), static_cast<std::size_t>(m_order.count())}; }

    // visit(uint32_t j, Vec3 offset, float distanceSquared) for every point j (original index) within `radius` of p,
    // offset = point - p. A point of the grid finds itself, too.
    template <class F> void forEachNeighbor(Vec3 p, F&& visit) const {
        if (m_points.empty()) return;
        const float limit = m_radius * m_radius;
        if (!(abs(p.x) <= m_reach && abs(p.y) <= m_reach && abs(p.z) <= m_reach)) return; // no point is that far out
        const Cell c = cellOf(p);
        for (int dz = -1; dz <= 1; ++dz) {
            for (int dy = -1; dy <= 1; ++dy) {
                const uint32_t row = rowOf(c.y + dy, c.z + dz);
                // Three bins in a row, unless they wrap around the end of the table.
                const uint32_t first = (row + static_cast<uint32_t>(c.x - 1)) & m_mask;
                const uint32_t inRow = m_mask + 1 - first < 3 ? m_mask + 1 - first : 3;
                scan(p, limit, c.y + dy, c.z + dz, m_starts[static_cast<int>(first)],
                     m_starts[static_cast<int>(first + inRow)], visit);
                if (inRow < 3) scan(p, limit, c.y + dy, c.z + dz, 0, m_starts[static_cast<int>(3 - inRow)], visit);
            }
        }
    }

private:
    struct Cell {
        int32_t x, y, z;
    };
    struct Entry {
        uint32_t bin, index;
    };
    void sortDigit(int shift, const TaskSystem* tasks);
    Cell cellOf(Vec3 p) const {
        return {floorToInt(p.x * m_perCell), floorToInt(p.y * m_perCell), floorToInt(p.z * m_perCell)};
    }
    static int32_t floorToInt(float a) {
        const int32_t i = static_cast<int32_t>(a);
        return i - (a < static_cast<float>(i) ? 1 : 0);
    }
    static uint32_t rowOf(int32_t y, int32_t z) {
        uint32_t h = static_cast<uint32_t>(y) * 0x9E3779B1u ^ static_cast<uint32_t>(z) * 0x85EBCA77u;
        h ^= h >> 15;
        return h * 0xC2B2AE3Du;
    }
    uint32_t binOf(Cell c) const { return (rowOf(c.y, c.z) + static_cast<uint32_t>(c.x)) & m_mask; }

    // Two rows may share bins; a point counts only in the row that it really is in.
    template <class F>
    void scan(Vec3 p, float limit, int32_t y, int32_t z, uint32_t begin, uint32_t end, F&& visit) const {
        for (uint32_t i = begin; i < end; ++i) {
            const Vec3 q = m_points[static_cast<int>(i)];
            const Vec3 offset = q - p;
            const float d2 = dot(offset, offset);
            if (!(d2 <= limit)) continue;
            if (floorToInt(q.y * m_perCell) != y || floorToInt(q.z * m_perCell) != z) continue;
            visit(m_order[static_cast<int>(i)], offset, d2);
        }
    }

    float m_radius = 0.0f;
    float m_perCell = 0.0f; // 1 / width of a cell
    float m_reach = 0.0f;   // no point or neighbour lies outside +-m_reach
    uint32_t m_mask = 0;
    Array<Vec3> m_points;             // sorted by bin
    Array<uint32_t> m_order;          // where they came from
    Array<uint32_t> m_starts;         // first point of each bin, and the end
    Array<Entry> m_entries, m_sorted; // scratch
    Array<uint32_t> m_counts;         // scratch: digits per block
};

} // namespace cairn
