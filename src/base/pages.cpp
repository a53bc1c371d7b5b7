// Large blocks, where the system can grow them in place.
#include "base/pages.h"

#if defined(__linux__)

#include <sys/mman.h>

namespace cairn {

void* mapPages(std::size_t size) {
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? nullptr : memory;
}

void* growPages(void* memory, std::size_t size, std::size_t newSize) {
    void* grown = mremap(memory, size, newSize, MREMAP_MAYMOVE);
    return grown == MAP_FAILED ? nullptr : grown;
}

void unmapPages(void* memory, std::size_t size) { munmap(memory, size); }

} // namespace cairn

#else

namespace cairn {

void* mapPages(std::size_t) { return nullptr; }
void* growPages(void*, std::size_t, std::size_t) { return nullptr; }
void unmapPages(void*, std::size_t) {}

} // namespace cairn

#endif
