// The point cloud of the hull builder, snapped to a grid on which orientation tests are exact.
//
// Every axis has its own power-of-two step, 2^26 steps across the cloud. Scaling an axis does not change which faces a
// hull has, and the step is finer than the float spacing of all but the points nearest the middle. Coordinates are
// integers held in doubles: differences fit 27 bits, components of a cross product 53 bits, so plane normals are exact,
// and the side of a plane on which a point lies is found by a double sum with an error bound, and by 64-bit integer
// arithmetic in the rare cases below the bound. Topology therefore never depends on rounding: the builder needs no
// tolerances to be correct, only to be economical.
#pragma once

#include <cairn/array.h>
#include <cairn/math.h>

#include <span>

namespace cairn {

struct HullCloud {
    std::span<const Vec3> points;
    Array<double> x, y, z;      // grid coordinates
    DVec3 step{1, 1, 1};        // metres per grid step
    DVec3 inverseStep{1, 1, 1}; // for normals: they scale with the inverse
    DVec3 middle{0, 0, 0};      // what was subtracted, in grid steps
    DVec3 extent{0, 0, 0};      // upper - lower of the cloud in metres
    DVec3 reach{0, 0, 0};       // largest |coordinate|
    double size = 0;            // the largest extent

    int count() const { return static_cast<int>(points.size()); }
    DVec3 grid(int i) const { return {x[i], y[i], z[i]}; }
    // Where the point is after snapping, metres; also exact in float.
    DVec3 snapped(int i) const { return mul(grid(i) + middle, step); }
};

// The points must be finite. Keeps a reference to them.
void makeCloud(std::span<const Vec3> points, HullCloud& cloud);

// A total order of points that does not depend on their position in the array.
inline bool comesBefore(Vec3 a, Vec3 b) {
    if (a.x != b.x) return a.x < b.x;
    if (a.y != b.y) return a.y < b.y;
    return a.z < b.z;
}

// Plane through three grid points, facing the side from which they run counter-clockwise.
struct GridPlane {
    DVec3 normal;    // exact, in grid units
    double offset;   // rounded
    double error;    // |height| above this has the right sign
    double toMetres; // times height: the distance in metres
    double height(double x, double y, double z) const { return normal.x * x + normal.y * y + normal.z * z - offset; }
};

GridPlane makePlane(const HullCloud& cloud, int a, int b, int c);
// The same for side tests alone: toMetres is left 0.
inline GridPlane makeSidePlane(const HullCloud& cloud, int a, int b, int c) {
    const DVec3 p = cloud.grid(a);
    const DVec3 n = cross(cloud.grid(b) - p, cloud.grid(c) - p);
    // Three products and two sums for the height, the same for the offset, one difference: at most 8 roundings of
    // 2^-53 of norm1 * 2^26, which bounds every intermediate.
    const double norm1 = abs(n.x) + abs(n.y) + abs(n.z);
    return {n, dot(n, p), norm1 * 0x1p-24, 0.0};
}

// The sign of dot(normal, q - p) for integer arguments, without rounding: 1, 0 or -1.
int exactSide(DVec3 normal, DVec3 p, DVec3 q);

// Strictly outside the plane through point `onPlane`.
inline bool isAbove(const HullCloud& cloud, const GridPlane& plane, int onPlane, int i) {
    const double h = plane.height(cloud.x[i], cloud.y[i], cloud.z[i]);
    if (h > plane.error) return true;
    if (h < -plane.error) return false;
    return exactSide(plane.normal, cloud.grid(onPlane), cloud.grid(i)) > 0;
}

// The unit normal of a grid plane in metres.
inline DVec3 metricNormal(const HullCloud& cloud, const GridPlane& plane) {
    const DVec3 n = mul(plane.normal, cloud.inverseStep);
    return (1.0 / length(n)) * n;
}

} // namespace cairn
