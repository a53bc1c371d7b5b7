// prefetch(address): asks for a cache line early, without waiting. A hint: nothing depends on it.
//
// GCC takes a function that only prefetches for one without effect, and drops calls of it, and of what calls it, unless
// it has inlined them by then. The empty statement is an effect, to it.
#pragma once

#include <cstddef>

namespace cairn {

inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
    asm volatile("");
#endif
}

// For what is needed some hundred nanoseconds later: into the second cache, which has room for more requests at once.
inline void prefetchFar([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address, 0, 2);
    asm volatile("");
#endif
}

// The same for what will be written.
inline void prefetchToWrite([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address, 1, 2);
    asm volatile("");
#endif
}

// fn(address) for every cache line of a record, or of its first bytes.
template <class T, class Fn> inline void forLines(const T& record, Fn fn, std::size_t size = sizeof(T)) {
    for (std::size_t line = 0; line < size; line += 64) fn(reinterpret_cast<const std::byte*>(&record) + line);
}

} // namespace cairn
