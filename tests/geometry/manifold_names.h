// Which points of two manifolds have the same name.
#pragma once

#include <cairn/manifold.h>

namespace cairn::test {

inline int sharedIds(const Manifold& a, const Manifold& b) {
    int shared = 0;
    for (int i = 0; i < a.count; ++i)
        for (int j = 0; j < b.count; ++j) shared += a.points[i].featureId == b.points[j].featureId ? 1 : 0;
    return shared;
}

} // namespace cairn::test
