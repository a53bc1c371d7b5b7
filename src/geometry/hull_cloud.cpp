// Snapping a cloud to the exact grid, and the exact side test.
#include "geometry/hull_cloud.h"

#include <cmath>

namespace cairn {

namespace {

// Rounds to the nearest integer for |a| < 2^51.
double roundToInteger(double a) {
    constexpr double kMagic = 0x1.8p52;
    return (a + kMagic) - kMagic;
}

// The power of two that spans the extent in at most 2^26 steps.
double gridStep(double extent) {
    if (!(extent > 0.0)) return 1.0;
    int exponent = 0;
    std::frexp(extent, &exponent);
    return std::ldexp(1.0, exponent - 26);
}

} // namespace

void makeCloud(std::span<const Vec3> points, HullCloud& cloud) {
    const int count = static_cast<int>(points.size());
    Aabb box = kEmptyAabb;
    for (const Vec3 p : points) box = {min(box.lower, p), max(box.upper, p)};
    const DVec3 lower = toDouble(box.lower), upper = toDouble(box.upper);
    cloud.points = points;
    cloud.extent = upper - lower;
    cloud.reach = max(abs(lower), abs(upper));
    cloud.size = max(cloud.extent.x, max(cloud.extent.y, cloud.extent.z));
    cloud.step = {gridStep(cloud.extent.x), gridStep(cloud.extent.y), gridStep(cloud.extent.z)};
    const DVec3 s = cloud.inverseStep = {1.0 / cloud.step.x, 1.0 / cloud.step.y, 1.0 / cloud.step.z};
    // Snapping p / step to integers first, then moving by an integer centre, keeps coordinates that are whole multiples
    // of a power of two exact: lattices stay lattices.
    const DVec3 middle = mul(0.5 * (lower + upper), s);
    const DVec3 c = cloud.middle = {roundToInteger(middle.x), roundToInteger(middle.y), roundToInteger(middle.z)};
    cloud.x.resizeUninitialized(count);
    cloud.y.resizeUninitialized(count);
    cloud.z.resizeUninitialized(count);
    double *x = cloud.x.data(), *y = cloud.y.data(), *z = cloud.z.data();
    for (int i = 0; i < count; ++i) {
        const Vec3 p = points[static_cast<std::size_t>(i)];
        x[i] = roundToInteger(static_cast<double>(p.x) * s.x) - c.x;
        y[i] = roundToInteger(static_cast<double>(p.y) * s.y) - c.y;
        z[i] = roundToInteger(static_cast<double>(p.z) * s.z) - c.z;
    }
}

GridPlane makePlane(const HullCloud& cloud, int a, int b, int c) {
    GridPlane plane = makeSidePlane(cloud, a, b, c);
    const double metres = length(mul(plane.normal, cloud.inverseStep));
    plane.toMetres = metres > 0.0 ? 1.0 / metres : 0.0;
    return plane;
}

int exactSide(DVec3 normal, DVec3 p, DVec3 q) {
    const DVec3 d = q - p;
    const double n[3] = {normal.x, normal.y, normal.z}, e[3] = {d.x, d.y, d.z};
    // normal = high * 2^24 + low with |high| < 2^30 and 0 <= low < 2^24: both sums of products fit 64 bits.
    int64_t high = 0, low = 0;
    for (int i = 0; i < 3; ++i) {
        const int64_t ni = static_cast<int64_t>(n[i]), ei = static_cast<int64_t>(e[i]);
        high += (ni >> 24) * ei;
        low += (ni & 0xFFFFFF) * ei;
    }
    high += low >> 24;
    low &= 0xFFFFFF;
    return high > 0 || (high == 0 && low > 0) ? 1 : (high < 0 ? -1 : 0);
}

} // namespace cairn
