// The mesh builder on any bytes, then rays, casts, distance and manifolds on what it made: indices stay in range,
// answers are finite, normals are unit, patches have one to four points, and nothing hangs.
#include "support/bytes.h"

#include <cairn/error.h>
#include <cairn/manifold.h>
#include <cairn/mesh.h>
#include <cairn/query.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using namespace cairn;

using fuzz::Bytes;

// -4 to 4.
Vec3 vectorFrom(Bytes& in) {
    const float x = 4.0f * in.small(), y = 4.0f * in.small(), z = 4.0f * in.small();
    return {x, y, z};
}

void require(bool ok, const char* what) {
    if (ok) return;
    std::fprintf(stderr, "fuzz_mesh: %s\n", what);
    std::abort();
}

bool isUnit(Vec3 n) { return std::fabs(length(n) - 1.0f) < 1e-3f; }

void checkMesh(const Mesh& mesh) {
    const uint32_t triangles = static_cast<uint32_t>(mesh.triangles.count());
    for (int i = 0; i < mesh.triangles.count(); ++i) {
        const MeshTriangle& t = mesh.triangles[i];
        require(isUnit(mesh.normals[i]), "unit normals");
        for (int k = 0; k < 3; ++k) {
            require(t.vertex[k] < static_cast<uint32_t>(mesh.vertices.count()), "vertex numbers in range");
            if (t.neighbour[k] == kNoIndex) continue;
            require(t.neighbour[k] < triangles, "neighbours in range");
            const MeshTriangle& n = mesh.triangles[static_cast<int>(t.neighbour[k])];
            bool back = false;
            for (const uint32_t x : n.neighbour) back = back || x == static_cast<uint32_t>(i);
            require(back, "neighbours know each other");
        }
    }
}

void checkQueries(const Mesh& mesh, Bytes& in) {
    const Shape ground = ShapeMesh{&mesh};
    const uint32_t triangles = static_cast<uint32_t>(mesh.triangles.count());
    const float scale = in.byte() % 4 == 0 ? 1.0f : max(maxComponent(extents(mesh.bounds)), 1e-3f);
    const Vec3 middle = center(mesh.bounds);
    const CastHit ray = rayCast(ground, middle + scale * vectorFrom(in), scale * vectorFrom(in));
    if (ray)
        require(ray.child < triangles && ray.fraction >= 0 && ray.fraction <= 1 && isUnit(ray.normal),
                "a sound ray hit");

    const float size = min(max(0.25f * scale, 1e-4f), 1e6f);
    const Shape shapes[] = {ShapeSphere{size},
                            ShapeCapsule{size, 0.5f * size},
                            ShapeBox{{size, 0.5f * size, 0.7f * size}},
                            ShapeBox{{size, size, size}, 0.1f * size},
                            ShapeCylinder{size, size},
                            ShapeCone{size, size}};
    const Shape& shape = shapes[in.byte() % 6];
    const Vec3 axis = vectorFrom(in);
    const Transform pose{middle + scale * vectorFrom(in), normalize(Quat{axis, in.small()})};

    const CastHit cast = shapeCast(ground, shape, pose, scale * vectorFrom(in));
    if (cast)
        require(cast.child < triangles && cast.fraction >= 0 && cast.fraction <= 1 && isFinite(cast.point),
                "a sound cast hit");
    const DistanceResult d = shapeDistance(ground, shape, pose);
    require(d.distance >= 0 && isFinite(d.distance) && isFinite(d.pointA), "a sound distance");

    ManifoldCache cache;
    Array<Manifold> patches;
    collide(shape, ground, inverse(pose), 0.05f * size, cache, patches);
    for (const Manifold& m : patches) {
        require(m.count >= 1 && m.count <= 4 && isUnit(m.normal) && m.childB < triangles, "a sound patch");
        for (int i = 0; i < m.count; ++i) {
            require(isFinite(m.points[i].position) && isFinite(m.points[i].separation), "finite points");
            require(m.points[i].separation <= 0.06f * size, "no point beyond the margin");
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
    Bytes in{data, size};
    ErrorCapture quiet;
    const int mode = in.byte(), vertexCount = in.byte() % 40, triangleCount = in.byte() % 60;
    std::vector<Vec3> positions;
    std::vector<uint32_t> indices;
    for (int i = 0; i < vertexCount; ++i) {
        // Any bit pattern, a coarse grid (many coincidences), or small fractions; sometimes far away.
        Vec3 p = mode % 8 == 0 ? Vec3{in.raw(), in.raw(), in.raw()} : vectorFrom(in);
        if (mode % 8 == 1) p = {std::floor(p.x), std::floor(p.y), std::floor(p.z)};
        if (mode % 8 == 2) p = p + Vec3{1e7f, 0, -1e7f};
        positions.push_back(p);
    }
    for (int i = 0; i < 3 * triangleCount + (mode & 128 ? 1 : 0); ++i)
        indices.push_back(static_cast<uint32_t>(mode & 64 || vertexCount == 0 ? in.byte() : in.byte() % vertexCount));
    MeshOptions options;
    options.weldTolerance = mode & 16 ? 0.1f : 0.0f;
    options.doubleSided = (mode & 32) != 0;
    const Mesh mesh = buildMesh(positions, indices, {}, options);
    require(mesh.empty() == (quiet.count() > 0), "empty exactly when refused");
    if (mesh.empty()) return 0;
    checkMesh(mesh);
    for (int i = 0; i < 4; ++i) checkQueries(mesh, in);
    return 0;
}
