// Closest ray casts against surfaces. All in the frame of the mesh or field.
#pragma once

#include <cairn/height_field.h>
#include <cairn/mesh.h>

namespace cairn {

struct SurfaceRay {
    Vec3 origin;
    Vec3 translation;
    float maxFraction = 1.0f;
    bool backFaces = false; // also hit triangles from behind (double-sided meshes always do)
};

struct SurfaceHit {
    float fraction; // of the translation
    Vec3 normal;    // of the triangle, turned against the ray
    uint32_t triangle;
    bool back; // hit from behind
};

// The nearest hit; of equally near ones that of the lowest triangle.
bool castRayMesh(const Mesh& mesh, const SurfaceRay& ray, SurfaceHit& hit);
bool castRayHeightField(const HeightField& field, const SurfaceRay& ray, SurfaceHit& hit);

} // namespace cairn
