// Moving proxies and the flags that say what moved.
//
// Both flags keep one invariant: a flagged node has flagged ancestors. So marking a path stops at the first node that
// is already marked, and marking many leaves touches every ancestor once.
#include "base/prefetch.h"
#include "spatial/bvh_node.h"
#include "spatial/parallel.h"

#include <cairn/error.h>

namespace cairn {

namespace {

bool isInRange(Vec3 a) { // false for NaN
    constexpr float kLimit = DynamicBvh::kMaxCoordinate;
    return (abs(a.x) <= kLimit) && (abs(a.y) <= kLimit) && (abs(a.z) <= kLimit);
}

bool isInRange(const Aabb& box) {
    return isInRange(box.lower) && isInRange(box.upper) && (box.lower.x <= box.upper.x) &&
           (box.lower.y <= box.upper.y) && (box.lower.z <= box.upper.z);
}

} // namespace

bool DynamicBvh::checkMove(const char* function, const ProxyMove& move) const {
    if (!checkId(function, move.id) || !checkBox(function, move.box)) return false;
    if (isInRange(move.displacement)) return true;
    reportError({function, "displacement", maxComponent(abs(move.displacement)), "must be finite and within 1e15"});
    return false;
}

inline Aabb DynamicBvh::fatten(const ProxyMove& move) const {
    Aabb fat = inflate(move.box, m_options.margin);
    fat.lower = fat.lower + min(move.displacement, kZero);
    fat.upper = fat.upper + max(move.displacement, kZero);
    return fat;
}

// Besides leaving its fat box, a proxy changes when that box has become far too big (it flew and has landed).
static constexpr float kTooBig = 4.0f; // margins beyond the fat box that it would get
inline bool DynamicBvh::wantsMove(const ProxyMove& move, const Aabb& fat) const {
    if (!contains(fat, move.box)) return true;
    return !contains(inflate(fatten(move), kTooBig * m_options.margin), fat);
}

// Less what rounding may add to a box: so one that is not looked at until then would have stayed as it is.
float DynamicBvh::roomToMove(const ProxyMove& move) const {
    const Aabb fat = fatBox(move.id);
    const Vec3 below = move.box.lower - fat.lower, above = fat.upper - move.box.upper;
    const float most = (1.0f + kTooBig) * m_options.margin - maxComponent(max(below, above));
    return min(minComponent(min(below, above)), most) - 1e-6f * maxComponent(max(abs(fat.lower), abs(fat.upper))) -
           1e-5f;
}

bool DynamicBvh::move(const ProxyMove& move) {
    if (!checkMove("DynamicBvh::move", move)) return false;
    int node = m_proxies[static_cast<int>(move.id.index)].node;
    if (!wantsMove(move, boxOf(m_nodes[node]))) return false;
    if (!isMoved(m_nodes[node])) ++m_movedCount;
    const Aabb fat = fatten(move);
    setBox(m_nodes[node], fat);
    flagPath(node, kMovedFlag | kLooseFlag);
    // Ancestors only grow here, so that queries stay right; refit() tightens them.
    m_grown = true;
    while (node != 0) {
        node = m_branches[node / 2].parent;
        const Aabb box = boxOf(m_nodes[node]);
        if (contains(box, fat)) break;
        setBox(m_nodes[node], merge(box, fat));
    }
    return true;
}

// Three passes: judge every move in parallel, write the leaves that change in the order of the moves (so a proxy named
// twice ends at its last box), then refit the flagged paths in parallel.
int DynamicBvh::moveMany(std::span<const ProxyMove> moves, const TaskSystem* tasks) {
    enum Verdict : uint8_t { kStays, kChanges, kBad };
    const Blocks blocks(static_cast<int>(moves.size()), 256);
    m_verdicts.resizeUninitialized(blocks.total);
    forEachTask(tasks, blocks.count, [&](int block) {
        // Fetching a few leaves before judging them lets their cache misses overlap.
        constexpr int kAhead = 16;
        Aabb fat[kAhead];
        bool isKnown[kAhead];
        for (int first = blocks.begin(block); first < blocks.end(block); first += kAhead) {
            const int count = min(kAhead, blocks.end(block) - first);
            for (int k = 0; k < count; ++k) {
                const ProxyId id = moves[first + k].id;
                isKnown[k] = isValid(id);
                fat[k] = isKnown[k] ? boxOf(m_nodes[m_proxies[static_cast<int>(id.index)].node]) : kEmptyAabb;
            }
            for (int k = 0; k < count; ++k) {
                const ProxyMove& m = moves[first + k];
                const bool good = isKnown[k] && isInRange(m.box) && isInRange(m.displacement);
                m_verdicts[first + k] = !good ? kBad : (wantsMove(m, fat[k]) ? kChanges : kStays);
            }
        }
    });
    for (int i = 0; i < blocks.total; ++i) {
        if (m_verdicts[i] != kBad) continue;
        checkMove("DynamicBvh::moveMany", moves[i]); // reports
        return 0;
    }
    int changed = 0;
    ++m_batch;
    const auto proxyAt = [&](int i) -> BvhProxy& { return m_proxies[static_cast<int>(moves[i].id.index)]; };
    // The way up is asked for step by step, so that each finds its start there.
    const auto expect = [&](int i) {
        constexpr int kProxies = 24, kLeaves = 16, kParents = 8;
        const auto changes = [&](int k) { return k < blocks.total && m_verdicts[k] == kChanges; };
        if (changes(i + kProxies)) prefetch(&proxyAt(i + kProxies));
        if (changes(i + kLeaves)) {
            const int node = proxyAt(i + kLeaves).node;
            prefetch(&m_nodes[node]);
            prefetch(&m_branches[node / 2]);
        }
        if (changes(i + kParents)) prefetch(&m_nodes[m_branches[proxyAt(i + kParents).node / 2].parent]);
    };
    for (int i = 0; i < blocks.total; ++i) {
        expect(i);
        BvhProxy& proxy = proxyAt(i);
        // The verdict on a proxy that this batch has already changed is out of date.
        const bool changes =
            proxy.batch == m_batch ? wantsMove(moves[i], boxOf(m_nodes[proxy.node])) : m_verdicts[i] == kChanges;
        if (!changes) continue;
        proxy.batch = m_batch;
        const int node = proxy.node;
        if (!isMoved(m_nodes[node])) ++m_movedCount;
        setBox(m_nodes[node], fatten(moves[i]));
        flagPath(node, kMovedFlag | kLooseFlag);
        ++changed;
    }
    m_grown |= changed > 0;
    refit(tasks);
    return changed;
}

bool DynamicBvh::touch(ProxyId id) {
    if (!checkId("DynamicBvh::touch", id)) return false;
    const int node = m_proxies[static_cast<int>(id.index)].node;
    if (!isMoved(m_nodes[node])) ++m_movedCount;
    flagPath(node, kMovedFlag);
    return true;
}

void DynamicBvh::clearMoved(Array<uint64_t>* moved) {
    if (m_movedCount == 0) return;
    // Where most have moved, the nodes in turn are sooner done than the way down to each.
    if (2 * m_movedCount > m_leafCount && m_freePair < 0) {
        m_movedCount = 0;
        for (BvhNode& n : m_nodes) {
            if (moved && isMoved(n) && isLeaf(n)) moved->push(m_proxies[indexOf(n)].userData);
            n.link &= ~kMovedFlag;
        }
        return;
    }
    int stack[kMaxDepth + 1];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        BvhNode& n = m_nodes[stack[--top]];
        n.link &= ~kMovedFlag;
        if (isLeaf(n)) {
            if (moved) moved->push(m_proxies[indexOf(n)].userData);
            continue;
        }
        for (int side = 0; side < 2; ++side) {
            if (isMoved(m_nodes[firstChild(n) + side])) stack[top++] = firstChild(n) + side;
        }
    }
    m_movedCount = 0;
}

} // namespace cairn
