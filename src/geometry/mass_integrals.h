// Integrals of 1, x and x x^T over solids, in double: what every mass formula adds up.
#pragma once

#include <cairn/array.h>
#include <cairn/hull.h>
#include <cairn/mass.h>

namespace cairn {

using DSym33 = Sym33T<double>;

struct MassIntegrals {
    double volume = 0;
    DVec3 first{0, 0, 0};            // of x
    DSym33 second{0, 0, 0, 0, 0, 0}; // of x x^T
};

inline DSym33 outer(DVec3 a) { return {a.x * a.x, a.y * a.y, a.z * a.z, a.x * a.y, a.x * a.z, a.y * a.z}; }
// a b^T + b a^T
inline DSym33 outerSum(DVec3 a, DVec3 b) {
    return {2 * a.x * b.x,         2 * a.y * b.y,         2 * a.z * b.z,
            a.x * b.y + a.y * b.x, a.x * b.z + a.z * b.x, a.y * b.z + a.z * b.y};
}

// Adds the tetrahedron of the origin and a triangle, signed by the triangle's orientation.
//   V = a . (b x c) / 6,  integral of x = V s / 4 with s = a + b + c,
//   integral of x x^T = V / 20 (a a^T + b b^T + c c^T + s s^T).
void addTetrahedron(MassIntegrals& sum, DVec3 a, DVec3 b, DVec3 c);

// Sets centroid, volume, inertia, innerRadius and edgeCosine from vertices, planes, faces and edges.
void setMassOfHull(Hull& hull);

// Adds what lies within `rounding` outside a hull, with positions relative to `origin`.
void addHullRounding(MassIntegrals& sum, const Hull& hull, DVec3 origin, double rounding);
// A hull with its rounding, relative to `origin`.
MassIntegrals integrateHull(const Hull& hull, DVec3 origin, double rounding);
MassIntegrals integrateBox(DVec3 halfExtents, double rounding);

// A solid of revolution about y: its outline in the half plane (radius, y) runs upwards through pieces.
void addFrustum(MassIntegrals& sum, double radius0, double y0, double radius1, double y1);
// The arc about (centerRadius, centerY) from the unit direction (cos0, sin0) to (cos1, sin1), counter-clockwise, both
// within the right half (cos >= 0).
void addArc(MassIntegrals& sum, double centerRadius, double centerY, double radius, double cos0, double sin0,
            double cos1, double sin1);
MassIntegrals integrateRound(const Shape& shape);

// The integrals of a solid placed by a pose.
MassIntegrals transformIntegrals(const Transform& pose, const MassIntegrals& m);
// Mass, centre and inertia; the frame of the integrals has its origin at `origin`.
MassProperties toMassProperties(const MassIntegrals& m, DVec3 origin, float density);

// The angle between unit vectors whose cross product has length `sine` and whose dot product is `cosine`; 0 to pi.
// From sums, products and roots alone, good to 1e-15.
double angleFrom(double sine, double cosine);
// The same in the whole circle, sign of `sine`, for any scale.
double signedAngle(double sine, double cosine);

inline constexpr double kPiDouble = 3.14159265358979323846;

} // namespace cairn
