// Inserting and removing single leaves.
//
// The place for a new leaf L is found by walking down from the root. Pairing L with node X costs a new branch of area
// A(X u L) and grows every ancestor; the growth is paid on the way down ("inherited"). At each node the walk compares
// pairing here with the least it could pay below, and goes to the cheaper child.
//
// Walking greedily turns sorted input into a chain, so depth is guarded as in a scapegoat tree: when a leaf lands
// deeper than depthLimit(leaves), some ancestor must be deeper than its own leaf count allows; the lowest such one is
// rebuilt. A subtree of s leaves needs about s/2 insertions to get that unbalanced again, so the amortised price is
// O(log n).
#include "spatial/bvh_node.h"

#include <cairn/error.h>

namespace cairn {

BvhNode DynamicBvh::makeLeaf(uint32_t proxy, const ProxyDef& def) const {
    const Aabb fat = inflate(def.box, m_options.margin);
    return {fat.lower, proxy | kLeafFlag | kMovedFlag, fat.upper, def.category};
}

void DynamicBvh::relink(int node) {
    const BvhNode& n = m_nodes[node];
    if (isLeaf(n)) {
        m_proxies[indexOf(n)].node = node;
    } else {
        m_branches[indexOf(n)].parent = node;
    }
}

ProxyId DynamicBvh::insert(const ProxyDef& def) {
    if (!checkBox("DynamicBvh::insert", def.box)) return {};
    const uint32_t proxy = allocateProxy(def);
    insertLeaf(makeLeaf(proxy, def));
    return idAt(proxy);
}

void DynamicBvh::insertLeaf(const BvhNode& leaf) {
    ++m_movedCount;
    if (m_leafCount++ == 0) {
        m_nodes[0] = leaf;
        relink(0);
        return;
    }
    const Aabb box = boxOf(leaf);
    int place = 0, depth = 0;
    float inherited = 0.0f;
    for (; !isLeaf(m_nodes[place]); ++depth) {
        BvhNode& n = m_nodes[place];
        const float merged = halfArea(merge(boxOf(n), box));
        const float here = merged + inherited;
        inherited += merged - halfArea(boxOf(n));
        float price[2];
        for (int side = 0; side < 2; ++side) {
            const BvhNode& child = m_nodes[firstChild(n) + side];
            price[side] = halfArea(merge(boxOf(child), box)) + inherited;
            if (!isLeaf(child)) price[side] -= halfArea(boxOf(child)); // at least: it may pay more further down
        }
        if (here < price[0] && here < price[1]) break;
        setBox(n, merge(boxOf(n), box));
        n.category |= leaf.category;
        n.link |= kMovedFlag | kLooseFlag;
        ++m_branches[indexOf(n)].leafCount;
        place = firstChild(n) + (price[1] < price[0] ? 1 : 0);
    }

    const int pair = allocatePair();
    const int node = 2 * pair;
    m_nodes[node] = m_nodes[place];
    m_nodes[node + 1] = leaf;
    BvhNode& parent = m_nodes[place];
    m_branches[pair] = {.parent = place, .leafCount = leavesBelow(parent) + 1, .builtRatio = 0.0f, .unused = 0};
    parent.link = static_cast<uint32_t>(pair) | kLooseFlag;
    relink(node);
    relink(node + 1);
    pull(place);
    m_branches[pair].builtRatio = splitRatio(parent, m_nodes[node], m_nodes[node + 1]);
    if (depth + 1 > depthLimit(m_leafCount)) rebalanceAbove(node + 1);
}

void DynamicBvh::rebalanceAbove(int leaf) {
    int node = leaf;
    for (int height = 1; node != 0; ++height) {
        node = m_branches[node / 2].parent;
        if (height > depthLimit(leavesBelow(m_nodes[node]))) break;
    }
    rebuildSubtree(node, nullptr);
}

bool DynamicBvh::remove(ProxyId id) {
    if (!checkId("DynamicBvh::remove", id)) return false;
    removeLeaf(m_proxies[static_cast<int>(id.index)].node);
    freeProxy(id.index);
    return true;
}

// The sibling takes the place of the parent; the path above shrinks.
void DynamicBvh::removeLeaf(int node) {
    if (isMoved(m_nodes[node])) --m_movedCount;
    if (--m_leafCount == 0) return;
    const int pair = node / 2;
    int place = m_branches[pair].parent;
    m_nodes[place] = m_nodes[node ^ 1];
    relink(place);
    freePair(pair);
    while (place != 0) {
        place = m_branches[place / 2].parent;
        --m_branches[indexOf(m_nodes[place])].leafCount;
        pull(place);
        m_nodes[place].link |= kLooseFlag;
    }
}

bool DynamicBvh::setFilter(ProxyId id, uint32_t category, uint32_t mask) {
    if (!checkId("DynamicBvh::setFilter", id)) return false;
    BvhProxy& proxy = m_proxies[static_cast<int>(id.index)];
    m_narrowMaskCount += (mask != 0xFFFFFFFFu) - (proxy.mask != 0xFFFFFFFFu);
    proxy.mask = mask;
    int node = proxy.node;
    m_nodes[node].category = category;
    while (node != 0) {
        node = m_branches[node / 2].parent;
        pull(node);
    }
    return touch(id);
}

} // namespace cairn
