// Allocation hooks. Every byte that Cairn allocates goes through these functions.
#pragma once

#include <cstddef>

namespace cairn {

struct Allocator {
    void* (*allocate)(std::size_t size, std::size_t alignment, void* context);
    void (*release)(void* memory, std::size_t size, std::size_t alignment, void* context);
    void* context;
};

// Replaces the allocator of the process. Call it before anything else: memory must be released where it came from.
// Null functions restore the default: the aligned global operator new; on Linux, blocks of 64 KB and more are pages of
// their own.
void setAllocator(const Allocator& allocator);

void* allocate(std::size_t size, std::size_t alignment);
void release(void* memory, std::size_t size, std::size_t alignment);
// A larger block in place of `memory` (null: none yet), with the first `kept` bytes of it. Pages are moved, not copied.
void* grow(void* memory, std::size_t size, std::size_t kept, std::size_t newSize, std::size_t alignment);

} // namespace cairn
