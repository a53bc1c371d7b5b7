// Top-down building by binned surface area.
//
// The expected cost of a branch with children L and R is n(L) A(L) + n(R) A(R) (a query enters a child with probability
// proportional to its area and then pays for its leaves). Centres are dropped into bins along the longest axis of their
// bounds and the cheapest of the cuts between bins is taken.
//
// A subtree over n items uses n - 1 pairs of nodes: the first for its root, the next n(L) - 1 for the left side, the
// rest for the right. So every range knows its memory beforehand, ranges can be built in any order by any thread, and
// a tree built afresh lies in memory in depth-first order.
#include "spatial/bvh_node.h"
#include "spatial/parallel.h"

#include <algorithm>

namespace cairn {

namespace {

constexpr int kBinCount = 16;

struct Bin {
    Aabb box;
    int count;
};

// Which bin an item falls in. The same expression bins and partitions, so both always agree.
struct Binning {
    int axis;
    float origin, scale;
    float centerOf(const BvhNode& n) const { return component(n.lower, axis) + component(n.upper, axis); }
    int operator()(const BvhNode& n) const {
        return min(static_cast<int>((centerOf(n) - origin) * scale), kBinCount - 1);
    }
};

// Puts the items of bins below `cut` first; returns where the others begin.
int partition(BvhNode* items, int begin, int end, const Binning& bin, int cut) {
    while (begin < end) {
        if (bin(items[begin]) < cut) {
            ++begin;
        } else {
            std::swap(items[begin], items[--end]);
        }
    }
    return begin;
}

int cheapestCut(const Bin (&bins)[kBinCount]) {
    float below[kBinCount]; // cost of everything in bins < i
    Aabb box = kEmptyAabb;
    int count = 0;
    for (int i = 0; i < kBinCount; ++i) {
        below[i] = count > 0 ? static_cast<float>(count) * halfArea(box) : 0.0f;
        box = merge(box, bins[i].box);
        count += bins[i].count;
    }
    const int total = count;
    box = kEmptyAabb;
    count = 0;
    int best = -1;
    float bestCost = 0.0f;
    for (int i = kBinCount - 1; i > 0; --i) {
        box = merge(box, bins[i].box);
        count += bins[i].count;
        if (count == 0 || count == total) continue;
        const float cost = below[i] + static_cast<float>(count) * halfArea(box);
        if (best < 0 || cost < bestCost) {
            best = i;
            bestCost = cost;
        }
    }
    return best;
}

} // namespace

BvhBuilder::Summary BvhBuilder::summarize(int begin, int end) const {
    Summary s;
    for (int i = begin; i < end; ++i) {
        const BvhNode& n = m_items[i];
        const Vec3 c = n.lower + n.upper;
        s.box = merge(s.box, boxOf(n));
        s.centers = merge(s.centers, Aabb{c, c});
        s.category |= n.category;
        s.flags |= n.link & kMovedFlag;
    }
    return s;
}

// Where to cut the items of a range, after reordering them.
int BvhBuilder::split(const Range& r) {
    const int count = r.end - r.begin, middle = r.begin + count / 2;
    if (count == 2) return middle;
    const Aabb& centers = r.summary.centers;
    const Vec3 d = centers.upper - centers.lower;
    const int axis = d.x >= d.y && d.x >= d.z ? 0 : (d.y >= d.z ? 1 : 2);
    const float width = component(d, axis);
    const Binning bin{axis, component(centers.lower, axis), 0.999f * static_cast<float>(kBinCount) / width};
    if (!(width > 0.0f) || !(bin.scale <= 1e30f)) return middle; // all in one place
    if (r.depthBudget <= floorLog2(count) + 1) {
        // Clustered on ever smaller scales: halve by count, or the tree gets too deep.
        // total order: (centre, index)
        std::sort(m_items + r.begin, m_items + r.end, [&](const BvhNode& a, const BvhNode& b) {
            const float ca = bin.centerOf(a), cb = bin.centerOf(b);
            return ca != cb ? ca < cb : indexOf(a) < indexOf(b);
        });
        return middle;
    }
    Bin bins[kBinCount];
    for (Bin& b : bins) b = {kEmptyAabb, 0};
    for (int i = r.begin; i < r.end; ++i) {
        Bin& b = bins[bin(m_items[i])];
        b.box = merge(b.box, boxOf(m_items[i]));
        ++b.count;
    }
    const int cut = cheapestCut(bins);
    return cut < 0 ? middle : partition(m_items, r.begin, r.end, bin, cut);
}

// Writes the root of a range. A leaf ends there; a branch yields the two halves to go on with.
bool BvhBuilder::step(const Range& r, Range (&halves)[2]) {
    BvhNode& n = m_tree.m_nodes[r.node];
    if (r.end - r.begin == 1) {
        n = m_items[r.begin];
        m_tree.m_proxies[indexOf(n)].node = r.node;
        return false;
    }
    const int cut = split(r);
    const int pair = m_slots[r.slot];
    halves[0] = {r.begin, cut, 2 * pair, r.slot + 1, r.depthBudget - 1, summarize(r.begin, cut)};
    halves[1] = {cut, r.end, 2 * pair + 1, r.slot + (cut - r.begin), r.depthBudget - 1, summarize(cut, r.end)};
    n = {r.summary.box.lower, static_cast<uint32_t>(pair) | r.summary.flags, r.summary.box.upper, r.summary.category};
    const float area = halfArea(r.summary.box);
    const float ratio = area > 0.0f ? (halfArea(halves[0].summary.box) + halfArea(halves[1].summary.box)) / area : 0.0f;
    m_tree.m_branches[pair] = {.parent = r.node, .leafCount = r.end - r.begin, .builtRatio = ratio, .unused = 0};
    return true;
}

void BvhBuilder::build(const Range& range) {
    Range stack[DynamicBvh::kMaxDepth + 2], halves[2];
    int top = 0;
    stack[top++] = range;
    while (top > 0) {
        const Range r = stack[--top];
        if (!step(r, halves)) continue;
        stack[top++] = halves[1];
        stack[top++] = halves[0];
    }
}

void BvhBuilder::run(int root, int depthBudget, const TaskSystem* tasks) {
    constexpr int kMaxTasks = 64;
    Range work[kMaxTasks], halves[2];
    int count = 0;
    work[count++] = {0, m_count, root, 0, depthBudget, summarize(0, m_count)};
    // Cut the largest range until there is enough for every thread, whatever their number.
    while (count < kMaxTasks) {
        int largest = 0;
        for (int i = 1; i < count; ++i) {
            if (work[i].end - work[i].begin > work[largest].end - work[largest].begin) largest = i;
        }
        if (work[largest].end - work[largest].begin < 1024) break;
        step(work[largest], halves);
        work[largest] = halves[0];
        work[count++] = halves[1];
    }
    forEachTask(tasks, count, [&](int i) { build(work[i]); });
}

} // namespace cairn
