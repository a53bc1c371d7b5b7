// Named, parameterised scenes: the same ones serve tests, benchmarks, the command line and whatever draws.
//
//     const SceneInfo* info = findScene("pyramid");
//     std::unique_ptr<Scene> scene = createScene(*info, {{"base", 20}});
//     for (int i = 0; i < scene->steps; ++i) scene->step();
//     for (const Metric& m : scene->metrics()) ...
//
// A scene owns its world and the geometry that the world's shapes point at. It remembers what it has put there, with
// shapes and colour groups, so that it can be drawn without asking the world for anything but poses. Same parameters,
// same bits: scenes use Cairn's own trigonometry and random numbers of fixed seeds.
#pragma once

#include <cairn/cairn.h>

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::scenes {

struct Parameter {
    const char* name;
    double value; // when not given
    double lower, upper;
    bool whole; // a count
    const char* what;
};

struct Setting {
    std::string name;
    double value;
};

// One number about how the scene went. The scene behaves as it should while lower <= value <= upper.
struct Metric {
    const char* name;
    double value;
    const char* unit;
    double lower = -1e300, upper = 1e300;

    bool holds() const { return value >= lower && value <= upper; }
};

struct Camera {
    Vec3 eye{12, 8, 16}, target{0, 2, 0};
    float fieldOfView = 40.0f; // vertical, degrees
};

// What a body looks like. Group 0 is scenery; the others are colours of a palette.
struct SceneShape {
    Shape shape;
    Transform pose; // in the body's frame
    bool visible;   // false for what would hide the rest: glass walls
};
struct SceneBody {
    BodyId id;
    BodyType type;
    int group;
    std::vector<SceneShape> shapes;
};

struct SceneParticle {
    ParticleId id;
    float radius; // as drawn
    int group;
};

// How Scene::add makes a body.
struct Piece {
    BodyType type = BodyType::Dynamic;
    Quat rotation = kIdentityQuat;
    Vec3 linearVelocity = kZero, angularVelocity = kZero;
    float density = 1000.0f;
    float mass = 0.0f; // kg; 0: from the density
    float gravityScale = 1.0f;
    Material material{};
    Filter filter{};
    int group = 1;
    bool visible = true;
    bool bullet = false; // does not pass through anything, however fast
};

struct SceneInfo;

class Scene {
public:
    Scene(const SceneInfo& info, const WorldDef& def, std::vector<double> values);
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;

    const SceneInfo& info;

private: // before the world: shapes point into these
    std::deque<Hull> m_hulls;
    std::deque<Mesh> m_meshes;
    std::deque<HeightField> m_fields;
    std::vector<double> m_values; // of info.parameters

public:
    World world;
    std::vector<SceneBody> bodies;
    std::vector<SceneParticle> particles;
    Camera camera;
    int steps = 600; // how long it is worth watching
    float dt = 1.0f / 60.0f;

    // Set by builders. beforeStep moves kinematic bodies and drops new ones; `step` counts from 0, and is all that it
    // goes by, so that a scene can go back in time. afterStep looks and changes nothing.
    std::function<void(Scene& scene, int step)> beforeStep;
    std::function<void(Scene& scene)> afterStep;
    std::function<void(const Scene& scene, std::vector<Metric>& metrics)> report;

    // Runs the callbacks and one step of the world.
    bool step();
    int stepCount() const { return m_stepCount; }
    float time() const { return dt * static_cast<float>(m_stepCount); }
    std::vector<Metric> metrics() const;
    // After the world was restored to an earlier state: where the scene was then, with how many bodies.
    void rewind(int stepCount, std::size_t bodyCount);

    // For builders: parameters by name, bodies, geometry.
    float number(const char* name) const;
    int count(const char* name) const { return static_cast<int>(number(name)); }
    BodyId addBody(Vec3 position, const Piece& piece = {});
    BodyId add(const Shape& shape, Vec3 position, const Piece& piece = {});
    // One more shape for the body that was added last.
    void attach(const Shape& shape, const Transform& pose, const Piece& piece = {});
    ParticleId addParticle(const ParticleDef& def, int group = 1);
    BodyId addStatic(const Shape& shape, Vec3 position, Quat rotation = kIdentityQuat);
    // The top of the ground is at y = 0. It is a box, as in other engines' scenes.
    BodyId addGround(float halfSize = 100.0f);
    // Four invisible walls around a square of half width `inner`.
    void addWalls(float inner, float height);
    const Hull* keep(Hull&& hull) { return &m_hulls.emplace_back(std::move(hull)); }
    const Mesh* keep(Mesh&& mesh) { return &m_meshes.emplace_back(std::move(mesh)); }
    const HeightField* keep(HeightField&& field) { return &m_fields.emplace_back(std::move(field)); }

private:
    int m_stepCount = 0;
};

struct SceneInfo {
    const char* name;
    const char* family;
    const char* what; // one line
    std::vector<Parameter> parameters;
    void (*build)(Scene& scene);
};

// Every scene, in a fixed order.
const std::vector<SceneInfo>& allScenes();
const SceneInfo* findScene(std::string_view name);
// The known name that looks most like a misspelt one; empty when nothing comes near.
std::string nearestName(std::string_view name, const std::vector<std::string>& known);

// Null, with `problem` filled in when given, if a setting is unknown or out of range.
std::unique_ptr<Scene> createScene(const SceneInfo& info, const std::vector<Setting>& settings = {},
                                   const WorldDef& def = {}, std::string* problem = nullptr);

} // namespace cairn::scenes
