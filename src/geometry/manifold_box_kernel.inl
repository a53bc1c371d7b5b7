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
    for (int j = 0; j < 3; ++j) {
        const int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
        for (int i = 0; i < 3; ++i) {
            const int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
            // A_i x B_j has the parts 0 along i, -R[i2][j] along i1, R[i1][j] along i2.
            const F offset = f.t[i2] * f.R[i1][j] - f.t[i1] * f.R[i2][j], distance = abs(offset);
            const F reachA = f.a[i1] * absR[i2][j] + f.a[i2] * absR[i1][j];
            const F rough = distance - (reachA + (f.b[j1] * absR[i][j2] + f.b[j2] * absR[i][j1]));
            const F needed = score - bonus;
            M possible = rough > needed;
            if (!any(possible)) continue;
            // rough / length > needed, without the root: rough is positive, or both are negative. A little is added for
            // the round-off of the rough value.
            const F length2 = f.R[i1][j] * f.R[i1][j] + f.R[i2][j] * f.R[i2][j];
            const F above = rough + F(kBoxRoughError) * reachA;
            possible = possible & (length2 > F(kBoxParallel2)) &
                       ((above > zero) | ((needed < zero) & (above * above < needed * needed * length2)));
            if (!any(possible)) continue;
            const F alongB1 = f.R[i1][j] * f.R[i2][j1] - f.R[i2][j] * f.R[i1][j1];
            const F alongB2 = f.R[i1][j] * f.R[i2][j2] - f.R[i2][j] * f.R[i1][j2];
            const F reachB = f.b[j1] * abs(alongB1) + f.b[j2] * abs(alongB2);
            const F raw = distance - (reachA + reachB);
            const F separation = raw / sqrt(max(length2, F(kBoxParallel2)));
            const I id = I(6 + 3 * i + j);
            const F own = separation + select(cachedAxis == id, bonus, zero);
            best.apart = best.apart | (possible & (separation > limit));
            // So close to the face's normal that the face stands for it?
            F along = select(face == I(i1), -f.R[i2][j], select(face == I(i2), f.R[i1][j], zero));
            along = select(face == I(3 + j1), alongB1, select(face == I(3 + j2), alongB2, along));
            const F cosine2 = along * along, sine2 = length2 - cosine2; // both times length2
            const M asFace = (along * offset * faceOffset > zero) & (cosine2 > F(kBoxSameNormal) * length2) &
                             (abs(separation) * sine2 < F(2.0f * kBoxEdgeHandicap) * cosine2);
            const M wins = possible & (own > score);
            score = select(wins, own, score);
            best.separation = select(wins, separation, best.separation);
            best.axis = select(wins, select(asFace, face, id), best.axis);
        }
        if (all(best.apart)) return best;
    }
    return best;
}

// The patch of a face axis: corners of the overlap of the reference face and the incident face (of the other box,
// looking most against it), seen along the normal. The slots are those of BoxPatch, each with a mask.
template <class F> struct BoxClip {
    F fields[kBoxFields]; // of BoxPatch, in order
    IntOf<F> valid, incidentAxis;
    MaskOf<F> referenceUp, incidentUp, square;
};

// Where points of the reference face are in A's frame: origin + u U + v V + z/2 N.
template <class F> struct BoxWriter {
    F origin[3], U[3], V[3], N[3];
    F hu, hv, limit;
    F least; // height of a valid point

    void write(int slot, F u, F v, F z, MaskOf<F> valid, BoxClip<F>& out) {
        const F half = F(0.5f) * z, zero = F(0.0f);
        out.fields[slot] = origin[0] + u * U[0] + v * V[0] + half * N[0];
        out.fields[kBoxSlots + slot] = origin[1] + u * U[1] + v * V[1] + half * N[1];
        out.fields[2 * kBoxSlots + slot] = origin[2] + u * U[2] + v * V[2] + half * N[2];
        out.fields[3 * kBoxSlots + slot] = z;
        const F insideU = hu - abs(u), insideV = hv - abs(v);
        out.fields[4 * kBoxSlots + slot] = select(u > zero, F(1.0f), zero) + select(v > zero, F(2.0f), zero) +
                                           select(insideU < insideV, F(4.0f), zero) +
                                           select((insideU > zero) & (insideV > zero), F(8.0f), zero);
        const MaskOf<F> taken = valid & (z <= limit);
        out.valid = out.valid | select(taken, IntOf<F>(1 << slot), IntOf<F>(0));
        least = select(taken, min(z, least), least);
    }
};

// A side of the incident face: points base + s e, -1 <= s <= 1. Keeps the s inside the rectangle.
template <class F> inline void clipBoxSide(F baseU, F baseV, F inverseU, F inverseV, F hu, F hv, F& low, F& high) {
    const F u0 = (-hu - baseU) * inverseU, u1 = (hu - baseU) * inverseU;
    const F v0 = (-hv - baseV) * inverseV, v1 = (hv - baseV) * inverseV;
    low = max(max(min(u0, u1), min(v0, v1)), F(-1.0f));
    high = min(min(max(u0, u1), max(v0, v1)), F(1.0f));
}

// 1 / e without dividing by zero: a side that runs along the rectangle's side never crosses it.
template <class F> inline F clipInverse(F e) {
    const F tiny = F(1e-12f);
    return F(1.0f) / select(abs(e) > tiny, e, tiny);
}

// Returns the least height of a valid point. `lift`: half of what A's radius is more than B's.
template <class F> inline F clipBoxFaces(const BoxFrame<F>& f, IntOf<F> axis, F limit, F lift, BoxClip<F>& out) {
    using I = IntOf<F>;
    using M = MaskOf<F>;
    const F zero = F(0.0f), one = F(1.0f), slack = F(kPointTolerance);
    // Reference box and incident box: the incident one's centre and axes in the reference frame.
    const M byB = axis > I(2);
    const I n = select(byB, axis - I(3), axis);
    // Rows by the reference axis n: u, v are the next two, in turn.
    const I nu = select(n == I(2), I(0), n + I(1)), nv = select(n == I(0), I(2), n - I(1));
    F rowN[3], rowU[3], rowV[3];
    chooseRow(f.R, byB, n, rowN);
    chooseRow(f.R, byB, nu, rowU);
    chooseRow(f.R, byB, nv, rowV);
    const F hu = chooseOf(byB, f.b, f.a, nu), hv = chooseOf(byB, f.b, f.a, nv), halfN = chooseOf(byB, f.b, f.a, n);
    const F backwards = select(byB, -one, one); // A seen from B
    const F cn = backwards * chooseOf(byB, f.tB, f.t, n);
    out.referenceUp = cn >= zero;
    const F up = select(out.referenceUp, one, -one);

    // The incident face: the axis most along the normal, on the side that looks against it.
    const F w0 = abs(rowN[0]), w1 = abs(rowN[1]), w2 = abs(rowN[2]);
    const I k = select((w0 >= w1) & (w0 >= w2), I(0), select(w1 >= w2, I(1), I(2)));
    const I k1 = select(k == I(2), I(0), k + I(1)), k2 = select(k == I(0), I(2), k - I(1));
    out.incidentAxis = k;
    const F faceN = up * choose(rowN, k);
    out.incidentUp = faceN < zero;
    const F gSize = chooseOf(byB, f.a, f.b, k), gk = select(out.incidentUp, gSize, -gSize);
    const F g1 = chooseOf(byB, f.a, f.b, k1), g2 = chooseOf(byB, f.a, f.b, k2);
    // Middle of the face, and the half sides e1, e2: (u, v) in the face, z height over it.
    const F cu = backwards * chooseOf(byB, f.tB, f.t, nu) + gk * choose(rowU, k);
    const F cv = backwards * chooseOf(byB, f.tB, f.t, nv) + gk * choose(rowV, k);
    const F cz = abs(cn) - halfN + gk * faceN;
    const F e1u = g1 * choose(rowU, k1), e1v = g1 * choose(rowV, k1), e1z = g1 * (up * choose(rowN, k1));
    const F e2u = g2 * choose(rowU, k2), e2v = g2 * choose(rowV, k2), e2z = g2 * (up * choose(rowN, k2));

    const F along = abs(e1u), across = abs(e1v);
    out.square = min(along, across) < F(kBoxSquare) * max(along, across);

    BoxWriter<F> writer;
    const F level = halfN + backwards * lift;
    for (int i = 0; i < 3; ++i) {
        // B's axis in A, or A's own.
        const auto pick = [&](I which) { return select(byB, choose(f.R[i], which), select(which == I(i), one, zero)); };
        writer.N[i] = up * pick(n);
        writer.origin[i] = select(byB, f.t[i], zero) + level * writer.N[i];
        writer.U[i] = pick(nu), writer.V[i] = pick(nv);
        out.fields[5 * kBoxSlots + i] = writer.N[i];
    }
    writer.hu = hu, writer.hv = hv, writer.limit = limit;

    // Corners that stick out by less than the slack count as inside, so equal boxes on top of each other keep theirs.
    out.valid = I(0);
    writer.least = F(kHuge);
    const F ru = hu + slack, rv = hv + slack;
    const F i1u = clipInverse(e1u), i1v = clipInverse(e1v);
    M inside = (zero == zero);
    for (int side = 0; side < 2; ++side) {
        // Side through (++) and (-+), then through (--) and (+-).
        const F bu = side == 0 ? cu + e2u : cu - e2u, bv = side == 0 ? cv + e2v : cv - e2v;
        const F bz = side == 0 ? cz + e2z : cz - e2z;
        F low, high;
        clipBoxSide(bu, bv, i1u, i1v, ru, rv, low, high);
        const M hit = low <= high;
        writer.write(side == 0 ? 0 : 3, bu + high * e1u, bv + high * e1v, bz + high * e1z, hit, out);
        writer.write(side == 0 ? 1 : 2, bu + low * e1u, bv + low * e1v, bz + low * e1z, hit, out);
        inside = inside & (low == -one) & (high == one);
    }
    if (all(inside)) return writer.least;
    const M cut = !inside; // lanes that are done stay done

    const F i2u = clipInverse(e2u), i2v = clipInverse(e2v);
    for (int side = 0; side < 2; ++side) {
        const F bu = side == 0 ? cu + e1u : cu - e1u, bv = side == 0 ? cv + e1v : cv - e1v;
        const F bz = side == 0 ? cz + e1z : cz - e1z;
        F low, high;
        clipBoxSide(bu, bv, i2u, i2v, ru, rv, low, high);
        const M hit = cut & (low <= high);
        writer.write(side == 0 ? 4 : 5, bu + high * e2u, bv + high * e2v, bz + high * e2z, hit & (high < one), out);
        writer.write(side == 0 ? 7 : 6, bu + low * e2u, bv + low * e2v, bz + low * e2z, hit & (low > -one), out);
    }

    // Rectangle corners in the incident face's coordinates: (corner - c) = s1 e1 + s2 e2. The determinant is the
    // incident face's area seen along the normal, never small: the face is the one that looks most along it.
    const F inverse = one / (e1u * e2v - e1v * e2u);
    const F within1 = one - slack / g1, within2 = one - slack / g2;
    for (int q = 0; q < 4; ++q) {
        const F pu = q == 0 || q == 3 ? hu : -hu, pv = q < 2 ? hv : -hv;
        const F du = pu - cu, dv = pv - cv;
        const F s1 = (du * e2v - dv * e2u) * inverse, s2 = (e1u * dv - e1v * du) * inverse;
        const M inside1 = abs(s1) < within1, inside2 = abs(s2) < within2;
        writer.write(8 + q, pu, pv, cz + s1 * e1z + s2 * e2z, cut & inside1 & inside2, out);
    }
    return writer.least;
}
