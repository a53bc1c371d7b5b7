// Box against box, a pair that touches by two edges, and the way out for pairs that boxes' axes cannot answer.
#include "geometry/manifold_box.h"

namespace cairn {

bool fallBackFromBoxes(const Shape& a, const Shape& b, const Transform& bInA, float margin, Manifold& out) {
    ManifoldCache fresh;
    return collideCurved(a, b, bInA, margin, fresh, out);
}

// The edges: of A the one farthest along the normal in direction i, of B the one farthest against it in direction j.
// On the lines pA + s A_i and pB + r B_j, with d = pB - pA and c = A_i.B_j, the closest points have
//     s = (d.A_i - c d.B_j) / (1 - c^2),     r = (c d.A_i - d.B_j) / (1 - c^2).
// Everything is written by A's axes i, i + 1, i + 2. The normal is A_i x B_j over its length, which is the root of
// 1 - c^2; signs do not need the length.
bool finishBoxEdges(const Shape& a, const Shape& b, const Transform& bInA, const float (*R)[4], float margin, int axis,
                    float separation, ManifoldCache& cache, Manifold& out) {
    const int i = (axis - 6) / 3, j = (axis - 6) % 3;
    const int i1 = kNextAxis[i], i2 = kAxisBefore[i], j1 = kNextAxis[j], j2 = kAxisBefore[j];
    const float *t = &bInA.p.x, *sizeA = &a.size.x, *sizeB = &b.size.x;
    const float c = R[i][j], e1 = R[i1][j], e2 = R[i2][j], length2 = e1 * e1 + e2 * e2;
    const float side = kSigns[t[i2] * e1 - t[i1] * e2 < 0.0f ? 0 : 1];
    const float n1 = -side * e2, n2 = side * e1; // the normal, not yet of unit length
    const float along1 = n1 * R[i1][j1] + n2 * R[i2][j1], along2 = n1 * R[i1][j2] + n2 * R[i2][j2];
    const uint32_t up1 = n1 >= 0.0f ? 1u : 0u, up2 = n2 >= 0.0f ? 1u : 0u;
    const uint32_t upB1 = along1 <= 0.0f ? 1u : 0u, upB2 = along2 <= 0.0f ? 1u : 0u;
    const float h1 = kSigns[up1] * sizeA[i1], h2 = kSigns[up2] * sizeA[i2];
    const float g1 = kSigns[upB1] * sizeB[j1], g2 = kSigns[upB2] * sizeB[j2];
    const float p0 = t[i] + g1 * R[i][j1] + g2 * R[i][j2], p1 = t[i1] + g1 * R[i1][j1] + g2 * R[i1][j2],
                p2 = t[i2] + g1 * R[i2][j1] + g2 * R[i2][j2];
    const float along = p0 * c + (p1 - h1) * e1 + (p2 - h2) * e2;
    const float s = (p0 - c * along) / length2, r = (c * p0 - along) / length2;
    const float halfA = sizeA[i], halfB = sizeB[j];
    const bool within = abs(s) <= halfA + kPointTolerance && abs(r) <= halfB + kPointTolerance;
    if (separation > 0.0f && !within) return fallBackFromBoxes(a, b, bInA, margin, out);

    const float onA = clamp(s, -halfA, halfA), onB = clamp(r, -halfB, halfB), inverse = 1.0f / sqrt(length2);
    const float lift = 0.5f * (a.rounding - b.rounding);
    float normal[3], point[3];
    normal[i] = 0.0f, normal[i1] = inverse * n1, normal[i2] = inverse * n2;
    point[i] = 0.5f * (onA + (p0 + onB * c));
    point[i1] = 0.5f * (h1 + (p1 + onB * e1)) + lift * normal[i1];
    point[i2] = 0.5f * (h2 + (p2 + onB * e2)) + lift * normal[i2];
    out.normal = {normal[0], normal[1], normal[2]};
    out.count = 1;
    const uint32_t sides = up1 << i1 | up2 << i2 | upB1 << (3 + j1) | upB2 << (3 + j2);
    out.points[0] = {{point[0], point[1], point[2]},
                     separation - a.rounding - b.rounding,
                     kBoxEdgeContact | static_cast<uint32_t>(axis) << 8 | sides};
    cache.axis = out.normal;
    cache.kind = static_cast<uint32_t>(axis) + 1u;
    return true;
}

} // namespace cairn
