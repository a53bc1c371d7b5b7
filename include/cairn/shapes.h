// Shapes: small plain values that say what a solid looks like in its own frame, centred on its origin, axis along +Y.
// Where it stands is a Transform beside it.
//
// `rounding` is a Minkowski sum: the shape is every point within `rounding` of the core. A sphere is a rounded point
// and a capsule a rounded segment, so every convex shape is "core + radius", and distance functions work on cores.
// Hulls, meshes, height fields and compounds hold their data elsewhere (hull.h, mesh.h, height_field.h, compound.h): a
// shape points at it, and the data must outlive the shape.
#pragma once

#include <cairn/math.h>

namespace cairn {

struct Hull;
struct Mesh;
struct HeightField;
struct Compound;

enum class ShapeKind : uint8_t { Sphere, Capsule, Box, Cylinder, Cone, Hull, Plane, Mesh, HeightField, Compound };
inline constexpr int kShapeKindCount = 10;
// The kinds before Plane are bounded and convex.
inline bool isConvex(ShapeKind kind) { return kind <= ShapeKind::Hull; }
const char* toString(ShapeKind kind);

struct ShapeSphere {
    float radius = 0.5f;
};
// Segment from (0, -halfHeight, 0) to (0, halfHeight, 0), rounded by radius.
struct ShapeCapsule {
    float halfHeight = 0.5f;
    float radius = 0.25f;
};
struct ShapeBox {
    Vec3 halfExtents{0.5f, 0.5f, 0.5f};
    float rounding = 0.0f;
};
struct ShapeCylinder {
    float halfHeight = 0.5f;
    float radius = 0.5f;
    float rounding = 0.0f;
};
// Apex at (0, halfHeight, 0), base disc at y = -halfHeight.
struct ShapeCone {
    float halfHeight = 0.5f;
    float radius = 0.5f;
    float rounding = 0.0f;
};
struct ShapeHull {
    const Hull* hull = nullptr;
    float rounding = 0.0f;
};
// The solid half-space y <= 0.
struct ShapePlane {};
struct ShapeMesh {
    const Mesh* mesh = nullptr;
};
struct ShapeHeightField {
    const HeightField* field = nullptr;
};
struct ShapeCompound {
    const Compound* compound = nullptr;
};

// Any of the above, by value.
struct Shape {
    ShapeKind kind;
    float rounding = 0.0f; // sphere and capsule: the radius
    Vec3 size =
        kZero; // box: half extents; capsule: (0, halfHeight, 0); cylinder and cone: (radius, halfHeight, radius)
    union {
        const void* data = nullptr;
        const Hull* hull;
        const Mesh* mesh;
        const HeightField* field;
        const Compound* compound;
    };

    Shape(const ShapeSphere& s) : kind(ShapeKind::Sphere), rounding(s.radius) {}
    Shape(const ShapeCapsule& s) : kind(ShapeKind::Capsule), rounding(s.radius), size{0.0f, s.halfHeight, 0.0f} {}
    Shape(const ShapeBox& s) : kind(ShapeKind::Box), rounding(s.rounding), size(s.halfExtents) {}
    Shape(const ShapeCylinder& s)
        : kind(ShapeKind::Cylinder), rounding(s.rounding), size{s.radius, s.halfHeight, s.radius} {}
    Shape(const ShapeCone& s) : kind(ShapeKind::Cone), rounding(s.rounding), size{s.radius, s.halfHeight, s.radius} {}
    Shape(const ShapeHull& s) : kind(ShapeKind::Hull), rounding(s.rounding), hull(s.hull) {}
    Shape(const ShapePlane&) : kind(ShapeKind::Plane) {}
    Shape(const ShapeMesh& s) : kind(ShapeKind::Mesh), mesh(s.mesh) {}
    Shape(const ShapeHeightField& s) : kind(ShapeKind::HeightField), field(s.field) {}
    Shape(const ShapeCompound& s) : kind(ShapeKind::Compound), compound(s.compound) {}
};
static_assert(sizeof(Shape) == (sizeof(void*) == 8 ? 32 : 24));

// What validate() accepts: below the first, float products underflow; above the second, they lose the surface.
inline constexpr float kMinShapeSize = 1e-5f;
inline constexpr float kMaxShapeSize = 1e7f;

// Sizes within the limits above, rounding 0 or more, data present and not empty. Reports the first bad field under
// `function` and returns false. Every query and builder below trusts shapes that pass; worlds call this when a shape is
// created.
bool validate(const Shape& shape, const char* function);

// Smallest box around the placed shape (exact for all kinds but hulls under rotation, where it is exact too; meshes,
// fields and compounds use their own bounds turned). A plane has an unbounded box, clipped to +-kHuge.
inline constexpr float kHuge = 1e15f;
Aabb computeAabb(const Shape& shape, const Transform& pose);

} // namespace cairn
