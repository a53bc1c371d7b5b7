// See free_motion.h.
#include "solvers/free_motion.h"

#include "math/dispatch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solvers/free_motion.cpp"
#include <hwy/foreach_target.h>

#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {
namespace {

// A row is one body: v and w and two zeros.
void velocities(const BodyRange& all, float warm) {
    const F8 share(warm);
    alignas(32) constexpr float kAngular[8] = {0, 0, 0, 1, 1, 1, 0, 0};
    const M8 isAngular = load(kAngular) > F8(0.0f);
    for (std::size_t i = all.first; i < all.last; ++i) {
        const BodyDrive& d = all.drives[i];
        if (all.substep >= d.substeps) continue;
        float *motion = &all.states[i].v.x, *before = &all.begin[i].v.x;
        const F8 v = load(motion), warmth = share * (v - load(before));
        F8 begin = load(d.keep) * v + load(&d.dv.x);
        if (d.turns) begin = select(isAngular, load(all.specials[i].pad1), begin);
        store(begin, before);
        store(begin + warmth, motion);
    }
}

// Where all of them move they come as rows: eight numbers that are written one by one and read as one are waited for.
HWY_INLINE F8 ownSteps(const BodyRange& all, std::size_t first) {
    const float* rows[8];
    bool allMove = true;
    for (std::size_t i = 0; i < 8; ++i) {
        const BodyDrive& d = all.drives[first + i < all.last ? first + i : all.last - 1];
        rows[i] = &d.h;
        allMove &= all.substep < d.substeps;
    }
    F8 r[4];
    loadRows(rows, r);
    if (allMove) return r[0];
    alignas(32) float steps[8];
    for (std::size_t i = 0; i < 8; ++i) {
        const BodyDrive& d = all.drives[first + i < all.last ? first + i : all.last - 1];
        steps[i] = all.substep < d.substeps ? d.h : 0.0f;
    }
    return load(steps);
}

// Lanes are bodies; where there are fewer than eight, the last one again.
void positions(const BodyRange& all) {
    const F8 zero(0.0f);
    for (std::size_t first = all.first; first < all.last; first += 8) {
        const float *motion[8], *late[8], *cure[8];
        float* moved[8];
        for (std::size_t i = 0; i < 8; ++i) {
            const std::size_t k = first + i < all.last ? first + i : all.last - 1;
            motion[i] = &all.states[k].v.x;
            moved[i] = &all.states[k].dx.x;
            late[i] = &all.drives[k].late.x;
            cure[i] = all.pseudo ? &all.pseudo[k].v.x : nullptr;
        }
        const F8 h = all.h > 0.0f ? F8(all.h) : ownSteps(all, first), half = F8(0.5f) * h;
        F8 r[8], l[4];
        loadRows(motion, r);
        loadRows(late, l);
        Vec3x8 v = Vec3x8{r[0], r[1], r[2]} - Vec3x8{l[0], l[1], l[2]}, w = {r[3], r[4], r[5]};
        if (all.pseudo) {
            loadRows(cure, r);
            v = v + Vec3x8{r[0], r[1], r[2]};
            w = w + Vec3x8{r[3], r[4], r[5]};
        }
        const float* from[8];
        for (std::size_t i = 0; i < 8; ++i) from[i] = moved[i];
        loadRows(from, r);
        const Vec3x8 dx = Vec3x8{r[0], r[1], r[2]} + h * v;
        Quatx8 dq = {{r[3], r[4], r[5]}, r[6]};
        const Quatx8 spin = Quatx8{half * w, zero} * dq;
        dq = normalize(Quatx8{dq.v + spin.v, dq.s + spin.s});
        const F8 out[8] = {dx.x, dx.y, dx.z, dq.v.x, dq.v.y, dq.v.z, dq.s, r[7]};
        storeRows(out, moved);
    }
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cairn {

HWY_EXPORT(velocities);
HWY_EXPORT(positions);

void stepVelocities(const BodyRange& bodies, float warm) { CAIRN_DISPATCH(velocities)(bodies, warm); }
void stepPositions(const BodyRange& bodies) { CAIRN_DISPATCH(positions)(bodies); }

} // namespace cairn
#endif
