// What must hold for every manifold, whatever made it.
#pragma once

#include "geometry/manifold_names.h"
#include "support/hash.h"
#include "support/random.h"

#include <cairn/manifold.h>

#include <gtest/gtest.h>

namespace cairn::test {

inline float deepest(const Manifold& m) {
    float least = 1e30f;
    for (int i = 0; i < m.count; ++i) least = min(least, m.points[i].separation);
    return least;
}

// Empty when the manifold is sound, else what is wrong.
inline const char* soundness(const Manifold& m, float margin) {
    if (m.count < 0 || m.count > 4) return "count";
    if (m.count == 0) return "";
    if (!(std::fabs(length(m.normal) - 1.0f) < 1e-4f)) return "normal is not a unit vector";
    for (int i = 0; i < m.count; ++i) {
        const ManifoldPoint& p = m.points[i];
        if (!isFinite(p.position) || !isFinite(p.separation)) return "not finite";
        if (!(p.separation <= margin + 1e-4f)) return "point beyond the margin";
        for (int j = 0; j < i; ++j)
            if (m.points[j].featureId == p.featureId) return "two points of one name";
    }
    return "";
}

inline uint64_t hashManifold(const Manifold& m, uint64_t hash) {
    hash = hashBytes(&m.count, sizeof(m.count), hash);
    if (m.count == 0) return hash;
    hash = hashBytes(&m.normal, sizeof(m.normal), hash);
    return hashBytes(m.points, sizeof(ManifoldPoint) * static_cast<std::size_t>(m.count), hash);
}

inline Manifold collideFresh(const Shape& a, const Shape& b, const Transform& bInA, float margin) {
    ManifoldCache cache;
    Manifold m;
    collideConvex(a, b, bInA, margin, cache, m);
    return m;
}

} // namespace cairn::test
