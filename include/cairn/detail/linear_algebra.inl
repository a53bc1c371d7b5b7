// Small linear algebra, written once for a scalar type T: float, double, or the 8 lanes of src/math/lanes-inl.h.
//
// This file has no include guard on purpose. math.h includes it in namespace cairn for float and double; the lane
// header includes it again in each instruction set's namespace, because a function must be compiled with the target
// attributes of the lane type that it touches. So a formula has one source text and every width gives the same bits:
// only + - * / and sqrt are used, in the written order, without contraction.
//
// Conventions: column vectors, right-handed; a quaternion (v, s) is unit length; q * p rotates by p first, then q.

template <class T> struct Vec3T { T x, y, z; };

template <class T> inline Vec3T<T> operator+(Vec3T<T> a, Vec3T<T> b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
template <class T> inline Vec3T<T> operator-(Vec3T<T> a, Vec3T<T> b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
template <class T> inline Vec3T<T> operator-(Vec3T<T> a) { return {-a.x, -a.y, -a.z}; }
template <class T> inline Vec3T<T> operator*(T s, Vec3T<T> a) { return {s * a.x, s * a.y, s * a.z}; }
template <class T> inline Vec3T<T> operator*(Vec3T<T> a, T s) { return {s * a.x, s * a.y, s * a.z}; }
template <class T> inline Vec3T<T>& operator+=(Vec3T<T>& a, Vec3T<T> b) { return a = a + b; }
template <class T> inline Vec3T<T>& operator-=(Vec3T<T>& a, Vec3T<T> b) { return a = a - b; }
template <class T> inline Vec3T<T>& operator*=(Vec3T<T>& a, T s) { return a = s * a; }

template <class T> inline T dot(Vec3T<T> a, Vec3T<T> b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
template <class T> inline Vec3T<T> cross(Vec3T<T> a, Vec3T<T> b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T> inline T lengthSquared(Vec3T<T> a) { return dot(a, a); }
template <class T> inline T length(Vec3T<T> a) { return sqrt(dot(a, a)); }
template <class T> inline T distance(Vec3T<T> a, Vec3T<T> b) { return length(b - a); }
template <class T> inline T distanceSquared(Vec3T<T> a, Vec3T<T> b) { return lengthSquared(b - a); }
template <class T> inline Vec3T<T> mulAdd(Vec3T<T> a, T s, Vec3T<T> b) { return a + s * b; }
template <class T> inline Vec3T<T> mul(Vec3T<T> a, Vec3T<T> b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
template <class T> inline Vec3T<T> min(Vec3T<T> a, Vec3T<T> b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)}; }
template <class T> inline Vec3T<T> max(Vec3T<T> a, Vec3T<T> b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; }
template <class T> inline Vec3T<T> abs(Vec3T<T> a) { return {abs(a.x), abs(a.y), abs(a.z)}; }
template <class T> inline Vec3T<T> lerp(Vec3T<T> a, Vec3T<T> b, T t) { return a + t * (b - a); }

template <class T> struct QuatT {
    Vec3T<T> v;
    T s;
};

template <class T> inline QuatT<T> conjugate(QuatT<T> q) { return {-q.v, q.s}; }
template <class T> inline QuatT<T> operator*(QuatT<T> q, QuatT<T> p) {
    return {q.s * p.v + p.s * q.v + cross(q.v, p.v), q.s * p.s - dot(q.v, p.v)};
}
// Rodrigues: q a q* = a + 2 s (v x a) + 2 v x (v x a)
template <class T> inline Vec3T<T> rotate(QuatT<T> q, Vec3T<T> a) {
    Vec3T<T> t = cross(q.v, a);
    t = t + t;
    return a + q.s * t + cross(q.v, t);
}
template <class T> inline Vec3T<T> inverseRotate(QuatT<T> q, Vec3T<T> a) { return rotate(conjugate(q), a); }
template <class T> inline T dot(QuatT<T> a, QuatT<T> b) { return dot(a.v, b.v) + a.s * b.s; }

// Columns.
template <class T> struct Mat33T { Vec3T<T> cx, cy, cz; };

template <class T> inline Vec3T<T> operator*(const Mat33T<T>& m, Vec3T<T> a) {
    return a.x * m.cx + a.y * m.cy + a.z * m.cz;
}
template <class T> inline Mat33T<T> operator*(const Mat33T<T>& a, const Mat33T<T>& b) {
    return {a * b.cx, a * b.cy, a * b.cz};
}
template <class T> inline Mat33T<T> operator+(const Mat33T<T>& a, const Mat33T<T>& b) {
    return {a.cx + b.cx, a.cy + b.cy, a.cz + b.cz};
}
template <class T> inline Mat33T<T> operator*(T s, const Mat33T<T>& m) { return {s * m.cx, s * m.cy, s * m.cz}; }
template <class T> inline Mat33T<T> transpose(const Mat33T<T>& m) {
    return {{m.cx.x, m.cy.x, m.cz.x}, {m.cx.y, m.cy.y, m.cz.y}, {m.cx.z, m.cy.z, m.cz.z}};
}
template <class T> inline Vec3T<T> mulTransposed(const Mat33T<T>& m, Vec3T<T> a) {
    return {dot(m.cx, a), dot(m.cy, a), dot(m.cz, a)};
}
template <class T> inline T determinant(const Mat33T<T>& m) { return dot(m.cx, cross(m.cy, m.cz)); }

template <class T> inline Mat33T<T> toMatrix(QuatT<T> q) {
    const T x2 = q.v.x + q.v.x, y2 = q.v.y + q.v.y, z2 = q.v.z + q.v.z;
    const T xx = q.v.x * x2, yy = q.v.y * y2, zz = q.v.z * z2;
    const T xy = q.v.x * y2, xz = q.v.x * z2, yz = q.v.y * z2;
    const T sx = q.s * x2, sy = q.s * y2, sz = q.s * z2;
    const T one = T(1);
    return {
        {one - (yy + zz), xy + sz, xz - sy}, {xy - sz, one - (xx + zz), yz + sx}, {xz + sy, yz - sx, one - (xx + yy)}};
}

// Symmetric 3x3: inertia, its inverse, and the effective mass of a point.
template <class T> struct Sym33T { T xx, yy, zz, xy, xz, yz; };

template <class T> inline Sym33T<T> operator+(const Sym33T<T>& a, const Sym33T<T>& b) {
    return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
}
template <class T> inline Sym33T<T> operator-(const Sym33T<T>& a, const Sym33T<T>& b) {
    return {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.xz - b.xz, a.yz - b.yz};
}
template <class T> inline Sym33T<T> operator*(T s, const Sym33T<T>& m) {
    return {s * m.xx, s * m.yy, s * m.zz, s * m.xy, s * m.xz, s * m.yz};
}
template <class T> inline Vec3T<T> operator*(const Sym33T<T>& m, Vec3T<T> a) {
    return {m.xx * a.x + m.xy * a.y + m.xz * a.z, m.xy * a.x + m.yy * a.y + m.yz * a.z,
            m.xz * a.x + m.yz * a.y + m.zz * a.z};
}
template <class T> inline T determinant(const Sym33T<T>& m) {
    return m.xx * (m.yy * m.zz - m.yz * m.yz) + m.xy * (m.xz * m.yz - m.xy * m.zz) + m.xz * (m.xy * m.yz - m.yy * m.xz);
}
// By cofactors. The determinant must not be zero; callers that cannot promise it test determinant() first.
template <class T> inline Sym33T<T> inverse(const Sym33T<T>& m) {
    const T cxx = m.yy * m.zz - m.yz * m.yz, cxy = m.xz * m.yz - m.xy * m.zz, cxz = m.xy * m.yz - m.yy * m.xz;
    const T s = T(1) / (m.xx * cxx + m.xy * cxy + m.xz * cxz);
    return {s * cxx, s * (m.xx * m.zz - m.xz * m.xz), s * (m.xx * m.yy - m.xy * m.xy), s * cxy,
            s * cxz, s * (m.xy * m.xz - m.xx * m.yz)};
}
// R D R^T for diagonal D: a principal inertia turned into the frame of R.
template <class T> inline Sym33T<T> rotateDiagonal(const Mat33T<T>& r, Vec3T<T> d) {
    const Vec3T<T> ax = d.x * r.cx, ay = d.y * r.cy, az = d.z * r.cz;
    return {ax.x * r.cx.x + ay.x * r.cy.x + az.x * r.cz.x, ax.y * r.cx.y + ay.y * r.cy.y + az.y * r.cz.y,
            ax.z * r.cx.z + ay.z * r.cy.z + az.z * r.cz.z, ax.x * r.cx.y + ay.x * r.cy.y + az.x * r.cz.y,
            ax.x * r.cx.z + ay.x * r.cy.z + az.x * r.cz.z, ax.y * r.cx.z + ay.y * r.cy.z + az.y * r.cz.z};
}
// R S R^T for symmetric S.
template <class T> inline Sym33T<T> rotateSymmetric(const Mat33T<T>& r, const Sym33T<T>& s) {
    const Mat33T<T> t = transpose(r);
    const Vec3T<T> ax = s * t.cx, ay = s * t.cy, az = s * t.cz;
    return {dot(t.cx, ax), dot(t.cy, ay), dot(t.cz, az), dot(t.cx, ay), dot(t.cx, az), dot(t.cy, az)};
}

// Rotation, then translation: a local point x is at p + rotate(q, x).
template <class T> struct TransformT {
    Vec3T<T> p;
    QuatT<T> q;
};

template <class T> inline Vec3T<T> transformPoint(const TransformT<T>& t, Vec3T<T> a) { return rotate(t.q, a) + t.p; }
template <class T> inline Vec3T<T> inverseTransformPoint(const TransformT<T>& t, Vec3T<T> a) {
    return inverseRotate(t.q, a - t.p);
}
template <class T> inline TransformT<T> operator*(const TransformT<T>& a, const TransformT<T>& b) {
    return {transformPoint(a, b.p), a.q * b.q};
}
template <class T> inline TransformT<T> inverse(const TransformT<T>& t) {
    const QuatT<T> qi = conjugate(t.q);
    return {-rotate(qi, t.p), qi};
}
// Frame b seen from frame a: inverse(a) * b.
template <class T> inline TransformT<T> inverseMul(const TransformT<T>& a, const TransformT<T>& b) {
    return {inverseTransformPoint(a, b.p), conjugate(a.q) * b.q};
}

template <class T> struct AabbT { Vec3T<T> lower, upper; };

template <class T> inline AabbT<T> merge(const AabbT<T>& a, const AabbT<T>& b) {
    return {min(a.lower, b.lower), max(a.upper, b.upper)};
}
template <class T> inline Vec3T<T> center(const AabbT<T>& a) { return T(0.5f) * (a.lower + a.upper); }
template <class T> inline Vec3T<T> extents(const AabbT<T>& a) { return T(0.5f) * (a.upper - a.lower); }
template <class T> inline AabbT<T> inflate(const AabbT<T>& a, T margin) {
    const Vec3T<T> m{margin, margin, margin};
    return {a.lower - m, a.upper + m};
}
// Half the surface area: the cost that trees minimise.
template <class T> inline T halfArea(const AabbT<T>& a) {
    const Vec3T<T> d = a.upper - a.lower;
    return d.x * d.y + d.y * d.z + d.z * d.x;
}
