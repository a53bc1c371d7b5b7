// Registers of the fallback: four floats or integers as the compiler's own vectors. Highway's fallback takes one number
// at a time, though every x86-64 has the instructions for four; and eight copies of each variable of a kernel are so
// much code that it took the compiler longer than all other instruction sets together.
//
// The functions are those of Highway that lanes-inl.h calls, which alone includes this, for one target.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

typedef float FourFloats __attribute__((vector_size(16), may_alias));
typedef int32_t FourInts __attribute__((vector_size(16), may_alias));

struct PlainF {
    FourFloats r;
};
struct PlainI {
    FourInts r;
};
struct PlainM {
    FourInts r; // all bits of a lane, or none
};

HWY_INLINE PlainF Neg(PlainF a) { return {-a.r}; }
HWY_INLINE PlainF Add(PlainF a, PlainF b) { return {a.r + b.r}; }
HWY_INLINE PlainF Sub(PlainF a, PlainF b) { return {a.r - b.r}; }
HWY_INLINE PlainF Mul(PlainF a, PlainF b) { return {a.r * b.r}; }
HWY_INLINE PlainF Div(PlainF a, PlainF b) { return {a.r / b.r}; }
HWY_INLINE PlainM Lt(PlainF a, PlainF b) { return {a.r < b.r}; }
HWY_INLINE PlainM Le(PlainF a, PlainF b) { return {a.r <= b.r}; }
HWY_INLINE PlainM Eq(PlainF a, PlainF b) { return {a.r == b.r}; }
HWY_INLINE PlainF Sqrt(PlainF a) {
    return {FourFloats{std::sqrt(a.r[0]), std::sqrt(a.r[1]), std::sqrt(a.r[2]), std::sqrt(a.r[3])}};
}

HWY_INLINE PlainI Add(PlainI a, PlainI b) { return {a.r + b.r}; }
HWY_INLINE PlainI Sub(PlainI a, PlainI b) { return {a.r - b.r}; }
HWY_INLINE PlainI And(PlainI a, PlainI b) { return {a.r & b.r}; }
HWY_INLINE PlainI Or(PlainI a, PlainI b) { return {a.r | b.r}; }
HWY_INLINE PlainM Lt(PlainI a, PlainI b) { return {a.r < b.r}; }
HWY_INLINE PlainM Eq(PlainI a, PlainI b) { return {a.r == b.r}; }

HWY_INLINE PlainM And(PlainM a, PlainM b) { return {a.r & b.r}; }
HWY_INLINE PlainM Or(PlainM a, PlainM b) { return {a.r | b.r}; }
HWY_INLINE PlainM Not(PlainM a) { return {~a.r}; }

HWY_INLINE PlainI packIntBits(PlainF a) { return {reinterpret_cast<FourInts>(a.r)}; }
HWY_INLINE PlainF packFloatBits(PlainI a) { return {reinterpret_cast<FourFloats>(a.r)}; }
HWY_INLINE PlainF packConvert(PlainI a) { return {__builtin_convertvector(a.r, FourFloats)}; }
template <int kBits> HWY_INLINE PlainI packShiftLeft(PlainI a) { return {a.r << kBits}; }
HWY_INLINE PlainF Abs(PlainF a) { return packFloatBits({packIntBits(a).r & 0x7FFFFFFF}); }

HWY_INLINE PlainI packSelect(PlainM m, PlainI a, PlainI b) { return {(m.r & a.r) | (~m.r & b.r)}; }
HWY_INLINE PlainF packSelect(PlainM m, PlainF a, PlainF b) {
    return packFloatBits(packSelect(m, packIntBits(a), packIntBits(b)));
}
HWY_INLINE PlainI packWhere(PlainM m, PlainI a) { return {m.r & a.r}; }
HWY_INLINE PlainF packWhere(PlainM m, PlainF a) { return packFloatBits(packWhere(m, packIntBits(a))); }
HWY_INLINE PlainM packIntMask(PlainM m) { return m; }
HWY_INLINE PlainM packFloatMask(PlainM m) { return m; }

template <class M> struct PackBits;
template <> struct PackBits<PlainM> {
    static constexpr int kLanes = 4;
    static HWY_INLINE uint32_t get(PlainM m) {
        return static_cast<uint32_t>((m.r[0] & 1) | (m.r[1] & 2) | (m.r[2] & 4) | (m.r[3] & 8));
    }
};

template <class P, class T> struct PlainOps {
    using V = decltype(P::r);
    static constexpr int kLanes = 4;
    static HWY_INLINE P set(T x) { return {V{x, x, x, x}}; }
    static HWY_INLINE P load(const T* p) { return {*reinterpret_cast<const V*>(p)}; }
    static HWY_INLINE P loadAny(const T* p) {
        P v;
        std::memcpy(&v, p, sizeof(v));
        return v;
    }
    static HWY_INLINE void store(P v, T* p) { *reinterpret_cast<V*>(p) = v.r; }
    static HWY_INLINE void storeAny(P v, T* p) { std::memcpy(p, &v, sizeof(v)); }
    static HWY_INLINE P gather(const T* p, PlainI i) { return {V{p[i.r[0]], p[i.r[1]], p[i.r[2]], p[i.r[3]]}}; }
    static HWY_INLINE void scatter(P v, T* p, PlainI index) {
        for (int i = 0; i < 4; ++i) p[index.r[i]] = v.r[i];
    }
};
template <class P> struct PackOps;
template <> struct PackOps<PlainF> : PlainOps<PlainF, float> {};
template <> struct PackOps<PlainI> : PlainOps<PlainI, int32_t> {};

HWY_INLINE void transposeBlocks(PlainF a, PlainF b, PlainF c, PlainF d, PlainF& o0, PlainF& o1, PlainF& o2,
                                PlainF& o3) {
    const FourFloats ab0 = __builtin_shufflevector(a.r, b.r, 0, 4, 1, 5);
    const FourFloats ab1 = __builtin_shufflevector(a.r, b.r, 2, 6, 3, 7);
    const FourFloats cd0 = __builtin_shufflevector(c.r, d.r, 0, 4, 1, 5);
    const FourFloats cd1 = __builtin_shufflevector(c.r, d.r, 2, 6, 3, 7);
    o0.r = __builtin_shufflevector(ab0, cd0, 0, 1, 4, 5);
    o1.r = __builtin_shufflevector(ab0, cd0, 2, 3, 6, 7);
    o2.r = __builtin_shufflevector(ab1, cd1, 0, 1, 4, 5);
    o3.r = __builtin_shufflevector(ab1, cd1, 2, 3, 6, 7);
}
HWY_INLINE void loadInterleaved(const float* p, PlainF& x, PlainF& y, PlainF& z) {
    x.r = FourFloats{p[0], p[3], p[6], p[9]};
    y.r = FourFloats{p[1], p[4], p[7], p[10]};
    z.r = FourFloats{p[2], p[5], p[8], p[11]};
}
HWY_INLINE void loadInterleaved(const float* p, PlainF& x, PlainF& y, PlainF& z, PlainF& w) {
    const auto row = [&](int i) { return PackOps<PlainF>::loadAny(p + 4 * i); };
    transposeBlocks(row(0), row(1), row(2), row(3), x, y, z, w);
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();
