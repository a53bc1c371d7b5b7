// Things made of particles: a net that catches what falls, a bridge of ropes and planks.
#include "scenes/catalog.h"

namespace cairn::scenes {

namespace {

void tie(Scene& s, ParticleId a, ParticleId b, float length) {
    s.world.createJoint(DistanceJointDef{.link = {.particleA = a, .particleB = b}, .length = length});
}
void tie(Scene& s, ParticleId particle, BodyId body, Vec3 anchor, float length) {
    s.world.createJoint(
        DistanceJointDef{.link = s.world.jointLink(particle, body, toDouble(anchor)), .length = length});
}

// A net in a frame, and boxes that drop into it one after the other.
void buildNet(Scene& s) {
    const int side = s.count("side"), boxes = s.count("boxes");
    const float spacing = 0.12f, half = 0.5f * spacing * static_cast<float>(side + 1), height = 2.5f;
    s.addGround();
    const BodyId frame = s.addBody({0, height, 0}, {.type = BodyType::Static, .group = 0});
    for (const float sign : {-1.0f, 1.0f}) {
        s.attach(ShapeBox{{half + 0.1f, 0.05f, 0.05f}}, {{0, 0, sign * (half + 0.05f)}, kIdentityQuat}, {.group = 0});
        s.attach(ShapeBox{{0.05f, 0.05f, half}}, {{sign * (half + 0.05f), 0, 0}, kIdentityQuat}, {.group = 0});
        for (const float other : {-1.0f, 1.0f})
            s.attach(ShapeBox{{0.05f, 0.5f * height, 0.05f}},
                     {{sign * (half + 0.05f), -0.5f * height, other * (half + 0.05f)}, kIdentityQuat}, {.group = 0});
    }
    const auto at = [&](int column, int row) {
        return Vec3{spacing * static_cast<float>(column + 1) - half, height,
                    spacing * static_cast<float>(row + 1) - half};
    };
    std::vector<ParticleId> net;
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column)
            net.push_back(s.addParticle(
                {.position = toDouble(at(column, row)), .mass = s.number("mass"), .radius = 0.04f, .damping = 0.2f},
                5));
    const auto knot = [&](int column, int row) { return net[static_cast<std::size_t>(row * side + column)]; };
    for (int i = 0; i < side; ++i) {
        for (int k = 0; k + 1 < side; ++k) {
            tie(s, knot(k, i), knot(k + 1, i), spacing);
            tie(s, knot(i, k), knot(i, k + 1), spacing);
        }
        for (const int end : {0, side - 1}) {
            const int beyond = end == 0 ? -1 : side;
            tie(s, knot(i, end), frame, at(i, beyond), spacing);
            tie(s, knot(end, i), frame, at(beyond, i), spacing);
        }
    }
    std::vector<BodyId> dropped;
    for (int i = 0; i < boxes; ++i) {
        const float size = 0.16f + 0.02f * static_cast<float>(i % 3);
        dropped.push_back(s.add(ShapeBox{{size, size, size}},
                                {0.3f * static_cast<float>(i % 3 - 1), height + 1.0f + 0.7f * static_cast<float>(i), 0},
                                {.mass = 1.5f, .group = 1 + i % 4}));
    }
    s.camera = {{3.5f, 4.2f, 4.5f}, {0, height - 0.3f, 0}, 40};
    s.report = [dropped](const Scene& scene, std::vector<Metric>& m) {
        int caught = 0;
        for (const BodyId box : dropped) caught += scene.world.pose(box).p.y > 0.5;
        m.push_back({"boxes not on the ground", static_cast<double>(caught), "", static_cast<double>(dropped.size())});
    };
}

// Two ropes of particles carry planks; balls roll over them.
void buildRopeBridge(Scene& s) {
    const int planks = s.count("planks");
    const float pitch = 0.4f, width = 0.6f, height = 3.0f, half = 0.5f * pitch * static_cast<float>(planks + 1);
    s.addGround();
    BodyId banks[2];
    for (int i = 0; i < 2; ++i)
        banks[i] = s.addStatic(ShapeBox{{1.0f, 0.5f * height, 1.0f}},
                               {(i == 0 ? -1.0f : 1.0f) * (half + 1.0f), 0.5f * height, 0});
    ParticleId last[2]{};
    for (int i = 0; i < planks; ++i) {
        const float x = pitch * static_cast<float>(i + 1) - half;
        const BodyId plank = s.add(ShapeBox{{0.17f, 0.03f, width}}, {x, height - 0.1f, 0}, {.mass = 2.0f, .group = 3});
        for (int k = 0; k < 2; ++k) {
            const float z = k == 0 ? -width : width;
            const ParticleId knot = s.addParticle(
                {.position = {static_cast<double>(x), static_cast<double>(height), static_cast<double>(z)},
                 .mass = 0.5f,
                 .radius = 0.05f,
                 .damping = 0.3f,
                 .filter = {.mask = 0}},
                6);
            i == 0 ? tie(s, knot, banks[0], {-half, height, z}, pitch) : tie(s, last[k], knot, pitch);
            if (i == planks - 1) tie(s, knot, banks[1], {half, height, z}, pitch);
            // The plank hangs on short strings at both ends of its edge, so that it stays level.
            tie(s, knot, plank, {x - 0.15f, height - 0.1f, z}, 0.18f);
            tie(s, knot, plank, {x + 0.15f, height - 0.1f, z}, 0.18f);
            last[k] = knot;
        }
    }
    std::vector<BodyId> balls;
    for (int i = 0; i < s.count("balls"); ++i)
        balls.push_back(s.add(ShapeSphere{0.2f}, {0.5f * static_cast<float>(i) - 0.5f, height + 1.0f, 0.05f},
                              {.mass = 3.0f, .group = 1 + i % 2}));
    s.camera = {{5.0f, 5.0f, 8.0f}, {0, height - 0.5f, 0}, 40};
    s.report = [balls](const Scene& scene, std::vector<Metric>& m) {
        float longest = 0.0f;
        for (const SceneParticle& p : scene.particles)
            for (JointId j = scene.world.firstJoint(p.id); j; j = scene.world.nextJoint(p.id, j))
                longest = max(longest, scene.world.jointError(j).linear);
        m.push_back({"most a string is off", 1e3 * static_cast<double>(longest), "mm", 0, 60});
    };
}

} // namespace

void addParticles(std::vector<SceneInfo>& list) {
    list.push_back({"net",
                    "particles",
                    "boxes drop into a net of particles, which hands their weight to its frame",
                    {{"side", 20, 2, 200, true, "particles along a side"},
                     {"boxes", 6, 0, 100, true, "how many drop"},
                     {"mass", 0.1, 0.001, 10, false, "kg of a particle"}},
                    buildNet});
    list.push_back({"rope_bridge",
                    "particles",
                    "planks hang on two ropes of particles, and balls land on them",
                    {{"planks", 16, 2, 200, true, "planks"}, {"balls", 3, 0, 50, true, "balls"}},
                    buildRopeBridge});
}

} // namespace cairn::scenes
