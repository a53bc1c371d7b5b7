// Quaternions made from an axis and angle, from a matrix, and from two directions.
#include <cairn/math.h>

namespace cairn {

Quat fromAxisAngle(Vec3 axis, float radians) {
    const SinCos half = sinCos(0.5f * radians);
    return {half.sin * axis, half.cos};
}

// With q = (x, y, z, s) the matrix gives 4 s^2 = 1 + m00 + m11 + m22, 4 x^2 = 1 + m00 - m11 - m22 and so on, and
// products of two components from sums and differences of off-diagonal entries. The largest of the four squares (at
// least 1/4) is used as it stands, so nothing cancels; each branch is 4 * (largest component) * q.
Quat fromMatrix(const Mat33& m) {
    const float xx = m.cx.x, yy = m.cy.y, zz = m.cz.z;
    const float s4 = xx + yy + zz, x4 = xx - yy - zz, y4 = yy - xx - zz, z4 = zz - xx - yy;
    const float sx = m.cy.z - m.cz.y, sy = m.cz.x - m.cx.z, sz = m.cx.y - m.cy.x; // 4 s x, 4 s y, 4 s z
    const float xy = m.cx.y + m.cy.x, xz = m.cx.z + m.cz.x, yz = m.cy.z + m.cz.y; // 4 x y, 4 x z, 4 y z
    Quat q;
    if (s4 >= x4 && s4 >= y4 && s4 >= z4) {
        q = {{sx, sy, sz}, 1.0f + s4};
    } else if (x4 >= y4 && x4 >= z4) {
        q = {{1.0f + x4, xy, xz}, sx};
    } else if (y4 >= z4) {
        q = {{xy, 1.0f + y4, yz}, sy};
    } else {
        q = {{xz, yz, 1.0f + z4}, sz};
    }
    return normalize(q);
}

// With the half-way direction h the turn is (a x h, a . h). Near opposite directions a + b is small and its rounding
// would turn h; the exact h is at right angles to a - b, which is well known there, so h is made so. Exactly opposite
// directions leave the axis free: any right angle to a - b will do.
Quat fromTo(Vec3 a, Vec3 b) {
    Vec3 h = a + b;
    if (dot(a, b) < 0.0f) {
        const Vec3 d = normalize(a - b);
        h = h - dot(h, d) * d;
        if (lengthSquared(h) < 1e-12f) h = perpendicular(d);
    }
    h = normalizeOr(h, a);
    return normalize(Quat{cross(a, h), dot(a, h)});
}

} // namespace cairn
