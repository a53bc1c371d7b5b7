// Mass, centre of mass and inertia of solids: exact formulas, rounding included, evaluated in double.
#pragma once

#include <cairn/math.h>
#include <cairn/shapes.h>

#include <span>

namespace cairn {

struct MassProperties {
    float mass = 0.0f;   // kg; 0 when the call was refused
    Vec3 center = kZero; // of mass, in the shape's frame
    Sym33 inertia = {};  // about the centre, along the axes of the shape's frame, kg m^2
};

// Every closed kind: convex shapes with any rounding, compounds (children may overlap: each counts in full), and meshes
// without a boundary. Refused, with a reported error: density not positive, planes, height fields, open meshes.
MassProperties massProperties(const Shape& shape, float density);

// The solid inside a closed surface of triangles, counter-clockwise from outside, three indices each. Corners at equal
// positions are the same corner. Refused when an edge lacks its opposite, or when the surface encloses no volume or
// faces inwards.
MassProperties massOfTriangles(std::span<const Vec3> positions, std::span<const uint32_t> indices, float density);

// The same solid placed elsewhere.
MassProperties transformMass(const Transform& pose, const MassProperties& mass);
// Several solids as one body.
MassProperties combineMass(std::span<const MassProperties> parts);
// Inertia about a point at `offset` from the centre of mass (parallel axis theorem).
Sym33 shiftInertia(const Sym33& inertia, float mass, Vec3 offset);

// inertia = R diag(moments) R^T with R the rotation's matrix.
struct PrincipalInertia {
    Vec3 moments = kZero;
    Quat rotation = kIdentityQuat;
};
// Cyclic Jacobi rotations in double. A diagonal inertia keeps its axes.
PrincipalInertia principalInertia(const Sym33& inertia);

} // namespace cairn
