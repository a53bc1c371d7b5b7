// Box against box, one pair: axis search and clipping in four lanes, which hold three axes or four corners at a time.
// The formulas and the order of operations are those of manifold_box_kernel.inl, where the derivations stand, so the
// bits are those of the batch.
#include "geometry/manifold_box.h"
#include "math/lanes4.h"

#include <bit>

namespace cairn {

namespace {

#include "geometry/manifold_box_finish.inl"

struct Frame {
    F4 a, b, t, tB;        // as in BoxFrame
    F4 column[3];          // of R: B's axes in A
    F4 row[3];             // A's axes in B
    const float* sizes[2]; // a, b
    float offset[2][4];    // t, tB
    float R[6][4];         // the rows, the columns

    Frame(const Vec3& sizeA, const Vec3& sizeB, const Transform& bInA)
        : a(load3(sizeA)), b(load3(sizeB)), t(load3(bInA.p)), sizes{&sizeA.x, &sizeB.x} {
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
        store(t, offset[0]), store(tB, offset[1]);
        for (int k = 0; k < 3; ++k) store(row[k], R[k]), store(column[k], R[3 + k]);
    }
};

struct Axis {
    float separation;
    int axis;
    bool apart;
};

// Lane i to the place of its next axis, and of the one after.
F4 turn1(F4 a) { return permute<1, 2, 0, 3>(a); }
F4 turn2(F4 a) { return permute<2, 0, 1, 3>(a); }

// The greatest of lanes 0..2, in every lane.
F4 maxOfThree(F4 a) { return max(max(broadcast<0>(a), broadcast<1>(a)), broadcast<2>(a)); }

// An edge axis that passed the rough test, measured with care.
void weighEdge(const Frame& f, int i, int j, float limit, int cached, int face, float faceOffset, float& score,
               Axis& best) {
    const int i1 = kNextAxis[i], i2 = kAxisBefore[i], j1 = kNextAxis[j], j2 = kAxisBefore[j];
    const float *t = f.offset[0], *a = f.sizes[0], *b = f.sizes[1];
    const float r1 = f.R[i1][j], r2 = f.R[i2][j];
    const float offset = t[i2] * r1 - t[i1] * r2;
    const float reachA = a[i1] * abs(r2) + a[i2] * abs(r1);
    const float length2 = r1 * r1 + r2 * r2;
    const float alongB1 = r1 * f.R[i2][j1] - r2 * f.R[i1][j1];
    const float alongB2 = r1 * f.R[i2][j2] - r2 * f.R[i1][j2];
    const float reachB = b[j1] * abs(alongB1) + b[j2] * abs(alongB2);
    const float separation = (abs(offset) - (reachA + reachB)) / sqrt(length2);
    const int id = 6 + 3 * i + j;
    const float own = separation + (cached == id ? kBoxCachedBonus : 0.0f);
    best.apart |= separation > limit;
    if (!(own > score)) return;
    float alongs[6] = {}; // the axis along each face's normal
    alongs[i1] = -r2, alongs[i2] = r1, alongs[3 + j1] = alongB1, alongs[3 + j2] = alongB2;
    const float along = alongs[face];
    const float cosine2 = along * along, sine2 = length2 - cosine2;
    const bool asFace = along * offset * faceOffset > 0.0f && cosine2 > kBoxSameNormal * length2 &&
                        abs(separation) * sine2 < 2.0f * kBoxEdgeHandicap * cosine2;
    score = own;
    best.separation = separation;
    best.axis = asFace ? face : id;
}

// Bonus of each face axis by the cached one, in the lanes of A's and B's faces; the last row is none. Edges have theirs
// in weighEdge.
constexpr float kB = kBoxCachedBonus;
constexpr float kBonus[7][8] = {
    {kB}, {0, kB}, {0, 0, kB}, {0, 0, 0, 0, kB}, {0, 0, 0, 0, 0, kB}, {0, 0, 0, 0, 0, 0, kB}, {}};

Axis findAxis(const Frame& f, float limit, int cached) {
    const F4 col[3] = {abs(f.column[0]), abs(f.column[1]), abs(f.column[2])};
    const F4 a0 = broadcast<0>(f.a), a1 = broadcast<1>(f.a), a2 = broadcast<2>(f.a);
    const F4 bs[3] = {broadcast<0>(f.b), broadcast<1>(f.b), broadcast<2>(f.b)};
    const F4 sA = abs(f.t) - f.a - (col[0] * bs[0] + col[1] * bs[1] + col[2] * bs[2]);
    const F4 sB = abs(f.tB) - f.b - (abs(f.row[0]) * a0 + abs(f.row[1]) * a1 + abs(f.row[2]) * a2);
    if ((bits(sA > F4(limit)) | bits(sB > F4(limit))) & 7u) return {0.0f, 0, true};

    const float* bonus = kBonus[static_cast<uint32_t>(cached) < 6u ? cached : 6];
    const F4 scoreA = sA + load4(bonus), scoreB = sB + load4(bonus + 4), top = maxOfThree(max(scoreA, scoreB));
    // (None at all only if numbers overflowed.)
    const uint32_t tops = (bits(scoreA == top) & 7u) | (bits(scoreB == top) & 7u) << 3 | 32u;
    const int face = std::countr_zero(tops), faceLane = face > 2 ? face + 1 : face;
    float s[8], tops1[4];
    store(sA, s), store(sB, s + 4), store(top, tops1);
    Axis best{s[faceLane], face, false};
    float score = tops1[0] + kBoxEdgeHandicap;

    // Nine edge axes roughly.
    const float needed = score - kBoxCachedBonus;
    const F4 need = needed, need2 = needed < 0.0f ? needed * needed : 0.0f, zero = 0.0f;
    const F4 t1 = turn1(f.t), t2 = turn2(f.t), size1 = turn1(f.a), size2 = turn2(f.a);
    uint32_t possible = 0;
    for (int j = 0; j < 3; ++j) {
        const int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
        const F4 r1 = turn1(f.column[j]), r2 = turn2(f.column[j]);
        const F4 reachA = size1 * abs(r2) + size2 * abs(r1);
        const F4 value = abs(t2 * r1 - t1 * r2) - (reachA + (bs[j1] * col[j2] + bs[j2] * col[j1]));
        const F4 length2 = r1 * r1 + r2 * r2, above = value + F4(kBoxRoughError) * reachA;
        const M4 good =
            (value > need) & (length2 > F4(kBoxParallel2)) & ((above > zero) | (above * above < need2 * length2));
        possible |= (bits(good) & 7u) << 3 * j;
    }
    for (; possible != 0; possible &= possible - 1) {
        const int k = std::countr_zero(possible), j = k / 3, i = k - 3 * j;
        weighEdge(f, i, j, limit, cached, face, f.offset[faceLane >> 2][faceLane & 3], score, best);
    }
    return best;
}

struct Side {
    F4 base[3], e[3], inverseU, inverseV;
    F4 low, high;

    // Keeps the s of base + s e, -1 <= s <= 1, inside the rectangle.
    void clip(F4 ru, F4 rv) {
        const F4 middleU = base[0] * inverseU, reachU = ru * abs(inverseU);
        const F4 middleV = base[1] * inverseV, reachV = rv * abs(inverseV);
        low = max(max(-reachU - middleU, -reachV - middleV), F4(-1.0f));
        high = min(min(reachU - middleU, reachV - middleV), F4(1.0f));
    }
};

constexpr float kUnit[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
constexpr float kNowhere[4] = {0, 0, 0, 0};

// Names by axis of the face and its side. For the reference face: what the positive half of the rectangle adds along
// its two axes, and its edges along them. For the incident face: by corner, the edge along the first axis, the vertex,
// the edge along the second axis. A's codes are the upper ones.
struct ReferenceNames {
    float first, second, edge1, edge2, face, corners[4];
};
struct IncidentNames {
    float edges1[4], vertices[4], edges2[4], face;
};
struct AllNames {
    ReferenceNames reference[6][2]; // 0..2: A's axes
    IncidentNames incident[6][2];
};
constexpr AllNames nameAll() {
    AllNames all{};
    constexpr float kBit[3] = {1.0f, 2.0f, 4.0f};
    for (int axis = 0; axis < 6; ++axis)
        for (int up = 0; up < 2; ++up) {
            const float scale = axis < 3 ? kBoxUpper : 1.0f;
            const int n = axis % 3, n1 = n == 2 ? 0 : n + 1, n2 = n == 0 ? 2 : n - 1;
            const float base = up ? kBit[n] : 0.0f, first = kBit[n1], second = kBit[n2];
            const float edge1 = base + 8.0f * static_cast<float>(n1), edge2 = base + 8.0f * static_cast<float>(n2);
            ReferenceNames& r = all.reference[axis][up];
            IncidentNames& i = all.incident[axis][up];
            r.first = scale * first, r.second = scale * second;
            r.edge1 = scale * edge1, r.edge2 = scale * edge2;
            r.face = i.face = scale * kBoxFaceCode;
            for (int corner = 0; corner < 4; ++corner) {
                const float has1 = corner == 0 || corner == 3 ? first : 0.0f, has2 = corner < 2 ? second : 0.0f;
                r.corners[corner] = i.vertices[corner] = scale * (kBoxVertexCode + base + has1 + has2);
                i.edges1[corner] = scale * (edge1 + has2), i.edges2[corner] = scale * (edge2 + has1);
            }
        }
    return all;
}
constexpr AllNames kNames = nameAll();

// The edge of the rectangle nearest to a point.
F4 nameEdge(const ReferenceNames& names, F4 u, F4 v, F4 insideU, F4 insideV) {
    const F4 zero = 0.0f;
    return select(insideU < insideV, F4(names.edge2) + where(u > zero, F4(names.first)),
                  F4(names.edge1) + where(v > zero, F4(names.second)));
}

// Writes four slots of the patch.
void write(F4 u, F4 v, F4 z, F4 name, int slot, BoxPatch<1>& out) {
    store(u, out.u[slot]), store(v, out.v[slot]), store(z, out.height[slot]);
    store(name + F4(static_cast<float>(kBoxFaceContact)), out.name[slot]);
}

// `lift`: half of what A's radius is more than B's.
BoxFaces clipFaces(const Frame& f, int axis, float separation, float limit, float lift, float radii, BoxPatch<1>& out) {
    const bool byB = axis > 2;
    const int own = byB ? 1 : 0, n = axis - 3 * own, nu = kNextAxis[n], nv = kAxisBefore[n];
    const float *rowN = f.R[axis], *rowU = f.R[axis - n + nu], *rowV = f.R[axis - n + nv];
    const float *size = f.sizes[own], *otherSize = f.sizes[1 - own], *offset = f.offset[own];
    const float backwards = kSigns[1 - own];
    const float hu = size[nu], hv = size[nv], cn = backwards * offset[n];
    BoxFaces faces;
    faces.axis = axis;
    const int referenceUp = cn >= 0.0f ? 1 : 0;
    const float up = kSigns[referenceUp];

    const F4 weight = abs(load4(rowN));
    const int k = std::countr_zero((bits(weight == maxOfThree(weight)) & 7u) | 4u);
    const int k1 = kNextAxis[k], k2 = kAxisBefore[k];
    faces.incidentAxis = k;
    const float faceN = up * rowN[k];
    const int incidentUp = faceN < 0.0f ? 1 : 0;
    const float gk = kSigns[incidentUp] * otherSize[k], g1 = otherSize[k1], g2 = otherSize[k2];
    const float cu = backwards * offset[nu] + gk * rowU[k], cv = backwards * offset[nv] + gk * rowV[k];
    const float cz = abs(cn) - size[n] + gk * faceN;
    const float e1u = g1 * rowU[k1], e1v = g1 * rowV[k1], e1z = g1 * (up * rowN[k1]);
    const float e2u = g2 * rowU[k2], e2v = g2 * rowV[k2], e2z = g2 * (up * rowN[k2]);
    const float along = abs(e1u), across = abs(e1v);
    faces.square = min(along, across) < kBoxSquare * max(along, across);
    const float reachU = along + abs(e2u), reachV = across + abs(e2v);
    out.middleU[0] = 0.5f * (max(cu - reachU, -hu) + min(cu + reachU, hu));
    out.middleV[0] = 0.5f * (max(cv - reachV, -hv) + min(cv + reachV, hv));

    const ReferenceNames& reference = kNames.reference[axis][referenceUp];
    const IncidentNames& incident = kNames.incident[3 - 3 * own + k][incidentUp];
    const float *axisU = byB ? f.R[3 + nu] : kUnit[nu], *axisV = byB ? f.R[3 + nv] : kUnit[nv],
                *axisN = byB ? f.R[3 + n] : kUnit[n], *middle = byB ? f.offset[0] : kNowhere;
    const F4 normal = F4(up) * load4(axisN), fourth(0.0f, 0.0f, 0.0f, 1.0f);
    store(load4(middle) + F4(size[n] + backwards * lift) * normal - F4(radii) * fourth, out.rows[0]);
    store(load4(axisU), out.rows[0] + 4);
    store(load4(axisV), out.rows[0] + 8);
    store(F4(0.5f) * normal + fourth, out.rows[0] + 12);

    const F4 one = 1.0f, tiny = 1e-12f, within = limit;
    const F4 sides(e1u, e1v, e2u, e2v), inverses = one / select(abs(sides) > tiny, sides, tiny);
    const F4 fu = hu, fv = hv, ru = fu + F4(kPointTolerance), rv = fv + F4(kPointTolerance);
    // Corners ++, -+, --, +-.
    const F4 sign1(1.0f, -1.0f, -1.0f, 1.0f), sign2(1.0f, 1.0f, -1.0f, -1.0f);
    const F4 c[3] = {cu, cv, cz}, e1[3] = {e1u, e1v, e1z}, e2[3] = {e2u, e2v, e2z};
    Side side;
    for (int i = 0; i < 3; ++i) side.e[i] = e1[i], side.base[i] = c[i] + sign2 * e2[i];
    side.inverseU = broadcast<0>(inverses), side.inverseV = broadcast<1>(inverses);
    side.clip(ru, rv);
    F4 s = select(mask4(true, false, false, true), side.high, side.low), z = side.base[2] + s * side.e[2];
    F4 u = side.base[0] + s * side.e[0], v = side.base[1] + s * side.e[1];
    F4 insideU = fu - abs(u), insideV = fv - abs(v);
    const M4 off = min(insideU, insideV) > F4(0.0f);
    write(u, v, z,
          select(off, F4(reference.face) + load4(incident.vertices),
                 nameEdge(reference, u, v, insideU, insideV) + load4(incident.edges1)),
          0, out);
    M4 taken = (side.low <= side.high) & (z <= within);
    F4 least = select(taken, z, F4(kHuge));
    faces.valid = bits(taken);
    if (bits((side.low == -one) & (side.high == one)) != 15u) {
        for (int i = 0; i < 3; ++i) side.e[i] = e2[i], side.base[i] = c[i] + sign1 * e1[i];
        side.inverseU = broadcast<2>(inverses), side.inverseV = broadcast<3>(inverses);
        side.clip(ru, rv);
        s = select(mask4(true, true, false, false), side.high, side.low), z = side.base[2] + s * side.e[2];
        u = side.base[0] + s * side.e[0], v = side.base[1] + s * side.e[1];
        insideU = fu - abs(u), insideV = fv - abs(v);
        write(u, v, z, nameEdge(reference, u, v, insideU, insideV) + load4(incident.edges2), 4, out);
        taken = (side.low <= side.high) & (sign2 * s < one) & (z <= within);
        least = min(select(taken, z, F4(kHuge)), least);
        faces.valid |= bits(taken) << 4;

        const F4 quotients = F4(1.0f, kPointTolerance, kPointTolerance, 1.0f) / F4(e1u * e2v - e1v * e2u, g1, g2, 1.0f);
        const F4 inverse = broadcast<0>(quotients), inside = one - quotients;
        const F4 pu = sign1 * fu, pv = sign2 * fv, du = pu - c[0], dv = pv - c[1];
        const F4 s1 = (du * e2[1] - dv * e2[0]) * inverse, s2 = (e1[0] * dv - e1[1] * du) * inverse;
        z = c[2] + s1 * e1[2] + s2 * e2[2];
        write(pu, pv, z, load4(reference.corners) + F4(incident.face), 8, out);
        taken = (abs(s1) < broadcast<1>(inside)) & (abs(s2) < broadcast<2>(inside)) & (z <= within);
        least = min(select(taken, z, F4(kHuge)), least);
        faces.valid |= bits(taken) << 8;
    }
    // Some point must be as near as the axis says.
    if (bits(least <= F4(separation + kBoxAstray)) == 0) faces.valid = 0;
    return faces;
}

} // namespace

bool collideBoxBox(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                   Manifold& out) {
    const Frame frame(a.size, b.size, bInA);
    const float limit = margin + a.rounding + b.rounding;
    const Axis axis = findAxis(frame, limit, cachedBoxAxis(cache));
    if (axis.apart || !(axis.separation > -kHuge)) return false;
    if (axis.axis >= 6) return finishBoxEdges(a, b, bInA, frame.R, margin, axis.axis, axis.separation, cache, out);

    BoxPatch<1> patch;
    const float lift = 0.5f * (a.rounding - b.rounding), radii = a.rounding + b.rounding;
    const BoxFaces faces = clipFaces(frame, axis.axis, axis.separation, limit, lift, radii, patch);
    if (faces.valid == 0) return fallBackFromBoxes(a, b, bInA, margin, out);
    finishBoxFaces(patch, 0, faces, cache, out);
    return true;
}

} // namespace cairn
