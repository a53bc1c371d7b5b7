// The steps of buildMesh, each in the file of its name.
#pragma once

#include <cairn/mesh.h>

namespace cairn {

// remap[i] is the vertex that replaces vertex i: the first one within `tolerance` of it (mesh_weld.cpp).
// Returns how many were replaced by another.
int weldVertices(std::span<const Vec3> positions, float tolerance, Array<uint32_t>& remap);

// Removes triangles with the same corners and side as an earlier one, keeping the order of the rest
// (mesh_adjacency.cpp). Returns how many went.
int dropDuplicateTriangles(Mesh& mesh);

// Fills neighbours and edge kinds from vertices and normals (mesh_adjacency.cpp).
void connectTriangles(Mesh& mesh, float flatAngle);

} // namespace cairn
