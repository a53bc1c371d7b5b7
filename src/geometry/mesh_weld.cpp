// Merging vertices that are equal or nearly so.
//
// Vertices that stay are kept in a hash table of grid cells two tolerances wide, so everything within the tolerance of
// a point lies in the 2 x 2 x 2 cells nearest to it. Vertices that stay are farther apart than the tolerance, so a cell
// holds a handful of them, whatever the input. With a tolerance of zero the cell is the position itself.
#include "geometry/mesh_build.h"

#include <cstring>

namespace cairn {
namespace {

struct CellKey {
    int64_t x, y, z;
};

uint64_t hashOf(const CellKey& k) {
    uint64_t h = static_cast<uint64_t>(k.x) * 0x9E3779B97F4A7C15ull;
    h = (h ^ (h >> 29) ^ static_cast<uint64_t>(k.y)) * 0xBF58476D1CE4E5B9ull;
    h = (h ^ (h >> 32) ^ static_cast<uint64_t>(k.z)) * 0x94D049BB133111EBull;
    return h ^ (h >> 31);
}

int64_t bitsOf(float a) {
    const float positive = a + 0.0f; // -0 becomes +0, so the two are one cell
    uint32_t bits;
    std::memcpy(&bits, &positive, sizeof bits);
    return bits;
}

// Open hashing into chains: m_head[slot] is the newest kept vertex whose cell falls there, m_next the one before it.
class CellTable {
public:
    explicit CellTable(int count) {
        int size = 16;
        while (size < 2 * count && size < (1 << 30)) size *= 2;
        m_head.assign(size, kNoIndex);
        m_next.resizeUninitialized(count);
    }
    void insert(const CellKey& key, uint32_t vertex) {
        uint32_t& head = m_head[slot(key)];
        m_next[static_cast<int>(vertex)] = head;
        head = vertex;
    }
    uint32_t first(const CellKey& key) const { return m_head[slot(key)]; }
    uint32_t next(uint32_t vertex) const { return m_next[static_cast<int>(vertex)]; }

private:
    int slot(const CellKey& key) const {
        return static_cast<int>(hashOf(key) & static_cast<uint64_t>(m_head.count() - 1));
    }
    Array<uint32_t> m_head, m_next;
};

} // namespace

int weldVertices(std::span<const Vec3> positions, float tolerance, Array<uint32_t>& remap) {
    const int count = static_cast<int>(positions.size());
    remap.resizeUninitialized(count);
    CellTable table(count);
    const double cell = 2.0 * static_cast<double>(tolerance);
    const auto exactKey = [](Vec3 p) { return CellKey{bitsOf(p.x), bitsOf(p.y), bitsOf(p.z)}; };
    const auto cellAt = [&](double a) { return static_cast<int64_t>(std::floor(a / cell)); };
    int welded = 0;
    for (uint32_t i = 0; i < positions.size(); ++i) {
        const Vec3 p = positions[i];
        uint32_t found = kNoIndex;
        const auto consider = [&](const CellKey& key) {
            for (uint32_t v = table.first(key); v != kNoIndex; v = table.next(v)) {
                const Vec3 q = positions[v];
                const bool near =
                    tolerance > 0.0f ? distanceSquared(toDouble(p), toDouble(q)) <= 0.25 * cell * cell : p == q;
                if (near && v < found) found = v;
            }
        };
        if (tolerance > 0.0f) {
            // The lower of the two cells that p - t and p + t fall in, on each axis.
            const int64_t x = cellAt(p.x - 0.5 * cell), y = cellAt(p.y - 0.5 * cell), z = cellAt(p.z - 0.5 * cell);
            for (int k = 0; k < 8; ++k) consider({x + (k & 1), y + (k >> 1 & 1), z + (k >> 2)});
        } else {
            consider(exactKey(p));
        }
        if (found == kNoIndex) {
            table.insert(tolerance > 0.0f ? CellKey{cellAt(p.x), cellAt(p.y), cellAt(p.z)} : exactKey(p), i);
            found = i;
        } else {
            ++welded;
        }
        remap[static_cast<int>(i)] = found;
    }
    return welded;
}

} // namespace cairn
