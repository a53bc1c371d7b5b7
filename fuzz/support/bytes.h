// A fuzzer's input, read as numbers; past its end everything is zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace cairn::fuzz {

struct Bytes {
    const uint8_t* data;
    std::size_t size;

    uint8_t byte() {
        if (size == 0) return 0;
        --size;
        return *data++;
    }
    // Any float there is, NaN and infinity included.
    float raw() {
        uint32_t bits = 0;
        for (int i = 0; i < 4; ++i) bits |= static_cast<uint32_t>(byte()) << (8 * i);
        float f;
        std::memcpy(&f, &bits, 4);
        return f;
    }
    // -1 to 1, in steps of 1/128 and 1/32768.
    float small() { return static_cast<float>(static_cast<int8_t>(byte())) / 128.0f; }
    float fine() { return static_cast<float>(static_cast<int16_t>(byte() | byte() << 8)) / 32768.0f; }
};

} // namespace cairn::fuzz
