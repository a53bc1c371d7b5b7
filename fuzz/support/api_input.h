// Arguments for a world's functions, made from bytes: mostly sensible, sometimes special, sometimes any bit pattern.
#pragma once

#include "support/bytes.h"

#include <cairn/compound.h>
#include <cairn/definitions.h>
#include <cairn/height_field.h>
#include <cairn/hull.h>
#include <cairn/joints.h>
#include <cairn/mesh.h>

#include <limits>

namespace cairn::fuzz {

// Data that shapes point at; lives as long as the program.
struct ShapeData {
    Hull hulls[2];
    Mesh mesh;
    HeightField field;
    Compound compound;

    ShapeData() {
        hulls[0] = buildBoxHull({0.4f, 0.3f, 0.2f});
        const Vec3 points[] = {{0, 1, 0}, {1, -1, 0}, {-1, -1, 0.5f}, {0, -1, -1}, {0.3f, 0.2f, 0.9f}};
        hulls[1] = buildHull(points);
        const Vec3 corners[] = {{-4, 0, -4}, {4, 0, -4}, {4, 1, 4}, {-4, 0, 4}, {0, -1, 0}};
        const uint32_t indices[] = {0, 4, 1, 1, 4, 2, 2, 4, 3, 3, 4, 0};
        mesh = buildMesh(corners, indices);
        const float heights[] = {0, 0.5f, 0, 0, 0, 1, 0.2f, 0, 0};
        field = buildHeightField({.columns = 3, .rows = 3, .heights = heights, .origin = {-2, 0, -2}});
        const CompoundChild children[] = {{ShapeBox{}, {{0.5f, 0, 0}, kIdentityQuat}, 0},
                                          {ShapeSphere{}, {{-0.5f, 0, 0}, kIdentityQuat}, 0}};
        compound = buildCompound(children);
    }
};

inline const ShapeData& shapeData() {
    static const ShapeData data;
    return data;
}

struct ApiInput : Bytes {
    bool wild = false; // numbers may be anything

    bool flag() { return (byte() & 1) != 0; }
    // True once in n.
    bool rarely(int n) { return byte() % n == n - 1; }

    float number() {
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        constexpr float kSpecial[] = {0.0f,      -0.0f,      1.0f,   -1.0f, std::numeric_limits<float>::quiet_NaN(),
                                      kInfinity, -kInfinity, 1e-30f, 1e30f, 3.4e38f,
                                      1e12f,     -1e12f,     1e6f,   1e-9f, 1e-5f,
                                      1e7f};
        const int kind = byte();
        if (!wild || kind < 224) return 4.0f * small();
        return kind < 248 ? kSpecial[byte() % 16] : raw();
    }
    float positive() {
        const float x = number();
        return flag() || byte() > 8 ? std::fabs(x) : x;
    }
    Vec3 vector() {
        const float x = number(), y = number(), z = number();
        return {x, y, z};
    }
    DVec3 position() {
        const DVec3 p = toDouble(vector());
        return rarely(32) ? p + DVec3{1e6, 0, -1e6} : p;
    }
    Quat rotation() {
        const Vec3 v = vector();
        const Quat q{v, number()};
        return rarely(32) ? q : normalize(q);
    }
    WorldTransform pose() {
        const DVec3 p = position();
        return {p, rotation()};
    }
    Transform localPose() {
        const Vec3 p = 0.25f * vector();
        return {p, rotation()};
    }
    template <class E> E choice(int count) { return static_cast<E>(rarely(64) ? byte() : byte() % count); }

    Shape shape() {
        const ShapeData& d = shapeData();
        const int kind = byte() % 24;
        const auto length = [&] { return 0.25f * positive(); };
        const float x = length(), y = length(), z = length(), rounding = rarely(4) ? length() : 0.0f;
        switch (kind) {
        case 0: return ShapePlane{};
        case 1: return ShapeMesh{rarely(64) ? nullptr : &d.mesh};
        case 2: return ShapeHeightField{rarely(64) ? nullptr : &d.field};
        case 3: return ShapeCompound{rarely(64) ? nullptr : &d.compound};
        case 4:
        case 5: return ShapeHull{rarely(64) ? nullptr : &d.hulls[byte() & 1], rounding};
        case 6:
        case 7: return ShapeCylinder{y, x, rounding};
        case 8:
        case 9: return ShapeCone{y, x, rounding};
        case 10:
        case 11:
        case 12: return ShapeCapsule{y, x};
        case 13:
        case 14:
        case 15: return ShapeSphere{x};
        default: return ShapeBox{{x, y, z}, rounding};
        }
    }

    Material material() {
        Material m;
        if (flag()) m.friction = positive();
        if (flag()) m.restitution = positive();
        if (rarely(4)) m.rollingResistance = positive();
        if (rarely(4)) m.spinningResistance = positive();
        if (rarely(4)) m.surfaceVelocity = vector();
        if (rarely(4)) m.hertz = 16.0f * positive();
        if (rarely(4)) m.dampingRatio = positive();
        if (rarely(4)) m.frictionRule = choice<Combine>(5);
        if (rarely(4)) m.restitutionRule = choice<Combine>(5);
        return m;
    }
    Filter filter() {
        Filter f;
        if (flag()) return f;
        f.category = byte();
        f.mask = byte();
        f.group = static_cast<int8_t>(byte()) / 32;
        return f;
    }
    MotionLocks locks() {
        const int bits = byte();
        return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, (bits & 16) != 0, (bits & 32) != 0};
    }
    ShapeDef shapeDef() {
        ShapeDef d;
        if (flag()) d.pose = localPose();
        if (flag()) d.density = 100.0f * positive();
        if (flag()) d.material = material();
        if (rarely(4)) d.filter = filter();
        const int bits = rarely(4) ? byte() : 5;
        d.contactEvents = (bits & 1) != 0;
        d.hitEvents = (bits & 2) != 0;
        d.sensorEvents = (bits & 4) != 0;
        d.sensor = (bits & 8) != 0;
        d.sensesStatic = (bits & 16) != 0;
        return d;
    }
    JointLimits limits() {
        const bool enabled = flag();
        const float lower = number();
        return {enabled, lower, rarely(8) ? number() : lower + std::fabs(number())};
    }
    JointMotor motor() {
        const bool enabled = flag();
        const float speed = number();
        return {enabled, speed, 100.0f * positive()};
    }
    JointSpring spring() {
        const bool enabled = flag();
        const float hertz = 4.0f * positive(), ratio = positive();
        return {enabled, hertz, ratio, number()};
    }
    ParticleDef particleDef() {
        ParticleDef d;
        d.position = position();
        if (flag()) d.velocity = vector();
        if (flag()) d.mass = positive();
        if (flag()) d.radius = 0.1f * positive();
        if (rarely(4)) d.damping = positive();
        if (rarely(4)) d.gravityScale = number();
        if (rarely(4)) d.friction = positive();
        if (rarely(4)) d.restitution = positive();
        if (rarely(4)) d.filter = filter();
        if (rarely(8)) d.awake = flag();
        if (rarely(8)) d.allowSleep = flag();
        return d;
    }

    BodyDef bodyDef() {
        BodyDef d;
        d.type = byte() % 4 == 0 ? choice<BodyType>(3) : BodyType::Dynamic;
        d.position = position();
        if (flag()) d.rotation = rotation();
        if (flag()) d.linearVelocity = vector();
        if (flag()) d.angularVelocity = vector();
        if (rarely(4)) d.mass = positive();
        if (rarely(4)) d.linearDamping = positive();
        if (rarely(4)) d.angularDamping = positive();
        if (rarely(4)) d.gravityScale = number();
        if (rarely(8)) d.maxLinearSpeed = positive();
        if (rarely(8)) d.maxAngularSpeed = positive();
        if (rarely(8)) d.locks = locks();
        if (rarely(8)) d.sleepSpeed = positive();
        const int bits = rarely(4) ? byte() : 15;
        d.gyroscopic = (bits & 1) != 0;
        d.enabled = (bits & 2) != 0;
        d.awake = (bits & 4) != 0;
        d.allowSleep = (bits & 8) != 0;
        d.bullet = (bits & 16) != 0;
        return d;
    }
    WorldDef worldDef() {
        WorldDef d;
        const int bits = byte();
        if (bits & 1) d.gravity = vector();
        if (bits & 2) d.substeps = byte() % 16;
        if (bits & 4) d.contactHertz = 16.0f * positive();
        if (bits & 8) d.contactDampingRatio = positive();
        if (bits & 16) d.maxPushSpeed = positive();
        if (bits & 32) d.restitutionThreshold = positive();
        d.enableSleep = (bits & 64) == 0;
        d.sleepSingly = (bits & 128) != 0;
        d.continuous = choice<Continuous>(3);
        return d;
    }
};

} // namespace cairn::fuzz
