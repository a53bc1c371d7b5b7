// Shadows: the depth of the scene as the sun sees it.
#pragma once

#include "apps/cairn/render_scene.h"

namespace cairn::app {

class ShadowMap {
public:
    // `toSun` is a unit vector. `region` is the part of the world whose shadows matter.
    ShadowMap(const RenderScene& scene, Vec3 toSun, const Aabb& region);
    // Share of sunlight that reaches a point, 0..1, with a soft edge; `turn` varies the sampling from pixel to pixel.
    float light(Vec3 point, Vec3 normal, float turn) const;

private:
    static constexpr int kSize = 3072;
    Vec3 toMap(Vec3 point) const; // pixels and depth towards the sun

    Mat33 m_axes; // right, up, towards the sun
    Vec3 m_origin;
    float m_scale; // pixels per metre
    std::vector<float> m_depth;
};

} // namespace cairn::app
