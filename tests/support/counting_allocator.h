// Counts what goes through the allocator hook while in scope. Make it before anything else allocates, and let it go
// after everything is released.
#pragma once

#include <cairn/memory.h>

#include <atomic>
#include <new>

namespace cairn::test {

class CountingAllocator {
public:
    CountingAllocator() {
        setAllocator({[](std::size_t size, std::size_t alignment, void* context) {
                          auto& self = *static_cast<CountingAllocator*>(context);
                          ++self.m_allocations;
                          self.m_bytes += static_cast<long long>(size);
                          return ::operator new(size, std::align_val_t(alignment));
                      },
                      [](void* memory, std::size_t size, std::size_t alignment, void* context) {
                          auto& self = *static_cast<CountingAllocator*>(context);
                          ++self.m_releases;
                          self.m_bytes -= static_cast<long long>(size);
                          ::operator delete(memory, std::align_val_t(alignment));
                      },
                      this});
    }
    ~CountingAllocator() { setAllocator({}); }
    CountingAllocator(const CountingAllocator&) = delete;
    CountingAllocator& operator=(const CountingAllocator&) = delete;

    long long allocations() const { return m_allocations; }
    long long live() const { return m_allocations - m_releases; }
    long long liveBytes() const { return m_bytes; }

private:
    std::atomic<long long> m_allocations{0}, m_releases{0}, m_bytes{0};
};

} // namespace cairn::test
