// Mass integrals of polyhedra in double precision.
#pragma once

#include <cairn/hull.h>

namespace cairn {

// Integrals of 1, x and x x^T over a solid.
struct MassIntegrals {
    double volume = 0;
    DVec3 first{0, 0, 0};                    // of x
    Sym33T<double> second{0, 0, 0, 0, 0, 0}; // of x x^T
};

// Adds the tetrahedron of the origin and a triangle, signed by the triangle's orientation.
//   V = a . (b x c) / 6,  integral of x = V s / 4 with s = a + b + c,
//   integral of x x^T = V / 20 (a a^T + b b^T + c c^T + s s^T).
void addTetrahedron(MassIntegrals& sum, DVec3 a, DVec3 b, DVec3 c);

// Sets centroid, volume, inertia and innerRadius from vertices, planes and faces.
void setMassOfHull(Hull& hull);

} // namespace cairn
