// Closest point on a triangle: the nearest of its three sides, or the foot of the perpendicular where that is inside.
#include "geometry/mesh_closest.h"

namespace cairn {
namespace {

Vec3 closestOnSegment(Vec3 a, Vec3 b, Vec3 p) {
    const Vec3 ab = b - a;
    const float l2 = lengthSquared(ab);
    return l2 > 0.0f ? a + clamp(dot(p - a, ab) / l2, 0.0f, 1.0f) * ab : a;
}

} // namespace

Vec3 closestOnTriangle(const Vec3 (&corner)[3], Vec3 p) {
    const Vec3 n = cross(corner[1] - corner[0], corner[2] - corner[0]);
    bool inside = true;
    Vec3 best = corner[0];
    float least = std::numeric_limits<float>::max();
    for (int k = 0; k < 3; ++k) {
        const Vec3 a = corner[k], b = corner[(k + 1) % 3];
        if (dot(cross(n, b - a), p - a) >= 0.0f) continue; // on the inner side of this edge
        inside = false;
        const Vec3 q = closestOnSegment(a, b, p);
        const float d = distanceSquared(p, q);
        if (d < least) least = d, best = q;
    }
    if (!inside) return best;
    const float n2 = lengthSquared(n);
    return n2 > 0.0f ? p - (dot(n, p - corner[0]) / n2) * n : corner[0];
}

} // namespace cairn
