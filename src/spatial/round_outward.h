// From doubles to floats, never inward.
#pragma once

#include <cairn/math.h>

#include <cstring>

namespace cairn {

// The greatest float that is not above a. Which way the conversion went is a coin's toss, so there is no branch: where
// it went up, the float before has bits one less (positive) or one more (negative, -0 too).
inline float roundDown(double a) {
    const float f = static_cast<float>(a);
    int32_t bits;
    std::memcpy(&bits, &f, sizeof bits);
    const int32_t awayFromZero = bits >> 31 | 1, wentUp = static_cast<double>(f) > a ? 1 : 0;
    bits -= awayFromZero & -wentUp;
    float down;
    std::memcpy(&down, &bits, sizeof down);
    return down;
}

inline float roundUp(double a) { return -roundDown(-a); }

inline Vec3 roundDown(DVec3 a) { return {roundDown(a.x), roundDown(a.y), roundDown(a.z)}; }
inline Vec3 roundUp(DVec3 a) { return {roundUp(a.x), roundUp(a.y), roundUp(a.z)}; }

} // namespace cairn
