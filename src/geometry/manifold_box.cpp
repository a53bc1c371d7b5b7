// Box against box, one pair: axis search and clipping in four lanes, which hold three axes or four corners at a time.
// The formulas and the order of operations are those of manifold_box_kernel.inl, where the derivations stand, so the
// bits are those of the batch.
#include "math/dispatch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/manifold_box.cpp"
#include <hwy/foreach_target.h>

#include "geometry/manifold_box.h"
#include "math/lanes-inl.h"
#include "math/lanes4.h"

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {
namespace {

#include "geometry/manifold_box_edges.inl"
#include "geometry/manifold_box_finish.inl"
#include "geometry/manifold_box_tilt.inl"

// Faces have places: 0..2 are A's, 8..10 B's.
constexpr int kNextFace[16] = {1, 2, 0, 0, 0, 0, 0, 0, 9, 10, 8}, kFaceBefore[16] = {2, 0, 1, 0, 0, 0, 0, 0, 10, 8, 9};

struct Frame {
    F4 a, b, t, tB; // as in BoxFrame
    F4 column[3];   // of R: B's axes in A
    F4 row[3];      // A's axes in B
    // By lane of a face.
    float sizes[12], offsets[12]; // a and b, t and -tB
    float R[13][4];               // the rows and the columns, each twice round

    Frame(const Vec3& sizeA, const Vec3& sizeB, const Transform& bInA)
        : a(load3(sizeA)), b(load3(sizeB)), t(load3(bInA.p)) {
        // toMatrix, whose parts are 1 - (yy + zz), xy + sz, xz - sy and so on in turn.
        const F4 q = load4(&bInA.q.v.x), twice = where(mask4(true, true, true, false), q + q);
        const F4 squares = q * twice, products = permute<0, 1, 0, 3>(q) * permute<1, 2, 2, 3>(twice);
        const F4 spins = broadcast<3>(q) * permute<2, 0, 1, 3>(twice);
        const F4 plus = products + spins, minus = products - spins;
        const F4 diagonal = F4(1.0f, 1.0f, 1.0f, 0.0f) - (permute<1, 0, 0, 3>(squares) + permute<2, 2, 1, 3>(squares));
        column[0] = permute<0, 2, 2, 3>(permute<0, 0, 0, 0>(diagonal, plus), minus);
        column[1] = permute<0, 2, 1, 3>(permute<0, 0, 1, 1>(minus, diagonal), plus);
        column[2] = permute<0, 2, 2, 3>(permute<2, 2, 1, 1>(plus, minus), diagonal);
        F4 rest = F4(0.0f);
        row[0] = column[0], row[1] = column[1], row[2] = column[2];
        transpose(row[0], row[1], row[2], rest);
        tB = row[0] * broadcast<0>(t) + row[1] * broadcast<1>(t) + row[2] * broadcast<2>(t);
        store(a, sizes), store(b, sizes + 8), store(t, offsets), store(-tB, offsets + 8);
        for (int k = 0; k < 5; ++k) store(row[k % 3], R[k]), store(column[k % 3], R[8 + k]);
    }
};

struct Axis {
    float separation;
    int face; // its lane
    int edge; // the axis' number if it is an edge's, else 0
    bool apart;
};

// The greatest of lanes 0..2, in those lanes.
F4 maxOfThree(F4 a) { return max(max(a, turn1(a)), turn2(a)); }

// An edge axis that passed the rough test, measured with care.
void weighEdge(const Frame& f, int i, int j, float limit, int cached, float& score, Axis& best) {
    const int i1 = kNextAxis[i], i2 = kAxisBefore[i];
    const float *t = f.offsets, *a = f.sizes, *b = f.sizes + 8;
    const float *row1 = f.R[8 + j] + i1, *row2 = f.R[8 + j] + i2; // of A's axes i1 and i2, by B's axes from j on
    const float r1 = row1[0], r2 = row2[0];
    const float offset = t[i2] * r1 - t[i1] * r2;
    const float reachA = a[i1] * abs(r2) + a[i2] * abs(r1);
    const float length2 = r1 * r1 + r2 * r2;
    const float alongB1 = r1 * row2[4] - r2 * row1[4], alongB2 = r1 * row2[8] - r2 * row1[8];
    const float reachB = b[kNextAxis[j]] * abs(alongB1) + b[kAxisBefore[j]] * abs(alongB2);
    const float separation = (abs(offset) - (reachA + reachB)) / sqrt(length2);
    const int id = 6 + 3 * i + j;
    const float own = separation + (cached == id ? kBoxCachedBonus : 0.0f);
    best.apart |= separation > limit;
    if (!(own > score)) return;
    // The axis along the face's normal, which looks out of A and into B. (Read by an index, not written by one: loads
    // must wait for stores whose place is not known yet.)
    const float alongs[2][3] = {{0.0f, -r2, r1}, {0.0f, -alongB1, -alongB2}};
    const bool byB = best.face > 7;
    const float along = alongs[byB ? 1 : 0][kAxesOn[byB ? j : i][best.face & 7]];
    const float cosine2 = along * along, sine2 = length2 - cosine2;
    const bool asFace = along * offset * f.offsets[best.face] > 0.0f && cosine2 > kBoxSameNormal * length2 &&
                        abs(separation) * sine2 < 2.0f * kBoxEdgeHandicap * cosine2;
    score = own;
    best.separation = separation;
    best.edge = asFace ? 0 : id;
}

// Bonus of each face axis by the cached one; the last row is none. Edges have theirs in weighEdge.
constexpr float kB = kBoxCachedBonus;
constexpr float kBonus[7][8] = {
    {kB}, {0, kB}, {0, 0, kB}, {0, 0, 0, 0, kB}, {0, 0, 0, 0, 0, kB}, {0, 0, 0, 0, 0, 0, kB}, {}};

Axis findAxis(const Frame& f, float limit, int cached) {
    const F4 col[3] = {abs(f.column[0]), abs(f.column[1]), abs(f.column[2])};
    const F4 a0 = broadcast<0>(f.a), a1 = broadcast<1>(f.a), a2 = broadcast<2>(f.a);
    const F4 bs[3] = {broadcast<0>(f.b), broadcast<1>(f.b), broadcast<2>(f.b)};
    const F4 sA = abs(f.t) - f.a - (col[0] * bs[0] + col[1] * bs[1] + col[2] * bs[2]);
    const F4 sB = abs(f.tB) - f.b - (abs(f.row[0]) * a0 + abs(f.row[1]) * a1 + abs(f.row[2]) * a2);
    if (bits(max(sA, sB) > F4(limit)) & 7u) return {0.0f, 0, 0, true};

    const float* bonus = kBonus[static_cast<uint32_t>(cached) < 6u ? cached : 6];
    const F4 scoreA = sA + load4(bonus), scoreB = sB + load4(bonus + 4), top = maxOfThree(max(scoreA, scoreB));
    // (None at all only if numbers overflowed.)
    const uint32_t tops = ((bits(scoreA == top) | bits(scoreB == top) << 8) & 0x707u) | 1024u;
    float s[12], tops1[4];
    store(sA, s), store(sB, s + 8), store(top, tops1);
    const int face = std::countr_zero(tops);
    Axis best{s[face], face, 0, false};
    float score = tops1[0] + kBoxEdgeHandicap;

    // Nine edge axes roughly.
    const float needed = score - kBoxCachedBonus;
    const F4 need = needed, need2 = needed < 0.0f ? needed * needed : 0.0f, zero = 0.0f;
    const F4 t1 = turn1(f.t), t2 = turn2(f.t), size1 = turn1(f.a), size2 = turn2(f.a);
    M4 good[3];
    for (int j = 0; j < 3; ++j) {
        const int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
        const F4 r1 = turn1(f.column[j]), r2 = turn2(f.column[j]);
        const F4 reachA = size1 * abs(r2) + size2 * abs(r1);
        const F4 value = abs(t2 * r1 - t1 * r2) - (reachA + (bs[j1] * col[j2] + bs[j2] * col[j1]));
        const F4 length2 = r1 * r1 + r2 * r2, above = value + F4(kBoxRoughError) * reachA;
        good[j] = (value > need) & (length2 > F4(kBoxParallel2)) & ((above > zero) | (above * above < need2 * length2));
    }
    for (uint32_t left = bits(good[0], good[1], good[2]) & 0x777u; left != 0; left &= left - 1) {
        const int k = std::countr_zero(left);
        weighEdge(f, k & 3, k >> 2, limit, cached, score, best);
    }
    return best;
}

// Names by axis of the face and its side. For the reference face: what the positive half of the rectangle adds along
// its two axes, and its edges along them. For the incident face: by corner, the edge along the first axis, the vertex,
// the edge along the second axis. A's codes are the upper ones.
struct ReferenceNames {
    float first[4], second[4], edge1[4], edge2[4], corners[4], face[4];
};
struct IncidentNames {
    float edges1[4], vertices[4], edges2[4], face[4];
};
struct AllNames {
    ReferenceNames reference[11][2]; // by the face's place, down and up
    IncidentNames incident[11][2];
};
constexpr AllNames nameAll() {
    AllNames all{};
    constexpr float kBit[3] = {1.0f, 2.0f, 4.0f}, kContact = static_cast<float>(kBoxFaceContact);
    for (int face = 0; face < 11; ++face)
        for (int up = 0; up < 2; ++up) {
            const float scale = face < 8 ? kBoxUpper : 1.0f;
            const int n = face % 8;
            if (n > 2) continue;
            const int n1 = n == 2 ? 0 : n + 1, n2 = n == 0 ? 2 : n - 1;
            const float base = up ? kBit[n] : 0.0f, first = kBit[n1], second = kBit[n2];
            const float edge1 = base + 8.0f * static_cast<float>(n1), edge2 = base + 8.0f * static_cast<float>(n2);
            ReferenceNames& r = all.reference[face][up];
            IncidentNames& i = all.incident[face][up];
            for (int corner = 0; corner < 4; ++corner) {
                const float has1 = corner == 0 || corner == 3 ? first : 0.0f, has2 = corner < 2 ? second : 0.0f;
                const float vertex = scale * (kBoxVertexCode + base + has1 + has2);
                r.first[corner] = scale * first, r.second[corner] = scale * second;
                r.edge1[corner] = kContact + scale * edge1, r.edge2[corner] = kContact + scale * edge2;
                r.face[corner] = kContact + scale * kBoxFaceCode, i.face[corner] = scale * kBoxFaceCode;
                r.corners[corner] = kContact + vertex, i.vertices[corner] = vertex;
                i.edges1[corner] = scale * (edge1 + has2), i.edges2[corner] = scale * (edge2 + has1);
            }
        }
    return all;
}
constexpr AllNames kNames = nameAll();

// The edge of the rectangle nearest to a point.
F4 nameEdge(const ReferenceNames& names, F4 u, F4 v, F4 insideU, F4 insideV) {
    const F4 zero = 0.0f;
    return select(insideU < insideV, load4(names.edge2) + where(u > zero, load4(names.first)),
                  load4(names.edge1) + where(v > zero, load4(names.second)));
}

struct Faces {
    BoxPatch<1> patch;
    BoxCorners corners;
    BoxPlane plane;
    uint32_t valid; // bit per slot: the point exists and is within the limit; 0: these faces do not hold the closest
                    // points
    F4 least, along;
    bool square; // sides of the two faces are almost parallel
};

// Writes four slots of the patch.
void write(int group, F4 u, F4 v, F4 z, F4 name, M4 valid, Faces& out) {
    const int slot = 4 * group;
    store(u, out.patch.u[slot]), store(v, out.patch.v[slot]), store(z, out.patch.height[slot]);
    store(name, out.patch.name[slot]);
    out.corners.u[group] = u, out.corners.v[group] = v, out.corners.height[group] = only(valid, z);
    out.least = min(out.corners.height[group], out.least);
    out.valid |= bits(valid) << slot;
}

// `lift`: half of what A's radius is more than B's; `squareness`: kBoxSquare or so.
inline void clipFaces(const Frame& f, int face, float separation, float limit, float lift, float radii,
                      float squareness, Faces& out) {
    const bool byB = face > 7;
    const int next = kNextFace[face], before = kFaceBefore[face];
    const F4 zero = 0.0f, one = 1.0f, within = limit, slack = kPointTolerance;

    // The reference box' axes n, u and v seen from the other box, times that one's half extents; then, by columns, the
    // other box' half sides along u, v and n, and their lengths.
    const F4 rowN = load4(f.R[face]), otherSize = load4(f.sizes + (byB ? 0 : 8));
    const F4 alongU = load4(f.R[face + 1]) * otherSize, alongV = load4(f.R[face + 2]) * otherSize;
    const F4 alongN = rowN * otherSize;
    const F4 lowUV = permute<0, 1, 0, 1>(alongU, alongV), highUV = permute<2, 2, 2, 2>(alongU, alongV);
    const F4 lowN = permute<0, 1, 0, 1>(alongN, otherSize), highN = permute<2, 2, 2, 2>(alongN, otherSize);
    const F4 half0 = permute<0, 2, 0, 2>(lowUV, lowN), half1 = permute<1, 3, 1, 3>(lowUV, lowN);
    const F4 half2 = permute<0, 2, 0, 2>(highUV, highN);
    // The incident face: the axis most along the normal, on the side that looks against it.
    const F4 weight = abs(rowN), w0 = broadcast<0>(weight), w1 = broadcast<1>(weight), w2 = broadcast<2>(weight);
    const M4 is0 = (w1 <= w0) & (w2 <= w0), is1 = w2 <= w1;
    const F4 halfK = select(is0, half0, select(is1, half1, half2));
    const F4 e1 = select(is0, half1, select(is1, half2, half0));
    const F4 e2 = select(is0, half2, select(is1, half0, half1));
    const F4 cn = f.offsets[face], size(f.sizes[next], f.sizes[before], 0.0f, 0.0f);
    const M4 below = cn < zero; // the reference face
    const F4 halfN = negate(below, broadcast<2>(halfK));
    const M4 incidentUp = halfN < zero;
    const F4 c = F4(f.offsets[next], f.offsets[before], 0.0f, 0.0f) - negate(incidentUp, halfK);

    const F4 lengths1 = abs(e1), reach = lengths1 + abs(e2);
    const F4 across1 = permute<1, 0, 3, 2>(lengths1);
    out.square = bits(min(lengths1, across1) < F4(squareness) * max(lengths1, across1)) & 1u;
    store(F4(0.5f) * (max(c - reach, -size) + min(c + reach, size)), out.patch.middle[0]);

    // The four sides of the incident face: through c + e2 and c - e2 along e1, through c + e1 and c - e1 along e2.
    const M4 odd = mask4(false, true, false, true);
    const F4 cu = broadcast<0>(c), cv = broadcast<1>(c), cz = abs(cn) - F4(f.sizes[face]) - abs(halfN);
    const F4 e1z = negate(below, broadcast<2>(e1)), e2z = negate(below, broadcast<2>(e2));
    const F4 baseU = cu + negate(odd, permute<0, 0, 0, 0>(e2, e1)),
             baseV = cv + negate(odd, permute<1, 1, 1, 1>(e2, e1)),
             baseZ = cz + negate(odd, permute<0, 0, 0, 0>(e2z, e1z));
    const F4 sides = permute<0, 1, 0, 1>(e1, e2);
    const F4 inverses = select(abs(sides) > F4(1e-12f), one / sides, F4(1.0f / 1e-12f));
    const F4 inverseU = permute<0, 0, 2, 2>(inverses), inverseV = permute<1, 1, 3, 3>(inverses);
    const F4 hu = broadcast<0>(size), hv = broadcast<1>(size);
    const F4 middleU = baseU * inverseU, reachU = (hu + slack) * abs(inverseU);
    const F4 middleV = baseV * inverseV, reachV = (hv + slack) * abs(inverseV);
    const F4 minusLow = min(min(reachU + middleU, reachV + middleV), one);
    const F4 high = min(min(reachU - middleU, reachV - middleV), one);
    const M4 hit = -minusLow <= high;

    const int incident = static_cast<int>((bits(is0) & 1u) != 0 ? 0u : 2u - (bits(is1) & 1u));
    const ReferenceNames& names = kNames.reference[face][1 - (bits(below) & 1u)];
    const IncidentNames& otherNames = kNames.incident[(byB ? 0 : 8) + incident][bits(incidentUp) & 1u];
    const float(*axes)[4] = byB ? f.R : kUnitAxes; // by lane: own axes in A
    const F4 normal = negate(below, load4(axes[face])), fourth(0.0f, 0.0f, 0.0f, 1.0f);
    out.plane.origin = (byB ? f.t : zero) + F4(f.sizes[face] + (byB ? -lift : lift)) * normal - F4(radii) * fourth;
    out.plane.U = load4(axes[face + 1]), out.plane.V = load4(axes[face + 2]);
    out.plane.N = F4(0.5f) * normal + fourth;
    const int faceA = byB ? incident : face, axis1 = kNextAxis[faceA], axis2 = kAxisBefore[faceA];
    out.along = F4(axes[face + 1][axis1], axes[face + 2][axis1], axes[face + 1][axis2], axes[face + 2][axis2]);
    store(out.along, out.patch.along[0]);

    const F4 e1u = broadcast<0>(e1), e1v = broadcast<1>(e1);
    out.valid = 0;
    out.least = kHuge;
    // Corners ++, -+, --, +-.
    F4 s = negate(mask4(false, true, true, false), permute<0, 2, 3, 1>(permute<0, 1, 0, 1>(high, minusLow)));
    F4 u = permute<0, 0, 1, 1>(baseU) + s * e1u, v = permute<0, 0, 1, 1>(baseV) + s * e1v;
    F4 z = permute<0, 0, 1, 1>(baseZ) + s * e1z;
    F4 insideU = hu - abs(u), insideV = hv - abs(v);
    write(0, u, v, z,
          select(min(insideU, insideV) > zero, load4(names.face) + load4(otherNames.vertices),
                 nameEdge(names, u, v, insideU, insideV) + load4(otherNames.edges1)),
          permute<0, 0, 1, 1>(hit) & (z <= within), out);
    if ((bits((minusLow == one) & (high == one)) & 3u) != 3u) {
        const F4 e2u = broadcast<0>(e2), e2v = broadcast<1>(e2);
        const M4 sign1 = mask4(false, true, true, false), sign2 = mask4(false, false, true, true);
        s = permute<2, 3, 3, 2>(high, minusLow); // times sign2
        const M4 cut = (s < one) | permute<0, 0, 1, 1>(high < -minusLow);
        s = negate(sign2, s);
        u = permute<2, 3, 3, 2>(baseU) + s * e2u, v = permute<2, 3, 3, 2>(baseV) + s * e2v;
        z = permute<2, 3, 3, 2>(baseZ) + s * e2z;
        insideU = hu - abs(u), insideV = hv - abs(v);
        write(1, u, v, z, nameEdge(names, u, v, insideU, insideV) + load4(otherNames.edges2),
              permute<2, 3, 3, 2>(hit) & cut & (z <= within), out);

        const F4 products = sides * permute<3, 2, 1, 0>(sides), area = products - permute<1, 0, 3, 2>(products);
        const F4 quotients =
            F4(1.0f, 1.0f, kPointTolerance, kPointTolerance) / permute<0, 0, 0, 2>(area, permute<3, 3, 3, 3>(e1, e2));
        const F4 inverse = broadcast<0>(quotients), inside = one - quotients;
        const F4 pu = negate(sign1, hu), pv = negate(sign2, hv), du = pu - cu, dv = pv - cv;
        const F4 s1 = (du * e2v - dv * e2u) * inverse, s2 = (e1u * dv - e1v * du) * inverse;
        z = cz + s1 * e1z + s2 * e2z;
        write(2, pu, pv, z, load4(names.corners) + load4(otherNames.face),
              (abs(s1) < broadcast<2>(inside)) & (abs(s2) < broadcast<3>(inside)) & (z <= within), out);
    }
    // Some point must be as near as the axis says.
    if (bits(out.least <= F4(separation + kBoxAstray)) == 0) out.valid = 0;
}

// Chooses as reducePatch does: of the valid slots (more than four) those farthest in the four directions +-(1, 0.4) and
// +-(-0.4, 1) in the plane of A's axes 1 and 2, the first one of those equally far, and the deepest if that leaves it
// out. Returns their bits. `kept`: those of last time.
inline uint32_t chooseSlots(const Faces& f, uint32_t kept) {
    constexpr float kTurn = kDirectionTurn;
    const F4 direction = f.along + F4(kTurn, kTurn, -kTurn, -kTurn) * permute<2, 3, 0, 1>(f.along);
    const F4 alongU = broadcast<0>(direction), alongV = broadcast<1>(direction);
    const F4 acrossU = broadcast<2>(direction), acrossV = broadcast<3>(direction);
    const BoxCorners& c = f.corners;
    F4 along[3], across[3], right = -kHuge, left = kHuge, front = -kHuge, back = kHuge, highest = -kHuge;
    for (int k = 0; k < 3; ++k) {
        const M4 valid = c.height[k] == c.height[k];
        along[k] = only(valid, c.u[k] * alongU + c.v[k] * alongV);
        across[k] = only(valid, c.u[k] * acrossU + c.v[k] * acrossV);
        right = max(along[k], right), left = min(along[k], left);
        front = max(across[k], front), back = min(across[k], back);
        highest = max(c.height[k], highest);
    }
    const F4 reach1 = max(permute<0, 1, 0, 1>(right, front), permute<2, 3, 2, 3>(right, front));
    const F4 reach2 = min(permute<0, 1, 0, 1>(left, back), permute<2, 3, 2, 3>(left, back));
    const F4 farthest = max(permute<0, 2, 0, 2>(reach1, -reach2), permute<1, 3, 1, 3>(reach1, -reach2)),
             nearest = -farthest;
    F4 heights = min(permute<0, 1, 0, 1>(f.least, -highest), permute<2, 3, 2, 3>(f.least, -highest));
    heights = min(heights, permute<1, 0, 3, 2>(heights));
    float far[4], ends[4];
    store(farthest, far), store(heights, ends);
    const float width = widthOf(far[0], far[1], -far[2], -far[3]), lowest = ends[0];
    if (isTilted(lowest, -ends[2], width)) {
        BoxTiltedChoice<1> choice;
        choice.addFirstTwo(f.patch, 0, c, lowest, width);
        choice.addThird();
        choice.addFourth();
        return choice.chosen;
    }

    const auto equal = [](const F4(&values)[3], F4 value) {
        return bits(values[0] == value, values[1] == value, values[2] == value);
    };
    const auto first = [](uint32_t slots) { return slots & (0u - slots); };
    const uint32_t at[4] = {first(equal(along, broadcast<0>(farthest))), first(equal(across, broadcast<1>(farthest))),
                            first(equal(along, broadcast<2>(nearest))), first(equal(across, broadcast<3>(nearest)))};
    const uint32_t chosen = at[0] | at[1] | at[2] | at[3];
    const F4 deep = lowest + kPointTolerance;
    const bool hasDeepest = (chosen & bits(c.height[0] <= deep, c.height[1] <= deep, c.height[2] <= deep)) != 0;
    const uint32_t fresh = hasDeepest ? chosen : keepDeepest(f.patch, 0, at, first(equal(c.height, F4(lowest))));
    if ((kept & f.valid & ~fresh) == 0) return fresh;
    return keepSlots(f.patch, 0, f.valid, lowest, width, kept & f.valid, at);
}

} // namespace

bool collideBoxPair(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                    Manifold& out) {
    const Frame frame(a.size, b.size, bInA);
    const float limit = margin + a.rounding + b.rounding;
    const Axis axis = findAxis(frame, limit, cachedBoxAxis(cache));
    if (axis.apart || !(axis.separation > -kHuge)) return false;
    if (axis.edge != 0) return finishBoxEdges(a, b, bInA, frame.column, margin, axis.edge, axis.separation, cache, out);

    Faces faces;
    const float lift = 0.5f * (a.rounding - b.rounding), radii = a.rounding + b.rounding;
    clipFaces(frame, axis.face, axis.separation, limit, lift, radii, cachedSquareness(cache), faces);
    if (faces.valid == 0) return fallBackFromBoxes(a, b, bInA, margin, out);
    uint32_t beyond = faces.valid; // without the first four
    for (int k = 0; k < 4; ++k) beyond &= beyond - 1;
    const int number = axis.face > 7 ? axis.face - 5 : axis.face;
    const uint32_t chosen = beyond != 0 ? chooseSlots(faces, cachedBoxSlots(cache, number)) : faces.valid;
    const F4 normal = F4(axis.face > 7 ? -2.0f : 2.0f) * faces.plane.N;
    store(normal, out.normal);
    rememberBoxFaces(number, faces.square, chosen, cache);
    out.isPartial = beyond != 0;
    finishBoxFaces(faces.patch, 0, faces.plane, chosen, faces.square, out);
    return true;
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace cairn {

HWY_EXPORT(collideBoxPair);

bool collideBoxBox(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                   Manifold& out) {
    return CAIRN_DISPATCH(collideBoxPair)(a, b, bInA, margin, cache, out);
}

} // namespace cairn

#endif
