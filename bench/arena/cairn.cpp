// Cairn behind the arena's Engine interface: the same scenes that other engines are measured on.
// Not part of any target here; the arena's own build compiles it against an installed Cairn.
#include "engine.h"
#include "hull.h"

#include <cairn/cairn.h>

namespace arena {
namespace {

cairn::Vec3 toCairn(Vec3 v) { return {v.x, v.y, v.z}; }
cairn::Quat toCairn(Quat q) { return {{q.x, q.y, q.z}, q.w}; }
cairn::DVec3 toWorld(Vec3 v) { return {v.x, v.y, v.z}; }

class Cairn final : public Engine {
public:
    std::string settings() const override {
        return "4 substeps (soft step: solve + relax each), contacts 30 Hz, joints 60 Hz";
    }

    void create(const WorldDesc& d) override {
        m_workers = std::make_unique<cairn::Workers>(d.threads);
        m_world = std::make_unique<cairn::World>(
            cairn::WorldDef{.gravity = toCairn(d.gravity), .enableSleep = d.sleeping, .tasks = m_workers->tasks()});
    }

    int addBody(const BodyDesc& d) override {
        using cairn::BodyType;
        const BodyType type = d.motion == Motion::Static      ? BodyType::Static
                              : d.motion == Motion::Kinematic ? BodyType::Kinematic
                                                              : BodyType::Dynamic;
        const cairn::BodyId id = m_world->createBody({.type = type,
                                                      .position = toWorld(d.pose.p),
                                                      .rotation = toCairn(d.pose.q),
                                                      .linearVelocity = toCairn(d.linear),
                                                      .angularVelocity = toCairn(d.angular)});
        cairn::ShapeDef def{.material = {.friction = d.friction, .restitution = d.restitution},
                            .filter = {.group = -d.group}};
        if (d.motion == Motion::Dynamic) def.density = d.mass / shapeVolume(d.shape);
        attach(id, def, d.shape, {});
        m_bodies.push_back(id);
        return static_cast<int>(m_bodies.size()) - 1;
    }

    void addBall(const BallDesc& d) override {
        m_world->createJoint(cairn::BallJointDef{.link = link(d.a, d.b, d.anchor, d.limited ? d.axis : Vec3{1, 0, 0}),
                                                 .coneEnabled = d.limited,
                                                 .coneAngle = d.cone,
                                                 .twist = {d.limited, -d.twist, d.twist}});
    }
    void addHinge(const HingeDesc& d) override {
        m_world->createJoint(
            cairn::HingeJointDef{.link = link(d.a, d.b, d.anchor, d.axis), .limits = {d.limited, d.lo, d.hi}});
    }

    void moveKinematic(int i, const Pose& t, float dt) override {
        m_world->setTarget(m_bodies[static_cast<std::size_t>(i)], {toWorld(t.p), toCairn(t.q)}, dt);
    }
    void step(float dt) override { m_world->step(dt); }
    int awakeCount() const override { return m_world->awakeCount(); }

    BodyState state(int i) const override {
        const cairn::BodyId id = m_bodies[static_cast<std::size_t>(i)];
        const cairn::WorldTransform t = m_world->pose(id);
        const cairn::Vec3 p = cairn::toFloat(t.p), v = m_world->linearVelocity(id), w = m_world->angularVelocity(id);
        return {{{p.x, p.y, p.z}, {t.q.v.x, t.q.v.y, t.q.v.z, t.q.s}}, {v.x, v.y, v.z}, {w.x, w.y, w.z}};
    }

private:
    cairn::JointLink link(int a, int b, Vec3 anchor, Vec3 axis) const {
        return m_world->jointLink(m_bodies[static_cast<std::size_t>(a)], m_bodies[static_cast<std::size_t>(b)],
                                  toWorld(anchor), toCairn(axis));
    }

    void attach(cairn::BodyId id, cairn::ShapeDef def, const ShapeDesc& s, const Pose& local) {
        def.pose = {toCairn(local.p), toCairn(local.q)};
        switch (s.type) {
        case ShapeType::Box: m_world->createShape(id, cairn::ShapeBox{toCairn(s.half)}, def); break;
        case ShapeType::Sphere: m_world->createShape(id, cairn::ShapeSphere{s.radius}, def); break;
        case ShapeType::Capsule: m_world->createShape(id, cairn::ShapeCapsule{s.halfHeight, s.radius}, def); break;
        case ShapeType::Hull: {
            auto& hull = m_hulls[s.hull.get()];
            if (!hull) {
                std::vector<cairn::Vec3> points;
                for (const Vec3 p : s.hull->points) points.push_back(toCairn(p));
                hull = std::make_unique<cairn::Hull>(cairn::buildHull(points));
            }
            m_world->createShape(id, cairn::ShapeHull{hull.get()}, def);
            break;
        }
        case ShapeType::Mesh: {
            std::vector<cairn::Vec3> points;
            for (const Vec3 p : s.mesh->verts) points.push_back(toCairn(p));
            m_meshes.push_back(std::make_unique<cairn::Mesh>(cairn::buildMesh(points, s.mesh->indices)));
            m_world->createShape(id, cairn::ShapeMesh{m_meshes.back().get()}, def);
            break;
        }
        case ShapeType::Compound:
            for (const auto& child : s.children) attach(id, def, child.shape, child.pose);
            break;
        }
    }

    // Shapes point at hulls and meshes, so these go last.
    std::map<const void*, std::unique_ptr<cairn::Hull>> m_hulls;
    std::vector<std::unique_ptr<cairn::Mesh>> m_meshes;
    std::unique_ptr<cairn::Workers> m_workers;
    std::unique_ptr<cairn::World> m_world;
    std::vector<cairn::BodyId> m_bodies;
};

} // namespace

const char* engineName() { return "cairn"; }
std::unique_ptr<Engine> makeEngine() { return std::make_unique<Cairn>(); }

} // namespace arena
