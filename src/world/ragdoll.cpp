// See ragdoll.h. Lengths are shares of the height, masses shares of the mass (Winter, Biomechanics and Motor Control of
// Human Movement, tables 4.1); joint ranges are those of a healthy adult, rounded.
#include "world/check.h"

#include <cairn/ragdoll.h>
#include <cairn/world.h>

namespace cairn {

namespace {

constexpr float kDegree = kPi / 180.0f;

// Heights above the ground and distances from the middle, as shares of the height.
constexpr float kHipY = 0.53f, kKneeY = 0.285f, kAnkleY = 0.039f, kWaistY = 0.63f, kShoulderY = 0.818f, kNeckY = 0.87f;
constexpr float kHipX = 0.055f, kShoulderX = 0.129f, kElbowX = kShoulderX + 0.186f, kHandX = kElbowX + 0.20f;

class Builder {
public:
    Builder(World& world, const RagdollDef& def) : m_world(world), m_def(def) {}

    void part(RagdollPart part, Vec3 center, float share, const Shape& shape, Quat turn = kIdentityQuat) {
        const int i = static_cast<int>(part);
        doll.bodies[i] = m_world.createBody({.type = BodyType::Dynamic,
                                             .position = at(center),
                                             .rotation = normalize(m_def.rotation * turn),
                                             .linearVelocity = m_def.linearVelocity,
                                             .mass = share * m_def.mass,
                                             .userData = m_def.userData});
        m_world.createShape(doll.bodies[i], shape,
                            {.material = m_def.material, .filter = m_def.filter, .userData = m_def.userData});
    }

    // A capsule from one point to the other, ends included.
    void limb(RagdollPart which, Vec3 from, Vec3 to, float radius, float share) {
        const float half = 0.5f * m_def.height * distance(from, to) - m_def.height * radius;
        part(which, 0.5f * (from + to), share, ShapeCapsule{half, m_def.height * radius},
             fromTo({0, 1, 0}, normalize(to - from)));
    }

    JointLink link(RagdollPart parent, RagdollPart child, Vec3 point, Vec3 axis) {
        return m_world.jointLink(doll.body(parent), doll.body(child), at(point), rotate(m_def.rotation, axis));
    }

    // The cone's middle is `middle`, the limb points along `axis` to begin with.
    void ball(RagdollPart parent, RagdollPart child, Vec3 point, Vec3 axis, Vec3 middle, float cone, float twist) {
        JointLink l = link(parent, child, point, axis);
        l.frameA.q = normalize(fromTo(axis, normalize(middle)) * l.frameA.q); // the parent is not turned
        put(child, m_world.createJoint(BallJointDef{.link = l,
                                                    .coneEnabled = true,
                                                    .coneAngle = cone * kDegree,
                                                    .twist = {true, -twist * kDegree, twist * kDegree},
                                                    .frictionTorque = friction()}));
    }

    void hinge(RagdollPart parent, RagdollPart child, Vec3 point, Vec3 axis, float lower, float upper) {
        put(child, m_world.createJoint(HingeJointDef{.link = link(parent, child, point, axis),
                                                     .limits = {true, lower * kDegree, upper * kDegree},
                                                     .motor = {friction() > 0.0f, 0.0f, friction()}}));
    }

    Vec3 scaled(Vec3 v) const { return m_def.height * v; }

    Ragdoll doll{};

private:
    DVec3 at(Vec3 p) const { return m_def.position + toDouble(rotate(m_def.rotation, m_def.height * p)); }
    float friction() const { return m_def.jointFriction * (m_def.mass / 75.0f) * (m_def.height / 1.8f); }
    void put(RagdollPart child, JointId joint) { doll.joints[static_cast<int>(child) - 1] = joint; }

    World& m_world;
    const RagdollDef& m_def;
};

void side(Builder& b, float x, int offset) {
    using Part = RagdollPart;
    const auto of = [&](Part left) { return static_cast<Part>(static_cast<int>(left) + offset); };
    const Vec3 shoulder{x * kShoulderX, kShoulderY, 0}, elbow{x * kElbowX, kShoulderY, 0},
        hand{x * kHandX, kShoulderY, 0};
    const Vec3 hip{x * kHipX, kHipY, 0}, knee{x * kHipX, kKneeY, 0}, ankle{x * kHipX, kAnkleY, 0};
    b.limb(of(Part::UpperArmLeft), shoulder, elbow, 0.027f, 0.028f);
    b.limb(of(Part::ForearmLeft), elbow, hand, 0.023f, 0.022f);
    b.limb(of(Part::ThighLeft), hip, knee, 0.044f, 0.1f);
    b.limb(of(Part::ShinLeft), knee, ankle, 0.03f, 0.0465f);
    b.part(of(Part::FootLeft), {x * kHipX, 0.5f * kAnkleY, 0.045f}, 0.0145f,
           ShapeBox{b.scaled({0.026f, 0.0195f, 0.076f})});
    b.ball(Part::Chest, of(Part::UpperArmLeft), shoulder, {x, 0, 0}, {x, -0.6f, 0.3f}, 85, 60);
    b.hinge(of(Part::UpperArmLeft), of(Part::ForearmLeft), elbow, {0, -x, 0}, 0, 145);
    b.ball(Part::Pelvis, of(Part::ThighLeft), hip, {0, -1, 0}, {0.2f * x, -1, 0.6f}, 60, 35);
    b.hinge(of(Part::ThighLeft), of(Part::ShinLeft), knee, {1, 0, 0}, 0, 140);
    b.hinge(of(Part::ShinLeft), of(Part::FootLeft), ankle, {1, 0, 0}, -20, 45);
}

} // namespace

Ragdoll createRagdoll(World& world, const RagdollDef& def) {
    constexpr const char* f = "createRagdoll";
    if (!checkPosition(f, "position", def.position) || !checkRotation(f, "rotation", def.rotation) ||
        !checkVector(f, "linearVelocity", def.linearVelocity) ||
        !checkRange(f, "height", def.height, 1e-2f, 1e3f, "must be from 0.01 to 1000") ||
        !checkRange(f, "mass", def.mass, 1e-3f, 1e6f, "must be from 0.001 to 1e6") ||
        !checkRange(f, "jointFriction", def.jointFriction, 0.0f, 1e6f, "must be from 0 to 1e6"))
        return {};
    using Part = RagdollPart;
    Builder b(world, def);
    b.part(Part::Pelvis, {0, 0.575f, 0}, 0.21f, ShapeBox{b.scaled({0.095f, 0.05f, 0.06f})});
    b.part(Part::Chest, {0, 0.74f, 0}, 0.288f, ShapeBox{b.scaled({0.095f, 0.105f, 0.06f})});
    b.part(Part::Head, {0, 0.935f, 0}, 0.081f, ShapeSphere{0.065f * def.height});
    b.ball(Part::Pelvis, Part::Chest, {0, kWaistY, 0}, {0, 1, 0}, {0, 1, 0.2f}, 35, 30);
    b.ball(Part::Chest, Part::Head, {0, kNeckY, 0}, {0, 1, 0}, {0, 1, 0}, 40, 50);
    side(b, 1.0f, 0);
    side(b, -1.0f, static_cast<int>(Part::UpperArmRight) - static_cast<int>(Part::UpperArmLeft));
    return b.doll;
}

void destroyRagdoll(World& world, const Ragdoll& ragdoll) {
    for (const BodyId body : ragdoll.bodies)
        if (world.isValid(body)) world.destroyBody(body);
}

} // namespace cairn
