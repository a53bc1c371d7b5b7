// DynamicBvh: checking of arguments, proxies and pairs of nodes, simple getters.
#include "base/prefetch.h"
#include "spatial/bvh_node.h"
#include "spatial/round_outward.h"

#include <cairn/error.h>

namespace cairn {

namespace {

bool inRange(float a) { return abs(a) <= DynamicBvh::kMaxCoordinate; } // false for NaN

} // namespace

Aabb roundOutward(DVec3 lower, DVec3 upper) { return {roundDown(lower), roundUp(upper)}; }

DynamicBvh::DynamicBvh(BvhOptions options) : m_options(options) {
    if (!(m_options.margin >= 0.0f) || !inRange(m_options.margin)) {
        reportError({"DynamicBvh", "options.margin", m_options.margin, "must be finite and not negative; 0 is used"});
        m_options.margin = 0.0f;
    }
    clear();
}

void DynamicBvh::clear() {
    for (int i = 0; i < m_proxies.count(); ++i) {
        if (m_proxies[i].node >= 0) freeProxy(static_cast<uint32_t>(i));
    }
    m_nodes.clear();
    m_branches.clear();
    m_nodes.resize(2); // the root and its unused sibling
    m_branches.resize(1);
    m_leafCount = m_movedCount = 0;
    m_freePair = -1;
}

bool DynamicBvh::checkBox(const char* function, const Aabb& box) const {
    static const char* const kLower[] = {"box.lower.x", "box.lower.y", "box.lower.z"};
    static const char* const kUpper[] = {"box.upper.x", "box.upper.y", "box.upper.z"};
    for (int axis = 0; axis < 3; ++axis) {
        const float lower = component(box.lower, axis), upper = component(box.upper, axis);
        if (!inRange(lower)) {
            reportError({function, kLower[axis], lower, "must be finite and within 1e15"});
            return false;
        }
        if (!inRange(upper)) {
            reportError({function, kUpper[axis], upper, "must be finite and within 1e15"});
            return false;
        }
        if (!(lower <= upper)) {
            reportError({function, kLower[axis], lower, "must not be above box.upper: the box is inside out"});
            return false;
        }
    }
    return true;
}

bool DynamicBvh::isValid(ProxyId id) const {
    if (id.index >= static_cast<uint32_t>(m_proxies.count())) return false;
    const BvhProxy& proxy = m_proxies[static_cast<int>(id.index)];
    return proxy.node >= 0 && proxy.generation == id.generation;
}

bool DynamicBvh::checkId(const char* function, ProxyId id) const {
    if (isValid(id)) return true;
    reportError({function, "id", static_cast<double>(id.index), "is null, stale or of another tree"});
    return false;
}

uint32_t DynamicBvh::allocateProxy(const ProxyDef& def) {
    int index = m_freeProxy;
    if (index >= 0) {
        m_freeProxy = -2 - m_proxies[index].node;
    } else {
        index = m_proxies.count();
        m_proxies.push({.userData = 0, .generation = 1, .node = -1, .mask = 0, .batch = 0});
    }
    BvhProxy& proxy = m_proxies[index];
    proxy.userData = def.userData;
    proxy.mask = def.mask;
    if (def.mask != 0xFFFFFFFFu) ++m_narrowMaskCount;
    return static_cast<uint32_t>(index);
}

void DynamicBvh::freeProxy(uint32_t index) {
    BvhProxy& proxy = m_proxies[static_cast<int>(index)];
    if (proxy.mask != 0xFFFFFFFFu) --m_narrowMaskCount;
    if (++proxy.generation == 0) proxy.generation = 1;
    proxy.node = -2 - m_freeProxy; // -1 ends the list
    m_freeProxy = static_cast<int32_t>(index);
}

int DynamicBvh::allocatePair() {
    if (m_freePair >= 0) {
        const int pair = m_freePair;
        m_freePair = m_branches[pair].parent;
        return pair;
    }
    m_branches.resize(m_branches.count() + 1);
    m_nodes.resize(2 * m_branches.count());
    return m_branches.count() - 1;
}

void DynamicBvh::freePair(int pair) {
    m_branches[pair].parent = m_freePair;
    m_branches[pair].leafCount = 0;
    m_freePair = pair;
}

uint64_t DynamicBvh::userData(ProxyId id) const {
    return checkId("DynamicBvh::userData", id) ? m_proxies[static_cast<int>(id.index)].userData : 0;
}

Aabb DynamicBvh::fatBox(ProxyId id) const {
    if (!checkId("DynamicBvh::fatBox", id)) return kEmptyAabb;
    return boxOf(m_nodes[m_proxies[static_cast<int>(id.index)].node]);
}

void DynamicBvh::expectProxy(ProxyId id) const { prefetch(&m_proxies[static_cast<int>(id.index)]); }
void DynamicBvh::expectBox(ProxyId id) const { prefetch(&m_nodes[m_proxies[static_cast<int>(id.index)].node]); }

Aabb DynamicBvh::bounds() const { return m_leafCount > 0 ? boxOf(m_nodes[0]) : kEmptyAabb; }

} // namespace cairn
