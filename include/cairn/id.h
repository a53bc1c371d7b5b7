// Typed handles: a slot index and the generation of its occupant. A default id is null; a stale one is always detected,
// because the generation of a slot changes when its occupant is destroyed.
#pragma once

#include <compare>
#include <cstdint>

namespace cairn {

template <class Tag> struct Id {
    uint32_t index = 0;
    uint32_t generation = 0; // 0 is null; live slots start at 1

    explicit operator bool() const { return generation != 0; }
    friend auto operator<=>(const Id&, const Id&) = default;
};

} // namespace cairn
