// Time of impact against dense sampling of the distance along the motion.
#include "geometry/cast.h"
#include "geometry/sample_shapes.h"

#include <cairn/error.h>
#include <cairn/query.h>

#include <gtest/gtest.h>

using namespace cairn;
using namespace cairn::test;

namespace {

float gapAt(const Shape& a, const Sweep& sa, const Shape& b, const Sweep& sb, float t, DistanceCache* cache) {
    return shapeSeparation(a, b, relativeTransform(poseAt(sa, t), poseAt(sb, t)), cache).separation;
}

Sweep randomSweep(Random& random, float size, float turn) {
    Sweep s;
    s.localCenter = random.inBox(0.2f * size);
    s.center0 = toDouble(random.inBox(3.0f * size));
    s.center1 = toDouble(random.inBox(size));
    s.rotation0 = random.rotation();
    s.rotation1 = normalize(fromAxisAngle(random.unitVector(), random.uniform(-turn, turn)) * s.rotation0);
    return s;
}

} // namespace

TEST(TimeOfImpact, FindsTheFirstContactOfRandomMotions) {
    ShapeSampler sampler(51);
    Random& random = sampler.random();
    int states[4] = {};
    int iterations = 0, most = 0;
    const int trials = scaled(4000);
    for (int trial = 0; trial < trials; ++trial) {
        const float size = random.logUniform(0.1f, 10.0f);
        const Shape a = sampler.shape(static_cast<ShapeKind>(trial % 6), size);
        const Shape b = sampler.shape(static_cast<ShapeKind>(trial / 6 % 6), size);
        const float turn = random.below(3) == 0 ? 3.0f : 0.5f;
        const Sweep sa = randomSweep(random, size, turn), sb = randomSweep(random, size, turn);
        const ToiOptions options{1.0f, 2e-3f * size, 5e-4f * size};
        const ToiResult r = timeOfImpact(a, sa, b, sb, options);
        ++states[static_cast<int>(r.state)];
        iterations += r.iterations;
        most = std::max(most, r.iterations);
        ASSERT_GE(r.fraction, 0.0f);
        ASSERT_LE(r.fraction, 1.0f);
        DistanceCache cache;
        const float start = gapAt(a, sa, b, sb, 0.0f, &cache);
        if (r.state == ToiState::Overlapped) {
            ASSERT_LT(start, 1e-5f * size);
            continue;
        }
        ASSERT_GT(start, -1e-5f * size);
        if (r.state == ToiState::Hit) {
            ASSERT_LT(gapAt(a, sa, b, sb, r.fraction, &cache), options.target + 1.1f * options.tolerance);
            ASSERT_NEAR(length(r.normal), 1.0f, 1e-5f);
        }
        // Nothing closer than the target may have happened before (unless it began closer).
        if (start < options.target) continue;
        for (int i = 0; i < 100; ++i) {
            const float t = r.fraction * static_cast<float>(i) / 100.0f;
            ASSERT_GT(gapAt(a, sa, b, sb, t, &cache), 0.99f * options.target)
                << toString(a.kind) << " " << toString(b.kind) << " trial " << trial << " t " << t << " of "
                << r.fraction;
        }
    }
    printf("hit %d, separated %d, overlapped %d, failed %d; %.1f axes on average, %d at most\n", states[0], states[1],
           states[2], states[3], static_cast<double>(iterations) / trials, most);
    EXPECT_GT(states[0], trials / 10);
    EXPECT_GT(states[1], trials / 10);
    EXPECT_LE(states[3], trials / 1000);
}

// Never a yes too many, and not many a yes too few for motions of a step.
TEST(TimeOfImpact, QuickAnswerAgainstPlanesIsSafe) {
    ShapeSampler sampler(52);
    Random& random = sampler.random();
    int yes = 0, clear = 0;
    for (int trial = 0; trial < scaled(20000); ++trial) {
        const float size = random.logUniform(0.1f, 10.0f);
        const Shape shape = sampler.shape(static_cast<ShapeKind>(trial % 6), size);
        const Convex convex = makeConvex(shape);
        const Sweep sweep = randomSweep(random, size, random.below(3) == 0 ? 3.0f : 0.5f);
        const WorldTransform frame{toDouble(random.inBox(size)), random.rotation()};
        const Vec3 point = random.inBox(size), normal = random.unitVector();
        const float distance = random.uniform(0.0f, 0.1f) * size;
        float least = kHuge;
        for (int i = 0; i <= 64; ++i) {
            const Transform at = relativeTransform(frame, poseAt(sweep, static_cast<float>(i) / 64.0f));
            const Vec3 lowest = support(convex, inverseRotate(at.q, -normal)).point;
            least = min(least, dot(normal, transformPoint(at, lowest) - point) - convex.radius);
        }
        const bool keeps = PlanePasser(convex, sweep, 1.0f, frame).keepsFrom(point, normal, distance);
        ASSERT_TRUE(!keeps || least > distance) << toString(shape.kind) << " trial " << trial;
        yes += keeps;
        clear += least > distance;
    }
    EXPECT_GT(yes, 8 * clear / 10);
    EXPECT_GT(clear, scaled(20000) / 20);
}

TEST(TimeOfImpact, BulletThroughPaper) {
    const Shape bullet = ShapeSphere{0.01f}, paper = ShapeBox{{1.0f, 1.0f, 0.001f}};
    Sweep still, fast;
    fast.center0 = {0.1, 0.2, -50.0};
    fast.center1 = {0.1, 0.2, 50.0};
    const ToiResult r = timeOfImpact(paper, still, bullet, fast);
    ASSERT_EQ(r.state, ToiState::Hit);
    EXPECT_NEAR(r.fraction * 100.0f, 50.0f - 0.011f - 0.002f, 1e-3f);
    EXPECT_NEAR(r.normal.z, -1.0f, 1e-5f);
}

TEST(TimeOfImpact, TurningRodDoesNotPassThroughAPost) {
    // Apart at the start and at the end; only the turn in between brings the rod against the post.
    const Shape rod = ShapeCapsule{2.0f, 0.02f}, post = ShapeSphere{0.05f};
    Sweep turn, still;
    turn.rotation0 = fromAxisAngle({0, 0, 1}, 0.3f);
    turn.rotation1 = fromAxisAngle({0, 0, 1}, 0.3f - 2.8f);
    still.center0 = still.center1 = {1.5, 0.2, 0.0};
    const ToiResult r = timeOfImpact(rod, turn, post, still);
    ASSERT_EQ(r.state, ToiState::Hit);
    const float gap = gapAt(rod, turn, post, still, r.fraction, nullptr);
    EXPECT_GT(gap, 0.0f);
    EXPECT_LT(gap, 0.003f);
    EXPECT_LT(r.fraction, 0.8f);
}

TEST(TimeOfImpact, FarFromTheOriginIsTheSame) {
    const Shape box = ShapeBox{{0.5f, 0.2f, 0.3f}};
    Sweep a, b;
    b.center0 = {3.0, 0.1, 0.2};
    b.center1 = {-3.0, 0.3, 0.1};
    b.rotation1 = fromAxisAngle({0, 1, 0}, 1.0f);
    const ToiResult near = timeOfImpact(box, a, box, b);
    ASSERT_EQ(near.state, ToiState::Hit);
    const DVec3 offset{1 << 24, -(1 << 24), 1 << 22};
    for (DVec3* p : {&a.center0, &a.center1, &b.center0, &b.center1}) *p += offset;
    const ToiResult far = timeOfImpact(box, a, box, b);
    EXPECT_EQ(near.state, far.state);
    EXPECT_NEAR(near.fraction, far.fraction, 1e-6f);
}

TEST(TimeOfImpact, RefusesBadInputByName) {
    const Shape box = ShapeBox{};
    Sweep good, bad;
    good.center0 = good.center1 = {5, 0, 0};
    bad.center1.y = std::nan("");
    ErrorCapture capture;
    EXPECT_EQ(timeOfImpact(box, bad, box, good).state, ToiState::Failed);
    EXPECT_STREQ(capture.field(), "sweepA");
    capture.clear();
    EXPECT_EQ(timeOfImpact(box, good, box, bad).state, ToiState::Failed);
    EXPECT_STREQ(capture.field(), "sweepB");
    capture.clear();
    EXPECT_EQ(timeOfImpact(box, good, ShapePlane{}, good).state, ToiState::Failed);
    EXPECT_STREQ(capture.field(), "b.kind");
    capture.clear();
    EXPECT_EQ(timeOfImpact(box, Sweep{}, box, good, {.maxFraction = 2.0f}).state, ToiState::Failed);
    EXPECT_STREQ(capture.field(), "maxFraction");
}
