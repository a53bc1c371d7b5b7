// Ids, and what things are made from: plain aggregates with defaults, for designated initialisers.
#pragma once

#include <cairn/id.h>
#include <cairn/math.h>
#include <cairn/shapes.h>
#include <cairn/tasks.h>

namespace cairn {

struct BodyTag;
struct ShapeTag;
using BodyId = Id<BodyTag>;
using ShapeId = Id<ShapeTag>;

enum class BodyType : uint8_t { Static, Kinematic, Dynamic };

struct BodyDef {
    BodyType type = BodyType::Static;
    DVec3 position{0, 0, 0};
    Quat rotation = kIdentityQuat;
    Vec3 linearVelocity = kZero;
    Vec3 angularVelocity = kZero;
    float linearDamping = 0.0f;  // 1/s
    float angularDamping = 0.0f; // 1/s
    float gravityScale = 1.0f;
    uint64_t userData = 0;
};

struct Material {
    float friction = 0.6f;    // a pair uses the geometric mean
    float restitution = 0.0f; // a pair will use the larger; nothing bounces yet
};

// Two shapes touch when each one's category is in the other's mask. Equal groups other than 0 decide first: positive
// always touch, negative never.
struct Filter {
    uint32_t category = 1;
    uint32_t mask = 0xFFFFFFFFu;
    int32_t group = 0;
};

struct ShapeDef {
    Transform pose = kIdentity; // in the body's frame
    float density = 1000.0f;    // kg/m^3
    Material material{};
    Filter filter{};
    uint64_t userData = 0;
};

struct WorldDef {
    Vec3 gravity{0.0f, -9.81f, 0.0f};
    int substeps = 4;
    TaskSystem tasks{}; // default: everything on the calling thread
};

} // namespace cairn
