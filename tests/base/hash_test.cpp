// Hashes: fixed values, and that every bit of the input counts.
#include "base/hash.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <vector>

namespace cairn {
namespace {

// Recorded files hold these values: they must never change, on any machine.
TEST(Hash, ValuesAreFixed) {
    unsigned char bytes[100];
    for (int i = 0; i < 100; ++i) bytes[i] = static_cast<unsigned char>(i * 7 + 1);
    EXPECT_EQ(hashBytes(bytes, 0), 15790435431518185396ull);
    EXPECT_EQ(hashBytes(bytes, 1), 16220713119282930717ull);
    EXPECT_EQ(hashBytes(bytes, 13), 7775631844842832253ull);
    EXPECT_EQ(hashBytes(bytes, 100), 3789600129979085930ull);
    EXPECT_EQ(hashBytes(bytes, 100, 42), 234897566784398362ull);
}

TEST(Hash, AlignmentDoesNotMatterAndBytesOutsideAreIgnored) {
    test::Random random(1);
    alignas(64) unsigned char buffer[256 + 64];
    for (int trial = 0; trial < test::scaled(2000); ++trial) {
        const int size = random.below(200);
        std::vector<unsigned char> data(size);
        for (unsigned char& b : data) b = static_cast<unsigned char>(random.next());
        for (unsigned char& b : buffer) b = static_cast<unsigned char>(random.next());
        const uint64_t expected = hashBytes(data.data(), size);
        const int offset = 1 + random.below(60);
        if (size > 0) std::memcpy(buffer + offset, data.data(), size);
        ASSERT_EQ(hashBytes(buffer + offset, size), expected);
    }
}

TEST(Hash, NoCollisionsAmongSimilarInputs) {
    std::set<uint64_t> seen;
    std::size_t made = 0;
    // All lengths of zeros, all single bits in 64 bytes, small integers in several widths.
    const unsigned char zeros[512] = {};
    for (std::size_t n = 0; n <= 512; ++n) seen.insert(hashBytes(zeros, n)), ++made;
    for (int i = 0; i < 512; ++i) {
        unsigned char bits[64] = {};
        bits[i / 8] = static_cast<unsigned char>(1 << (i % 8));
        seen.insert(hashBytes(bits, 64)), ++made;
    }
    const uint64_t integers = static_cast<uint64_t>(test::scaled(200'000));
    for (uint64_t i = 1; i < integers; ++i) {
        seen.insert(hashBytes(&i, 8)), ++made;
        seen.insert(hashBytes(&i, 4)), ++made;
        seen.insert(hashCombine(7, i)), ++made;
    }
    EXPECT_EQ(seen.size(), made);
}

// Any flipped bit flips each output bit with probability one half.
TEST(Hash, Avalanche) {
    test::Random random(2);
    const int trials = test::scaled(4000) + 1000;
    for (const int size : {4, 8, 12, 31, 32, 33, 64, 100}) {
        std::vector<int> flips(64, 0);
        for (int t = 0; t < trials; ++t) {
            unsigned char data[100];
            for (unsigned char& b : data) b = static_cast<unsigned char>(random.next());
            const uint64_t before = hashBytes(data, size);
            const int bit = random.below(8 * size);
            data[bit / 8] = static_cast<unsigned char>(data[bit / 8] ^ (1 << (bit % 8)));
            const uint64_t change = before ^ hashBytes(data, size);
            for (int i = 0; i < 64; ++i) flips[i] += static_cast<int>((change >> i) & 1u);
        }
        for (int i = 0; i < 64; ++i) // five standard deviations
            ASSERT_NEAR(flips[i], 0.5 * trials, 2.5 * std::sqrt(static_cast<double>(trials)))
                << size << " bytes, bit " << i;
    }
}

TEST(Hash, CombineDependsOnOrder) {
    EXPECT_NE(hashCombine(hashCombine(0, 1), 2), hashCombine(hashCombine(0, 2), 1));
    EXPECT_NE(hashBytes("a", 1, 0), hashBytes("a", 1, 1));
}

} // namespace
} // namespace cairn
