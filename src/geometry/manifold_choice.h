// Which four points of a contact patch that is tilted.
//
// A patch that is tilted by less than half a degree counts as flat: the four that span it are the choice, whatever
// their depth, so that rocking does not change it. In a patch that is tilted by more the load is on the low side. A
// point that is left out there is one that the body sinks on until the next choice finds it, and drops another: bodies
// shook for ever so. There the lowest point comes first, and each of the others is the one that adds most to those
// before, where what is higher than flat counts as nearer by many times the height; up to a part of the patch's width,
// so that what is sunk in deep is still held on all sides.
#pragma once

#include <cairn/shapes.h>

namespace cairn {

inline constexpr float kDirectionTurn = 0.4f;
inline constexpr float kTilt = 0.009f;

#include "geometry/manifold_tilt.inl"

// Indices into `points`, which have u, v and separation; returns how many.
template <class Point> int chooseTilted(const Point* points, int count, float width, int (&chosen)[4]) {
    int lowest = 0;
    for (int i = 1; i < count; ++i) lowest = points[i].separation < points[lowest].separation ? i : lowest;
    const float ground = points[lowest].separation;
    const auto cost = [&](const Point& p) { return min(50.0f * (p.separation - ground), 0.75f * width); };

    int n = 0;
    chosen[n++] = lowest;
    // The one that adds most, if any adds something.
    const auto add = [&](auto gain) {
        int best = -1;
        float most = -kHuge;
        for (int i = 0; i < count; ++i) {
            const float g = gain(points[i]), score = g > 0.0f ? g - cost(points[i]) : -kHuge;
            best = score > most ? i : best, most = max(score, most);
        }
        if (best >= 0) chosen[n++] = best;
        return best >= 0;
    };
    const Point& p = points[lowest];
    const auto far = [&](const Point& x) { return sqrt((x.u - p.u) * (x.u - p.u) + (x.v - p.v) * (x.v - p.v)); };
    if (!add(far)) return n;
    // Distance to the left of the line from a to b.
    const auto left = [](const Point& a, const Point& b, const Point& x) {
        const float u = b.u - a.u, v = b.v - a.v;
        return (u * (x.v - a.v) - v * (x.u - a.u)) / sqrt(u * u + v * v);
    };
    const Point& q = points[chosen[1]];
    if (!add([&](const Point& x) { return abs(left(p, q, x)); })) return n;
    const Point& r = points[chosen[2]];
    const float out = left(p, q, r) > 0.0f ? -1.0f : 1.0f;
    add([&](const Point& x) { return max(out * left(p, q, x), max(out * left(q, r, x), out * left(r, p, x))); });
    return n;
}

} // namespace cairn
