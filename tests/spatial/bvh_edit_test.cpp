// The tree against a plain list, through long random sequences of edits and through inputs made to break it.
#include "spatial/bvh_model.h"

#include <gtest/gtest.h>

namespace cairn::test {
namespace {

ProxyDef randomDef(Random& random) {
    return {.box = randomBox(random, 20.0f, 0.02f, 1.5f),
            .userData = random.next(),
            .category = 1u << random.below(4),
            .mask = random.below(4) == 0 ? static_cast<uint32_t>(random.below(16)) : 0xFFFFFFFFu};
}

TEST(BvhEdit, MillionRandomEditsAgreeWithAllPairs) {
    Random random(1);
    BvhModel model;
    PairFinder finder;
    const int edits = scaled(1000000);
    size_t pairCount = 0;
    for (int edit = 0; edit < edits; ++edit) {
        const int n = static_cast<int>(model.entries.size());
        const int kind = random.below(1000);
        if (n == 0 || (kind < 150 && n < 1500)) {
            model.insert(randomDef(random));
        } else if (kind < 300) {
            model.remove(random.below(n));
        } else if (kind < 302) {
            std::vector<ProxyDef> defs;
            for (int i = random.below(400); i >= 0; --i) defs.push_back(randomDef(random));
            if (n < 1200) model.insertMany(defs);
        } else if (kind < 303) {
            model.tree.rebuild();
        } else if (kind < 305) {
            model.tree.optimize();
        } else if (kind < 307) {
            model.tree.refit();
        } else if (kind < 308) {
            model.clearMoved();
        } else {
            const int i = random.below(n);
            const Vec3 d = random.logUniform(0.001f, 2.0f) * random.unitVector();
            Aabb box = model.entries[i].tight;
            box = {box.lower + d, box.upper + d};
            if (length(center(box)) > 40.0f) box = randomBox(random, 20.0f, 0.02f, 1.5f);
            model.move(i, box, random.below(3) == 0 ? d : kZero);
        }
        if (edit % 64 == 0) {
            const Aabb query = randomBox(random, 20.0f, 0.1f, 5.0f);
            const uint32_t mask = static_cast<uint32_t>(random.below(16));
            ASSERT_EQ(overlapping(model.tree, query, mask), model.overlapping(query, mask)) << edit;
        }
        if (edit % 5000 == 0 || edit == edits - 1) {
            ASSERT_TRUE(model.tree.validate()) << edit;
            ASSERT_EQ(model.tree.count(), static_cast<int>(model.entries.size()));
            const std::vector<ProxyPair> expected = model.pairs();
            ASSERT_EQ(sorted(finder.find(model.tree)), expected) << edit;
            pairCount += expected.size();
            for (const BvhModel::Entry& e : model.entries) {
                ASSERT_TRUE(contains(model.tree.fatBox(e.id), e.tight));
            }
            if (random.below(2)) model.clearMoved();
        }
    }
    EXPECT_GT(pairCount, static_cast<size_t>(edits / 5000));
}

// Few and many moved proxies take different roads; both must give the same set.
TEST(BvhEdit, PairsOfAnyShareOfMovedProxies) {
    Random random(2);
    BvhModel model;
    PairFinder finder;
    std::vector<ProxyDef> defs;
    for (int i = 0; i < 2000; ++i) defs.push_back(randomDef(random));
    model.insertMany(defs);
    for (int round = 0; round < 40; ++round) {
        model.clearMoved();
        EXPECT_TRUE(finder.find(model.tree).empty());
        const int moves = 1 << (round % 12);
        std::vector<ProxyMove> batch;
        for (int k = 0; k < moves; ++k) {
            BvhModel::Entry& e = model.entries[random.below(2000)];
            const Vec3 d = 0.3f * random.unitVector();
            e.tight = {e.tight.lower + d, e.tight.upper + d};
            e.moved |= !contains(model.tree.fatBox(e.id), e.tight);
            batch.push_back({e.id, e.tight, kZero});
            // One batch may name a proxy twice; apply singly then, so that the model can follow.
            if (round % 2) model.tree.move(batch.back());
        }
        if (round % 2 == 0) {
            model.tree.moveMany(batch);
            for (BvhModel::Entry& e : model.entries) {
                const Aabb fat = model.tree.fatBox(e.id);
                ASSERT_TRUE(contains(fat, e.tight));
            }
        }
        ASSERT_TRUE(model.tree.validate());
        ASSERT_EQ(sorted(finder.find(model.tree)), model.pairs()) << round;
        model.tree.optimize();
        ASSERT_TRUE(model.tree.validate());
        ASSERT_EQ(sorted(finder.find(model.tree)), model.pairs()) << round;
    }
}

TEST(BvhEdit, PairsBetweenTwoTrees) {
    Random random(3);
    BvhModel a, b(0.0f);
    for (int i = 0; i < 400; ++i) a.insert(randomDef(random));
    for (int i = 0; i < 700; ++i) b.insert(randomDef(random));
    PairFinder finder;
    for (int round = 0; round < 20; ++round) {
        std::vector<ProxyPair> expected;
        for (const auto& x : a.entries) {
            for (const auto& y : b.entries) {
                if (!(x.moved || y.moved) || !overlaps(a.tree.fatBox(x.id), b.tree.fatBox(y.id))) continue;
                if ((x.category & y.mask) && (y.category & x.mask)) expected.push_back({x.id.index, y.id.index});
            }
        }
        std::sort(expected.begin(), expected.end());
        ASSERT_EQ(sorted(finder.find(a.tree, b.tree)), expected) << round;
        a.clearMoved();
        b.clearMoved();
        for (int k = 0; k < (round % 2 ? 5 : 300); ++k) {
            a.move(random.below(400), randomBox(random, 20.0f, 0.02f, 1.5f));
            if (round % 3 == 0) b.move(random.below(700), randomBox(random, 20.0f, 0.02f, 1.5f));
        }
    }
}

// Inserting in sorted order, ever smaller, all in one place: the depth must stay bounded and the answers right.
TEST(BvhEdit, AdversarialOrders) {
    const int n = scaled(20000);
    for (int kind = 0; kind < 6; ++kind) {
        BvhModel model(0.0f);
        Random random(10 + kind);
        for (int i = 0; i < n; ++i) {
            Vec3 c = kZero, h{0.4f, 0.4f, 0.4f};
            const float x = static_cast<float>(i);
            if (kind == 0) c = {x, 0, 0};                                         // a sorted line
            if (kind == 1) c = {x * x, 0, 0};                                     // spreading
            if (kind == 3) c = {1.0f / (x + 1.0f), 0, 0}, h = {0.0f, 0.0f, 0.0f}; // points that crowd together
            if (kind == 4) c = random.inBox(1e7f), h = random.logUniform(1e-3f, 1e6f) * Vec3{1, 1, 1};
            if (kind == 5) h = (x + 1.0f) * Vec3{1, 1, 1}; // nested; kind 2: all the same
            model.insert({.box = {c - h, c + h}});
        }
        ASSERT_TRUE(model.tree.validate()) << kind;
        EXPECT_LE(model.tree.depth(), 50) << kind;
        for (int k = 0; k < 20; ++k) {
            const Vec3 c = center(model.entries[random.below(n)].tight);
            const Aabb query = inflate(Aabb{c, c}, 0.3f);
            ASSERT_EQ(overlapping(model.tree, query, 1u), model.overlapping(query, 1u)) << kind;
        }
        model.tree.rebuild();
        ASSERT_TRUE(model.tree.validate()) << kind;
        EXPECT_LE(model.tree.depth(), 24) << kind;
        for (int i = n - 1; i > 0; --i) model.remove(kind % 2 ? 0 : i);
        ASSERT_TRUE(model.tree.validate()) << kind;
    }
}

TEST(BvhEdit, MarginKeepsSmallMotionOut) {
    DynamicBvh tree({.margin = 0.1f});
    const Aabb box{{0, 0, 0}, {1, 1, 1}};
    const ProxyId id = tree.insert({.box = box});
    tree.clearMoved();
    EXPECT_FALSE(tree.move({id, {{0.09f, 0, 0}, {1.09f, 1, 1}}}));
    EXPECT_EQ(tree.movedCount(), 0);
    EXPECT_TRUE(tree.move({id, {{0.11f, 0, 0}, {1.11f, 1, 1}}, {3, 0, -1}}));
    EXPECT_EQ(tree.movedCount(), 1);
    EXPECT_TRUE(contains(tree.fatBox(id), Aabb{{0.11f, 0, -1}, {4.11f, 1, 1}})); // stretched along the prediction
    // Landed: a box that is much larger than needed shrinks again.
    EXPECT_TRUE(tree.move({id, {{0.2f, 0, 0}, {1.2f, 1, 1}}}));
    EXPECT_LT(tree.fatBox(id).upper.x, 1.4f);
}

TEST(BvhEdit, OptimizeRestoresAWornTree) {
    Random random(5);
    BvhModel model;
    std::vector<ProxyDef> defs;
    for (int i = 0; i < 5000; ++i) defs.push_back({.box = randomBox(random, 30.0f, 0.4f, 0.6f)});
    model.insertMany(defs);
    const float fresh = model.tree.cost();
    for (int i = 0; i < 5000; ++i) model.move(i, randomBox(random, 30.0f, 0.4f, 0.6f));
    model.tree.refit();
    EXPECT_GT(model.tree.cost(), 5.0f * fresh);
    model.tree.optimize();
    EXPECT_LT(model.tree.cost(), 1.3f * fresh);
    EXPECT_TRUE(model.tree.validate());
}

} // namespace
} // namespace cairn::test
