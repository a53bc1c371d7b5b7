// Pair search over moved proxies, within a tree or between two.
//
// When many proxies have moved, the tree is walked against itself: an entry is a pair of nodes that overlap and of
// which at least one has a moved leaf below; it is replaced by the overlapping pairs of their children. Both nodes are
// opened at once, so the four tests read two cache lines. When few have moved, each moved leaf is a query from the
// root: high up the boxes of nodes that hold one moved leaf among thousands overlap far more than the leaf does.
//
// The work is cut into kChunkCount lists by the tree alone, each with its own output, joined in order afterwards. So
// the pairs and their order are the same for any number of threads.
#include "base/prefetch.h"
#include "spatial/bvh_node.h"
#include "spatial/parallel.h"

#include <utility>

namespace cairn {

namespace {

constexpr int kWorkTarget = 1024; // entries to cut the dense walk into, for balance
constexpr int kSparseShare = 8;   // below one moved in so many: query by query

} // namespace

struct PairFinder::Search {
    const DynamicBvh& first;
    const DynamicBvh& second;
    bool self;
    bool filter; // some proxy has a mask

    const BvhNode& nodeA(int i) const { return first.m_nodes[i]; }
    const BvhNode& nodeB(int i) const { return second.m_nodes[i]; }

    void emit(const BvhNode& a, const BvhNode& b, Array<ProxyPair>& out) const {
        uint32_t i = static_cast<uint32_t>(indexOf(a)), j = static_cast<uint32_t>(indexOf(b));
        if (filter && !((a.category & second.m_proxies[static_cast<int>(j)].mask) &&
                        (b.category & first.m_proxies[static_cast<int>(i)].mask))) {
            return;
        }
        if (self && j < i) std::swap(i, j);
        out.push({i, j});
    }

    // Replaces an entry by those of its children; leaves are emitted. At most four are pushed.
    template <class Push> void open(NodePair entry, Array<ProxyPair>& out, Push&& push) const {
        const BvhNode &a = nodeA(entry.a), &b = nodeB(entry.b);
        const auto tryPush = [&](int i, int j) {
            const BvhNode &x = nodeA(i), &y = nodeB(j);
            if (((x.link | y.link) & kMovedFlag) && overlaps(x, y)) {
                if (isLeaf(x) && isLeaf(y)) {
                    emit(x, y, out);
                } else {
                    push(NodePair{i, j});
                }
            }
        };
        const int ca = firstChild(a), cb = firstChild(b);
        if (self && entry.a == entry.b) {
            for (int i = ca; i < ca + 2; ++i) {
                if ((nodeA(i).link & (kMovedFlag | kLeafFlag)) == kMovedFlag) push(NodePair{i, i});
            }
            tryPush(ca, ca + 1);
        } else if (isLeaf(b)) {
            tryPush(ca, entry.b);
            tryPush(ca + 1, entry.b);
        } else if (isLeaf(a)) {
            tryPush(entry.a, cb);
            tryPush(entry.a, cb + 1);
        } else {
            tryPush(ca, cb);
            tryPush(ca, cb + 1);
            tryPush(ca + 1, cb);
            tryPush(ca + 1, cb + 1);
        }
    }

    // Everything below an entry. Each level leaves at most three entries waiting.
    void walk(NodePair entry, Array<ProxyPair>& out) const {
        NodePair stack[3 * 2 * DynamicBvh::kMaxDepth + 4];
        int top = 0;
        stack[top++] = entry;
        while (top > 0) {
            const NodePair next = stack[--top];
            open(next, out, [&](NodePair e) {
                stack[top++] = e;
                if (!isLeaf(nodeA(e.a))) prefetch(&nodeA(firstChild(nodeA(e.a))));
                if (!isLeaf(nodeB(e.b))) prefetch(&nodeB(firstChild(nodeB(e.b))));
            });
        }
    }

    // One moved leaf against the other tree. Where both have moved, the pair is found twice; one of them keeps it.
    void query(int leaf, bool leafInFirst, Array<ProxyPair>& out) const {
        const BvhNode& q = leafInFirst ? nodeA(leaf) : nodeB(leaf);
        const DynamicBvh& tree = leafInFirst ? second : first;
        if (tree.m_leafCount == 0) return;
        int stack[DynamicBvh::kMaxDepth + 1];
        int top = 0;
        stack[top++] = 0;
        while (top > 0) {
            const BvhNode& n = tree.m_nodes[stack[--top]];
            if (!overlaps(n, q)) continue;
            if (!isLeaf(n)) {
                stack[top++] = firstChild(n) + 1;
                stack[top++] = firstChild(n);
                continue;
            }
            if (isMoved(n) && (self ? indexOf(n) <= indexOf(q) : !leafInFirst)) continue;
            if (leafInFirst) {
                emit(q, n, out);
            } else {
                emit(n, q, out);
            }
        }
    }
};

std::span<const ProxyPair> PairFinder::find(const DynamicBvh& tree, const TaskSystem* tasks) {
    run({tree, tree, true, tree.m_narrowMaskCount > 0}, tasks);
    return {m_pairs.data(), static_cast<std::size_t>(m_pairs.count())};
}

std::span<const ProxyPair> PairFinder::find(const DynamicBvh& first, const DynamicBvh& second,
                                            const TaskSystem* tasks) {
    run({first, second, &first == &second, first.m_narrowMaskCount + second.m_narrowMaskCount > 0}, tasks);
    return {m_pairs.data(), static_cast<std::size_t>(m_pairs.count())};
}

// Moved leaves of a tree, but for those that are clear of the other one.
void PairFinder::gatherMoved(const DynamicBvh& tree, const DynamicBvh& other, int side) {
    if (tree.m_movedCount == 0) return;
    const BvhNode& all = other.m_nodes[0];
    int stack[DynamicBvh::kMaxDepth + 1];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const int node = stack[--top];
        const BvhNode& n = tree.m_nodes[node];
        if (!isMoved(n) || !overlaps(n, all)) continue;
        if (isLeaf(n)) {
            m_work.push({node, side});
            continue;
        }
        stack[top++] = firstChild(n) + 1;
        stack[top++] = firstChild(n);
    }
}

void PairFinder::run(const Search& search, const TaskSystem* tasks) {
    m_pairs.clear();
    m_work.clear();
    const DynamicBvh &first = search.first, &second = search.second;
    const int moved = first.m_movedCount + (search.self ? 0 : second.m_movedCount);
    const int total = first.m_leafCount + (search.self ? 0 : second.m_leafCount);
    if (moved == 0 || first.m_leafCount == 0 || second.m_leafCount == 0) return;
    const bool sparse = moved < total / kSparseShare || first.m_leafCount == 1 || second.m_leafCount == 1;
    if (sparse) {
        gatherMoved(first, second, 0);
        if (!search.self) gatherMoved(second, first, 1);
    } else {
        m_work.push({0, 0});
        // Opened level by level until there are enough entries. (A level at least halves what is left.)
        for (int level = 0; level < DynamicBvh::kMaxDepth && m_work.count() < kWorkTarget && !m_work.empty(); ++level) {
            m_next.clear();
            for (const NodePair entry : m_work) search.open(entry, m_pairs, [&](NodePair e) { m_next.push(e); });
            m_work.swap(m_next);
        }
    }

    // The two change places; both have room for what one has held.
    m_work.reserve(m_next.capacity());
    m_next.reserve(m_work.capacity());

    const auto find = [&](int begin, int end, Array<ProxyPair>& out) {
        for (int i = begin; i < end; ++i) {
            if (sparse) {
                search.query(m_work[i].a, m_work[i].b == 0, out);
            } else {
                search.walk(m_work[i], out);
            }
        }
    };
    const int64_t count = m_work.count();
    if (count < kChunkCount) return find(0, static_cast<int>(count), m_pairs); // in the same order
    forEachTask(tasks, kChunkCount, [&](int chunk) {
        m_chunks[chunk].clear();
        find(static_cast<int>(count * chunk / kChunkCount), static_cast<int>(count * (chunk + 1) / kChunkCount),
             m_chunks[chunk]);
    });
    for (const Array<ProxyPair>& chunk : m_chunks) m_pairs.append(chunk);
}

} // namespace cairn
