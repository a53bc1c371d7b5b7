// Two and four doubles, D2 and D4, in the namespace of each instruction set: for small dense linear algebra. D4 is one
// register on AVX2 and AVX-512, two on SSE4, NEON and WebAssembly, four singles on the scalar fallback; every operation
// is IEEE exact, so all give the same bits. Included once per instruction set, like lanes-inl.h.
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

// One register of doubles. Highway 1.0.3 has none for WebAssembly, so these are the instructions themselves.
#if HWY_TARGET == HWY_WASM
struct RegisterD {
    static constexpr int kLanes = 2;
    v128_t r;
};
HWY_INLINE RegisterD setRegister(double x) { return {wasm_f64x2_splat(x)}; }
HWY_INLINE RegisterD loadRegister(const double* p) { return {wasm_v128_load(p)}; }
HWY_INLINE void storeRegister(RegisterD a, double* p) { wasm_v128_store(p, a.r); }
HWY_INLINE RegisterD loadRegister(const float* p) { return {wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(p))}; }
HWY_INLINE void storeRegister(RegisterD a, float* p) {
    wasm_v128_store64_lane(p, wasm_f32x4_demote_f64x2_zero(a.r), 0);
}
HWY_INLINE RegisterD makeRegister(const double (&n)[4], int lane) { return {wasm_f64x2_make(n[lane], n[lane + 1])}; }
HWY_INLINE RegisterD operator+(RegisterD a, RegisterD b) { return {wasm_f64x2_add(a.r, b.r)}; }
HWY_INLINE RegisterD operator-(RegisterD a, RegisterD b) { return {wasm_f64x2_sub(a.r, b.r)}; }
HWY_INLINE RegisterD operator*(RegisterD a, RegisterD b) { return {wasm_f64x2_mul(a.r, b.r)}; }
#else
struct RegisterD {
    using Tag = hn::CappedTag<double, 4>;
    static constexpr int kLanes = static_cast<int>(MaxLanes(Tag()));
    hn::Vec<Tag> r;
};
HWY_INLINE RegisterD setRegister(double x) { return {hn::Set(RegisterD::Tag(), x)}; }
HWY_INLINE RegisterD loadRegister(const double* p) { return {hn::LoadU(RegisterD::Tag(), p)}; }
HWY_INLINE void storeRegister(RegisterD a, double* p) { hn::StoreU(a.r, RegisterD::Tag(), p); }
HWY_INLINE RegisterD loadRegister(const float* p) {
    const hn::Rebind<float, RegisterD::Tag> floats;
    return {hn::PromoteTo(RegisterD::Tag(), hn::LoadU(floats, p))};
}
HWY_INLINE void storeRegister(RegisterD a, float* p) {
    const hn::Rebind<float, RegisterD::Tag> floats;
    hn::StoreU(hn::DemoteTo(floats, a.r), floats, p);
}
// By way of registers: a vector that is loaded from single numbers just stored would wait for memory.
#if HWY_TARGET == HWY_SCALAR
HWY_INLINE RegisterD makeRegister(const double (&n)[4], int lane) { return setRegister(n[lane]); }
#else
HWY_INLINE hn::Vec<hn::CappedTag<double, 2>> makePair(const double (&n)[4], int lane) {
    const hn::CappedTag<double, 2> two;
    return hn::InterleaveLower(two, hn::Set(two, n[lane]), hn::Set(two, n[lane + 1]));
}
#if HWY_MAX_BYTES >= 32
HWY_INLINE RegisterD makeRegister(const double (&n)[4], int) {
    return {hn::Combine(RegisterD::Tag(), makePair(n, 2), makePair(n, 0))};
}
#else
HWY_INLINE RegisterD makeRegister(const double (&n)[4], int lane) { return {makePair(n, lane)}; }
#endif
#endif
HWY_INLINE RegisterD operator+(RegisterD a, RegisterD b) { return {hn::Add(a.r, b.r)}; }
HWY_INLINE RegisterD operator-(RegisterD a, RegisterD b) { return {hn::Sub(a.r, b.r)}; }
HWY_INLINE RegisterD operator*(RegisterD a, RegisterD b) { return {hn::Mul(a.r, b.r)}; }
#endif

// Two doubles.
#if HWY_TARGET == HWY_WASM
struct D2 {
    v128_t r;
    D2() = default;
    HWY_INLINE explicit D2(v128_t v) : r(v) {}
    HWY_INLINE explicit D2(double x) : r(wasm_f64x2_splat(x)) {}
    HWY_INLINE D2(double a, double b) : r(wasm_f64x2_make(a, b)) {}
};
HWY_INLINE D2 operator+(D2 a, D2 b) { return D2(wasm_f64x2_add(a.r, b.r)); }
HWY_INLINE D2 operator-(D2 a, D2 b) { return D2(wasm_f64x2_sub(a.r, b.r)); }
HWY_INLINE D2 operator*(D2 a, D2 b) { return D2(wasm_f64x2_mul(a.r, b.r)); }
HWY_INLINE D2 operator/(D2 a, D2 b) { return D2(wasm_f64x2_div(a.r, b.r)); }
HWY_INLINE D2 loadD2(const double* p) { return D2(wasm_v128_load(p)); }
HWY_INLINE void store(D2 a, double* p) { wasm_v128_store(p, a.r); }
#elif HWY_TARGET == HWY_SCALAR
struct D2 {
    double a, b;
    D2() = default;
    HWY_INLINE explicit D2(double x) : a(x), b(x) {}
    HWY_INLINE D2(double x, double y) : a(x), b(y) {}
};
HWY_INLINE D2 operator+(D2 a, D2 b) { return {a.a + b.a, a.b + b.b}; }
HWY_INLINE D2 operator-(D2 a, D2 b) { return {a.a - b.a, a.b - b.b}; }
HWY_INLINE D2 operator*(D2 a, D2 b) { return {a.a * b.a, a.b * b.b}; }
HWY_INLINE D2 operator/(D2 a, D2 b) { return {a.a / b.a, a.b / b.b}; }
HWY_INLINE D2 loadD2(const double* p) { return {p[0], p[1]}; }
HWY_INLINE void store(D2 a, double* p) { p[0] = a.a, p[1] = a.b; }
#else
struct D2 {
    using Tag = hn::CappedTag<double, 2>;
    hn::Vec<Tag> r;
    D2() = default;
    HWY_INLINE explicit D2(hn::Vec<Tag> v) : r(v) {}
    HWY_INLINE explicit D2(double x) : r(hn::Set(Tag(), x)) {}
    HWY_INLINE D2(double a, double b) : r(hn::InterleaveLower(Tag(), hn::Set(Tag(), a), hn::Set(Tag(), b))) {}
};
HWY_INLINE D2 operator+(D2 a, D2 b) { return D2(hn::Add(a.r, b.r)); }
HWY_INLINE D2 operator-(D2 a, D2 b) { return D2(hn::Sub(a.r, b.r)); }
HWY_INLINE D2 operator*(D2 a, D2 b) { return D2(hn::Mul(a.r, b.r)); }
HWY_INLINE D2 operator/(D2 a, D2 b) { return D2(hn::Div(a.r, b.r)); }
HWY_INLINE D2 loadD2(const double* p) { return D2(hn::LoadU(D2::Tag(), p)); }
HWY_INLINE void store(D2 a, double* p) { hn::StoreU(a.r, D2::Tag(), p); }
#endif

struct D4 {
    static constexpr int kRegisters = 4 / RegisterD::kLanes;
    RegisterD r[kRegisters];
};

// Calls fn(register, first lane of it).
template <class Fn> HWY_INLINE D4 makeD4(Fn fn) {
    D4 out;
    for (int i = 0; i < D4::kRegisters; ++i) out.r[i] = fn(i, i * RegisterD::kLanes);
    return out;
}
HWY_INLINE D4 setD4(double x) {
    return makeD4([&](int, int) { return setRegister(x); });
}
HWY_INLINE D4 loadD4(const double* p) { // any alignment
    return makeD4([&](int, int lane) { return loadRegister(p + lane); });
}
HWY_INLINE D4 loadD4(const float* p) {
    return makeD4([&](int, int lane) { return loadRegister(p + lane); });
}
HWY_INLINE D4 setD4(double a, double b, double c, double d) {
    const double n[4] = {a, b, c, d};
    return makeD4([&](int, int lane) { return makeRegister(n, lane); });
}
HWY_INLINE void store(D4 a, float* p) { // rounds
    for (int i = 0; i < D4::kRegisters; ++i) storeRegister(a.r[i], p + i * RegisterD::kLanes);
}
HWY_INLINE void store(D4 a, double* p) {
    for (int i = 0; i < D4::kRegisters; ++i) storeRegister(a.r[i], p + i * RegisterD::kLanes);
}
HWY_INLINE D4 operator+(D4 a, D4 b) {
    return makeD4([&](int i, int) { return a.r[i] + b.r[i]; });
}
HWY_INLINE D4 operator-(D4 a, D4 b) {
    return makeD4([&](int i, int) { return a.r[i] - b.r[i]; });
}
HWY_INLINE D4 operator*(D4 a, D4 b) {
    return makeD4([&](int i, int) { return a.r[i] * b.r[i]; });
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
