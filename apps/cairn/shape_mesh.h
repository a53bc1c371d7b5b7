// Triangles of shapes, for drawing.
#pragma once

#include <cairn/shapes.h>

#include <vector>

namespace cairn::app {

// Three indices a triangle, counter-clockwise from outside. Corners with a crease have a vertex per side.
struct TriangleMesh {
    std::vector<Vec3> positions, normals;
    std::vector<uint32_t> indices;
};

// `sides` of what is round, all the way around.
TriangleMesh makeTriangles(const Shape& shape, int sides = 32);

// Shapes that look alike share triangles: boxes and spheres are drawn as scaled ones of unit size.
struct Drawable {
    Shape shape; // whose triangles to take
    Vec3 scale;
};
Drawable drawableOf(const Shape& shape);
// Same triangles?
bool sameGeometry(const Shape& a, const Shape& b);

// Colours of groups, sRGB 0..1: 0 is scenery, the rest wrap around.
Vec3 groupColour(int group);

} // namespace cairn::app
