// Quaternion helpers and validity tests.
#include "support/random.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

float unitError(Quat q) { return abs(dot(q, q) - 1.0f); }

TEST(Rotation, AxisAngleTurnsRightHanded) {
    const Quat q = fromAxisAngle({0, 0, 1}, 0.5f * kPi);
    EXPECT_LT(distance(rotate(q, {1, 0, 0}), {0, 1, 0}), 1e-6f);
    // Two turns about one axis add up.
    test::Random random(1);
    for (int i = 0; i < test::scaled(100'000); ++i) {
        const Vec3 axis = random.unitVector();
        const float a = random.uniform(-10, 10), b = random.uniform(-10, 10);
        const Quat sum = fromAxisAngle(axis, a + b), product = fromAxisAngle(axis, a) * fromAxisAngle(axis, b);
        ASSERT_LT(length(sum.v - product.v) + abs(sum.s - product.s), 4e-6f);
        ASSERT_LT(unitError(sum), 1e-6f);
    }
}

TEST(Rotation, MatrixRoundTrip) {
    test::Random random(2);
    const auto visit = [&](Quat q) {
        const Quat back = fromMatrix(toMatrix(q));
        ASSERT_LT(unitError(back), 1e-6f);
        const float sign = dot(q, back) < 0 ? -1.0f : 1.0f;
        ASSERT_LT(length(q.v - sign * back.v) + abs(q.s - sign * back.s), 1e-6f);
    };
    for (int i = 0; i < test::scaled(500'000); ++i) visit(random.rotation());
    // Half turns, where the trace is -1 and the scalar part vanishes, and their neighbourhood.
    for (int i = 0; i < test::scaled(100'000); ++i)
        visit(fromAxisAngle(random.unitVector(), kPi + random.uniform(-1e-3f, 1e-3f)));
    for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) visit({axis, 0.0f});
    EXPECT_EQ(fromMatrix(kIdentityMat33), kIdentityQuat);
}

TEST(Rotation, FromToTakesAToBEverywhere) {
    test::Random random(3);
    float worst = 0.0f;
    for (int i = 0; i < test::scaled(500'000); ++i) {
        const Vec3 a = random.unitVector();
        Vec3 b = random.unitVector();
        const int kind = random.below(4);
        if (kind == 1) b = normalize(a + random.logUniform(1e-9f, 1.0f) * b);
        if (kind == 2) b = normalize(random.logUniform(1e-9f, 1.0f) * b - a); // nearly opposite
        if (kind == 3 && random.below(100) == 0) b = -a;
        const Quat q = fromTo(a, b);
        ASSERT_LT(unitError(q), 1e-6f);
        worst = max(worst, distance(rotate(q, a), b));
        // Shortest: no twist, so the axis is at right angles to both.
        ASSERT_LT(abs(dot(q.v, a)), 1e-6f);
        ASSERT_LT(abs(dot(q.v, b)), 2e-6f);
        ASSERT_GE(q.s, -1e-6f);
    }
    EXPECT_LT(worst, 2e-6f);
    EXPECT_EQ(fromTo({0, 1, 0}, {0, 1, 0}), kIdentityQuat);
}

TEST(Validity, FiniteLooksAtBits) {
    for (const float bad : {kInf, -kInf, kNaN, -kNaN}) {
        EXPECT_FALSE(isFinite(bad));
        EXPECT_FALSE(isFinite(static_cast<double>(bad)));
        for (int i = 0; i < 3; ++i) {
            Vec3 v{1, 2, 3};
            (i == 0 ? v.x : i == 1 ? v.y : v.z) = bad;
            EXPECT_FALSE(isFinite(v));
            EXPECT_FALSE(isFinite(toDouble(v)));
            EXPECT_FALSE(isFinite(Quat{v, 1}));
            EXPECT_FALSE(isValid(Transform{v, kIdentityQuat}));
        }
        EXPECT_FALSE(isFinite(Quat{kZero, bad}));
        EXPECT_FALSE(isValidRotation({kZero, bad}));
    }
    for (const float good : {0.0f, -0.0f, 3.4028234e38f, -3.4028234e38f, 1e-45f}) EXPECT_TRUE(isFinite(good));
    EXPECT_TRUE(isFinite(1.7e308));
}

TEST(Validity, RotationsMustBeUnit) {
    EXPECT_TRUE(isValidRotation(kIdentityQuat));
    EXPECT_TRUE(isValid(kIdentity));
    EXPECT_TRUE(isValidRotation({kZero, 1.0009f}));
    EXPECT_FALSE(isValidRotation({kZero, 1.0011f}));
    EXPECT_FALSE(isValidRotation({kZero, 0.9989f}));
    EXPECT_FALSE(isValidRotation({kZero, 0.0f}));
    EXPECT_FALSE(isValidRotation({{3e38f, 0, 0}, 0}));
    EXPECT_FALSE(isValid({kZero, {kZero, 2.0f}}));
}

} // namespace
} // namespace cairn
