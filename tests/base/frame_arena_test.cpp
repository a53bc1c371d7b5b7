// FrameArena: pieces never overlap, rewinds free in order, and a warmed-up arena asks for no memory.
#include "base/frame_arena.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cairn {
namespace {

bool isAligned(const void* p) { return reinterpret_cast<uintptr_t>(p) % FrameArena::kAlignment == 0; }

// Allocations hold their own pattern until they are rewound: no two overlap, in the block or on the heap.
TEST(FrameArena, RandomAllocationsAndRewindsNeverOverlap) {
    struct Piece {
        std::span<uint32_t> memory;
        uint32_t pattern;
    };
    struct Level {
        FrameArena::Mark mark;
        std::size_t pieceCount;
    };
    test::Random random(1);
    FrameArena arena;
    for (int frame = 0; frame < test::scaled(300); ++frame) {
        std::vector<Piece> pieces;
        std::vector<Level> levels;
        uint32_t pattern = 1;
        for (int op = 0; op < 200; ++op) {
            const int kind = random.below(10);
            if (kind == 0) {
                levels.push_back({arena.mark(), pieces.size()});
            } else if (kind == 1 && !levels.empty()) {
                arena.rewind(levels.back().mark);
                pieces.resize(levels.back().pieceCount);
                levels.pop_back();
            } else {
                const auto memory = arena.allocate<uint32_t>(random.below(200), "piece");
                ASSERT_TRUE(isAligned(memory.data()));
                for (uint32_t& word : memory) word = pattern;
                pieces.push_back({memory, pattern++});
            }
            ASSERT_EQ(arena.allocations().size(), pieces.size());
        }
        for (const Piece& piece : pieces)
            for (const uint32_t word : piece.memory) ASSERT_EQ(word, piece.pattern);
        std::size_t sum = 0;
        for (const auto& a : arena.allocations()) sum += a.size;
        ASSERT_EQ(sum, arena.statistics().used);
        arena.reset();
        ASSERT_EQ(arena.statistics().used, 0u);
        ASSERT_EQ(arena.statistics().spillCount, 0);
        ASSERT_GE(arena.statistics().capacity, arena.statistics().highWater);
    }
}

TEST(FrameArena, RepeatedFrameSpillsOnce) {
    FrameArena arena(100);
    for (int frame = 0; frame < 5; ++frame) {
        for (int i = 0; i < 20; ++i) arena.allocate(1000, "data");
        EXPECT_EQ(arena.statistics().spillCount, frame == 0 ? 20 : 0);
        arena.reset();
        EXPECT_EQ(arena.statistics().spillTotal, 20);
        EXPECT_GE(arena.statistics().capacity, 20u * 1024u);
        EXPECT_LE(arena.statistics().capacity, 26u * 1024u);
    }
}

TEST(FrameArena, FramesThatGrowALittleSeldomSpill) {
    FrameArena arena(1 << 16);
    int spillingFrames = 0;
    for (std::size_t size = 1 << 16; size < 1 << 20; size += size / 100) {
        arena.allocate(size, "data");
        spillingFrames += arena.statistics().spillCount;
        arena.reset();
    }
    EXPECT_LE(spillingFrames, 14); // log 16 / log 1.25, and one more for the rounding; frames: 279
}

TEST(FrameArena, ScopeGivesBackBlockAndSpills) {
    FrameArena arena(1024);
    arena.allocate(512, "kept");
    {
        FrameArenaScope scope(arena);
        arena.allocate(100, "inside");
        arena.allocate(5000, "spilled");
        EXPECT_EQ(arena.statistics().spillCount, 1);
        EXPECT_EQ(arena.allocations().size(), 3u);
        EXPECT_EQ(std::string(arena.allocations()[2].name), "spilled");
    }
    EXPECT_EQ(arena.statistics().used, 512u);
    EXPECT_EQ(arena.statistics().spillCount, 0);
    EXPECT_EQ(arena.allocations().size(), 1u);
    EXPECT_EQ(arena.statistics().highWater, 512u + 128u + 5056u);
}

TEST(FrameArena, EmptyAllocationsAreHarmless) {
    FrameArena arena;
    const auto a = arena.allocate<double>(0, "a"), b = arena.allocate<double>(0, "b");
    EXPECT_TRUE(a.empty() && b.empty());
    EXPECT_NE(a.data(), b.data());
    arena.reset();
    arena.reset();
}

int g_liveBytes = 0;

TEST(FrameArena, ReturnsEveryByteToTheAllocator) {
    const auto allocateCounted = [](std::size_t size, std::size_t alignment, void*) -> void* {
        g_liveBytes += static_cast<int>(size);
        return ::operator new(size, std::align_val_t(alignment));
    };
    const auto releaseCounted = [](void* memory, std::size_t size, std::size_t alignment, void*) {
        g_liveBytes -= static_cast<int>(size);
        ::operator delete(memory, std::align_val_t(alignment));
    };
    setAllocator({allocateCounted, releaseCounted, nullptr});
    {
        FrameArena arena;
        arena.allocate(100, "a");
        arena.reset();
        arena.allocate(1'000'000, "b");
        EXPECT_GT(g_liveBytes, 1'000'000);
    }
    EXPECT_EQ(g_liveBytes, 0);
    setAllocator({});
}

} // namespace
} // namespace cairn
