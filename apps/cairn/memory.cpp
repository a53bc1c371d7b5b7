// An allocator that keeps count. Workers allocate too, so the count is atomic.
#include "apps/cairn/memory.h"

#include <cairn/memory.h>

#include <atomic>
#include <new>

namespace cairn::app {

namespace {

std::atomic<std::size_t> g_bytes = 0;

} // namespace

void countMemory() {
    setAllocator({.allocate =
                      [](std::size_t size, std::size_t alignment, void*) {
                          g_bytes += size;
                          return ::operator new(size, std::align_val_t(alignment));
                      },
                  .release =
                      [](void* memory, std::size_t size, std::size_t alignment, void*) {
                          g_bytes -= size;
                          ::operator delete(memory, std::align_val_t(alignment));
                      },
                  .context = nullptr});
}

std::size_t memoryInUse() { return g_bytes; }

} // namespace cairn::app
