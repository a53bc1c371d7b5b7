// A fast 64-bit hash of bytes, for state hashes and content keys. The value depends on the bytes and the seed alone:
// words are read as little-endian on every machine, at any alignment. It is part of recorded files, so it must not
// change. Not for hostile input: anyone can construct collisions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace cairn {

// Bijective mixing of 64 bits: every input bit changes every output bit with probability close to one half.
inline uint64_t hashMix(uint64_t a) {
    a ^= a >> 32;
    a *= 0xD6E8FEB86659FD93ull;
    a ^= a >> 32;
    a *= 0xD6E8FEB86659FD93ull;
    return a ^ (a >> 32);
}

// Order matters: hashCombine(a, b) != hashCombine(b, a).
inline uint64_t hashCombine(uint64_t hash, uint64_t value) {
    return hashMix(hash * 0x9E3779B97F4A7C15ull + value + 0x165667B19E3779F9ull);
}

namespace detail {

inline uint64_t loadLittle64(const unsigned char* p) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    uint64_t word = 0;
    for (int i = 7; i >= 0; --i) word = (word << 8) | p[i];
#else
    uint64_t word;
    std::memcpy(&word, p, sizeof(word));
#endif
    return word;
}

} // namespace detail

// Four accumulators take turns, one word each, so that the multiplications of a 32-byte stripe overlap. Each step is a
// bijection of the accumulator for a fixed word and of the word for a fixed accumulator: a difference in one word
// cannot vanish. The tail is padded with zeros; the length, mixed in at the end, tells it from real zeros.
inline uint64_t hashBytes(const void* data, std::size_t size, uint64_t seed = 0) {
    constexpr uint64_t kMultiplier = 0xA0F2EC75A1FE1575ull;
    uint64_t lanes[4] = {seed ^ 0x243F6A8885A308D3ull, seed ^ 0x13198A2E03707344ull, seed ^ 0xA4093822299F31D0ull,
                         seed ^ 0x082EFA98EC4E6C89ull};
    const auto step = [](uint64_t& lane, uint64_t word) {
        lane = (lane ^ word) * kMultiplier;
        lane ^= lane >> 29;
    };
    const unsigned char* p = static_cast<const unsigned char*>(data);
    std::size_t rest = size;
    for (; rest >= 32; rest -= 32, p += 32)
        for (int i = 0; i < 4; ++i) step(lanes[i], detail::loadLittle64(p + 8 * i));
    if (rest > 0) {
        unsigned char padded[32] = {};
        std::memcpy(padded, p, rest);
        for (int i = 0; i < 4; ++i) step(lanes[i], detail::loadLittle64(padded + 8 * i));
    }
    uint64_t hash = hashCombine(seed, size);
    for (const uint64_t a : lanes) hash = hashCombine(hash, a);
    return hash;
}

} // namespace cairn
