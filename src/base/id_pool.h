// IdPool: hands out the slots behind Id<Tag>. The last slot freed is the first reused, so ids repeat exactly when a
// sequence of calls is repeated.
//
// The generation of a slot counts both births and deaths: odd while it lives, even while it is free. So an id is live
// exactly when the generations agree, even if the pool was restored to a time before the id was made. A slot that has
// used up its 2^31 lives is retired, which costs 4 bytes and keeps "a stale id is detected, always" true.
#pragma once

#include "base/assert.h"

#include <cairn/array.h>
#include <cairn/id.h>

namespace cairn {

template <class Tag> class IdPool {
public:
    Id<Tag> acquire() {
        const uint32_t index = m_free.empty() ? newSlot() : m_free.pop();
        ++m_count;
        return {index, ++m_generations[static_cast<int>(index)]};
    }
    // False, and nothing happens, if the id is null or stale.
    bool release(Id<Tag> id) {
        if (!isLive(id)) return false;
        --m_count;
        if (++m_generations[static_cast<int>(id.index)] != 0) m_free.push(id.index); // 0: wrapped, retired
        return true;
    }
    bool isLive(Id<Tag> id) const {
        return (id.generation & 1u) != 0 && id.index < static_cast<uint32_t>(m_generations.count()) &&
               m_generations[static_cast<int>(id.index)] == id.generation;
    }
    // The living id of a slot, or null.
    Id<Tag> at(int index) const {
        const uint32_t generation = m_generations[index];
        return (generation & 1u) != 0 ? Id<Tag>{static_cast<uint32_t>(index), generation} : Id<Tag>{};
    }

    int count() const { return m_count; }
    // Slots ever made: every index is below it, so arrays beside the pool are this long.
    int slotCount() const { return m_generations.count(); }

    // Calls fn(id) for each living id, by ascending index.
    template <class Fn> void forEach(Fn&& fn) const {
        for (int i = 0; i < m_generations.count(); ++i)
            if (const Id<Tag> id = at(i)) fn(id);
    }

    // The whole state (see model/visit.h).
    template <class Visitor> void visitArrays(Visitor&& v) {
        v.array("generations", m_generations);
        v.array("free ids", m_free);
        v.value("id count", m_count);
    }

private:
    uint32_t newSlot() {
        CAIRN_ASSERT(m_generations.count() < 0x7FFFFFFF);
        m_generations.push(0);
        m_free.reserve(m_generations.capacity()); // so that releasing never allocates
        return static_cast<uint32_t>(m_generations.count() - 1);
    }

    Array<uint32_t> m_generations;
    Array<uint32_t> m_free; // a stack
    int m_count = 0;
};

} // namespace cairn
