// Rays, swept boxes and closest boxes against a test of every box; refusal of bad input.
#include "spatial/bvh_model.h"

#include <cairn/error.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace cairn::test {
namespace {

// Entry of origin + t * d into the box, in double; negative for a miss.
double enterBox(const Aabb& box, DVec3 o, Vec3 d, Vec3 h, double limit) {
    double enter = 0.0, leave = limit;
    const double od[] = {o.x, o.y, o.z};
    for (int k = 0; k < 3; ++k) {
        const double lower = static_cast<double>(component(box.lower, k)) - component(h, k);
        const double upper = static_cast<double>(component(box.upper, k)) + component(h, k);
        const double dk = component(d, k);
        if (dk == 0.0) {
            if (od[k] < lower || od[k] > upper) return -1.0;
            continue;
        }
        const double t1 = (lower - od[k]) / dk, t2 = (upper - od[k]) / dk;
        enter = std::max(enter, std::min(t1, t2));
        leave = std::min(leave, std::max(t1, t2));
    }
    return enter <= leave ? enter : -1.0;
}

void castAgainstBruteForce(float world, float smallest, float largest, uint64_t seed, int trials) {
    Random random(seed);
    BvhModel model(0.0f);
    std::vector<ProxyDef> defs;
    for (int i = 0; i < 1500; ++i) {
        defs.push_back({.box = randomBox(random, world, smallest, largest),
                        .userData = static_cast<uint64_t>(i),
                        .category = 1u << random.below(3)});
    }
    model.insertMany(defs);
    int hits = 0;
    for (int trial = 0; trial < trials; ++trial) {
        BvhSweep sweep{.origin = toDouble(random.inBox(1.2f * world)), .translation = random.inBox(world)};
        if (trial % 3 == 0) sweep.halfExtents = abs(random.inBox(0.05f * world));
        if (trial % 5 == 0) sweep.translation.y = 0.0f;
        if (trial % 10 == 0) sweep.translation.x = 0.0f;
        if (trial % 50 == 0) sweep.translation = kZero;
        const uint32_t mask = trial % 2 ? 7u : 2u;
        // Every box that the exact ray hits must be visited; what is visited beyond that must be a near miss.
        std::vector<bool> seen(model.entries.size());
        model.tree.cast(sweep, mask, [&](ProxyHit hit, float limit) {
            seen[hit.id.index] = true;
            return limit;
        });
        double nearest = 2.0;
        for (const BvhModel::Entry& e : model.entries) {
            const double t = enterBox(e.tight, sweep.origin, sweep.translation, sweep.halfExtents, 1.0);
            const bool hit = t >= 0.0 && (e.category & mask);
            ASSERT_TRUE(seen[e.id.index] || !hit) << trial;
            if (hit) nearest = std::min(nearest, t);
            hits += hit;
            if (seen[e.id.index] && !hit) {
                ASSERT_TRUE(e.category & mask);
                const float slop = 1e-5f * world;
                const Vec3 fat = sweep.halfExtents + Vec3{slop, slop, slop};
                ASSERT_GE(enterBox(e.tight, sweep.origin, sweep.translation, fat, 1.0), 0.0) << trial;
            }
        }
        // The closest hit, with clipping.
        double found = 2.0;
        model.tree.cast(sweep, mask, [&](ProxyHit hit, float limit) {
            const double t = enterBox(model.entries[hit.userData].tight, sweep.origin, sweep.translation,
                                      sweep.halfExtents, static_cast<double>(limit));
            if (t < 0.0) return limit;
            found = std::min(found, t);
            return static_cast<float>(t);
        });
        ASSERT_NEAR(found, nearest, 1e-6) << trial;
    }
    EXPECT_GT(hits, trials / 10);
}

TEST(BvhQuery, CastsAgreeWithBruteForce) { castAgainstBruteForce(50.0f, 0.1f, 5.0f, 1, scaled(3000)); }
TEST(BvhQuery, CastsFarFromTheOriginAndInHugeWorlds) {
    castAgainstBruteForce(1e7f, 1e3f, 1e6f, 2, scaled(1000));
    castAgainstBruteForce(1e-3f, 1e-6f, 1e-4f, 3, scaled(1000));
}

TEST(BvhQuery, NearestBoxFirstAndStop) {
    DynamicBvh tree({.margin = 0.0f});
    for (int i = 0; i < 100; ++i) {
        const float x = static_cast<float>((37 * i) % 100);
        tree.insert({.box = {{x, -1, -1}, {x + 0.5f, 1, 1}}, .userData = static_cast<uint64_t>(x)});
    }
    int visits = 0;
    tree.cast({.origin = {-5, 0, 0}, .translation = {200, 0, 0}}, 1u, [&](ProxyHit hit, float limit) {
        EXPECT_EQ(hit.userData, static_cast<uint64_t>(visits));
        return ++visits == 10 ? 0.0f : limit;
    });
    EXPECT_EQ(visits, 10);
    visits = 0;
    tree.overlap({{-1e30f, -1e30f, -1e30f}, {1e30f, 1e30f, 1e30f}}, 1u, [&](ProxyHit) { return ++visits < 7; });
    EXPECT_EQ(visits, 7);
}

TEST(BvhQuery, ClosestAgreesWithBruteForce) {
    Random random(4);
    BvhModel model(0.0f);
    for (int i = 0; i < 1000; ++i)
        model.insert({.box = randomBox(random, 50.0f, 0.1f, 3.0f), .userData = static_cast<uint64_t>(i)});
    const auto distanceTo = [](const Aabb& box, Vec3 p) {
        return length(max(max(box.lower - p, p - box.upper), kZero));
    };
    for (int trial = 0; trial < scaled(3000); ++trial) {
        const Vec3 p = random.inBox(80.0f);
        const float limit = trial % 4 ? 1e9f : random.uniform(0.0f, 10.0f);
        float best = limit, nearest = limit;
        int visits = 0;
        for (const BvhModel::Entry& e : model.entries) nearest = std::min(nearest, distanceTo(e.tight, p));
        model.tree.closest(toDouble(p), limit, 1u, [&](ProxyHit hit, float) {
            ++visits;
            return best = std::min(best, distanceTo(model.entries[hit.userData].tight, p));
        });
        ASSERT_FLOAT_EQ(best, nearest);
        ASSERT_LT(visits, 100); // it is a search, not a scan
    }
}

TEST(BvhQuery, RoundOutwardContains) {
    Random random(5);
    for (int trial = 0; trial < scaled(100000); ++trial) {
        const double scale = static_cast<double>(random.logUniform(1e-15f, 1e10f));
        const auto number = [&] { return scale * (2.0 * static_cast<double>(random.next() >> 11) * 0x1p-53 - 1.0); };
        const DVec3 a{number(), number(), 0.0}, b{a.x + std::fabs(number()), a.y, 0.0};
        const Aabb box = roundOutward(a, b);
        ASSERT_LE(static_cast<double>(box.lower.x), a.x);
        ASSERT_GE(static_cast<double>(box.upper.x), b.x);
        ASSERT_GT(static_cast<double>(std::nextafter(box.lower.x, 1e38f)), a.x); // and no further than one step
        ASSERT_LT(static_cast<double>(std::nextafter(box.upper.x, -1e38f)), b.x);
        ASSERT_EQ(box.lower.z, 0.0f);
    }
}

TEST(BvhQuery, BadInputIsRefusedByName) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    const Aabb good{{0, 0, 0}, {1, 1, 1}};
    const Aabb bad[] = {{{nan, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {1, nan, 1}}, {{0, 0, -inf}, {1, 1, 1}},
                        {{0, 0, 0}, {1, inf, 1}}, {{0, 2, 0}, {1, 1, 1}},   {{0, 0, 0}, {1e16f, 1, 1}}};
    const char* fields[] = {"box.lower.x", "box.upper.y", "box.lower.z", "box.upper.y", "box.lower.y", "box.upper.x"};
    DynamicBvh tree;
    const ProxyId id = tree.insert({.box = good});
    tree.clearMoved();
    for (int i = 0; i < 6; ++i) {
        ErrorCapture capture;
        EXPECT_FALSE(tree.insert({.box = bad[i]}));
        EXPECT_STREQ(capture.field(), fields[i]);
        EXPECT_FALSE(tree.move({id, bad[i]}));
        const ProxyDef defs[] = {{.box = good}, {.box = bad[i]}};
        ProxyId ids[2];
        EXPECT_FALSE(tree.insertMany(defs, ids));
        const ProxyMove moves[] = {{id, {{5, 5, 5}, {6, 6, 6}}}, {id, bad[i]}};
        EXPECT_EQ(tree.moveMany(moves), 0);
        EXPECT_EQ(capture.count(), 4);
    }
    {
        ErrorCapture capture;
        EXPECT_FALSE(tree.move({id, good, {nan, 0, 0}}));
        EXPECT_STREQ(capture.field(), "displacement");
        ProxyId one[1];
        const ProxyDef defs[] = {{.box = good}, {.box = good}};
        EXPECT_FALSE(tree.insertMany(defs, one));
        EXPECT_EQ(capture.count(), 2);
    }
    EXPECT_EQ(tree.count(), 1);
    EXPECT_EQ(tree.movedCount(), 0);
    EXPECT_TRUE(tree.validate());

    int visits = 0;
    const auto count = [&](ProxyHit) { return ++visits, true; };
    const auto clip = [&](ProxyHit, float limit) { return ++visits, limit; };
    const double dnan = std::numeric_limits<double>::quiet_NaN();
    ErrorCapture capture;
    tree.overlap({{nan, 0, 0}, {1, 1, 1}}, 1u, count);
    tree.overlap({{2, 0, 0}, {1, 1, 1}}, 1u, count);
    tree.cast({.origin = {dnan, 0, 0}, .translation = {1, 0, 0}}, 1u, clip);
    tree.cast({.origin = {0, 0, 0}, .translation = {inf, 0, 0}}, 1u, clip);
    tree.cast({.origin = {0, 0, 0}, .translation = {1, 0, 0}, .halfExtents = {-1, 0, 0}}, 1u, clip);
    tree.cast({.origin = {0, 0, 0}, .translation = {1, 0, 0}, .maxFraction = nan}, 1u, clip);
    tree.closest({0, dnan, 0}, 1.0f, 1u, clip);
    tree.closest({0, 0, 0}, -1.0f, 1u, clip);
    EXPECT_EQ(capture.count(), 8);
    EXPECT_EQ(visits, 0);
    capture.clear();
    DynamicBvh odd({.margin = nan});
    EXPECT_EQ(capture.count(), 1);
    EXPECT_TRUE(odd.insert({.box = good}));
}

TEST(BvhQuery, StaleIdsAreDetected) {
    DynamicBvh tree;
    const ProxyId a = tree.insert({.box = {{0, 0, 0}, {1, 1, 1}}, .userData = 7});
    EXPECT_TRUE(tree.remove(a));
    const ProxyId b = tree.insert({.box = {{0, 0, 0}, {1, 1, 1}}, .userData = 8});
    EXPECT_EQ(a.index, b.index); // the slot is used again, under another name
    ErrorCapture capture;
    EXPECT_FALSE(tree.isValid(a));
    EXPECT_FALSE(tree.remove(a));
    EXPECT_FALSE(tree.move({a, {{0, 0, 0}, {1, 1, 1}}}));
    EXPECT_FALSE(tree.touch(a));
    EXPECT_FALSE(tree.setFilter(a, 1, 1));
    EXPECT_EQ(tree.userData(a), 0u);
    EXPECT_GT(tree.fatBox(a).lower.x, tree.fatBox(a).upper.x);
    EXPECT_FALSE(tree.remove(ProxyId{}));
    EXPECT_FALSE(tree.remove(ProxyId{99, 1}));
    EXPECT_EQ(capture.count(), 9);
    EXPECT_EQ(tree.userData(b), 8u);
    tree.clear();
    EXPECT_FALSE(tree.isValid(b));
    EXPECT_EQ(tree.count(), 0);
    EXPECT_TRUE(tree.insert({.box = {{0, 0, 0}, {1, 1, 1}}}));
    EXPECT_TRUE(tree.validate());
}

} // namespace
} // namespace cairn::test
