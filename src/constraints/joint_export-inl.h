// J and C of every part in lanes, from the same arms, axes and errors as its kernel. See rows.h.
#if defined(CAIRN_CONSTRAINTS_JOINT_EXPORT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef CAIRN_CONSTRAINTS_JOINT_EXPORT_INL_H
#undef CAIRN_CONSTRAINTS_JOINT_EXPORT_INL_H
#else
#define CAIRN_CONSTRAINTS_JOINT_EXPORT_INL_H
#endif

#include "constraints/joint_held-inl.h"
#include "constraints/rows_internal.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

template <class F>
HWY_INLINE void putRow(JacobianRow& row, Vec3T<F> linearA, Vec3T<F> angularA, Vec3T<F> linearB, Vec3T<F> angularB,
                       F C) {
    put(linearA, row.linearA);
    put(angularA, row.angularA);
    put(linearB, row.linearB);
    put(angularB, row.angularB);
    put(C, row.C);
}

// Returns how many.
template <class F>
HWY_INLINE int partRows(PartKind kind, int axis, const std::byte* part, const JointNow<F>& j, JacobianRow* rows) {
    const F zero(0.0f);
    const Vec3T<F> none{zero, zero, zero};
    if (kind == PartKind::Cone) {
        const RowPlace<F> place = conePlace(j);
        putRow(rows[0], none, -place.u, none, place.u, place.C);
        return 1;
    }
    if (kind == PartKind::Gear) {
        const TwoPlaces<F> place = gearPlace(*reinterpret_cast<const PartGear*>(part), j);
        putRow(rows[0], none, place.a, none, place.b, place.C);
        return 1;
    }
    if (kind == PartKind::Pulley) {
        const TwoPlaces<F> place = pulleyPlace(*reinterpret_cast<const PartPulley*>(part), j);
        putRow(rows[0], place.a, cross(j.rA, place.a), place.b, cross(j.rB, place.b), place.C);
        return 1;
    }
    HeldRow held[kMaxPartRows];
    const int count = static_cast<int>(heldRows(kind, axis, part, j, held) - held);
    for (int i = 0; i < count; ++i)
        putRow(rows[i], -lane(held[i].linear), -lane(held[i].angularA), lane(held[i].linear), lane(held[i].angularB),
               lane(held[i].C));
    return count;
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
