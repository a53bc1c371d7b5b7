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

// Collects the leaves and pairs below root into the scratch arrays from firstItem on, and builds anew from them.
void DynamicBvh::buildSubtree(int root, int firstItem, const TaskSystem* tasks) {
    BvhNode* items = m_items.data() + firstItem;
    int32_t* slots = m_slots.data() + firstItem;
    int depth = 0;
    for (int node = root; node != 0; node = m_branches[node / 2].parent) ++depth;

    int stack[kMaxDepth + 1];
    int top = 0, itemCount = 0, slotCount = 0;
    stack[top++] = root;
    while (top > 0) {
        const BvhNode& n = m_nodes[stack[--top]];
        if (isLeaf(n)) {
            items[itemCount++] = n;
            continue;
        }
        slots[slotCount++] = indexOf(n);
        stack[top++] = firstChild(n) + 1;
        stack[top++] = firstChild(n);
    }
    CAIRN_ASSERT(slotCount == itemCount - 1);
    const int budget = min(floorLog2(itemCount) + kSlack, kMaxDepth - depth);
    BvhBuilder(*this, items, slots, itemCount).run(root, budget, tasks);
}

void DynamicBvh::rebuildSubtree(int root, const TaskSystem* tasks) {
    if (isLeaf(m_nodes[root])) return;
    m_items.resizeUninitialized(leavesBelow(m_nodes[root]));
    m_slots.resizeUninitialized(m_items.count());
    buildSubtree(root, 0, tasks);
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
    m_slots.resizeUninitialized(leaves);
    for (int i = 0; i < leaves - 1; ++i) m_slots[i] = i + 1;
    BvhBuilder(*this, m_items.data(), m_slots.data(), leaves).run(0, floorLog2(leaves) + kSlack, tasks);
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

bool DynamicBvh::isWornOut(int node) const {
    const BvhNode& n = m_nodes[node];
    const BvhBranch& branch = m_branches[indexOf(n)];
    return branch.leafCount > 2 &&
           splitRatio(n, m_nodes[firstChild(n)], m_nodes[firstChild(n) + 1]) > branch.builtRatio + kWear;
}

// Walks the loose branches from the root. The highest worn-out ones are disjoint subtrees: large ones are rebuilt at
// once with all threads inside, small ones are put on a list and shared out.
int DynamicBvh::optimize(const TaskSystem* tasks, int budget) {
    constexpr int kLarge = 4096;
    refit(tasks);
    if (m_leafCount < 2 || !isLoose(0)) return 0;
    int rebuilt = 0, waiting = 0;
    m_list.clear();
    int stack[kMaxDepth + 1];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const int node = stack[--top];
        const int leaves = leavesBelow(m_nodes[node]);
        if (isWornOut(node)) {
            if (leaves <= budget - rebuilt) {
                rebuilt += leaves;
                if (leaves >= kLarge) {
                    rebuildSubtree(node, tasks);
                } else {
                    m_list.push(node);
                }
                continue;
            }
            m_list.push(~node); // not within the budget: keep its flags
            ++waiting;
        }
        m_nodes[node].link &= ~kLooseFlag;
        const int child = firstChild(m_nodes[node]);
        if (isLoose(child + 1)) stack[top++] = child + 1;
        if (isLoose(child)) stack[top++] = child;
    }

    int total = 0;
    m_offsets.resizeUninitialized(m_list.count());
    for (int i = 0; i < m_list.count(); ++i) {
        m_offsets[i] = total;
        if (m_list[i] >= 0) total += leavesBelow(m_nodes[m_list[i]]);
    }
    m_items.resizeUninitialized(total);
    m_slots.resizeUninitialized(total);
    const Blocks blocks(m_list.count(), 8, 64);
    forEachTask(tasks, blocks.count, [&](int block) {
        for (int i = blocks.begin(block); i < blocks.end(block); ++i) {
            if (m_list[i] >= 0) buildSubtree(m_list[i], m_offsets[i], nullptr);
        }
    });
    for (int i = 0; waiting > 0 && i < m_list.count(); ++i) {
        if (m_list[i] < 0) flagPath(~m_list[i], kLooseFlag);
    }
    return rebuilt;
}

} // namespace cairn
