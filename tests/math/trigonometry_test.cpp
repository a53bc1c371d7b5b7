// The stated error bounds of sinCos, atan2, acos and asin, against the C library in double.
//
// A float function can be tried on every float. The default stride covers all exponents densely in seconds;
// CAIRN_TEST_EXHAUSTIVE=1 visits all of them.
#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace cairn {
namespace {

float fromBits(uint32_t bits) {
    float a;
    std::memcpy(&a, &bits, sizeof(a));
    return a;
}
uint32_t toBits(float a) {
    uint32_t bits;
    std::memcpy(&bits, &a, sizeof(bits));
    return bits;
}

// Visits about `budget` positive floats of [first, last], evenly by bit pattern, both ends included.
template <class Fn> void forFloats(float first, float last, int budget, Fn fn) {
    const uint32_t lower = toBits(first), upper = toBits(last);
    const bool exhaustive = std::getenv("CAIRN_TEST_EXHAUSTIVE") != nullptr;
    const uint32_t stride = exhaustive ? 1u : (upper - lower) / static_cast<uint32_t>(test::scaled(budget)) | 1u;
    for (uint64_t bits = lower; bits < upper; bits += stride) fn(fromBits(static_cast<uint32_t>(bits)));
    fn(last);
}
// All floats within `count` steps of x.
template <class Fn> void forNeighbours(float x, int count, Fn fn) {
    const uint32_t bits = toBits(x), n = static_cast<uint32_t>(count);
    for (uint32_t b = bits > n ? bits - n : 0; b <= bits + n; ++b) fn(fromBits(b));
}

// Worst error, absolute and in units in the last place of the true value (subnormal results count as the smallest
// normal).
struct Worst {
    double absolute = 0.0, ulps = 0.0;
    float at = 0.0f;
    void add(float x, float got, double want) {
        const double error = std::fabs(got - want);
        const double size = std::max(std::fabs(want), static_cast<double>(std::numeric_limits<float>::min()));
        const double u = error / std::ldexp(1.0, std::ilogb(size) - 23);
        if (!(u <= ulps)) ulps = u, at = x;
        if (!(error <= absolute)) absolute = error;
    }
    void expectBelow(double absoluteBound, double ulpBound) const {
        std::printf("    worst error %.4g, %.5f ulp at %.9g\n", absolute, ulps, static_cast<double>(at));
        EXPECT_LT(absolute, absoluteBound);
        EXPECT_LT(ulps, ulpBound) << "at " << at;
    }
};

constexpr float kMaxFloat = std::numeric_limits<float>::max();

TEST(Trigonometry, SinCosOfEveryMagnitude) {
    Worst s, c;
    const auto visit = [&](float x) {
        const SinCos r = sinCos(x), mirrored = sinCos(-x);
        s.add(x, r.sin, std::sin(static_cast<double>(x)));
        c.add(x, r.cos, std::cos(static_cast<double>(x)));
        ASSERT_EQ(mirrored.sin, -r.sin);
        ASSERT_EQ(mirrored.cos, r.cos);
    };
    forFloats(0.0f, kMaxFloat, 10'000'000, visit);
    // Close to multiples of pi/4: where quarters change and where the result nearly vanishes.
    for (int k = 0; k < test::scaled(1'000'000); ++k)
        forNeighbours(static_cast<float>(k * 0.785398163397448309616), 2, visit);
    // Around the change of range reduction.
    forNeighbours(0x1p20f, test::scaled(200'000), visit);
    s.expectBelow(3.0e-8, 0.51);
    c.expectBelow(3.0e-8, 0.51);
}

// Every float from 1/8 to 13, more than two turns. Below, the polynomials only get better.
TEST(Trigonometry, SinCosOfEveryFloatInTwoTurns) {
    Worst s, c;
    forFloats(0.125f, 13.0f, 60'000'000, [&](float x) {
        const SinCos r = sinCos(x);
        s.add(x, r.sin, std::sin(static_cast<double>(x)));
        c.add(x, r.cos, std::cos(static_cast<double>(x)));
    });
    s.expectBelow(3.0e-8, 0.501);
    c.expectBelow(3.0e-8, 0.501);
}

TEST(Trigonometry, AcosAsinOfEveryMagnitude) {
    Worst a, b;
    const auto visit = [&](float x) {
        a.add(x, acos(x), std::acos(static_cast<double>(x)));
        b.add(x, asin(x), std::asin(static_cast<double>(x)));
        a.add(-x, acos(-x), std::acos(-static_cast<double>(x)));
        b.add(-x, asin(-x), std::asin(-static_cast<double>(x)));
    };
    forFloats(0.0f, 1.0f, 5'000'000, visit);
    // Every float of the last binade before 1, where acos has its infinite slope.
    forFloats(0.5f, 1.0f, 8'400'000, visit);
    a.expectBelow(1.2e-7, 0.501);
    b.expectBelow(6.0e-8, 0.501);
}

TEST(Trigonometry, Atan2OfSlopesAndRandomVectors) {
    Worst w;
    const auto visit = [&](float y, float x) {
        w.add(y, atan2(y, x), std::atan2(static_cast<double>(y), static_cast<double>(x)));
    };
    const auto visitSlope = [&](float t) { visit(t, 1.0f), visit(t, -1.0f), visit(-t, 1.0f), visit(-t, -1.0f); };
    forFloats(std::numeric_limits<float>::denorm_min(), kMaxFloat, 5'000'000, visitSlope);
    // Every slope near tan(pi/8) and 1, where the octants are stitched.
    for (const float edge : {0.41421356f, 1.0f, 2.41421356f}) forNeighbours(edge, test::scaled(200'000), visitSlope);
    test::Random random(11);
    for (int i = 0; i < test::scaled(4'000'000); ++i) {
        const float y = fromBits(static_cast<uint32_t>(random.next())),
                    x = fromBits(static_cast<uint32_t>(random.next()));
        if (isFinite(x) && isFinite(y) && x != 0.0f && y != 0.0f) visit(y, x);
    }
    w.expectBelow(1.2e-7, 0.501);
}

TEST(Trigonometry, ExactAtLandmarks) {
    EXPECT_EQ(sinCos(0.0f).sin, 0.0f);
    EXPECT_EQ(sinCos(0.0f).cos, 1.0f);
    EXPECT_EQ(acos(1.0f), 0.0f);
    EXPECT_EQ(acos(-1.0f), kPi);
    EXPECT_EQ(asin(0.0f), 0.0f);
    EXPECT_EQ(asin(1.0f), 0.5f * kPi);
    EXPECT_EQ(asin(-1.0f), -0.5f * kPi);
    EXPECT_EQ(atan2(0.0f, 0.0f), 0.0f);
    EXPECT_EQ(atan2(-0.0f, -0.0f), 0.0f);
    EXPECT_EQ(atan2(0.0f, -1.0f), kPi);
    EXPECT_EQ(atan2(-0.0f, -1.0f), kPi);
    EXPECT_EQ(atan2(1.0f, 0.0f), 0.5f * kPi);
    EXPECT_EQ(atan2(-1.0f, 0.0f), -0.5f * kPi);
    EXPECT_EQ(atan2(1.0f, 1.0f), 0.25f * kPi);
    const float tiny = std::numeric_limits<float>::denorm_min();
    EXPECT_EQ(sinCos(tiny).sin, tiny);
    EXPECT_EQ(asin(tiny), tiny);
    EXPECT_EQ(atan2(tiny, 1.0f), tiny);
}

TEST(Trigonometry, NotFiniteGivesNaNAndOutsideIsClamped) {
    const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    for (const float bad : {inf, -inf, nan}) {
        EXPECT_TRUE(std::isnan(sinCos(bad).sin));
        EXPECT_TRUE(std::isnan(sinCos(bad).cos));
        EXPECT_TRUE(std::isnan(atan2(bad, 1.0f)));
        EXPECT_TRUE(std::isnan(atan2(1.0f, bad)));
        EXPECT_TRUE(std::isnan(acos(bad)));
        EXPECT_TRUE(std::isnan(asin(bad)));
    }
    EXPECT_EQ(acos(1.0001f), 0.0f);
    EXPECT_EQ(acos(-3e38f), kPi);
    EXPECT_EQ(asin(1.0001f), 0.5f * kPi);
}

// The same bits on every compiler and CPU: a change of this number is a change of every recorded simulation.
TEST(Trigonometry, BitsAreFixed) {
    uint64_t hash = 0;
    const auto mix = [&](float a) { hash = (hash ^ toBits(a)) * 0x9E3779B97F4A7C15ull, hash ^= hash >> 29; };
    test::Random random(3);
    for (int i = 0; i < 100'000; ++i) {
        const float x = fromBits(static_cast<uint32_t>(random.next())), y = random.uniform(-1.0f, 1.0f);
        if (!isFinite(x)) continue;
        mix(sinCos(x).sin), mix(sinCos(x).cos), mix(sinCos(10.0f * y).sin), mix(atan2(y, x)), mix(acos(y)),
            mix(asin(y));
    }
    EXPECT_EQ(hash, 14033723656806899396ull);
}

} // namespace
} // namespace cairn
