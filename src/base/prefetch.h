// prefetch(address): asks for a cache line early, without waiting. A hint: nothing depends on it.
#pragma once

namespace cairn {

inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#endif
}

} // namespace cairn
