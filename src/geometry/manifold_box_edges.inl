// Box against box, a pair that touches by two edges. Included without guard where the single call and each instruction
// set's batch want it.

inline F4 turn1(F4 a) { return permute<1, 2, 0, 3>(a); } // lane i: the next axis'
inline F4 turn2(F4 a) { return permute<2, 0, 1, 3>(a); } // and that of the one after

// Lane i: a_i + a_i1 + a_i2, where i1 and i2 are the axes after i.
inline F4 sumOfThree(F4 a) { return a + turn1(a) + turn2(a); }

// The edges: of A the one farthest along the normal in direction i, of B the one farthest against it in direction j.
// On the lines pA + s A_i and pB + r B_j, with d = pB - pA and c = A_i.B_j, the closest points have
//     s = (d.A_i - c d.B_j) / (1 - c^2),     r = (c d.A_i - d.B_j) / (1 - c^2).
// Lanes are A's axes; what is said of A_i stands in lane i. The normal is A_i x B_j over its length, which is the root
// of 1 - c^2; signs do not need the length. `axis` is 6 + 3 i + j; `columns[k]` is B's axis k in A.
template <class Columns>
inline bool finishBoxEdges(const Shape& a, const Shape& b, const Transform& bInA, const Columns& columns, float margin,
                           int axis, float separation, ManifoldCache& cache, Manifold& out) {
    const int i = kThird[axis - 6], j = kOfThird[axis - 6];
    const F4 zero = 0.0f, sizeA = load3(a.size), t = load3(bInA.p);
    const F4 column = columns[j], column1 = columns[kNextAxis[j]], column2 = columns[kAxisBefore[j]];
    const float* sizeB = &b.size.x;
    const M4 own = zero < load4(kUnitAxes[i]), others = load4(kUnitAxes[i]) <= zero;
    const F4 e = where(others, column), crossing = where(others, turn2(e) - turn1(e));
    const F4 length2 = sumOfThree(e * e);
    const F4 n = negate(sumOfThree(t * crossing) < zero, crossing); // the normal, not yet of unit length
    const F4 along1 = sumOfThree(n * column1), along2 = sumOfThree(n * column2);
    const F4 h = negate(n < zero, sizeA);
    const F4 g1 = negate(zero < along1, F4(sizeB[kNextAxis[j]])), g2 = negate(zero < along2, F4(sizeB[kAxisBefore[j]]));
    const F4 p = t + g1 * column1 + g2 * column2;
    const F4 along = sumOfThree((p - where(others, h)) * column);
    const F4 s = (p - column * along) / length2, r = (column * p - along) / length2;
    const F4 halfB = sizeB[j], slack = kPointTolerance;
    const M4 within = (abs(s) <= sizeA + slack) & (abs(r) <= halfB + slack);
    if (separation > 0.0f && bits(within & own) == 0) return fallBackFromBoxes(a, b, bInA, margin, out);

    const F4 onA = max(-sizeA, min(s, sizeA)), onB = sumOfThree(where(own, max(-halfB, min(r, halfB))));
    const F4 normal = where(others, F4(1.0f) / sqrt(length2) * n);
    const F4 point =
        F4(0.5f) * (select(own, onA, h) + (p + onB * column)) + F4(0.5f * (a.rounding - b.rounding)) * normal;
    const uint32_t upA = bits(zero <= n) & bits(others) & 7u;
    const uint32_t upB1 = bits(along1 <= zero) & 1u, upB2 = bits(along2 <= zero) & 1u;
    store(normal, out.normal);
    out.count = 1;
    store(select(mask4(true, true, true, false), point, F4(separation - a.rounding - b.rounding)),
          &out.points[0].position.x);
    out.points[0].featureId = kBoxEdgeContact | static_cast<uint32_t>(axis) << 8 | upA | upB1 << (3 + kNextAxis[j]) |
                              upB2 << (3 + kAxisBefore[j]);
    cache.kind = static_cast<uint32_t>(axis) + 1u;
    return true;
}
