// See contact_fill.h.
#include "constraints/contact_fill.h"

#include "math/dispatch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "constraints/contact_fill.cpp"
#include <hwy/foreach_target.h>

#include "constraints/node_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {
namespace {

// The numbers of eight patches, as they lie in Patch.
constexpr int kPatchRows = sizeof(Patch) / (8 * sizeof(float));
constexpr int kPointNumbers = sizeof(PatchPoint) / sizeof(float);
constexpr int at(std::size_t offset) { return static_cast<int>(offset / sizeof(float)); }

struct PatchLanes {
    F8 numbers[8 * kPatchRows];

    explicit PatchLanes(const Patch* const (&patches)[8]) {
        for (int row = 0; row < kPatchRows; ++row) {
            const float* from[8];
            for (int i = 0; i < 8; ++i) from[i] = reinterpret_cast<const float*>(patches[i]) + 8 * row;
            F8 out[8];
            loadRows(from, out);
            for (int k = 0; k < 8; ++k) numbers[8 * row + k] = out[k];
        }
    }
    HWY_INLINE F8 number(std::size_t offset) const { return numbers[at(offset)]; }
    HWY_INLINE Vec3x8 vector(std::size_t offset) const {
        return {numbers[at(offset)], numbers[at(offset) + 1], numbers[at(offset) + 2]};
    }
    HWY_INLINE const F8* point(int i) const { return numbers + at(offsetof(Patch, points)) + kPointNumbers * i; }
};

// Shares of the inverse mass and inertia of what carries; see the head of contact_fill.h. Gives the part of the share
// that is for a light body under a heavy one.
HWY_INLINE F8 amplify(const ContactRule& rule, const ContactSources& from, Vec3x8 normal, F8 load, ContactBundle& to) {
    const SolverRecipe& r = rule.recipe;
    const F8 zero(0.0f), one(1.0f), mA = loadAny(from.massA), mB = loadAny(from.massB);
    const F8 pull = dot(normal, broadcast(rule.gravity)), weight(length(rule.gravity));
    const M8 carries = (load > zero) & (mA > zero) & (mB > zero) & (abs(pull) > F8(0.5f) * weight);
    const M8 byA = pull < zero;
    const F8 upper = select(byA, mB, mA), lower = select(byA, mA, mB);
    const F8 above = load / (upper * weight * F8(rule.h));
    const F8 ratio = r.massRatio > 0.0f ? min(one, F8(r.massRatio) * lower / upper) : one;
    const F8 gain = r.massTaper > 0.0f ? F8(r.massGain) / (one + above / F8(r.massTaper)) : F8(r.massGain);
    const F8 turnGain =
        r.inertiaTaper > 0.0f ? F8(r.inertiaGain) * max(zero, one - above / F8(r.inertiaTaper)) : F8(r.inertiaGain);
    F8 share = one; // of the gains
    if (r.gainHeight > 0.0f) {
        const F8 height = F8(1.0f / r.gainHeight) * loadAny(from.storeys), age = F8(1.0f / kGrown) * loadAny(from.age);
        share = age * clamp(F8(2.0f) - height, zero, one);
    }
    const F8 mass = min(ratio, one / (one + share * gain)), inertia = min(ratio, one / (one + share * turnGain));
    to.carriesA = static_cast<uint8_t>(bits(carries & byA));
    to.carriesB = static_cast<uint8_t>(bits(carries & !byA));
    store(select(carries & byA, mass, one), to.shareA[0]);
    store(select(carries & byA, inertia, one), to.shareA[1]);
    store(select(carries & !byA, mass, one), to.shareB[0]);
    store(select(carries & !byA, inertia, one), to.shareB[1]);
    return select(carries, ratio, one);
}

// The lever against rolling. Of two round surfaces the spot is that of a ball on the ground whose radius is theirs in
// parallel.
HWY_INLINE void fillRolling(const PatchLanes& p, const ContactSources& from, F8 kept, F8 roundA, F8 roundB,
                            ContactRolling& to) {
    const F8 zero(0.0f), product = roundA * roundB, sum = roundA + roundB;
    const F8 radius = select(product > zero, product / max(sum, F8(1e-30f)), sum);
    const M8 rolls = (radius > zero) & ((loadAny(from.massA) > zero) | (loadAny(from.massB) > zero));
    const Vec3x8 impulse = kept * p.vector(offsetof(Patch, rollingImpulse));
    store(where(rolls, F8(kRollShare) * radius), to.lever);
    put(Vec3x8{where(rolls, impulse.x), where(rolls, impulse.y), where(rolls, impulse.z)}, to.impulse);
}

void fill(const ContactRule& rule, const ContactSources& from, ContactBundle& to, ContactRolling& rolling,
          float (&lowerShare)[kLanes]) {
    const PatchLanes p(from.patch);
    const F8 zero(0.0f), one(1.0f);
    const Vec3x8 normal = p.vector(offsetof(Patch, normal));
    const I8 count = bitsOf(p.number(offsetof(Patch, count)));
    put(normal, to.normal);
    F8 total = zero, impulses[kPatchPoints];
    for (int i = 0; i < kPatchPoints; ++i) {
        const F8* point = p.point(i);
        const M8 isThere = count > I8(i);
        for (int k = 0; k < 3; ++k) store(where(isThere, point[at(offsetof(PatchPoint, arm)) + k]), to.arm[i][k]);
        impulses[i] = where(isThere, point[at(offsetof(PatchPoint, impulse))]);
        total = total + impulses[i];
        store(where(isThere, point[at(offsetof(PatchPoint, separation))]), to.separation[i]);
        store(where(isThere, one), to.inverseK[i]);
    }
    const F8 share = amplify(rule, from, normal, total, to), before = p.number(offsetof(Patch, lowerShare));
    const F8 kept = select(before > zero, min(one, before / share), one);
    storeAny(share, lowerShare);
    for (int i = 0; i < kPatchPoints; ++i) store(kept * impulses[i], to.impulse[i]);
    put(kept * p.vector(offsetof(Patch, frictionImpulse)), to.frictionImpulse);
    store(kept * p.number(offsetof(Patch, twistImpulse)), to.twistImpulse);

    const F8 roundA = p.number(offsetof(Patch, roundA)), roundB = p.number(offsetof(Patch, roundB));
    store(roundA, to.roundA);
    store(roundB, to.roundB);
    to.isRound = any((roundA > zero) | (roundB > zero));
    if (to.isRound || to.rolling) {
        fillRolling(p, from, kept, roundA, roundB, rolling);
        to.rolling = &rolling;
    }

    const cairn::Vec3* offsets[8];
    for (int i = 0; i < 8; ++i) {
        offsets[i] = &from.contact[i]->freeze.offset;
        to.friction[i] = from.contact[i]->friction;
    }
    put(transposeIn(offsets), to.offset);

    const I8 none(-1);
    const M8 isMoving = (load(to.bodyA) > none) & (load(to.bodyB) > none);
    const auto pick = [&](float moving, float fixed) { return select(isMoving, F8(moving), F8(fixed)); };
    store(pick(rule.moving.biasRate, rule.fixed.biasRate), to.biasRate);
    store(pick(rule.moving.massScale, rule.fixed.massScale), to.massScale);
    store(pick(rule.moving.impulseScale, rule.fixed.impulseScale), to.impulseScale);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cairn {

constexpr Patch kIdlePatch{{0.0f, 1.0f, 0.0f}, 0, {}, 0.0f, 0.0f, kZero, 0.0f, kZero, 0.0f, kNone, kNone};
constexpr Contact kIdleContact{};

HWY_EXPORT(fill);

void fillContacts(const ContactRule& rule, const ContactSources& from, ContactBundle& to, ContactRolling& rolling,
                  float (&lowerShare)[kLanes]) {
    CAIRN_DISPATCH(fill)(rule, from, to, rolling, lowerShare);
}

} // namespace cairn
#endif
