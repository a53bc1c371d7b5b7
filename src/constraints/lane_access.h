// Single lanes of bundles in double, for code that looks at one constraint at a time.
#pragma once

#include <cairn/math.h>

namespace cairn {

inline double readLane(const float (&row)[8], int lane) { return static_cast<double>(row[lane]); }
inline DVec3 readLane(const float (&rows)[3][8], int lane) {
    return {readLane(rows[0], lane), readLane(rows[1], lane), readLane(rows[2], lane)};
}
inline void addToLane(float (&rows)[3][8], int lane, DVec3 v) {
    rows[0][lane] += static_cast<float>(v.x);
    rows[1][lane] += static_cast<float>(v.y);
    rows[2][lane] += static_cast<float>(v.z);
}

} // namespace cairn
