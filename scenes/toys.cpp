// Toys: dominoes, and bodies that spin in ways that surprise.
#include "scenes/catalog.h"

#include <cmath>

namespace cairn::scenes {

namespace {

// A row of dominoes on a spiral; the first, at the centre, is pushed.
void buildDomino(Scene& s) {
    const int count = s.count("count");
    const float height = 1.0f, spacing = s.number("spacing"), pitch = 1.6f;
    s.addGround(60);
    float angle = 2.0f * kPi, radius = 0.0f;
    for (int i = 0; i < count; ++i) {
        radius = pitch * angle / (2.0f * kPi);
        const SinCos a = sinCos(angle);
        // Along the spiral: d/da (r cos a, -r sin a) with r growing by pitch / 2 pi.
        const Vec3 along = normalize(
            Vec3{-radius * a.sin + pitch / (2 * kPi) * a.cos, 0, -radius * a.cos - pitch / (2 * kPi) * a.sin});
        const Quat facing = fromTo({1, 0, 0}, along);
        const Vec3 push = i == 0 ? 2.0f * cross(Vec3{0, 1, 0}, along) : kZero;
        s.add(ShapeBox{{0.05f, 0.5f * height, 0.25f}}, {radius * a.cos, 0.5f * height, -radius * a.sin},
              {.rotation = facing,
               .linearVelocity = (0.5f * height * length(push)) * along,
               .angularVelocity = push,
               .density = 500,
               .group = 1 + i / 12 % 8});
        angle += spacing / radius;
    }
    s.camera = {{0.7f * radius, 1.4f * radius, 1.6f * radius}, {0, 0, 0.1f * radius}, 40};
    s.steps = 60 + 12 * count;
    // When each one was first seen past 45 degrees.
    auto fell = std::make_shared<std::vector<int>>(static_cast<std::size_t>(count), -1);
    s.afterStep = [fell](Scene& scene) {
        for (std::size_t i = 0; i < fell->size(); ++i)
            if ((*fell)[i] < 0 && rotate(scene.world.pose(scene.bodies[i + 1].id).q, Vec3{0, 1, 0}).y < 0.707f)
                (*fell)[i] = scene.stepCount();
    };
    s.report = [=](const Scene& scene, std::vector<Metric>& m) {
        int down = 0, outOfOrder = 0, last = 0;
        for (const int step : *fell) {
            down += step >= 0;
            outOfOrder += step >= 0 && step < last;
            if (step >= 0) last = step;
        }
        m.push_back({"dominoes down", static_cast<double>(down), ""});
        // The wave, of the square root of g times the height. Real ones run at about that.
        const int from = (*fell)[fell->size() / 4], to = last;
        const double way = static_cast<double>(spacing) * (down - 1 - static_cast<int>(fell->size() / 4));
        if (from >= 0 && to > from)
            m.push_back({"speed of the wave",
                         way / (static_cast<double>(scene.dt) * (to - from) * std::sqrt(9.81 * height)),
                         "of its scale"});
        m.push_back({"fell before the one behind it", static_cast<double>(outOfOrder), "", 0, 0});
    };
}

// Free in space and spun about its middle axis, a T flips over and over (Dzhanibekov). Needs the gyroscopic torque.
void buildHandle(Scene& s) {
    const Piece metal{.density = 2700, .gravityScale = 0, .group = 3};
    // The stem along x and the bar along y: y has the least moment, z the most.
    const BodyId handle = s.addBody({0, 2, 0}, metal);
    s.attach(ShapeCylinder{0.5f, 0.2f}, {{0, 0, 0}, fromAxisAngle({0, 0, 1}, 0.5f * kPi)}, metal);
    s.attach(ShapeCylinder{0.9f, 0.15f}, {{-0.5f, 0, 0}, kIdentityQuat}, metal);
    s.world.setLinearVelocity(handle, kZero);
    s.world.setAngularVelocity(handle, {s.number("speed"), 0.01f, 0.01f});
    s.camera = {{3, 4, 6}, {0, 2, 0}, 36};
    s.steps = 3600;
    struct State {
        double energy;
        int flips = 0;
        bool up = true;
    };
    auto state = std::make_shared<State>();
    state->energy = s.world.measures().kineticEnergy;
    s.afterStep = [=](Scene& scene) {
        const float x = rotate(scene.world.pose(handle).q, Vec3{1, 0, 0}).x;
        if (state->up ? x < -0.5f : x > 0.5f) {
            state->up = !state->up;
            ++state->flips;
        }
    };
    s.report = [=](const Scene& scene, std::vector<Metric>& m) {
        m.push_back({"flips", static_cast<double>(state->flips), ""});
        const double drift = 100.0 * (scene.world.measures().kineticEnergy / state->energy - 1.0);
        m.push_back({"drift of energy", drift, "%", -1, 1});
    };
}

// A disc on a peg, spun and set down leaning: it goes round the vertical instead of falling.
void buildTop(Scene& s) {
    const float lean = s.number("lean") * kPi / 180.0f, tip = 0.05f;
    const Quat tilt = fromAxisAngle({0, 0, 1}, lean);
    const Vec3 axis = rotate(tilt, Vec3{0, 1, 0});
    const Piece metal{.rotation = tilt, .angularVelocity = s.number("speed") * axis, .density = 2700, .group = 2};
    s.addGround(20);
    const BodyId top = s.addBody({0, tip, 0}, metal); // its origin is the centre of the round tip
    s.attach(ShapeCylinder{0.08f, 0.6f}, {{0, 0.55f, 0}, kIdentityQuat}, metal);
    s.attach(ShapeCapsule{0.5f, tip}, {{0, 0.5f, 0}, kIdentityQuat}, metal);
    s.camera = {{2.2f, 1.8f, 3}, {0, 0.5f, 0}, 36};
    s.report = [=](const Scene& scene, std::vector<Metric>& m) {
        const float up = rotate(scene.world.pose(top).q, Vec3{0, 1, 0}).y;
        m.push_back({"lean", static_cast<double>(acos(up) * 180.0f / kPi), "degrees"});
    };
}

} // namespace

void addToys(std::vector<SceneInfo>& list) {
    list.push_back(
        {"domino",
         "toys",
         "a spiral of dominoes, one push",
         {{"count", 150, 2, 2000, true, "dominoes"}, {"spacing", 0.45, 0.2, 0.8, false, "m; they are 1 m tall"}},
         buildDomino});
    list.push_back({"spinning_top",
                    "toys",
                    "a top that leans and does not fall",
                    {{"speed", 60, 0, 200, false, "rad/s"}, {"lean", 15, 0, 60, false, "degrees"}},
                    buildTop});
    list.push_back({"t_handle",
                    "toys",
                    "a T spun about its middle axis, free in space, turns over and over",
                    {{"speed", 6, 0.1, 30, false, "rad/s"}},
                    buildHandle});
}

} // namespace cairn::scenes
