// Building the point grid: bins, a stable sort by bin in two digits, starts of bins.
//
// Sorting in parallel without changing the outcome: the points are cut into blocks by their number alone. Each block
// counts its digits; a running sum over (digit, block) gives every block the place of its first point of each digit;
// then each block moves its points in order. The result is the stable order, whoever does which block.
#include <cairn/grid.h>

#include <cairn/error.h>

#include "base/assert.h"
#include "spatial/parallel.h"

namespace cairn {

namespace {

constexpr int kBlockCount = 16;
constexpr int kMinBlock = 4096; // points
constexpr int kDigitBits = 11;
constexpr int kDigitCount = 1 << kDigitBits;
constexpr float kMaxRadii = 1e6f;

} // namespace

bool PointGrid::build(std::span<const Vec3> points, float radius, const TaskSystem* tasks) {
    m_points.clear();
    m_order.clear();
    const float limit = kMaxRadii * radius;
    if (!(radius >= 1e-15f && radius <= 1e15f)) {
        reportError({"PointGrid::build", "radius", radius, "must be between 1e-15 and 1e15"});
        return false;
    }
    float farthest = 0.0f;
    for (const Vec3& p : points) {
        const float size = maxComponent(abs(p));
        if (!(abs(p.x) <= limit && abs(p.y) <= limit && abs(p.z) <= limit)) {
            reportError({"PointGrid::build", "points", size, "must be finite and within a million radii"});
            return false;
        }
        farthest = max(farthest, size);
    }
    m_radius = radius;
    m_reach = farthest + 1.01f * radius;
    const float rounding = 4.0f * std::numeric_limits<float>::epsilon() * (m_reach / radius + 1.0f);
    m_perCell = 1.0f / (radius * (1.0f + rounding));

    const int count = static_cast<int>(points.size());
    uint32_t bins = 64;
    while (bins < static_cast<uint32_t>(count) && bins < 1u << (2 * kDigitBits)) bins *= 2;
    m_mask = bins - 1;
    m_entries.resizeUninitialized(count);
    m_sorted.resizeUninitialized(count);
    m_points.resizeUninitialized(count);
    m_order.resizeUninitialized(count);
    m_starts.resizeUninitialized(static_cast<int>(bins) + 1);
    const Blocks blocks(count, kMinBlock, kBlockCount);
    forEachTask(tasks, blocks.count, [&](int block) {
        for (int i = blocks.begin(block); i < blocks.end(block); ++i) {
            m_entries[i] = {binOf(cellOf(points[i])), static_cast<uint32_t>(i)};
        }
    });
    sortDigit(0, tasks);
    if (bins > kDigitCount) sortDigit(kDigitBits, tasks);

    // A bin starts where the sorted bins first reach it; each block fills the starts up to its last point.
    forEachTask(tasks, blocks.count, [&](int block) {
        for (int i = blocks.begin(block); i < blocks.end(block); ++i) {
            const Entry e = m_entries[i];
            m_points[i] = points[e.index];
            m_order[i] = e.index;
            for (uint32_t b = i == 0 ? 0 : m_entries[i - 1].bin + 1; b <= e.bin; ++b) {
                m_starts[static_cast<int>(b)] = static_cast<uint32_t>(i);
            }
        }
    });
    for (uint32_t b = count == 0 ? 0 : m_entries[count - 1].bin + 1; b <= bins; ++b) {
        m_starts[static_cast<int>(b)] = static_cast<uint32_t>(count);
    }
    return true;
}

void PointGrid::sortDigit(int shift, const TaskSystem* tasks) {
    const Blocks blocks(m_entries.count(), kMinBlock, kBlockCount);
    m_counts.assign(blocks.count * kDigitCount, 0);
    const auto digit = [shift](Entry e) { return static_cast<int>(e.bin >> shift) & (kDigitCount - 1); };
    forEachTask(tasks, blocks.count, [&](int block) {
        uint32_t* counts = m_counts.data() + block * kDigitCount;
        for (int i = blocks.begin(block); i < blocks.end(block); ++i) ++counts[digit(m_entries[i])];
    });
    uint32_t sum = 0;
    for (int d = 0; d < kDigitCount; ++d) {
        for (int block = 0; block < blocks.count; ++block) {
            uint32_t& place = m_counts[block * kDigitCount + d];
            const uint32_t here = place;
            place = sum;
            sum += here;
        }
    }
    forEachTask(tasks, blocks.count, [&](int block) {
        uint32_t* places = m_counts.data() + block * kDigitCount;
        for (int i = blocks.begin(block); i < blocks.end(block); ++i) {
            m_sorted[static_cast<int>(places[digit(m_entries[i])]++)] = m_entries[i];
        }
    });
    m_entries.swap(m_sorted);
}

} // namespace cairn
