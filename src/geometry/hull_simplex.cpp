// The first tetrahedron of quickhull, and the verdict on clouds that have none.
#include "geometry/hull_quick.h"

namespace cairn {

namespace {

// Keeps the largest value seen; equal values are decided by position, so that the order of the points does not matter.
struct Largest {
    const HullCloud& cloud;
    int index = -1;
    double value = 0;
    void offer(int i, double v) {
        if (index >= 0 && v < value) return;
        if (index >= 0 && v == value &&
            !comesBefore(cloud.points[static_cast<std::size_t>(i)], cloud.points[static_cast<std::size_t>(index)]))
            return;
        index = i;
        value = v;
    }
};

} // namespace

HullStatus findSimplex(const HullCloud& cloud, HullSimplex& simplex) {
    const int count = cloud.count();
    const auto metric = [&](int i) { return mul(cloud.grid(i), cloud.step); };

    Largest extreme[6] = {{cloud}, {cloud}, {cloud}, {cloud}, {cloud}, {cloud}};
    for (int i = 0; i < count; ++i) {
        extreme[0].offer(i, cloud.x[i]);
        extreme[1].offer(i, -cloud.x[i]);
        extreme[2].offer(i, cloud.y[i]);
        extreme[3].offer(i, -cloud.y[i]);
        extreme[4].offer(i, cloud.z[i]);
        extreme[5].offer(i, -cloud.z[i]);
    }
    int a = -1, b = -1;
    double longest = 0;
    for (int i = 0; i < 6; ++i) {
        for (int j = i + 1; j < 6; ++j) {
            const double d = distanceSquared(metric(extreme[i].index), metric(extreme[j].index));
            if (d > longest) {
                longest = d;
                a = extreme[i].index;
                b = extreme[j].index;
            }
        }
    }
    if (a < 0) return HullStatus::Coincident;

    // What rounding of the caller's coordinates, and of his arithmetic before it, does along a direction: a width below
    // this is noise.
    const auto noise = [&](DVec3 direction) {
        return 0x1p-24 * dot(abs(direction), 16.0 * cloud.extent + 2.0 * cloud.reach);
    };

    const DVec3 pa = metric(a), axis = (1.0 / sqrt(longest)) * (metric(b) - pa);
    Largest third{cloud};
    for (int i = 0; i < count; ++i) third.offer(i, lengthSquared(cross(axis, metric(i) - pa)));
    const int c = third.index;
    const DVec3 side = metric(c) - pa - dot(axis, metric(c) - pa) * axis;
    const double width = length(side);
    if (!(width > 0) || width < noise((1.0 / width) * side)) return HullStatus::Collinear;

    GridPlane plane = makePlane(cloud, a, b, c);
    if (!(plane.toMetres > 0)) return HullStatus::Collinear;
    Largest fourth{cloud};
    for (int i = 0; i < count; ++i) fourth.offer(i, abs(plane.height(cloud.x[i], cloud.y[i], cloud.z[i])));
    const int d = fourth.index;
    simplex.thickness = fourth.value * plane.toMetres;
    const int sign = exactSide(plane.normal, cloud.grid(a), cloud.grid(d));
    if (sign == 0 || simplex.thickness < noise(metricNormal(cloud, plane))) return HullStatus::Flat;
    simplex.point[0] = a;
    simplex.point[1] = sign > 0 ? c : b;
    simplex.point[2] = sign > 0 ? b : c;
    simplex.point[3] = d;
    return HullStatus::Ok;
}

} // namespace cairn
