// One set of scenes for several engines: what a scene may ask of an engine. Masses are given, friction is 0.6 between
// any two bodies, nothing bounces, nothing sleeps, a step is 1/60 s, and everything else is each engine's own default.
#pragma once

#include <cairn/math.h>

#include <memory>
#include <span>

namespace cairn::bench {

inline constexpr float kFriction = 0.6f;
inline constexpr float kStepTime = 1.0f / 60.0f;
inline constexpr float kGravity = 9.81f;

struct Placed {
    Vec3 position = kZero;
    Quat rotation = kIdentityQuat;
    float mass = 0.0f; // 0: static
};

class Engine {
public:
    virtual ~Engine() = default;

    // Bodies are numbered in the order of their making. Hulls are given with their centre of mass at the origin.
    virtual void addBox(Vec3 halfExtents, const Placed& where) = 0;
    virtual void addSphere(float radius, const Placed& where) = 0;
    virtual void addHull(std::span<const Vec3> points, const Placed& where) = 0;
    // Static; counter-clockwise from above.
    virtual void addMesh(std::span<const Vec3> positions, std::span<const uint32_t> indices) = 0;
    virtual void addBallJoint(int a, int b, Vec3 anchor) = 0;

    virtual void step() = 0;
    virtual Vec3 position(int body) const = 0;
    virtual Vec3 velocity(int body) const = 0;
};

struct EngineEntry {
    const char* name;
    const char* settings; // what its defaults are
    std::unique_ptr<Engine> (*make)();
};

std::span<const EngineEntry> engines(); // Cairn first

std::unique_ptr<Engine> makeCairn();
std::unique_ptr<Engine> makeBullet();
std::unique_ptr<Engine> makeOde();

} // namespace cairn::bench
