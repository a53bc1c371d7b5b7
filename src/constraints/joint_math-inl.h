// What the parts of joints share: where the joint is now, how impulses reach the bodies, small solves, angles in lanes.
#if defined(CAIRN_CONSTRAINTS_JOINT_MATH_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef CAIRN_CONSTRAINTS_JOINT_MATH_INL_H
#undef CAIRN_CONSTRAINTS_JOINT_MATH_INL_H
#else
#define CAIRN_CONSTRAINTS_JOINT_MATH_INL_H
#endif

#include "constraints/joint_bundle.h"
#include "constraints/node_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

// Where the joint is after the bodies have moved by dx and turned by dq.
template <class F> struct JointNow {
    Vec3T<F> armA, armB; // anchors from the centres of mass at the start of the step
    Vec3T<F> rA, rB;     // and now
    Vec3T<F> d;          // anchor of B minus anchor of A
    QuatT<F> qA, qB;     // joint frames
    Mat33T<F> axesA;     // of the joint frame on A
    NodeLanes<F>& A;
    NodeLanes<F>& B;
};

template <class F> HWY_INLINE JointNow<F> jointNow(const JointBundle& j, NodeLanes<F>& A, NodeLanes<F>& B) {
    const Vec3T<F> armA = lane<F>(j.armA), armB = lane<F>(j.armB);
    const Vec3T<F> rA = rotate(A.dq, armA), rB = rotate(B.dq, armB);
    const Vec3T<F> d = lane<F>(j.offset) + (B.dx - A.dx) + ((rB - armB) - (rA - armA));
    if (j.usesFrames) {
        const QuatT<F> qA = A.dq * lane<F>(j.frameA), qB = B.dq * lane<F>(j.frameB);
        return {armA, armB, rA, rB, d, qA, qB, toMatrix(qA), A, B};
    }
    const F zero(0.0f); // number by number: compilers clear the whole with an instruction that takes longer
    const Vec3T<F> none{zero, zero, zero};
    return {armA, armB, rA, rB, d, {none, zero}, {none, zero}, {none, none, none}, A, B};
}

template <class F> HWY_INLINE Vec3T<F> column(const Mat33T<F>& m, int axis) {
    return axis == 0 ? m.cx : (axis == 1 ? m.cy : m.cz);
}

// P on B at arm rB, -P on A at arm rA.
template <class F> HWY_INLINE void pushLinear(JointNow<F>& j, Vec3T<F> P, Vec3T<F> LA, Vec3T<F> LB) {
    j.A.v = j.A.v - j.A.inverseMass * P;
    j.A.w = j.A.w - j.A.inverseInertia * LA;
    j.B.v = j.B.v + j.B.inverseMass * P;
    j.B.w = j.B.w + j.B.inverseInertia * LB;
}
template <class F> HWY_INLINE void pushAngular(JointNow<F>& j, Vec3T<F> T) {
    j.A.w = j.A.w - j.A.inverseInertia * T;
    j.B.w = j.B.w + j.B.inverseInertia * T;
}

template <class F> HWY_INLINE F inverseOrZero(F k) {
    return select(k > F(1e-30f), F(1.0f) / max(k, F(1e-30f)), F(0.0f));
}

// 1 for the axes of the world about which either body can turn, 0 for those locked on both: motion has none of them.
template <class F> HWY_INLINE Vec3T<F> freeAxes(const Sym33T<F>& I) {
    const F zero(0.0f), one(1.0f);
    return {where(I.xx > zero, one), where(I.yy > zero, one), where(I.zz > zero, one)};
}

// Can the bodies be turned about u? If no more of it than this is free (the square of a sine: six degrees), it is one
// of the locked axes, tipped by errors. A row about it would turn bodies about the free axes, by its error divided by
// that sine, and fling them away.
constexpr float kTipped = 0.01f;
template <class F> HWY_INLINE auto isTurnable(Vec3T<F> u, Vec3T<F> free) {
    const Vec3T<F> reached{free.x * u.x, free.y * u.y, free.z * u.z};
    return lengthSquared(reached) > F(kTipped) * lengthSquared(u);
}
template <class F> HWY_INLINE F angularK(F K, Vec3T<F> u, Vec3T<F> free) { return where(isTurnable(u, free), K); }

// K x = b by L D L^T; directions in which nothing can move get no impulse.
template <class F> HWY_INLINE Vec3T<F> solve3(const Sym33T<F>& K, Vec3T<F> b) {
    const F d1 = inverseOrZero(K.xx);
    const F l21 = K.xy * d1, l31 = K.xz * d1;
    const F d2 = inverseOrZero(K.yy - l21 * K.xy);
    const F m32 = K.yz - l21 * K.xz;
    const F l32 = m32 * d2;
    const F d3 = inverseOrZero(K.zz - l31 * K.xz - l32 * m32);
    const F y1 = b.x, y2 = b.y - l21 * y1, y3 = b.z - l31 * y1 - l32 * y2;
    const F z = y3 * d3, y = y2 * d2 - l32 * z;
    return {y1 * d1 - l21 * y - l31 * z, y, z};
}
template <class F> HWY_INLINE void solve2(F k11, F k12, F k22, F b1, F b2, F& x1, F& x2) {
    const F d1 = inverseOrZero(k11), l = k12 * d1;
    const F d2 = inverseOrZero(k22 - l * k12);
    x2 = (b2 - l * b1) * d2;
    x1 = b1 * d1 - l * x2;
}

// m - [r] I [r]: how a body answers an impulse at arm r.
template <class F> HWY_INLINE Sym33T<F> pointResponse(F m, const Sym33T<F>& I, Vec3T<F> r) {
    const F xx = r.x * r.x, yy = r.y * r.y, zz = r.z * r.z, xy = r.x * r.y, xz = r.x * r.z, yz = r.y * r.z;
    const F two(2.0f);
    return {m + zz * I.yy - two * (yz * I.yz) + yy * I.zz, m + zz * I.xx - two * (xz * I.xz) + xx * I.zz,
            m + yy * I.xx - two * (xy * I.xy) + xx * I.yy, xz * I.yz + yz * I.xz - zz * I.xy - xy * I.zz,
            yz * I.xy - xz * I.yy - yy * I.xz + xy * I.yz, xz * I.xy - yz * I.xx + xy * I.xz - xx * I.yz};
}

// The angle of (x, y) in [-pi, pi], to 3e-7. One division: the upper half of the octant is turned by -pi/4.
template <class F> HWY_INLINE F angleOf(F y, F x) {
    const F ax = abs(x), ay = abs(y);
    const F small = min(ax, ay), large = max(ax, ay);
    const auto upper = small > F(0.41421356f) * large;
    const F t = select(upper, small - large, small) / max(select(upper, small + large, large), F(1e-30f));
    const F u = t * t;
    F p = F(-0.037955341f);
    p = p * u + F(0.0699307113f);
    p = p * u - F(0.0899727311f);
    p = p * u + F(0.111040536f);
    p = p * u - F(0.142854265f);
    p = p * u + F(0.199999944f);
    p = p * u - F(0.333333333f);
    F angle = t + t * (u * p);
    angle = select(upper, F(0.78539816f) + angle, angle);
    angle = select(ay > ax, F(1.57079633f) - angle, angle);
    angle = select(x < F(0.0f), F(kPi) - angle, angle);
    return select(y < F(0.0f), -angle, angle);
}

// The whole number nearest to x, |x| < 4 million: adding 1.5 * 2^23 leaves no room for a fraction.
template <class F> HWY_INLINE F roundNear(F x) { return (x + F(12582912.0f)) - F(12582912.0f); }

// v, of length sin(a), as a turn by a about itself.
template <class F> HWY_INLINE Vec3T<F> asTurn(Vec3T<F> v, F cosine) {
    const F sine = length(v);
    return select(sine > F(1e-6f), angleOf(sine, cosine) / max(sine, F(1e-6f)), F(1.0f)) * v;
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
