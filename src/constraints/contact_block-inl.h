// All points of a patch at once: the exact answer of their small complementarity problem.
//
//     w = r + (K + G) (x - old) >= 0,   x >= 0,   x.w = 0          r = Cdot + bias + G old
//
// with x the new total impulses and G = leak/scale K_ii the softness of the one equation (math/softness.h). Which
// points push is found by trying (Catto 2014 has the four cases of two points; here the sixteen of four, fullest
// first). It is changes that are solved for: what floats get wrong is then a share of what is still to do, and goes
// away with it. With b = Cdot + bias - K old, and x from that alone, it would be a share of all that the patch carries.
//
// The rows of four points have rank three, since a patch can only be pushed and tilted about two axes: what four points
// share between them is not determined. A little is added to the diagonal, which makes them share changes evenly, and
// steps of refinement take the error out again. Where a patch is narrow they do not quite, and no case is right to the
// last bit; so the one counts that leaves the smallest natural residual,
//
//     |min(K_ii x_i, w_i)|, the largest,
//
// of those that are as good the fullest, and none at all unless it halves what is there now. Otherwise the sweep over
// the points stands in. Hence blocks stand still where sweeps do, and nowhere else.
#if defined(CAIRN_CONSTRAINTS_CONTACT_BLOCK_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef CAIRN_CONSTRAINTS_CONTACT_BLOCK_INL_H
#undef CAIRN_CONSTRAINTS_CONTACT_BLOCK_INL_H
#else
#define CAIRN_CONSTRAINTS_CONTACT_BLOCK_INL_H
#endif

#include "constraints/contact_bundle.h"
#include "constraints/node_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

template <class F> struct BlockImpulses {
    typename LaneTraits<F>::Mask isExact; // a case is better than what is there
    F impulse[kPatchPoints];
};

// LDL^T of a symmetric 4x4 matrix.
template <class F> struct Factors4 {
    F l[kPatchPoints][kPatchPoints], inverseD[kPatchPoints];

    HWY_INLINE explicit Factors4(const F (&K)[kPatchPoints][kPatchPoints]) {
        for (int j = 0; j < kPatchPoints; ++j) {
            F d = K[j][j];
            for (int k = 0; k < j; ++k) d = d - l[j][k] * l[j][k] * (F(1.0f) / inverseD[k]);
            inverseD[j] = F(1.0f) / max(d, F(1e-30f));
            for (int i = j + 1; i < kPatchPoints; ++i) {
                F sum = K[i][j];
                for (int k = 0; k < j; ++k) sum = sum - l[i][k] * l[j][k] * (F(1.0f) / inverseD[k]);
                l[i][j] = sum * inverseD[j];
            }
        }
    }
    HWY_INLINE void solve(F (&x)[kPatchPoints]) const {
        for (int i = 0; i < kPatchPoints; ++i)
            for (int k = 0; k < i; ++k) x[i] = x[i] - l[i][k] * x[k];
        for (int i = 0; i < kPatchPoints; ++i) x[i] = x[i] * inverseD[i];
        for (int i = kPatchPoints - 1; i >= 0; --i)
            for (int k = i + 1; k < kPatchPoints; ++k) x[i] = x[i] - l[k][i] * x[k];
    }
};

template <class F, class Coupling, class Terms>
HWY_INLINE BlockImpulses<F> solveBlock(const ContactBundle& c, const F (&cdot)[kPatchPoints], Coupling coupling,
                                       Terms termsOf) {
    constexpr float kShare = 1e-3f; // on the diagonal
    constexpr float kEven = 1e-5f;  // of the fastest point: residuals that count as none
    constexpr int kRefinements = 2;
    constexpr int kCases[16] = {15, 7, 11, 13, 14, 3, 5, 6, 9, 10, 12, 1, 2, 4, 8, 0};
    const F zero(0.0f), one(1.0f);
    F K[kPatchPoints][kPatchPoints], r[kPatchPoints], old[kPatchPoints], there[kPatchPoints];
    F fastest = zero;
    for (int i = 0; i < kPatchPoints; ++i) {
        const F inverseK = lane<F>(c.inverseK[i]);
        there[i] = select(inverseK > zero, one, zero);
        old[i] = there[i] * lane<F>(c.impulse[i]);
        const auto terms = termsOf(i, old[i]);
        const F kii = one / max(inverseK, F(1e-30f));
        K[i][i] = select(inverseK > zero, kii / terms.scale, one);
        r[i] = there[i] * (cdot[i] + terms.bias + (K[i][i] - kii) * old[i]);
        fastest = max(fastest, abs(r[i]));
        for (int j = 0; j < kPatchPoints; ++j)
            if (j != i)
                K[i][j] =
                    select(lane<F>(c.inverseK[j]) > zero, there[i], zero) * coupling(i < j ? i : j, i < j ? j : i);
    }
    const auto speed = [&](int i, const F(&x)[kPatchPoints]) {
        F w = r[i];
        for (int j = 0; j < kPatchPoints; ++j) w = w + K[i][j] * (x[j] - old[j]);
        return w;
    };
    const auto residual = [&](const F(&x)[kPatchPoints]) {
        F largest = zero;
        for (int i = 0; i < kPatchPoints; ++i) largest = max(largest, there[i] * abs(min(K[i][i] * x[i], speed(i, x))));
        return max(largest - F(kEven) * fastest, zero);
    };
    BlockImpulses<F> out;
    out.isExact = zero > one;
    for (F& x : out.impulse) x = zero;
    F least = F(0.5f) * residual(old);
    for (const int mask : kCases) {
        F active[kPatchPoints], reduced[kPatchPoints][kPatchPoints], x[kPatchPoints], d[kPatchPoints];
        for (int i = 0; i < kPatchPoints; ++i) active[i] = (mask >> i & 1) != 0 ? there[i] : zero;
        for (int i = 0; i < kPatchPoints; ++i) {
            for (int j = 0; j < kPatchPoints; ++j) reduced[i][j] = active[i] * active[j] * K[i][j];
            reduced[i][i] = select(active[i] > zero, F(1.0f + kShare) * K[i][i], one);
            x[i] = active[i] * old[i];
        }
        const Factors4<F> factors(reduced);
        for (int k = 0; k <= kRefinements; ++k) {
            for (int i = 0; i < kPatchPoints; ++i) d[i] = -(active[i] * speed(i, x));
            factors.solve(d);
            for (int i = 0; i < kPatchPoints; ++i) x[i] = x[i] + active[i] * d[i];
        }
        for (F& impulse : x) impulse = max(impulse, zero);
        const F left = residual(x);
        const auto better = left < least;
        for (int i = 0; i < kPatchPoints; ++i) out.impulse[i] = select(better, x[i], out.impulse[i]);
        least = select(better, left, least);
        out.isExact = out.isExact | better;
    }
    return out;
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
