// ODE behind the interface, as Debian packages it: double precision, the iterative stepper ("quick step").
#include "engine.h"

#include <cairn/hull.h>

#include <ode/ode.h>

#include <mutex>
#include <vector>

namespace cairn::bench {

namespace {

// What dCreateConvex points at: planes, points, and polygons as a count and its corners.
struct OdeHull {
    std::vector<dReal> planes, points;
    std::vector<unsigned int> polygons;

    explicit OdeHull(const Hull& hull) {
        for (const Vec3& v : hull.vertices) points.insert(points.end(), {v.x, v.y, v.z});
        for (int i = 0; i < hull.faces.count(); ++i) {
            const HullPlane& plane = hull.planes[i];
            planes.insert(planes.end(), {plane.normal.x, plane.normal.y, plane.normal.z, plane.offset});
            polygons.push_back(static_cast<unsigned int>(hull.faces[i].vertexCount));
            for (int k = 0; k < hull.faces[i].vertexCount; ++k)
                polygons.push_back(hull.faceVertices[hull.faces[i].firstVertex + k]);
        }
    }
};

class OdeEngine final : public Engine {
public:
    OdeEngine() {
        static std::once_flag once;
        std::call_once(once, [] { dInitODE2(0); });
        m_world = dWorldCreate();
        m_space = dHashSpaceCreate(nullptr);
        m_contacts = dJointGroupCreate(0);
        dWorldSetGravity(m_world, 0, -static_cast<dReal>(kGravity), 0);
    }
    ~OdeEngine() override {
        dJointGroupDestroy(m_contacts);
        dSpaceDestroy(m_space);
        dWorldDestroy(m_world);
        if (m_meshData) dGeomTriMeshDataDestroy(m_meshData);
    }

    void addBox(Vec3 half, const Placed& where) override {
        dMass mass;
        dMassSetBoxTotal(&mass, massOf(where), 2 * half.x, 2 * half.y, 2 * half.z);
        add(dCreateBox(m_space, 2 * half.x, 2 * half.y, 2 * half.z), mass, where);
    }
    void addSphere(float radius, const Placed& where) override {
        dMass mass;
        dMassSetSphereTotal(&mass, massOf(where), radius);
        add(dCreateSphere(m_space, radius), mass, where);
    }
    void addHull(std::span<const Vec3> points, const Placed& where) override {
        const Hull hull = buildHull(points);
        m_hulls.push_back(std::make_unique<OdeHull>(hull));
        OdeHull& o = *m_hulls.back();
        const Vec3 size = extents(hull.bounds);
        dMass mass; // of the box around it: ODE has no mass of hulls
        dMassSetBoxTotal(&mass, massOf(where), size.x, size.y, size.z);
        add(dCreateConvex(m_space, o.planes.data(), static_cast<unsigned>(hull.faces.count()), o.points.data(),
                          static_cast<unsigned>(hull.vertices.count()), o.polygons.data()),
            mass, where);
    }
    void addMesh(std::span<const Vec3> positions, std::span<const uint32_t> indices) override {
        m_positions.assign(positions.begin(), positions.end());
        m_indices.assign(indices.begin(), indices.end());
        m_meshData = dGeomTriMeshDataCreate();
        dGeomTriMeshDataBuildSingle(m_meshData, m_positions.data(), sizeof(Vec3), static_cast<int>(m_positions.size()),
                                    m_indices.data(), static_cast<int>(m_indices.size()), 3 * sizeof(uint32_t));
        m_bodies.push_back({nullptr, dCreateTriMesh(m_space, m_meshData, nullptr, nullptr, nullptr)});
    }
    void addBallJoint(int a, int b, Vec3 anchor) override {
        const dJointID joint = dJointCreateBall(m_world, nullptr);
        dJointAttach(joint, m_bodies[static_cast<std::size_t>(a)].body, m_bodies[static_cast<std::size_t>(b)].body);
        dJointSetBallAnchor(joint, anchor.x, anchor.y, anchor.z);
    }

    void step() override {
        dSpaceCollide(m_space, this,
                      [](void* self, dGeomID a, dGeomID b) { static_cast<OdeEngine*>(self)->touch(a, b); });
        dWorldQuickStep(m_world, static_cast<dReal>(kStepTime));
        dJointGroupEmpty(m_contacts);
    }
    Vec3 position(int body) const override { return read(dGeomGetPosition(at(body).geom)); }
    Vec3 velocity(int body) const override { return at(body).body ? read(dBodyGetLinearVel(at(body).body)) : kZero; }

private:
    struct Body {
        dBodyID body; // null: static
        dGeomID geom;
    };

    static dReal massOf(const Placed& where) { return where.mass > 0.0f ? where.mass : 1.0; }
    static Vec3 read(const dReal* v) {
        return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
    }
    const Body& at(int body) const { return m_bodies[static_cast<std::size_t>(body)]; }

    void add(dGeomID geom, const dMass& mass, const Placed& where) {
        dBodyID body = nullptr;
        if (where.mass > 0.0f) {
            body = dBodyCreate(m_world);
            dBodySetMass(body, &mass);
            dGeomSetBody(geom, body);
        }
        const dQuaternion q = {where.rotation.s, where.rotation.v.x, where.rotation.v.y, where.rotation.v.z};
        dGeomSetPosition(geom, where.position.x, where.position.y, where.position.z);
        dGeomSetQuaternion(geom, q);
        m_bodies.push_back({body, geom});
    }

    void touch(dGeomID a, dGeomID b) {
        const dBodyID bodyA = dGeomGetBody(a), bodyB = dGeomGetBody(b);
        if (!bodyA && !bodyB) return;
        if (bodyA && bodyB && dAreConnectedExcluding(bodyA, bodyB, dJointTypeContact)) return;
        constexpr int kMost = 8;
        dContact contacts[kMost] = {};
        const int count = dCollide(a, b, kMost, &contacts[0].geom, sizeof(dContact));
        for (int i = 0; i < count; ++i) {
            contacts[i].surface.mode = dContactApprox1;
            contacts[i].surface.mu = kFriction;
            dJointAttach(dJointCreateContact(m_world, m_contacts, &contacts[i]), bodyA, bodyB);
        }
    }

    dWorldID m_world;
    dSpaceID m_space;
    dJointGroupID m_contacts;
    dTriMeshDataID m_meshData = nullptr;
    std::vector<Vec3> m_positions;
    std::vector<uint32_t> m_indices;
    std::vector<std::unique_ptr<OdeHull>> m_hulls;
    std::vector<Body> m_bodies;
};

} // namespace

std::unique_ptr<Engine> makeOde() { return std::make_unique<OdeEngine>(); }

} // namespace cairn::bench
