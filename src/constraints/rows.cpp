// Rows of contacts, and what all rows share. See rows.h, and contact_bundle.h for the derivation.
#include "constraints/rows.h"

#include "constraints/rows_internal.h"

namespace cairn {

namespace {

using DSym33 = Sym33T<double>;

QuatT<double> toDouble(Quat q) { return {cairn::toDouble(q.v), static_cast<double>(q.s)}; }
std::size_t slotOf(int32_t index) { return static_cast<std::size_t>(index < 0 ? ~index : index); }

// What the rows of one patch have in common.
struct PatchLane {
    const ContactBundle& c;
    int lane;
    DVec3 n, d;
};

Row rowOf(const PatchLane& p, RowKind kind) {
    Row row = emptyRow(p.c.bodyA[p.lane], p.c.bodyB[p.lane], kind);
    for (int i = 0; i < 2; ++i)
        row.shareA[i] = readLane(p.c.shareA[i], p.lane), row.shareB[i] = readLane(p.c.shareB[i], p.lane);
    row.owner = const_cast<ContactBundle*>(&p.c);
    row.lane = p.lane;
    return row;
}
// Along u, at the arm r of A.
void point(Row& row, const PatchLane& p, DVec3 u, DVec3 r) {
    row.linearA = -u, row.linearB = u;
    row.angularA = -cross(r, u), row.angularB = cross(r + p.d, u);
}
void about(Row& row, DVec3 u) { row.angularA = -u, row.angularB = u; }

// Separation of a point after the bodies have moved, as solveNormals has it.
double separation(const PatchLane& p, int i, const BodyState& A, const BodyState& B) {
    const DVec3 mA = inverseRotate(toDouble(A.dq), p.n), mB = inverseRotate(toDouble(B.dq), p.n);
    double gap = dot(p.n, cairn::toDouble(B.dx) - cairn::toDouble(A.dx)) + dot(p.d, mB - p.n);
    if (p.c.isRound)
        gap +=
            readLane(p.c.roundA, p.lane) * (dot(p.n, mA) - 1.0) + readLane(p.c.roundB, p.lane) * (dot(p.n, mB) - 1.0);
    return readLane(p.c.separation[i], p.lane) + gap + dot(readLane(p.c.arm[i], p.lane), mB - mA);
}

void normalRow(const PatchLane& p, int i, const ContactStep& step, const BodyState* states, Array<Row>& out) {
    Row row = rowOf(p, RowKind::Normal);
    point(row, p, p.n, readLane(p.c.arm[i], p.lane));
    row.C = separation(p, i, states[slotOf(row.bodyA)], states[slotOf(row.bodyB)]);
    row.impulse = readLane(p.c.impulse[i], p.lane);
    row.slot = static_cast<int8_t>(i);
    row.lower = 0.0;
    if (row.C > 0.0) {
        row.bias = row.relaxBias = row.C * static_cast<double>(step.inverseH);
    } else {
        const double overlap = min(row.C + static_cast<double>(step.policy.slop), 0.0);
        row.bias = max(readLane(p.c.biasRate, p.lane) * overlap, -static_cast<double>(step.maxPushSpeed));
        row.softness = readLane(p.c.impulseScale, p.lane) / readLane(p.c.massScale, p.lane);
    }
    if (p.c.extras) {
        const double leave = readLane(p.c.extras->restitution, p.lane) * readLane(p.c.extras->approach[i], p.lane);
        if (leave > 0.0) row.relaxBias = row.impulse > 0.0 ? -leave : 1e9;
        // Where one pass does it all: as bounceAfterBraking.
        if (leave > 0.0 && row.impulse > 0.0 && step.policy.hasFriction) row.bias = -leave, row.softness = 0.0;
    }
    pushGroup(out, {&row, 1});
}

void patchRows(const PatchLane& p, const ContactStep& step, const BodyState* states, Array<Row>& out) {
    const int load = out.count();
    for (int i = 0; i < kPatchPoints; ++i)
        if (p.c.inverseK[i][p.lane] > 0.0f) normalRow(p, i, step, states, out);
    const int loadCount = out.count() - load;
    if (loadCount == 0) return;
    const auto bounded = [&](RowKind kind, double friction) {
        Row row = rowOf(p, kind);
        row.load = load, row.loadCount = loadCount, row.friction = friction, row.radius = 0.0;
        return row;
    };
    const ContactExtras* x = p.c.extras;
    const double friction = readLane(p.c.friction, p.lane);
    const DVec3 t1 = readLane(p.c.tangent, p.lane), t[2] = {t1, cross(p.n, t1)},
                held = readLane(p.c.frictionImpulse, p.lane);

    const double spinning = x ? readLane(x->spinning, p.lane) : 0.0;
    Row twist = bounded(RowKind::Twist, friction * readLane(p.c.twistRadius, p.lane) + spinning);
    about(twist, p.n);
    twist.impulse = readLane(p.c.twistImpulse, p.lane);
    if (p.c.inverseKtwist[p.lane] > 0.0f) pushGroup(out, {&twist, 1});

    if (p.c.rolling && p.c.rolling->lever[p.lane] > 0.0f) {
        Row roll[2] = {bounded(RowKind::Rolling, readLane(p.c.rolling->lever, p.lane)), {}};
        roll[1] = roll[0];
        for (int i = 0; i < 2; ++i) {
            about(roll[i], t[i]);
            roll[i].impulse = dot(t[i], readLane(p.c.rolling->impulse, p.lane));
        }
        pushGroup(out, roll);
    }
    Row slide[2] = {bounded(RowKind::Friction, friction), {}};
    slide[1] = slide[0];
    for (int i = 0; i < 2; ++i) {
        point(slide[i], p, t[i], readLane(p.c.center, p.lane));
        slide[i].impulse = dot(t[i], held);
        if (x) slide[i].bias = slide[i].relaxBias = dot(t[i], readLane(x->slide, p.lane));
    }
    pushGroup(out, slide);
}

DSym33 toDouble(const Sym33& m) { return {m.xx, m.yy, m.zz, m.xy, m.xz, m.yz}; }

void push(int32_t index, DVec3 linear, DVec3 angular, const double (&share)[2], double change, BodyState* states,
          const BodyMass* masses) {
    if (index < 0) return;
    BodyState& b = states[index];
    const BodyMass& mass = masses[index];
    b.v = toFloat(cairn::toDouble(b.v) + (share[0] * static_cast<double>(mass.inverseMass) * change) * linear);
    b.w = toFloat(cairn::toDouble(b.w) + (share[1] * change) * (toDouble(mass.inverseInertia) * angular));
}

void storeContact(Row& row, double change) {
    ContactBundle& c = *static_cast<ContactBundle*>(row.owner);
    switch (row.kind) {
    case RowKind::Normal: c.impulse[row.slot][row.lane] = static_cast<float>(row.impulse); break;
    case RowKind::Friction: addToLane(c.frictionImpulse, row.lane, change * row.linearB); break;
    case RowKind::Twist: c.twistImpulse[row.lane] = static_cast<float>(row.impulse); break;
    case RowKind::Rolling: addToLane(c.rolling->impulse, row.lane, change * row.angularB); break;
    case RowKind::Lock:
    case RowKind::Spring:
    case RowKind::Motor:
    case RowKind::Limit: break; // of joints
    }
}

} // namespace

Row emptyRow(int32_t bodyA, int32_t bodyB, RowKind kind) {
    Row row{};
    row.bodyA = bodyA, row.bodyB = bodyB, row.kind = kind;
    row.relaxes = true;
    row.shareA[0] = row.shareA[1] = row.shareB[0] = row.shareB[1] = 1.0;
    row.lower = -kNoBound, row.upper = row.radius = kNoBound;
    return row;
}

void pushGroup(Array<Row>& out, std::span<Row> rows) {
    const int32_t first = out.count();
    for (Row& row : rows) {
        row.group = first, row.groupCount = static_cast<int32_t>(rows.size());
        out.push(row);
    }
}

void exportContactRows(std::span<ContactBundle> bundles, const ContactStep& step, const BodyState* states,
                       Array<Row>& out) {
    for (const ContactBundle& c : bundles)
        for (int lane = 0; lane < kLanes; ++lane)
            if (c.bodyA[lane] >= 0 || c.bodyB[lane] >= 0)
                patchRows({c, lane, readLane(c.normal, lane), readLane(c.offset, lane)}, step, states, out);
}

double rowSpeed(const Row& row, const BodyState* states) {
    const BodyState &A = states[slotOf(row.bodyA)], &B = states[slotOf(row.bodyB)];
    return dot(row.linearA, cairn::toDouble(A.v)) + dot(row.angularA, cairn::toDouble(A.w)) +
           dot(row.linearB, cairn::toDouble(B.v)) + dot(row.angularB, cairn::toDouble(B.w));
}

void changeRowImpulse(Row& row, double change, BodyState* states, const BodyMass* masses) {
    row.impulse += change;
    push(row.bodyA, row.linearA, row.angularA, row.shareA, change, states, masses);
    push(row.bodyB, row.linearB, row.angularB, row.shareB, change, states, masses);
    row.part == PartKind::None ? storeContact(row, change) : storeJointRow(row, change);
}

} // namespace cairn
