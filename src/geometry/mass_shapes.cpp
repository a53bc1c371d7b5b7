// massProperties: one formula per shape kind.
#include "geometry/mass_integrals.h"

#include <cairn/compound.h>
#include <cairn/error.h>
#include <cairn/hull.h>
#include <cairn/mesh.h>

namespace cairn {

namespace {

constexpr const char* kFunction = "massProperties";

// Integrals of a convex shape in its frame, relative to `origin`, which the function picks.
MassIntegrals integrateConvex(const Shape& shape, DVec3& origin) {
    origin = {0, 0, 0};
    if (shape.kind == ShapeKind::Box) return integrateBox(toDouble(shape.size), shape.rounding);
    if (shape.kind != ShapeKind::Hull) return integrateRound(shape);
    origin = toDouble(shape.hull->centroid);
    return integrateHull(*shape.hull, origin, shape.rounding);
}

MassProperties ofMesh(const Mesh& mesh, float density) {
    Array<uint32_t> indices;
    indices.reserve(3 * mesh.triangles.count());
    for (const MeshTriangle& t : mesh.triangles)
        for (const uint32_t v : t.vertex) indices.push(v);
    return massOfTriangles(mesh.vertices, indices, density);
}

MassProperties ofCompound(const Compound& compound, float density) {
    Array<MassProperties> parts;
    for (const CompoundChild& child : compound.children) {
        DVec3 origin;
        const MassIntegrals m = integrateConvex(child.shape, origin);
        parts.push(transformMass(child.pose, toMassProperties(m, origin, density)));
    }
    return combineMass(parts);
}

} // namespace

MassProperties massProperties(const Shape& shape, float density) {
    if (!(density > 0.0f) || !isFinite(density)) {
        reportError({kFunction, "density", static_cast<double>(density), "must be positive and finite"});
        return {};
    }
    if (shape.kind == ShapeKind::Plane || shape.kind == ShapeKind::HeightField) {
        reportError(
            {kFunction, "shape", static_cast<double>(shape.kind), "planes and height fields have no inside to weigh"});
        return {};
    }
    if (!validate(shape, kFunction)) return {};
    MassProperties result;
    if (shape.kind == ShapeKind::Mesh) {
        result = ofMesh(*shape.mesh, density);
        if (result.mass == 0.0f) return {};
    } else if (shape.kind == ShapeKind::Compound) {
        result = ofCompound(*shape.compound, density);
    } else {
        DVec3 origin;
        const MassIntegrals m = integrateConvex(shape, origin);
        result = toMassProperties(m, origin, density);
    }
    const Sym33& i = result.inertia;
    const bool fits = result.mass > 0.0f && isFinite(result.mass) && isFinite(result.center) &&
                      isFinite(Vec3{i.xx, i.yy, i.zz}) && isFinite(Vec3{i.xy, i.xz, i.yz}) && i.xx > 0.0f &&
                      i.yy > 0.0f && i.zz > 0.0f;
    if (fits) return result;
    reportError({kFunction, "shape", static_cast<double>(result.mass),
                 "mass or inertia does not fit a float: the shape is too large or too small"});
    return {};
}

} // namespace cairn
