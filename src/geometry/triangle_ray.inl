// Ray against triangle, on any lane type: included inside namespace cairn for float, and inside the namespace of each
// instruction set for eight triangles at once.
//
// Watertight (after Woop, Benthin and Wald, 2013). The ray is sheared onto the z axis with its origin at zero; the
// signed areas U, V, W of the three triangles (edge, origin) then decide. An edge shared by two triangles gives the
// same products with the opposite sign, bit for bit, and zero counts as inside on both sides, so no ray slips through
// an edge or a vertex. det = U + V + W is positive for triangles seen from their front.
template <class F> struct TriangleRayHit {
    F det, t; // t is valid where det is not zero
    F inside; // greater than zero: the ray's line crosses the triangle
};

template <class F>
inline TriangleRayHit<F> crossTriangle(const TriangleRay& ray, const F (&a)[3], const F (&b)[3], const F (&c)[3]) {
    const F ox = ray.origin[0], oy = ray.origin[1], oz = ray.origin[2];
    const F sx = ray.shear[0], sy = ray.shear[1], sz = ray.shear[2];
    const F az = a[2] - oz, bz = b[2] - oz, cz = c[2] - oz;
    const F ax = (a[0] - ox) - sx * az, ay = (a[1] - oy) - sy * az;
    const F bx = (b[0] - ox) - sx * bz, by = (b[1] - oy) - sy * bz;
    const F cx = (c[0] - ox) - sx * cz, cy = (c[1] - oy) - sy * cz;
    const F u = cx * by - cy * bx, v = ax * cy - ay * cx, w = bx * ay - by * ax;
    const F det = u + v + w, zero = F(0.0f);
    const F lowest = min(u, min(v, w)), highest = max(u, max(v, w));
    // All of one sign, and not all zero.
    const F inside = select(lowest >= zero, det, select(highest <= zero, -det, zero));
    const F t = (sz * (u * az + v * bz + w * cz)) / select(det == zero, F(1.0f), det);
    return {det, t, inside};
}
