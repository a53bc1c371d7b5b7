// Box against box: the way out for pairs that the boxes' axes cannot answer.
#include "geometry/manifold_box.h"

namespace cairn {

bool fallBackFromBoxes(const Shape& a, const Shape& b, const Transform& bInA, float margin, Manifold& out) {
    ManifoldCache fresh;
    return collideCurved(a, b, bInA, margin, fresh, out);
}

} // namespace cairn
