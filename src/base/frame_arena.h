// FrameArena: memory for one step. Allocation is a pointer bump; nothing is freed one by one.
//
//     | bodies | pairs | scratch ....|            one block, 64-byte aligned
//                      ^ mark        ^ used
//
// What does not fit spills to the heap, one piece per allocation, so nothing ever fails for lack of capacity. reset()
// gives the spilled pieces back and grows the block to the high-water mark and a quarter more: the same step repeated
// allocates nothing, and steps that need a little more each time seldom do.
// One thread at a time: parallel phases receive memory that was allocated for them beforehand.
#pragma once

#include "base/assert.h"

#include <cairn/array.h>

#include <span>
#include <type_traits>

namespace cairn {

class FrameArena {
public:
    static constexpr std::size_t kAlignment = 64;

    struct Allocation {
        const char* name; // must outlive the frame: a literal
        std::size_t size; // bytes, rounded up to kAlignment
    };
    struct Mark {
        std::size_t used, top;
        int allocationCount, spillCount;
    };
    struct Statistics {
        std::size_t capacity;  // of the block
        std::size_t used;      // now, block and spills
        std::size_t highWater; // largest `used` ever
        int spillCount;        // heap pieces alive now
        int spillTotal;        // heap pieces ever; constant once warm
    };

    FrameArena() = default;
    explicit FrameArena(std::size_t capacity);
    FrameArena(const FrameArena&) = delete;
    FrameArena& operator=(const FrameArena&) = delete;
    ~FrameArena();

    // Uninitialised memory, valid until reset() or until a mark before it is rewound.
    void* allocate(std::size_t size, const char* name) {
        const std::size_t rounded = size == 0 ? kAlignment : roundUp(size); // distinct addresses for empty spans
        CAIRN_ASSERT(rounded >= size);
        m_allocations.push({name, rounded});
        m_used += rounded;
        if (m_used > m_highWater) m_highWater = m_used;
        if (rounded > m_capacity - m_top) return spill(rounded);
        void* memory = m_block + m_top;
        m_top += rounded;
        return memory;
    }
    template <class T> std::span<T> allocate(int count, const char* name) {
        static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T> &&
                      alignof(T) <= kAlignment);
        CAIRN_ASSERT(count >= 0);
        const std::size_t n = static_cast<std::size_t>(count);
        return {static_cast<T*>(allocate(sizeof(T) * n, name)), n};
    }

    Mark mark() const { return {m_used, m_top, m_allocations.count(), m_spills.count()}; }
    // Frees everything allocated since the mark was taken.
    void rewind(Mark mark);
    // Ends the frame.
    void reset();

    Statistics statistics() const;
    // What is alive now, in order of allocation.
    std::span<const Allocation> allocations() const { return m_allocations; }

private:
    struct Spill {
        void* memory;
        std::size_t size;
    };

    static std::size_t roundUp(std::size_t size) { return (size + kAlignment - 1) & ~(kAlignment - 1); }
    void* spill(std::size_t size);

    std::byte* m_block = nullptr;
    std::size_t m_capacity = 0;
    std::size_t m_top = 0;  // first free byte of the block
    std::size_t m_used = 0; // m_top and the spilled pieces: what a block would need to hold everything
    std::size_t m_highWater = 0;
    int m_spillTotal = 0;
    Array<Spill> m_spills;
    Array<Allocation> m_allocations;
};

// Rewinds at the end of a scope.
class FrameArenaScope {
public:
    explicit FrameArenaScope(FrameArena& arena) : m_arena(arena), m_mark(arena.mark()) {}
    ~FrameArenaScope() { m_arena.rewind(m_mark); }
    FrameArenaScope(const FrameArenaScope&) = delete;
    FrameArenaScope& operator=(const FrameArenaScope&) = delete;

private:
    FrameArena& m_arena;
    FrameArena::Mark m_mark;
};

} // namespace cairn
