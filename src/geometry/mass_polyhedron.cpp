// Mass of polyhedra by signed tetrahedra from a point inside.
#include "geometry/mass_integrals.h"

#include <cairn/shapes.h>

namespace cairn {

void addTetrahedron(MassIntegrals& sum, DVec3 a, DVec3 b, DVec3 c) {
    const double v = dot(a, cross(b, c)) / 6.0;
    const DVec3 s = a + b + c;
    sum.volume += v;
    sum.first += (v / 4.0) * s;
    sum.second = sum.second + (v / 20.0) * (outer(a) + outer(b) + outer(c) + outer(s));
}

MassIntegrals integrateHull(const Hull& hull, DVec3 origin, double rounding) {
    const auto at = [&](int i) { return toDouble(hull.vertices[hull.faceVertices[i]]) - origin; };
    MassIntegrals sum;
    for (const HullFace& face : hull.faces) {
        const DVec3 a = at(face.firstVertex);
        for (int i = 1; i + 1 < face.vertexCount; ++i)
            addTetrahedron(sum, a, at(face.firstVertex + i), at(face.firstVertex + i + 1));
    }
    if (rounding > 0) addHullRounding(sum, hull, origin, rounding);
    return sum;
}

void setMassOfHull(Hull& hull) {
    const DVec3 origin = toDouble(center(hull.bounds));
    const MassIntegrals sum = integrateHull(hull, origin, 0.0);
    const MassProperties m = toMassProperties(sum, origin, 1.0f);
    hull.volume = m.mass;
    hull.centroid = m.center;
    hull.inertia = m.inertia;
    hull.innerRadius = kHuge;
    for (const HullPlane& plane : hull.planes)
        hull.innerRadius = min(hull.innerRadius, plane.offset - dot(plane.normal, hull.centroid));
    hull.edgeCosine = 1.0f;
    for (int e = 0; e + 1 < hull.edges.count(); e += 2) {
        const HullPlane &left = hull.planes[hull.edges[e].face], &right = hull.planes[hull.edges[e + 1].face];
        hull.edgeCosine = min(hull.edgeCosine, dot(left.normal, right.normal));
    }
}

} // namespace cairn
