// Random and regular triangle meshes for tests and benchmarks.
#pragma once

#include "support/random.h"

#include <cairn/mesh.h>

#include <vector>

namespace cairn::test {

struct MeshData {
    std::vector<Vec3> positions;
    std::vector<uint32_t> indices;

    void triangle(uint32_t a, uint32_t b, uint32_t c) { indices.insert(indices.end(), {a, b, c}); }
    Mesh build(const MeshOptions& options = {}) const { return buildMesh(positions, indices, {}, options); }
    int triangleCount() const { return static_cast<int>(indices.size() / 3); }
    Vec3 corner(int triangle, int k) const { return positions[indices[static_cast<std::size_t>(3 * triangle + k)]]; }
};

// A grid of columns x rows cells on the xz plane, centred, heights from height(x, z), facing up.
template <class Height> MeshData makeTerrain(int columns, int rows, float cell, Height&& height) {
    MeshData m;
    for (int r = 0; r <= rows; ++r)
        for (int c = 0; c <= columns; ++c) {
            const float x = (static_cast<float>(c) - 0.5f * static_cast<float>(columns)) * cell;
            const float z = (static_cast<float>(r) - 0.5f * static_cast<float>(rows)) * cell;
            m.positions.push_back({x, height(x, z), z});
        }
    const auto at = [&](int c, int r) { return static_cast<uint32_t>(r * (columns + 1) + c); };
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            if ((c + r) % 2 == 0) {
                m.triangle(at(c, r), at(c, r + 1), at(c + 1, r + 1));
                m.triangle(at(c, r), at(c + 1, r + 1), at(c + 1, r));
            } else {
                m.triangle(at(c, r), at(c, r + 1), at(c + 1, r));
                m.triangle(at(c + 1, r), at(c, r + 1), at(c + 1, r + 1));
            }
        }
    return m;
}

inline float bumps(float x, float z) {
    return 0.8f * std::sin(0.37f * x) * std::cos(0.29f * z) + 0.25f * std::sin(1.3f * x + 0.7f * z) +
           0.06f * std::cos(4.1f * z - 2.3f * x);
}

// A closed ball of stacks x slices quads, with random bumps of up to `roughness` of the radius.
inline MeshData makeBall(int stacks, int slices, float radius, float roughness, uint64_t seed) {
    Random random(seed);
    MeshData m;
    m.positions.push_back({0, radius, 0});
    for (int i = 1; i < stacks; ++i)
        for (int j = 0; j < slices; ++j) {
            const float a = kPi * static_cast<float>(i) / static_cast<float>(stacks);
            const float b = 2 * kPi * static_cast<float>(j) / static_cast<float>(slices);
            const float r = radius * (1.0f + random.uniform(-roughness, roughness));
            m.positions.push_back({r * std::sin(a) * std::cos(b), r * std::cos(a), r * std::sin(a) * std::sin(b)});
        }
    m.positions.push_back({0, -radius, 0});
    const auto at = [&](int i, int j) { return static_cast<uint32_t>(1 + (i - 1) * slices + j % slices); };
    const uint32_t south = static_cast<uint32_t>(m.positions.size() - 1);
    for (int j = 0; j < slices; ++j) {
        m.triangle(0, at(1, j + 1), at(1, j));
        m.triangle(south, at(stacks - 1, j), at(stacks - 1, j + 1));
        for (int i = 1; i + 1 < stacks; ++i) {
            m.triangle(at(i, j), at(i, j + 1), at(i + 1, j));
            m.triangle(at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
        }
    }
    return m;
}

// Unconnected triangles of mixed sizes in a cube.
inline MeshData makeSoup(int count, float half, uint64_t seed) {
    Random random(seed);
    MeshData m;
    for (int i = 0; i < count; ++i) {
        const Vec3 p = random.inBox(half);
        const float size = random.logUniform(0.01f * half, half);
        const uint32_t first = static_cast<uint32_t>(m.positions.size());
        for (int k = 0; k < 3; ++k) m.positions.push_back(p + random.inBox(size));
        m.triangle(first, first + 1, first + 2);
    }
    return m;
}

} // namespace cairn::test
