// What becomes of the result of a pass: written to the bodies at once, left in slots, or turned into motion.
#if defined(CAIRN_CONSTRAINTS_NODE_WRITES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef CAIRN_CONSTRAINTS_NODE_WRITES_INL_H
#undef CAIRN_CONSTRAINTS_NODE_WRITES_INL_H
#else
#define CAIRN_CONSTRAINTS_NODE_WRITES_INL_H
#endif

#include "constraints/node_lanes-inl.h"
#include "constraints/velocity_slots.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

using LaneIndices = int32_t[8];

struct WriteInPlace {
    HWY_INLINE void split(const LaneIndices&, NodeLanes<F8>&) const {}
    HWY_INLINE void begin(int, const LaneIndices&, MotionLanes<F8>&) const {}
    HWY_INLINE void end(int, const LaneIndices& index, BodyState* states, const MotionLanes<F8>& node) const {
        scatter(index, states, node);
    }
    HWY_INLINE void nextBundle() const {}
};

class WriteToSlots {
public:
    HWY_INLINE explicit WriteToSlots(const VelocitySlots& to) : m_to(to) {}
    // Masses are split here where they are not in the bundle's own shares already.
    HWY_INLINE void split(const LaneIndices& index, NodeLanes<F8>& node) const {
        const F8 n = countOf(index);
        node.inverseMass = n * node.inverseMass;
        node.inverseInertia = n * node.inverseInertia;
    }
    HWY_INLINE void begin(int end, const LaneIndices&, MotionLanes<F8>& node) { m_v[end] = node.v, m_w[end] = node.w; }
    HWY_INLINE void end(int end, const LaneIndices& index, BodyState*, const MotionLanes<F8>& node) const {
        const F8 share = F8(1.0f) / countOf(index), zero(0.0f);
        const Vec3x8 v = share * (node.v - m_v[end]), w = share * (node.w - m_w[end]);
        float* rows[8];
        for (int i = 0; i < 8; ++i) rows[i] = &m_to.velocities[2 * i + end].v.x;
        const F8 r[8] = {v.x, v.y, v.z, w.x, w.y, w.z, zero, zero};
        storeRows(r, rows);
    }
    HWY_INLINE void nextBundle() { m_to.velocities += kSlotsPerBundle; }

private:
    HWY_INLINE F8 countOf(const LaneIndices& index) const {
        if (!m_to.counts) return F8(1.0f);
        alignas(32) float counts[8];
        for (int i = 0; i < 8; ++i) counts[i] = index[i] < 0 ? 1.0f : m_to.counts[index[i]];
        return load(counts);
    }
    VelocitySlots m_to;
    Vec3x8 m_v[2], m_w[2];
};

// Bodies begin at rest, and go at once where the pass has sent them. Velocities stay as they are.
struct WriteMotion {
    float h;
    HWY_INLINE void split(const LaneIndices&, NodeLanes<F8>&) const {}
    HWY_INLINE void begin(int, const LaneIndices&, MotionLanes<F8>& node) const {
        const F8 zero(0.0f);
        node.v = node.w = {zero, zero, zero};
    }
    HWY_INLINE void end(int, const LaneIndices& index, BodyState* states, const MotionLanes<F8>& node) const {
        PlaceLanes<F8> place;
        gather(index, states, place);
        alignas(32) float scratch[8];
        float* rows[8];
        for (int i = 0; i < 8; ++i) rows[i] = index[i] < 0 ? scratch : &states[index[i]].dx.x;
        const Vec3x8 dx = place.dx + F8(h) * node.v;
        const Quatx8 spin = Quatx8{F8(0.5f * h) * node.w, F8(0.0f)} * place.dq;
        Quatx8 dq{place.dq.v + spin.v, place.dq.s + spin.s};
        const F8 inverse = F8(1.0f) / sqrt(dot(dq.v, dq.v) + dq.s * dq.s);
        dq = {inverse * dq.v, inverse * dq.s};
        const F8 r[8] = {dx.x, dx.y, dx.z, dq.v.x, dq.v.y, dq.v.z, dq.s, F8(0.0f)};
        storeRows(r, rows);
    }
    HWY_INLINE void nextBundle() const {}
};

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
