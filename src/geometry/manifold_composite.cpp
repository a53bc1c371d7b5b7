// Pairs with a mesh, a height field or a compound.
#include "geometry/manifold_internal.h"

namespace cairn {

void collideComposite(const Shape&, const Shape&, const Transform&, float, ManifoldCache&, Array<Manifold>&) {}

} // namespace cairn
