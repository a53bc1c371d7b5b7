// How far shapes that are as large one way as the other reach along the axes of the world.
#pragma once

#include <cairn/shapes.h>

namespace cairn {

// A box with half extents e, turned: its shadow on world axis i is the sum over local axes of |R_ij| e_j.
inline Vec3 turnedExtents(const Mat33& r, Vec3 e) { return e.x * abs(r.cx) + e.y * abs(r.cy) + e.z * abs(r.cz); }

// A disc of radius r with unit normal a reaches r sqrt(1 - a_i^2) along world axis i: the length of a's other two
// parts.
inline Vec3 discExtents(Vec3 a, float r) {
    const float xx = a.x * a.x, yy = a.y * a.y, zz = a.z * a.z;
    return {r * sqrt(yy + zz), r * sqrt(xx + zz), r * sqrt(xx + yy)};
}

// Half of the box around such a shape without its rounding, turned by q; false for the other kinds.
inline bool symmetricExtents(const Shape& s, Quat q, Vec3& e) {
    switch (s.kind) {
    case ShapeKind::Sphere: e = kZero; break;
    case ShapeKind::Capsule: e = s.size.y * abs(rotate(q, Vec3{0, 1, 0})); break;
    case ShapeKind::Box: e = turnedExtents(toMatrix(q), s.size); break;
    case ShapeKind::Cylinder: {
        const Vec3 a = rotate(q, Vec3{0, 1, 0});
        e = s.size.y * abs(a) + discExtents(a, s.size.x);
        break;
    }
    default: return false;
    }
    return true;
}

} // namespace cairn
