// Questions about one or two placed shapes: distance, overlap, closest point, ray, swept shape, time of impact.
//
// Everything about a pair is in the frame of shape A; the caller passes B's pose relative to A (relativeTransform), so
// answers are as exact far from the origin as near it. Shapes must have passed validate(). All functions are pure.
#pragma once

#include <cairn/shapes.h>

namespace cairn {

// What a pair remembers between distance calls: the closest features. Zero is "nothing yet"; any content is safe.
struct DistanceCache {
    Vec3 direction = kZero; // last direction between the closest points, in A's frame
    uint8_t count = 0;      // vertices of the last simplex, 0 where features have no names (curved shapes)
    uint16_t indexA[4] = {};
    uint16_t indexB[4] = {};
};

} // namespace cairn
