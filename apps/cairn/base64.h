// Base64 of RFC 4648.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace cairn::app {

inline std::string toBase64(std::span<const std::byte> bytes) {
    static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto at = [&](std::size_t k) { return k < bytes.size() ? static_cast<unsigned>(bytes[k]) : 0u; };
        const unsigned group = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
        for (unsigned k = 0; k < 4; ++k) text += i + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

} // namespace cairn::app
