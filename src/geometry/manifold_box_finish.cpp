// Box against box: the end of the work that single call and batch share. Chooses and names the points.
#include "geometry/manifold_box.h"
#include "math/lanes4.h"

#include <bit>

namespace cairn {

namespace {

// Names of points: what of A meets what of B, 8 bits each, whichever face is the reference: a vertex inside the other
// face, or a crossing of two edges. Faces that lie square to each other have a patch of four corners, which are called
// after their quadrant instead: when such faces slide over each other, each corner keeps its name, whatever cuts it
// off.
constexpr uint32_t kFaceCode = 0x80, kVertexCode = 0x40, kSquareCode = 0xC000;
constexpr uint32_t kFaceContact = 0x10000, kEdgeContact = 0x20000;

constexpr int nextAxis(int axis) { return axis == 2 ? 0 : axis + 1; }
constexpr int lastAxis(int axis) { return axis == 0 ? 2 : axis - 1; }

// Codes of what a point is to one of the two faces. Vertex indices have a bit per axis, as in support().
struct FaceNames {
    uint16_t reference[3][16];       // by slot / 4 and BoxPatch::place
    uint16_t incident[2][kBoxSlots]; // by whether it is off the outline, and slot
};
constexpr uint32_t edgeCode(int direction, uint32_t vertex) {
    return static_cast<uint32_t>(direction) << 3 | (vertex & ~(1u << direction));
}
constexpr FaceNames nameFace(int axis, bool up, int shift) {
    FaceNames names{};
    const int axis1 = nextAxis(axis), axis2 = lastAxis(axis);
    const uint32_t base = up ? 1u << axis : 0u, first = 1u << axis1, second = 1u << axis2;
    for (uint32_t place = 0; place < 16; ++place) {
        const uint32_t vertex = base | (place & 1u ? first : 0u) | (place & 2u ? second : 0u);
        const uint32_t edge = edgeCode(place & 4u ? axis2 : axis1, vertex);
        names.reference[0][place] = static_cast<uint16_t>((place & 8u ? kFaceCode : edge) << shift);
        names.reference[1][place] = static_cast<uint16_t>(edge << shift);
        names.reference[2][place] = static_cast<uint16_t>((kVertexCode | vertex) << shift);
    }
    for (int slot = 0; slot < kBoxSlots; ++slot) {
        const int corner = slot & 3;
        const uint32_t vertex = base | (corner == 0 || corner == 3 ? first : 0u) | (corner < 2 ? second : 0u);
        const uint32_t side = slot < 8 ? edgeCode(slot < 4 ? axis1 : axis2, vertex) : kFaceCode;
        names.incident[0][slot] = static_cast<uint16_t>(side << shift);
        names.incident[1][slot] = static_cast<uint16_t>((slot < 4 ? kVertexCode | vertex : side) << shift);
    }
    return names;
}
// By axis, side and whether the box is A, whose code is the upper one.
struct AllNames {
    FaceNames of[3][2][2];
};
constexpr AllNames nameAll() {
    AllNames all{};
    for (int axis = 0; axis < 3; ++axis)
        for (int k = 0; k < 4; ++k) all.of[axis][k >> 1][k & 1] = nameFace(axis, k >= 2, k & 1 ? 8 : 0);
    return all;
}
constexpr AllNames kNames = nameAll();

// By the bits of four slots: no bound where the slot is valid, no chance elsewhere.
struct Caps {
    float rows[16][4];
    constexpr const float* operator[](uint32_t set) const { return rows[set]; }
};
constexpr Caps makeCaps() {
    Caps caps{};
    for (int set = 0; set < 16; ++set)
        for (int k = 0; k < 4; ++k) caps.rows[set][k] = set >> k & 1 ? kHuge : -kHuge;
    return caps;
}
constexpr Caps kCaps = makeCaps();

// Chooses as reducePatch does, in lanes: of the valid slots (more than four) at `u` and `v` those farthest along +-(1,
// 0.4) and +-(-0.4, 1), and the deepest if that leaves it out. Returns their bits.
uint32_t reduceSlots(const float* u, const float* v, const BoxPatch& c, uint32_t valid) {
    const int groups = valid < 256u ? 2 : 3;
    constexpr float kTurn = 0.4f;
    F4 highAlong[3], highAcross[3], lowAlong[3], lowAcross[3]; // slots that are not valid cannot win
    for (int g = 0; g < groups; ++g) {
        const float* row = kCaps[valid >> 4 * g & 15u];
        const F4 pu = load4(u + 4 * g), pv = load4(v + 4 * g), cap = load4(row);
        const F4 along = pu + F4(kTurn) * pv, across = pv - F4(kTurn) * pu;
        highAlong[g] = min(along, cap), lowAlong[g] = max(along, -cap);
        highAcross[g] = min(across, cap), lowAcross[g] = max(across, -cap);
    }
    F4 most[4] = {highAlong[0], highAcross[0], lowAlong[0], lowAcross[0]};
    for (int g = 1; g < groups; ++g) {
        most[0] = max(most[0], highAlong[g]), most[1] = max(most[1], highAcross[g]);
        most[2] = min(most[2], lowAlong[g]), most[3] = min(most[3], lowAcross[g]);
    }
    most[2] = -most[2], most[3] = -most[3];
    transpose(most[0], most[1], most[2], most[3]);
    const F4 farthest = max(max(most[0], most[1]), max(most[2], most[3]));
    const F4 ends[4] = {broadcast<0>(farthest), broadcast<1>(farthest), -broadcast<2>(farthest),
                        -broadcast<3>(farthest)};
    uint32_t at[4] = {0, 0, 0, 0};
    for (int g = 0; g < groups; ++g) {
        at[0] |= bits(highAlong[g] == ends[0]) << 4 * g;
        at[1] |= bits(highAcross[g] == ends[1]) << 4 * g;
        at[2] |= bits(lowAlong[g] == ends[2]) << 4 * g;
        at[3] |= bits(lowAcross[g] == ends[3]) << 4 * g;
    }
    int chosen[4];
    float least = kHuge;
    for (int k = 0; k < 4; ++k) {
        // The first of equals. (None at all only if numbers overflowed.)
        at[k] &= valid;
        chosen[k] = std::countr_zero(at[k] != 0 ? at[k] : valid);
        least = min(least, c.height[chosen[k]]);
    }
    int deepest = chosen[0];
    float lowest = least;
    for (uint32_t left = valid; left != 0; left &= left - 1) {
        const int slot = std::countr_zero(left);
        const bool lower = c.height[slot] < lowest;
        deepest = lower ? slot : deepest, lowest = lower ? c.height[slot] : lowest;
    }
    if (lowest < least - kPointTolerance) {
        float mosts[4];
        store(farthest, mosts);
        const float along = u[deepest] + kTurn * v[deepest], across = v[deepest] - kTurn * u[deepest];
        const float loss[4] = {mosts[0] - along, mosts[1] - across, mosts[2] + along, mosts[3] + across};
        int place = 0;
        for (int k = 1; k < 4; ++k)
            if (loss[k] < loss[place]) place = k;
        chosen[place] = deepest;
    }
    return 1u << chosen[0] | 1u << chosen[1] | 1u << chosen[2] | 1u << chosen[3];
}

// Cores that are apart at a corner (the closest points are not on the faces or edges of the best axis), or a patch
// that came out empty: the collider by distance has the exact normal.
bool fallBack(const Shape& a, const Shape& b, const Transform& bInA, float margin, Manifold& out) {
    ManifoldCache fresh;
    return collideCurved(a, b, bInA, margin, fresh, out);
}

} // namespace

bool finishBoxFaces(const Shape& a, const Shape& b, const Transform& bInA, float margin, const BoxPatch& patch,
                    const BoxFaces& faces, ManifoldCache& cache, Manifold& out) {
    const uint32_t valid = faces.valid;
    if (valid == 0 || faces.astray) return fallBack(a, b, bInA, margin, out);
    const bool byB = faces.axis > 2;
    // Seen from A, whichever face is the reference, so that the choice of points does not depend on that: along A's
    // axes 1 and 2 in the plane of A's face.
    const int faceA = byB ? faces.incidentAxis : faces.axis;
    const float* const positions[3] = {patch.x, patch.y, patch.z};
    const float *p1 = positions[nextAxis(faceA)], *p2 = positions[lastAxis(faceA)];
    uint32_t beyond = valid; // without the first four
    for (int k = 0; k < 4; ++k) beyond &= beyond - 1;
    const uint32_t kept = beyond != 0 ? reduceSlots(p1, p2, patch, valid) : valid;

    float middle1 = 0.0f, middle2 = 0.0f;
    if (faces.square) {
        for (uint32_t left = valid; left != 0; left &= left - 1) {
            const int slot = std::countr_zero(left);
            middle1 += p1[slot], middle2 += p2[slot];
        }
        const float share = 1.0f / static_cast<float>(std::popcount(valid));
        middle1 *= share, middle2 *= share;
    }
    const FaceNames& reference = kNames.of[byB ? faces.axis - 3 : faces.axis][faces.referenceUp ? 1 : 0][byB ? 0 : 1];
    const FaceNames& incident = kNames.of[faces.incidentAxis][faces.incidentUp ? 1 : 0][byB ? 1 : 0];
    const float radii = a.rounding + b.rounding;
    int count = 0;
    for (uint32_t left = kept; left != 0; left &= left - 1) {
        const int slot = std::countr_zero(left);
        uint32_t id = kFaceContact;
        if (faces.square) {
            id |= kSquareCode | (p1[slot] > middle1 ? 1u : 0u) | (p2[slot] > middle2 ? 2u : 0u);
        } else {
            const int place = static_cast<int>(patch.place[slot]);
            id |= static_cast<uint32_t>(reference.reference[slot >> 2][place] | incident.incident[place >> 3][slot]);
        }
        bool taken = false;
        for (int other = 0; other < count; ++other) taken |= out.points[other].featureId == id;
        if (taken) id |= static_cast<uint32_t>(slot + 1) << 20;
        out.points[count++] = {{patch.x[slot], patch.y[slot], patch.z[slot]}, patch.height[slot] - radii, id};
    }
    const Vec3 n{patch.normal[0], patch.normal[1], patch.normal[2]};
    out.normal = byB ? -n : n;
    out.count = count;
    cache.axis = out.normal;
    cache.kind = static_cast<uint32_t>(faces.axis) + 1u;
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
    out.points[0] = {middle, gap, kEdgeContact | static_cast<uint32_t>(axis) << 8 | sides};
    cache.axis = normal;
    cache.kind = static_cast<uint32_t>(axis) + 1u;
    return true;
}

} // namespace cairn
