// The allocator hook and its default, the aligned global operator new.
#include <cairn/memory.h>

#include <new>

namespace cairn {

namespace {

void* allocateDefault(std::size_t size, std::size_t alignment, void*) {
    return ::operator new(size, std::align_val_t(alignment));
}

// Not the sized form of delete: Clang 14 hides it unless asked.
void releaseDefault(void* memory, std::size_t, std::size_t alignment, void*) {
    ::operator delete(memory, std::align_val_t(alignment));
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

} // namespace cairn
