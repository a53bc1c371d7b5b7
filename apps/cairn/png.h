// Writes PNG files: 8-bit RGB.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::app {

struct Image {
    int width = 0, height = 0;
    std::vector<uint8_t> rgb; // rows from the top
};

std::vector<uint8_t> encodePng(const Image& image);
bool writePng(const Image& image, const std::string& file);

} // namespace cairn::app
