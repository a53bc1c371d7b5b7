// Bullet behind the interface, as Debian packages it: single precision, one thread.
#include "engine.h"

#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <vector>

namespace cairn::bench {

namespace {

btVector3 toBullet(Vec3 v) { return {v.x, v.y, v.z}; }
Vec3 fromBullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

class BulletEngine final : public Engine {
public:
    BulletEngine() { m_world.setGravity({0, -kGravity, 0}); }
    ~BulletEngine() override {
        for (const auto& joint : m_joints) m_world.removeConstraint(joint.get());
        for (const auto& body : m_bodies) m_world.removeRigidBody(body.get());
    }

    void addBox(Vec3 half, const Placed& where) override { add(std::make_unique<btBoxShape>(toBullet(half)), where); }
    void addSphere(float radius, const Placed& where) override { add(std::make_unique<btSphereShape>(radius), where); }
    void addHull(std::span<const Vec3> points, const Placed& where) override {
        auto hull = std::make_unique<btConvexHullShape>();
        for (const Vec3& p : points) hull->addPoint(toBullet(p), false);
        hull->recalcLocalAabb();
        add(std::move(hull), where);
    }
    void addMesh(std::span<const Vec3> positions, std::span<const uint32_t> indices) override {
        m_triangles = std::make_unique<btTriangleMesh>();
        for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
            m_triangles->addTriangle(toBullet(positions[indices[i]]), toBullet(positions[indices[i + 1]]),
                                     toBullet(positions[indices[i + 2]]));
        add(std::make_unique<btBvhTriangleMeshShape>(m_triangles.get(), true), {});
    }
    void addBallJoint(int a, int b, Vec3 anchor) override {
        btRigidBody &bodyA = *m_bodies[static_cast<std::size_t>(a)], &bodyB = *m_bodies[static_cast<std::size_t>(b)];
        const btVector3 point = toBullet(anchor);
        m_joints.push_back(std::make_unique<btPoint2PointConstraint>(
            bodyA, bodyB, bodyA.getWorldTransform().inverse() * point, bodyB.getWorldTransform().inverse() * point));
        m_world.addConstraint(m_joints.back().get(), true);
    }

    void step() override { m_world.stepSimulation(kStepTime, 0); }
    Vec3 position(int body) const override { return fromBullet(at(body).getWorldTransform().getOrigin()); }
    Vec3 velocity(int body) const override { return fromBullet(at(body).getLinearVelocity()); }

private:
    const btRigidBody& at(int body) const { return *m_bodies[static_cast<std::size_t>(body)]; }

    void add(std::unique_ptr<btCollisionShape> shape, const Placed& where) {
        btVector3 inertia(0, 0, 0);
        if (where.mass > 0.0f) shape->calculateLocalInertia(where.mass, inertia);
        btRigidBody::btRigidBodyConstructionInfo info(where.mass, nullptr, shape.get(), inertia);
        const Quat q = where.rotation;
        info.m_startWorldTransform = btTransform(btQuaternion(q.v.x, q.v.y, q.v.z, q.s), toBullet(where.position));
        info.m_friction = std::sqrt(kFriction); // of two bodies the product counts
        m_bodies.push_back(std::make_unique<btRigidBody>(info));
        m_bodies.back()->setActivationState(DISABLE_DEACTIVATION);
        m_world.addRigidBody(m_bodies.back().get());
        m_shapes.push_back(std::move(shape));
    }

    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher{&m_configuration};
    btDbvtBroadphase m_broadphase;
    btSequentialImpulseConstraintSolver m_solver;
    btDiscreteDynamicsWorld m_world{&m_dispatcher, &m_broadphase, &m_solver, &m_configuration};
    std::unique_ptr<btTriangleMesh> m_triangles;
    std::vector<std::unique_ptr<btCollisionShape>> m_shapes;
    std::vector<std::unique_ptr<btRigidBody>> m_bodies;
    std::vector<std::unique_ptr<btTypedConstraint>> m_joints;
};

} // namespace

std::unique_ptr<Engine> makeBullet() { return std::make_unique<BulletEngine>(); }

} // namespace cairn::bench
