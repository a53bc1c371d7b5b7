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
// values[index]. Sizes of 3 and 6 serve the axes of boxes.
inline float choose(const float (&values)[3], int32_t index) { return values[index]; }
inline float choose(const float (&values)[6], int32_t index) { return values[index]; }
// The same of one of two arrays.
inline float chooseOf(bool mask, const float (&a)[3], const float (&b)[3], int32_t index) {
    return (mask ? a : b)[index];
}
// Row `index` of the matrix, or of its transpose.
inline void chooseRow(const float (&m)[3][3], bool transposed, int32_t index, float (&out)[3]) {
    const float* first = transposed ? &m[0][index] : m[index];
    const int step = transposed ? 3 : 1;
    for (int k = 0; k < 3; ++k) out[k] = first[k * step];
}
// values[index] += x, where the index is one.
inline void addAt(float (&values)[6], int32_t index, float x) {
    if (index >= 0 && index < 6) values[index] = values[index] + x;
}

} // namespace cairn
