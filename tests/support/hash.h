// FNV-1a over bytes: golden values that tie compilers, instruction sets and thread counts together.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cairn::test {

inline uint64_t hashBytes(const void* data, std::size_t size, uint64_t hash = 0xCBF29CE484222325ull) {
    const unsigned char* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001B3ull;
    return hash;
}

} // namespace cairn::test
