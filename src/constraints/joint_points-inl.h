// Distances between points: particles, and anchors that do not move. Ropes, nets and cloth are made of little else.
//
// The row is that of joint_rows-inl.h, with everything that turns left out: no arms, no angular velocity, no inertia,
// K = 1/mA + 1/mB. Of a node's three rows of eight floats it reads the first four numbers of two and one of the third,
// and of a bundle half. The general way, with zeros in place of what is left out, gives the same bits.
#if defined(CAIRN_CONSTRAINTS_JOINT_POINTS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef CAIRN_CONSTRAINTS_JOINT_POINTS_INL_H
#undef CAIRN_CONSTRAINTS_JOINT_POINTS_INL_H
#else
#define CAIRN_CONSTRAINTS_JOINT_POINTS_INL_H
#endif

#include "constraints/joint_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

struct PointLanes {
    Vec3x8 v, dx;
    F8 inverseMass;
};

HWY_INLINE PointLanes gatherPoints(const int32_t (&index)[8], const BodyState* states, const BodyMass* masses) {
    const float *motion[8], *moved[8];
    alignas(32) float mass[8];
    for (int i = 0; i < 8; ++i) {
        const int k = slot(index[i]);
        motion[i] = &states[k].v.x;
        moved[i] = &states[k].dx.x;
        mass[i] = masses[k].inverseMass;
    }
    F8 v[4], dx[4];
    loadRows(motion, v);
    loadRows(moved, dx);
    return {{v[0], v[1], v[2]}, {dx[0], dx[1], dx[2]}, load(mass)};
}

// What cannot turn has no angular velocity, so the whole row is written.
HWY_INLINE void scatterPoints(const int32_t (&index)[8], BodyState* states, Vec3x8 v) {
    alignas(32) float scratch[8];
    float* motion[8];
    for (int i = 0; i < 8; ++i) motion[i] = index[i] < 0 ? scratch : &states[index[i]].v.x;
    const F8 zero(0.0f);
    const F8 r[8] = {v.x, v.y, v.z, zero, zero, zero, zero, zero};
    storeRows(r, motion);
}

HWY_INLINE void solvePoints(JointPass pass, JointBundle& j, const JointStep& step, BodyState* states,
                            const BodyMass* masses) {
    PartRowLinear& p = *reinterpret_cast<PartRowLinear*>(&j + 1);
    PointLanes A = gatherPoints(j.bodyA, states, masses), B = gatherPoints(j.bodyB, states, masses);
    const Vec3x8 d = lane(j.offset) + (B.dx - A.dx);
    const F8 C = length(d);
    const Vec3x8 a = directionOf(d, C);
    const auto push = [&](Vec3x8 P) {
        A.v = A.v - A.inverseMass * P;
        B.v = B.v + B.inverseMass * P;
    };
    Vec3x8 linear = lane(p.linear);
    if (pass != JointPass::Relax) {
        const Vec3x8 total = rowTotal<F8>(p) * a;
        push(total - linear);
        linear = total;
    }
    if (pass != JointPass::WarmStart) {
        const LockLanes<F8> lock{lane(j.biasRate), lane(j.massScale), lane(j.impulseScale), F8(step.inverseH)};
        const Vec3x8 change = solveRow(pass, p, lock, A.inverseMass + B.inverseMass, C, dot(a, B.v - A.v)) * a;
        push(change);
        linear = linear + change;
    }
    put(linear, p.linear);
    scatterPoints(j.bodyA, states, A.v);
    scatterPoints(j.bodyB, states, B.v);
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
