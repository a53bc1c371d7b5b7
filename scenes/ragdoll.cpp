// A crowd of ragdolls. They have the sizes and joint ranges that other engines are measured with, not those of
// <cairn/ragdoll.h>, so that times can be compared.
#include "scenes/catalog.h"
#include "scenes/random.h"

namespace cairn::scenes {

namespace {

constexpr float kDegree = kPi / 180.0f;

struct Builder {
    Scene& s;
    Transform base;
    Piece skin;

    BodyId part(const Shape& shape, Vec3 at, Quat rotation = kIdentityQuat) {
        Piece piece = skin;
        piece.rotation = base.q * rotation;
        return s.add(shape, transformPoint(base, at), piece);
    }
    JointLink link(BodyId a, BodyId b, Vec3 at, Vec3 axis) const {
        return s.world.jointLink(a, b, toDouble(transformPoint(base, at)), rotate(base.q, axis));
    }
    void ball(BodyId a, BodyId b, Vec3 at, Vec3 axis, float cone, float twist) {
        s.world.createJoint(BallJointDef{.link = link(a, b, at, axis),
                                         .coneEnabled = true,
                                         .coneAngle = cone * kDegree,
                                         .twist = {true, -twist * kDegree, twist * kDegree}});
    }
    void hinge(BodyId a, BodyId b, Vec3 at, Vec3 axis, float lower, float upper) {
        s.world.createJoint(
            HingeJointDef{.link = link(a, b, at, axis), .limits = {true, lower * kDegree, upper * kDegree}});
    }
};

// 13 bodies and 12 joints in the shape of a T. Parts of one person do not touch each other.
void addRagdoll(Scene& s, const Transform& base, int person, int group) {
    Builder b{s, base, {.filter = {.group = -person}, .group = group}};
    const BodyId pelvis = b.part(ShapeBox{{0.17f, 0.10f, 0.10f}}, {0, 1.00f, 0});
    const BodyId chest = b.part(ShapeBox{{0.18f, 0.22f, 0.11f}}, {0, 1.34f, 0});
    const BodyId head = b.part(ShapeSphere{0.12f}, {0, 1.72f, 0});
    b.ball(pelvis, chest, {0, 1.11f, 0}, {0, 1, 0}, 30, 20);
    b.ball(chest, head, {0, 1.58f, 0}, {0, 1, 0}, 40, 45);
    for (const float f : {-1.0f, 1.0f}) {
        const Quat outward = fromAxisAngle({0, 0, 1}, -0.5f * f * kPi);
        const BodyId upperArm = b.part(ShapeCapsule{0.09f, 0.05f}, {f * 0.37f, 1.50f, 0}, outward);
        const BodyId foreArm = b.part(ShapeCapsule{0.10f, 0.045f}, {f * 0.675f, 1.50f, 0}, outward);
        const BodyId thigh = b.part(ShapeCapsule{0.13f, 0.07f}, {f * 0.10f, 0.69f, 0});
        const BodyId shin = b.part(ShapeCapsule{0.13f, 0.055f}, {f * 0.10f, 0.29f, 0});
        const BodyId foot = b.part(ShapeBox{{0.05f, 0.03f, 0.12f}}, {f * 0.10f, 0.06f, 0.06f});
        b.ball(chest, upperArm, {f * 0.22f, 1.50f, 0}, {f, 0, 0}, 80, 45);
        b.hinge(upperArm, foreArm, {f * 0.52f, 1.50f, 0}, {0, f, 0}, -130, 0);
        b.ball(pelvis, thigh, {f * 0.10f, 0.90f, 0}, {0, -1, 0}, 60, 30);
        b.hinge(thigh, shin, {f * 0.10f, 0.48f, 0}, {1, 0, 0}, 0, 130);
        b.hinge(shin, foot, {f * 0.10f, 0.10f, 0}, {1, 0, 0}, -40, 40);
    }
}

void buildRagdolls(Scene& s) {
    const int layers = s.count("layers"), side = 5;
    s.addGround(60);
    s.addWalls(4.6f, 30);
    Random random(4);
    int person = 0;
    for (int y = 0; y < layers; ++y) {
        for (int z = 0; z < side; ++z) {
            for (int x = 0; x < side; ++x) {
                const Vec3 at{(static_cast<float>(x) - 2) * 1.8f, 0.2f + 2.0f * static_cast<float>(y),
                              (static_cast<float>(z) - 2) * 1.8f};
                const float yaw = random.uniform(0, 2 * kPi);
                ++person;
                addRagdoll(s, {at, fromAxisAngle({0, 1, 0}, yaw)}, person, 1 + person % 8);
            }
        }
    }
    s.camera = {{7, 8, 13}, {0, 1.5f, 0}, 42};
    s.steps = 540;
    s.report = [](const Scene& scene, std::vector<Metric>& m) {
        int lost = 0;
        for (const SceneBody& body : scene.bodies)
            lost += body.type == BodyType::Dynamic && !(scene.world.pose(body.id).p.y > -0.25);
        m.push_back({"parts lost", static_cast<double>(lost), "", 0, 0});
    };
}

} // namespace

void addPeople(std::vector<SceneInfo>& list) {
    list.push_back({"ragdolls150",
                    "people",
                    "ragdolls of 13 bodies dropped in a heap (1950 bodies, 1800 joints)",
                    {{"layers", 6, 1, 40, true, "of 25 ragdolls"}},
                    buildRagdolls});
}

} // namespace cairn::scenes
