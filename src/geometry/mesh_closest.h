// The point of a triangle nearest to a point.
#pragma once

#include <cairn/math.h>

namespace cairn {

// By Voronoi regions: corner, then edge, then face, from the dot products with the sides.
Vec3 closestOnTriangle(const Vec3 (&corner)[3], Vec3 point);

} // namespace cairn
