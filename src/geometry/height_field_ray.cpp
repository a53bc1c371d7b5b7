// Closest ray cast against a height field: down the pyramid of height ranges, nearest quarter first.
//
// A node is a square of 2^level cells; its box is the square times its height range. Boxes are grown as for meshes (see
// mesh_ray.cpp), the triangle test is the same one, and the least (fraction, triangle) wins.
#include "geometry/height_field.h"
#include "geometry/mesh_ray.h"
#include "geometry/triangle_ray.h"

namespace cairn {
namespace {

struct FieldRay {
    Vec3 origin, inverse;
    float slack;
};

FieldRay makeFieldRay(const SurfaceRay& ray, const Aabb& bounds) {
    const Vec3 reach = max(abs(bounds.lower - ray.origin), abs(bounds.upper - ray.origin));
    // A zero direction gets a huge inverse instead of infinity: 0 * infinity would be NaN.
    const auto invert = [](float d) { return 1.0f / (abs(d) > 1e-30f ? d : (d >= 0.0f ? 1e-30f : -1e-30f)); };
    const Vec3 d = ray.translation;
    return {ray.origin, {invert(d.x), invert(d.y), invert(d.z)}, 1e-6f * maxComponent(reach)};
}

bool crossBox(const FieldRay& ray, const Aabb& box, float limit, float& enter) {
    const Vec3 slack{ray.slack, ray.slack, ray.slack};
    const Vec3 a = mul(box.lower - slack - ray.origin, ray.inverse),
               b = mul(box.upper + slack - ray.origin, ray.inverse);
    enter = max(maxComponent(min(a, b)), 0.0f);
    return enter <= min(minComponent(max(a, b)), limit);
}

struct Entry {
    float enter;
    int level, column, row;
};

} // namespace

bool castRayHeightField(const HeightField& f, const SurfaceRay& input, SurfaceHit& out) {
    TriangleRay ray;
    if (f.empty() || !makeTriangleRay(input.origin, input.translation, ray)) return false;
    const FieldRay box = makeFieldRay(input, f.bounds);
    float best = input.maxFraction;
    uint32_t bestTriangle = 0xffffffffu;
    bool back = false;

    Entry stack[3 * kHeightFieldMaxLevels + 1];
    int top = 0;
    stack[top++] = {0.0f, f.levelCount - 1, 0, 0};
    while (top > 0) {
        const Entry e = stack[--top];
        if (e.enter > best) continue;
        if (e.level == 0) {
            for (int half = 0; half < 2; ++half) {
                const FieldTriangle t = fieldTriangle(f, e.column, e.row, half);
                const TriangleRayHit<float> hit = crossTriangle(ray, t.corner[0], t.corner[1], t.corner[2]);
                if (!(hit.inside > 0.0f && hit.t >= 0.0f && hit.t <= best)) continue;
                if (!input.backFaces && !(hit.det > 0.0f)) continue;
                const uint32_t triangle = static_cast<uint32_t>(2 * (e.row * f.cellColumns() + e.column) + half);
                if (hit.t < best || triangle < bestTriangle) {
                    best = hit.t;
                    bestTriangle = triangle;
                    back = hit.det < 0.0f;
                }
            }
            continue;
        }
        const int level = e.level - 1, bottom = top;
        for (int k = 0; k < 4; ++k) {
            const int c = 2 * e.column + (k & 1), r = 2 * e.row + (k >> 1);
            if (c >= f.levelColumns[level] || r >= f.levelRows[level]) continue;
            const Aabb b = fieldNodeBox(f, level, c, r);
            float enter;
            if (b.lower.y > b.upper.y || !crossBox(box, b, best, enter)) continue;
            int at = top++;
            for (; at > bottom && stack[at - 1].enter < enter; --at) stack[at] = stack[at - 1];
            stack[at] = {enter, level, c, r};
        }
    }
    if (bestTriangle == 0xffffffffu) return false;
    const int cell = static_cast<int>(bestTriangle / 2), half = static_cast<int>(bestTriangle & 1u);
    const Vec3 n = fieldNormal(f, fieldTriangle(f, cell % f.cellColumns(), cell / f.cellColumns(), half), half);
    out = {best, back ? -n : n, bestTriangle, back};
    return true;
}

} // namespace cairn
