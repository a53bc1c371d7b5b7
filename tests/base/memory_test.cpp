// Memory: blocks keep their bytes and their alignment when they grow, in the heap, in pages and from one to the other.
#include "base/frame_arena.h"
#include "base/pages.h"
#include "support/counting_allocator.h"

#include <cairn/array.h>

#include <gtest/gtest.h>

namespace cairn {

namespace {

bool beginsALine(const void* p) { return reinterpret_cast<uintptr_t>(p) % 64 == 0; }

void growFarPastAPage() {
    Array<uint32_t> a;
    constexpr int kCount = 1'000'000; // 4 MB
    for (int i = 0; i < kCount; ++i) {
        a.push(static_cast<uint32_t>(i) * 2654435761u);
        if ((i & (i - 1)) == 0) {
            ASSERT_TRUE(beginsALine(a.data()));
        }
    }
    for (int i = 0; i < kCount; ++i) ASSERT_EQ(a[i], static_cast<uint32_t>(i) * 2654435761u);
    const Array<uint32_t> copy = a;
    EXPECT_EQ(copy[kCount - 1], a[kCount - 1]);
}

} // namespace

TEST(Memory, arraysKeepTheirElementsWhileTheyGrow) { growFarPastAPage(); }

TEST(Memory, aHookSeesEveryByte) {
    test::CountingAllocator counting;
    growFarPastAPage();
    {
        FrameArena arena;
        for (std::size_t size = 1000; size < 2'000'000; size *= 2) {
            std::memset(arena.allocate(size, "frame"), 1, size);
            arena.reset();
        }
    }
    EXPECT_GT(counting.allocations(), 0);
    EXPECT_EQ(counting.live(), 0);
    EXPECT_EQ(counting.liveBytes(), 0);
}

TEST(Memory, blocksOfEverySizeAboutThatOfPagesGrow) {
    for (const std::size_t from : {std::size_t{64}, kMinPages - 64, kMinPages, kMinPages + 64})
        for (const std::size_t more : {std::size_t{64}, std::size_t{4096}, 3 * kMinPages})
            for (const std::size_t kept : {std::size_t{0}, from / 2, from}) {
                auto* block = static_cast<unsigned char*>(allocate(from, 64));
                for (std::size_t i = 0; i < from; ++i) block[i] = static_cast<unsigned char>(i * 7);
                block = static_cast<unsigned char*>(grow(block, from, kept, from + more, 64));
                ASSERT_TRUE(beginsALine(block));
                for (std::size_t i = 0; i < kept; ++i) ASSERT_EQ(block[i], static_cast<unsigned char>(i * 7));
                std::memset(block, 1, from + more);
                release(block, from + more, 64);
            }
}

} // namespace cairn
