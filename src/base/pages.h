// Large blocks straight from the system. Growing one moves no bytes and never holds two copies, what was never written
// takes no memory, and what is given back is gone. A heap does none of that well: stores that grow by half leave holes
// as large as they were, a third of everything in a pile of ragdolls.
#pragma once

#include <cstddef>

namespace cairn {

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CAIRN_WATCHED_HEAP
#endif
#endif
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(CAIRN_WATCHED_HEAP)
inline constexpr bool kHasPages = true;
#else
inline constexpr bool kHasPages = false; // no such calls, or a sanitizer that watches the heap
#endif

// From this size on, a page that is not full is a small part of the block.
inline constexpr std::size_t kMinPages = 64 * 1024;
inline bool isInPages(std::size_t size) { return kHasPages && size >= kMinPages; }

// Null where the system has no more, or has no such calls.
void* mapPages(std::size_t size);
void* growPages(void* memory, std::size_t size, std::size_t newSize);
void unmapPages(void* memory, std::size_t size);

} // namespace cairn
