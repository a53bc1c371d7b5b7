// Sorting whose outcome is fixed by the input alone. Both sorts are stable, so equal keys keep their order on every
// platform; std::sort leaves that order to the library.
#pragma once

#include "base/assert.h"

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace cairn {

template <class Key> struct SortItem {
    Key key; // unsigned
    uint32_t index;
};

// Least significant digit first, 8 bits at a time. One pass counts all digits; a digit that all keys share is skipped,
// so short keys cost only the passes they need. `scratch` is as long as `items`.
template <class Key> void radixSort(std::span<SortItem<Key>> items, std::span<SortItem<Key>> scratch) {
    static_assert(std::is_unsigned_v<Key>);
    constexpr int kDigits = static_cast<int>(sizeof(Key));
    CAIRN_ASSERT(scratch.size() >= items.size() && items.size() <= 0xFFFFFFFFu);
    const std::size_t n = items.size();
    uint32_t counts[kDigits][256] = {};
    for (const SortItem<Key>& item : items)
        for (int d = 0; d < kDigits; ++d) ++counts[d][(item.key >> (8 * d)) & 0xFFu];
    SortItem<Key>* from = items.data();
    SortItem<Key>* to = scratch.data();
    for (int d = 0; d < kDigits && n > 1; ++d) {
        uint32_t* count = counts[d];
        if (count[(from[0].key >> (8 * d)) & 0xFFu] == n) continue;
        uint32_t start = 0;
        for (int i = 0; i < 256; ++i) {
            const uint32_t c = count[i];
            count[i] = start;
            start += c;
        }
        for (std::size_t i = 0; i < n; ++i) to[count[(from[i].key >> (8 * d)) & 0xFFu]++] = from[i];
        SortItem<Key>* swap = from;
        from = to;
        to = swap;
    }
    if (from != items.data()) std::memcpy(static_cast<void*>(items.data()), from, n * sizeof(SortItem<Key>));
}

// Stable, for short or nearly sorted input.
template <class T, class Less> void insertionSort(std::span<T> items, Less less) {
    for (std::size_t i = 1; i < items.size(); ++i) {
        const T item = items[i];
        std::size_t j = i;
        for (; j > 0 && less(item, items[j - 1]); --j) items[j] = items[j - 1];
        items[j] = item;
    }
}

// Stable merge sort for any order: runs of 16 by insertion, then merged bottom-up between the two buffers.
template <class T, class Less> void mergeSort(std::span<T> items, std::span<T> scratch, Less less) {
    static_assert(std::is_trivially_copyable_v<T>);
    CAIRN_ASSERT(scratch.size() >= items.size());
    constexpr std::size_t kRun = 16;
    const std::size_t n = items.size();
    for (std::size_t i = 0; i < n; i += kRun) insertionSort(items.subspan(i, n - i < kRun ? n - i : kRun), less);
    T* from = items.data();
    T* to = scratch.data();
    for (std::size_t width = kRun; width < n; width *= 2) {
        for (std::size_t start = 0; start < n; start += 2 * width) {
            const std::size_t middle = n - start < width ? n : start + width;
            const std::size_t end = n - start < 2 * width ? n : start + 2 * width;
            std::size_t a = start, b = middle;
            for (std::size_t i = start; i < end; ++i) {
                const bool takeB = b < end && (a == middle || less(from[b], from[a])); // a first when equal
                to[i] = takeB ? from[b++] : from[a++];
            }
        }
        T* swap = from;
        from = to;
        to = swap;
    }
    if (from != items.data()) std::memcpy(static_cast<void*>(items.data()), from, n * sizeof(T));
}

} // namespace cairn
