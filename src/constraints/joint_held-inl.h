// The held rows of each part, from the same arms, axes and errors as its kernel. See joint_held.h.
#if defined(CAIRN_CONSTRAINTS_JOINT_HELD_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef CAIRN_CONSTRAINTS_JOINT_HELD_INL_H
#undef CAIRN_CONSTRAINTS_JOINT_HELD_INL_H
#else
#define CAIRN_CONSTRAINTS_JOINT_HELD_INL_H
#endif

#include "constraints/joint_held.h"
#include "constraints/joint_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

template <class F> HWY_INLINE Vec3T<F> unitVector(int axis) {
    return {F(axis == 0 ? 1.0f : 0.0f), F(axis == 1 ? 1.0f : 0.0f), F(axis == 2 ? 1.0f : 0.0f)};
}
template <class F> HWY_INLINE HeldRow* rowAlong(HeldRow* row, const Arms<F>& arms, Vec3T<F> a, F C) {
    put(a, row->linear);
    put(cross(arms.rA, a), row->angularA);
    put(cross(arms.rB, a), row->angularB);
    put(C, row->C);
    return row + 1;
}
template <class F> HWY_INLINE HeldRow* rowAbout(HeldRow* row, Vec3T<F> u, F C) {
    const F zero(0.0f);
    put(Vec3T<F>{zero, zero, zero}, row->linear);
    put(u, row->angularA);
    put(u, row->angularB);
    put(C, row->C);
    return row + 1;
}

// Along an axis of the world: r x e_i without the products with zero and one.
template <class F> HWY_INLINE Vec3T<F> crossUnit(Vec3T<F> r, int axis) {
    const F zero(0.0f);
    return axis == 0 ? Vec3T<F>{zero, r.z, -r.y} : (axis == 1 ? Vec3T<F>{-r.z, zero, r.x} : Vec3T<F>{r.y, -r.x, zero});
}
template <class F> HWY_INLINE HeldRow* pointRow(HeldRow* row, const Arms<F>& arms, int axis, F C) {
    put(unitVector<F>(axis), row->linear);
    put(crossUnit(arms.rA, axis), row->angularA);
    put(crossUnit(arms.rB, axis), row->angularB);
    put(C, row->C);
    return row + 1;
}

// Writes the rows of a part and returns what comes after them.
template <class F>
HWY_INLINE HeldRow* heldRows(PartKind kind, int axis, const std::byte* part, const JointNow<F>& j, HeldRow* row) {
    switch (kind) {
    case PartKind::None:
    case PartKind::Cone:
    case PartKind::Gear:
    case PartKind::Pulley: break;
    case PartKind::Point:
        row = pointRow(row, pointArms(j), 0, j.d.x);
        row = pointRow(row, pointArms(j), 1, j.d.y);
        row = pointRow(row, pointArms(j), 2, j.d.z);
        break;
    case PartKind::Line2: {
        const Sides<F> t = sidesOf(j, axis);
        row = rowAlong(row, lineArms(j), t.t1, dot(t.t1, j.d));
        row = rowAlong(row, lineArms(j), t.t2, dot(t.t2, j.d));
        break;
    }
    case PartKind::Angle3: {
        const Vec3T<F> C = angle3Error(*reinterpret_cast<const PartAngle*>(part), j);
        for (int i = 0; i < 3; ++i) row = rowAbout(row, unitVector<F>(i), dot(unitVector<F>(i), C));
        break;
    }
    case PartKind::Angle2: {
        const Sides<F> t = sidesOf(j, axis);
        const Vec3T<F> C = angle2Error(j, axis);
        row = rowAbout(row, t.t1, dot(t.t1, C));
        row = rowAbout(row, t.t2, dot(t.t2, C));
        break;
    }
    case PartKind::AxisLinear: {
        const Vec3T<F> a = column(j.axesA, axis);
        row = rowAlong(row, lineArms(j), a, dot(a, j.d));
        break;
    }
    case PartKind::AxisAngular: {
        const RowPlace<F> place = angularPlace(*reinterpret_cast<const PartRowAngular*>(part), j, axis);
        row = rowAbout(row, place.u, place.C);
        break;
    }
    case PartKind::Distance: {
        const RowPlace<F> place = distancePlace(j);
        row = rowAlong(row, Arms<F>{j.rA, j.rB}, place.u, place.C);
        break;
    }
    }
    return row;
}

// The same, a joint at a time: eight lanes to eight places. The kind is known, so that all stays in registers.
template <PartKind kKind>
HWY_INLINE void heldPart(int axis, const std::byte* part, const JointNow<F8>& j, HeldPart* const* places) {
    HeldRow rows[kHeldRows];
    const int count = static_cast<int>(heldRows(kKind, axis, part, j, rows) - rows);
    const F8 zero(0.0f);
    F8 biasRate, target = zero;
    if (isBlock(kKind)) {
        biasRate = lane(reinterpret_cast<const PartBlock*>(part)->biasRate);
    } else {
        biasRate = lane(reinterpret_cast<const PartRow*>(part)->biasRate);
        target = lane(reinterpret_cast<const PartRow*>(part)->target);
    }
    const auto wanted = [&](int i) { return i < count ? biasRate * (lane(rows[i].C) - target) : zero; };
    const Vec3T<F8> bias = boundedCure(Vec3T<F8>{wanted(0), wanted(1), wanted(2)}, F8(1.0f), maxCure(kKind));
    put(bias.x, rows[0].C);
    put(bias.y, rows[1].C);
    put(bias.z, rows[2].C);
    // Two columns of eight places, beginning with the number that `member` points to: first(row), second(row).
    const auto write = [&](auto member, auto first, auto second) {
        float* to[8];
        for (int i = 0; i < 8; ++i) to[i] = member(*places[i]);
        F8 values[8] = {zero, zero, zero, zero, zero, zero, zero, zero};
        for (int i = 0; i < count; ++i) values[i] = first(rows[i]), values[4 + i] = second(rows[i]);
        storeRows(values, to);
    };
    write([](HeldPart& p) { return p.angular[0][0]; }, [](HeldRow& r) { return -lane(r.angularA[0]); },
          [](HeldRow& r) { return -lane(r.angularA[1]); });
    write([](HeldPart& p) { return p.angular[0][2]; }, [](HeldRow& r) { return -lane(r.angularA[2]); },
          [](HeldRow& r) { return lane(r.angularB[0]); });
    write([](HeldPart& p) { return p.angular[1][1]; }, [](HeldRow& r) { return lane(r.angularB[1]); },
          [](HeldRow& r) { return lane(r.angularB[2]); });
    write([](HeldPart& p) { return p.bias; }, [](HeldRow& r) { return lane(r.C); },
          [](HeldRow& r) { return lane(r.linear[0]); });
    write([](HeldPart& p) { return p.linear[1]; }, [](HeldRow& r) { return lane(r.linear[1]); },
          [](HeldRow& r) { return lane(r.linear[2]); });
}
HWY_INLINE void heldPart(PartKind kind, int axis, const std::byte* part, const JointNow<F8>& j,
                         HeldPart* const* places) {
    switch (kind) {
    case PartKind::Point: return heldPart<PartKind::Point>(axis, part, j, places);
    case PartKind::Line2: return heldPart<PartKind::Line2>(axis, part, j, places);
    case PartKind::Angle3: return heldPart<PartKind::Angle3>(axis, part, j, places);
    case PartKind::Angle2: return heldPart<PartKind::Angle2>(axis, part, j, places);
    case PartKind::AxisLinear: return heldPart<PartKind::AxisLinear>(axis, part, j, places);
    case PartKind::AxisAngular: return heldPart<PartKind::AxisAngular>(axis, part, j, places);
    case PartKind::Distance: return heldPart<PartKind::Distance>(axis, part, j, places);
    case PartKind::None:
    case PartKind::Cone:
    case PartKind::Gear:
    case PartKind::Pulley: break;
    }
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
