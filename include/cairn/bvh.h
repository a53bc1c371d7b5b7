// DynamicBvh: a tree of boxes over moving proxies. It answers "what is near this box, ray, swept box or point", and
// PairFinder answers "which boxes of moved proxies overlap something".
//
// LAYOUT. The tree is binary. A node is 32 bytes, and the two children of a node stand side by side, so one 64-byte
// cache line holds all that a visit of the node needs:
//
//     node i:  lower.xyz | link        link = leaf flag, moved flag, loose flag, index
//              upper.xyz | category             leaf: index of the proxy;  branch: index p of its pair of children
//     pair p:  nodes 2p and 2p+1; sibling of i is i ^ 1; the root is node 0 (node 1 is never used)
//
// What only edits need (the parent, the number of leaves, how good the split was when it was made) is kept apart, one
// 16-byte record per pair. `category` of a branch is the union below it, so a query that looks for few categories
// skips the rest of the world.
//
// WHAT MOVED. A proxy stores a fat box: its tight box plus a margin. Only when the tight box leaves the fat box does
// the tree change: the leaf gets a new fat box and the path to the root is flagged. Everything that follows (refit,
// rebuild, pair search) walks flagged nodes only, so work is proportional to what moved. Motion never changes the shape
// of the tree; it only loosens it. optimize() rebuilds a subtree when its children overlap more than they did when it
// was built: small subtrees wear out often and cost little, large ones seldom.
//
// DEPTH. Inserting goes greedily by surface area, and like a scapegoat tree rebuilds the lowest unbalanced ancestor
// when a leaf lands too deep. So the depth is bounded by kMaxDepth and traversal needs a small fixed stack, whatever
// the order of edits. No code here recurses.
//
// PRECISION. Boxes are float; world positions are double. Round boxes outward with roundOutward(): far from the origin
// they grow by one float step (6 cm at 1000 km), which costs a few false pairs and never a missed one.
//
// MEASURED (bench/spatial_bench.cpp, 100,000 boxes, one thread, against Bullet's btDbvtBroadphase with the same motion,
// margin and a hash set of pairs on both sides): all moving slowly 0.21, one in ten moving 0.27, all moving fast 0.18
// of its time; bulk building 0.06, rays 0.31, inserting one by one 0.84.
//
// ROADS NOT TAKEN. Removing and reinserting what moved, as Bullet does: each costs two walks of the tree, and a crowd
// that moves together pays them all every step. Rebuilding everything every step: a build takes three times as long as
// the pair search of the same tree. Wide nodes (4 or 8 children) were not tried: they would help queries, but single
// edits get awkward, and the pair walk, which opens two nodes at a time, already makes four tests per two cache lines.
//
// DETERMINISM. The tree and every result depend on the sequence of calls only, never on threads or addresses. Queries
// are const and may run at the same time; edits may not.
#pragma once

#include <cairn/array.h>
#include <cairn/id.h>
#include <cairn/math.h>

#include <cstdint>
#include <span>
#include <type_traits>

namespace cairn {

struct TaskSystem;

struct ProxyTag;
using ProxyId = Id<ProxyTag>;

// The smallest float box that contains the double box.
Aabb roundOutward(DVec3 lower, DVec3 upper);

struct ProxyDef {
    Aabb box{};                  // tight box
    uint64_t userData = 0;       // yours
    uint32_t category = 1;       // what it is: one or more bits
    uint32_t mask = 0xFFFFFFFFu; // what it pairs with: a pair needs a.category & b.mask and b.category & a.mask
};

struct ProxyMove {
    ProxyId id;
    Aabb box;                  // new tight box
    Vec3 displacement = kZero; // expected motion until the box should be touched next; stretches the fat box
};

// What a query hands to its callback.
struct ProxyHit {
    ProxyId id;
    uint64_t userData;
};

// A ray or the sweep of a box: points origin + t * translation, t in [0, maxFraction], fattened by halfExtents.
struct BvhSweep {
    DVec3 origin{};
    Vec3 translation{};
    Vec3 halfExtents = kZero;
    float maxFraction = 1.0f;
};

namespace detail {

struct BvhNode {
    Vec3 lower;
    uint32_t link;
    Vec3 upper;
    uint32_t category;
};
static_assert(sizeof(BvhNode) == 32);

// About the node above a pair of siblings.
struct BvhBranch {
    int32_t parent;    // that node; on the free list: the next free pair
    int32_t leafCount; // below it
    float builtRatio;  // (area of the children) / (its area) when the split was made
    uint32_t unused;
};

struct BvhProxy {
    uint64_t userData;
    uint32_t generation; // 0 never; odd = live, even = free
    int32_t node;        // leaf; on the free list: the next free proxy
    uint32_t mask;
    uint32_t batch; // the moveMany() that changed it last
};

using BvhVisit = bool (*)(const void* context, ProxyHit hit);
using BvhClip = float (*)(const void* context, ProxyHit hit, float limit);

} // namespace detail

struct BvhOptions {
    float margin = 0.05f; // added on every side to make the fat box; 0 for a tree of things that never move
};

class DynamicBvh {
public:
    static constexpr int kMaxDepth = 128;
    static constexpr float kMaxCoordinate = 1e15f; // boxes must lie within this: areas stay far from overflow

    explicit DynamicBvh(BvhOptions options = {});

    // Edits. Bad boxes and stale ids are refused by name and change nothing.
    ProxyId insert(const ProxyDef& def);
    // Inserts all or none. ids receives one id per definition. The fast way to fill a tree: into an empty or a much
    // smaller tree it rebuilds everything top-down.
    bool insertMany(std::span<const ProxyDef> defs, std::span<ProxyId> ids, const TaskSystem* tasks = nullptr);
    bool remove(ProxyId id);
    // True when the tight box left the fat box (or the fat box had become far too large), so that the tree changed.
    bool move(const ProxyMove& move);
    // The same for many, faster; returns how many changed. All or none are accepted.
    int moveMany(std::span<const ProxyMove> moves, const TaskSystem* tasks = nullptr);
    bool setFilter(ProxyId id, uint32_t category, uint32_t mask);
    void clear();

    // Upkeep, once per step. refit() tightens boxes above what moved; optimize() also rebuilds worn-out subtrees, at
    // most about `budget` leaves per call (negative: a default share of the tree). rebuild() starts over.
    void refit(const TaskSystem* tasks = nullptr);
    int optimize(const TaskSystem* tasks = nullptr, int budget = 0x7FFFFFFF);
    void rebuild(const TaskSystem* tasks = nullptr);

    // A proxy counts as moved from its insertion or a move that changed the tree until clearMoved().
    int movedCount() const { return m_movedCount; }
    // Adds the user data of what had moved to `moved`, if given, in any order.
    void clearMoved(Array<uint64_t>* moved = nullptr);
    // Flags a proxy by hand, e.g. when its filter changed or it woke up.
    bool touch(ProxyId id);

    int count() const { return m_leafCount; }
    bool isValid(ProxyId id) const;
    ProxyId idAt(uint32_t index) const { return {index, m_proxies[static_cast<int>(index)].generation}; }
    uint64_t userDataAt(uint32_t index) const { return m_proxies[static_cast<int>(index)].userData; }
    uint64_t userData(ProxyId id) const;
    Aabb fatBox(ProxyId id) const;
    // Hints that fatBox() of a valid id will be asked for soon: first for its proxy, later for the box.
    void expectProxy(ProxyId id) const;
    void expectBox(ProxyId id) const;
    // How far every side of a box may go, without displacement, before move() would change the fat box it has now.
    float roomToMove(const ProxyMove& move) const;
    Aabb bounds() const;   // of everything; kEmptyAabb when empty
    int depth() const;     // of the deepest leaf; visits the whole tree
    float cost() const;    // sum of the areas of branches over the area of the root: what a query can expect to visit
    bool validate() const; // checks every invariant; for tests

    // Queries see proxies whose category shares a bit with mask.
    // visit(ProxyHit) -> bool: go on? Every fat box that overlaps `box`.
    template <class F> void overlap(const Aabb& box, uint32_t mask, F&& visit) const {
        using Callee = std::remove_reference_t<F>;
        overlapWith(
            box, mask, [](const void* f, ProxyHit hit) -> bool { return (*callee<Callee>(f))(hit); }, &visit);
    }
    // clip(ProxyHit, float limit) -> float: the new maximum fraction; `limit` to go on unclipped, 0 to stop.
    // Nearer boxes come first (by fraction of entry, as far as the tree knows).
    template <class F> void cast(const BvhSweep& sweep, uint32_t mask, F&& clip) const {
        castWith(sweep, mask, &callClip<std::remove_reference_t<F>>, &clip);
    }
    // clip(ProxyHit, float limit) -> float: the new maximum distance; `limit` to go on, negative to stop.
    // Visits boxes within maxDistance of the point, nearer first.
    template <class F> void closest(DVec3 point, float maxDistance, uint32_t mask, F&& clip) const {
        closestWith(point, maxDistance, mask, &callClip<std::remove_reference_t<F>>, &clip);
    }

    // The whole state, without working memory. A visitor has array(name, Array&), value(name, anything plain) and
    // passing(name, either): what has to be kept, but decides nothing.
    template <class Visitor> void visitArrays(Visitor&& v) {
        v.array("tree nodes", m_nodes);
        v.array("tree branches", m_branches);
        v.array("tree proxies", m_proxies);
        v.value("tree margin", m_options.margin);
        v.value("tree leaf count", m_leafCount);
        v.passing("tree batch", m_batch);
        v.value("tree moved count", m_movedCount);
        v.value("tree mask count", m_narrowMaskCount);
        v.value("tree grown", m_grown);
        v.value("tree free pair", m_freePair);
        v.value("tree free proxy", m_freeProxy);
    }

private:
    friend class PairFinder;
    friend class BvhBuilder;

    template <class F> static F* callee(const void* f) { return static_cast<F*>(const_cast<void*>(f)); }
    template <class F> static float callClip(const void* f, ProxyHit hit, float limit) {
        return (*callee<F>(f))(hit, limit);
    }

    void overlapWith(const Aabb& box, uint32_t mask, detail::BvhVisit visit, const void* context) const;
    void castWith(const BvhSweep& sweep, uint32_t mask, detail::BvhClip clip, const void* context) const;
    void closestWith(DVec3 point, float maxDistance, uint32_t mask, detail::BvhClip clip, const void* context) const;

    bool checkBox(const char* function, const Aabb& box) const;
    bool checkId(const char* function, ProxyId id) const;
    bool checkMove(const char* function, const ProxyMove& move) const;
    uint32_t allocateProxy(const ProxyDef& def);
    void freeProxy(uint32_t proxy);
    int allocatePair();
    void freePair(int pair);
    detail::BvhNode makeLeaf(uint32_t proxy, const ProxyDef& def) const;
    int leavesBelow(const detail::BvhNode& node) const;
    void relink(int node); // tells what hangs below a node where the node is
    void pull(int node);   // recomputes a branch from its two children
    void insertLeaf(const detail::BvhNode& leaf);
    void removeLeaf(int node);
    void rebalanceAbove(int leaf);
    Aabb fatten(const ProxyMove& move) const;
    bool wantsMove(const ProxyMove& move, const Aabb& fat) const;
    void flagPath(int node, uint32_t flags);
    bool isLoose(int node) const;   // a branch with changes below
    bool isWornOut(int node) const; // a branch whose split has gone bad
    void refitBelow(int root, int32_t* list);
    void buildSubtree(int root, int firstItem, const TaskSystem* tasks);
    void rebuildSubtree(int node, const TaskSystem* tasks);
    void rebuildFromItems(const TaskSystem* tasks);

    Array<detail::BvhNode> m_nodes;
    Array<detail::BvhBranch> m_branches;
    Array<detail::BvhProxy> m_proxies;
    BvhOptions m_options;
    int m_leafCount = 0;
    uint32_t m_batch = 0; // number of the last moveMany()
    int m_movedCount = 0;
    int m_narrowMaskCount = 0; // proxies that do not pair with everything
    bool m_grown = false;      // a single move() left boxes wider than needed
    int32_t m_freePair = -1;
    int32_t m_freeProxy = -1;
    // Scratch, kept so that a warmed-up step does not allocate.
    Array<detail::BvhNode> m_items;
    Array<int32_t> m_slots;
    Array<int32_t> m_list, m_offsets;
    Array<uint8_t> m_verdicts;
};

// A pair of overlapping fat boxes, by proxy index (DynamicBvh::idAt, userDataAt). Within one tree a < b; between two
// trees a is of the first and b of the second.
struct ProxyPair {
    uint32_t a, b;
    friend auto operator<=>(const ProxyPair&, const ProxyPair&) = default;
};

// Finds every pair in which at least one proxy has moved, each once, in an order that depends on the tree alone.
class PairFinder {
public:
    std::span<const ProxyPair> find(const DynamicBvh& tree, const TaskSystem* tasks = nullptr);
    std::span<const ProxyPair> find(const DynamicBvh& first, const DynamicBvh& second,
                                    const TaskSystem* tasks = nullptr);

private:
    struct Search;
    static constexpr int kChunkCount = 64; // fixed: the order of pairs must not depend on the number of threads
    void run(const Search& search, const TaskSystem* tasks);
    void gatherMoved(const DynamicBvh& tree, const DynamicBvh& other, int side);

    struct NodePair {
        int32_t a, b;
    };
    Array<NodePair> m_work, m_next;
    Array<ProxyPair> m_chunks[kChunkCount];
    Array<ProxyPair> m_pairs;
};

} // namespace cairn
