// Cores for continuous collision: a shape made smaller by a given depth everywhere. While a core is outside something,
// the whole shape overlaps it by less than the depth.
#pragma once

#include <cairn/hull.h>
#include <cairn/shapes.h>

namespace cairn {

// Radius of a ball that fits into the shape; kHuge for what is not convex.
float innerRadius(const Shape& shape);

// Centre of that ball in the shape's frame.
Vec3 innerCenter(const Shape& shape);

struct CoreShape {
    Shape shape{ShapeSphere{}};
    Vec3 offset = kZero; // of its origin in the frame of the whole
};

// `depth` is at most the inner radius, the shape convex. Balls, capsules, boxes and cylinders lose `depth` on every
// side. Cones and hulls are scaled about the centre of the inner ball, which takes `depth` from the nearest sides and
// more from far corners: with K around the ball of radius r, sK and a ball of (1 - s) r add up to a part of K.
// `vertices` holds those of a scaled hull and is used as long as the core is.
CoreShape makeCore(const Shape& shape, float depth, Hull& vertices);

} // namespace cairn
