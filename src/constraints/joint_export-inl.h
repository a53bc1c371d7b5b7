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

// Rows about axes that nothing can turn are zero: an exact solver cannot do with them.
template <class F> HWY_INLINE void putTurn(JacobianRow& row, const JointNow<F>& j, Vec3T<F> u, F C) {
    const F zero(0.0f);
    const Vec3T<F> none{zero, zero, zero};
    const Vec3T<F> held = select(isTurnable(u, freeAxes(j.A.inverseInertia + j.B.inverseInertia)), u, none);
    putRow(row, none, -held, none, held, C);
}

// Returns how many.
template <class F>
HWY_INLINE int partRows(PartKind kind, int axis, const std::byte* part, const JointNow<F>& j, JacobianRow* rows) {
    const F zero(0.0f);
    const Vec3T<F> none{zero, zero, zero};
    if (kind == PartKind::Cone) {
        const RowPlace<F> place = conePlace(j);
        putTurn(rows[0], j, place.u, place.C);
        return 1;
    }
    if (kind == PartKind::Angle2) {
        const Sides<F> t = turnSides(j, axis, freeAxes(j.A.inverseInertia + j.B.inverseInertia));
        const Vec3T<F> C = angle2Error(j, axis);
        putTurn(rows[0], j, t.t1, dot(t.t1, C));
        putTurn(rows[1], j, t.t2, dot(t.t2, C));
        return 2;
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
    for (int i = 0; i < count; ++i) {
        if (kind == PartKind::Angle3 || kind == PartKind::AxisAngular)
            putTurn(rows[i], j, lane(held[i].angularB), lane(held[i].C));
        else
            putRow(rows[i], -lane(held[i].linear), -lane(held[i].angularA), lane(held[i].linear),
                   lane(held[i].angularB), lane(held[i].C));
    }
    return count;
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
