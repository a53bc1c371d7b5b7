// Half of eight lanes: HalfF<0> the first four, HalfF<4> the others, in one register.
//
// On WebAssembly a kernel that holds many numbers at once runs over one half after the other: half as many numbers
// compete for the registers. A long one does so part by part, with what the parts hand on in memory (Halves): while one
// half waits for its results, the processor works on the other. Lanes know nothing of each other, so the bits are the
// same. Rows in memory stay rows of eight floats, of which a half reads and writes its own four.
#if defined(CAIRN_MATH_LANES_HALF_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef CAIRN_MATH_LANES_HALF_INL_H
#undef CAIRN_MATH_LANES_HALF_INL_H
#else
#define CAIRN_MATH_LANES_HALF_INL_H
#endif

#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

// Puts a value into the module's memory, and what reads it later reads it there. V8 computes as late as it can, so it
// holds all that a kernel has loaded, and what has no register goes to a stack of its own. Numbers of 16 bytes lie
// there at multiples of 8, as the caller's frames happen to end: where it is no multiple of 16, every fourth spans two
// cache lines, and kernels with many of them take a fifth longer (docs/web.md). The module's memory is aligned, and a
// store has its place, so what it needs is computed before what comes after.
template <class T> HWY_INLINE void pin([[maybe_unused]] T& value) {
#if HWY_TARGET == HWY_WASM
    asm volatile("" : : "r"(&value) : "memory");
#endif
}

// Which lanes of a row a lane type has.
template <class F> inline constexpr int kFirstLane = 0;
template <class F> inline constexpr int kLaneCount = 8;

#if HWY_TARGET == HWY_WASM

template <int kFirst> struct HalfM {
    RegisterM r;
    friend HWY_INLINE HalfM operator&(HalfM a, HalfM b) { return {And(a.r, b.r)}; }
    friend HWY_INLINE HalfM operator|(HalfM a, HalfM b) { return {Or(a.r, b.r)}; }
};

template <int kFirst> struct HalfF {
    using Mask = HalfM<kFirst>;
    RegisterF r;
    HalfF() = default;
    HWY_INLINE HalfF(float value) : r(PackOps<RegisterF>::set(value)) {}
    HWY_INLINE explicit HalfF(RegisterF value) : r(value) {}

    friend HWY_INLINE HalfF operator+(HalfF a, HalfF b) { return HalfF(Add(a.r, b.r)); }
    friend HWY_INLINE HalfF operator-(HalfF a, HalfF b) { return HalfF(Sub(a.r, b.r)); }
    friend HWY_INLINE HalfF operator*(HalfF a, HalfF b) { return HalfF(Mul(a.r, b.r)); }
    friend HWY_INLINE HalfF operator/(HalfF a, HalfF b) { return HalfF(Div(a.r, b.r)); }
    friend HWY_INLINE HalfF operator-(HalfF a) { return HalfF(Neg(a.r)); }
    friend HWY_INLINE Mask operator<(HalfF a, HalfF b) { return {Lt(a.r, b.r)}; }
    friend HWY_INLINE Mask operator>(HalfF a, HalfF b) { return {Lt(b.r, a.r)}; }
    friend HWY_INLINE Mask operator>=(HalfF a, HalfF b) { return {Le(b.r, a.r)}; }
    friend HWY_INLINE HalfF select(Mask m, HalfF a, HalfF b) { return HalfF(packSelect(m.r, a.r, b.r)); }
    friend HWY_INLINE HalfF abs(HalfF a) { return HalfF(Abs(a.r)); }
    friend HWY_INLINE HalfF sqrt(HalfF a) { return HalfF(Sqrt(a.r)); }
    friend HWY_INLINE HalfF min(HalfF a, HalfF b) { return HalfF(Min(a.r, b.r)); }
    friend HWY_INLINE HalfF max(HalfF a, HalfF b) { return HalfF(Max(a.r, b.r)); }
    friend HWY_INLINE HalfF clamp(HalfF a, HalfF lower, HalfF upper) { return max(lower, min(a, upper)); }
    friend HWY_INLINE Vec3T<HalfF> select(Mask m, Vec3T<HalfF> a, Vec3T<HalfF> b) {
        return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
    }
    friend HWY_INLINE void store(HalfF v, float* row) { PackOps<RegisterF>::store(v.r, row + kFirst); }
    // As loadRows and storeRows of eight.
    friend HWY_INLINE void loadRows(const float* const (&rows)[4], HalfF (&out)[8]) {
        for (int k = 0; k < 8; k += 4) {
            const auto row = [&](int i) { return PackOps<RegisterF>::loadAny(rows[i] + k); };
            transposeBlocks(row(0), row(1), row(2), row(3), out[k].r, out[k + 1].r, out[k + 2].r, out[k + 3].r);
        }
    }
    friend HWY_INLINE void storeRows(const HalfF (&in)[8], float* const (&rows)[4]) {
        for (int k = 0; k < 8; k += 4) {
            RegisterF row[4];
            transposeBlocks(in[k].r, in[k + 1].r, in[k + 2].r, in[k + 3].r, row[0], row[1], row[2], row[3]);
            for (int i = 0; i < 4; ++i) PackOps<RegisterF>::store(row[i], unknownPlace(rows[i]) + k);
        }
    }
};
template <int kFirst> inline constexpr int kFirstLane<HalfF<kFirst>> = kFirst;
template <int kFirst> inline constexpr int kLaneCount<HalfF<kFirst>> = 4;
template <int kFirst> struct LaneTraits<HalfF<kFirst>> { using Mask = HalfM<kFirst>; };

// The four or eight floats of a row that F has.
template <class F> HWY_INLINE F loadLanes(const float* row) {
    if constexpr (kLaneCount<F> == 8)
        return load(row);
    else
        return F(PackOps<RegisterF>::load(row + kFirstLane<F>));
}
// fn(F()) for lane types that together are all eight, one after the other.
template <class Fn> HWY_INLINE void forHalves(Fn fn) {
    fn(HalfF<0>());
    fn(HalfF<4>());
}
// And one T for each of them; forHalves calls fn with it.
template <template <class> class T> struct Halves {
    T<HalfF<0>> low;
    T<HalfF<4>> high;
};
template <template <class> class T, class Fn> HWY_INLINE void forHalves(Halves<T>& halves, Fn fn) {
    fn(halves.low);
    fn(halves.high);
}

#else

template <class F> HWY_INLINE F8 loadLanes(const float* row) { return load(row); }
template <class Fn> HWY_INLINE void forHalves(Fn fn) { fn(F8()); }
template <template <class> class T> struct Halves { T<F8> all; };
template <template <class> class T, class Fn> HWY_INLINE void forHalves(Halves<T>& halves, Fn fn) { fn(halves.all); }

#endif

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#endif
