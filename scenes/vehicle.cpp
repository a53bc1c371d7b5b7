// A car on wheels with suspension, driving in circles over bumps.
#include "scenes/catalog.h"

namespace cairn::scenes {

namespace {

constexpr int kCells = 120;
constexpr float kCell = 0.5f, kEdge = -0.5f * kCell * kCells;

const HeightField* makeBumps(Scene& s, float height) {
    std::vector<float> heights;
    for (int i = 0; i <= kCells; ++i)
        for (int k = 0; k <= kCells; ++k)
            heights.push_back(height * sinCos(0.55f * kCell * static_cast<float>(k)).sin *
                              sinCos(0.45f * kCell * static_cast<float>(i)).sin);
    return s.keep(buildHeightField({.columns = kCells + 1,
                                    .rows = kCells + 1,
                                    .heights = heights,
                                    .origin = {kEdge, 0, kEdge},
                                    .spacingX = kCell,
                                    .spacingZ = kCell}));
}

// Forward is +x, the axles lie along z. The joint's x axis is the way of the suspension, its z axis the axle.
void buildVehicle(Scene& s) {
    const float speed = s.number("speed"), steering = s.number("steering") * kPi / 180.0f;
    const float radius = 0.35f, bumps = s.number("bumps");
    s.addStatic(ShapeHeightField{makeBumps(s, bumps)}, kZero);
    const float y = 0.8f + bumps;
    const BodyId car = s.add(ShapeBox{{1.1f, 0.18f, 0.55f}}, {0, y, 12}, {.density = 600, .group = 1});
    s.attach(ShapeBox{{0.5f, 0.16f, 0.48f}}, {{-0.15f, 0.34f, 0}, kIdentityQuat}, {.density = 100, .group = 1});
    const Quat up = fromAxisAngle({0, 0, 1}, 0.5f * kPi), across = fromAxisAngle({1, 0, 0}, 0.5f * kPi);
    for (const float front : {1.0f, -1.0f}) {
        for (const float side : {-1.0f, 1.0f}) {
            const Vec3 at{front * 0.75f, -0.3f, side * 0.7f};
            const Piece rubber{.density = 300, .material = {.friction = 1.2f}, .group = 7};
            const BodyId wheel = s.addBody(Vec3{0, y, 12} + at, rubber);
            s.attach(ShapeCylinder{0.12f, radius, 0.02f}, {kZero, across}, rubber);
            s.world.createJoint(
                WheelJointDef{.link = {.bodyA = car, .bodyB = wheel, .frameA = {at, up}, .frameB = {kZero, up}},
                              .suspension = {.enabled = true, .hertz = 2.5f, .dampingRatio = 0.7f},
                              .travel = {.enabled = true, .lower = -0.2f, .upper = 0.2f},
                              .drive = {.enabled = true, .speed = -speed / radius, .maxForce = 250.0f},
                              .steering = front > 0 ? steering : 0.0f});
        }
    }
    s.camera = {{14, 9, 26}, {0, 0, 4}, 40};
    s.steps = 900;
    struct State {
        DVec3 last;
        double path = 0;
    };
    auto state = std::make_shared<State>();
    state->last = s.world.pose(car).p;
    s.afterStep = [=](Scene& scene) {
        const DVec3 p = scene.world.pose(car).p;
        state->path += distance(p, state->last);
        state->last = p;
    };
    s.report = [=](const Scene& scene, std::vector<Metric>& m) {
        m.push_back({"way driven", state->path, "m"});
        const float upright = rotate(scene.world.pose(car).q, Vec3{0, 1, 0}).y;
        m.push_back({"upright", static_cast<double>(upright), "", 0.7, 1.01});
    };
}

} // namespace

void addVehicles(std::vector<SceneInfo>& list) {
    list.push_back({"vehicle",
                    "machines",
                    "a car with suspension drives in circles over bumps",
                    {{"speed", 6, -20, 30, false, "m/s"},
                     {"steering", 12, -35, 35, false, "of the front wheels, degrees"},
                     {"bumps", 0.15, 0, 1, false, "their height, m"}},
                    buildVehicle});
}

} // namespace cairn::scenes
