// All points of a patch at once: the exact answer of their small complementarity problem.
//
//     w = (K + G) x + b >= 0,   x >= 0,   x.w = 0          b = Cdot + bias - K old
//
// with x the new total impulses and G = leak/scale K_ii the softness of the one equation (math/softness.h). Which
// points push is found by trying (Catto 2014 has the four cases of two points; here the sixteen of four, fullest
// first).
//
// The rows of four points have rank three, since a patch can only be pushed and tilted about two axes: what four points
// share between them is not determined. A little is added to the diagonal, which makes them share evenly, and one step
// of refinement takes the error out again: of order 1e-6. Where rounding lets no case pass, the sweep over the points
// stands in.
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
    typename LaneTraits<F>::Mask isExact; // a case passed
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
    constexpr float kShare = 1e-3f, kTolerance = 1e-4f;
    constexpr int kCases[16] = {15, 7, 11, 13, 14, 3, 5, 6, 9, 10, 12, 1, 2, 4, 8, 0};
    const F zero(0.0f), one(1.0f);
    F K[kPatchPoints][kPatchPoints], b[kPatchPoints], there[kPatchPoints];
    F pressure = zero, speed = zero;
    for (int i = 0; i < kPatchPoints; ++i) {
        const F inverseK = lane(c.inverseK[i]), old = lane(c.impulse[i]);
        there[i] = select(inverseK > zero, one, zero);
        const auto terms = termsOf(i, old);
        const F kii = one / max(inverseK, F(1e-30f));
        K[i][i] = select(inverseK > zero, kii / terms.scale, one);
        b[i] = there[i] * (cdot[i] + terms.bias - kii * old);
        for (int j = 0; j < kPatchPoints; ++j) {
            if (j == i) continue;
            const F k = coupling(i < j ? i : j, i < j ? j : i);
            const F both = select(lane(c.inverseK[j]) > zero, there[i], zero);
            K[i][j] = both * k;
            b[i] = b[i] - both * k * lane(c.impulse[j]);
        }
        pressure = max(pressure, there[i] * abs(b[i]) * inverseK);
        speed = max(speed, abs(b[i]));
    }
    BlockImpulses<F> out;
    out.isExact = zero > one;
    for (F& x : out.impulse) x = zero;
    for (const int mask : kCases) {
        F active[kPatchPoints], reduced[kPatchPoints][kPatchPoints], x[kPatchPoints], r[kPatchPoints];
        for (int i = 0; i < kPatchPoints; ++i) active[i] = (mask >> i & 1) != 0 ? there[i] : zero;
        for (int i = 0; i < kPatchPoints; ++i) {
            for (int j = 0; j < kPatchPoints; ++j) reduced[i][j] = active[i] * active[j] * K[i][j];
            reduced[i][i] = select(active[i] > zero, F(1.0f + kShare) * K[i][i], one);
            x[i] = -(active[i] * b[i]);
        }
        const Factors4<F> factors(reduced);
        factors.solve(x);
        const auto residual = [&](int i) {
            F w = b[i];
            for (int j = 0; j < kPatchPoints; ++j) w = w + K[i][j] * x[j];
            return w;
        };
        for (int i = 0; i < kPatchPoints; ++i) r[i] = -(active[i] * residual(i));
        factors.solve(r);
        for (int i = 0; i < kPatchPoints; ++i) x[i] = active[i] * (x[i] + r[i]);
        auto good = zero >= zero;
        for (int i = 0; i < kPatchPoints; ++i)
            good = good & (x[i] >= -(F(kTolerance) * pressure)) & (there[i] * residual(i) >= -(F(kTolerance) * speed));
        for (int i = 0; i < kPatchPoints; ++i)
            out.impulse[i] = select(out.isExact, out.impulse[i], select(good, max(x[i], zero), zero));
        out.isExact = out.isExact | good;
    }
    return out;
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
