// Four floats at once, for code that works on one small thing (a box, a face) rather than on eight of them: F4 and its
// mask M4. SSE2 or WebAssembly SIMD where the compiler's baseline has it, plain loops elsewhere. Every operation is
// IEEE exact and rounds like the float operation of the same name in cairn/math.h.
#pragma once

#include <cairn/math.h>

#include <cstdint>
#include <limits>

#if (defined(__SSE2__) || defined(_M_X64)) && !defined(HWY_COMPILE_ONLY_SCALAR)
#define CAIRN_LANES4_SSE2
#include <emmintrin.h>
#elif defined(__wasm_simd128__) && !defined(HWY_COMPILE_ONLY_SCALAR)
#define CAIRN_LANES4_WASM
#include <wasm_simd128.h>
#endif

namespace cairn {

// One register, or four floats.
#if defined(CAIRN_LANES4_SSE2) || defined(CAIRN_LANES4_WASM)
inline constexpr bool kLanes4InRegister = true;
#else
inline constexpr bool kLanes4InRegister = false;
#endif

#ifdef CAIRN_LANES4_SSE2

struct M4 {
    __m128 r;
};
struct F4 {
    __m128 r;
    F4() = default;
    F4(float x) : r(_mm_set1_ps(x)) {}
    F4(float x, float y, float z, float w) : r(_mm_setr_ps(x, y, z, w)) {}
    explicit F4(__m128 x) : r(x) {}
};
inline F4 operator+(F4 a, F4 b) { return F4(_mm_add_ps(a.r, b.r)); }
inline F4 operator-(F4 a, F4 b) { return F4(_mm_sub_ps(a.r, b.r)); }
inline F4 operator*(F4 a, F4 b) { return F4(_mm_mul_ps(a.r, b.r)); }
inline F4 operator/(F4 a, F4 b) { return F4(_mm_div_ps(a.r, b.r)); }
inline F4 operator-(F4 a) { return F4(_mm_xor_ps(a.r, _mm_set1_ps(-0.0f))); }
inline F4 abs(F4 a) { return F4(_mm_andnot_ps(_mm_set1_ps(-0.0f), a.r)); }
inline F4 sqrt(F4 a) { return F4(_mm_sqrt_ps(a.r)); }
inline F4 min(F4 a, F4 b) { return F4(_mm_min_ps(a.r, b.r)); }
inline F4 max(F4 a, F4 b) { return F4(_mm_max_ps(a.r, b.r)); }
inline M4 operator<(F4 a, F4 b) { return {_mm_cmplt_ps(a.r, b.r)}; }
inline M4 operator<=(F4 a, F4 b) { return {_mm_cmple_ps(a.r, b.r)}; }
inline M4 operator>(F4 a, F4 b) { return {_mm_cmplt_ps(b.r, a.r)}; }
inline M4 operator==(F4 a, F4 b) { return {_mm_cmpeq_ps(a.r, b.r)}; }
inline M4 operator&(M4 a, M4 b) { return {_mm_and_ps(a.r, b.r)}; }
inline M4 operator|(M4 a, M4 b) { return {_mm_or_ps(a.r, b.r)}; }
// a or 0.
inline F4 where(M4 m, F4 a) { return F4(_mm_and_ps(m.r, a.r)); }
inline F4 select(M4 m, F4 a, F4 b) { return F4(_mm_or_ps(_mm_and_ps(m.r, a.r), _mm_andnot_ps(m.r, b.r))); }
// -a or a.
inline F4 negate(M4 m, F4 a) { return F4(_mm_xor_ps(a.r, _mm_and_ps(m.r, _mm_set1_ps(-0.0f)))); }
// a or not a number, which is equal to nothing, and which min and max pass over as their first operand.
inline F4 only(M4 m, F4 a) {
    const __m128 all = _mm_castsi128_ps(_mm_set1_epi32(-1));
    return F4(_mm_or_ps(a.r, _mm_andnot_ps(m.r, all)));
}
// Lane i is bit i.
inline uint32_t bits(M4 m) { return static_cast<uint32_t>(_mm_movemask_ps(m.r)); }
// Those of b and c are bits 4 + i and 8 + i.
inline uint32_t bits(M4 a, M4 b, M4 c) {
    const __m128i ab = _mm_packs_epi32(_mm_castps_si128(a.r), _mm_castps_si128(b.r));
    const __m128i c0 = _mm_packs_epi32(_mm_castps_si128(c.r), _mm_setzero_si128());
    return static_cast<uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(ab, c0)));
}
inline M4 mask4(bool x, bool y, bool z, bool w) {
    return {_mm_castsi128_ps(_mm_setr_epi32(x ? -1 : 0, y ? -1 : 0, z ? -1 : 0, w ? -1 : 0))};
}
inline F4 load4(const float* p) { return F4(_mm_loadu_ps(p)); }
inline void store(F4 a, float* p) { _mm_storeu_ps(p, a.r); }
// Whole numbers.
inline void store(F4 a, int32_t* p) { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm_cvttps_epi32(a.r)); }
inline void store(F4 a, Vec3& v) {
    _mm_storel_pi(reinterpret_cast<__m64*>(&v), a.r);
    _mm_store_ss(&v.z, _mm_movehl_ps(a.r, a.r));
}
// x, y, z, 0.
inline F4 load3(const Vec3& v) {
    const __m128i xy = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(&v));
    return F4(_mm_movelh_ps(_mm_castsi128_ps(xy), _mm_load_ss(&v.z)));
}
// Lanes a[X], a[Y], b[Z], b[W].
template <int X, int Y, int Z, int W> inline F4 permute(F4 a, F4 b) {
    return F4(_mm_shuffle_ps(a.r, b.r, _MM_SHUFFLE(W, Z, Y, X)));
}
template <int X, int Y, int Z, int W> inline M4 permute(M4 a) {
    return {_mm_shuffle_ps(a.r, a.r, _MM_SHUFFLE(W, Z, Y, X))};
}

#elif defined(CAIRN_LANES4_WASM)

struct M4 {
    v128_t r;
};
struct F4 {
    v128_t r;
    F4() = default;
    F4(float x) : r(wasm_f32x4_splat(x)) {}
    F4(float x, float y, float z, float w) : r(wasm_f32x4_make(x, y, z, w)) {}
    explicit F4(v128_t x) : r(x) {}
};
inline F4 operator+(F4 a, F4 b) { return F4(wasm_f32x4_add(a.r, b.r)); }
inline F4 operator-(F4 a, F4 b) { return F4(wasm_f32x4_sub(a.r, b.r)); }
inline F4 operator*(F4 a, F4 b) { return F4(wasm_f32x4_mul(a.r, b.r)); }
inline F4 operator/(F4 a, F4 b) { return F4(wasm_f32x4_div(a.r, b.r)); }
inline F4 operator-(F4 a) { return F4(wasm_f32x4_neg(a.r)); }
inline F4 abs(F4 a) { return F4(wasm_f32x4_abs(a.r)); }
inline F4 sqrt(F4 a) { return F4(wasm_f32x4_sqrt(a.r)); }
// pmin(x, y) is y < x ? y : x, and pmax likewise: with the operands swapped, what float min and max are.
inline F4 min(F4 a, F4 b) { return F4(wasm_f32x4_pmin(b.r, a.r)); }
inline F4 max(F4 a, F4 b) { return F4(wasm_f32x4_pmax(b.r, a.r)); }
inline M4 operator<(F4 a, F4 b) { return {wasm_f32x4_lt(a.r, b.r)}; }
inline M4 operator<=(F4 a, F4 b) { return {wasm_f32x4_le(a.r, b.r)}; }
inline M4 operator>(F4 a, F4 b) { return {wasm_f32x4_gt(a.r, b.r)}; }
inline M4 operator==(F4 a, F4 b) { return {wasm_f32x4_eq(a.r, b.r)}; }
inline M4 operator&(M4 a, M4 b) { return {wasm_v128_and(a.r, b.r)}; }
inline M4 operator|(M4 a, M4 b) { return {wasm_v128_or(a.r, b.r)}; }
inline F4 where(M4 m, F4 a) { return F4(wasm_v128_and(m.r, a.r)); }
inline F4 select(M4 m, F4 a, F4 b) { return F4(wasm_v128_bitselect(a.r, b.r, m.r)); }
inline F4 negate(M4 m, F4 a) { return F4(wasm_v128_xor(a.r, wasm_v128_and(m.r, wasm_f32x4_splat(-0.0f)))); }
inline F4 only(M4 m, F4 a) { return F4(wasm_v128_or(a.r, wasm_v128_not(m.r))); }
inline uint32_t bits(M4 m) { return wasm_i32x4_bitmask(m.r); }
inline uint32_t bits(M4 a, M4 b, M4 c) { return bits(a) | bits(b) << 4 | bits(c) << 8; }
inline M4 mask4(bool x, bool y, bool z, bool w) {
    return {wasm_i32x4_make(x ? -1 : 0, y ? -1 : 0, z ? -1 : 0, w ? -1 : 0)};
}
inline F4 load4(const float* p) { return F4(wasm_v128_load(p)); }
inline void store(F4 a, float* p) { wasm_v128_store(p, a.r); }
inline void store(F4 a, int32_t* p) { wasm_v128_store(p, wasm_i32x4_trunc_sat_f32x4(a.r)); }
inline void store(F4 a, Vec3& v) {
    wasm_v128_store64_lane(&v, a.r, 0);
    wasm_v128_store32_lane(&v.z, a.r, 2);
}
inline F4 load3(const Vec3& v) { return F4(wasm_v128_load32_lane(&v.z, wasm_v128_load64_zero(&v), 2)); }
template <int X, int Y, int Z, int W> inline F4 permute(F4 a, F4 b) {
    return F4(wasm_i32x4_shuffle(a.r, b.r, X, Y, Z + 4, W + 4));
}
template <int X, int Y, int Z, int W> inline M4 permute(M4 a) { return {wasm_i32x4_shuffle(a.r, a.r, X, Y, Z, W)}; }

#else

struct M4 {
    bool v[4];
};
struct F4 {
    float v[4];
    F4() = default;
    F4(float x) : v{x, x, x, x} {}
    F4(float x, float y, float z, float w) : v{x, y, z, w} {}
};
template <class Op> inline F4 eachLane(F4 a, F4 b, Op op) {
    return {op(a.v[0], b.v[0]), op(a.v[1], b.v[1]), op(a.v[2], b.v[2]), op(a.v[3], b.v[3])};
}
template <class Op> inline M4 testLanes(F4 a, F4 b, Op op) {
    return {{op(a.v[0], b.v[0]), op(a.v[1], b.v[1]), op(a.v[2], b.v[2]), op(a.v[3], b.v[3])}};
}
inline F4 operator+(F4 a, F4 b) {
    return eachLane(a, b, [](float x, float y) { return x + y; });
}
inline F4 operator-(F4 a, F4 b) {
    return eachLane(a, b, [](float x, float y) { return x - y; });
}
inline F4 operator*(F4 a, F4 b) {
    return eachLane(a, b, [](float x, float y) { return x * y; });
}
inline F4 operator/(F4 a, F4 b) {
    return eachLane(a, b, [](float x, float y) { return x / y; });
}
inline F4 operator-(F4 a) { return {-a.v[0], -a.v[1], -a.v[2], -a.v[3]}; }
inline F4 abs(F4 a) { return {abs(a.v[0]), abs(a.v[1]), abs(a.v[2]), abs(a.v[3])}; }
inline F4 sqrt(F4 a) { return {sqrt(a.v[0]), sqrt(a.v[1]), sqrt(a.v[2]), sqrt(a.v[3])}; }
inline F4 min(F4 a, F4 b) {
    return eachLane(a, b, [](float x, float y) { return min(x, y); });
}
inline F4 max(F4 a, F4 b) {
    return eachLane(a, b, [](float x, float y) { return max(x, y); });
}
inline M4 operator<(F4 a, F4 b) {
    return testLanes(a, b, [](float x, float y) { return x < y; });
}
inline M4 operator<=(F4 a, F4 b) {
    return testLanes(a, b, [](float x, float y) { return x <= y; });
}
inline M4 operator>(F4 a, F4 b) { return b < a; }
inline M4 operator==(F4 a, F4 b) {
    return testLanes(a, b, [](float x, float y) { return x == y; });
}
inline M4 operator&(M4 a, M4 b) { return {{a.v[0] && b.v[0], a.v[1] && b.v[1], a.v[2] && b.v[2], a.v[3] && b.v[3]}}; }
inline M4 operator|(M4 a, M4 b) { return {{a.v[0] || b.v[0], a.v[1] || b.v[1], a.v[2] || b.v[2], a.v[3] || b.v[3]}}; }
inline F4 select(M4 m, F4 a, F4 b) {
    return {m.v[0] ? a.v[0] : b.v[0], m.v[1] ? a.v[1] : b.v[1], m.v[2] ? a.v[2] : b.v[2], m.v[3] ? a.v[3] : b.v[3]};
}
inline F4 where(M4 m, F4 a) { return select(m, a, F4(0.0f)); }
// -a or a.
inline F4 negate(M4 m, F4 a) { return select(m, -a, a); }
// a or not a number, which is equal to nothing, and which min and max pass over as their first operand.
inline F4 only(M4 m, F4 a) { return select(m, a, F4(std::numeric_limits<float>::quiet_NaN())); }
// Lane i is bit i.
inline uint32_t bits(M4 m) { return (m.v[0] ? 1u : 0u) | (m.v[1] ? 2u : 0u) | (m.v[2] ? 4u : 0u) | (m.v[3] ? 8u : 0u); }
// Those of b and c are bits 4 + i and 8 + i.
inline uint32_t bits(M4 a, M4 b, M4 c) { return bits(a) | bits(b) << 4 | bits(c) << 8; }
inline M4 mask4(bool x, bool y, bool z, bool w) { return {{x, y, z, w}}; }
inline F4 load4(const float* p) { return {p[0], p[1], p[2], p[3]}; }
inline void store(F4 a, float* p) {
    for (int i = 0; i < 4; ++i) p[i] = a.v[i];
}
// Whole numbers.
inline void store(F4 a, int32_t* p) {
    for (int i = 0; i < 4; ++i) p[i] = static_cast<int32_t>(a.v[i]);
}
inline void store(F4 a, Vec3& v) { v = {a.v[0], a.v[1], a.v[2]}; }
// x, y, z, 0.
inline F4 load3(const Vec3& v) { return {v.x, v.y, v.z, 0.0f}; }
// Lanes a[X], a[Y], b[Z], b[W].
template <int X, int Y, int Z, int W> inline F4 permute(F4 a, F4 b) { return {a.v[X], a.v[Y], b.v[Z], b.v[W]}; }
template <int X, int Y, int Z, int W> inline M4 permute(M4 a) { return {{a.v[X], a.v[Y], a.v[Z], a.v[W]}}; }

#endif

template <int X, int Y, int Z, int W> inline F4 permute(F4 a) { return permute<X, Y, Z, W>(a, a); }
template <int K> inline F4 broadcast(F4 a) { return permute<K, K, K, K>(a, a); }
// The rows of a 4x4 matrix to its columns.
inline void transpose(F4& a, F4& b, F4& c, F4& d) {
    const F4 ab = permute<0, 1, 0, 1>(a, b), AB = permute<2, 3, 2, 3>(a, b);
    const F4 cd = permute<0, 1, 0, 1>(c, d), CD = permute<2, 3, 2, 3>(c, d);
    a = permute<0, 2, 0, 2>(ab, cd), b = permute<1, 3, 1, 3>(ab, cd);
    c = permute<0, 2, 0, 2>(AB, CD), d = permute<1, 3, 1, 3>(AB, CD);
}

} // namespace cairn
