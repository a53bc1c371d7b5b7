// PartBuilder: turns the definition of a joint into parts. A kind of joint is a function that calls a few of its
// methods (src/constraints/joints/), and that one function serves three ends: to find the joint's signature, to fill a
// lane of a bundle, and to measure how far the joint is off.
#pragma once

#include "constraints/joint_bundle.h"
#include "math/softness.h"
#include "model/joint_record.h"

namespace cairn {

// Where the joint is: what the lanes of a bundle hold of it.
struct JointPlace {
    Vec3 armA, armB, offset;
    Quat frameA, frameB;
    const Body *A, *B; // null where only the signature is wanted

    DVec3 anchorA() const { return anchor(A, armA); }
    DVec3 anchorB() const { return anchor(B, armB); }

private:
    static DVec3 anchor(const Body* body, Vec3 arm) { return body ? body->center + toDouble(arm) : DVec3{}; }
};
JointPlace placeOf(const JointRecord& j, const Body& A, const Body& B);

// How a block is held, and with how much force at most.
struct PartHold {
    Softness softness{0.0f, 1.0f, 0.0f};
    float relax = 1.0f;
    float maxForce = kUnlimited;
};
struct PartRowDef {
    bool locked = false;
    float target = 0.0f; // of a lock
    JointSpring spring{};
    JointMotor motor{};
    JointLimits limits{};
};

// How a solver wants what is locked to be held: its own way of curing errors, or the joint's softness.
struct HoldRule {
    bool isSoft = true;
    float share = 0.0f;      // of the error in each substep, if not soft
    float relaxation = 1.0f; // of each change
    float overshoot = 1.0f;  // of each change in the relax pass, where joints have neighbours
};
HoldRule holdRule(const SolverRecipe& recipe);

// The softness of a joint's link in a substep. Most joints ask for the same, so the last answer is kept.
class LinkSoftness {
public:
    LinkSoftness(float h, const HoldRule& rule = {}) : m_h(h), m_rule(rule) {}
    // `damping`: share of the link's damping ratio that counts.
    Softness of(const JointLink& link, float damping = 1.0f) {
        const float ratio = damping * link.dampingRatio;
        if (link.hertz != m_hertz || ratio != m_dampingRatio) find(link.hertz, ratio);
        return m_last;
    }
    float h() const { return m_h; }
    const HoldRule& rule() const { return m_rule; }

private:
    void find(float hertz, float dampingRatio);

    float m_h;
    HoldRule m_rule;
    float m_hertz = -1.0f, m_dampingRatio = -1.0f;
    Softness m_last{};
};

class PartBuilder {
public:
    // Finds the signature.
    explicit PartBuilder(const JointRecord& record, const JointAxes* axes = nullptr) : m_record(record), m_axes(axes) {}
    // Fills a lane, and the signature. Hands over what it holds, if wanted (joint_held.h).
    PartBuilder(const JointRecord& record, const Body& A, const Body& B, LinkSoftness& softness, JointBundle& bundle,
                int lane, bool handsOver = false, const JointAxes* axes = nullptr);
    // Measures the error.
    PartBuilder(const JointRecord& record, const JointPlace& place, const JointAxes* axes)
        : m_record(record), m_axes(axes), m_place(place), m_measures(true) {}

    uint64_t signature() const { return m_signature; }
    int heldRows() const { return m_heldRows; }
    JointError error() const { return m_error; }
    const JointPlace& place() const { return m_place; }
    const JointRecord& record() const { return m_record; }
    const JointAxes& axes() const { return *m_axes; } // of a six-degree joint

    PartHold lock(float maxForce = kUnlimited) const; // as firmly as the joint's link says
    PartHold brake(float maxForce) const;             // velocity only
    PartHold spring(float hertz, float dampingRatio, float maxForce = kUnlimited) const;

    // Turns A's frame, for all parts.
    void turnFrameA(Quat turn);

    void point(const PartHold& hold);
    void line2(int axis, const PartHold& hold);
    void angle3(const PartHold& hold, Quat target = kIdentityQuat);
    void angle2(int axis, const PartHold& hold);
    void axisLinear(int axis, const PartRowDef& row);
    void axisAngular(int axis, const PartRowDef& row);
    void cone(float largest);
    void distance(const PartRowDef& row);
    void gear(float ratio);
    void pulley(Vec3 ropeA, Vec3 ropeB, float ratio, float length);

private:
    template <class Part> Part* begin(PartKind kind, int axis);
    void fillBlock(PartBlock* part, PartKind kind, const PartHold& hold);
    void fillRow(PartRow* part, PartKind kind, const PartRowDef& row);
    PartHold held(PartKind kind, const PartHold& hold);
    void measureLinear(float error);
    void measureAngular(float error);
    void measureRow(float position, const PartRowDef& row, float JointError::*which);

    const JointRecord& m_record;
    const JointAxes* m_axes;
    JointPlace m_place{};
    float m_h = 1.0f;
    Softness m_lock = LinkSoftness(1.0f).of(m_record.data.link());
    float m_relax = 1.0f; // of what is locked
    JointBundle* m_bundle = nullptr;
    int m_lane = 0;
    std::byte* m_next = nullptr;
    uint64_t m_signature = 0;
    int m_partCount = 0, m_impulseCount = 0;
    int m_heldRows = 0;
    bool m_handsOver = false;
    bool m_measures = false;
    JointError m_error{0.0f, 0.0f};
};

// Each kind: what is wrong with a definition (true: nothing), and its parts.
struct JointKindFunctions {
    bool (*check)(const JointData& data, const char* function);
    void (*build)(const JointData& data, PartBuilder& builder);
};
const JointKindFunctions& functionsOf(JointKind kind);

// Fills in what follows from kind and data: signature and held rows.
void describe(JointRecord& record, const JointAxes* axes = nullptr);
JointError errorOf(const JointRecord& record, const JointPlace& place, const JointAxes* axes);
// Position along or about an axis of A's frame.
float translationOf(const JointPlace& place, int axis);
float angleAbout(const JointPlace& place, int axis, float near);

} // namespace cairn
