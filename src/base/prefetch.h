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

// As prefetch; and where there is no such hint, which is on WebAssembly, a load. Later work has to wait for it, so this
// pays for many addresses in one go, whose loads wait together, and not for one in between. The address must be valid.
inline void ask(const void* address) {
#if defined(__wasm__)
    asm volatile("" : : "r"(*static_cast<const unsigned char*>(address)));
#else
    prefetch(address);
#endif
}

// fn(address) for every cache line of a record, or of its first bytes.
template <class T, class Fn> inline void forLines(const T& record, Fn fn, std::size_t size = sizeof(T)) {
    for (std::size_t line = 0; line < size; line += 64) fn(reinterpret_cast<const std::byte*>(&record) + line);
}

} // namespace cairn
