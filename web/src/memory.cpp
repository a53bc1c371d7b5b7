// operator new and delete under a lock: the C library of the toolchain knows nothing of threads.
#include "exec/threads.h"

#include <cstdlib>

#ifdef __wasm_atomics__

namespace {

cairn::Mutex g_mutex;

void* take(std::size_t size, std::size_t alignment) {
    cairn::Lock lock(g_mutex);
    void* memory = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (!memory) std::abort();
    return memory;
}
void give(void* memory) {
    cairn::Lock lock(g_mutex);
    std::free(memory);
}

} // namespace

void* operator new(std::size_t size) { return take(size, 16); }
void* operator new[](std::size_t size) { return take(size, 16); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return take(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return take(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { give(memory); }
void operator delete[](void* memory) noexcept { give(memory); }
void operator delete(void* memory, std::size_t) noexcept { give(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { give(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { give(memory); }

#endif
