// See point_friction.h. A point's friction is that of a patch (constraints/contact_kernel-inl.h) without the twist, at
// the point instead of the centre, and bounded by the point's own load.
#include "lab/point_friction.h"

#include "math/dispatch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lab/point_friction.cpp"
#include <hwy/foreach_target.h>

#include "constraints/contact_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {
namespace {

void solvePoints(ContactBundle& c, lab::PointFriction& f, MotionLanes<F8>& A, MotionLanes<F8>& B) {
    const Vec3x8 n = lane(c.normal), t1 = lane(c.tangent), t2 = cross(n, t1), d = lane(c.offset);
    const F8 mu = lane(c.friction);
    for (int i = 0; i < kPatchPoints; ++i) {
        const Vec3x8 rA = lane(c.arm[i]), rB = rA + d;
        const F8 limit = mu * lane(c.impulse[i]);
        const Vec3x8 slip = B.v + cross(B.w, rB) - A.v - cross(A.w, rA), old = lane(f.impulse[i]);
        const F8 u1 = dot(slip, t1), u2 = dot(slip, t2);
        const F8 k11 = lane(f.inverseKt[i][0]), k12 = lane(f.inverseKt[i][1]), k22 = lane(f.inverseKt[i][2]);
        const F8 p1 = dot(old, t1) - (k11 * u1 + k12 * u2), p2 = dot(old, t2) - (k12 * u1 + k22 * u2);
        const F8 size = sqrt(p1 * p1 + p2 * p2);
        const F8 scale = select(size > limit, limit / max(size, F8(1e-30f)), F8(1.0f));
        const Vec3x8 impulse = (scale * p1) * t1 + (scale * p2) * t2, change = impulse - old;
        put(impulse, f.impulse[i]);
        A.v = A.v - lane(c.inverseMassA) * change;
        A.w = A.w - lane(c.inverseInertiaA) * cross(rA, change);
        B.v = B.v + lane(c.inverseMassB) * change;
        B.w = B.w + lane(c.inverseInertiaB) * cross(rB, change);
    }
}

void sweep(std::span<ContactBundle> bundles, std::span<lab::PointFriction> points, lab::FrictionOf kind,
           const ContactStep& step, BodyState* states) {
    for (std::size_t i = 0; i < bundles.size(); ++i) {
        ContactBundle& c = bundles[i];
        MotionLanes<F8> A, B;
        gather(c.bodyA, states, A);
        gather(c.bodyB, states, B);
        F8 total;
        solveNormals<NormalPass::Relax>(c, step, states, A, B, total);
        if (kind == lab::FrictionOf::Patch)
            solveFriction(c, A, B, total);
        else if (kind == lab::FrictionOf::Points)
            solvePoints(c, points[i], A, B);
        scatter(c.bodyA, states, A);
        scatter(c.bodyB, states, B);
    }
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cairn {

HWY_EXPORT(sweep);

namespace lab {

void sweepFriction(std::span<ContactBundle> bundles, std::span<PointFriction> points, FrictionOf kind,
                   const ContactStep& step, BodyState* states) {
    CAIRN_DISPATCH(sweep)(bundles, points, kind, step, states);
}

} // namespace lab
} // namespace cairn
#endif
