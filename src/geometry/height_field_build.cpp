// buildHeightField: checks, and the pyramid of height ranges. Sampling the surface.
#include "geometry/height_field.h"

#include <cairn/error.h>

#include <cstdio>

namespace cairn {
namespace {

bool refuse(const char* field, double value, const char* reason) {
    reportError({"buildHeightField", field, value, reason});
    return false;
}

constexpr int kMaxSide = 32768;
constexpr float kMaxCoordinate = 1e8f;

bool checkDef(const HeightFieldDef& def) {
    if (def.columns < 2 || def.columns > kMaxSide) return refuse("columns", def.columns, "must be between 2 and 32768");
    if (def.rows < 2 || def.rows > kMaxSide) return refuse("rows", def.rows, "must be between 2 and 32768");
    const std::size_t samples = static_cast<std::size_t>(def.columns) * static_cast<std::size_t>(def.rows);
    const std::size_t cells = static_cast<std::size_t>(def.columns - 1) * static_cast<std::size_t>(def.rows - 1);
    if (samples > (1u << 28)) return refuse("columns", def.columns, "columns * rows must be at most 2^28");
    if (def.heights.size() != samples)
        return refuse("heights", static_cast<double>(def.heights.size()), "the count must be columns * rows");
    if (!def.materials.empty() && def.materials.size() != cells)
        return refuse("materials", static_cast<double>(def.materials.size()),
                      "the count must be (columns - 1) * (rows - 1), or zero");
    if (!(def.spacingX >= 1e-4f && def.spacingX <= 1e6f))
        return refuse("spacingX", def.spacingX, "must be between 1e-4 and 1e6");
    if (!(def.spacingZ >= 1e-4f && def.spacingZ <= 1e6f))
        return refuse("spacingZ", def.spacingZ, "must be between 1e-4 and 1e6");
    if (!(abs(def.heightScale) <= 1e6f))
        return refuse("heightScale", def.heightScale, "must be finite and at most 1e6");
    for (int k = 0; k < 3; ++k) {
        const char* field[] = {"origin.x", "origin.y", "origin.z"};
        const float x = component(def.origin, k);
        if (!(abs(x) <= 0.1f * kMaxCoordinate)) return refuse(field[k], x, "must be finite and at most 1e7");
    }
    if (!(static_cast<float>(def.columns) * def.spacingX <= kMaxCoordinate))
        return refuse("spacingX", def.spacingX, "the field is wider than 1e8");
    if (!(static_cast<float>(def.rows) * def.spacingZ <= kMaxCoordinate))
        return refuse("spacingZ", def.spacingZ, "the field is wider than 1e8");
    for (std::size_t i = 0; i < samples; ++i)
        if (!(abs(def.heights[i] * def.heightScale) <= kMaxCoordinate)) {
            char field[32];
            std::snprintf(field, sizeof field, "heights[%zu]", i);
            return refuse(field, def.heights[i], "a scaled height must be finite and at most 1e8");
        }
    return true;
}

HeightRange mergeRanges(HeightRange a, HeightRange b) { return {min(a.lower, b.lower), max(a.upper, b.upper)}; }

void buildRanges(HeightField& f) {
    const HeightRange none{kEmptyAabb.lower.y, kEmptyAabb.upper.y};
    f.levelColumns[0] = f.cellColumns();
    f.levelRows[0] = f.cellRows();
    for (int r = 0; r < f.cellRows(); ++r)
        for (int c = 0; c < f.cellColumns(); ++c) {
            HeightRange range = none;
            for (int k = 0; k < 4 && !f.isHole(c, r); ++k) {
                const float y = f.sample(c + (k & 1), r + (k >> 1)).y;
                range = mergeRanges(range, {y, y});
            }
            f.ranges.push(range);
        }
    f.levelCount = 1;
    while (f.levelColumns[f.levelCount - 1] > 1 || f.levelRows[f.levelCount - 1] > 1) {
        const int below = f.levelCount - 1, level = f.levelCount++;
        const int columns = f.levelColumns[below], rows = f.levelRows[below];
        f.levelStart[level] = f.ranges.count();
        f.levelColumns[level] = (columns + 1) / 2;
        f.levelRows[level] = (rows + 1) / 2;
        for (int r = 0; r < f.levelRows[level]; ++r)
            for (int c = 0; c < f.levelColumns[level]; ++c) {
                HeightRange range = none;
                for (int k = 0; k < 4; ++k) {
                    const int cc = 2 * c + (k & 1), rr = 2 * r + (k >> 1);
                    if (cc < columns && rr < rows)
                        range = mergeRanges(range, f.ranges[f.levelStart[below] + rr * columns + cc]);
                }
                f.ranges.push(range);
            }
    }
}

} // namespace

HeightField buildHeightField(const HeightFieldDef& def) {
    if (!checkDef(def)) return {};
    HeightField f;
    f.columns = def.columns;
    f.rows = def.rows;
    f.origin = def.origin;
    f.spacingX = def.spacingX;
    f.spacingZ = def.spacingZ;
    f.heights.append(def.heights);
    for (float& h : f.heights) h *= def.heightScale;
    if (def.materials.empty())
        f.materials.assign(f.cellColumns() * f.cellRows(), 0);
    else
        f.materials.append(def.materials);
    buildRanges(f);
    const HeightRange all = f.ranges.back();
    if (all.lower > all.upper) {
        refuse("materials", kHeightFieldHole, "every cell is a hole");
        return {};
    }
    const Vec3 last = f.sample(f.columns - 1, f.rows - 1);
    f.bounds = {{f.origin.x, all.lower, f.origin.z}, {last.x, all.upper, last.z}};
    return f;
}

bool sampleHeight(const HeightField& f, float x, float z, float& height, Vec3& normal) {
    if (f.empty() ||
        !(x >= f.bounds.lower.x && x <= f.bounds.upper.x && z >= f.bounds.lower.z && z <= f.bounds.upper.z))
        return false;
    const int c = cellAlong(x, f.origin.x, f.spacingX, f.cellColumns());
    const int r = cellAlong(z, f.origin.z, f.spacingZ, f.cellRows());
    if (f.isHole(c, r)) return false;
    const float u = (x - f.sample(c, r).x) / f.spacingX, v = (z - f.sample(c, r).z) / f.spacingZ;
    const int half = u > v ? 1 : 0;
    const FieldTriangle t = fieldTriangle(f, c, r, half);
    normal = fieldNormal(f, t, half);
    height = t.corner[0].y - (normal.x * (x - t.corner[0].x) + normal.z * (z - t.corner[0].z)) / normal.y;
    return true;
}

} // namespace cairn
