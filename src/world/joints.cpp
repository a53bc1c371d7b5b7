// Joints come, go, change and are read.
#include "model/joints.h"
#include "constraints/joints/kinds.h"
#include "world/world_data.h"

namespace cairn {

namespace {

bool checkFrame(const char* f, const char* field, const Transform& frame) {
    return (isValid(frame) && lengthSquared(frame.p) <= kMaxQuantity) ||
           refuse(f, field, static_cast<double>(frame.p.x), "must be finite, rotation of unit length");
}

struct EndNames {
    const char *body, *particle, *frame;
};

// A body, or a particle at its centre.
bool checkEnd(const Model& m, const char* f, const EndNames& names, BodyId body, ParticleId particle,
              const Transform& frame) {
    if (!particle) return isBody(m, body) || refuse(f, names.body, body.index, "null or destroyed");
    if (body) return refuse(f, names.particle, particle.index, "must be null where a body is given");
    if (!isParticle(m, particle)) return refuse(f, names.particle, particle.index, "null or destroyed");
    const float offset = length(frame.p);
    return offset == 0.0f || refuse(f, names.frame, static_cast<double>(offset), "of a particle must be at its centre");
}

bool checkLink(WorldData& d, const char* f, const JointLink& link) {
    const Model& m = d.model;
    if (!checkEnd(m, f, {"link.bodyA", "link.particleA", "link.frameA"}, link.bodyA, link.particleA, link.frameA) ||
        !checkEnd(m, f, {"link.bodyB", "link.particleB", "link.frameB"}, link.bodyB, link.particleB, link.frameB))
        return false;
    const int a = nodeA(link), b = nodeB(link);
    if (a == b) return refuse(f, "link.bodyB", b, "must not be bodyA");
    if (m.bodies[a].type != BodyType::Dynamic && m.bodies[b].type != BodyType::Dynamic)
        return refuse(f, "link.bodyB", b, "one of the bodies must be dynamic");
    return checkFrame(f, "link.frameA", link.frameA) && checkFrame(f, "link.frameB", link.frameB) &&
           (link.breakForce >= 0.0f ||
            refuse(f, "link.breakForce", static_cast<double>(link.breakForce), "must not be negative")) &&
           (link.breakTorque >= 0.0f ||
            refuse(f, "link.breakTorque", static_cast<double>(link.breakTorque), "must not be negative")) &&
           checkRange(f, "link.hertz", link.hertz, 1e-3f, 1e6f, "must be from 0.001 to 1e6") &&
           checkRange(f, "link.dampingRatio", link.dampingRatio, 0.0f, 1e6f, "must be from 0 to 1e6");
}

// Particles have no rotation that a joint could hold.
bool checkParticles(const char* f, const JointRecord& j) {
    const JointLink& link = j.data.link();
    if (!link.particleA && !link.particleB) return true;
    for (int i = 0; i < kMaxJointParts; ++i) {
        const PartKind kind = partKind(j.signature, i);
        if (kind == PartKind::None || kind == PartKind::Point || kind == PartKind::Distance || kind == PartKind::Pulley)
            continue;
        return refuse(f, link.particleA ? "link.particleA" : "link.particleB", i,
                      "particles are held by points and distances alone");
    }
    return true;
}

template <class Def> Def& defOf(JointData& data) { return *reinterpret_cast<Def*>(&data); }
template <class Def> const Def& defOf(const JointData& data) { return *reinterpret_cast<const Def*>(&data); }

// A definition in the layout of the store, and back.
template <class Def> void take(const Def& def, JointRecord& record, JointAxes&) { defOf<Def>(record.data) = def; }
void take(const SixDegreeJointDef& def, JointRecord& record, JointAxes& axes) {
    record.data.sixDegree = {.link = def.link};
    for (int i = 0; i < 3; ++i) axes.linear[i] = def.linear[i], axes.angular[i] = def.angular[i];
}
template <class Def> void give(const Model&, const JointRecord& record, Def& def) { def = defOf<Def>(record.data); }
void give(const Model& m, const JointRecord& record, SixDegreeJointDef& def) {
    const JointAxes& axes = *axesOf(m, record);
    def.link = record.data.link();
    for (int i = 0; i < 3; ++i) def.linear[i] = axes.linear[i], def.angular[i] = axes.angular[i];
}

// A checked record of a definition, not yet in the store.
template <class Def>
bool makeRecord(WorldData& d, const char* f, const Def& def, JointRecord& record, JointAxes& axes) {
    record.kind = Def::kKind;
    take(def, record, axes);
    JointLink& link = record.data.link();
    if (!checkLink(d, f, link) || !functionsOf(Def::kKind).check(record.data, f)) return false;
    if (Def::kKind == JointKind::SixDegree && !checkAxes(axes, f)) return false;
    link.frameA.q = normalize(link.frameA.q);
    link.frameB.q = normalize(link.frameB.q);
    record.bodyA = nodeA(link);
    record.bodyB = nodeB(link);
    if constexpr (Def::kKind == JointKind::Pulley) {
        const JointPlace p = placeOf(record, d.model.bodies[record.bodyA], d.model.bodies[record.bodyB]);
        if (def.length == 0.0f)
            record.data.pulley.length =
                length(toFloat(p.anchorA() - def.wheelA)) + def.ratio * length(toFloat(p.anchorB() - def.wheelB));
    }
    describe(record, &axes);
    return checkParticles(f, record);
}

// Puts a changed definition into place. Impulses fit only the parts they came from.
bool replace(Model& m, int index, const JointRecord& changed, const JointAxes& axes = JointAxes{}) {
    JointRecord& j = m.joints[index];
    const bool wasConnected = j.data.link().collideConnected;
    const JointData old = j.data;
    j.data = changed.data;
    if (j.kind == JointKind::SixDegree) m.jointAxes[j.data.sixDegree.axes = old.sixDegree.axes] = axes;
    if (j.signature != changed.signature)
        for (float& impulse : j.impulses) impulse = 0.0f;
    j.signature = changed.signature;
    j.heldRows = changed.heldRows;
    m.treesStale = true;
    wakeJoint(m, index);
    if (wasConnected != j.data.link().collideConnected) updateConnectedContacts(m, j.bodyA, j.bodyB);
    return true;
}

} // namespace

JointRecord* WorldData::joint(JointId id, const char* function) {
    if (!isIdle(function)) return nullptr;
    if (model.jointIds.isLive(id)) return &model.joints[static_cast<int>(id.index)];
    refuse(function, "joint", id.index, "null or destroyed");
    return nullptr;
}

JointLink World::jointLink(BodyId idA, BodyId idB, DVec3 anchor, Vec3 axis) const {
    constexpr const char* f = "jointLink";
    JointLink link{.bodyA = idA, .bodyB = idB};
    const Body *a = m_data->body(idA, f), *b = m_data->body(idB, f);
    if (!a || !b || !checkPosition(f, "anchor", anchor) || !checkVector(f, "axis", axis)) return {};
    if (!(length(axis) > 1e-6f)) {
        refuse(f, "axis", static_cast<double>(length(axis)), "must have a direction");
        return {};
    }
    const Quat frame = fromTo({1, 0, 0}, normalize(axis));
    link.frameA = {inverseTransformPoint(a->pose, anchor), normalize(conjugate(a->pose.q) * frame)};
    link.frameB = {inverseTransformPoint(b->pose, anchor), normalize(conjugate(b->pose.q) * frame)};
    return link;
}

JointLink World::jointLink(ParticleId particle, BodyId body, DVec3 anchor) const {
    constexpr const char* f = "jointLink";
    const Body* b = m_data->body(body, f);
    if (!b || !m_data->particle(particle, f) || !checkPosition(f, "anchor", anchor)) return {};
    JointLink link{.bodyB = body, .particleA = particle};
    link.frameB.p = inverseTransformPoint(b->pose, anchor);
    return link;
}

template <class Def> JointId World::createJoint(const Def& def) {
    m_data->record<operationOf<Def>(Operation::CreateBall)>(def);
    JointRecord record;
    JointAxes axes;
    if (!m_data->isIdle("createJoint") || !makeRecord(*m_data, "createJoint", def, record, axes)) return {};
    return cairn::createJoint(m_data->model, record, axes);
}

template <class Def> Def World::definition(JointId id) const {
    const JointRecord* j = m_data->joint(id, "definition");
    Def def{};
    if (j && j->kind == Def::kKind) give(m_data->model, *j, def);
    if (j && j->kind != Def::kKind) refuse("definition", "joint", id.index, "is of another kind");
    return def;
}

template <class Def> bool World::setDefinition(JointId id, const Def& def) {
    m_data->record<operationOf<Def>(Operation::DefineBall)>(id, def);
    constexpr const char* f = "setDefinition";
    const JointRecord* j = m_data->joint(id, f);
    if (!j) return false;
    if (j->kind != Def::kKind) return refuse(f, "joint", id.index, "is of another kind");
    const JointLink& link = j->data.link();
    if (def.link.bodyA != link.bodyA || def.link.bodyB != link.bodyB || def.link.particleA != link.particleA ||
        def.link.particleB != link.particleB)
        return refuse(f, "link.bodyA", def.link.bodyA.index, "a joint keeps its bodies");
    JointRecord changed;
    JointAxes axes;
    return makeRecord(*m_data, f, def, changed, axes) &&
           replace(m_data->model, static_cast<int>(id.index), changed, axes);
}

#define CAIRN_JOINT_KIND(Def)                                                                                          \
    template JointId World::createJoint<Def>(const Def&);                                                              \
    template Def World::definition<Def>(JointId) const;                                                                \
    template bool World::setDefinition<Def>(JointId, const Def&);
CAIRN_JOINT_KIND(BallJointDef)
CAIRN_JOINT_KIND(HingeJointDef)
CAIRN_JOINT_KIND(SliderJointDef)
CAIRN_JOINT_KIND(DistanceJointDef)
CAIRN_JOINT_KIND(WeldJointDef)
CAIRN_JOINT_KIND(WheelJointDef)
CAIRN_JOINT_KIND(MotorJointDef)
CAIRN_JOINT_KIND(UprightJointDef)
CAIRN_JOINT_KIND(GearJointDef)
CAIRN_JOINT_KIND(PulleyJointDef)
CAIRN_JOINT_KIND(SixDegreeJointDef)
#undef CAIRN_JOINT_KIND

bool World::destroyJoint(JointId id) {
    m_data->record<Operation::DestroyJoint>(id);
    if (!m_data->joint(id, "destroyJoint")) return false;
    cairn::destroyJoint(m_data->model, static_cast<int>(id.index));
    return true;
}

namespace {

// The field of the kinds that have it, or null.
template <class T> struct Shared;
template <> struct Shared<JointLimits> {
    static JointLimits* of(JointRecord& j) {
        switch (j.kind) {
        case JointKind::Ball: return &j.data.ball.twist;
        case JointKind::Hinge: return &j.data.hinge.limits;
        case JointKind::Slider: return &j.data.slider.limits;
        case JointKind::Distance: return &j.data.distance.limits;
        case JointKind::Wheel: return &j.data.wheel.travel;
        default: return nullptr;
        }
    }
};
template <> struct Shared<JointMotor> {
    static JointMotor* of(JointRecord& j) {
        switch (j.kind) {
        case JointKind::Hinge: return &j.data.hinge.motor;
        case JointKind::Slider: return &j.data.slider.motor;
        case JointKind::Distance: return &j.data.distance.motor;
        case JointKind::Wheel: return &j.data.wheel.drive;
        default: return nullptr;
        }
    }
};
template <> struct Shared<JointSpring> {
    static JointSpring* of(JointRecord& j) {
        switch (j.kind) {
        case JointKind::Ball: return &j.data.ball.drive;
        case JointKind::Hinge: return &j.data.hinge.spring;
        case JointKind::Slider: return &j.data.slider.spring;
        case JointKind::Distance: return &j.data.distance.spring;
        case JointKind::Wheel: return &j.data.wheel.suspension;
        default: return nullptr;
        }
    }
};

template <class T> bool setShared(WorldData& d, JointId id, const char* f, const T& value) {
    const JointRecord* j = d.joint(id, f);
    if (!j) return false;
    JointRecord changed = *j;
    T* field = Shared<T>::of(changed);
    if (!field) return refuse(f, "joint", id.index, "is of a kind that has none");
    *field = value;
    if (!functionsOf(j->kind).check(changed.data, f)) return false;
    describe(changed);
    if (!checkParticles(f, changed)) return false;
    return replace(d.model, static_cast<int>(id.index), changed);
}

} // namespace

bool World::setLimits(JointId id, const JointLimits& limits) {
    m_data->record<Operation::SetLimits>(id, limits);
    return setShared(*m_data, id, "setLimits", limits);
}
bool World::setMotor(JointId id, const JointMotor& motor) {
    m_data->record<Operation::SetMotor>(id, motor);
    return setShared(*m_data, id, "setMotor", motor);
}
bool World::setSpring(JointId id, const JointSpring& spring) {
    m_data->record<Operation::SetSpring>(id, spring);
    return setShared(*m_data, id, "setSpring", spring);
}

} // namespace cairn
