// The bump, the spill and the growth of FrameArena.
#include "base/frame_arena.h"

namespace cairn {

FrameArena::FrameArena(std::size_t capacity) : m_capacity(roundUp(capacity)) {
    if (m_capacity > 0) m_block = static_cast<std::byte*>(cairn::allocate(m_capacity, kAlignment));
}

FrameArena::~FrameArena() {
    rewind({});
    release(m_block, m_capacity, kAlignment);
}

void* FrameArena::spill(std::size_t size) {
    ++m_spillTotal;
    return m_spills.push({cairn::allocate(size, kAlignment), size}).memory;
}

void FrameArena::rewind(Mark mark) {
    CAIRN_ASSERT(mark.used <= m_used && mark.allocationCount <= m_allocations.count());
    while (m_spills.count() > mark.spillCount) {
        const Spill spill = m_spills.pop();
        release(spill.memory, spill.size, kAlignment);
    }
    m_used = mark.used;
    m_top = mark.top;
    m_allocations.resizeUninitialized(mark.allocationCount);
}

void FrameArena::reset() {
    constexpr int kPieces = 128; // of a step; some more or less than before ask for nothing
    m_allocations.reserve(kPieces);
    rewind({});
    if (m_highWater <= m_capacity) return;
    // With room ahead: of a world that grows a little in every step, the block would otherwise be too small in every
    // step, and what spills is new pages each time. (A pile of 10,000 boxes that comes to rest: a tenth of its time.)
    const std::size_t capacity = roundUp(m_highWater + m_highWater / 4);
    m_block = static_cast<std::byte*>(grow(m_block, m_capacity, 0, capacity, kAlignment));
    m_capacity = capacity;
}

FrameArena::Statistics FrameArena::statistics() const {
    return {m_capacity, m_used, m_highWater, m_spills.count(), m_spillTotal};
}

} // namespace cairn
