// A plain list of boxes that does what the tree does by testing everything: the oracle of the tree tests.
#pragma once

#include <cairn/bvh.h>

#include "support/random.h"

#include <algorithm>
#include <vector>

namespace cairn::test {

struct BvhModel {
    struct Entry {
        ProxyId id;
        Aabb tight;
        uint32_t category, mask;
        bool moved;
    };

    DynamicBvh tree;
    std::vector<Entry> entries; // live ones, in no order

    explicit BvhModel(float margin = 0.05f) : tree({.margin = margin}) {}

    void add(const ProxyDef& def, ProxyId id) { entries.push_back({id, def.box, def.category, def.mask, true}); }
    void insert(const ProxyDef& def) { add(def, tree.insert(def)); }
    void insertMany(const std::vector<ProxyDef>& defs, const TaskSystem* tasks = nullptr) {
        std::vector<ProxyId> ids(defs.size());
        tree.insertMany(defs, ids, tasks);
        for (size_t i = 0; i < defs.size(); ++i) add(defs[i], ids[i]);
    }
    void remove(int i) {
        tree.remove(entries[i].id);
        entries[i] = entries.back();
        entries.pop_back();
    }
    void move(int i, const Aabb& box, Vec3 displacement = kZero) {
        entries[i].tight = box;
        if (tree.move({entries[i].id, box, displacement})) entries[i].moved = true;
    }
    void clearMoved() {
        tree.clearMoved();
        for (Entry& e : entries) e.moved = false;
    }

    std::vector<ProxyPair> pairs() const {
        std::vector<ProxyPair> result;
        std::vector<Aabb> boxes;
        for (const Entry& e : entries) boxes.push_back(tree.fatBox(e.id));
        for (size_t i = 0; i < entries.size(); ++i) {
            for (size_t j = i + 1; j < entries.size(); ++j) {
                const Entry &a = entries[i], &b = entries[j];
                if (!(a.moved || b.moved) || !overlaps(boxes[i], boxes[j])) continue;
                if (!(a.category & b.mask) || !(b.category & a.mask)) continue;
                result.push_back({std::min(a.id.index, b.id.index), std::max(a.id.index, b.id.index)});
            }
        }
        std::sort(result.begin(), result.end());
        return result;
    }
    std::vector<uint32_t> overlapping(const Aabb& box, uint32_t mask) const {
        std::vector<uint32_t> result;
        for (const Entry& e : entries) {
            if ((e.category & mask) && overlaps(tree.fatBox(e.id), box)) result.push_back(e.id.index);
        }
        std::sort(result.begin(), result.end());
        return result;
    }
};

inline std::vector<ProxyPair> sorted(std::span<const ProxyPair> pairs) {
    std::vector<ProxyPair> result(pairs.begin(), pairs.end());
    std::sort(result.begin(), result.end());
    return result;
}

inline std::vector<uint32_t> overlapping(const DynamicBvh& tree, const Aabb& box, uint32_t mask) {
    std::vector<uint32_t> result;
    tree.overlap(box, mask, [&](ProxyHit hit) {
        result.push_back(hit.id.index);
        return true;
    });
    std::sort(result.begin(), result.end());
    return result;
}

inline Aabb randomBox(Random& random, float world, float smallest, float largest) {
    const Vec3 c = random.inBox(world);
    const Vec3 h{random.logUniform(smallest, largest), random.logUniform(smallest, largest),
                 random.logUniform(smallest, largest)};
    return {c - h, c + h};
}

} // namespace cairn::test
