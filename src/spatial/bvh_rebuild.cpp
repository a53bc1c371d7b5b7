// Rebuilding: a subtree that has worn out, everything, or everything plus a bulk of new leaves.
//
// Motion loosens a split: both children grow into each other, and (area of children) / (area of parent) rises from
// about 1.3 towards 2. A branch is worn out when that ratio has risen by kWear since the split was made. A node of size
// L wears out when things below it have moved by some fraction of L, so small subtrees are rebuilt often and large ones
// seldom, and every level of the tree costs about the same per metre moved.
#include "spatial/bvh_node.h"
#include "spatial/parallel.h"

#include <cairn/error.h>

namespace cairn {

namespace {

constexpr float kWear = 0.12f;
constexpr int kSlack = 8; // levels that a build may use beyond the balanced depth

} // namespace

void DynamicBvh::rebuildSubtree(int root, const TaskSystem* tasks) {
    if (isLeaf(m_nodes[root])) return;
    const int leaves = leavesBelow(m_nodes[root]);
    m_items.resizeUninitialized(leaves);
    m_slots.resizeUninitialized(leaves - 1);
    int depth = 0;
    for (int node = root; node != 0; node = m_branches[node / 2].parent) ++depth;

    int stack[kMaxDepth + 1];
    int top = 0, itemCount = 0, slotCount = 0;
    stack[top++] = root;
    while (top > 0) {
        const BvhNode& n = m_nodes[stack[--top]];
        if (isLeaf(n)) {
            m_items[itemCount++] = n;
            continue;
        }
        m_slots[slotCount++] = indexOf(n);
        stack[top++] = firstChild(n) + 1;
        stack[top++] = firstChild(n);
    }
    CAIRN_ASSERT(itemCount == leaves && slotCount == leaves - 1);
    BvhBuilder(*this, m_items, m_slots).run(root, min(floorLog2(leaves) + kSlack, kMaxDepth - depth), tasks);
}

void DynamicBvh::rebuild(const TaskSystem* tasks) {
    if (m_leafCount < 2) return;
    m_items.resizeUninitialized(0);
    for (int i = 0; i < m_proxies.count(); ++i) {
        if (m_proxies[i].node >= 0) m_items.push(m_nodes[m_proxies[i].node]);
    }
    rebuildFromItems(tasks);
}

// m_items holds every leaf. Nodes are handed out afresh, in depth-first order.
void DynamicBvh::rebuildFromItems(const TaskSystem* tasks) {
    const int leaves = m_items.count();
    m_leafCount = leaves;
    m_branches.resizeUninitialized(leaves);
    m_nodes.resizeUninitialized(2 * leaves);
    m_nodes[1] = {};
    m_freePair = -1;
    m_slots.resizeUninitialized(leaves - 1);
    for (int i = 0; i < leaves - 1; ++i) m_slots[i] = i + 1;
    BvhBuilder(*this, m_items, m_slots).run(0, floorLog2(leaves) + kSlack, tasks);
}

bool DynamicBvh::insertMany(std::span<const ProxyDef> defs, std::span<ProxyId> ids, const TaskSystem* tasks) {
    if (ids.size() != defs.size()) {
        reportError(
            {"DynamicBvh::insertMany", "ids", static_cast<double>(ids.size()), "must have one place per definition"});
        return false;
    }
    for (const ProxyDef& def : defs) {
        if (!checkBox("DynamicBvh::insertMany", def.box)) return false;
    }
    const int added = static_cast<int>(defs.size());
    const bool bulk = added > 1 && added >= m_leafCount / 4;
    m_items.resizeUninitialized(0);
    if (bulk) {
        m_items.reserve(m_leafCount + added);
        for (int i = 0; i < m_proxies.count(); ++i) {
            if (m_proxies[i].node >= 0) m_items.push(m_nodes[m_proxies[i].node]);
        }
    }
    for (int i = 0; i < added; ++i) {
        const uint32_t proxy = allocateProxy(defs[i]);
        ids[i] = idAt(proxy);
        const BvhNode leaf = makeLeaf(proxy, defs[i]);
        if (bulk) {
            m_items.push(leaf);
        } else {
            insertLeaf(leaf);
        }
    }
    if (bulk) {
        m_movedCount += added;
        rebuildFromItems(tasks);
    }
    return true;
}

int DynamicBvh::optimize(const TaskSystem* tasks, int budget) {
    refit(tasks);
    if (m_leafCount < 2 || !(m_nodes[0].link & kLooseFlag)) return 0;
    int rebuilt = 0;
    m_list.clear(); // worn out, but not within the budget
    int stack[kMaxDepth + 1];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const int node = stack[--top];
        BvhNode& n = m_nodes[node];
        const BvhNode &left = m_nodes[firstChild(n)], &right = m_nodes[firstChild(n) + 1];
        const BvhBranch& branch = m_branches[indexOf(n)];
        if (branch.leafCount > 2 && splitRatio(n, left, right) > branch.builtRatio + kWear) {
            if (branch.leafCount <= budget - rebuilt) {
                rebuilt += branch.leafCount;
                rebuildSubtree(node, tasks);
                continue;
            }
            m_list.push(node);
        }
        n.link &= ~kLooseFlag;
        for (int child = firstChild(n) + 1; child >= firstChild(n); --child) {
            if ((m_nodes[child].link & (kLooseFlag | kLeafFlag)) == kLooseFlag) stack[top++] = child;
        }
    }
    for (const int node : m_list) flagPath(node, kLooseFlag);
    return rebuilt;
}

} // namespace cairn
