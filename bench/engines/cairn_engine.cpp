// Cairn behind the interface.
#include "engine.h"

#include <cairn/cairn.h>

#include <vector>

namespace cairn::bench {

namespace {

class CairnEngine final : public Engine {
public:
    CairnEngine() : m_world({.gravity = {0, -kGravity, 0}, .enableSleep = false}) {}

    void addBox(Vec3 half, const Placed& where) override {
        add(ShapeBox{half}, where, massProperties(ShapeBox{half}, 1.0f).mass);
    }
    void addSphere(float radius, const Placed& where) override {
        add(ShapeSphere{radius}, where, massProperties(ShapeSphere{radius}, 1.0f).mass);
    }
    void addHull(std::span<const Vec3> points, const Placed& where) override {
        m_hulls.push_back(std::make_unique<Hull>(buildHull(points)));
        const Shape shape = ShapeHull{m_hulls.back().get()};
        add(shape, where, massProperties(shape, 1.0f).mass);
    }
    void addMesh(std::span<const Vec3> positions, std::span<const uint32_t> indices) override {
        m_mesh = std::make_unique<Mesh>(buildMesh(positions, indices));
        add(ShapeMesh{m_mesh.get()}, {}, 1.0f);
    }
    void addBallJoint(int a, int b, Vec3 anchor) override {
        m_world.createJoint(BallJointDef{.link = m_world.jointLink(at(a), at(b), toDouble(anchor), {1, 0, 0})});
    }

    void step() override { m_world.step(kStepTime); }
    Vec3 position(int body) const override { return toFloat(m_world.pose(at(body)).p); }
    Vec3 velocity(int body) const override { return m_world.linearVelocity(at(body)); }

private:
    BodyId at(int body) const { return m_bodies[static_cast<std::size_t>(body)]; }

    void add(const Shape& shape, const Placed& where, float volume) {
        const bool fixed = where.mass == 0.0f;
        m_bodies.push_back(m_world.createBody({.type = fixed ? BodyType::Static : BodyType::Dynamic,
                                               .position = toDouble(where.position),
                                               .rotation = where.rotation}));
        m_world.createShape(m_bodies.back(), shape,
                            {.density = fixed ? 1.0f : where.mass / volume, .material = {.friction = kFriction}});
    }

    std::vector<std::unique_ptr<Hull>> m_hulls; // shapes point at these: they go after the world
    std::unique_ptr<Mesh> m_mesh;
    World m_world;
    std::vector<BodyId> m_bodies;
};

} // namespace

std::unique_ptr<Engine> makeCairn() { return std::make_unique<CairnEngine>(); }

} // namespace cairn::bench
