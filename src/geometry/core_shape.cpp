// See core_shape.h.
#include "geometry/core_shape.h"

namespace cairn {

namespace {

// The circle in the triangle that a cone's axis cuts out: area over half the perimeter.
float coneInnerRadius(const Shape& s) {
    const float r = s.size.x, height = 2.0f * s.size.y;
    return r * height / (r + sqrt(r * r + height * height));
}

} // namespace

float innerRadius(const Shape& s) {
    switch (s.kind) {
    case ShapeKind::Sphere:
    case ShapeKind::Capsule: return s.rounding;
    case ShapeKind::Box:
    case ShapeKind::Cylinder: return minComponent(s.size) + s.rounding;
    case ShapeKind::Cone: return coneInnerRadius(s) + s.rounding;
    case ShapeKind::Hull: return s.hull->innerRadius + s.rounding;
    default: return kHuge;
    }
}

Vec3 innerCenter(const Shape& s) {
    if (s.kind == ShapeKind::Hull) return s.hull->centroid;
    return s.kind == ShapeKind::Cone ? Vec3{0.0f, coneInnerRadius(s) - s.size.y, 0.0f} : kZero;
}

CoreShape makeCore(const Shape& whole, float depth, Hull& vertices) {
    CoreShape core{whole, kZero};
    Shape& s = core.shape;
    s.rounding = max(whole.rounding - depth, 0.0f);
    const float rest = max(depth - whole.rounding, 0.0f); // to be taken from what is rounded
    switch (s.kind) {
    case ShapeKind::Box:
    case ShapeKind::Cylinder: s.size = whole.size - Vec3{rest, rest, rest}; break;
    case ShapeKind::Cone: {
        const float scale = 1.0f - rest / coneInnerRadius(whole);
        s.size = scale * whole.size;
        core.offset = (1.0f - scale) * innerCenter(whole);
        break;
    }
    case ShapeKind::Hull: {
        if (!(rest > 0.0f)) break;
        const Hull& hull = *whole.hull;
        const float scale = 1.0f - rest / hull.innerRadius;
        vertices.vertices.resizeUninitialized(hull.vertices.count());
        for (int i = 0; i < hull.vertices.count(); ++i)
            vertices.vertices[i] = hull.centroid + scale * (hull.vertices[i] - hull.centroid);
        s.hull = &vertices;
        break;
    }
    default: break;
    }
    return core;
}

} // namespace cairn
