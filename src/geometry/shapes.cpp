// What is true of every shape kind: its name, whether its numbers make sense, and the box around it.
#include "geometry/shape_extents.h"

#include <cairn/compound.h>
#include <cairn/error.h>
#include <cairn/height_field.h>
#include <cairn/hull.h>
#include <cairn/mesh.h>
#include <cairn/shapes.h>

namespace cairn {

const char* toString(ShapeKind kind) {
    switch (kind) {
    case ShapeKind::Sphere: return "Sphere";
    case ShapeKind::Capsule: return "Capsule";
    case ShapeKind::Box: return "Box";
    case ShapeKind::Cylinder: return "Cylinder";
    case ShapeKind::Cone: return "Cone";
    case ShapeKind::Hull: return "Hull";
    case ShapeKind::Plane: return "Plane";
    case ShapeKind::Mesh: return "Mesh";
    case ShapeKind::HeightField: return "HeightField";
    case ShapeKind::Compound: return "Compound";
    }
    return "unknown";
}

namespace {

// NaN fails every comparison, so it is refused with the rest.
bool checkSize(float value, const char* function, const char* field) {
    if (value >= kMinShapeSize && value <= kMaxShapeSize) return true;
    reportError({function, field, value, "a size must be between 1e-5 and 1e7"});
    return false;
}

bool checkRounding(float value, const char* function) {
    if (value >= 0.0f && value <= kMaxShapeSize) return true;
    reportError({function, "rounding", value, "a rounding radius must be between 0 and 1e7"});
    return false;
}

bool checkData(const void* data, const char* function, const char* field) {
    if (data != nullptr) return true;
    reportError({function, field, 0.0, "a shape of this kind must point at its data"});
    return false;
}

bool validateHull(const Shape& s, const char* function) {
    if (!checkData(s.data, function, "hull")) return false;
    if (s.hull->vertices.count() < 4 || s.hull->faces.count() < 4) {
        reportError({function, "hull", static_cast<double>(s.hull->vertices.count()),
                     "the hull is empty; buildHull reported why"});
        return false;
    }
    return checkRounding(s.rounding, function);
}

// Builders return empty data when they refuse their input.
template <class Data> bool validateData(const Data* data, const char* function, const char* field) {
    if (!checkData(data, function, field)) return false;
    if (!data->empty()) return true;
    reportError({function, field, 0.0, "the data is empty; its builder reported why"});
    return false;
}

} // namespace

bool validate(const Shape& s, const char* function) {
    switch (s.kind) {
    case ShapeKind::Sphere: return checkSize(s.rounding, function, "radius");
    case ShapeKind::Capsule:
        return checkSize(s.rounding, function, "radius") && checkSize(s.size.y, function, "halfHeight");
    case ShapeKind::Box:
        return checkSize(s.size.x, function, "halfExtents.x") && checkSize(s.size.y, function, "halfExtents.y") &&
               checkSize(s.size.z, function, "halfExtents.z") && checkRounding(s.rounding, function);
    case ShapeKind::Cylinder:
    case ShapeKind::Cone:
        return checkSize(s.size.x, function, "radius") && checkSize(s.size.y, function, "halfHeight") &&
               checkRounding(s.rounding, function);
    case ShapeKind::Hull: return validateHull(s, function);
    case ShapeKind::Plane: return true;
    case ShapeKind::Mesh: return validateData(s.mesh, function, "mesh");
    case ShapeKind::HeightField: return validateData(s.field, function, "field");
    case ShapeKind::Compound: return validateData(s.compound, function, "compound");
    }
    reportError({function, "kind", static_cast<double>(s.kind), "not a shape kind"});
    return false;
}

namespace {

Aabb turnedBox(const Aabb& box, const Transform& pose) {
    const Vec3 c = transformPoint(pose, center(box)), e = turnedExtents(toMatrix(pose.q), extents(box));
    return {c - e, c + e};
}

Aabb hullBox(const Hull& hull, const Transform& pose) {
    const Mat33 r = toMatrix(pose.q);
    Vec3 lower = r * hull.vertices[0], upper = lower;
    for (int i = 1; i < hull.vertices.count(); ++i) {
        const Vec3 v = r * hull.vertices[i];
        lower = min(lower, v);
        upper = max(upper, v);
    }
    return {lower + pose.p, upper + pose.p};
}

// The half-space below `normal` through p ends along an axis only where its normal is that axis.
Aabb planeBox(const Transform& pose) {
    const Vec3 n = rotate(pose.q, Vec3{0, 1, 0});
    Aabb box{{-kHuge, -kHuge, -kHuge}, {kHuge, kHuge, kHuge}};
    if (n.y == 0.0f && n.z == 0.0f) (n.x > 0.0f ? box.upper.x : box.lower.x) = pose.p.x;
    if (n.x == 0.0f && n.z == 0.0f) (n.y > 0.0f ? box.upper.y : box.lower.y) = pose.p.y;
    if (n.x == 0.0f && n.y == 0.0f) (n.z > 0.0f ? box.upper.z : box.lower.z) = pose.p.z;
    return box;
}

} // namespace

Aabb computeAabb(const Shape& s, const Transform& pose) {
    Vec3 e;
    if (symmetricExtents(s, pose.q, e)) return inflate(Aabb{pose.p - e, pose.p + e}, s.rounding);
    switch (s.kind) {
    case ShapeKind::Sphere:
    case ShapeKind::Capsule:
    case ShapeKind::Box:
    case ShapeKind::Cylinder: break; // above
    case ShapeKind::Cone: {
        const Vec3 a = rotate(pose.q, Vec3{0, 1, 0});
        const Vec3 apex = s.size.y * a, disc = discExtents(a, s.size.x);
        return inflate(Aabb{pose.p + min(apex, -apex - disc), pose.p + max(apex, -apex + disc)}, s.rounding);
    }
    case ShapeKind::Hull: return inflate(hullBox(*s.hull, pose), s.rounding);
    case ShapeKind::Plane: return planeBox(pose);
    case ShapeKind::Mesh: return turnedBox(s.mesh->bounds, pose);
    case ShapeKind::HeightField: return turnedBox(s.field->bounds, pose);
    case ShapeKind::Compound: return turnedBox(s.compound->bounds, pose);
    }
    return {pose.p, pose.p};
}

} // namespace cairn
