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

// Rows of M^-1 by Cramer's rule, as columns; zero where M has none.
Mat33 inverseTransposed(const Mat33& m) {
    const Vec3 yz = cross(m.cy, m.cz);
    const float det = dot(m.cx, yz);
    const float s = abs(det) > 0.0f ? 1.0f / det : 0.0f;
    return {s * yz, s * cross(m.cz, m.cx), s * cross(m.cx, m.cy)};
}

constexpr float kSameInertia = 0.02f;

// It turns by less than the rounding of all this would matter.
bool isSlow(Vec3 w, float h) { return h * h * lengthSquared(w) < 1e-8f; }
bool isFast(Vec3 w, float h) { return h * h * lengthSquared(w) > 1e-2f; }

// Constraints go by the inertia at the start of the step. To a body that has turned its inertia away since they do not
// add the momentum that they should, and a velocity taken from the momentum would come as a blow to them.
bool keepsCount(const BodySpecial& s, const Mat33& R, Vec3 w, Vec3 change) {
    const Vec3 L = R * (s.inertia * mulTransposed(R, w));
    const bool same = lengthSquared(L - s.seen * w) < kSameInertia * kSameInertia * lengthSquared(L);
    return same || !(lengthSquared(change) > 0.0f);
}

} // namespace

// Euler's equation in body axes, I dw/dt = -w x I w, by the implicit midpoint rule
//
//     I (w1 - w0) + h wm x (I wm) = 0,   wm = (w0 + w1) / 2
//
// which conserves every quadratic invariant: energy w.Iw and |Iw|^2 stay as they are, where the explicit rule gains and
// the implicit Euler rule loses. The body must turn with wm: the rotation of a substep is the Cayley map of h wm, and
// with I w0 = (1 + [h wm/2]x) I wm, I w1 = (1 - [h wm/2]x) I wm follows R1 I w1 = R0 I w0. So the momentum L in the
// world stays as it is, but for what torques and constraints add to it. L is what is carried from substep to substep;
// the solver sees wm, from Newton's method on
//
//     f(x) = I x + (h/2) x x (I x) - R^T L,   df = I + (h/2) ([x]x I - [I x]x)
//
// in three steps. Up to 24 rad/s all take the df of the first: each is then a tenth of the one before or less.
//
// Constraints answer to w with I, not with df. On a pivot that feeds the nutation of a fast top, so a body that is held
// has up to h in place of h/2, which takes as much out. With all of this a pinned top of 60 rad/s precesses within 0.2
// % of its rate for a minute and leans as it did; turned with w1 instead, it fell over.
Vec3 gyroscopicStep(BodySpecial& s, Quat rotation, Vec3 w, Vec3 change, const BodyDrive& drive, float h) {
    const Mat33 R = toMatrix(rotation);
    const bool counted = s.counted && keepsCount(s, R, w, change), lost = s.counted && !counted;
    s.counted = !isSlow(w, h);
    if (!s.counted) return drive.angularKeep * w + drive.dw;
    const Sym33& I = s.inertia;
    Vec3 x = mulTransposed(R, w);
    const Vec3 before = counted ? s.momentum + s.seen * change : R * (I * x);
    s.momentum = drive.angularKeep * before + s.seen * drive.dw;
    const Vec3 L = mulTransposed(R, s.momentum);
    const bool isFree = drive.lag > 0.0f;
    const float half = h * (lost ? 1.0f : isFree ? 0.5f : 0.5f + min(0.5f, 1.2f * h * length(w)));
    Mat33 inverse{};
    for (int i = 0; i < 3; ++i) {
        const Vec3 Lx = I * x;
        if (i == 0 || isFast(w, h))
            inverse = inverseTransposed(toMatrix(I) + half * (crossMatrix(x, I) + (-1.0f) * crossMatrix(Lx)));
        x -= mulTransposed(inverse, Lx + half * cross(x, Lx) - L);
    }
    // No energy from the exchange between L and what constraints made of w.
    const Vec3 was = mulTransposed(R, drive.angularKeep * w + drive.dw);
    const float energy = dot(x, I * x), allowed = dot(was, I * was);
    if (!isFree && energy > allowed) {
        const float scale = sqrt(allowed / energy);
        x *= scale;
        s.momentum *= scale;
    }
    return R * x;
}

Vec3 gyroscopicEnd(const BodySpecial& s, Quat rotation, Vec3 w, Vec3 change) {
    const Mat33 R = toMatrix(rotation);
    if (!s.counted || !keepsCount(s, R, w, change)) return w;
    const Vec3 L = mulTransposed(R, s.momentum + s.seen * change);
    return R * mulTransposed(inverseTransposed(toMatrix(s.inertia)), L);
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
