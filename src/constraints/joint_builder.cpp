// See joint_builder.h.
#include "constraints/joint_builder.h"

#include "base/assert.h"
#include "constraints/joint_held.h"
#include "model/particles.h"

namespace cairn {

namespace {

void put(JointLane (&rows)[3], int lane, Vec3 v) { rows[0][lane] = v.x, rows[1][lane] = v.y, rows[2][lane] = v.z; }
void put(JointLane (&rows)[4], int lane, Quat q) {
    rows[0][lane] = q.v.x, rows[1][lane] = q.v.y, rows[2][lane] = q.v.z, rows[3][lane] = q.s;
}

} // namespace

// Unused: frames stay zero, for joints that hold points and distances alone.
enum class Frames : uint8_t { Unused, Used };
static inline JointPlace makePlace(const JointRecord& j, const Body& A, const Body& B, Frames frames) {
    const Transform &frameA = j.data.link().frameA, &frameB = j.data.link().frameB;
    JointPlace p{};
    p.armA = rotate(A.pose.q, frameA.p - A.localCenter);
    p.armB = rotate(B.pose.q, frameB.p - B.localCenter);
    p.offset = toFloat(B.center - A.center) + (p.armB - p.armA);
    p.A = &A, p.B = &B;
    if (frames == Frames::Unused) return p;
    p.frameA = A.pose.q * frameA.q;
    p.frameB = B.pose.q * frameB.q;
    return p;
}
JointPlace placeOf(const JointRecord& j, const Body& A, const Body& B) { return makePlace(j, A, B, Frames::Used); }

// OVERSHOOT. Joints that share a body undo part of each other's work, and what one sweep leaves stays as velocity:
// welds tremble, and the free end of a sheet gapes. So where there are neighbours the relax pass goes further than a
// joint by itself asks for (successive over-relaxation). With a factor w each change takes w (2 - w) / 2 Cdot K^-1 Cdot
// from the kinetic energy, so none is gained below 2; but the next substep begins with impulses as high as they are,
// and rings up from 1.7 on. Anything from 1.2 to 1.5 does.
//     It helps where rows could be given signs that make all couplings negative (Young's property A), as in chains,
// rings and sheets. Many joints on one light body all push it the same way, and overshoot together: four welds with
// three times its mass trembled at 9 m/s instead of 0.4. Those are left alone, and so is what ties a body with three
// joints or more to something fixed, joints without neighbours, which are exact as they are, and nets of particles.
//     Rings and beams of welds or hinges tremble half as much or less, three or four welds on one body not at all.
static bool isCrowded(const Body& body, const Body& other) {
    constexpr float kCrowd = 4.0f; // as within a lattice of equal bodies
    return static_cast<float>(max(0, body.jointCount - 2)) * body.inverseMass > 1.001f * kCrowd * other.inverseMass;
}
static bool mayOvershoot(const Body& A, const Body& B) {
    const auto isShared = [](const Body& b) { return b.inverseMass > 0.0f && b.jointCount > 1; };
    return (isShared(A) || isShared(B)) && !isCrowded(A, B) && !isCrowded(B, A) && !isParticle(A) && !isParticle(B);
}

// SAG. A soft link lets go of a part of its impulse in each substep, and the gap that brings it back stays for good:
// F K / omega^2 under a load F, 0.34 mm in the joints of ragdolls that lie on the ground. A link that lets nothing go
// has no such gap, but letting go is what calms: a hanging net of 900 knots trembles at 35 m/s without, and chains with
// heavy ends at 1 cm/s with a twentieth of it. A pull F on an arm r is a spring that turns a body with inertia I back
// by F r / I a radian, too fast for substeps of h when h^2 F r / I comes near 1, and earlier where many such links
// meet. So a link lets less go as far as that is small, its bodies do not turn, and its ends do not move against each
// other. The joints of those ragdolls are then 0.15 mm apart.
//     What is kept follows the load at once. A slow mean of it left no gap at all, but came late: what swings was
// pulled in under a high load and let out under a low one, and driven like a swing (that net to 1 to 3 m/s, in a
// minute). Closing gaps by moving bodies after the step left 0.1 mm, and bodies in contact moved twice as fast.
//     Links that overshoot settle well enough to let a little less go at any speed. The gap at the end of joint_grid is
// the sag of the row that carries all others, and then 6.6 mm instead of 8.2 (Box3D 7.7). Without overshoot, blows at
// the free end left 17 mm.
static float keptShare(const JointRecord& record, const JointPlace& place, float h, bool overshoots) {
    if (isParticle(*place.A) || isParticle(*place.B)) return 0.0f;             // ropes and nets
    constexpr float kShare = 0.7f, kPull = 0.5f, kSpin = 0.5f, kSlide = 0.05f; // of the load, h^2 F r / I, rad/s, m/s
    constexpr float kLeast = 0.2f;                                             // of the load, where it overshoots
    const float fastest = max(lengthSquared(place.A->w), lengthSquared(place.B->w));
    const bool isFast = fastest >= kSpin * kSpin; // as most that move
    if (isFast && !overshoots) return 0.0f;
    const auto pull = [](const Body& b, Vec3 arm) {
        const Sym33& I = b.inverseInertia;
        return length(arm) * max(I.xx, max(I.yy, I.zz));
    };
    const float pulls = h * h * length(record.force) * (pull(*place.A, place.armA) + pull(*place.B, place.armB));
    const float least = overshoots ? kLeast * max(0.0f, 1.0f - pulls / kPull) : 0.0f;
    if (isFast) return least;
    const Vec3 vA = place.A->v + cross(place.A->w, place.armA), vB = place.B->v + cross(place.B->w, place.armB);
    const float spin = length(place.A->w) + length(place.B->w), slide = length(vB - vA);
    return max(least, kShare * max(0.0f, 1.0f - pulls / kPull - spin / kSpin - slide / kSlide));
}

// BLOWS. A link follows its load as slowly as it is damped, in 2 zeta / omega, 10 ms. When the sheet of joint_grid
// cracks like a whip, loads are others before that, and its joints came 39 mm apart (Box3D 34). Less damping for all of
// them closes them, but then sheets and nets tremble from some starts. So only links whose ends go round fast have half
// of it. Means of twelve starts, before links overshot: 33 mm at most (41 before; Box3D 36), 9.4 mm at the end
// (10.0), 2.9 mm in the mean as before; three quarters of the damping at any speed gave 37, 12.5 and 3.1 mm. With
// overshoot 31 (38 before), 7.6 and 2.4 mm. Ragdolls that fall have 85 mm at most (91; eight starts), and what moves
// slowly has the same bits. Trees that are solved at once keep their damping: with less of it the joints of heavy_chain
// opened by up to 40 mm instead of 12.
static float dampingShare(const JointPlace& place) {
    constexpr float kSlow = 5.0f, kFast = 10.0f, kLeast = 0.5f; // m/s, m/s, share
    const Vec3 a = cross(place.A->w, place.armA), b = cross(place.B->w, place.armB);
    const float fastest = max(lengthSquared(a), lengthSquared(b));
    if (fastest <= kSlow * kSlow) return 1.0f; // as most
    return 1.0f - (1.0f - kLeast) * min(1.0f, (sqrt(fastest) - kSlow) / (kFast - kSlow));
}

PartBuilder::PartBuilder(const JointRecord& record, const Body& A, const Body& B, LinkSoftness& softness,
                         JointBundle& bundle, int lane, bool handsOver, const JointAxes* axes)
    : m_record(record), m_axes(axes),
      m_place(makePlace(record, A, B, bundle.usesFrames ? Frames::Used : Frames::Unused)), m_h(softness.h()),
      m_lock(softness.of(record.data.link(), handsOver ? 1.0f : dampingShare(m_place))), m_bundle(&bundle),
      m_lane(lane), m_next(reinterpret_cast<std::byte*>(&bundle + 1)), m_handsOver(handsOver) {
    const bool overshoots = softness.rule().overshoot > 1.0f && mayOvershoot(A, B);
    if (overshoots) m_relax = softness.rule().overshoot;
    put(bundle.armA, lane, m_place.armA);
    put(bundle.armB, lane, m_place.armB);
    put(bundle.offset, lane, m_place.offset);
    if (bundle.usesFrames) put(bundle.frameA, lane, m_place.frameA), put(bundle.frameB, lane, m_place.frameB);
    bundle.biasRate[lane] = m_lock.biasRate;
    bundle.massScale[lane] = m_lock.massScale;
    bundle.impulseScale[lane] = m_lock.impulseScale;
    m_lock.impulseScale *= 1.0f - keptShare(record, m_place, m_h, overshoots);
}

HoldRule holdRule(const SolverRecipe& r) {
    switch (r.bias) {
    case SolverBias::Soft: break;
    case SolverBias::None: return {false, 0.0f, r.relaxation};
    case SolverBias::Compliance: return {false, 1.0f, r.relaxation};
    case SolverBias::Baumgarte:
    case SolverBias::SplitImpulse:
    case SolverBias::PositionPass: return {false, r.beta, r.relaxation};
    }
    constexpr float kOvershoot = 1.28f; // OVERSHOOT; impulses that are summed up after the sweep overshoot anyway
    return {true, 0.0f, r.relaxation, r.writes == SolverWrites::InPlace ? kOvershoot : 1.0f};
}

// Stiffness beyond a quarter of the substep rate only rings.
void LinkSoftness::find(float hertz, float dampingRatio) {
    m_hertz = hertz, m_dampingRatio = dampingRatio;
    m_last = m_rule.isSoft ? fromHertz(min(hertz, 0.25f / m_h), dampingRatio, m_h) : baumgarte(m_rule.share, m_h);
    if (m_rule.relaxation != 1.0f) m_last.massScale *= m_rule.relaxation, m_last.impulseScale *= m_rule.relaxation;
}

PartHold PartBuilder::lock(float maxForce) const { return {m_lock, m_relax, maxForce}; }
PartHold PartBuilder::brake(float maxForce) const { return {rigid(), 1.0f, maxForce}; }
PartHold PartBuilder::spring(float hertz, float dampingRatio, float maxForce) const {
    return {fromSpring(hertz, dampingRatio, m_h), 0.0f, maxForce};
}

void PartBuilder::turnFrameA(Quat turn) {
    m_place.frameA = m_place.frameA * turn;
    if (m_bundle) put(m_bundle->frameA, m_lane, m_place.frameA);
}

// Counts the part; where a lane is filled, returns it with its impulses, everything else zero.
template <class Part> Part* PartBuilder::begin(PartKind kind, int axis) {
    CAIRN_ASSERT(m_partCount < kMaxJointParts);
    m_signature |= partCode(kind, axis) << (8 * m_partCount++);
    const int first = m_impulseCount;
    m_impulseCount += partImpulses(kind);
    CAIRN_ASSERT(m_impulseCount <= kMaxJointImpulses);
    if (!m_bundle) return nullptr;
    Part* part = reinterpret_cast<Part*>(m_next);
    m_next += sizeof(Part);
    const float scale = m_record.impulseTime > 0.0f ? m_h / m_record.impulseTime : 0.0f;
    for (int i = 0; i < partImpulses(kind); ++i) part->impulse[i][m_lane] = scale * m_record.impulses[first + i];
    return part;
}

// Counts the rows of what is held rigidly, and hands it over.
PartHold PartBuilder::held(PartKind kind, const PartHold& hold) {
    constexpr float kFirmHertz = 30.0f; // who asks for less wants it soft
    const bool firm = hold.relax > 0.0f && hold.softness.biasRate > 0.0f && hold.maxForce >= kUnlimited &&
                      m_record.data.link().hertz >= kFirmHertz;
    if (firm) m_heldRows += heldRowCount(kind);
    return firm && m_handsOver ? PartHold{{hold.softness.biasRate, 0.0f, 0.0f}, 0.0f, hold.maxForce} : hold;
}

void PartBuilder::fillBlock(PartBlock* part, PartKind kind, const PartHold& wanted) {
    const PartHold hold = held(kind, wanted);
    if (!part) return;
    part->biasRate[m_lane] = hold.softness.biasRate;
    part->massScale[m_lane] = hold.softness.massScale;
    part->impulseScale[m_lane] = hold.softness.impulseScale;
    part->relax[m_lane] = hold.relax;
    part->maxImpulse[m_lane] = min(m_h * hold.maxForce, kUnlimited);
}

void PartBuilder::fillRow(PartRow* to, PartKind kind, const PartRowDef& row) {
    const int i = m_lane;
    PartHold hold{{0.0f, 0.0f, 1.0f}, 0.0f}; // nothing, and lets an old impulse go
    if (row.locked)
        hold = held(kind, lock());
    else if (row.spring.enabled)
        hold = spring(row.spring.hertz, row.spring.dampingRatio);
    if (!to) return;
    PartRow& part = *to;
    part.biasRate[i] = hold.softness.biasRate;
    part.massScale[i] = hold.softness.massScale;
    part.impulseScale[i] = hold.softness.impulseScale;
    part.relax[i] = hold.relax;
    part.target[i] = row.locked ? row.target : row.spring.target;
    part.speed[i] = row.motor.enabled ? row.motor.speed : 0.0f;
    part.maxMotor[i] = row.motor.enabled ? min(m_h * row.motor.maxForce, kUnlimited) : 0.0f;
    part.lower[i] = row.limits.enabled ? row.limits.lower : -kUnlimited;
    part.upper[i] = row.limits.enabled ? row.limits.upper : kUnlimited;
}

void PartBuilder::point(const PartHold& hold) {
    fillBlock(begin<PartPoint>(PartKind::Point, 0), PartKind::Point, hold);
    if (m_measures && hold.relax > 0.0f && hold.softness.biasRate > 0.0f) measureLinear(length(m_place.offset));
}

void PartBuilder::line2(int axis, const PartHold& hold) {
    fillBlock(begin<PartPoint>(PartKind::Line2, axis), PartKind::Line2, hold);
    Vec3 local = inverseRotate(m_place.frameA, m_place.offset);
    (axis == 0 ? local.x : (axis == 1 ? local.y : local.z)) = 0.0f;
    measureLinear(length(local));
}

void PartBuilder::angle3(const PartHold& hold, Quat target) {
    PartAngle* p = begin<PartAngle>(PartKind::Angle3, 0);
    fillBlock(p, PartKind::Angle3, hold);
    if (p) put(p->target, m_lane, target);
    if (!m_measures || hold.relax == 0.0f || hold.softness.biasRate == 0.0f) return;
    const Quat error = m_place.frameB * conjugate(m_place.frameA * target);
    measureAngular(2.0f * atan2(length(error.v), abs(error.s)));
}

void PartBuilder::angle2(int axis, const PartHold& hold) {
    fillBlock(begin<PartAngle>(PartKind::Angle2, axis), PartKind::Angle2, hold);
    if (!m_measures || hold.relax == 0.0f) return;
    const Vec3 e{axis == 0 ? 1.0f : 0.0f, axis == 1 ? 1.0f : 0.0f, axis == 2 ? 1.0f : 0.0f};
    const Vec3 a = rotate(m_place.frameA, e), b = rotate(m_place.frameB, e);
    measureAngular(atan2(length(cross(a, b)), dot(a, b)));
}

void PartBuilder::axisLinear(int axis, const PartRowDef& row) {
    fillRow(begin<PartRowLinear>(PartKind::AxisLinear, axis), PartKind::AxisLinear, row);
    if (m_measures) measureRow(translationOf(m_place, axis), row, &JointError::linear);
}

void PartBuilder::axisAngular(int axis, const PartRowDef& row) {
    PartRowAngular* p = begin<PartRowAngular>(PartKind::AxisAngular, axis);
    fillRow(p, PartKind::AxisAngular, row);
    if (p) p->angle[m_lane] = m_record.angles[axis];
    if (m_measures) measureRow(angleAbout(m_place, axis, m_record.angles[axis]), row, &JointError::angular);
}

void PartBuilder::cone(float largest) {
    const PartRowDef row{.limits = {true, -kUnlimited, largest}};
    fillRow(begin<PartRowAngular>(PartKind::Cone, 0), PartKind::Cone, row);
    if (!m_measures) return;
    const Vec3 a = rotate(m_place.frameA, Vec3{1, 0, 0}), b = rotate(m_place.frameB, Vec3{1, 0, 0});
    measureRow(atan2(length(cross(a, b)), dot(a, b)), row, &JointError::angular);
}

void PartBuilder::distance(const PartRowDef& row) {
    fillRow(begin<PartRowLinear>(PartKind::Distance, 0), PartKind::Distance, row);
    if (m_measures) measureRow(length(m_place.offset), row, &JointError::linear);
}

void PartBuilder::gear(float ratio) {
    const PartRowDef row{.locked = true};
    if (PartGear* p = begin<PartGear>(PartKind::Gear, 0)) {
        fillRow(p, PartKind::Gear, row);
        p->angle[m_lane] = m_record.gearAngle;
        p->ratio[m_lane] = ratio;
    }
    if (m_measures) measureRow(m_record.gearAngle, row, &JointError::angular);
}

void PartBuilder::pulley(Vec3 ropeA, Vec3 ropeB, float ratio, float length) {
    const PartRowDef row{.limits = {true, -kUnlimited, length}};
    if (PartPulley* p = begin<PartPulley>(PartKind::Pulley, 0)) {
        fillRow(p, PartKind::Pulley, row);
        put(p->ropeA, m_lane, ropeA);
        put(p->ropeB, m_lane, ropeB);
        p->ratio[m_lane] = ratio;
    }
    if (m_measures) measureRow(cairn::length(ropeA) + ratio * cairn::length(ropeB), row, &JointError::linear);
}

void PartBuilder::measureLinear(float error) { m_error.linear = max(m_error.linear, error); }
void PartBuilder::measureAngular(float error) { m_error.angular = max(m_error.angular, error); }
void PartBuilder::measureRow(float position, const PartRowDef& row, float JointError::*which) {
    float error = row.locked ? abs(position - row.target) : 0.0f;
    if (row.limits.enabled) error = max(error, max(row.limits.lower - position, position - row.limits.upper));
    m_error.*which = max(m_error.*which, error);
}

void describe(JointRecord& record, const JointAxes* axes) {
    PartBuilder builder(record, axes);
    functionsOf(record.kind).build(record.data, builder);
    record.signature = builder.signature();
    record.heldRows = static_cast<uint8_t>(builder.heldRows());
}

JointError errorOf(const JointRecord& record, const JointPlace& place, const JointAxes* axes) {
    PartBuilder builder(record, place, axes);
    functionsOf(record.kind).build(record.data, builder);
    return builder.error();
}

float translationOf(const JointPlace& place, int axis) {
    return component(inverseRotate(place.frameA, place.offset), axis);
}

float angleAbout(const JointPlace& place, int axis, float near) {
    const Quat q = conjugate(place.frameA) * place.frameB;
    const float angle = 2.0f * atan2(component(q.v, axis), q.s);
    const float turns = (near - angle) * 0.15915494f;
    return angle + 6.28318531f * static_cast<float>(static_cast<int>(turns < 0.0f ? turns - 0.5f : turns + 0.5f));
}

} // namespace cairn
