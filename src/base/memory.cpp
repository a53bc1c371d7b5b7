// The allocator hook and its default: the aligned global operator new, and pages of the system for large blocks.
#include <cairn/memory.h>

#include "base/assert.h"
#include "base/pages.h"

#include <cstring>
#include <new>

namespace cairn {

namespace {

void* allocateDefault(std::size_t size, std::size_t alignment, void*) {
    CAIRN_ASSERT(!isInPages(size) || alignment <= 4096); // a block begins with a page
    if (!isInPages(size)) return ::operator new(size, std::align_val_t(alignment));
    void* memory = mapPages(size);
    // Out of memory ends as it does with operator new.
    return memory ? memory : ::operator new (~std::size_t{0} / 2, std::align_val_t(alignment));
}

// Not the sized form of delete: Clang 14 hides it unless asked.
void releaseDefault(void* memory, std::size_t size, std::size_t alignment, void*) {
    isInPages(size) ? unmapPages(memory, size) : ::operator delete(memory, std::align_val_t(alignment));
}

constexpr Allocator kDefault{allocateDefault, releaseDefault, nullptr};
Allocator g_allocator = kDefault;

} // namespace

void setAllocator(const Allocator& allocator) {
    g_allocator = allocator.allocate && allocator.release ? allocator : kDefault;
}

void* allocate(std::size_t size, std::size_t alignment) {
    return g_allocator.allocate(size, alignment, g_allocator.context);
}

void release(void* memory, std::size_t size, std::size_t alignment) {
    if (memory) g_allocator.release(memory, size, alignment, g_allocator.context);
}

void* grow(void* memory, std::size_t size, std::size_t kept, std::size_t newSize, std::size_t alignment) {
    if (g_allocator.allocate == allocateDefault && isInPages(size) && isInPages(newSize))
        if (void* grown = growPages(memory, size, newSize)) return grown;
    if (kept == 0) { // not both at once
        release(memory, size, alignment);
        return allocate(newSize, alignment);
    }
    void* grown = allocate(newSize, alignment);
    std::memcpy(grown, memory, kept);
    release(memory, size, alignment);
    return grown;
}

} // namespace cairn
