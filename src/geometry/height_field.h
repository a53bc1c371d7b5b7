// Cells and triangles of a height field, and walking them over a box.
#pragma once

#include <cairn/height_field.h>

namespace cairn {

struct FieldTriangle {
    Vec3 corner[3];
};

// The cell that holds coordinate x; outside coordinates give the first or last.
inline int cellAlong(float x, float origin, float spacing, int count) {
    const float c = (x - origin) / spacing;
    if (!(c > 0.0f)) return 0;
    return c < static_cast<float>(count) ? min(static_cast<int>(c), count - 1) : count - 1;
}

inline FieldTriangle fieldTriangle(const HeightField& f, int column, int row, int half) {
    const Vec3 a = f.sample(column, row), b = f.sample(column + 1, row + 1);
    if (half == 0) return {{a, f.sample(column, row + 1), b}};
    return {{a, b, f.sample(column + 1, row)}};
}

// Along (-dh/dx, 1, -dh/dz), from the sides that run along x and z: exactly up for level ground.
inline Vec3 fieldNormal(const HeightField& f, const FieldTriangle& t, int half) {
    const float a = t.corner[0].y, b = t.corner[1].y, c = t.corner[2].y;
    const float alongX = half == 0 ? c - b : c - a, alongZ = half == 0 ? b - a : b - c;
    return normalize(Vec3{-alongX / f.spacingX, 1.0f, -alongZ / f.spacingZ});
}

// The box around node (column, row) of a level of the pyramid; upside down where everything is a hole.
inline Aabb fieldNodeBox(const HeightField& f, int level, int column, int row) {
    const HeightRange range = f.ranges[f.levelStart[level] + row * f.levelColumns[level] + column];
    const auto x = [&](int c) {
        return f.origin.x + static_cast<float>(min(c << level, f.cellColumns())) * f.spacingX;
    };
    const auto z = [&](int r) { return f.origin.z + static_cast<float>(min(r << level, f.cellRows())) * f.spacingZ; };
    return {{x(column), range.lower, z(row)}, {x(column + 1), range.upper, z(row + 1)}};
}

// Calls visit(column, row) for every cell that is no hole and whose box overlaps; stops early when visit returns false.
// Columns and rows are found by division; one cell more on each side absorbs its rounding.
template <class Visit> bool visitCells(const HeightField& f, const Aabb& box, Visit&& visit) {
    if (!overlaps(f.bounds, box)) return true;
    const int c0 = max(cellAlong(box.lower.x, f.origin.x, f.spacingX, f.cellColumns()) - 1, 0);
    const int c1 = min(cellAlong(box.upper.x, f.origin.x, f.spacingX, f.cellColumns()) + 1, f.cellColumns() - 1);
    const int r0 = max(cellAlong(box.lower.z, f.origin.z, f.spacingZ, f.cellRows()) - 1, 0);
    const int r1 = min(cellAlong(box.upper.z, f.origin.z, f.spacingZ, f.cellRows()) + 1, f.cellRows() - 1);
    for (int r = r0; r <= r1; ++r) {
        const float z0 = f.origin.z + static_cast<float>(r) * f.spacingZ,
                    z1 = f.origin.z + static_cast<float>(r + 1) * f.spacingZ;
        if (z0 > box.upper.z || z1 < box.lower.z) continue;
        for (int c = c0; c <= c1; ++c) {
            const HeightRange range = f.ranges[r * f.cellColumns() + c];
            const float x0 = f.origin.x + static_cast<float>(c) * f.spacingX,
                        x1 = f.origin.x + static_cast<float>(c + 1) * f.spacingX;
            if (range.lower > box.upper.y || range.upper < box.lower.y || x0 > box.upper.x || x1 < box.lower.x)
                continue;
            if (!visit(c, r)) return false;
        }
    }
    return true;
}

} // namespace cairn
