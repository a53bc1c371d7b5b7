// A ray prepared for triangle tests, and the test for one triangle. The derivation is in triangle_ray.inl.
#pragma once

#include <cairn/math.h>

namespace cairn {

struct TriangleRay {
    int axis[3];     // x, y, z of the sheared frame are these axes; z is the longest of the direction
    float origin[3]; // permuted
    float shear[3];  // dx / dz, dy / dz, 1 / dz
};

// False for a direction too short to have one.
inline bool makeTriangleRay(Vec3 origin, Vec3 direction, TriangleRay& out) {
    const Vec3 d = abs(direction);
    const float longest = maxComponent(d);
    if (!(longest > 1e-25f && longest < 1e25f)) return false;
    int z = d.y > d.x ? 1 : 0;
    if (d.z > component(d, z)) z = 2;
    int x = (z + 1) % 3, y = (z + 2) % 3;
    const float dz = component(direction, z);
    if (dz < 0.0f) { // keeps the winding
        const int old = x;
        x = y;
        y = old;
    }
    out = {{x, y, z},
           {component(origin, x), component(origin, y), component(origin, z)},
           {component(direction, x) / dz, component(direction, y) / dz, 1.0f / dz}};
    return true;
}

#include "geometry/triangle_ray.inl"

inline TriangleRayHit<float> crossTriangle(const TriangleRay& ray, Vec3 a, Vec3 b, Vec3 c) {
    const auto permute = [&](Vec3 p, float(&out)[3]) {
        for (int k = 0; k < 3; ++k) out[k] = component(p, ray.axis[k]);
    };
    float pa[3], pb[3], pc[3];
    permute(a, pa), permute(b, pb), permute(c, pc);
    return crossTriangle<float>(ray, pa, pb, pc);
}

} // namespace cairn
