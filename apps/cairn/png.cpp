// PNG: signature, header, one compressed block of filtered rows, end. Every row is filtered by what predicts it best.
#include "apps/cairn/png.h"

#include <cstdlib>
#include <fstream>
#include <zlib.h>

namespace cairn::app {

namespace {

constexpr std::size_t kPixel = 3;

void put32(std::vector<uint8_t>& out, uint32_t value) {
    for (const int shift : {24, 16, 8, 0}) out.push_back(static_cast<uint8_t>(value >> shift));
}

void putChunk(std::vector<uint8_t>& out, const char* type, const std::vector<uint8_t>& data) {
    put32(out, static_cast<uint32_t>(data.size()));
    const std::size_t begin = out.size();
    out.insert(out.end(), type, type + 4);
    out.insert(out.end(), data.begin(), data.end());
    put32(out, static_cast<uint32_t>(crc32(0, out.data() + begin, static_cast<uInt>(out.size() - begin))));
}

// The neighbour (left, above, above left) that is nearest to left + above - aboveLeft.
int paeth(int a, int b, int c) {
    const int pa = std::abs(b - c), pb = std::abs(a - c), pc = std::abs(a + b - 2 * c);
    return pa <= pb && pa <= pc ? a : (pb <= pc ? b : c);
}

// Filters 1 (left), 2 (above) and 4 (Paeth); the one with the smallest sum of differences is kept.
void putRow(std::vector<uint8_t>& out, const uint8_t* row, const uint8_t* above, std::size_t bytes) {
    std::vector<uint8_t> best, filtered(bytes);
    long least = -1;
    for (const int filter : {1, 2, 4}) {
        long sum = 0;
        for (std::size_t i = 0; i < bytes; ++i) {
            const int a = i >= kPixel ? row[i - kPixel] : 0, b = above ? above[i] : 0;
            const int c = above && i >= kPixel ? above[i - kPixel] : 0;
            const int guess = filter == 1 ? a : (filter == 2 ? b : paeth(a, b, c));
            filtered[i] = static_cast<uint8_t>(row[i] - guess);
            sum += std::abs(static_cast<int8_t>(filtered[i]));
        }
        if (least >= 0 && sum >= least) continue;
        least = sum;
        best.assign(1, static_cast<uint8_t>(filter));
        best.insert(best.end(), filtered.begin(), filtered.end());
    }
    out.insert(out.end(), best.begin(), best.end());
}

} // namespace

std::vector<uint8_t> encodePng(const Image& image) {
    std::vector<uint8_t> rows, out{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}, header;
    const std::size_t bytes = kPixel * static_cast<std::size_t>(image.width);
    for (int y = 0; y < image.height; ++y) {
        const uint8_t* row = image.rgb.data() + bytes * static_cast<std::size_t>(y);
        putRow(rows, row, y > 0 ? row - bytes : nullptr, bytes);
    }
    uLongf size = compressBound(static_cast<uLong>(rows.size()));
    std::vector<uint8_t> packed(size);
    compress2(packed.data(), &size, rows.data(), static_cast<uLong>(rows.size()), 9);
    packed.resize(size);
    put32(header, static_cast<uint32_t>(image.width));
    put32(header, static_cast<uint32_t>(image.height));
    header.insert(header.end(), {8, 2, 0, 0, 0}); // 8 bits, RGB
    putChunk(out, "IHDR", header);
    putChunk(out, "IDAT", packed);
    putChunk(out, "IEND", {});
    return out;
}

bool writePng(const Image& image, const std::string& file) {
    const std::vector<uint8_t> bytes = encodePng(image);
    std::ofstream out(file, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return static_cast<bool>(out.flush());
}

} // namespace cairn::app
