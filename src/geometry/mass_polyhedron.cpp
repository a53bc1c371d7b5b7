// Mass of polyhedra by signed tetrahedra from a point inside.
#include "geometry/mass_polyhedron.h"

#include <cairn/shapes.h>

namespace cairn {

namespace {

Sym33T<double> outer(DVec3 a) { return {a.x * a.x, a.y * a.y, a.z * a.z, a.x * a.y, a.x * a.z, a.y * a.z}; }

} // namespace

void addTetrahedron(MassIntegrals& sum, DVec3 a, DVec3 b, DVec3 c) {
    const double v = dot(a, cross(b, c)) / 6.0;
    const DVec3 s = a + b + c;
    sum.volume += v;
    sum.first += (v / 4.0) * s;
    sum.second = sum.second + (v / 20.0) * (outer(a) + outer(b) + outer(c) + outer(s));
}

void setMassOfHull(Hull& hull) {
    const DVec3 origin = toDouble(center(hull.bounds));
    const auto at = [&](int i) { return toDouble(hull.vertices[hull.faceVertices[i]]) - origin; };
    MassIntegrals sum;
    for (const HullFace& face : hull.faces) {
        const DVec3 a = at(face.firstVertex);
        for (int i = 1; i + 1 < face.vertexCount; ++i)
            addTetrahedron(sum, a, at(face.firstVertex + i), at(face.firstVertex + i + 1));
    }
    const DVec3 c = (1.0 / sum.volume) * sum.first;
    const Sym33T<double> m = sum.second - sum.volume * outer(c);
    hull.volume = static_cast<float>(sum.volume);
    hull.centroid = toFloat(origin + c);
    hull.inertia = {static_cast<float>(m.yy + m.zz), static_cast<float>(m.xx + m.zz), static_cast<float>(m.xx + m.yy),
                    static_cast<float>(-m.xy),       static_cast<float>(-m.xz),       static_cast<float>(-m.yz)};
    hull.innerRadius = kHuge;
    for (const HullPlane& plane : hull.planes)
        hull.innerRadius = min(hull.innerRadius, plane.offset - dot(plane.normal, hull.centroid));
}

} // namespace cairn
