// The heart of the software renderer: fills triangles. Shadow map and view share it.
#pragma once

#include <cairn/math.h>

#include <algorithm>
#include <cmath>

namespace cairn::app {

struct ScreenPoint {
    float x, y;  // pixels, y down
    float depth; // whatever interpolates linearly on the screen
};

// Calls fn(pixel, depth, u, v, w) for every pixel centre inside the triangle; u, v, w weigh the corners. Triangles that
// turn their back (clockwise on the screen, y down, is front) are skipped.
template <class Fn>
void fillTriangle(const ScreenPoint& a, const ScreenPoint& b, const ScreenPoint& c, int width, int height, Fn&& fn) {
    const float area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (!(area < 0.0f)) return;
    const auto limit = [](float v, int upper) {
        return static_cast<int>(std::clamp(v, 0.0f, static_cast<float>(upper)));
    };
    const int x0 = limit(std::floor(std::min({a.x, b.x, c.x})), width),
              x1 = limit(std::ceil(std::max({a.x, b.x, c.x})), width);
    const int y0 = limit(std::floor(std::min({a.y, b.y, c.y})), height),
              y1 = limit(std::ceil(std::max({a.y, b.y, c.y})), height);
    const float scale = 1.0f / area;
    // Weights are linear over the screen: u = cross(c - b, p - b) / area, v = cross(a - c, p - c) / area.
    const float ux = (b.y - c.y) * scale, uy = (c.x - b.x) * scale;
    const float vx = (c.y - a.y) * scale, vy = (a.x - c.x) * scale;
    for (int y = y0; y < y1; ++y) {
        const float py = static_cast<float>(y) + 0.5f;
        for (int x = x0; x < x1; ++x) {
            const float px = static_cast<float>(x) + 0.5f;
            const float u = ux * (px - b.x) + uy * (py - b.y);
            const float v = vx * (px - c.x) + vy * (py - c.y);
            const float w = 1.0f - u - v;
            if (u < 0.0f || v < 0.0f || w < 0.0f) continue;
            fn(y * width + x, u * a.depth + v * b.depth + w * c.depth, u, v, w);
        }
    }
}

} // namespace cairn::app
