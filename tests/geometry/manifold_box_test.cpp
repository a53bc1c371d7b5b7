// Box-box manifolds: against separating axes in double, under swap and rocking, single call against batch.
#include "geometry/manifold_box.h"
#include "geometry/manifold_checks.h"
#include "geometry/penetration.h"
#include "math/dispatch.h"

#include <cairn/error.h>

#include <cstring>
#include <vector>

namespace cairn {

namespace {

using test::collideFresh;
using test::deepest;

using DMat = Mat33T<double>;

struct OracleAxes {
    double best = -1e300;   // greatest separation over all axes
    double second = -1e300; // over axes that point elsewhere
    DVec3 axis{0, 0, 0};
};

// All 15 axes, in double, with none of the kernel's shortcuts.
OracleAxes oracle(const Shape& a, const Shape& b, const Transform& x) {
    const QuatT<double> q{{x.q.v.x, x.q.v.y, x.q.v.z}, x.q.s};
    const DMat r = toMatrix(q);
    const DVec3 axesA[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, axesB[3] = {r.cx, r.cy, r.cz};
    const DVec3 t = toDouble(x.p);
    DVec3 candidates[15];
    int count = 0;
    for (const DVec3& axis : axesA) candidates[count++] = axis;
    for (const DVec3& axis : axesB) candidates[count++] = axis;
    for (const DVec3& u : axesA)
        for (const DVec3& v : axesB) {
            const DVec3 c = cross(u, v);
            const double l = length(c);
            if (l > 1e-7) candidates[count++] = (1.0 / l) * c;
        }
    OracleAxes result;
    double separations[15];
    for (int i = 0; i < count; ++i) {
        const DVec3 n = candidates[i];
        double s =
            std::fabs(dot(n, t)) - a.size.x * std::fabs(n.x) - a.size.y * std::fabs(n.y) - a.size.z * std::fabs(n.z);
        s -= b.size.x * std::fabs(dot(n, axesB[0])) + b.size.y * std::fabs(dot(n, axesB[1])) +
             b.size.z * std::fabs(dot(n, axesB[2]));
        separations[i] = s;
        if (s > result.best) result.best = s, result.axis = n;
    }
    for (int i = 0; i < count; ++i)
        if (std::fabs(dot(candidates[i], result.axis)) < 0.9999)
            result.second = std::max(result.second, separations[i]);
    // The same axis the other way round: a box in the middle of another may leave it on either side.
    result.second = std::max(result.second, result.best - 2.0 * std::fabs(dot(result.axis, t)));
    return result;
}

// Drawn one statement at a time: compilers may evaluate arguments in any order.
Quat someRotation(test::Random& random) {
    const int kind = random.below(5);
    const Vec3 axis = random.unitVector();
    const float angle = random.uniform(0.0f, 1.0f);
    const int side = random.below(3);
    const int quarters = random.below(4);
    switch (kind) {
    case 0: return kIdentityQuat;
    case 1: return fromAxisAngle(axis, 0.01f * angle);
    case 2: { // quarter turns, a little off
        const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        const Quat turn = fromAxisAngle(axes[side], 0.5f * kPi * static_cast<float>(quarters));
        return normalize(turn * fromAxisAngle(axis, 1e-4f * angle));
    }
    case 3: return fromAxisAngle({0, 1, 0}, 6.28f * angle);
    default: return random.rotation();
    }
}

Shape someBox(test::Random& random, bool rounded) {
    const Vec3 half{random.logUniform(0.05f, 5.0f), random.logUniform(0.05f, 5.0f), random.logUniform(0.05f, 5.0f)};
    return ShapeBox{half, rounded ? random.uniform(0.0f, 0.3f) : 0.0f};
}

Transform somePose(test::Random& random, const Shape& a, const Shape& b) {
    const Vec3 reach = a.size + b.size;
    return {{random.uniform(-1.1f, 1.1f) * reach.x, random.uniform(-1.1f, 1.1f) * reach.y,
             random.uniform(-1.1f, 1.1f) * reach.z},
            someRotation(random)};
}

// The penetration, and where it matters the normal, against all axes.
TEST(ManifoldBox, DepthIsTheLeastTranslation) {
    test::Random random(11);
    int touching = 0;
    double worst = 0.0;
    for (int trial = 0; trial < test::scaled(1000000); ++trial) {
        const Shape a = someBox(random, false), b = someBox(random, false);
        const Transform x = somePose(random, a, b);
        const float margin = 0.02f;
        const Manifold m = collideFresh(a, b, x, margin);
        ASSERT_STREQ(test::soundness(m, margin), "") << trial;
        const OracleAxes truth = oracle(a, b, x);
        if (truth.best > margin + 1e-4) {
            ASSERT_EQ(m.count, 0) << trial;
        } else if (truth.best < -1e-4) {
            ASSERT_GT(m.count, 0) << trial << " depth " << -truth.best;
            const double error = std::fabs(deepest(m) - truth.best);
            worst = std::max(worst, error);
            ASSERT_LT(error, 1e-3) << trial << " depth " << -truth.best;
            if (truth.best - truth.second > 2e-3) {
                ASSERT_GT(std::fabs(dot(toDouble(m.normal), truth.axis)), 0.9985)
                    << trial; // an edge may give way to a face
                ASSERT_GT(dot(m.normal, x.p), -1e-3f) << trial;
            }
            ++touching;
        }
    }
    RecordProperty("worst_mm", std::to_string(worst * 1e3));
    EXPECT_GT(touching, test::scaled(1000000) / 4);
}

// Cores and radii: overlapping cores by axes, cores apart by distance.
TEST(ManifoldBox, RoundedDepthIsTheLeastTranslation) {
    test::Random random(12);
    int apart = 0;
    for (int trial = 0; trial < test::scaled(1000000); ++trial) {
        const Shape a = someBox(random, true), b = someBox(random, true);
        const Transform x = somePose(random, a, b);
        const float margin = random.below(2) ? 0.02f : 0.3f;
        const Manifold m = collideFresh(a, b, x, margin);
        ASSERT_STREQ(test::soundness(m, margin), "") << trial;
        const OracleAxes axes = oracle(a, b, x);
        const bool coresApart = axes.best > 0.0;
        const double truth =
            coresApart ? separation(makeConvex(a), makeConvex(b), x).separation : axes.best - a.rounding - b.rounding;
        if (truth > margin + 1e-3) {
            ASSERT_EQ(m.count, 0) << trial;
        } else if (truth < margin - 1e-3) {
            ASSERT_GT(m.count, 0) << trial << ' ' << truth;
            ASSERT_NEAR(deepest(m), truth, 1e-3) << trial << " cores " << axes.best << " count " << m.count << " id "
                                                 << std::hex << m.points[0].featureId;
            apart += coresApart ? 1 : 0;
        }
    }
    EXPECT_GT(apart, test::scaled(1000000) / 50);
}

TEST(ManifoldBox, SwapTurnsTheManifoldRound) {
    test::Random random(13);
    int compared = 0;
    for (int trial = 0; trial < test::scaled(1000000); ++trial) {
        const bool rounded = random.below(2) != 0;
        const Shape a = someBox(random, rounded), b = someBox(random, rounded);
        const Transform x = somePose(random, a, b);
        const Manifold m = collideFresh(a, b, x, 0.02f), w = collideFresh(b, a, inverse(x), 0.02f);
        if (m.count == 0 || w.count == 0) {
            ASSERT_GT(min(m.count ? deepest(m) : 0.02f, w.count ? deepest(w) : 0.02f), 0.018f) << trial;
            continue;
        }
        ASSERT_NEAR(deepest(m), deepest(w), 1e-3f) << trial;
        const OracleAxes axes = oracle(a, b, x);
        if (axes.best - axes.second < 2e-3) continue;
        ASSERT_LT(dot(m.normal, rotate(x.q, w.normal)), -0.997f) << trial;
        ++compared;
    }
    EXPECT_GT(compared, test::scaled(1000000) / 10);
}

// Rounded boxes whose cores are 17 mm apart at an edge: the nearest face says a quarter of a millimetre less, the
// tolerance, and which of the two normals it was, nine degrees apart, was a matter of rounding.
TEST(ManifoldBox, SwapDoesNotDecideBetweenFaceAndEdge) {
    const Shape a = ShapeBox{{0.0669275746f, 3.19787264f, 4.86708975f}, 0.0745301321f};
    const Shape b = ShapeBox{{0.0656651706f, 0.0633482486f, 0.144679144f}, 0.0227404479f};
    const Transform x{{-0.135445356f, 2.45881844f, 5.02925444f},
                      {{-4.30595574e-05f, -9.88082174e-05f, -0.000127652675f}, 1.0f}};
    const Manifold m = collideFresh(a, b, x, 0.02f), w = collideFresh(b, a, inverse(x), 0.02f);
    ASSERT_GT(m.count, 0);
    ASSERT_GT(w.count, 0);
    EXPECT_LT(dot(m.normal, rotate(x.q, w.normal)), -0.99999f);
    EXPECT_NEAR(deepest(m), deepest(w), 1e-5f);
}

struct Resting {
    Shape a, b;
    Transform pose;
    bool equal = false;
    bool turned = false;
};

Resting someRest(test::Random& random) {
    // Equal boxes exactly on top of each other, a small one on a big one, any two turned about the vertical.
    const int kind = random.below(3);
    const Shape a = ShapeBox{{random.uniform(0.3f, 1.0f), random.uniform(0.3f, 1.0f), random.uniform(0.3f, 1.0f)}};
    const Shape b =
        kind == 0
            ? a
            : Shape(ShapeBox{{random.uniform(0.3f, 1.0f), random.uniform(0.3f, 1.0f), random.uniform(0.3f, 1.0f)}});
    Transform pose{{0.0f, a.size.y + b.size.y - 0.004f, 0.0f}, kIdentityQuat};
    if (kind == 2) {
        pose.q = fromAxisAngle({0, 1, 0}, random.uniform(0.0f, 6.28f));
        pose.p.x = random.uniform(-0.3f, 0.3f), pose.p.z = random.uniform(-0.3f, 0.3f);
    }
    return {a, b, pose, kind == 0, kind == 2};
}

// How far inside of both faces a named point of a face contact lies (m), in double: a corner of one box over the other
// one's face, or where two edges cross, seen along the y axes of the boxes, which are almost the same. Not above zero:
// there is no such point.
double insideOfFaces(uint32_t id, const Shape& a, const Shape& b, const Transform& x) {
    const QuatT<double> q{{x.q.v.x, x.q.v.y, x.q.v.z}, x.q.s};
    const DMat r = toMatrix(q);
    const DVec3 t = toDouble(x.p);
    const auto corner = [](const Shape& s, uint32_t bits) {
        return DVec3{bits & 1 ? s.size.x : -s.size.x, bits & 2 ? s.size.y : -s.size.y, bits & 4 ? s.size.z : -s.size.z};
    };
    const auto within = [](const Shape& s, DVec3 p) {
        return std::min(s.size.x - std::fabs(p.x), s.size.z - std::fabs(p.z));
    };
    const uint32_t ofA = id >> 8 & 255, ofB = id & 255;
    if (ofA == 0x80) return within(a, r * corner(b, ofB & 7) + t);
    if (ofB == 0x80) return within(b, mulTransposed(r, corner(a, ofA & 7) - t));
    const DVec3 p = corner(a, ofA & 7), d = corner(a, (ofA & 7) | 1u << (ofA >> 3)) - p;
    const DVec3 o = r * corner(b, ofB & 7) + t, e = r * corner(b, (ofB & 7) | 1u << (ofB >> 3)) + t - o;
    const double area = d.x * e.z - d.z * e.x;
    const double s = ((o.x - p.x) * e.z - (o.z - p.z) * e.x) / area, u = ((o.x - p.x) * d.z - (o.z - p.z) * d.x) / area;
    return std::min(std::min(s, 1.0 - s) * length(d), std::min(u, 1.0 - u) * length(e));
}

bool hasId(const Manifold& m, uint32_t id) {
    for (int i = 0; i < m.count; ++i)
        if (m.points[i].featureId == id) return true;
    return false;
}

// Rocks the upper box about its centre by up to half a degree, as a settling stack does, and looks which points of the
// step before are left out though they are there. Octagons have more points than four. While the reference face stays,
// a deeper one may push out one of the chosen, and one that is farther by 5 % of the width another that was deepest
// before. Where the face changes the choice starts afresh.
TEST(ManifoldBox, RockingKeepsIdsAndTheReferenceFace) {
    test::Random random(14);
    const int trials = test::scaled(1000000);
    int64_t same = 0, total = 0, twoLeftOut = 0, threeLeftOut = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const Resting rest = someRest(random);
        ManifoldCache cache;
        Manifold before;
        ASSERT_TRUE(collideConvex(rest.a, rest.b, rest.pose, 0.02f, cache, before));
        ASSERT_GE(before.count, 3);
        for (int step = 0; step < 5; ++step) {
            const float angle = random.uniform(-0.5f, 0.5f) * kPi / 180.0f;
            const Vec3 axis = normalize(Vec3{random.uniform(-1.0f, 1.0f), 0.0f, random.uniform(-1.0f, 1.0f)});
            const Transform rocked{rest.pose.p, normalize(fromAxisAngle(axis, angle) * rest.pose.q)};
            const ManifoldCache was = cache;
            Manifold after;
            ASSERT_TRUE(collideConvex(rest.a, rest.b, rocked, 0.02f, cache, after));
            const bool sameFace = ((was.kind ^ cache.kind) & kBoxAxisBits) == 0;
            // Where one face is bigger, it may take over once.
            if (rest.equal) {
                ASSERT_TRUE(sameFace) << trial;
            }
            // Square faces keep being square in name, and all but one of their corners.
            ASSERT_EQ(was.kind & kBoxWasSquare, cache.kind & kBoxWasSquare) << trial;
            const int shared = test::sharedIds(before, after);
            if ((cache.kind & kBoxWasSquare) != 0) {
                ASSERT_GE(shared, min(3, before.count - 1)) << trial << " step " << step;
            } else {
                int dropped = 0;
                for (int i = 0; i < before.count; ++i) {
                    const uint32_t id = before.points[i].featureId;
                    dropped += !hasId(after, id) && insideOfFaces(id, rest.a, rest.b, rocked) > 1e-3 ? 1 : 0;
                }
                ASSERT_LE(dropped, sameFace ? 2 : 3) << trial << " step " << step;
                twoLeftOut += dropped > 1 ? 1 : 0;
                threeLeftOut += dropped > 2 ? 1 : 0;
            }
            same += shared, total += before.count;
            before = after;
        }
    }
    EXPECT_GT(same, total * 98 / 100);
    EXPECT_LE(twoLeftOut, trials / 50 + 10);
    EXPECT_LE(threeLeftOut, trials / 300000 + 1);
    RecordProperty("kept_percent", std::to_string(100.0 * static_cast<double>(same) / static_cast<double>(total)));
}

// A corner of equal boxes that sticks out by the slack and a rounding error was outside of one side and inside of the
// next, and nowhere at all: two points were left of four.
TEST(ManifoldBox, NoCornerIsLostAtTheSlack) {
    test::Random random(19);
    for (int trial = 0; trial < test::scaled(200000); ++trial) {
        const Shape box =
            ShapeBox{{random.uniform(0.3f, 1.0f), random.uniform(0.3f, 1.0f), random.uniform(0.3f, 1.0f)}};
        const float offset = 1e-4f + static_cast<float>(random.below(9) - 4) * 6e-8f;
        const bool along = random.below(2) == 0;
        const Vec3 axis = random.unitVector();
        const Transform x{{along ? offset : 0.0f, 2.0f * box.size.y - 0.004f, along ? 0.0f : offset},
                          fromAxisAngle(axis, random.uniform(0.0f, 1e-4f))};
        ASSERT_EQ(collideFresh(box, box, x, 0.02f).count, 4) << trial;
    }
}

// Turned by about the angle up to which names are quadrants, and back, by a little: the names stay.
TEST(ManifoldBox, NamesDoNotChangeAtTheBoundOfSquareness) {
    const Shape cube = ShapeBox{};
    for (const float first : {0.08f, 0.11f}) {
        ManifoldCache cache;
        Manifold before, after;
        const auto turned = [](float tangent) {
            return Transform{{0.0f, 0.997f, 0.0f}, fromAxisAngle({0, 1, 0}, atan2(tangent, 1.0f))};
        };
        ASSERT_TRUE(collideConvex(cube, cube, turned(first), 0.02f, cache, before));
        const float mean = first < 0.1f ? 0.11f : 0.09f; // across 0.1, within 0.08 and 0.12
        for (int step = 0; step < 20; ++step) {
            ASSERT_TRUE(
                collideConvex(cube, cube, turned(mean + (step % 2 == 0 ? 0.008f : -0.008f)), 0.02f, cache, after));
            ASSERT_EQ(test::sharedIds(before, after), before.count) << first << " step " << step;
        }
    }
}

TEST(ManifoldBox, CubeOnCubeDoesNotFlipFlop) {
    const Shape cube = ShapeBox{};
    ManifoldCache cache;
    Manifold first;
    ASSERT_TRUE(collideConvex(cube, cube, {{0.0f, 0.997f, 0.0f}, kIdentityQuat}, 0.02f, cache, first));
    EXPECT_EQ(first.count, 4);
    const uint32_t kind = cache.kind;
    test::Random random(15);
    for (int step = 0; step < 1000; ++step) {
        const Transform x{
            {random.uniform(-0.002f, 0.002f), 0.997f + random.uniform(-5e-5f, 5e-5f), random.uniform(-0.002f, 0.002f)},
            fromAxisAngle(random.unitVector(), random.uniform(0.0f, 1e-3f))};
        Manifold m;
        ASSERT_TRUE(collideConvex(cube, cube, x, 0.02f, cache, m));
        ASSERT_EQ(cache.kind, kind);
        ASSERT_EQ(m.count, 4);
        ASSERT_EQ(test::sharedIds(first, m), 4) << step;
    }
}

TEST(ManifoldBox, EdgesCrossAtOnePoint) {
    const Shape cube = ShapeBox{};
    const Quat turnA = fromAxisAngle({1, 0, 0}, 0.25f * kPi), turnB = fromAxisAngle({0, 0, 1}, 0.25f * kPi);
    const float high = 2.0f * std::sqrt(0.5f) - 0.01f;
    // Both stand on an edge, A's along x above, B's along z below.
    const Transform x{inverseRotate(turnA, {0.1f, high, 0.05f}), conjugate(turnA) * turnB};
    const Manifold m = collideFresh(cube, cube, x, 0.02f);
    ASSERT_EQ(m.count, 1);
    EXPECT_NEAR(m.points[0].separation, -0.01f, 1e-5f);
    EXPECT_NEAR(dot(rotate(turnA, m.normal), Vec3{0, 1, 0}), 1.0f, 1e-5f);
    EXPECT_LT(length(rotate(turnA, m.points[0].position) - Vec3{0.1f, 0.5f * high, 0.0f}), 1e-4f);
}

// Apart at a corner: the normal runs between the closest points, so a speculative contact does not stop a box that
// passes by.
TEST(ManifoldBox, SeparatedCornersUseTheTrueDistance) {
    const Shape cube = ShapeBox{};
    const Vec3 gap{0.01f, 0.008f, 0.012f};
    const Manifold m = collideFresh(cube, cube, {Vec3{1, 1, 1} + gap, kIdentityQuat}, 0.05f);
    ASSERT_GE(m.count, 1);
    EXPECT_NEAR(deepest(m), length(gap), 1e-4f);
    EXPECT_GT(dot(m.normal, normalize(gap)), 0.999f);
    EXPECT_EQ(collideFresh(cube, cube, {Vec3{1, 1, 1} + gap, kIdentityQuat}, 0.015f).count, 0);
}

struct PairSet {
    std::vector<Shape> shapes;
    std::vector<BoxPair> pairs;

    PairSet(uint64_t seed, int count) {
        test::Random random(seed);
        shapes.reserve(static_cast<std::size_t>(2 * count));
        for (int i = 0; i < count; ++i) {
            const bool rounded = random.below(4) == 0;
            const Resting rest =
                random.below(2) ? someRest(random) : Resting{someBox(random, rounded), someBox(random, rounded), {}};
            shapes.push_back(rest.a);
            shapes.push_back(rest.b);
            const Shape &a = shapes[shapes.size() - 2], &b = shapes.back();
            const bool resting = rest.pose.q.s != 0.0f;
            pairs.push_back({&a, &b, resting ? rest.pose : somePose(random, a, b), random.uniform(0.0f, 0.05f)});
        }
    }
};

void expectSameBits(const Manifold& a, const Manifold& b, int index) {
    ASSERT_EQ(a.count, b.count) << index;
    ASSERT_EQ(test::hashManifold(a, 0), test::hashManifold(b, 0)) << index;
}

TEST(ManifoldBox, BatchEqualsSingleBitForBitOnEveryTarget) {
    PairSet set(16, test::scaled(100000));
    const std::size_t count = set.pairs.size();
    for (int target = 0; target < laneTargetCount(); ++target) {
        ASSERT_TRUE(setLaneTarget(laneTargetName(target)));
        std::vector<ManifoldCache> batchCaches(count), singleCaches(count);
        std::vector<Manifold> batch(count);
        test::Random random(17);
        for (int step = 0; step < 3; ++step) {
            collideBoxes(set.pairs, batchCaches, batch);
            for (std::size_t i = 0; i < count; ++i) {
                BoxPair& p = set.pairs[i];
                Manifold single;
                collideConvex(*p.a, *p.b, p.bInA, p.margin, singleCaches[i], single);
                ASSERT_NO_FATAL_FAILURE(expectSameBits(batch[i], single, static_cast<int>(i)))
                    << laneTargetName(target);
                ASSERT_EQ(std::memcmp(&batchCaches[i], &singleCaches[i], sizeof(ManifoldCache)), 0) << i;
                p.bInA.p += random.inBox(0.001f);
            }
        }
    }
    setLaneTarget(nullptr);
    // Every length, for the ends of the groups.
    for (std::size_t n = 0; n < 20; ++n) {
        std::vector<ManifoldCache> caches(n), fresh(n);
        std::vector<Manifold> batch(n);
        collideBoxes(std::span<const BoxPair>(set.pairs.data(), n), caches, batch);
        for (std::size_t i = 0; i < n; ++i) {
            const BoxPair& p = set.pairs[i];
            Manifold single;
            collideConvex(*p.a, *p.b, p.bInA, p.margin, fresh[i], single);
            ASSERT_NO_FATAL_FAILURE(expectSameBits(batch[i], single, static_cast<int>(i)));
        }
    }
}

TEST(ManifoldBox, BatchRefusesBadSpans) {
    const Shape box = ShapeBox{}, sphere = ShapeSphere{};
    const BoxPair good{&box, &box, kIdentity, 0.0f}, bad{&box, &sphere, kIdentity, 0.0f};
    ManifoldCache cache;
    Manifold out;
    out.count = 3;
    ErrorCapture capture;
    collideBoxes(std::span<const BoxPair>(&good, 1), {}, std::span<Manifold>(&out, 1));
    EXPECT_STREQ(capture.field(), "caches");
    capture.clear();
    collideBoxes(std::span<const BoxPair>(&bad, 1), std::span<ManifoldCache>(&cache, 1), std::span<Manifold>(&out, 1));
    EXPECT_STREQ(capture.field(), "pairs");
    EXPECT_EQ(out.count, 3);
}

// The same bits from every compiler.
TEST(ManifoldBox, GoldenHash) {
    PairSet set(18, 20000);
    uint64_t hash = 0;
    for (const BoxPair& p : set.pairs) {
        ManifoldCache cache;
        Manifold m;
        collideConvex(*p.a, *p.b, p.bInA, p.margin, cache, m);
        if (cache.kind != 0) hash = test::hashManifold(m, hash); // else corners apart, which other files answer
    }
    EXPECT_EQ(hash, 0x106396CD947F2464ull);
}

} // namespace
} // namespace cairn
