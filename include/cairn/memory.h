// Allocation hooks. Every byte that Cairn allocates goes through these two functions.
#pragma once

#include <cstddef>

namespace cairn {

struct Allocator {
    void* (*allocate)(std::size_t size, std::size_t alignment, void* context);
    void (*release)(void* memory, std::size_t size, std::size_t alignment, void* context);
    void* context;
};

// Replaces the allocator of the process. Call it before anything else: memory must be released where it came from.
// Null functions restore the default, the aligned global operator new.
void setAllocator(const Allocator& allocator);

void* allocate(std::size_t size, std::size_t alignment);
void release(void* memory, std::size_t size, std::size_t alignment);

} // namespace cairn
