// Stage 4: bodies into the solver's layout. What is arithmetic, eight at a time.
//
// REST. Soft contacts hardly damp what rocks on them: a pyramid that was set swaying as it settled sways for seconds,
// by hundredths of a millimetre. Real things lose that to their material. So bodies that touch something, or are
// jointed, and whose farthest point is slower than restSpeed, begin a step of dt with
//
//     v / (1 + dt restDamping (1 - (speed / restSpeed)^2))
//
// The fastest box of many_pyramids then moves at 0.002 mm/s after 5 s (0.05 to 0.1 without; Box3D 0.02 to 0.08), with a
// restSpeed of 1, 2 or 10 mm/s alike. Against weight it is nothing, 0.38 restDamping restSpeed = 0.003 m/s^2 at most:
// it neither holds up what slides nor keeps standing what falls. Where there is no weight it is left out, or things
// would stop in space. And it ends with the start of the step: as a damping during the step it took 6 % from every blow
// on something at rest, and Newton's cradle stood still.
#include "pipeline/load_bodies.h"

#include "math/dispatch.h"
#include "pipeline/step.h"

#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pipeline/load_bodies.cpp"
#include <hwy/foreach_target.h>

#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {
namespace {

using Sym33x8 = Sym33T<F8>;

// Calls of(i) for the row of each body.
template <class Fn> HWY_INLINE void rowsOf(Fn of, const float* (&rows)[8]) {
    for (int i = 0; i < 8; ++i) rows[i] = of(i);
}
template <class Fn> HWY_INLINE void storeAt(const F8 (&values)[8], Fn of) {
    float* rows[8];
    for (int i = 0; i < 8; ++i) rows[i] = of(i);
    storeRows(values, rows);
}

HWY_INLINE Mat33T<F8> rotations(const LoadedBodies& all) {
    const float* rows[8];
    F8 q[4];
    rowsOf([&](int i) { return &all.bodies[i]->pose.q.v.x; }, rows);
    loadRows(rows, q);
    return toMatrix(Quatx8{{q[0], q[1], q[2]}, q[3]});
}

// Masses, and the first two rows of drives: all of them as of dynamic bodies without locks.
void loadMotion(LoadedBodies& all, const LoadRule& rule) {
    static_assert(offsetof(Body, linearDamping) == offsetof(Body, force) + sizeof(Vec3));
    static_assert(offsetof(Body, angularDamping) == offsetof(Body, torque) + sizeof(Vec3));
    static_assert(offsetof(Body, extent) == offsetof(Body, mass) + 2 * sizeof(float));
    static_assert(offsetof(Body, w) == offsetof(Body, v) + sizeof(Vec3));
    const float* rows[8];
    F8 inertia[8], force[4], torque[4], mass[4], scale[4], motion[8];
    rowsOf([&](int i) { return &all.bodies[i]->inverseInertia.xx; }, rows);
    loadRows(rows, inertia);
    rowsOf([&](int i) { return &all.bodies[i]->force.x; }, rows);
    loadRows(rows, force);
    rowsOf([&](int i) { return &all.bodies[i]->torque.x; }, rows);
    loadRows(rows, torque);
    rowsOf([&](int i) { return &all.bodies[i]->mass; }, rows);
    loadRows(rows, mass);
    rowsOf([&](int i) { return &all.bodies[i]->gravityScale; }, rows);
    loadRows(rows, scale);
    rowsOf([&](int i) { return &all.bodies[i]->v.x; }, rows);
    loadRows(rows, motion);

    const F8 zero(0.0f), one(1.0f), step(rule.h);
    const Sym33x8 I = rotateSymmetric(rotations(all),
                                      Sym33x8{inertia[0], inertia[1], inertia[2], inertia[3], inertia[4], inertia[5]});
    storeAt({I.xx, I.yy, I.zz, I.xy, I.xz, I.yz, mass[1], zero},
            [&](int i) { return &all.masses[i]->inverseInertia.xx; });
    const Vec3x8 dv = step * (scale[0] * broadcast(rule.gravity) + mass[1] * Vec3x8{force[0], force[1], force[2]});
    const Vec3x8 dw = step * (I * Vec3x8{torque[0], torque[1], torque[2]});
    storeAt({dv.x, dv.y, dv.z, dw.x, dw.y, dw.z, zero, zero}, [&](int i) { return &all.drives[i]->dv.x; });
    const F8 linear = one / (one + step * force[3]), angular = one / (one + step * torque[3]);
    storeAt({linear, linear, linear, angular, angular, angular, zero, zero},
            [&](int i) { return all.drives[i]->keep; });

    const Vec3x8 v{motion[0], motion[1], motion[2]}, w{motion[3], motion[4], motion[5]};
    const F8 speed = lengthSquared(v) + mass[2] * mass[2] * lengthSquared(w);
    const F8 slowness = max(zero, one - speed * F8(1.0f / (rule.restSpeed * rule.restSpeed)));
    const M8 hasWeight = mass[1] * abs(scale[0]) * F8(length(rule.gravity)) > zero; // and is dynamic
    const F8 loss = where(hasWeight, F8(rule.dt * rule.restDamping) * slowness * loadAny(all.held));
    storeAny(one / (one + loss), all.kept);
}

// Inertia as the gyroscopic torque wants it. Whole rows: limits and flags, which stand in them too, come later.
void loadInertia(const LoadedBodies& all) {
    const float* rows[8];
    F8 r[8];
    rowsOf([&](int i) { return &all.bodies[i]->inertia.xx; }, rows);
    loadRows(rows, r);
    const F8 zero(0.0f), trace = r[0] + r[1] + r[2];
    const Sym33x8 I = (F8(1.0f) / max(trace, F8(1e-30f))) * Sym33x8{r[0], r[1], r[2], r[3], r[4], r[5]};
    storeAt({I.xx, I.yy, I.zz, I.xy, I.xz, I.yz, zero, zero}, [&](int i) { return &all.specials[i]->inertia.xx; });
    const Sym33x8 seen = rotateSymmetric(rotations(all), I);
    storeAt({seen.xx, seen.yy, seen.zz, seen.xy, seen.xz, seen.yz, zero, zero},
            [&](int i) { return &all.specials[i]->seen.xx; });
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cairn {

HWY_EXPORT(loadMotion);
HWY_EXPORT(loadInertia);

namespace {

constexpr BodyDrive kNoDrive{kZero, kZero, {}, {1, 1, 1, 1, 1, 1, 0, 0}, kZero, 0, false, false, false, 0, 0, 0, 0};

bool isLimited(const Body& b) {
    constexpr float kUnlimited = 1e6f;
    return (b.flags & (kLockLinear | kLockAngular)) != 0 || b.maxLinearSpeed < kUnlimited ||
           b.maxAngularSpeed < kUnlimited;
}

// What is done for each by itself, after the rows of eight.
void loadBody(const StepContext& s, const Body& b, bool isFree, float kept, BodyState& state, BodyMass& mass,
              BodyDrive& drive, BodySpecial& special) {
    state = kBodyAtRest;
    state.v = kept * b.v;
    state.w = kept * b.w;
    if (b.type != BodyType::Dynamic) {
        mass = {};
        drive = kNoDrive;
    }
    drive.substeps = static_cast<uint8_t>(s.time.substeps);
    drive.h = s.time.h;
    if (b.type != BodyType::Dynamic) return;
    state.storeys = max(storeysOf(b) - 0.25f, 0.0f);
    if ((b.flags & kLockAngular) != 0) {
        mass.inverseInertia = lockedInverseInertia(b);
        drive.dw = s.time.h * (mass.inverseInertia * b.torque);
    }
    drive.freedom = isFree ? 1.0f : 0.0f;
    drive.late = isFree ? 0.5f * drive.dv : kZero;
    drive.gyroscopic = (b.flags & kGyroscopic) != 0;
    drive.special = drive.gyroscopic || isLimited(b);
    drive.turns = false;
    drive.slowLinear = drive.slowAngular = 0.0f;
    if (!drive.special) return;
    special.maxLinearSpeed = b.maxLinearSpeed;
    special.maxAngularSpeed = b.maxAngularSpeed;
    special.flags = b.flags;
    special.counted = 0.0f;
    special.rotation = b.pose.q;
    special.momentum = special.w = kZero;
    noteLimits(special, drive);
    if (mayBeLimited(drive, state)) limitMotion(special, state);
}

// States first <= i < last, eight at most.
void loadEight(const StepContext& s, const LoadRule& rule, int first, int last) {
    Model& m = s.model;
    LoadedBodies all;
    uint32_t flags = 0;
    for (int k = 0; k < 8; ++k) {
        expectBody(m, first + k, offsetof(Body, firstShape));
        const int i = min(first + k, last - 1);
        all.bodies[k] = &m.bodies[m.stateBody[i]];
        all.masses[k] = &m.masses[i];
        all.drives[k] = &s.drives[static_cast<std::size_t>(i)];
        all.specials[k] = &s.specials[static_cast<std::size_t>(i)];
        all.held[k] = m.graph.isFree(m.stateBody[i]) ? 0.0f : 1.0f;
        flags |= all.bodies[k]->flags;
    }
    CAIRN_DISPATCH(loadMotion)(all, rule);
    if ((flags & kGyroscopic) != 0) CAIRN_DISPATCH(loadInertia)(all);
    for (int k = 0; k < last - first; ++k)
        loadBody(s, *all.bodies[k], all.held[k] == 0.0f, all.kept[k], m.states[first + k], *all.masses[k],
                 *all.drives[k], *all.specials[k]);
}

} // namespace

void loadBodies(StepContext& s) {
    Model& m = s.model;
    s.drives = s.arena.allocate<BodyDrive>(m.states.count(), "body drives");
    s.specials = s.arena.allocate<BodySpecial>(m.states.count(), "special bodies");
    const SolverRecipe& recipe = s.def.solver;
    const LoadRule rule{s.time.dt, s.time.h, s.def.gravity, recipe.restDamping, recipe.restSpeed};
    parallelFor(s.tasks, m.states.count() - 1, 64, [&](int begin, int end, int) {
        for (int first = begin + 1; first < end + 1; first += 8) loadEight(s, rule, first, min(first + 8, end + 1));
    });
}

} // namespace cairn
#endif
