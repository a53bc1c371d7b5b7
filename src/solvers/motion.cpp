// See motion.h.
#include "solvers/motion.h"

namespace cairn {

namespace {

// Columns of [a]x M for symmetric M.
Mat33 crossMatrix(Vec3 a, const Sym33& m) {
    return {cross(a, Vec3{m.xx, m.xy, m.xz}), cross(a, Vec3{m.xy, m.yy, m.yz}), cross(a, Vec3{m.xz, m.yz, m.zz})};
}

// [a]x
Mat33 crossMatrix(Vec3 a) { return {{0.0f, a.z, -a.y}, {-a.z, 0.0f, a.x}, {a.y, -a.x, 0.0f}}; }

Mat33 toMatrix(const Sym33& m) { return {{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}}; }

// Cramer's rule; leaves x alone where M has no inverse.
Vec3 solve(const Mat33& m, Vec3 b) {
    const Vec3 yz = cross(m.cy, m.cz);
    const float det = dot(m.cx, yz);
    if (!(abs(det) > 0.0f)) return kZero;
    const float s = 1.0f / det;
    return {s * dot(b, yz), s * dot(m.cx, cross(b, m.cz)), s * dot(m.cx, cross(m.cy, b))};
}

} // namespace

// Euler's equation in body axes, I dw/dt = -w x I w, by the implicit midpoint rule
//
//     f(w1) = I (w1 - w0) + h wm x (I wm) = 0,   wm = (w0 + w1) / 2
//
// which conserves every quadratic invariant: energy w.Iw and |Iw|^2 stay as they are, where the explicit rule gains and
// the implicit Euler rule loses. Two steps of Newton's method with df = I + (h/2) ([wm]x I - [I wm]x). The rotation by
// h w that follows has w as its axis, so w in body axes, and with it the energy, is what was solved for.
Vec3 gyroscopicStep(const Sym33& I, Quat rotation, Vec3 w, float h) {
    // A slow body turns by less than the rounding of this would matter.
    if (h * h * lengthSquared(w) < 1e-8f) return w;
    const Vec3 w0 = inverseRotate(rotation, w);
    Vec3 w1 = w0;
    for (int i = 0; i < 2; ++i) {
        const Vec3 wm = 0.5f * (w0 + w1), Lm = I * wm;
        const Vec3 f = I * (w1 - w0) + h * cross(wm, Lm);
        const Mat33 df = toMatrix(I) + (0.5f * h) * (crossMatrix(wm, I) + (-1.0f) * crossMatrix(Lm));
        w1 -= solve(df, f);
    }
    return rotate(rotation, w1);
}

void limitMotion(const BodySpecial& s, BodyState& b) {
    const auto lock = [&](Vec3& a, uint32_t bit) {
        if ((s.flags & bit) != 0) a.x = 0.0f;
        if ((s.flags & (bit << 1)) != 0) a.y = 0.0f;
        if ((s.flags & (bit << 2)) != 0) a.z = 0.0f;
    };
    lock(b.v, kLockLinearX);
    lock(b.w, kLockAngularX);
    const float v = length(b.v), w = length(b.w);
    if (v > s.maxLinearSpeed) b.v *= s.maxLinearSpeed / v;
    if (w > s.maxAngularSpeed) b.w *= s.maxAngularSpeed / w;
}

} // namespace cairn
