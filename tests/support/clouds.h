// Point clouds of many kinds, random and degenerate, for hull tests.
#pragma once

#include "support/random.h"

#include <vector>

namespace cairn::test {

inline constexpr int kCloudKindCount = 16;

// The kinds; each is then stretched, turned, scaled and moved at random by makeCloud().
inline std::vector<Vec3> makeRawCloud(int kind, int count, Random& random) {
    std::vector<Vec3> points;
    const auto circle = [&](int i, int n) {
        const SinCos t = sinCos(2 * kPi * static_cast<float>(i) / static_cast<float>(n));
        return Vec3{t.cos, 0.0f, t.sin};
    };
    const int side = max(2, static_cast<int>(std::cbrt(static_cast<double>(count))));
    const int ring = max(3, count / 2);
    const float noise = random.logUniform(1e-8f, 1e-3f);
    while (static_cast<int>(points.size()) < count) {
        const int i = static_cast<int>(points.size());
        const Vec3 p = random.inBox(1.0f);
        switch (kind) {
        case 0: points.push_back(random.unitVector()); break;
        case 1: points.push_back(p); break;
        case 2: // ball
            if (length(p) <= 1.0f) points.push_back(p);
            break;
        case 3: // grid, with repeats
            points.push_back({static_cast<float>(random.below(side)), static_cast<float>(random.below(side)),
                              static_cast<float>(random.below(side))});
            break;
        case 4: // cylinder
            points.push_back(circle(i / 2, ring) + Vec3{0.0f, i % 2 ? 1.0f : -1.0f, 0.0f});
            break;
        case 5: // cone
            points.push_back(i == 0 ? Vec3{0, 2, 0} : circle(i, max(3, count - 1)));
            break;
        case 6: // surface of a cube
        case 7: // the same, noisy
        {
            Vec3 q = p;
            (i % 3 == 0 ? q.x : (i % 3 == 1 ? q.y : q.z)) = random.below(2) ? 1.0f : -1.0f;
            if (i < 8) q = {i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f};
            points.push_back(kind == 6 ? q : q + noise * random.inBox(1.0f));
            break;
        }
        case 8: // near duplicates
            points.push_back(i < 6 || random.below(3) == 0 ? p : points[random.below(i)] + noise * p);
            break;
        case 9: // duplicates
            points.push_back(i < 6 || random.below(3) == 0 ? p : points[random.below(i)]);
            break;
        case 10: // nearly flat slab
            points.push_back({p.x, 0.01f * p.y, p.z});
            break;
        case 11: // needle with a spike
            points.push_back(i == 0 ? Vec3{30, 0, 0} : Vec3{p.x, 0.05f * p.y, 0.05f * p.z});
            break;
        case 12: // flat, with a few points off the plane
            points.push_back({p.x, random.below(10) == 0 || i < 2 ? p.y : 0.0f, p.z});
            break;
        case 13: // two coplanar rings, noisy
            points.push_back(circle(i / 2, ring) + Vec3{0.0f, i % 2 ? 0.5f : -0.5f, 0.0f} + noise * p);
            break;
        case 14: // sharp blade: edges of two flat sides
            points.push_back({p.x, p.y * p.y * p.y * 0.02f, p.z});
            break;
        default: // noise on a sphere
            points.push_back((1.0f + noise * p.x) * random.unitVector());
            break;
        }
    }
    return points;
}

inline std::vector<Vec3> makeCloud(int kind, int count, Random& random) {
    std::vector<Vec3> points = makeRawCloud(kind, count, random);
    const bool turn = random.below(2) != 0, move = random.below(4) == 0;
    const float scale = random.below(3) == 0 ? random.logUniform(1e-4f, 1e5f) : 1.0f;
    const Quat q = turn ? random.rotation() : kIdentityQuat;
    const Vec3 offset = move ? scale * random.inBox(5.0f) : kZero;
    for (Vec3& p : points) p = scale * rotate(q, p) + offset;
    return points;
}

} // namespace cairn::test
