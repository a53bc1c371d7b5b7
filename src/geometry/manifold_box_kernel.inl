// Box against box on any lane type F: the separating-axis search and the clipping of faces. Included without guard in
// namespace cairn once per instruction set for F8 (the batch). The single call in manifold_box.cpp does the same sums
// in the same order, so both round alike.
//
// A stands at the origin with half extents a, B at t with half extents b and axes the columns of R. Only cores are
// seen here; rounding radii enter through `limit`, the core separation up to which points are wanted.
//
// Axes are numbered 0..2: A's faces, 3..5: B's faces, 6 + 3 i + j: edge i of A x edge j of B.

template <class F> using MaskOf = typename LaneTraits<F>::Mask;
template <class F> using IntOf = typename LaneTraits<F>::Int;

template <class F> struct BoxFrame {
    F a[3], b[3];
    F t[3];    // centre of B in A
    F tB[3];   // the same along B's axes: R^T t
    F R[3][3]; // row: A's axis, column: B's
};

template <class F> struct BoxAxis {
    F separation; // along the axis
    IntOf<F> axis;
    MaskOf<F> apart; // some axis separates by more than the limit; the other fields mean nothing then
};

template <class F> inline void makeBoxFrame(Vec3T<F> a, Vec3T<F> b, const TransformT<F>& bInA, BoxFrame<F>& f) {
    const Mat33T<F> r = toMatrix(bInA.q);
    f.a[0] = a.x, f.a[1] = a.y, f.a[2] = a.z;
    f.b[0] = b.x, f.b[1] = b.y, f.b[2] = b.z;
    f.t[0] = bInA.p.x, f.t[1] = bInA.p.y, f.t[2] = bInA.p.z;
    f.R[0][0] = r.cx.x, f.R[1][0] = r.cx.y, f.R[2][0] = r.cx.z;
    f.R[0][1] = r.cy.x, f.R[1][1] = r.cy.y, f.R[2][1] = r.cy.z;
    f.R[0][2] = r.cz.x, f.R[1][2] = r.cz.y, f.R[2][2] = r.cz.z;
    for (int j = 0; j < 3; ++j) f.tB[j] = f.R[0][j] * f.t[0] + f.R[1][j] * f.t[1] + f.R[2][j] * f.t[2];
}

// Separating axes. Along a unit axis n the boxes are apart by |n.t| - sum a_i |n_i| - sum b_j |n.B_j|; the axis where
// that is greatest is the direction of least overlap. It is enough to look at face normals and edge cross products.
//
// Which of two almost equal axes wins should not change from step to step, because the whole patch hangs on it. So the
// axis of last time gets a bonus, and edges, which give one point where faces give up to four, must be better by a
// handicap. Together they stay below a millimetre: the depth is never wrong by more.
//
// An edge axis that almost is the best face's normal gives way whatever its merit: faces that rest on each other and
// rock have such edges, and clipping finds the same depth there, longer only by 1 / cosine of the angle between the
// two.
//
// Edge axes are looked at in two steps. First with |A_i x B_j| and the products that R gives for nothing, which tells
// most of them off: an axis shorter than one only deepens a negative value when it is divided by its length. What is
// left is measured with care: for nearly parallel edges A_i x B_j is short, and its products with the other axes must
// come from the same short numbers ((B_j x B_k)_i, not the equal-in-theory |R_im|), or the separation along it would be
// off by the round-off over its length.
template <class F> inline BoxAxis<F> findBoxAxis(const BoxFrame<F>& f, F limit, IntOf<F> cachedAxis) {
    using I = IntOf<F>;
    using M = MaskOf<F>;
    const F bonus = F(kBoxCachedBonus), zero = F(0.0f);
    F absR[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) absR[i][j] = abs(f.R[i][j]);

    BoxAxis<F> best;
    // A's faces, then B's.
    F s[6];
    for (int i = 0; i < 3; ++i) {
        s[i] = abs(f.t[i]) - f.a[i] - (absR[i][0] * f.b[0] + absR[i][1] * f.b[1] + absR[i][2] * f.b[2]);
        s[3 + i] = abs(f.tB[i]) - f.b[i] - (absR[0][i] * f.a[0] + absR[1][i] * f.a[1] + absR[2][i] * f.a[2]);
    }
    const F most = max(max(max(s[0], s[1]), max(s[2], s[3])), max(s[4], s[5]));
    best.apart = most > limit;
    best.separation = most;
    best.axis = I(0);
    if (all(best.apart)) return best;
    F scores[6];
    for (int k = 0; k < 6; ++k) scores[k] = s[k];
    addAt(scores, cachedAxis, bonus);
    F score = scores[0];
    for (int k = 1; k < 6; ++k) {
        best.axis = select(scores[k] > score, I(k), best.axis);
        score = max(scores[k], score);
    }
    best.separation = choose(s, best.axis);

    const I face = best.axis;
    const F offsets[6] = {f.t[0], f.t[1], f.t[2], f.tB[0], f.tB[1], f.tB[2]};
    const F faceOffset = choose(offsets, face);
    score = score + F(kBoxEdgeHandicap);
    const F needed = score - bonus, needed2 = select(needed < zero, needed * needed, zero);
    M possible[9];
    uint32_t edges = 0;
    for (int j = 0; j < 3; ++j) {
        const int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
        for (int i = 0; i < 3; ++i) {
            const int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
            // A_i x B_j has the parts 0 along i, -R[i2][j] along i1, R[i1][j] along i2.
            const F distance = abs(f.t[i2] * f.R[i1][j] - f.t[i1] * f.R[i2][j]);
            const F reachA = f.a[i1] * absR[i2][j] + f.a[i2] * absR[i1][j];
            const F rough = distance - (reachA + (f.b[j1] * absR[i][j2] + f.b[j2] * absR[i][j1]));
            // rough / length > needed, without the root: rough is positive, or both are negative. A little is added for
            // the round-off of the rough value.
            const F length2 = f.R[i1][j] * f.R[i1][j] + f.R[i2][j] * f.R[i2][j];
            const F above = rough + F(kBoxRoughError) * reachA;
            const M good = (rough > needed) & (length2 > F(kBoxParallel2)) &
                           ((above > zero) | (above * above < needed2 * length2));
            possible[3 * j + i] = good;
            edges |= any(good) ? 1u << (3 * j + i) : 0u;
        }
    }
    for (; edges != 0; edges &= edges - 1) {
        const int k = std::countr_zero(edges), j = kThird[k], i = kOfThird[k];
        const int i1 = kNextAxis[i], i2 = kAxisBefore[i], j1 = kNextAxis[j], j2 = kAxisBefore[j];
        const F r1 = f.R[i1][j], r2 = f.R[i2][j], length2 = r1 * r1 + r2 * r2;
        const F offset = f.t[i2] * r1 - f.t[i1] * r2, reachA = f.a[i1] * abs(r2) + f.a[i2] * abs(r1);
        const F alongB1 = r1 * f.R[i2][j1] - r2 * f.R[i1][j1], alongB2 = r1 * f.R[i2][j2] - r2 * f.R[i1][j2];
        const F reachB = f.b[j1] * abs(alongB1) + f.b[j2] * abs(alongB2);
        const F separation = (abs(offset) - (reachA + reachB)) / sqrt(max(length2, F(kBoxParallel2)));
        const I id = I(6 + 3 * i + j);
        const F own = separation + where(cachedAxis == id, bonus);
        best.apart = best.apart | (possible[k] & (separation > limit));
        // So close to the face's normal that the face stands for it?
        F along = select(face == I(i1), -r2, where(face == I(i2), r1));
        along = select(face == I(3 + j1), alongB1, select(face == I(3 + j2), alongB2, along));
        const F cosine2 = along * along, sine2 = length2 - cosine2; // both times length2
        const M asFace = (along * offset * faceOffset > zero) & (cosine2 > F(kBoxSameNormal) * length2) &
                         (abs(separation) * sine2 < F(2.0f * kBoxEdgeHandicap) * cosine2);
        const M wins = possible[k] & (own > score);
        score = select(wins, own, score);
        best.separation = select(wins, separation, best.separation);
        best.axis = select(wins, select(asFace, face, id), best.axis);
    }
    return best;
}

// The patch of a face axis: corners of the overlap of the reference face and the incident face (of the other box,
// looking most against it), seen along the normal. The slots are those of BoxPatch. In a slot without a point u
// and the height are not numbers, which min and max pass over as their first operand and no test takes.
template <class F> struct BoxClip {
    IntOf<F> valid; // a bit per slot
    MaskOf<F> square;
    F least; // height of a point
};

// Floats whose bits are 1 << slot; they are only passed on. (GCC makes whole constants in general registers and brings
// them over, one at a time: a fiftieth of the batch.)
constexpr float kBoxSlotBits[kBoxSlots] = {0x1p-149f, 0x1p-148f, 0x1p-147f, 0x1p-146f, 0x1p-145f, 0x1p-144f,
                                           0x1p-143f, 0x1p-142f, 0x1p-141f, 0x1p-140f, 0x1p-139f, 0x1p-138f};

// Fills the slots. (Not in BoxClip, and local to the clipping, so that it stays in registers: what is stored in the
// patch might change what the caller holds.)
template <class F> struct BoxSlotWriter {
    BoxPatches& patch;
    F limit;
    IntOf<F> valid = IntOf<F>(0);
    F least = F(kHuge);

    void write(int slot, F u, F v, F z, F name, MaskOf<F> exists) {
        const MaskOf<F> taken = exists & (z <= limit);
        const F none = fromBits(IntOf<F>(-1)), height = select(taken, z, none);
        store(select(taken, u, none), patch.u[slot]), store(v, patch.v[slot]), store(height, patch.height[slot]);
        store(name, patch.name[slot]);
        valid = valid | bitsOf(where(taken, F(kBoxSlotBits[slot])));
        least = min(height, least);
    }
};

// A side of the incident face: points base + s e, -1 <= s <= 1. Keeps the s inside the rectangle.
template <class F> inline void clipBoxSide(F baseU, F baseV, F inverseU, F inverseV, F hu, F hv, F& low, F& high) {
    const F middleU = baseU * inverseU, reachU = hu * abs(inverseU);
    const F middleV = baseV * inverseV, reachV = hv * abs(inverseV);
    low = max(max(-reachU - middleU, -reachV - middleV), F(-1.0f));
    high = min(min(reachU - middleU, reachV - middleV), F(1.0f));
}

// Names of the two faces' features.
template <class F> struct BoxNames {
    F first, second, base;            // bits of the axes in the face; what all names share
    F edge1, edge1Up, edge2, edge2Up; // edges along the two axes, below and above the middle of the other

    // `start` is in all names.
    BoxNames(IntOf<F> axis, IntOf<F> axis1, IntOf<F> axis2, MaskOf<F> up, F scale, F start) {
        const F bits[3] = {scale, F(2.0f) * scale, F(4.0f) * scale}, lines = F(8.0f) * scale;
        first = choose(bits, axis1), second = choose(bits, axis2);
        base = start + where(up, choose(bits, axis));
        edge1 = base + toFloat(axis1) * lines, edge2 = base + toFloat(axis2) * lines;
        edge1Up = edge1 + second, edge2Up = edge2 + first;
    }
    // The edge of the rectangle nearest to a point.
    F edge(F u, F v, F insideU, F insideV) const {
        const F zero = F(0.0f);
        return select(insideU < insideV, select(u > zero, edge2Up, edge2), select(v > zero, edge1Up, edge1));
    }
    // Edges through the corner (++, -+, --, +-) along the first and the second axis, and the corner itself.
    F edge1At(int corner) const { return corner < 2 ? edge1Up : edge1; }
    F edge2At(int corner) const { return corner == 0 || corner == 3 ? edge2Up : edge2; }
    F vertexAt(int corner) const {
        const F half = corner < 2 ? base + second : base;
        return corner == 0 || corner == 3 ? half + first : half;
    }
};

// 1 / e without dividing by zero: a side that runs along the rectangle's side never crosses it.
template <class F> inline F clipInverse(F e) {
    const F tiny = F(1e-12f);
    return F(1.0f) / select(abs(e) > tiny, e, tiny);
}

// `lift`: half of what A's radius is more than B's; `radii`: the sum; `squareness`: kBoxSquare or so.
template <class F>
inline BoxClip<F> clipBoxFaces(const BoxFrame<F>& f, IntOf<F> axis, F limit, F lift, F radii, F squareness,
                               BoxPatches& patch) {
    using I = IntOf<F>;
    using M = MaskOf<F>;
    const F zero = F(0.0f), one = F(1.0f), slack = F(kPointTolerance);
    // Reference box and incident box: the incident one's centre and axes in the reference frame.
    const M byB = axis > I(2);
    const I n = select(byB, axis - I(3), axis);
    // Rows by the reference axis n: u, v are the next two, in turn.
    const I nu = select(n == I(2), I(0), n + I(1)), nv = select(n == I(0), I(2), n - I(1));
    F own[3], other[3], offsets[3], rowN[3], rowU[3], rowV[3];
    for (int i = 0; i < 3; ++i) {
        own[i] = select(byB, f.b[i], f.a[i]), other[i] = select(byB, f.a[i], f.b[i]);
        offsets[i] = select(byB, -f.tB[i], f.t[i]);
        const F column[3] = {select(byB, f.R[i][0], f.R[0][i]), select(byB, f.R[i][1], f.R[1][i]),
                             select(byB, f.R[i][2], f.R[2][i])};
        rowN[i] = choose(column, n), rowU[i] = choose(column, nu), rowV[i] = choose(column, nv);
    }
    const F hu = choose(own, nu), hv = choose(own, nv), halfN = choose(own, n);
    const F backwards = select(byB, -one, one); // A seen from B
    const F cn = choose(offsets, n);
    const M referenceUp = cn >= zero;
    const F up = select(referenceUp, one, -one);

    // The incident face: the axis most along the normal, on the side that looks against it.
    const F w0 = abs(rowN[0]), w1 = abs(rowN[1]), w2 = abs(rowN[2]);
    const I k = select((w0 >= w1) & (w0 >= w2), I(0), select(w1 >= w2, I(1), I(2)));
    const I k1 = select(k == I(2), I(0), k + I(1)), k2 = select(k == I(0), I(2), k - I(1));
    const F faceN = up * choose(rowN, k);
    const M incidentUp = faceN < zero;
    const F gSize = choose(other, k), gk = select(incidentUp, gSize, -gSize);
    const F g1 = choose(other, k1), g2 = choose(other, k2);
    // Middle of the face, and the half sides e1, e2: (u, v) in the face, z height over it.
    const F cu = choose(offsets, nu) + gk * choose(rowU, k);
    const F cv = choose(offsets, nv) + gk * choose(rowV, k);
    const F cz = abs(cn) - halfN + gk * faceN;
    const F e1u = g1 * choose(rowU, k1), e1v = g1 * choose(rowV, k1), e1z = g1 * (up * choose(rowN, k1));
    const F e2u = g2 * choose(rowU, k2), e2v = g2 * choose(rowV, k2), e2z = g2 * (up * choose(rowN, k2));

    const F along = abs(e1u), across = abs(e1v);
    const M square = min(along, across) < squareness * max(along, across);
    const F reachU = along + abs(e2u), reachV = across + abs(e2v);
    store(F(0.5f) * (max(cu - reachU, -hu) + min(cu + reachU, hu)), patch.middle[0]);
    store(F(0.5f) * (max(cv - reachV, -hv) + min(cv + reachV, hv)), patch.middle[1]);

    const F level = halfN + backwards * lift;
    F rows[16];
    for (int i = 0; i < 3; ++i) {
        // B's axes in A, or A's own.
        const F normal = up * select(byB, rowN[i], where(n == I(i), one));
        rows[i] = where(byB, f.t[i]) + level * normal;
        rows[4 + i] = select(byB, rowU[i], where(nu == I(i), one));
        rows[8 + i] = select(byB, rowV[i], where(nv == I(i), one));
        rows[12 + i] = F(0.5f) * normal + zero;
    }
    rows[3] = zero - radii, rows[7] = zero, rows[11] = zero, rows[15] = one;
    // Along the axes of A's face, whichever face is the reference: those after n, or those after k.
    const F axesU[3] = {rows[4], rows[5], rows[6]}, axesV[3] = {rows[8], rows[9], rows[10]};
    const I axis1 = select(byB, k1, nu), axis2 = select(byB, k2, nv);
    store(choose(axesU, axis1), patch.along[0]), store(choose(axesV, axis1), patch.along[1]);
    store(choose(axesU, axis2), patch.along[2]), store(choose(axesV, axis2), patch.along[3]);
    storeBoxRows(rows, patch);

    const F scale = select(byB, one, F(kBoxUpper)), otherScale = F(kBoxUpper + 1.0f) - scale;
    const F contact = F(static_cast<float>(kBoxFaceContact));
    const BoxNames<F> reference(n, nu, nv, referenceUp, scale, contact);
    const BoxNames<F> incident(k, k1, k2, incidentUp, otherScale, zero);
    const F insideCode = contact + F(kBoxFaceCode) * scale + F(kBoxVertexCode) * otherScale;

    // Corners that stick out by less than the slack count as inside, so equal boxes on top of each other keep theirs.
    BoxSlotWriter<F> out{patch, limit};
    const F ru = hu + slack, rv = hv + slack;
    const F i1u = clipInverse(e1u), i1v = clipInverse(e1v);
    M inside = (zero == zero);
    F ends[2]; // by side, up to where sides along the second axis count as cut off there
    for (int side = 0; side < 2; ++side) {
        // Side through (++) and (-+), then through (--) and (+-).
        const F bu = side == 0 ? cu + e2u : cu - e2u, bv = side == 0 ? cv + e2v : cv - e2v;
        const F bz = side == 0 ? cz + e2z : cz - e2z;
        F low, high;
        clipBoxSide(bu, bv, i1u, i1v, ru, rv, low, high);
        const M hit = low <= high;
        ends[side] = select(hit, one, F(2.0f));
        for (int end = 0; end < 2; ++end) {
            const int corner = end == 0 ? 3 * side : 1 + side;
            const F s = end == 0 ? high : low, u = bu + s * e1u, v = bv + s * e1v;
            const F insideU = hu - abs(u), insideV = hv - abs(v);
            const F edges = reference.edge(u, v, insideU, insideV) + incident.edge1At(corner);
            const F name = select(min(insideU, insideV) > zero, insideCode + incident.vertexAt(corner), edges);
            out.write(corner, u, v, bz + s * e1z, name, hit);
        }
        inside = inside & (low == -one) & (high == one);
    }
    if (all(inside)) return {out.valid, square, out.least};
    const M cut = !inside; // lanes that are done stay done

    // (Where a corner sticks out by the slack, rounding may put the side along the first axis outside and the corner of
    // the side along the second one inside: then it is written here.)
    const F i2u = clipInverse(e2u), i2v = clipInverse(e2v);
    for (int side = 0; side < 2; ++side) {
        const F bu = side == 0 ? cu + e1u : cu - e1u, bv = side == 0 ? cv + e1v : cv - e1v;
        const F bz = side == 0 ? cz + e1z : cz - e1z;
        F low, high;
        clipBoxSide(bu, bv, i2u, i2v, ru, rv, low, high);
        const M hit = cut & (low <= high);
        for (int end = 0; end < 2; ++end) {
            const int corner = end == 0 ? side : 3 - side;
            const F s = end == 0 ? high : low, u = bu + s * e2u, v = bv + s * e2v;
            const F name = reference.edge(u, v, hu - abs(u), hv - abs(v)) + incident.edge2At(corner);
            const M crosses = end == 0 ? high < ends[corner < 2 ? 0 : 1] : low > -ends[corner < 2 ? 0 : 1];
            out.write(4 + corner, u, v, bz + s * e2z, name, hit & crosses);
        }
    }

    // Rectangle corners in the incident face's coordinates: (corner - c) = s1 e1 + s2 e2. The determinant is the
    // incident face's area seen along the normal, never small: the face is the one that looks most along it.
    const F inverse = one / (e1u * e2v - e1v * e2u);
    const F within1 = one - slack / g1, within2 = one - slack / g2;
    const F cornerCode = F(kBoxVertexCode) * scale + F(kBoxFaceCode) * otherScale;
    for (int q = 0; q < 4; ++q) {
        const F pu = q == 0 || q == 3 ? hu : -hu, pv = q < 2 ? hv : -hv;
        const F du = pu - cu, dv = pv - cv;
        const F s1 = (du * e2v - dv * e2u) * inverse, s2 = (e1u * dv - e1v * du) * inverse;
        const M inside1 = abs(s1) < within1, inside2 = abs(s2) < within2;
        out.write(8 + q, pu, pv, cz + s1 * e1z + s2 * e2z, cornerCode + reference.vertexAt(q), cut & inside1 & inside2);
    }
    return {out.valid, square, out.least};
}

#include "geometry/manifold_tilt.inl"

// Which four of more than four points: what the choice needs to know of all of them, and the choice if the patch is
// flat and does not leave out the deepest one.
template <class F> struct BoxChoice {
    IntOf<F> at[4]; // bit of the farthest slot in each direction, the first one of those equally far
    MaskOf<F> tilted, deepLeftOut;
    F width;
};

// As reducePatch: along +-(1, 0.4) and +-(-0.4, 1) in the plane of A's face.
template <class F> inline BoxChoice<F> chooseBoxSlots(const BoxPatches& patch, F least) {
    using I = IntOf<F>;
    const F turn = F(kDirectionTurn);
    const F u1 = load(patch.along[0]), v1 = load(patch.along[1]);
    const F u2 = load(patch.along[2]), v2 = load(patch.along[3]);
    const F alongU = u1 + turn * u2, alongV = v1 + turn * v2, acrossU = u2 - turn * u1, acrossV = v2 - turn * v1;
    BoxChoice<F> choice;
    F at[4] = {F(0.0f), F(0.0f), F(0.0f), F(0.0f)};
    F right = F(-kHuge), front = right, left = F(kHuge), back = left, highest = right;
    I deep = I(0);
    HWY_UNROLL(12) // so that bits are constants
    for (int slot = 0; slot < kBoxSlots; ++slot) {
        const F u = load(patch.u[slot]), v = load(patch.v[slot]), height = load(patch.height[slot]);
        const F bit = F(kBoxSlotBits[slot]);
        const F along = u * alongU + v * alongV, across = u * acrossU + v * acrossV;
        at[0] = select(along > right, bit, at[0]), right = max(along, right);
        at[1] = select(across > front, bit, at[1]), front = max(across, front);
        at[2] = select(along < left, bit, at[2]), left = min(along, left);
        at[3] = select(across < back, bit, at[3]), back = min(across, back);
        highest = max(height, highest);
        deep = deep | bitsOf(where(height <= least + F(kPointTolerance), bit));
    }
    for (int k = 0; k < 4; ++k) choice.at[k] = bitsOf(at[k]);
    choice.width = widthOf(right, front, left, back);
    choice.tilted = isTilted(least, highest, choice.width);
    choice.deepLeftOut = ((choice.at[0] | choice.at[1] | choice.at[2] | choice.at[3]) & deep) == I(0);
    return choice;
}
