// Which four points of a contact patch.
//
// In a flat patch of boxes, points that were chosen last time stay while they are there and others are better by
// little: a solver finds the impulse of a point by its name. Not so in tilted ones, where 5 % of the width kept a lower
// point out for up to 1 mm; nor in those of hulls, whose corners differ in height. Rocks shook on corners that took
// turns: after 8 s 18 of 96 piles of 729 rocks had one that did, where 3 have without.
//
// A patch that is tilted by less than half a degree counts as flat: the four that span it are the choice, whatever
// their depth, so that rocking does not change it. In a patch that is tilted by more the load is on the low side. A
// point that is left out there is one that the body sinks on until the next choice finds it, and drops another: bodies
// shook for ever so. There the lowest point comes first, and each of the others is the one that adds most to those
// before, where what is higher than flat counts as nearer by many times the height; up to a part of the patch's width,
// so that what is sunk in deep is still held on all sides.
#pragma once

#include "geometry/manifold_internal.h"

#include <bit>

namespace cairn {

inline constexpr float kDirectionTurn = 0.4f;
inline constexpr float kTilt = 0.009f;

#include "geometry/manifold_tilt.inl"

// What a point of last time has ahead of others, as a share of the patch's width.
inline constexpr float kKeepShare = 0.05f;

// The farthest points in four directions may be fewer than four: whether an earlier one is the same.
inline bool isRepeated(const int (&chosen)[4], int k) {
    bool repeated = false;
    for (int j = 0; j < k; ++j) repeated |= chosen[j] == chosen[k];
    return repeated;
}

// Flat: where the farthest point in one of four directions is new, one of last time that would be dropped for it and
// reaches almost as far stays; where there are fewer than four, any. `reach(k, i)`: how far point i reaches in
// direction k; `kept`: bits of points of last time that are there now; `chosen`: the farthest ones.
template <class Reach> void keepFarthest(uint32_t kept, float width, Reach reach, int (&chosen)[4]) {
    uint32_t dropped = kept & ~(1u << chosen[0] | 1u << chosen[1] | 1u << chosen[2] | 1u << chosen[3]);
    for (int k = 0; k < 4; ++k) {
        const bool repeated = isRepeated(chosen, k);
        if ((kept >> chosen[k] & 1u) != 0 && !repeated) continue;
        float most = repeated ? -kHuge : reach(k, chosen[k]) - kKeepShare * width;
        int stays = -1;
        for (uint32_t left = dropped; left != 0; left &= left - 1) {
            const int i = std::countr_zero(left);
            const float r = reach(k, i);
            stays = r >= most ? i : stays, most = max(r, most);
        }
        if (stays < 0) continue;
        chosen[k] = stays;
        dropped &= ~(1u << stays);
    }
}

// Where they leave out the deepest point it gets a free place, or that of the highest.
template <class Separation> void addDeepest(int deepest, Separation separation, int (&chosen)[4]) {
    int place = 0;
    float highest = -kHuge;
    for (int k = 0; k < 4; ++k) {
        const float s = isRepeated(chosen, k) ? kHuge : separation(chosen[k]);
        place = s > highest ? k : place, highest = max(s, highest);
    }
    chosen[place] = deepest;
}

// Tilted. Indices into `points`, which have u, v and separation; returns how many.
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
