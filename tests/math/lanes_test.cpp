// Lanes against floats: every operation, on every instruction set of this CPU, bit for bit.
#include "math/dispatch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/lanes_test.cpp"
#include <hwy/foreach_target.h>

#include "math/lanes-inl.h"

#ifndef CAIRN_LANES_TEST_OPS
#define CAIRN_LANES_TEST_OPS
namespace cairn {
enum Op {
    kAdd,
    kSub,
    kMul,
    kDiv,
    kSqrt,
    kMin,
    kMax,
    kAbs,
    kNeg,
    kClamp,
    kSelectLt,
    kSelectLe,
    kSelectGt,
    kSelectGe,
    kSelectEq,
    kLogic,
    kOpCount
};
} // namespace cairn
#endif

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

void runOp(int op, const float* pa, const float* pb, const float* pc, float* out) {
    const F8 a = loadAny(pa), b = loadAny(pb), c = loadAny(pc);
    F8 r = 0.0f;
    switch (op) {
    case kAdd: r = a + b; break;
    case kSub: r = a - b; break;
    case kMul: r = a * b; break;
    case kDiv: r = a / b; break;
    case kSqrt: r = sqrt(a); break;
    case kMin: r = min(a, b); break;
    case kMax: r = max(a, b); break;
    case kAbs: r = abs(a); break;
    case kNeg: r = -a; break;
    case kClamp: r = clamp(a, b, c); break;
    case kSelectLt: r = select(a < b, a, c); break;
    case kSelectLe: r = select(a <= b, a, c); break;
    case kSelectGt: r = select(a > b, a, c); break;
    case kSelectGe: r = select(a >= b, a, c); break;
    case kSelectEq: r = select(a == b, a, c); break;
    case kLogic: r = select(((a < b) & !(b < c)) | (c == a), a, b); break;
    default: break;
    }
    storeAny(r, out);
}

uint32_t runBits(const float* pa, const float* pb) {
    const M8 m = loadAny(pa) < loadAny(pb);
    return bits(m) | (any(m) ? 0x100u : 0u) | (all(m) ? 0x200u : 0u);
}

// Integers and memory: out = toFloat(select(x == y, x + y, (x - y) << 2)) gathered and scattered through a table.
void runIntegers(const int32_t* px, const int32_t* py, const float* table, const int32_t* where, float* scattered,
                 int32_t* out) {
    const I8 x = loadAny(px), y = loadAny(py), w = loadAny(where);
    const I8 z = select((x == y) | (x < y), (x + y) | I8(1), shiftLeft<2>(x - y) & I8(0xFFFF));
    const F8 gathered = gather(table, w);
    scatter(toFloat(z) + gathered, scattered, w);
    storeAny(z + bitsOf(fromBits(x)), out);
}

void runTransposes(const Transform* in, const Vec3* points, Vec3* out, Transform* echo) {
    const Transform* rows[8];
    const Vec3* pointRows[8];
    Vec3* outRows[8];
    Transform* echoRows[8];
    for (int i = 0; i < 8; ++i)
        rows[i] = in + i, pointRows[i] = points + i, outRows[i] = out + i, echoRows[i] = echo + i;
    const Transformx8 t = transposeIn(rows);
    transposeOut(transformPoint(t * inverse(t) * t, transposeIn(pointRows)), outRows);
    transposeOut(t, echoRows);
    const float* floatRows[8];
    float* floatOut[8];
    for (int i = 0; i < 8; ++i) floatRows[i] = &in[i].p.x, floatOut[i] = &echo[i].p.x;
    F8 values[3];
    transposeIn(floatRows, values);
    transposeOut(values, floatOut);
}

#include "math/lanes_test_kernel.inl"

void runMixed(float* state, int steps) {
    F8 lanes[4];
    for (int k = 0; k < 4; ++k) lanes[k] = loadAny(state + 8 * k);
    mixedKernel(lanes, steps);
    for (int k = 0; k < 4; ++k) storeAny(lanes[k], state + 8 * k);
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "support/hash.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace cairn {

HWY_EXPORT(runOp);
HWY_EXPORT(runBits);
HWY_EXPORT(runIntegers);
HWY_EXPORT(runTransposes);
HWY_EXPORT(runMixed);

namespace {

#include "math/lanes_test_kernel.inl"

float scalarOp(int op, float a, float b, float c) {
    switch (op) {
    case kAdd: return a + b;
    case kSub: return a - b;
    case kMul: return a * b;
    case kDiv: return a / b;
    case kSqrt: return sqrt(a);
    case kMin: return min(a, b);
    case kMax: return max(a, b);
    case kAbs: return abs(a);
    case kNeg: return -a;
    case kClamp: return clamp(a, b, c);
    case kSelectLt: return select(a < b, a, c);
    case kSelectLe: return select(a <= b, a, c);
    case kSelectGt: return select(a > b, a, c);
    case kSelectGe: return select(a >= b, a, c);
    case kSelectEq: return select(a == b, a, c);
    default: return select(((a < b) && !(b < c)) || (c == a), a, b);
    }
}

// Bits, except that every NaN counts as the same one: which operand's payload survives is not defined.
uint32_t bitsOf(float x) {
    uint32_t u;
    std::memcpy(&u, &x, 4);
    return x == x ? u : 0x7FC00000u;
}

float anyFloat(test::Random& random) {
    static const float special[] = {0.0f,   -0.0f,   1.0f,    -1.0f,    INFINITY,       -INFINITY, NAN,
                                    1e-40f, -1e-40f, 3.4e38f, -3.4e38f, 1.1754944e-38f, 0.5f};
    const int kind = random.below(4);
    if (kind == 0) return special[random.below(13)];
    if (kind == 1) return random.uniform(-2.0f, 2.0f);
    const uint32_t u = static_cast<uint32_t>(random.next());
    float x;
    std::memcpy(&x, &u, 4);
    return x;
}

class Lanes : public testing::Test {
protected:
    ~Lanes() override { setLaneTarget(nullptr); }
    template <class F> void onEveryTarget(F&& f) {
        for (int i = 0; i < laneTargetCount(); ++i) {
            ASSERT_TRUE(setLaneTarget(laneTargetName(i)));
            ASSERT_STREQ(laneTarget(), laneTargetName(i));
            SCOPED_TRACE(laneTarget());
            f();
        }
    }
};

TEST_F(Lanes, ListsAndSwitchesTargets) {
    ASSERT_GE(laneTargetCount(), 1);
    EXPECT_FALSE(setLaneTarget("PDP11"));
    ASSERT_TRUE(setLaneTarget(laneTargetName(laneTargetCount() - 1)));
    EXPECT_STREQ(laneTarget(), laneTargetName(laneTargetCount() - 1));
    ASSERT_TRUE(setLaneTarget(nullptr));
    EXPECT_STREQ(laneTarget(), laneTargetName(0));
    std::string all;
    for (int i = 0; i < laneTargetCount(); ++i) all += std::string(i ? "," : "") + laneTargetName(i);
    RecordProperty("targets", all);
#if defined(__x86_64__) && !defined(HWY_COMPILE_ONLY_SCALAR) && !defined(HWY_COMPILE_ONLY_STATIC)
    EXPECT_NE(all.find("SSE4"), std::string::npos) << all;
    if (__builtin_cpu_supports("avx2")) {
        EXPECT_NE(all.find("AVX2"), std::string::npos) << all;
    }
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl")) {
        EXPECT_NE(all.find("AVX3"), std::string::npos) << all;
    }
#endif
}

TEST_F(Lanes, EveryOperationEqualsFloatBitForBit) {
    onEveryTarget([] {
        test::Random random(1);
        for (int trial = 0; trial < test::scaled(100000); ++trial) {
            float a[8], b[8], c[8], out[8];
            for (int i = 0; i < 8; ++i) {
                a[i] = anyFloat(random), c[i] = anyFloat(random);
                b[i] = random.below(4) == 0 ? a[i] : anyFloat(random);
            }
            const int op = trial % kOpCount;
            CAIRN_DISPATCH(runOp)(op, a, b, c, out);
            uint32_t expectedBits = 0;
            for (int i = 0; i < 8; ++i) {
                ASSERT_EQ(bitsOf(out[i]), bitsOf(scalarOp(op, a[i], b[i], c[i])))
                    << "op " << op << ": " << a[i] << ' ' << b[i] << ' ' << c[i];
                if (a[i] < b[i]) expectedBits |= 1u << i;
            }
            expectedBits |= (expectedBits ? 0x100u : 0u) | (expectedBits == 0xFFu ? 0x200u : 0u);
            ASSERT_EQ(CAIRN_DISPATCH(runBits)(a, b), expectedBits);
        }
    });
}

TEST_F(Lanes, IntegersGatherAndScatter) {
    onEveryTarget([] {
        test::Random random(2);
        for (int trial = 0; trial < test::scaled(10000); ++trial) {
            int32_t x[8], y[8], where[8], out[8];
            float table[32], scattered[32] = {}, expected[32] = {};
            for (float& t : table) t = random.uniform(-1.0f, 1.0f);
            for (int i = 0; i < 8; ++i) {
                x[i] = random.below(1000) - 500, where[i] = random.below(32);
                y[i] = random.below(2) ? x[i] : random.below(1000) - 500;
            }
            CAIRN_DISPATCH(runIntegers)(x, y, table, where, scattered, out);
            for (int i = 0; i < 8; ++i) {
                const int32_t z = x[i] <= y[i] ? ((x[i] + y[i]) | 1) : (((x[i] - y[i]) * 4) & 0xFFFF);
                ASSERT_EQ(out[i], z + x[i]);
                expected[where[i]] = static_cast<float>(z) + table[where[i]];
            }
            for (int i = 0; i < 32; ++i) ASSERT_EQ(scattered[i], expected[i]);
        }
    });
}

TEST_F(Lanes, TransposesAndLinearAlgebraEqualFloat) {
    onEveryTarget([] {
        test::Random random(3);
        for (int trial = 0; trial < test::scaled(10000); ++trial) {
            Transform in[8], echo[8];
            Vec3 points[8], out[8];
            for (int i = 0; i < 8; ++i)
                in[i] = {random.inBox(10.0f), random.rotation()}, points[i] = random.inBox(10.0f);
            CAIRN_DISPATCH(runTransposes)(in, points, out, echo);
            for (int i = 0; i < 8; ++i) {
                const Vec3 expected = transformPoint(in[i] * inverse(in[i]) * in[i], points[i]);
                ASSERT_EQ(std::memcmp(&out[i], &expected, sizeof(Vec3)), 0);
                ASSERT_EQ(std::memcmp(&echo[i], &in[i], sizeof(Transform)), 0);
            }
        }
    });
}

// The constant ties compilers together: it must be the same in every build of every compiler.
TEST_F(Lanes, LongMixedKernelHasTheGoldenHash) {
    float scalar[32];
    for (int i = 0; i < 32; ++i) scalar[i] = 0.1f + static_cast<float>(i) * 0.37f;
    float start[32];
    std::memcpy(start, scalar, sizeof(start));
    for (int i = 0; i < 8; ++i) {
        float lane[4] = {scalar[i], scalar[8 + i], scalar[16 + i], scalar[24 + i]};
        mixedKernel(lane, 10000);
        for (int k = 0; k < 4; ++k) scalar[8 * k + i] = lane[k];
    }
    EXPECT_EQ(test::hashBytes(scalar, sizeof(scalar)), 0xD83DF17A157F1240ull);
    for (float x : scalar) EXPECT_TRUE(x - x == 0.0f);
    onEveryTarget([&] {
        float wide[32];
        std::memcpy(wide, start, sizeof(wide));
        CAIRN_DISPATCH(runMixed)(wide, 10000);
        EXPECT_EQ(std::memcmp(wide, scalar, sizeof(wide)), 0);
    });
}

} // namespace
} // namespace cairn

#endif
