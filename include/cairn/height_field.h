// Height fields: terrain as a grid of heights. Sample (column, row) is at
//     origin + (column * spacing.x, height, row * spacing.z)
// and every cell between four samples is two triangles that face +Y, cut along the diagonal from its first sample to
// its last. Cells can be holes. The tree is implicit: a pyramid of height ranges, each level half as wide as the one
// below.
#pragma once

#include <cairn/array.h>
#include <cairn/math.h>

namespace cairn {

inline constexpr uint8_t kHeightFieldHole = 255; // a cell of this material is missing
inline constexpr int kHeightFieldMaxLevels = 16;

struct HeightRange {
    float lower, upper; // lower > upper where everything is a hole
};

struct HeightField {
    int columns = 0, rows = 0; // of samples
    Vec3 origin = kZero;       // of sample (0, 0) at height 0
    float spacingX = 1.0f, spacingZ = 1.0f;
    Array<float> heights;     // row by row
    Array<uint8_t> materials; // per cell, row by row: (columns - 1) * (rows - 1); kHeightFieldHole for holes
    // Level 0 is one range per cell; every next level covers 2 x 2 of the one before; the last is one range.
    Array<HeightRange> ranges;
    int levelCount = 0;
    int levelStart[kHeightFieldMaxLevels] = {};
    int levelColumns[kHeightFieldMaxLevels] = {};
    int levelRows[kHeightFieldMaxLevels] = {};
    Aabb bounds = kEmptyAabb;

    bool empty() const { return heights.empty(); }
    int cellColumns() const { return columns - 1; }
    int cellRows() const { return rows - 1; }
    Vec3 sample(int column, int row) const {
        return {origin.x + static_cast<float>(column) * spacingX, origin.y + heights[row * columns + column],
                origin.z + static_cast<float>(row) * spacingZ};
    }
    bool isHole(int column, int row) const { return materials[row * cellColumns() + column] == kHeightFieldHole; }
};

struct HeightFieldDef {
    int columns = 0, rows = 0;               // at least 2 x 2, at most 32768 a side
    std::span<const float> heights = {};     // columns * rows
    std::span<const uint8_t> materials = {}; // one per cell, or nothing; kHeightFieldHole makes a hole
    Vec3 origin = kZero;
    float spacingX = 1.0f, spacingZ = 1.0f;
    float heightScale = 1.0f; // multiplies every height
};

// Triangles are numbered 2 * (row * cellColumns + column) + half; half 0 touches the cell's lower z edge's far corner:
// corners (c, r), (c, r + 1), (c + 1, r + 1); half 1: (c, r), (c + 1, r + 1), (c + 1, r).
// Empty, with a reported error, for bad counts, sizes or heights, and when every cell is a hole.
HeightField buildHeightField(const HeightFieldDef& def);

// The height (in the field's frame) of the surface above or below (x, z). False outside, and in holes.
bool sampleHeight(const HeightField& field, float x, float z, float& height, Vec3& normal);

} // namespace cairn
