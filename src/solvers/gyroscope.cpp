// See gyroscope.h.
#include "solvers/gyroscope.h"

#include "math/dispatch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solvers/gyroscope.cpp"
#include <hwy/foreach_target.h>

#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {
namespace {

using Mat33x8 = Mat33T<F8>;
using Sym33x8 = Sym33T<F8>;

// Columns of [a]x M for symmetric M.
HWY_INLINE Mat33x8 crossMatrix(Vec3x8 a, const Sym33x8& m) {
    return {cross(a, Vec3x8{m.xx, m.xy, m.xz}), cross(a, Vec3x8{m.xy, m.yy, m.yz}), cross(a, Vec3x8{m.xz, m.yz, m.zz})};
}

// [a]x
HWY_INLINE Mat33x8 crossMatrix(Vec3x8 a) {
    const F8 zero(0.0f);
    return {{zero, a.z, -a.y}, {-a.z, zero, a.x}, {a.y, -a.x, zero}};
}

HWY_INLINE Mat33x8 toMatrix(const Sym33x8& m) { return {{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}}; }

// Rows of M^-1 by Cramer's rule, as columns; zero where M has none.
HWY_INLINE Mat33x8 inverseTransposed(const Mat33x8& m) {
    const Vec3x8 yz = cross(m.cy, m.cz);
    const F8 det = dot(m.cx, yz);
    const F8 s = where(abs(det) > F8(0.0f), F8(1.0f) / det);
    return {s * yz, s * cross(m.cz, m.cx), s * cross(m.cx, m.cy)};
}

HWY_INLINE Mat33x8 select(M8 m, const Mat33x8& a, const Mat33x8& b) {
    return {select(m, a.cx, b.cx), select(m, a.cy, b.cy), select(m, a.cz, b.cz)};
}

constexpr float kSameInertia = 0.02f;

struct Eight {
    Vec3x8 w, change; // change: the constraints' doing
    Mat33x8 R;
    Sym33x8 I, seen;
    Vec3x8 L; // momentum that w has, world axes
    Vec3x8 momentum;
    Vec3x8 free; // axes of the world: 0 for those that are locked, 1 for the others
    M8 isCounted, isLocked;
};

HWY_INLINE Vec3x8 scaled(Vec3x8 a, Vec3x8 by) { return {a.x * by.x, a.y * by.y, a.z * by.z}; }

// The same for a body with locks: only the block of its free axes is inverted. M and the result are in body axes.
HWY_INLINE Mat33x8 inverseTransposed(const Mat33x8& m, const Eight& b) {
    const Mat33x8 inverse = inverseTransposed(m);
    if (!any(b.isLocked)) return inverse;
    const Mat33x8 back = transpose(b.R), world = b.R * m * back;
    const Vec3x8 f = b.free;
    const auto block = [&](const Mat33x8& a) {
        return Mat33x8{f.x * scaled(a.cx, f), f.y * scaled(a.cy, f), f.z * scaled(a.cz, f)};
    };
    const F8 zero(0.0f), one(1.0f);
    const Mat33x8 locked{{one - f.x, zero, zero}, {zero, one - f.y, zero}, {zero, zero, one - f.z}};
    return select(b.isLocked, back * block(inverseTransposed(block(world) + locked)) * b.R, inverse);
}

// Constraints go by the inertia at the start of the step. To a body that has turned its inertia away since they do not
// add the momentum that they should, and a velocity taken from the momentum would come as a blow to them.
HWY_INLINE M8 keepsCount(const Eight& b) {
    const F8 off = lengthSquared(b.L - b.seen * b.w);
    return (off < F8(kSameInertia * kSameInertia) * lengthSquared(b.L)) | !(lengthSquared(b.change) > F8(0.0f));
}

// Eight bodies from `first` on; where there are fewer, the last one again.
HWY_INLINE void indices(std::span<const int32_t> bodies, std::size_t first, std::size_t (&index)[8]) {
    const std::size_t last = bodies.size() - 1;
    for (std::size_t i = 0; i < 8; ++i)
        index[i] = static_cast<std::size_t>(bodies[first + i < last ? first + i : last]);
}

// 1 for each of the world's axes about which a body may turn.
Vec3x8 freeAxes(const Gyroscopes& all, const std::size_t (&index)[8]) {
    alignas(32) float free[3][8];
    for (std::size_t i = 0; i < 8; ++i)
        for (uint32_t axis = 0; axis < 3; ++axis)
            free[axis][i] = (all.specials[index[i]].flags & (kLockAngularX << axis)) != 0 ? 0.0f : 1.0f;
    return {load(free[0]), load(free[1]), load(free[2])};
}

HWY_INLINE Eight gather(const Gyroscopes& all, const std::size_t (&index)[8], F8 warm, Quatx8& rotation) {
    const float *motion[8], *begin[8], *turned[8], *inertia[8], *seen[8], *start[8];
    uint32_t locks = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        const std::size_t k = index[i];
        motion[i] = &all.states[k].v.x;
        begin[i] = &all.begin[k].v.x;
        turned[i] = &all.states[k].dq.v.x;
        inertia[i] = &all.specials[k].inertia.xx;
        seen[i] = &all.specials[k].seen.xx;
        start[i] = &all.specials[k].rotation.v.x;
        locks |= all.specials[k].flags;
    }
    Eight b;
    b.free = (locks & kLockAngular) == 0 ? Vec3x8{F8(1.0f), F8(1.0f), F8(1.0f)} : freeAxes(all, index);
    b.isLocked = b.free.x + b.free.y + b.free.z < F8(2.5f);
    F8 r[8], q[4];
    loadRows(motion, r);
    b.w = {r[3], r[4], r[5]};
    loadRows(begin, r);
    b.change = warm * (b.w - Vec3x8{r[3], r[4], r[5]});
    loadRows(inertia, r);
    b.I = {r[0], r[1], r[2], r[3], r[4], r[5]};
    loadRows(seen, r);
    b.seen = {r[0], r[1], r[2], r[3], r[4], r[5]};
    b.isCounted = r[7] > F8(0.0f);
    loadRows(start, r);
    rotation = {{r[0], r[1], r[2]}, r[3]};
    b.momentum = {r[4], r[5], r[6]};
    loadRows(turned, q);
    b.R = toMatrix(Quatx8{{q[0], q[1], q[2]}, q[3]} * rotation);
    b.L = b.R * (b.I * mulTransposed(b.R, b.w));
    return b;
}

HWY_INLINE void scatter(BodySpecial* specials, const std::size_t (&index)[8], Vec3x8 w) {
    float* rows[8];
    for (std::size_t i = 0; i < 8; ++i) rows[i] = specials[index[i]].pad1;
    const F8 zero(0.0f);
    const F8 r[8] = {zero, zero, zero, w.x, w.y, w.z, zero, zero};
    storeRows(r, rows);
}

HWY_INLINE void scatter(BodySpecial* specials, const std::size_t (&index)[8], Quatx8 rotation, Vec3x8 momentum) {
    float* rows[8];
    for (std::size_t i = 0; i < 8; ++i) rows[i] = &specials[index[i]].rotation.v.x;
    const F8 r[8] = {rotation.v.x, rotation.v.y, rotation.v.z, rotation.s,
                     momentum.x,   momentum.y,   momentum.z,   F8(0.0f)};
    storeRows(r, rows);
}

HWY_INLINE void turn(const Gyroscopes& all, const std::size_t (&index)[8], F8 warm) {
    Quatx8 rotation;
    Eight b = gather(all, index, warm, rotation);
    const float *torques[8], *keeps[8], *steps[8];
    for (std::size_t i = 0; i < 8; ++i) {
        torques[i] = &all.drives[index[i]].dw.x;
        keeps[i] = all.drives[index[i]].keep;
        steps[i] = &all.drives[index[i]].h;
    }
    F8 drive[4], kept[4], times[4];
    loadRows(torques, drive);
    loadRows(keeps, kept);
    loadRows(steps, times); // and freedom
    const Vec3x8 dw{drive[0], drive[1], drive[2]};
    const F8 keep = kept[3], h = times[0];
    const M8 isFree = times[1] > F8(0.0f), isKept = keepsCount(b);
    const F8 speed = length(b.w);

    const Vec3x8 before = select(b.isCounted & isKept, b.momentum + b.seen * b.change, b.L);
    b.momentum = scaled(keep * before + b.seen * dw, b.free);
    const Vec3x8 L = mulTransposed(b.R, b.momentum);
    const F8 held = F8(0.5f) + min(F8(0.5f), F8(1.2f) * h * speed);
    const F8 half = h * select(b.isCounted & !isKept, F8(1.0f), select(isFree, F8(0.5f), held));
    const M8 isFast = h * h * (speed * speed) > F8(1e-2f);
    Vec3x8 x = mulTransposed(b.R, b.w);
    Mat33x8 inverse;
    for (int i = 0; i < 3; ++i) {
        const Vec3x8 Lx = b.I * x;
        if (i == 0 || any(isFast)) {
            const Mat33x8 now =
                inverseTransposed(toMatrix(b.I) + half * (crossMatrix(x, b.I) + F8(-1.0f) * crossMatrix(Lx)), b);
            inverse = i == 0 ? now : select(isFast, now, inverse);
        }
        x = x - mulTransposed(inverse, Lx + half * cross(x, Lx) - L);
    }
    // No energy from the exchange between L and what constraints made of w.
    const Vec3x8 was = mulTransposed(b.R, keep * b.w + dw);
    const F8 energy = dot(x, b.I * x), allowed = dot(was, b.I * was);
    const M8 isTooMuch = (energy > allowed) & !isFree;
    const F8 scale = select(isTooMuch, sqrt(allowed / energy), F8(1.0f));
    scatter(all.specials, index, scaled(b.R * (scale * x), b.free));
    scatter(all.specials, index, rotation, scale * b.momentum);
}

void step(const Gyroscopes& all, float warm) {
    for (std::size_t i = 0; i < all.bodies.size(); i += 8) {
        std::size_t index[8];
        indices(all.bodies, i, index);
        turn(all, index, F8(warm));
    }
}

void end(const Gyroscopes& all) {
    for (std::size_t i = 0; i < all.bodies.size(); i += 8) {
        std::size_t index[8];
        indices(all.bodies, i, index);
        Quatx8 rotation;
        const Eight b = gather(all, index, F8(1.0f), rotation);
        const Vec3x8 L = mulTransposed(b.R, b.momentum + b.seen * b.change);
        const Vec3x8 w = scaled(b.R * mulTransposed(inverseTransposed(toMatrix(b.I), b), L), b.free);
        scatter(all.specials, index, select(keepsCount(b), w, b.w));
    }
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cairn {

HWY_EXPORT(step);
HWY_EXPORT(end);

void gyroscopicStep(const Gyroscopes& all, float warm) {
    if (all.bodies.empty()) return;
    CAIRN_DISPATCH(step)(all, warm);
    for (const int32_t i : all.bodies) all.specials[i].counted = 1.0f;
}
void gyroscopicEnd(const Gyroscopes& all) {
    if (!all.bodies.empty()) CAIRN_DISPATCH(end)(all);
}

} // namespace cairn
#endif
