// Questions to a whole world: what a ray or a moving shape meets, what overlaps, what is nearest. The functions are
// methods of World (world.h); here is what they take and give.
//
//     if (QueryHit hit = world.castRay({.origin = eye, .translation = 100.0f * forward})) use(hit.body, hit.point);
//
// Particles are not seen by queries.
//
// MODES. The plain functions give one hit: the closest, or with QueryMode::Any the first one found, which is enough to
// know that something is in the way. They allocate nothing. The ...All functions fill an array of the caller, sorted by
// distance along the query, equal ones by shape; each shape is met once, at its first point.
//
// ACCURACY. Positions are double, and every shape is asked in its own frame relative to the query, so a question 1,000
// km from the origin gets the answer of the same question at the origin. Fractions are float: a hit is good to 1e-7 of
// the length of the ray, or of the distance between the query's start and the shape's origin.
//
// THREADS. Const, and free of shared state: any number of threads may ask one world together between steps. While a
// step runs, or anybody changes the world, nobody may ask; a call during a step is refused. Callbacks run on the thread
// that asks, and must not change the world.
#pragma once

#include <cairn/definitions.h>

#include <span>

namespace cairn {

struct QueryHit {
    ShapeId shape{};
    BodyId body{};
    DVec3 point{0, 0, 0};        // on the shape; where they overlap at the start, a point of both
    Vec3 normal = kZero;         // unit, of the shape's surface towards the query; zero where there is none
    float fraction = 0.0f;       // casts: of the translation
    float distance = 0.0f;       // m; casts: travelled; closest: between the surfaces, 0 where they overlap
    uint32_t child = 0;          // triangle of a mesh or field, child of a compound (casts and closest)
    bool initialOverlap = false; // it was there from the start: fraction 0

    explicit operator bool() const { return static_cast<bool>(shape); }
};

enum class QueryMode : uint8_t { Closest, Any };

// Asked before the geometry: false hides the shape.
using QueryAccept = bool (*)(ShapeId shape, BodyId body, void* context);
// Asked about each hit that is found, in an order that depends on the world alone. Returns how far to look on: `limit`
// (a fraction; for closest, a distance) to take the hit and change nothing, less to take it and look no farther than
// that, a negative number to go on as if it was not there.
using QueryJudge = float (*)(const QueryHit& hit, float limit, void* context);

// What a query can see.
struct QueryFilter {
    uint32_t category = 0xFFFFFFFFu;     // a shape is seen if its mask has one of these
    uint32_t mask = 0xFFFFFFFFu;         // and its category is one of these
    bool fixed = true;                   // see static bodies
    bool moving = true;                  // see kinematic and dynamic bodies
    bool sensors = false;                // see sensors
    std::span<const BodyId> ignore = {}; // bodies that are not seen
    QueryAccept accept = nullptr;
    QueryJudge judge = nullptr;
    void* context = nullptr; // for both
};

struct RayQuery {
    DVec3 origin{0, 0, 0};
    Vec3 translation = kZero; // from start to end; not zero
};

// A convex shape, in a pose. For casts it moves by `translation` without turning.
struct ShapeQuery {
    Shape shape{ShapeSphere{}};
    WorldTransform pose{{0, 0, 0}, kIdentityQuat};
    Vec3 translation = kZero;
};

// Where a mover came to.
struct MoverMove {
    DVec3 position;
    Vec3 velocity; // without what pointed into the things it touched
    bool touched;
};

} // namespace cairn
