// IdPool against a set of ids: a stale id is never taken for a live one.
#include "base/id_pool.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <vector>

namespace cairn {
namespace {

struct Thing;
using ThingId = Id<Thing>;

TEST(IdPool, RandomOperationsAgainstASetOfIds) {
    test::Random random(1);
    IdPool<Thing> pool;
    std::vector<ThingId> live, dead;
    std::set<ThingId> everMade;
    for (int op = 0; op < test::scaled(300'000); ++op) {
        if (live.empty() || random.below(100) < 52) {
            const ThingId id = pool.acquire();
            ASSERT_TRUE(static_cast<bool>(id));
            ASSERT_TRUE(everMade.insert(id).second) << "an id was given out twice";
            live.push_back(id);
        } else {
            const int i = random.below(static_cast<int>(live.size()));
            ASSERT_TRUE(pool.release(live[i]));
            dead.push_back(live[i]);
            live[i] = live.back();
            live.pop_back();
        }
        ASSERT_EQ(pool.count(), static_cast<int>(live.size()));
        if (!live.empty()) {
            ASSERT_TRUE(pool.isLive(live[random.below(static_cast<int>(live.size()))]));
        }
        if (!dead.empty()) {
            const ThingId stale = dead[random.below(static_cast<int>(dead.size()))];
            ASSERT_FALSE(pool.isLive(stale));
            ASSERT_FALSE(pool.release(stale));
        }
    }
    std::set<ThingId> expected(live.begin(), live.end());
    uint32_t last = 0;
    pool.forEach([&](ThingId id) {
        EXPECT_GE(id.index, last);
        last = id.index;
        EXPECT_EQ(expected.erase(id), 1u);
    });
    EXPECT_TRUE(expected.empty());
}

TEST(IdPool, ReusesTheLastFreedSlot) {
    IdPool<Thing> pool;
    const ThingId a = pool.acquire(), b = pool.acquire(), c = pool.acquire();
    EXPECT_EQ(a.generation, 1u);
    pool.release(a), pool.release(c), pool.release(b);
    EXPECT_EQ(pool.acquire().index, b.index);
    EXPECT_EQ(pool.acquire().index, c.index);
    EXPECT_EQ(pool.acquire().index, a.index);
    EXPECT_EQ(pool.slotCount(), 3);
}

TEST(IdPool, NullAndForgedIdsAreNotLive) {
    IdPool<Thing> pool;
    EXPECT_FALSE(pool.isLive({}));
    EXPECT_FALSE(pool.release({}));
    const ThingId a = pool.acquire();
    EXPECT_FALSE(pool.isLive({a.index, 0}));
    EXPECT_FALSE(pool.isLive({a.index + 1, 1}));
    EXPECT_FALSE(pool.isLive({0xFFFFFFFFu, 1}));
    pool.release(a);
    for (uint32_t generation = 0; generation < 10; ++generation) EXPECT_FALSE(pool.isLive({a.index, generation}));
}

// Going back in time: ids made after the saved state must not come alive in it.
TEST(IdPool, RestoredPoolRejectsIdsFromItsFuture) {
    IdPool<Thing> pool;
    const ThingId a = pool.acquire();
    pool.release(a);
    IdPool<Thing> saved = pool;
    const ThingId future = pool.acquire();
    EXPECT_TRUE(pool.isLive(future));
    EXPECT_FALSE(saved.isLive(future));
    EXPECT_EQ(saved.acquire(), future) << "the same calls give the same ids";
}

struct LastLife {
    void array(const char* name, Array<uint32_t>& values) {
        if (std::strcmp(name, "generations") == 0) values[0] = 0xFFFFFFFFu;
    }
    void value(const char*, int&) {}
};

TEST(IdPool, WornOutSlotIsRetired) {
    IdPool<Thing> pool;
    const ThingId first = pool.acquire();
    pool.visitArrays(LastLife{});
    const ThingId last{first.index, 0xFFFFFFFFu};
    EXPECT_TRUE(pool.isLive(last));
    EXPECT_TRUE(pool.release(last));
    EXPECT_EQ(pool.count(), 0);
    const ThingId next = pool.acquire();
    EXPECT_NE(next.index, first.index);
    EXPECT_FALSE(pool.isLive(first));
    EXPECT_FALSE(pool.isLive(last));
    EXPECT_FALSE(pool.isLive({first.index, 0}));
}

} // namespace
} // namespace cairn
