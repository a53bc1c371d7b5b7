// Tension in trees of joints. See joint_trees.h.
//
// A pulled link is a pendulum: a force f at arm r turns it back with the stiffness f.r about every axis across r.
// Joints push in the directions of the start of a substep, so that spring is explicit, and rings up once h^2 f.r
// exceeds the moment of inertia a few times. Light links under a heavy load come there long before the joints
// themselves give way: 1 kg and half a metre under a ton. Taken at the end of the substep, as a soft constraint would
// be, the spring adds h^2 f.r to the moment of inertia across r ("geometric stiffness": Tournier and others, 2015;
// Andrews and others, 2017). That is what is done here, beyond a share that is harmless, so bodies without such loads
// stay as they are.
#include "math/dispatch.h"
#include "pipeline/joint_trees.h"

#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pipeline/joint_tension.cpp"
#include <hwy/foreach_target.h>

#include "constraints/node_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {
namespace {

constexpr float kHarmless = 0.25f; // of the moment of inertia; 4 is the limit for one joint alone

// S = I^-1 becomes (I + k t t^T)^-1; works where S is singular.
template <class F> HWY_INLINE Sym33T<F> addInertia(const Sym33T<F>& S, Vec3T<F> t, F k) {
    const Vec3T<F> u = S * t, cu = (k / (F(1.0f) + k * dot(t, u))) * u;
    return S - Sym33T<F>{cu.x * u.x, cu.y * u.y, cu.z * u.z, cu.x * u.y, cu.x * u.z, cu.y * u.z};
}

// Two directions across a unit vector.
template <class F> HWY_INLINE void across(Vec3T<F> n, Vec3T<F>& t1, Vec3T<F>& t2) {
    const F zero(0.0f);
    const auto isFlat = abs(n.x) < F(0.6f); // n x e_x is long enough; else n x e_y
    const Vec3T<F> t{select(isFlat, zero, -n.z), select(isFlat, n.z, zero), select(isFlat, -n.y, n.x)};
    t1 = (F(1.0f) / max(length(t), F(1e-30f))) * t;
    t2 = cross(n, t1);
}

// Moments of inertia of what moves, at one end of eight joints.
HWY_INLINE void tighten(const int32_t (&bodies)[8], const JointLane (&arms)[3], Vec3x8 force, float h,
                        BodyMass* masses) {
    const Vec3x8 arm = lane(arms);
    const F8 k = F8(h * h) * dot(force, arm), zero(0.0f);
    if (!any(k > zero)) return;
    float* rows[8];
    alignas(32) float scratch[8];
    for (int i = 0; i < 8; ++i) rows[i] = bodies[i] < 0 ? scratch : &masses[bodies[i]].inverseInertia.xx;
    Sym33T<F8> S;
    F8 inverseMass;
    gatherMass(bodies, masses, S, inverseMass);
    Vec3x8 t1, t2;
    across((F8(1.0f) / max(length(arm), F8(1e-30f))) * arm, t1, t2);
    const F8 response = F8(0.5f) * (dot(t1, S * t1) + dot(t2, S * t2));
    const M8 isHard = (k > zero) & (k * response > F8(kHarmless));
    if (!any(isHard)) return;
    const F8 excess = where(isHard, k - F8(kHarmless) / max(response, F8(1e-30f)));
    S = addInertia(addInertia(S, t1, excess), t2, excess);
    const F8 values[8] = {S.xx, S.yy, S.zz, S.xy, S.xz, S.yz, inverseMass, zero};
    storeRows(values, rows);
}

// Rows: a force, and one number more.
void tightenBundle(const JointBundle& bundle, const float* const (&forces)[8], float h, BodyMass* masses) {
    F8 r[4];
    loadRows(forces, r);
    const Vec3x8 force{r[0], r[1], r[2]};
    tighten(bundle.bodyA, bundle.armA, -force, h, masses);
    tighten(bundle.bodyB, bundle.armB, force, h, masses);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cairn {

HWY_EXPORT(tightenBundle);

void tightenTrees(StepContext& s, const TreeSearch& search) {
    for (std::size_t b = 0; b < s.joints.bundles.size(); ++b) {
        static constexpr float kNoForce[4] = {};
        static_assert(offsetof(JointRecord, torque) == offsetof(JointRecord, force) + sizeof(Vec3));
        const float* forces[8];
        bool some = false;
        for (std::size_t i = 0; i < 8; ++i) {
            const int32_t joint = s.joints.lanes[8 * b + i];
            const bool isInTree = joint != kNone && search.isHanded(joint);
            forces[i] = isInTree ? &s.model.joints[joint].force.x : kNoForce;
            some |= isInTree;
        }
        if (some) CAIRN_DISPATCH(tightenBundle)(*s.joints.bundles[b], forces, s.joints.h[b], s.model.masses.data());
    }
}

} // namespace cairn
#endif
