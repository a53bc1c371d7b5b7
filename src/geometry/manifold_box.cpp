// Box against box, one pair: the kernel on float, and the end of the work that single call and batch share.
#include "geometry/manifold_box.h"

namespace cairn {

namespace {

#include "geometry/manifold_box_kernel.inl"

// Feature ids. Reference face (of A or B) and what of the incident box made the point.
enum class PointSource : uint32_t { Corner, SecondCrossing, ReferenceCorner };

uint32_t faceFeature(const BoxCandidates& c, PointSource source, uint32_t index) {
    const uint32_t face = static_cast<uint32_t>(c.axis) * 2u + (c.referenceUp ? 1u : 0u);
    return 0x10000u | face << 8 | static_cast<uint32_t>(source) << 4 | index;
}

// Index (bit per axis, as in support()) of corner 0..3 of the incident face: ++, -+, --, +-.
uint32_t incidentVertex(const BoxCandidates& c, int corner) {
    const int k = c.incidentAxis, k1 = k == 2 ? 0 : k + 1, k2 = k == 0 ? 2 : k - 1;
    const int s1 = corner == 0 || corner == 3 ? 1 : 0, s2 = corner < 2 ? 1 : 0;
    return static_cast<uint32_t>((c.incidentUp ? 1 : 0) << k | s1 << k1 | s2 << k2);
}

// The incident corner that a corner of the reference rectangle stands in for, or -1: it must be close, and none of the
// incident sides there may have left a point. So when equal faces slide over each other by a little, each of the four
// places keeps its name, whatever cuts it off.
int replacedCorner(const BoxCandidates& c, int q) {
    constexpr float kClose = 0.9f;
    const float s1 = c.cornerS1[q * c.stride], s2 = c.cornerS2[q * c.stride];
    if (abs(s1) < kClose || abs(s2) < kClose) return -1;
    const int corner = s1 > 0.0f ? (s2 > 0.0f ? 0 : 3) : (s2 > 0.0f ? 1 : 2);
    return c.valid & (0x11u << corner) ? -1 : corner;
}

uint32_t slotFeature(const BoxCandidates& c, int slot) {
    if (slot < 4) return faceFeature(c, PointSource::Corner, incidentVertex(c, slot));
    if (slot < 8) {
        const bool second = (c.valid >> (slot - 4) & 1u) != 0;
        return faceFeature(c, second ? PointSource::SecondCrossing : PointSource::Corner, incidentVertex(c, slot - 4));
    }
    const int corner = replacedCorner(c, slot - 8);
    if (corner >= 0) return faceFeature(c, PointSource::Corner, incidentVertex(c, corner));
    return faceFeature(c, PointSource::ReferenceCorner, static_cast<uint32_t>(slot - 8));
}

// Cores that are apart at a corner (the closest points are not on the faces or edges of the best axis), or a patch
// that came out empty: the collider by distance has the exact normal.
bool fallBack(const Shape& a, const Shape& b, const Transform& bInA, float margin, Manifold& out) {
    ManifoldCache fresh;
    return collideCurved(a, b, bInA, margin, fresh, out);
}

} // namespace

bool finishBoxFaces(const Shape& a, const Shape& b, const Transform& bInA, float margin, const BoxCandidates& c,
                    ManifoldCache& cache, Manifold& out) {
    const float limit = margin + a.rounding + b.rounding;
    PatchPoint points[kBoxSlots];
    int count = 0;
    float least = kHuge;
    for (uint32_t left = c.valid; left != 0; left &= left - 1) {
        int slot = 0;
        while (!(left >> slot & 1u)) ++slot;
        const float z = c.z[slot * c.stride];
        if (!(z <= limit)) continue;
        least = min(least, z);
        points[count++] = {c.u[slot * c.stride], c.v[slot * c.stride], z, static_cast<uint32_t>(slot)};
    }
    if (count == 0 || (c.separation > 0.0f && least > c.separation + kPointTolerance))
        return fallBack(a, b, bInA, margin, out);
    count = reducePatch(points, count);

    const bool byB = c.axis > 2;
    const int n = byB ? c.axis - 3 : c.axis, nu = n == 2 ? 0 : n + 1, nv = n == 0 ? 2 : n - 1;
    const Vec3 half = byB ? b.size : a.size;
    const float up = c.referenceUp ? 1.0f : -1.0f;
    // Halfway between the two surfaces, as height over the reference core face.
    const float middle = byB ? b.rounding - a.rounding : a.rounding - b.rounding;
    const float radii = a.rounding + b.rounding;
    for (int i = 0; i < count; ++i) {
        float p[3];
        p[n] = up * (component(half, n) + 0.5f * (points[i].separation + middle));
        p[nu] = points[i].u;
        p[nv] = points[i].v;
        const Vec3 local{p[0], p[1], p[2]};
        out.points[i] = {byB ? transformPoint(bInA, local) : local, points[i].separation - radii,
                         slotFeature(c, static_cast<int>(points[i].id))};
    }
    float normal[3] = {0.0f, 0.0f, 0.0f};
    normal[n] = up;
    const Vec3 local{normal[0], normal[1], normal[2]};
    out.normal = byB ? -rotate(bInA.q, local) : local;
    out.count = count;
    cache.axis = out.normal;
    cache.kind = static_cast<uint32_t>(c.axis) + 1u;
    return true;
}

// The edges: of A the one farthest along the normal in direction i, of B the one farthest against it in direction j.
// On the lines pA + s A_i and pB + r B_j, with d = pB - pA and c = A_i.B_j, the closest points have
//     s = (d.A_i - c d.B_j) / (1 - c^2),     r = (c d.A_i - d.B_j) / (1 - c^2).
bool finishBoxEdges(const Shape& a, const Shape& b, const Transform& bInA, float margin, int axis, float separation,
                    ManifoldCache& cache, Manifold& out) {
    const int i = (axis - 6) / 3, j = (axis - 6) % 3;
    const Mat33 r = toMatrix(bInA.q);
    const Vec3 axes[3] = {r.cx, r.cy, r.cz};
    const Vec3 edgeA{i == 0 ? 1.0f : 0.0f, i == 1 ? 1.0f : 0.0f, i == 2 ? 1.0f : 0.0f}, edgeB = axes[j];
    const Vec3 e = cross(edgeA, edgeB);
    const float length2 = lengthSquared(e);
    Vec3 normal = (1.0f / sqrt(length2)) * e;
    if (dot(normal, bInA.p) < 0.0f) normal = -normal;

    Vec3 pA{i == 0 ? 0.0f : (normal.x >= 0.0f ? a.size.x : -a.size.x),
            i == 1 ? 0.0f : (normal.y >= 0.0f ? a.size.y : -a.size.y),
            i == 2 ? 0.0f : (normal.z >= 0.0f ? a.size.z : -a.size.z)};
    uint32_t sides = (normal.x >= 0.0f ? 1u : 0u) | (normal.y >= 0.0f ? 2u : 0u) | (normal.z >= 0.0f ? 4u : 0u);
    sides &= ~(1u << i);
    Vec3 pB = bInA.p;
    for (int k = 0; k < 3; ++k) {
        if (k == j) continue;
        const bool against = dot(normal, axes[k]) <= 0.0f;
        pB += (against ? component(b.size, k) : -component(b.size, k)) * axes[k];
        if (against) sides |= 8u << k;
    }
    const Vec3 d = pB - pA;
    const float dA = component(d, i), dB = dot(d, edgeB), c = component(edgeB, i);
    const float s = (dA - c * dB) / length2, t = (c * dA - dB) / length2;
    const float halfA = component(a.size, i), halfB = component(b.size, j);
    const bool within = abs(s) <= halfA + kPointTolerance && abs(t) <= halfB + kPointTolerance;
    if (separation > 0.0f && !within) return fallBack(a, b, bInA, margin, out);

    const Vec3 onA = pA + clamp(s, -halfA, halfA) * edgeA, onB = pB + clamp(t, -halfB, halfB) * edgeB;
    const float gap = separation - a.rounding - b.rounding;
    out.normal = normal;
    out.count = 1;
    const Vec3 middle = 0.5f * (onA + onB) + (0.5f * (a.rounding - b.rounding)) * normal;
    out.points[0] = {middle, gap, 0x20000u | static_cast<uint32_t>(axis) << 8 | sides};
    cache.axis = normal;
    cache.kind = static_cast<uint32_t>(axis) + 1u;
    return true;
}

bool collideBoxBox(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                   Manifold& out) {
    BoxFrame<float> frame;
    makeBoxFrame(a.size, b.size, bInA, frame);
    const float limit = margin + a.rounding + b.rounding;
    const BoxAxis<float> axis = findBoxAxis(frame, limit, cachedBoxAxis(cache));
    if (axis.apart || !(axis.separation > -kHuge)) return false;
    if (axis.axis >= 6) return finishBoxEdges(a, b, bInA, margin, axis.axis, axis.separation, cache, out);

    BoxClip<float> clip;
    clipBoxFaces(frame, axis.axis, clip);
    uint32_t valid = 0;
    const int slots = clip.corners ? kBoxSlots : 4;
    for (int k = 0; k < slots; ++k) valid |= clip.valid[k] ? 1u << k : 0u;
    return finishBoxFaces(a, b, bInA, margin,
                          {clip.u, clip.v, clip.z, clip.cornerS1, clip.cornerS2, 1, valid, axis.axis, clip.incidentAxis,
                           clip.referenceUp, clip.incidentUp, axis.separation},
                          cache, out);
}

} // namespace cairn
