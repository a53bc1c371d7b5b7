// The ways of fast bodies in a step, as boxes, so that bullets find each other without asking all of them.
#pragma once

#include "base/sort.h"
#include "pipeline/narrow_phase.h"

namespace cairn {

// In order along the axis on which they spread most.
class FastBoxes {
public:
    FastBoxes(const BitSet& fast, int count, const Model& m, FrameArena& arena) {
        if (count == 0) return;
        m_entries = arena.allocate<Entry>(count, "boxes of fast bodies");
        Aabb all = kEmptyAabb;
        std::size_t next = 0;
        fast.forEach([&](int state) {
            m_entries[next] = {boxOf(m, state), state};
            all = merge(all, m_entries[next++].box);
        });
        const Vec3 size = all.upper - all.lower;
        m_axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        for (const Entry& e : m_entries) m_widest = max(m_widest, upper(e.box) - lower(e.box));
        mergeSort(m_entries, arena.allocate<Entry>(count, "sorted boxes"),
                  [&](const Entry& a, const Entry& b) { return lower(a.box) < lower(b.box); });
    }

    // fn(state) for every other body whose box overlaps that of `state`.
    template <class Fn> void forEachNear(const Model& m, int32_t state, Fn fn) const {
        const Aabb box = boxOf(m, state);
        const float least = lower(box) - m_widest;
        std::size_t i = 0;
        for (std::size_t last = m_entries.size(); i < last;) {
            const std::size_t middle = (i + last) / 2;
            if (lower(m_entries[middle].box) < least) {
                i = middle + 1;
            } else {
                last = middle;
            }
        }
        for (; i < m_entries.size() && lower(m_entries[i].box) <= upper(box); ++i)
            if (m_entries[i].state != state && overlaps(m_entries[i].box, box)) fn(m_entries[i].state);
    }

private:
    struct Entry {
        Aabb box;
        int32_t state;
    };
    std::span<Entry> m_entries;
    int m_axis = 0;
    float m_widest = 0.0f;

    float lower(const Aabb& box) const { return component(box.lower, m_axis); }
    float upper(const Aabb& box) const { return component(box.upper, m_axis); }

    static Aabb boxOf(const Model& m, int32_t state) {
        const Body& b = m.bodies[m.stateBody[state]];
        const float reach = b.extent + kSpeculativeMargin;
        const DVec3 r{reach, reach, reach}, from = b.center - toDouble(m.states[state].dx);
        return roundOutward(min(from, b.center) - r, max(from, b.center) + r);
    }
};

} // namespace cairn
