// A map of 3072 x 3072 depths, looked up at twelve places per point.
#include "apps/cairn/shadow_map.h"

#include "apps/cairn/raster.h"

namespace cairn::app {

ShadowMap::ShadowMap(const RenderScene& scene, Vec3 toSun, const Aabb& region)
    : m_depth(static_cast<std::size_t>(kSize) * kSize, -1e30f) {
    const Vec3 right = perpendicular(toSun);
    m_axes = {right, cross(toSun, right), toSun};
    // The smallest square around the region as the sun sees it.
    Vec3 lower{1e30f, 1e30f, 1e30f}, upper{-1e30f, -1e30f, -1e30f};
    for (int k = 0; k < 8; ++k) {
        const Vec3 corner{k & 1 ? region.upper.x : region.lower.x, k & 2 ? region.upper.y : region.lower.y,
                          k & 4 ? region.upper.z : region.lower.z};
        const Vec3 p = mulTransposed(m_axes, corner);
        lower = min(lower, p);
        upper = max(upper, p);
    }
    m_origin = lower;
    m_scale = static_cast<float>(kSize) / max(1e-3f, max(upper.x - lower.x, upper.y - lower.y));

    std::vector<ScreenPoint> points;
    for (const Instance& instance : scene.instances) {
        if (instance.floor && instance.bounds.upper.y < region.lower.y + 0.01f) continue; // only receives
        points.clear();
        for (const Vec3 p : instance.mesh->positions) {
            const Vec3 m = toMap(placed(instance, p));
            points.push_back({m.x, -m.y + static_cast<float>(kSize), m.z});
        }
        const std::vector<uint32_t>& index = instance.mesh->indices;
        for (std::size_t i = 0; i + 2 < index.size(); i += 3)
            fillTriangle(points[index[i]], points[index[i + 1]], points[index[i + 2]], kSize, kSize,
                         [&](int pixel, float depth, float, float, float) {
                             float& stored = m_depth[static_cast<std::size_t>(pixel)];
                             stored = std::max(stored, depth);
                         });
    }
}

Vec3 ShadowMap::toMap(Vec3 point) const {
    const Vec3 p = mulTransposed(m_axes, point);
    return {(p.x - m_origin.x) * m_scale, (p.y - m_origin.y) * m_scale, p.z};
}

float ShadowMap::light(Vec3 point, Vec3 normal, float turn) const {
    constexpr int kTaps = 12;
    const float texel = 1.0f / m_scale;
    const Vec3 p = toMap(point + (1.5f * texel) * normal);
    const float bias = 1.2f * texel;
    int lit = 0;
    for (int i = 0; i < kTaps; ++i) {
        // A spiral of the golden angle covers a disc evenly.
        const float r = 2.4f * std::sqrt((static_cast<float>(i) + 0.5f) / kTaps);
        const SinCos a = sinCos(turn + 2.39996f * static_cast<float>(i));
        const int x = static_cast<int>(std::floor(p.x + r * a.cos));
        const int y = static_cast<int>(std::floor(static_cast<float>(kSize) - p.y + r * a.sin));
        const bool inside = x >= 0 && y >= 0 && x < kSize && y < kSize;
        lit += !inside || m_depth[static_cast<std::size_t>(y * kSize + x)] <= p.z + bias;
    }
    return static_cast<float>(lit) / kTaps;
}

} // namespace cairn::app
