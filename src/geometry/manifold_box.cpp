// Box against box, one pair: the kernel on float, and the end of the work that single call and batch share.
#include "geometry/manifold_box.h"

#include <bit>

namespace cairn {

namespace {

#include "geometry/manifold_box_kernel.inl"

// Names of points: what of A meets what of B, 8 bits each, whichever face is the reference: a vertex inside the other
// face, or a crossing of two edges. Faces that lie square to each other have a patch of four corners, which are called
// after their quadrant instead: when such faces slide over each other, each corner keeps its name, whatever cuts it
// off.
constexpr uint32_t kFaceCode = 0x80, kVertexCode = 0x40, kSquareCode = 0xC000;
constexpr uint32_t kFaceContact = 0x10000, kEdgeContact = 0x20000;

// The corners ++, -+, --, +- of a face of a box; as vertex indices with a bit per axis, as in support().
struct FaceCorners {
    uint32_t base, first, second;
    int axis1, axis2;

    FaceCorners(int axis, bool up) {
        axis1 = axis == 2 ? 0 : axis + 1, axis2 = axis == 0 ? 2 : axis - 1;
        base = up ? 1u << axis : 0u, first = 1u << axis1, second = 1u << axis2;
    }
    uint32_t vertex(int corner) const {
        return base | (corner == 0 || corner == 3 ? first : 0u) | (corner < 2 ? second : 0u);
    }
};
uint32_t edgeCode(int direction, uint32_t vertex) {
    return static_cast<uint32_t>(direction) << 3 | (vertex & ~(1u << direction));
}

struct Namer {
    const BoxCandidates& c;
    FaceCorners reference, incident;
    bool byB;

    explicit Namer(const BoxCandidates& candidates)
        : c(candidates), reference(candidates.axis > 2 ? candidates.axis - 3 : candidates.axis, candidates.referenceUp),
          incident(candidates.incidentAxis, candidates.incidentUp), byB(candidates.axis > 2) {}

    uint32_t join(uint32_t ofReference, uint32_t ofIncident) const {
        return kFaceContact | (byB ? ofIncident << 8 | ofReference : ofReference << 8 | ofIncident);
    }
    uint32_t operator()(int slot, float u, float v) const {
        // How far inside the rectangle's sides. A point on one of them is a crossing. (Selected, not branched on.)
        const float insideU = c.hu - abs(u), insideV = c.hv - abs(v);
        const uint32_t quadrant =
            reference.base | (u > 0.0f ? reference.first : 0u) | (v > 0.0f ? reference.second : 0u);
        const uint32_t vertex = incident.vertex(slot & 3);
        const bool inside = (slot < 4) & (insideU > 0.0f) & (insideV > 0.0f), corner = slot >= 8;
        const uint32_t referenceEdge = edgeCode(insideU < insideV ? reference.axis2 : reference.axis1, quadrant);
        const uint32_t incidentEdge = edgeCode(slot < 4 ? incident.axis1 : incident.axis2, vertex);
        const uint32_t ofReference = corner ? kVertexCode | quadrant : (inside ? kFaceCode : referenceEdge);
        const uint32_t ofIncident = corner ? kFaceCode : (inside ? kVertexCode | vertex : incidentEdge);
        return join(ofReference, ofIncident);
    }
};

// Where points of the reference face are in A's frame: halfway between the surfaces.
struct FacePlacer {
    Vec3 origin, U, V, N;

    template <int kStride> static Vec3 column(const float* R, int j) {
        return {R[j * kStride], R[(3 + j) * kStride], R[(6 + j) * kStride]};
    }
    template <int kStride> static FacePlacer make(const Shape& a, const Shape& b, Vec3 t, const BoxCandidates& c) {
        const bool byB = c.axis > 2;
        const int n = byB ? c.axis - 3 : c.axis, nu = n == 2 ? 0 : n + 1, nv = n == 0 ? 2 : n - 1;
        const float up = c.referenceUp ? 1.0f : -1.0f;
        if (byB) {
            const Vec3 N = up * column<kStride>(c.R, n);
            const float lift = component(b.size, n) + 0.5f * (b.rounding - a.rounding);
            return {t + lift * N, column<kStride>(c.R, nu), column<kStride>(c.R, nv), N};
        }
        constexpr Vec3 kUnit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        const float lift = component(a.size, n) + 0.5f * (a.rounding - b.rounding);
        const Vec3 N = up * kUnit[n];
        return {lift * N, kUnit[nu], kUnit[nv], N};
    }
    Vec3 operator()(float u, float v, float z) const { return origin + u * U + v * V + (0.5f * z) * N; }
};

// Cores that are apart at a corner (the closest points are not on the faces or edges of the best axis), or a patch
// that came out empty: the collider by distance has the exact normal.
bool fallBack(const Shape& a, const Shape& b, const Transform& bInA, float margin, Manifold& out) {
    ManifoldCache fresh;
    return collideCurved(a, b, bInA, margin, fresh, out);
}

} // namespace

template <int kStride>
bool finishBoxFaces(const Shape& a, const Shape& b, const Transform& bInA, float margin, const BoxCandidates& c,
                    ManifoldCache& cache, Manifold& out) {
    if (c.valid == 0 || (c.separation > 0.0f && c.least > c.separation + kPointTolerance))
        return fallBack(a, b, bInA, margin, out);
    // Seen from A, whichever face is the reference, so that the choice of points does not depend on that: along A's
    // axes 1 and 2 in the plane of A's face.
    const FacePlacer place = FacePlacer::make<kStride>(a, b, bInA.p, c);
    const int faceA = c.axis > 2 ? c.incidentAxis : c.axis, axis1 = faceA == 2 ? 0 : faceA + 1,
              axis2 = faceA == 0 ? 2 : faceA - 1;
    PatchPoint points[kBoxSlots];
    Vec3 positions[kBoxSlots]; // by slot
    int count = 0;
    float middle1 = 0.0f, middle2 = 0.0f;
    for (uint32_t left = c.valid; left != 0; left &= left - 1) {
        const int slot = std::countr_zero(left), k = slot * kStride;
        const Vec3 p = place(c.u[k], c.v[k], c.z[k]);
        positions[slot] = p;
        const float p1 = component(p, axis1), p2 = component(p, axis2);
        points[count++] = {p1, p2, c.z[k], static_cast<uint32_t>(slot)};
        middle1 += p1, middle2 += p2;
    }
    const float share = 1.0f / static_cast<float>(count);
    middle1 *= share, middle2 *= share;
    count = reducePatch(points, count);

    const float along = abs(c.e1u), across = abs(c.e1v);
    const bool square = min(along, across) < 0.1f * max(along, across);
    const Namer name(c);
    const float radii = a.rounding + b.rounding;
    for (int i = 0; i < count; ++i) {
        const PatchPoint& p = points[i];
        const int slot = static_cast<int>(p.id), k = slot * kStride;
        uint32_t id = square ? kFaceContact | kSquareCode | (p.u > middle1 ? 1u : 0u) | (p.v > middle2 ? 2u : 0u)
                             : name(slot, c.u[k], c.v[k]);
        bool taken = false;
        for (int other = 0; other < i; ++other) taken |= out.points[other].featureId == id;
        if (taken) id |= (p.id + 1u) << 20;
        out.points[i] = {positions[slot], p.separation - radii, id};
    }
    out.normal = c.axis > 2 ? -place.N : place.N;
    out.count = count;
    cache.axis = out.normal;
    cache.kind = static_cast<uint32_t>(c.axis) + 1u;
    return true;
}
template bool finishBoxFaces<1>(const Shape&, const Shape&, const Transform&, float, const BoxCandidates&,
                                ManifoldCache&, Manifold&);
template bool finishBoxFaces<8>(const Shape&, const Shape&, const Transform&, float, const BoxCandidates&,
                                ManifoldCache&, Manifold&);

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
    out.points[0] = {middle, gap, kEdgeContact | static_cast<uint32_t>(axis) << 8 | sides};
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
    clipBoxFaces(frame, axis.axis, limit, clip);
    return finishBoxFaces<1>(a, b, bInA, margin,
                             {clip.u, clip.v, clip.z, frame.R[0], clip.hu, clip.hv, clip.e1u, clip.e1v, axis.separation,
                              clip.least, static_cast<uint32_t>(clip.valid), axis.axis, clip.incidentAxis,
                              clip.referenceUp, clip.incidentUp},
                             cache, out);
}

} // namespace cairn
