// Eight bodies in lanes: gathered, worked on, scattered. What every constraint kernel begins and ends with.
#if defined(CAIRN_CONSTRAINTS_NODE_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef CAIRN_CONSTRAINTS_NODE_LANES_INL_H
#undef CAIRN_CONSTRAINTS_NODE_LANES_INL_H
#else
#define CAIRN_CONSTRAINTS_NODE_LANES_INL_H
#endif

#include "base/prefetch.h"
#include "math/lanes_half-inl.h"
#include "model/body_state.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

// One end of a constraint, gathered: how bodies move, how far they have, and all there is of them.
template <class F> struct MotionLanes { Vec3T<F> v, w; };
template <class F> struct PlaceLanes {
    Vec3T<F> dx;
    QuatT<F> dq;
};
template <class F> struct NodeLanes : MotionLanes<F>, PlaceLanes<F> {
    Sym33T<F> inverseInertia;
    F inverseMass;
};

// How the lanes of a bundle are read: F8 loads the whole row, half of it the half.
template <class F = F8> HWY_INLINE F lane(const float (&row)[8]) { return loadLanes<F>(row); }
template <class F = F8> HWY_INLINE Vec3T<F> lane(const float (&rows)[3][8]) {
    return {loadLanes<F>(rows[0]), loadLanes<F>(rows[1]), loadLanes<F>(rows[2])};
}
template <class F = F8> HWY_INLINE QuatT<F> lane(const float (&rows)[4][8]) {
    return {{loadLanes<F>(rows[0]), loadLanes<F>(rows[1]), loadLanes<F>(rows[2])}, loadLanes<F>(rows[3])};
}

template <class F = F8> HWY_INLINE Sym33T<F> lane(const float (&rows)[6][8]) {
    return {loadLanes<F>(rows[0]), loadLanes<F>(rows[1]), loadLanes<F>(rows[2]),
            loadLanes<F>(rows[3]), loadLanes<F>(rows[4]), loadLanes<F>(rows[5])};
}

template <class F> HWY_INLINE void put(F v, float (&row)[8]) { store(v, row); }
template <class F> HWY_INLINE void put(const Sym33T<F>& m, float (&rows)[6][8]) {
    const F all[6] = {m.xx, m.yy, m.zz, m.xy, m.xz, m.yz};
    for (int i = 0; i < 6; ++i) store(all[i], rows[i]);
}
template <class F> HWY_INLINE void put(Vec3T<F> v, float (&rows)[3][8]) {
    store(v.x, rows[0]);
    store(v.y, rows[1]);
    store(v.z, rows[2]);
}

HWY_INLINE int slot(int32_t index) { return index < 0 ? ~index : index; }

template <class F> HWY_INLINE void gather(const int32_t (&index)[8], const BodyState* states, MotionLanes<F>& node) {
    constexpr int kCount = kLaneCount<F>;
    const float* motion[kCount];
    for (int i = 0; i < kCount; ++i) motion[i] = &states[slot(index[kFirstLane<F> + i])].v.x;
    F r[8];
    loadRows(motion, r);
    node.v = {r[0], r[1], r[2]};
    node.w = {r[3], r[4], r[5]};
}

template <class F> HWY_INLINE void gather(const int32_t (&index)[8], const BodyState* states, PlaceLanes<F>& place) {
    constexpr int kCount = kLaneCount<F>;
    const float* moved[kCount];
    for (int i = 0; i < kCount; ++i) moved[i] = &states[slot(index[kFirstLane<F> + i])].dx.x;
    F r[8];
    loadRows(moved, r);
    place.dx = {r[0], r[1], r[2]};
    place.dq = {{r[3], r[4], r[5]}, r[6]};
}

template <class F>
HWY_INLINE void gatherMass(const int32_t (&index)[8], const BodyMass* masses, Sym33T<F>& inertia, F& inverseMass) {
    constexpr int kCount = kLaneCount<F>;
    const float* mass[kCount];
    for (int i = 0; i < kCount; ++i) mass[i] = &masses[slot(index[kFirstLane<F> + i])].inverseInertia.xx;
    F r[8];
    loadRows(mass, r);
    inertia = {r[0], r[1], r[2], r[3], r[4], r[5]};
    inverseMass = r[6];
}

template <class F>
HWY_INLINE void gather(const int32_t (&index)[8], const BodyState* states, const BodyMass* masses, NodeLanes<F>& node) {
    gather(index, states, static_cast<MotionLanes<F>&>(node));
    gather(index, states, static_cast<PlaceLanes<F>&>(node));
    gatherMass(index, masses, node.inverseInertia, node.inverseMass);
}

// Bodies that do not move may sit in several bundles at once, so nothing is written to them.
template <class F> HWY_INLINE void scatter(const int32_t (&index)[8], BodyState* states, const MotionLanes<F>& node) {
    constexpr int kFirst = kFirstLane<F>, kCount = kLaneCount<F>;
    alignas(32) float scratch[8];
    float* motion[kCount];
    for (int i = 0; i < kCount; ++i) motion[i] = index[kFirst + i] < 0 ? scratch : &states[index[kFirst + i]].v.x;
    const F zero(0.0f);
    const F r[8] = {node.v.x, node.v.y, node.v.z, node.w.x, node.w.y, node.w.z, zero, zero};
    storeRows(r, motion);
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
