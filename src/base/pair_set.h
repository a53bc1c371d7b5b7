// PairSet: which pairs of two different numbers are in it, with one look at memory for most answers.
//
// Open addressing in a power of two of slots, at most three quarters full. A pair that goes is replaced by the next one
// that would otherwise not be found any more, so there are no marks of the dead, and the table does not wear out.
// Nobody walks over the pairs: their order in memory decides nothing.
#pragma once

#include "base/hash.h"
#include "base/prefetch.h"

#include <cairn/array.h>

#include <utility>

namespace cairn {

class PairSet {
public:
    bool contains(uint32_t a, uint32_t b) const {
        if (m_slots.empty()) return false;
        const uint64_t key = keyOf(a, b);
        int slot = home(key);
        while (m_slots[slot] != 0 && m_slots[slot] != key) slot = after(slot);
        return m_slots[slot] != 0;
    }
    // Hints that contains() will be asked soon.
    void expect(uint32_t a, uint32_t b) const {
        if (!m_slots.empty()) prefetch(&m_slots[home(keyOf(a, b))]);
    }
    // A pair that is not there.
    void add(uint32_t a, uint32_t b) {
        if (4 * (m_count + 1) > 3 * m_slots.count()) grow();
        put(keyOf(a, b));
        ++m_count;
    }
    // A pair that is there.
    void remove(uint32_t a, uint32_t b) {
        const uint64_t key = keyOf(a, b);
        int hole = home(key);
        while (m_slots[hole] != key) hole = after(hole);
        for (int slot = after(hole); m_slots[slot] != 0; slot = after(slot)) {
            const int way = distance(home(m_slots[slot]), slot);
            if (way < distance(hole, slot)) continue; // it is found without the hole
            m_slots[hole] = m_slots[slot];
            hole = slot;
        }
        m_slots[hole] = 0;
        --m_count;
    }
    int count() const { return m_count; }
    void clear() {
        m_slots.clear();
        m_count = 0;
    }

    // The whole state (see model/visit.h).
    template <class Visitor> void visitPassing(Visitor&& v) {
        v.passing("pairs", m_slots);
        v.passing("pair count", m_count);
    }

private:
    static constexpr int kSmallest = 16;

    static uint64_t keyOf(uint32_t a, uint32_t b) { // never 0
        return a < b ? uint64_t(b) << 32 | a : uint64_t(a) << 32 | b;
    }
    int home(uint64_t key) const { return static_cast<int>(hashMix(key)) & (m_slots.count() - 1); }
    int after(int slot) const { return (slot + 1) & (m_slots.count() - 1); }
    int distance(int from, int to) const { return (to - from) & (m_slots.count() - 1); }

    void put(uint64_t key) {
        int slot = home(key);
        while (m_slots[slot] != 0) slot = after(slot);
        m_slots[slot] = key;
    }
    // In place. Pairs are put again in the order of the old slots, from behind an empty one: so each finds room at or
    // before where it was (or as far into the new half), and none is put behind one that has yet to leave.
    void grow() {
        const int old = m_slots.count();
        m_slots.resize(old == 0 ? kSmallest : 2 * old);
        int empty = 0;
        while (m_slots[empty] != 0) ++empty;
        for (int i = 1; i < old; ++i) {
            const uint64_t key = std::exchange(m_slots[(empty + i) & (old - 1)], 0);
            if (key != 0) put(key);
        }
    }

    Array<uint64_t> m_slots; // 0: empty
    int m_count = 0;
};

} // namespace cairn
