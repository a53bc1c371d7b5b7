// Closest points of two segments, each given by centre and half vector.
#pragma once

#include <cairn/math.h>

namespace cairn {

struct SegmentPoints {
    Vec3 a, b;
};

// With x = ca + s ha, y = cb + t hb and s, t in [-1, 1], minimise |y - x|^2. For fixed t the best s is
// clamp((ha.(cb + t hb - ca)) / ha.ha), and the other way round; the unconstrained t solves the 2x2 system with
// determinant |ha|^2 |hb|^2 - (ha.hb)^2. One clamp of t followed by one of s and one more of t is exact, because the
// function is convex and the feasible set a square. Parallel segments take the middle of their overlap, which keeps
// contacts from jumping. In double: the determinant of nearly parallel segments is all cancellation.
inline SegmentPoints closestOnSegments(Vec3 centerA, Vec3 halfA, Vec3 centerB, Vec3 halfB) {
    const DVec3 ca = toDouble(centerA), ha = toDouble(halfA), cb = toDouble(centerB), hb = toDouble(halfB);
    const DVec3 r = cb - ca;
    const double aa = dot(ha, ha), bb = dot(hb, hb), ab = dot(ha, hb), ar = dot(ha, r), br = dot(hb, r);
    const double determinant = aa * bb - ab * ab;
    double t = 0.0;
    if (determinant > 1e-12 * aa * bb) {
        t = clamp((ab * ar - aa * br) / determinant, -1.0, 1.0);
    } else if (aa > 0.0 && bb > 0.0) {
        // Along A: A covers [-1, 1], B covers centre -+ reach (in units of ha). The middle of the common part, or B's
        // end.
        const double center = ar / aa, reach = abs(ab) / aa;
        const double lower = max(-1.0, center - reach), upper = min(1.0, center + reach);
        const double middle = lower <= upper ? 0.5 * (lower + upper) : (center > 0.0 ? 1.0 : -1.0);
        t = clamp((middle - center) * aa / ab, -1.0, 1.0);
    }
    const double s = aa > 0.0 ? clamp((ar + t * ab) / aa, -1.0, 1.0) : 0.0;
    t = bb > 0.0 ? clamp((s * ab - br) / bb, -1.0, 1.0) : 0.0;
    const double again = aa > 0.0 ? clamp((ar + t * ab) / aa, -1.0, 1.0) : 0.0;
    return {toFloat(ca + again * ha), toFloat(cb + t * hb)};
}

} // namespace cairn
