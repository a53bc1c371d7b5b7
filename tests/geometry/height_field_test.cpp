// The height field builder: refusals, the pyramid, sampling.
#include "geometry/height_field.h"
#include "support/random.h"

#include <cairn/error.h>
#include <cairn/shapes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace cairn {
namespace {

using test::Random;

const std::vector<float> kNine = {0, 1, 2, 3, 4, 5, 6, 7, 8};
HeightFieldDef goodDef() { return {.columns = 3, .rows = 3, .heights = kNine}; }

void expectRefused(const HeightFieldDef& def, const char* field) {
    ErrorCapture capture;
    EXPECT_TRUE(buildHeightField(def).empty());
    EXPECT_EQ(capture.count(), 1);
    EXPECT_STREQ(capture.field(), field);
}

TEST(HeightFieldBadInput, OneColumn) {
    HeightFieldDef def = goodDef();
    def.columns = 1;
    expectRefused(def, "columns");
}
TEST(HeightFieldBadInput, NegativeRows) {
    HeightFieldDef def = goodDef();
    def.rows = -3;
    expectRefused(def, "rows");
}
TEST(HeightFieldBadInput, TooFewHeights) {
    HeightFieldDef def = goodDef();
    def.heights = def.heights.first(8);
    expectRefused(def, "heights");
}
TEST(HeightFieldBadInput, NanHeight) {
    std::vector<float> heights = kNine;
    heights[5] = std::nanf("");
    HeightFieldDef def = goodDef();
    def.heights = heights;
    expectRefused(def, "heights[5]");
}
TEST(HeightFieldBadInput, HugeHeight) {
    std::vector<float> heights = kNine;
    heights[2] = 1e20f;
    HeightFieldDef def = goodDef();
    def.heights = heights;
    expectRefused(def, "heights[2]");
}
TEST(HeightFieldBadInput, ZeroSpacing) {
    HeightFieldDef def = goodDef();
    def.spacingX = 0;
    expectRefused(def, "spacingX");
}
TEST(HeightFieldBadInput, NanSpacing) {
    HeightFieldDef def = goodDef();
    def.spacingZ = std::nanf("");
    expectRefused(def, "spacingZ");
}
TEST(HeightFieldBadInput, InfiniteOrigin) {
    HeightFieldDef def = goodDef();
    def.origin.y = INFINITY;
    expectRefused(def, "origin.y");
}
TEST(HeightFieldBadInput, InfiniteScale) {
    HeightFieldDef def = goodDef();
    def.heightScale = INFINITY;
    expectRefused(def, "heightScale");
}
TEST(HeightFieldBadInput, WrongMaterialCount) {
    const std::vector<uint8_t> materials(9);
    HeightFieldDef def = goodDef();
    def.materials = materials;
    expectRefused(def, "materials");
}
TEST(HeightFieldBadInput, OnlyHoles) {
    const std::vector<uint8_t> materials(4, kHeightFieldHole);
    HeightFieldDef def = goodDef();
    def.materials = materials;
    expectRefused(def, "materials");
}
TEST(HeightFieldBadInput, EmptyFieldShapeIsRefused) {
    ErrorCapture capture;
    const HeightField field;
    EXPECT_FALSE(validate(ShapeHeightField{&field}, "test"));
    EXPECT_FALSE(validate(ShapeHeightField{}, "test"));
    EXPECT_STREQ(capture.field(), "field");
}

TEST(HeightField, BoundsLeaveHolesOut) {
    const std::vector<uint8_t> materials = {0, 0, 0, kHeightFieldHole};
    HeightFieldDef def = goodDef();
    def.materials = materials;
    def.origin = {1e7f, 5, -1e7f};
    def.spacingX = 2;
    const HeightField field = buildHeightField(def);
    EXPECT_EQ(field.bounds.lower, (Vec3{1e7f, 5, -1e7f}));
    EXPECT_EQ(field.bounds.upper, (Vec3{1e7f + 4, 12, -1e7f + 2}));
}

TEST(HeightField, CellsOverABoxAgreeWithBruteForce) {
    Random random(31);
    std::vector<float> heights;
    std::vector<uint8_t> materials;
    for (int i = 0; i < 20 * 31; ++i) heights.push_back(random.uniform(-2, 2));
    for (int i = 0; i < 19 * 30; ++i) materials.push_back(random.below(5) == 0 ? kHeightFieldHole : uint8_t{1});
    const HeightField field = buildHeightField({.columns = 20,
                                                .rows = 31,
                                                .heights = heights,
                                                .materials = materials,
                                                .origin = {-3, 0, -4},
                                                .spacingX = 0.3f,
                                                .spacingZ = 0.25f});
    for (int trial = 0; trial < test::scaled(2000); ++trial) {
        const Vec3 c = random.inBox(5), e = abs(random.inBox(random.logUniform(0.01f, 6)));
        const Aabb box{c - e, c + e};
        std::vector<int> found, expected;
        visitCells(field, box, [&](int column, int row) {
            found.push_back(row * 19 + column);
            return true;
        });
        for (int row = 0; row < 30; ++row)
            for (int column = 0; column < 19; ++column) {
                Aabb cell = kEmptyAabb;
                for (int k = 0; k < 4; ++k) {
                    const Vec3 p = field.sample(column + (k & 1), row + (k >> 1));
                    cell = merge(cell, Aabb{p, p});
                }
                if (!field.isHole(column, row) && overlaps(cell, box)) expected.push_back(row * 19 + column);
            }
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, expected);
    }
}

TEST(HeightField, SamplesItsTriangles) {
    const HeightField field = buildHeightField(goodDef()); // h = x + 3 z
    float height;
    Vec3 normal;
    ASSERT_TRUE(sampleHeight(field, 0.25f, 1.5f, height, normal));
    EXPECT_NEAR(height, 4.75f, 1e-5f);
    EXPECT_NEAR(dot(normal, normalize(Vec3{-1, 1, -3})), 1.0f, 1e-6f);
    EXPECT_TRUE(sampleHeight(field, 2, 2, height, normal));
    EXPECT_NEAR(height, 8.0f, 1e-5f);
    EXPECT_FALSE(sampleHeight(field, 2.01f, 1, height, normal));
    EXPECT_FALSE(sampleHeight(field, std::nanf(""), 1, height, normal));
}

} // namespace
} // namespace cairn
