// The contact of two balls around core points: what every collider of round shapes ends in.
#pragma once

#include "geometry/manifold_internal.h"

namespace cairn {

// The closest points of two cores that are apart, and the radii around them.
struct CorePoints {
    Vec3 a, b;
    float radiusA, radiusB;
    Vec3 fallback; // unit normal for points too close to have a direction
};

// Below this distance (m) the direction between two core points is round-off.
inline constexpr float kNoDirection = 1e-5f;

inline bool collideCorePoints(const CorePoints& c, float margin, uint32_t featureId, Manifold& out) {
    const Vec3 d = c.b - c.a;
    const float l = length(d);
    const float gap = l - c.radiusA - c.radiusB;
    if (!(gap <= margin)) return false;
    const Vec3 normal = l > kNoDirection ? (1.0f / l) * d : c.fallback;
    return singlePoint(normal, c.a + c.radiusA * normal, gap, featureId, out);
}

// A further point of a manifold whose normal is known: taken if the two core points are close enough and the gap
// between them points along the normal (within 18 degrees). Returns 1 if taken; `least` is the least separation so far.
inline int addAlongNormal(const CorePoints& c, Vec3 normal, float margin, uint32_t featureId, ManifoldPoint& out,
                          float& least) {
    const Vec3 d = c.b - c.a;
    const float l = length(d);
    const float gap = l - c.radiusA - c.radiusB;
    if (!(gap <= margin) || dot(d, normal) < 0.95f * l) return 0;
    out = {c.a + (c.radiusA + 0.5f * gap) * normal, gap, featureId};
    least = min(least, gap);
    return 1;
}

} // namespace cairn
