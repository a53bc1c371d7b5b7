// buildMesh: checks, welds, drops what has no area, connects, and builds the tree.
#include "geometry/mesh_build.h"

#include "geometry/static_bvh.h"

#include <cairn/error.h>

#include <cstdio>

namespace cairn {
namespace {

constexpr const char* kFunction = "buildMesh";
// A triangle whose height is below this share of its longest side has no direction worth the name in float.
constexpr double kMinHeightShare = 1e-6;
constexpr std::size_t kMaxCount = 1u << 28;

bool refuse(const char* field, double value, const char* reason) {
    reportError({kFunction, field, value, reason});
    return false;
}

bool checkInput(std::span<const Vec3> positions, std::span<const uint32_t> indices, std::span<const uint8_t> materials,
                const MeshOptions& options) {
    if (positions.empty()) return refuse("positions", 0.0, "a mesh needs vertices");
    if (indices.empty()) return refuse("indices", 0.0, "a mesh needs triangles");
    if (positions.size() > kMaxCount)
        return refuse("positions", static_cast<double>(positions.size()), "more than 2^28 vertices");
    if (indices.size() > kMaxCount)
        return refuse("indices", static_cast<double>(indices.size()), "more than 2^28 indices");
    if (indices.size() % 3 != 0)
        return refuse("indices", static_cast<double>(indices.size()), "the count must be a multiple of three");
    if (!materials.empty() && materials.size() != indices.size() / 3)
        return refuse("materials", static_cast<double>(materials.size()),
                      "the count must be that of the triangles, or zero");
    if (!(options.weldTolerance >= 0.0f && options.weldTolerance <= 1e6f))
        return refuse("options.weldTolerance", options.weldTolerance, "must be between 0 and 1e6");
    if (!(options.flatAngle >= 0.0f && options.flatAngle <= 1.0f))
        return refuse("options.flatAngle", options.flatAngle, "must be between 0 and 1 radian");

    char field[48];
    for (std::size_t i = 0; i < positions.size(); ++i)
        for (int k = 0; k < 3; ++k) {
            const float x = component(positions[i], k);
            if (abs(x) <= kMaxMeshCoordinate) continue; // false for NaN
            std::snprintf(field, sizeof field, "positions[%zu].%c", i, "xyz"[k]);
            return refuse(field, x, "a coordinate must be finite and at most 1e8");
        }
    for (std::size_t i = 0; i < indices.size(); ++i)
        if (indices[i] >= positions.size()) {
            std::snprintf(field, sizeof field, "indices[%zu]", i);
            return refuse(field, indices[i], "must be below the number of positions");
        }
    return true;
}

// Unit normal in double; false for a triangle without area.
bool triangleNormal(Vec3 a, Vec3 b, Vec3 c, Vec3& normal) {
    const DVec3 ab = toDouble(b) - toDouble(a), ac = toDouble(c) - toDouble(a), bc = toDouble(c) - toDouble(b);
    const DVec3 n = cross(ab, ac);
    const double twiceArea = length(n), longest = max(lengthSquared(ab), max(lengthSquared(ac), lengthSquared(bc)));
    if (!(twiceArea > kMinHeightShare * longest)) return false;
    normal = toFloat((1.0 / twiceArea) * n);
    return true;
}

// Vertices that no triangle uses go; the others keep their order.
void dropUnusedVertices(Mesh& mesh) {
    Array<uint32_t> number;
    number.assign(mesh.vertices.count(), kNoIndex);
    for (const MeshTriangle& t : mesh.triangles)
        for (const uint32_t v : t.vertex) number[static_cast<int>(v)] = 0;
    int kept = 0;
    for (int i = 0; i < mesh.vertices.count(); ++i) {
        if (number[i] == kNoIndex) continue;
        number[i] = static_cast<uint32_t>(kept);
        mesh.vertices[kept++] = mesh.vertices[i];
    }
    mesh.report.unusedVertices = mesh.vertices.count() - kept - mesh.report.weldedVertices;
    mesh.vertices.resizeUninitialized(kept);
    for (MeshTriangle& t : mesh.triangles)
        for (uint32_t& v : t.vertex) v = number[static_cast<int>(v)];
}

void buildTree(Mesh& mesh) {
    Array<Aabb> boxes;
    boxes.resizeUninitialized(mesh.triangles.count());
    for (int i = 0; i < mesh.triangles.count(); ++i) {
        const uint32_t* v = mesh.triangles[i].vertex;
        const Vec3 a = mesh.vertices[static_cast<int>(v[0])], b = mesh.vertices[static_cast<int>(v[1])];
        const Vec3 c = mesh.vertices[static_cast<int>(v[2])];
        boxes[i] = {min(a, min(b, c)), max(a, max(b, c))};
    }
    mesh.bvh = buildStaticBvh(std::span<const Aabb>(boxes));
    mesh.bounds = mesh.bvh.bounds;
    mesh.leafTriangles.resize(mesh.bvh.leaves.count());
    for (int leaf = 0; leaf < mesh.bvh.leaves.count(); ++leaf)
        for (int lane = 0; lane < kBvhWidth; ++lane) {
            const uint32_t t = mesh.bvh.leaves[leaf].item[lane];
            if (t == kNoIndex) continue;
            for (int k = 0; k < 3; ++k) {
                const Vec3 p = mesh.vertices[static_cast<int>(mesh.triangles[static_cast<int>(t)].vertex[k])];
                for (int axis = 0; axis < 3; ++axis)
                    mesh.leafTriangles[leaf].corner[k][axis][lane] = component(p, axis);
            }
        }
}

} // namespace

Mesh buildMesh(std::span<const Vec3> positions, std::span<const uint32_t> indices, std::span<const uint8_t> materials,
               const MeshOptions& options) {
    if (!checkInput(positions, indices, materials, options)) return {};

    Mesh mesh;
    mesh.doubleSided = options.doubleSided;
    mesh.flatAngle = options.flatAngle;
    mesh.vertices.append(positions);
    Array<uint32_t> remap;
    mesh.report.weldedVertices = weldVertices(positions, options.weldTolerance, remap);

    const int count = static_cast<int>(indices.size() / 3);
    mesh.triangles.reserve(count);
    mesh.normals.reserve(count);
    mesh.sourceTriangle.reserve(count);
    for (int i = 0; i < count; ++i) {
        MeshTriangle t{};
        for (int k = 0; k < 3; ++k) t.vertex[k] = remap[static_cast<int>(indices[static_cast<std::size_t>(3 * i + k)])];
        t.material = materials.empty() ? uint8_t{0} : materials[static_cast<std::size_t>(i)];
        Vec3 normal;
        if (!triangleNormal(mesh.vertices[static_cast<int>(t.vertex[0])], mesh.vertices[static_cast<int>(t.vertex[1])],
                            mesh.vertices[static_cast<int>(t.vertex[2])], normal)) {
            ++mesh.report.degenerateTriangles;
            continue;
        }
        mesh.triangles.push(t);
        mesh.normals.push(normal);
        mesh.sourceTriangle.push(static_cast<uint32_t>(i));
    }
    if (mesh.triangles.empty()) {
        refuse("indices", count, "no triangle has an area");
        return {};
    }
    mesh.report.duplicateTriangles = dropDuplicateTriangles(mesh);
    dropUnusedVertices(mesh);
    connectTriangles(mesh, options.flatAngle);
    buildTree(mesh);
    return mesh;
}

} // namespace cairn
