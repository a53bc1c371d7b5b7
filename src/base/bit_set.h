// BitSet: a growing set of small integers, 64 to a word. Parallel phases flag what they found in one set per worker;
// the sets are merged by OR and walked in ascending order, so the outcome does not depend on who found what.
#pragma once

#include "base/assert.h"

#include <cairn/array.h>

#include <bit>

namespace cairn {

class BitSet {
public:
    BitSet() = default;
    explicit BitSet(int bitCount) { reserve(bitCount); }

    // Makes room, so that set() of smaller indices does not allocate. New bits are clear.
    void reserve(int bitCount) {
        CAIRN_ASSERT(bitCount >= 0);
        const int words = (bitCount + 63) >> 6;
        if (words > m_words.count()) m_words.resize(words);
    }
    int capacity() const { return m_words.count() * 64; }

    void set(int i) {
        CAIRN_ASSERT(i >= 0);
        reserve(i + 1);
        m_words[i >> 6] |= bit(i);
    }
    // Indices past the capacity are clear.
    void clear(int i) {
        if (i < capacity()) m_words[i >> 6] &= ~bit(i);
    }
    bool test(int i) const { return i < capacity() && (m_words[i >> 6] & bit(i)) != 0; }
    // Clears every bit and keeps the memory.
    void reset() {
        for (uint64_t& word : m_words) word = 0;
    }

    // Union.
    void merge(const BitSet& other) {
        reserve(other.capacity());
        for (int i = 0; i < other.m_words.count(); ++i) m_words[i] |= other.m_words[i];
    }

    int count() const {
        int n = 0;
        for (const uint64_t word : m_words) n += std::popcount(word);
        return n;
    }
    bool empty() const {
        for (const uint64_t word : m_words)
            if (word) return false;
        return true;
    }

    // The first set bit at or after `from`, or -1.
    int next(int from) const {
        if (from >= capacity()) return -1;
        int w = from >> 6;
        uint64_t word = m_words[w] & (~0ull << (from & 63));
        while (word == 0) {
            if (++w == m_words.count()) return -1;
            word = m_words[w];
        }
        return w * 64 + std::countr_zero(word);
    }

    // Calls fn(index) for each set bit, ascending. fn may clear bits; whether it sees changes to its own word is left
    // open.
    template <class Fn> void forEach(Fn&& fn) const {
        for (int w = 0; w < m_words.count(); ++w)
            for (uint64_t word = m_words[w]; word != 0; word &= word - 1) fn(w * 64 + std::countr_zero(word));
    }

    Array<uint64_t>& words() { return m_words; }
    const Array<uint64_t>& words() const { return m_words; }

private:
    static uint64_t bit(int i) { return 1ull << (i & 63); }

    Array<uint64_t> m_words;
};

} // namespace cairn
