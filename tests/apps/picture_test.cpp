// The software renderer: what is where on the picture, and a PNG that decodes to it.
#include <apps/cairn/picture.h>

#include <gtest/gtest.h>

#include <zlib.h>

namespace cairn::app {

namespace {

// A red ball over a floor.
void buildBall(scenes::Scene& s) {
    s.addGround(50);
    s.add(ShapeSphere{1}, {0, 1, 0}, {.group = 1});
    s.camera = {{0, 2, 8}, {0, 1, 0}, 40};
}

const scenes::SceneInfo kBall{"ball", "tests", "a ball on the floor", {}, buildBall};

struct Pixel {
    int r, g, b;
};
Pixel pixel(const Image& image, int x, int y) {
    const uint8_t* p = &image.rgb[3 * static_cast<std::size_t>(y * image.width + x)];
    return {p[0], p[1], p[2]};
}

} // namespace

TEST(Picture, showsBallFloorSkyAndShadow) {
    const std::unique_ptr<scenes::Scene> scene = scenes::createScene(kBall);
    const Image image = renderScene(*scene, {160, 90}, {});
    const Pixel ball = pixel(image, 80, 45), sky = pixel(image, 80, 3), floor = pixel(image, 20, 80);
    EXPECT_GT(ball.r, ball.g + 50);
    EXPECT_GT(sky.b, sky.r);
    EXPECT_LT(abs(static_cast<float>(floor.r - floor.b)), 30.0f);
    // The sun is at the left: the floor to the right of the ball is darker.
    EXPECT_LT(pixel(image, 98, 57).g + 30, pixel(image, 62, 57).g);
}

TEST(Picture, sameOnTwoThreads) {
    const std::unique_ptr<scenes::Scene> scene = scenes::createScene(kBall);
    const Workers workers(2);
    EXPECT_EQ(renderScene(*scene, {64, 36}, {}).rgb, renderScene(*scene, {64, 36}, workers.tasks()).rgb);
}

TEST(Picture, pngDecodes) {
    Image image{5, 3, {}};
    for (int i = 0; i < 45; ++i) image.rgb.push_back(static_cast<uint8_t>(i * 37));
    const std::vector<uint8_t> png = encodePng(image);
    const auto read32 = [&](std::size_t i) {
        return static_cast<uint32_t>(png[i]) << 24 | static_cast<uint32_t>(png[i + 1]) << 16 |
               static_cast<uint32_t>(png[i + 2]) << 8 | png[i + 3];
    };
    EXPECT_EQ(read32(16), 5u);
    EXPECT_EQ(read32(20), 3u);
    const std::size_t data = 8 + 25 + 8; // signature, IHDR, head of IDAT
    std::vector<uint8_t> rows(3 * 16);
    uLongf size = rows.size();
    ASSERT_EQ(uncompress(rows.data(), &size, png.data() + data, read32(data - 8)), Z_OK);
    ASSERT_EQ(size, rows.size());
    // Undo the filters.
    for (std::size_t y = 0; y < 3; ++y) {
        for (std::size_t i = 0; i < 15; ++i) {
            const auto old = [&](std::size_t row, std::size_t k) { return static_cast<int>(image.rgb[row * 15 + k]); };
            const int a = i >= 3 ? old(y, i - 3) : 0, b = y > 0 ? old(y - 1, i) : 0,
                      c = y > 0 && i >= 3 ? old(y - 1, i - 3) : 0;
            const int filter = rows[y * 16], p = a + b - c;
            const int pa = std::abs(p - a), pb = std::abs(p - b), pc = std::abs(p - c);
            const int guess = filter == 1 ? a : (filter == 2 ? b : (pa <= pb && pa <= pc ? a : (pb <= pc ? b : c)));
            EXPECT_EQ(static_cast<uint8_t>(rows[y * 16 + 1 + i] + guess), image.rgb[y * 15 + i]);
        }
    }
}

} // namespace cairn::app
