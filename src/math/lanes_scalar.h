// The float end of the lane interface, beside what cairn/math.h has: a kernel template that is written on F, its mask
// and its integer runs on float, bool and int32_t through these.
#pragma once

#include <cairn/math.h>

namespace cairn {

template <class F> struct LaneTraits;
template <> struct LaneTraits<float> {
    using Mask = bool;
    using Int = int32_t;
};

inline bool any(bool mask) { return mask; }
inline bool all(bool mask) { return mask; }
inline int32_t select(bool mask, int32_t a, int32_t b) { return mask ? a : b; }
// values[index], index 0 to 2.
inline float choose(const float (&values)[3], int32_t index) { return values[index]; }

} // namespace cairn
