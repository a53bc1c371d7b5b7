// Pairs of convex shapes without a collider of their own.
#include "geometry/manifold_internal.h"

namespace cairn {

bool collideGeneral(const Shape&, const Shape&, const Transform&, float, ManifoldCache&, Manifold&) { return false; }

} // namespace cairn
