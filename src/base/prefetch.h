// prefetch(address): asks for a cache line early, without waiting. A hint: nothing depends on it.
//
// Always inline: GCC finds that a function which only prefetches has no effect, and drops calls of it, wherever it has
// not yet inlined them (so in all kernels, whose instruction set is another one).
#pragma once

namespace cairn {

[[gnu::always_inline]] inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#endif
}

// For what is needed some hundred nanoseconds later: into the second cache, which has room for more requests at once.
[[gnu::always_inline]] inline void prefetchFar([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address, 0, 2);
#endif
}

} // namespace cairn
