// Large blocks straight from the system. Growing one moves no bytes and never holds two copies, what was never written
// takes no memory, and what is given back is gone. A heap does none of that well: stores that grow by half leave holes
// as large as they were, a third of everything in a pile of ragdolls.
#pragma once

#include <cstddef>

namespace cairn {

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CAIRN_WATCHED_MEMORY
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CAIRN_WATCHED_MEMORY
#endif
#if defined(__linux__) && !defined(CAIRN_WATCHED_MEMORY)
inline constexpr bool kHasPages = true;
#else
// No such calls, or a sanitizer: one that watches the heap, or one that does not see pages move, and takes two threads
// that have had the same address one after the other for a race.
inline constexpr bool kHasPages = false;
#endif

// From this size on, a page that is not full is a small part of the block.
inline constexpr std::size_t kMinPages = 64 * 1024;
inline bool isInPages(std::size_t size) { return kHasPages && size >= kMinPages; }

// Null where the system has no more, or has no such calls.
void* mapPages(std::size_t size);
void* growPages(void* memory, std::size_t size, std::size_t newSize);
void unmapPages(void* memory, std::size_t size);

} // namespace cairn
