// Top-down build of the static tree by the surface area heuristic.
//
// A node starts as one range of items and its widest child is cut in two until there are eight: the cut is the cheapest
// of kBins - 1 planes on each axis, cost = area(left) * count(left) + area(right) * count(right), with counts rounded
// up to half leaves because a leaf of five costs what a leaf of eight does. Ranges of at most eight items become
// leaves. Items that no plane separates (equal centres), and ranges below kMedianDepth, are cut in the middle, which
// bounds the depth.
#include "geometry/static_bvh.h"

#include "base/assert.h"

namespace cairn {
namespace {

constexpr int kBins = 16;
constexpr int kMedianDepth = kBvhMaxDepth - 12; // 8^11 > 2^31

struct Item {
    Aabb box;
    uint32_t index;
};

struct Range {
    int first, count;
    Aabb box;
};

struct Bin {
    Aabb box;
    int count;
};

Vec3 doubledCenter(const Aabb& box) { return box.lower + box.upper; }
float boxCost(const Aabb& box, int count) { return halfArea(box) * static_cast<float>((count + 3) >> 2); }

class Builder {
public:
    explicit Builder(std::span<const Aabb> boxes) {
        const int count = static_cast<int>(boxes.size());
        m_items.resizeUninitialized(count);
        for (int i = 0; i < count; ++i) m_items[i] = {boxes[static_cast<std::size_t>(i)], static_cast<uint32_t>(i)};
        m_bvh.nodes.reserve(count / 24 + 1);
        m_bvh.leaves.reserve(count / 5 + 1);
    }

    StaticBvh build() {
        if (m_items.empty()) return {};
        const Range all{0, m_items.count(), boundsOf(0, m_items.count())};
        m_bvh.bounds = all.box;
        buildNode(all, 1);
        return static_cast<StaticBvh&&>(m_bvh);
    }

private:
    Aabb boundsOf(int first, int count) const {
        Aabb box = kEmptyAabb;
        for (int i = first; i < first + count; ++i) box = merge(box, m_items[i].box);
        return box;
    }

    // Returns the node's index.
    uint32_t buildNode(const Range& range, int depth) {
        CAIRN_ASSERT(depth <= kBvhMaxDepth);
        m_bvh.depth = max(m_bvh.depth, depth);
        Range children[kBvhWidth];
        children[0] = range;
        int count = 1;
        while (count < kBvhWidth) {
            int widest = -1;
            float widestArea = -1.0f;
            for (int i = 0; i < count; ++i) {
                if (children[i].count <= kBvhWidth) continue;
                const float area =
                    depth >= kMedianDepth ? static_cast<float>(children[i].count) : halfArea(children[i].box);
                if (area > widestArea) {
                    widestArea = area;
                    widest = i;
                }
            }
            if (widest < 0) break;
            Range left, right;
            split(children[widest], depth >= kMedianDepth, left, right);
            children[widest] = left;
            children[count++] = right;
        }

        const int index = m_bvh.nodes.count();
        m_bvh.nodes.resizeUninitialized(index + 1);
        BvhNode node;
        for (int i = 0; i < kBvhWidth; ++i) {
            const Aabb box = i < count ? children[i].box : kEmptyAabb;
            node.bounds[0][i] = box.lower.x, node.bounds[1][i] = box.lower.y, node.bounds[2][i] = box.lower.z;
            node.bounds[3][i] = box.upper.x, node.bounds[4][i] = box.upper.y, node.bounds[5][i] = box.upper.z;
            if (i >= count)
                node.child[i] = kNoIndex;
            else
                node.child[i] =
                    children[i].count <= kBvhWidth ? addLeaf(children[i]) : buildNode(children[i], depth + 1);
        }
        m_bvh.nodes[index] = node;
        return static_cast<uint32_t>(index);
    }

    uint32_t addLeaf(const Range& range) {
        BvhLeaf leaf;
        for (int i = 0; i < kBvhWidth; ++i) leaf.item[i] = i < range.count ? m_items[range.first + i].index : kNoIndex;
        m_bvh.leaves.push(leaf);
        return static_cast<uint32_t>(m_bvh.leaves.count() - 1) | kBvhLeafBit;
    }

    void split(const Range& range, bool median, Range& left, Range& right) {
        int middle = median ? -1 : splitByArea(range);
        if (middle < 0) middle = range.count / 2;
        left = {range.first, middle, boundsOf(range.first, middle)};
        right = {range.first + middle, range.count - middle, boundsOf(range.first + middle, range.count - middle)};
    }

    // Reorders the range about the cheapest plane; returns how many items are on its left, or -1.
    int splitByArea(const Range& range) {
        Aabb centers = kEmptyAabb;
        for (int i = range.first; i < range.first + range.count; ++i) {
            const Vec3 c = doubledCenter(m_items[i].box);
            centers = {min(centers.lower, c), max(centers.upper, c)};
        }
        const Vec3 extent = centers.upper - centers.lower;
        const Vec3 scale{binScale(extent.x), binScale(extent.y), binScale(extent.z)};

        Bin bins[3][kBins];
        for (auto& axis : bins)
            for (Bin& bin : axis) bin = {kEmptyAabb, 0};
        for (int i = range.first; i < range.first + range.count; ++i) {
            const Aabb& box = m_items[i].box;
            const Vec3 c = doubledCenter(box) - centers.lower;
            const int at[3] = {binOf(c.x, scale.x), binOf(c.y, scale.y), binOf(c.z, scale.z)};
            for (int axis = 0; axis < 3; ++axis) {
                Bin& bin = bins[axis][at[axis]];
                bin.box = merge(bin.box, box);
                ++bin.count;
            }
        }

        float bestCost = std::numeric_limits<float>::infinity();
        int bestAxis = -1, bestBin = 0;
        for (int axis = 0; axis < 3; ++axis) {
            if (!(component(scale, axis) > 0.0f)) continue;
            float rightCost[kBins];
            int rightCount[kBins];
            Aabb box = kEmptyAabb;
            int count = 0;
            for (int b = kBins - 1; b > 0; --b) {
                box = merge(box, bins[axis][b].box);
                count += bins[axis][b].count;
                rightCount[b] = count;
                rightCost[b] = count > 0 ? boxCost(box, count) : 0.0f;
            }
            box = kEmptyAabb;
            count = 0;
            for (int b = 1; b < kBins; ++b) {
                box = merge(box, bins[axis][b - 1].box);
                count += bins[axis][b - 1].count;
                if (count == 0 || rightCount[b] == 0) continue;
                const float cost = boxCost(box, count) + rightCost[b];
                if (cost < bestCost) {
                    bestCost = cost;
                    bestAxis = axis;
                    bestBin = b;
                }
            }
        }
        if (bestAxis < 0) return -1;
        return partition(range, bestAxis, bestBin, component(centers.lower, bestAxis), component(scale, bestAxis));
    }

    static float binScale(float extent) {
        const float scale = static_cast<float>(kBins) / extent;
        return extent > 0.0f && scale < std::numeric_limits<float>::max() ? scale : 0.0f;
    }
    static int binOf(float offset, float scale) { return min(static_cast<int>(offset * scale), kBins - 1); }

    int partition(const Range& range, int axis, int bin, float lower, float scale) {
        int i = range.first, j = range.first + range.count;
        while (i < j) {
            if (binOf(component(doubledCenter(m_items[i].box), axis) - lower, scale) < bin) {
                ++i;
            } else {
                --j;
                const Item item = m_items[i];
                m_items[i] = m_items[j];
                m_items[j] = item;
            }
        }
        return i - range.first;
    }

    Array<Item> m_items;
    StaticBvh m_bvh;
};

} // namespace

StaticBvh buildStaticBvh(std::span<const Aabb> boxes) { return Builder(boxes).build(); }

} // namespace cairn
