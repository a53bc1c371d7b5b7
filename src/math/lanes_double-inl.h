// Four doubles, D4, in the namespace of each instruction set: for small dense linear algebra. One register on AVX2 and
// AVX-512, two on SSE4, NEON and WebAssembly, four singles on the scalar fallback; every operation is IEEE exact, so
// all give the same bits. Included once per instruction set, like lanes-inl.h.
#if defined(CAIRN_MATH_LANES_DOUBLE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef CAIRN_MATH_LANES_DOUBLE_INL_H
#undef CAIRN_MATH_LANES_DOUBLE_INL_H
#else
#define CAIRN_MATH_LANES_DOUBLE_INL_H
#endif

#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

struct D4 {
    using Tag = hn::CappedTag<double, 4>;
    static constexpr int kRegisters = 4 / static_cast<int>(MaxLanes(Tag()));
    hn::Vec<Tag> r[kRegisters];
};

// Calls fn(register, first lane of it).
template <class Fn> HWY_INLINE D4 makeD4(Fn fn) {
    D4 out;
    for (int i = 0; i < D4::kRegisters; ++i) out.r[i] = fn(i, i * (4 / D4::kRegisters));
    return out;
}
HWY_INLINE D4 setD4(double x) {
    return makeD4([&](int, int) { return hn::Set(D4::Tag(), x); });
}
HWY_INLINE D4 loadD4(const double* p) { // any alignment
    return makeD4([&](int, int lane) { return hn::LoadU(D4::Tag(), p + lane); });
}
HWY_INLINE void store(D4 a, double* p) {
    for (int i = 0; i < D4::kRegisters; ++i) hn::StoreU(a.r[i], D4::Tag(), p + i * (4 / D4::kRegisters));
}
HWY_INLINE D4 operator+(D4 a, D4 b) {
    return makeD4([&](int i, int) { return hn::Add(a.r[i], b.r[i]); });
}
HWY_INLINE D4 operator-(D4 a, D4 b) {
    return makeD4([&](int i, int) { return hn::Sub(a.r[i], b.r[i]); });
}
HWY_INLINE D4 operator*(D4 a, D4 b) {
    return makeD4([&](int i, int) { return hn::Mul(a.r[i], b.r[i]); });
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
