// Eight lanes: F8 (float), M8 (mask), I8 (int32), in the namespace of each instruction set.
//
// Eight is the unit on every CPU, so that results never depend on the width: one vector of 8 on AVX2 and AVX-512, two
// halves of 4 on SSE4, NEON, WebAssembly and the fallback, eight singles where CAIRN_SCALAR asks for them. Every
// operation is IEEE exact and rounds like the float operation of the same name in cairn/math.h: no fused multiply-add,
// no approximate reciprocal. linear_algebra.inl is included again here, so Vec3T<F8>, QuatT<F8> ... have the formulas
// of Vec3 and Quat.
//
// Use (see dispatch.h for the frame around it): write a kernel as a template on the lane type F with select() instead
// of data branches; float and F8 then give the same bits. Lanes can be tested with any(), all() to skip work.
//
// This header is included once per instruction set: the guard toggles, as Highway's own -inl.h headers do.
#if defined(CAIRN_MATH_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef CAIRN_MATH_LANES_INL_H
#undef CAIRN_MATH_LANES_INL_H
#else
#define CAIRN_MATH_LANES_INL_H
#endif

#include "math/dispatch.h"

#include <cairn/math.h>
#include <hwy/highway.h>

#undef CAIRN_PLAIN_LANES
#if (HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128) && !HWY_COMPILER_MSVC && !defined(HWY_COMPILE_ONLY_SCALAR)
#define CAIRN_PLAIN_LANES 1
#include "math/lanes_plain-inl.h"
#else
#define CAIRN_PLAIN_LANES 0
#endif

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Two registers that act as one; nests. The functions carry Highway's names, so that one F8 serves every width.
template <class H> struct Twin { H lo, hi; };

#define CAIRN_TWIN_UNARY(Name)                                                                                         \
    template <class H> HWY_INLINE Twin<H> Name(Twin<H> a) { return {Name(a.lo), Name(a.hi)}; }
#define CAIRN_TWIN_BINARY(Name)                                                                                        \
    template <class H> HWY_INLINE Twin<H> Name(Twin<H> a, Twin<H> b) { return {Name(a.lo, b.lo), Name(a.hi, b.hi)}; }
#define CAIRN_TWIN_COMPARE(Name)                                                                                       \
    template <class H> HWY_INLINE auto Name(Twin<H> a, Twin<H> b) {                                                    \
        return Twin<decltype(Name(a.lo, b.lo))>{Name(a.lo, b.lo), Name(a.hi, b.hi)};                                   \
    }
CAIRN_TWIN_UNARY(Neg)
CAIRN_TWIN_UNARY(Abs)
CAIRN_TWIN_UNARY(Sqrt)
CAIRN_TWIN_UNARY(Not)
CAIRN_TWIN_BINARY(Add)
CAIRN_TWIN_BINARY(Sub)
CAIRN_TWIN_BINARY(Mul)
CAIRN_TWIN_BINARY(Div)
CAIRN_TWIN_BINARY(Min)
CAIRN_TWIN_BINARY(Max)
CAIRN_TWIN_BINARY(And)
CAIRN_TWIN_BINARY(Or)
CAIRN_TWIN_COMPARE(Lt)
CAIRN_TWIN_COMPARE(Le)
CAIRN_TWIN_COMPARE(Eq)
#undef CAIRN_TWIN_UNARY
#undef CAIRN_TWIN_BINARY
#undef CAIRN_TWIN_COMPARE

// What one register holds, and the types built from registers.
using DF = hn::CappedTag<float, 8>;
using DI = hn::RebindToSigned<DF>;
#if CAIRN_PLAIN_LANES
using RegisterF = PlainF;
using RegisterI = PlainI;
using RegisterM = PlainM;
inline constexpr int kRegisterLanes = 4;
#else
using RegisterF = hn::Vec<DF>;
using RegisterI = hn::Vec<DI>;
using RegisterM = hn::Mask<DF>;
inline constexpr int kRegisterLanes = static_cast<int>(MaxLanes(DF()));
#endif
#if HWY_TARGET == HWY_SCALAR && !CAIRN_PLAIN_LANES
template <class V> using Pack = Twin<Twin<Twin<V>>>;
#elif HWY_MAX_BYTES >= 32
template <class V> using Pack = V;
#else
template <class V> using Pack = Twin<V>;
#endif
// The instruction set that few will ever run: its kernels may save code where the others save time.
inline constexpr bool kIsFallback = HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128;
using PackF = Pack<RegisterF>;
using PackI = Pack<RegisterI>;
using PackM = Pack<RegisterM>;

// Operations that need a tag or that convert, over packs: the plain register first, then the twin of anything.
template <class P> struct PackOps {
    static constexpr int kLanes = kRegisterLanes;
    template <class T> static HWY_INLINE P set(T value) { return hn::Set(hn::DFromV<P>(), value); }
    template <class T> static HWY_INLINE P load(const T* p) { return hn::Load(hn::DFromV<P>(), p); }
    template <class T> static HWY_INLINE P loadAny(const T* p) { return hn::LoadU(hn::DFromV<P>(), p); }
    template <class T> static HWY_INLINE void store(P v, T* p) { hn::Store(v, hn::DFromV<P>(), p); }
    template <class T> static HWY_INLINE void storeAny(P v, T* p) { hn::StoreU(v, hn::DFromV<P>(), p); }
    template <class T, class I> static HWY_INLINE P gather(const T* p, I index) {
        return hn::GatherIndex(hn::DFromV<P>(), p, index);
    }
    template <class T, class I> static HWY_INLINE void scatter(P v, T* p, I index) {
        hn::ScatterIndex(v, hn::DFromV<P>(), p, index);
    }
};
template <class H> struct PackOps<Twin<H>> {
    using Half = PackOps<H>;
    static constexpr int kLanes = 2 * Half::kLanes;
    template <class T> static HWY_INLINE Twin<H> set(T value) { return {Half::set(value), Half::set(value)}; }
    template <class T> static HWY_INLINE Twin<H> load(const T* p) {
        return {Half::load(p), Half::load(p + Half::kLanes)};
    }
    template <class T> static HWY_INLINE Twin<H> loadAny(const T* p) {
        return {Half::loadAny(p), Half::loadAny(p + Half::kLanes)};
    }
    template <class T> static HWY_INLINE void store(Twin<H> v, T* p) {
        Half::store(v.lo, p);
        Half::store(v.hi, p + Half::kLanes);
    }
    template <class T> static HWY_INLINE void storeAny(Twin<H> v, T* p) {
        Half::storeAny(v.lo, p);
        Half::storeAny(v.hi, p + Half::kLanes);
    }
    template <class T, class I> static HWY_INLINE Twin<H> gather(const T* p, Twin<I> index) {
        return {Half::gather(p, index.lo), Half::gather(p, index.hi)};
    }
    template <class T, class I> static HWY_INLINE void scatter(Twin<H> v, T* p, Twin<I> index) {
        Half::scatter(v.lo, p, index.lo);
        Half::scatter(v.hi, p, index.hi);
    }
};

template <class M, class V> HWY_INLINE V packSelect(M m, V a, V b) { return hn::IfThenElse(m, a, b); }
template <class M, class H> HWY_INLINE Twin<H> packSelect(Twin<M> m, Twin<H> a, Twin<H> b) {
    return {packSelect(m.lo, a.lo, b.lo), packSelect(m.hi, a.hi, b.hi)};
}
template <class M, class V> HWY_INLINE V packWhere(M m, V a) { return hn::IfThenElseZero(m, a); }
template <class M, class H> HWY_INLINE Twin<H> packWhere(Twin<M> m, Twin<H> a) {
    return {packWhere(m.lo, a.lo), packWhere(m.hi, a.hi)};
}
template <class M> HWY_INLINE auto packIntMask(M m) { return hn::RebindMask(DI(), m); }
template <class M> HWY_INLINE auto packIntMask(Twin<M> m) {
    return Twin<decltype(packIntMask(m.lo))>{packIntMask(m.lo), packIntMask(m.hi)};
}
template <class M> HWY_INLINE hn::Mask<DF> packFloatMask(M m) { return hn::RebindMask(DF(), m); }
template <class M> HWY_INLINE auto packFloatMask(Twin<M> m) {
    return Twin<decltype(packFloatMask(m.lo))>{packFloatMask(m.lo), packFloatMask(m.hi)};
}
template <class M> struct PackBits {
    static constexpr int kLanes = kRegisterLanes;
    static HWY_INLINE uint32_t get(M m) {
#if HWY_TARGET == HWY_WASM // one instruction, where this version of Highway goes through memory
        return wasm_i32x4_bitmask(m.raw);
#else
        uint8_t bytes[8] = {};
        hn::StoreMaskBits(DF(), m, bytes);
        return bytes[0] & ((1u << kLanes) - 1u);
#endif
    }
};
template <class M> struct PackBits<Twin<M>> {
    static constexpr int kLanes = 2 * PackBits<M>::kLanes;
    static HWY_INLINE uint32_t get(Twin<M> m) { return PackBits<M>::get(m.lo) | PackBits<M>::get(m.hi) << kLanes / 2; }
};
template <class V> HWY_INLINE auto packConvert(V v) { return hn::ConvertTo(DF(), v); }
template <class H> HWY_INLINE auto packConvert(Twin<H> v) {
    return Twin<decltype(packConvert(v.lo))>{packConvert(v.lo), packConvert(v.hi)};
}
template <class V> HWY_INLINE auto packIntBits(V v) { return hn::BitCast(DI(), v); }
template <class H> HWY_INLINE auto packIntBits(Twin<H> v) {
    return Twin<decltype(packIntBits(v.lo))>{packIntBits(v.lo), packIntBits(v.hi)};
}
template <class V> HWY_INLINE auto packFloatBits(V v) { return hn::BitCast(DF(), v); }
template <class H> HWY_INLINE auto packFloatBits(Twin<H> v) {
    return Twin<decltype(packFloatBits(v.lo))>{packFloatBits(v.lo), packFloatBits(v.hi)};
}
template <int kBits, class V> HWY_INLINE V packShiftLeft(V v) { return hn::ShiftLeft<kBits>(v); }
template <int kBits, class H> HWY_INLINE Twin<H> packShiftLeft(Twin<H> v) {
    return {packShiftLeft<kBits>(v.lo), packShiftLeft<kBits>(v.hi)};
}

struct M8 {
    PackM r;
};
HWY_INLINE M8 operator&(M8 a, M8 b) { return {And(a.r, b.r)}; }
HWY_INLINE M8 operator|(M8 a, M8 b) { return {Or(a.r, b.r)}; }
HWY_INLINE M8 operator!(M8 a) { return {Not(a.r)}; }
// Lane i is bit i.
HWY_INLINE uint32_t bits(M8 m) { return PackBits<PackM>::get(m.r); }
HWY_INLINE bool any(M8 m) { return bits(m) != 0; }
HWY_INLINE bool all(M8 m) { return bits(m) == 0xFFu; }

struct F8 {
    PackF r;
    F8() = default;
    HWY_INLINE F8(float value) : r(PackOps<PackF>::set(value)) {}
    HWY_INLINE explicit F8(PackF pack) : r(pack) {}
};
HWY_INLINE F8 operator+(F8 a, F8 b) { return F8(Add(a.r, b.r)); }
HWY_INLINE F8 operator-(F8 a, F8 b) { return F8(Sub(a.r, b.r)); }
HWY_INLINE F8 operator*(F8 a, F8 b) { return F8(Mul(a.r, b.r)); }
HWY_INLINE F8 operator/(F8 a, F8 b) { return F8(Div(a.r, b.r)); }
HWY_INLINE F8 operator-(F8 a) { return F8(Neg(a.r)); }
HWY_INLINE F8& operator+=(F8& a, F8 b) { return a = a + b; }
HWY_INLINE F8& operator-=(F8& a, F8 b) { return a = a - b; }
HWY_INLINE F8& operator*=(F8& a, F8 b) { return a = a * b; }
HWY_INLINE M8 operator<(F8 a, F8 b) { return {Lt(a.r, b.r)}; }
HWY_INLINE M8 operator<=(F8 a, F8 b) { return {Le(a.r, b.r)}; }
HWY_INLINE M8 operator>(F8 a, F8 b) { return {Lt(b.r, a.r)}; }
HWY_INLINE M8 operator>=(F8 a, F8 b) { return {Le(b.r, a.r)}; }
HWY_INLINE M8 operator==(F8 a, F8 b) { return {Eq(a.r, b.r)}; }
HWY_INLINE F8 select(M8 m, F8 a, F8 b) { return F8(packSelect(m.r, a.r, b.r)); }
// a or 0.
HWY_INLINE F8 where(M8 m, F8 a) { return F8(packWhere(m.r, a.r)); }
HWY_INLINE F8 abs(F8 a) { return F8(Abs(a.r)); }
HWY_INLINE F8 sqrt(F8 a) { return F8(Sqrt(a.r)); }
// a < b ? a : b, also for NaN and signed zeros. The x86 instruction is exactly that, and so is the one that Highway
// takes on WebAssembly; others treat NaN differently.
#if (HWY_ARCH_X86 || HWY_ARCH_WASM) && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
HWY_INLINE F8 min(F8 a, F8 b) { return F8(Min(a.r, b.r)); }
HWY_INLINE F8 max(F8 a, F8 b) { return F8(Max(a.r, b.r)); }
#else
HWY_INLINE F8 min(F8 a, F8 b) { return select(a < b, a, b); }
HWY_INLINE F8 max(F8 a, F8 b) { return select(a > b, a, b); }
#endif
HWY_INLINE F8 clamp(F8 a, F8 lower, F8 upper) { return max(lower, min(a, upper)); }

struct I8 {
    PackI r;
    I8() = default;
    HWY_INLINE I8(int32_t value) : r(PackOps<PackI>::set(value)) {}
    HWY_INLINE explicit I8(PackI pack) : r(pack) {}
};
HWY_INLINE I8 operator+(I8 a, I8 b) { return I8(Add(a.r, b.r)); }
HWY_INLINE I8 operator-(I8 a, I8 b) { return I8(Sub(a.r, b.r)); }
HWY_INLINE I8 operator&(I8 a, I8 b) { return I8(And(a.r, b.r)); }
HWY_INLINE I8 operator|(I8 a, I8 b) { return I8(Or(a.r, b.r)); }
HWY_INLINE M8 operator==(I8 a, I8 b) { return {packFloatMask(Eq(a.r, b.r))}; }
HWY_INLINE M8 operator<(I8 a, I8 b) { return {packFloatMask(Lt(a.r, b.r))}; }
HWY_INLINE M8 operator>(I8 a, I8 b) { return {packFloatMask(Lt(b.r, a.r))}; }
HWY_INLINE I8 select(M8 m, I8 a, I8 b) { return I8(packSelect(packIntMask(m.r), a.r, b.r)); }
HWY_INLINE I8 where(M8 m, I8 a) { return I8(packWhere(packIntMask(m.r), a.r)); }
template <int kBits> HWY_INLINE I8 shiftLeft(I8 a) { return I8(packShiftLeft<kBits>(a.r)); }
HWY_INLINE F8 toFloat(I8 a) { return F8(packConvert(a.r)); }
HWY_INLINE I8 bitsOf(F8 a) { return I8(packIntBits(a.r)); }
HWY_INLINE F8 fromBits(I8 a) { return F8(packFloatBits(a.r)); }

template <class F> struct LaneTraits;
template <> struct LaneTraits<F8> {
    using Mask = M8;
    using Int = I8;
};
// values[index], in every lane its own. Sizes of 3 and 6 serve the axes of boxes.
HWY_INLINE F8 choose(const F8 (&values)[3], I8 index) {
    return select(index == I8(1), values[1], select(index == I8(2), values[2], values[0]));
}
HWY_INLINE F8 choose(const F8 (&values)[6], I8 index) {
    F8 result = values[0];
    for (int k = 1; k < 6; ++k) result = select(index == I8(k), values[k], result);
    return result;
}
// values[index] += x, where the index is one.
HWY_INLINE void addAt(F8 (&values)[6], I8 index, F8 x) {
    for (int k = 0; k < 6; ++k) values[k] = select(index == I8(k), values[k] + x, values[k]);
}

// Memory. load and store need 32-byte alignment; the Any forms do not.
HWY_INLINE F8 load(const float* p) { return F8(PackOps<PackF>::load(p)); }
HWY_INLINE F8 loadAny(const float* p) { return F8(PackOps<PackF>::loadAny(p)); }
HWY_INLINE I8 load(const int32_t* p) { return I8(PackOps<PackI>::load(p)); }
HWY_INLINE I8 loadAny(const int32_t* p) { return I8(PackOps<PackI>::loadAny(p)); }
HWY_INLINE void store(F8 v, float* p) { PackOps<PackF>::store(v.r, p); }
HWY_INLINE void storeAny(F8 v, float* p) { PackOps<PackF>::storeAny(v.r, p); }
HWY_INLINE void store(I8 v, int32_t* p) { PackOps<PackI>::store(v.r, p); }
HWY_INLINE void storeAny(I8 v, int32_t* p) { PackOps<PackI>::storeAny(v.r, p); }
// Lane i is base[index_i]. Scattering two lanes to one place keeps the higher lane.
HWY_INLINE F8 gather(const float* base, I8 index) { return F8(PackOps<PackF>::gather(base, index.r)); }
HWY_INLINE I8 gather(const int32_t* base, I8 index) { return I8(PackOps<PackI>::gather(base, index.r)); }
HWY_INLINE void scatter(F8 v, float* base, I8 index) { PackOps<PackF>::scatter(v.r, base, index.r); }
HWY_INLINE void scatter(I8 v, int32_t* base, I8 index) { PackOps<PackI>::scatter(v.r, base, index.r); }

// The float forms stay visible beside the lane forms.
using cairn::abs;
using cairn::clamp;
using cairn::max;
using cairn::min;
using cairn::select;
using cairn::sqrt;

#include <cairn/detail/linear_algebra.inl>

using Vec3x8 = Vec3T<F8>;
using Quatx8 = QuatT<F8>;
using Transformx8 = TransformT<F8>;

HWY_INLINE Vec3x8 select(M8 m, Vec3x8 a, Vec3x8 b) {
    return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}
// As normalize of one rotation.
HWY_INLINE Quatx8 normalize(Quatx8 q) {
    const F8 l = sqrt(dot(q, q)), s = F8(1.0f) / l, zero(0.0f);
    const M8 good = l > zero;
    return {{select(good, s * q.v.x, zero), select(good, s * q.v.y, zero), select(good, s * q.v.z, zero)},
            select(good, s * q.s, F8(1.0f))};
}
HWY_INLINE Vec3x8 broadcast(cairn::Vec3 a) { return {F8(a.x), F8(a.y), F8(a.z)}; }

// Eight structs of kCount floats each, spread over lanes: values[k] lane i = rows[i][k]. And back.
template <int kCount> HWY_INLINE void transposeIn(const float* const (&rows)[8], F8 (&values)[kCount]) {
    alignas(32) float buffer[kCount][8];
    for (int i = 0; i < 8; ++i)
        for (int k = 0; k < kCount; ++k) buffer[k][i] = rows[i][k];
    for (int k = 0; k < kCount; ++k) values[k] = load(buffer[k]);
}
template <int kCount> HWY_INLINE void transposeOut(const F8 (&values)[kCount], float* const (&rows)[8]) {
    alignas(32) float buffer[kCount][8];
    for (int k = 0; k < kCount; ++k) store(values[k], buffer[k]);
    for (int i = 0; i < 8; ++i)
        for (int k = 0; k < kCount; ++k) rows[i][k] = buffer[k][i];
}
HWY_INLINE Vec3x8 transposeIn(const cairn::Vec3* const (&rows)[8]) {
    alignas(32) float x[8], y[8], z[8];
    for (int i = 0; i < 8; ++i) x[i] = rows[i]->x, y[i] = rows[i]->y, z[i] = rows[i]->z;
    return {load(x), load(y), load(z)};
}
HWY_INLINE Quatx8 transposeIn(const cairn::Quat* const (&rows)[8]) {
    alignas(32) float x[8], y[8], z[8], s[8];
    for (int i = 0; i < 8; ++i) x[i] = rows[i]->v.x, y[i] = rows[i]->v.y, z[i] = rows[i]->v.z, s[i] = rows[i]->s;
    return {{load(x), load(y), load(z)}, load(s)};
}
HWY_INLINE Transformx8 transposeIn(const cairn::Transform* const (&rows)[8]) {
    const cairn::Vec3* p[8];
    const cairn::Quat* q[8];
    for (int i = 0; i < 8; ++i) p[i] = &rows[i]->p, q[i] = &rows[i]->q;
    return {transposeIn(p), transposeIn(q)};
}
HWY_INLINE void transposeOut(const Vec3x8& v, cairn::Vec3* const (&rows)[8]) {
    alignas(32) float x[8], y[8], z[8];
    store(v.x, x), store(v.y, y), store(v.z, z);
    for (int i = 0; i < 8; ++i) *rows[i] = {x[i], y[i], z[i]};
}
HWY_INLINE void transposeOut(const Quatx8& v, cairn::Quat* const (&rows)[8]) {
    alignas(32) float x[8], y[8], z[8], s[8];
    store(v.v.x, x), store(v.v.y, y), store(v.v.z, z), store(v.s, s);
    for (int i = 0; i < 8; ++i) *rows[i] = {{x[i], y[i], z[i]}, s[i]};
}
HWY_INLINE void transposeOut(const Transformx8& v, cairn::Transform* const (&rows)[8]) {
    cairn::Vec3* p[8];
    cairn::Quat* q[8];
    for (int i = 0; i < 8; ++i) p[i] = &rows[i]->p, q[i] = &rows[i]->q;
    transposeOut(v.p, p);
    transposeOut(v.q, q);
}

// Rows of four or eight floats to lanes: out[k] lane i = rows[i][k]. And back; there rows are 16-byte aligned.
// Transposes in registers.
#if HWY_TARGET == HWY_SCALAR && !CAIRN_PLAIN_LANES
HWY_INLINE void loadRows(const float* const (&rows)[8], F8 (&out)[4]) { transposeIn<4>(rows, out); }
HWY_INLINE void loadRows(const float* const (&rows)[8], F8 (&out)[8]) { transposeIn<8>(rows, out); }
HWY_INLINE void storeRows(const F8 (&in)[8], float* const (&rows)[8]) { transposeOut<8>(in, rows); }
#else
#if !CAIRN_PLAIN_LANES
// Four registers, each one or two blocks of four lanes: transposes the 4x4 matrices of every block.
template <class V> HWY_INLINE void transposeBlocks(V a, V b, V c, V d, V& o0, V& o1, V& o2, V& o3) {
    const hn::DFromV<V> df;
    const hn::Repartition<double, decltype(df)> dd;
    const auto ab0 = hn::BitCast(dd, hn::InterleaveLower(df, a, b)),
               ab1 = hn::BitCast(dd, hn::InterleaveUpper(df, a, b));
    const auto cd0 = hn::BitCast(dd, hn::InterleaveLower(df, c, d)),
               cd1 = hn::BitCast(dd, hn::InterleaveUpper(df, c, d));
    o0 = hn::BitCast(df, hn::InterleaveLower(dd, ab0, cd0));
    o1 = hn::BitCast(df, hn::InterleaveUpper(dd, ab0, cd0));
    o2 = hn::BitCast(df, hn::InterleaveLower(dd, ab1, cd1));
    o3 = hn::BitCast(df, hn::InterleaveUpper(dd, ab1, cd1));
}
#endif
#if HWY_MAX_BYTES >= 32
// The floats at k and the next three.
HWY_INLINE void loadFours(const float* const (&rows)[8], int k, F8* out) {
    const hn::FixedTag<float, 4> half;
    PackF r[4];
    for (int i = 0; i < 4; ++i)
        r[i] = hn::Combine(DF(), hn::LoadU(half, rows[i + 4] + k), hn::LoadU(half, rows[i] + k));
    transposeBlocks(r[0], r[1], r[2], r[3], out[0].r, out[1].r, out[2].r, out[3].r);
}
HWY_INLINE void storeRows(const F8 (&in)[8], float* const (&rows)[8]) {
    const hn::FixedTag<float, 4> half;
    for (int k = 0; k < 8; k += 4) {
        PackF r[4];
        transposeBlocks(in[k].r, in[k + 1].r, in[k + 2].r, in[k + 3].r, r[0], r[1], r[2], r[3]);
        for (int i = 0; i < 4; ++i) {
            hn::Store(hn::LowerHalf(half, r[i]), half, rows[i] + k);
            hn::Store(hn::UpperHalf(half, r[i]), half, rows[i + 4] + k);
        }
    }
}
#else
HWY_INLINE void loadFours(const float* const (&rows)[8], int k, F8* out) {
    const auto row = [&](int i) { return PackOps<RegisterF>::loadAny(rows[i] + k); };
    transposeBlocks(row(0), row(1), row(2), row(3), out[0].r.lo, out[1].r.lo, out[2].r.lo, out[3].r.lo);
    transposeBlocks(row(4), row(5), row(6), row(7), out[0].r.hi, out[1].r.hi, out[2].r.hi, out[3].r.hi);
}
// Rows of what must not be written point to a place that nobody reads. A compiler that sees it makes the stores
// conditional, and V8 then does the arithmetic before them once for each: solving took a third longer.
HWY_INLINE float* unknownPlace(float* p) {
#if HWY_TARGET == HWY_WASM
    asm("" : "+r"(p));
#endif
    return p;
}
HWY_INLINE void storeRows(const F8 (&in)[8], float* const (&rows)[8]) {
    for (int k = 0; k < 8; k += 4) {
        RegisterF r[8];
        transposeBlocks(in[k].r.lo, in[k + 1].r.lo, in[k + 2].r.lo, in[k + 3].r.lo, r[0], r[1], r[2], r[3]);
        transposeBlocks(in[k].r.hi, in[k + 1].r.hi, in[k + 2].r.hi, in[k + 3].r.hi, r[4], r[5], r[6], r[7]);
        for (int i = 0; i < 8; ++i) PackOps<RegisterF>::store(r[i], unknownPlace(rows[i]) + k);
    }
}
#endif
HWY_INLINE void loadRows(const float* const (&rows)[8], F8 (&out)[4]) { loadFours(rows, 0, out); }
HWY_INLINE void loadRows(const float* const (&rows)[8], F8 (&out)[8]) {
    loadFours(rows, 0, out);
    loadFours(rows, 4, out + 4);
}
#endif

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
