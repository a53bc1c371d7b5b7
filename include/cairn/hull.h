// Convex hulls: the data, and the builder that makes one from any cloud of points.
#pragma once

#include <cairn/array.h>
#include <cairn/math.h>

#include <span>

namespace cairn {

// dot(normal, x) = offset on the face, less inside.
struct HullPlane {
    Vec3 normal;
    float offset;
};

// Half-edges come in pairs: the twin of edge i is edge i ^ 1.
struct HullEdge {
    uint16_t origin; // vertex
    uint16_t next;   // next half-edge of the same face, counter-clockwise seen from outside
    uint16_t face;
};

struct HullFace {
    uint16_t firstEdge;
    uint16_t firstVertex; // into faceVertices
    uint16_t vertexCount;
};

struct Hull {
    Array<Vec3> vertices;
    Array<HullPlane> planes; // one per face
    Array<HullFace> faces;
    Array<HullEdge> edges;
    Array<uint16_t> faceVertices; // the vertex loop of each face, counter-clockwise from outside

    Aabb bounds = {};
    Vec3 centroid = {}; // of the volume
    float volume = 0.0f;
    Sym33 inertia = {};    // about the centroid, at density 1
    float innerRadius = 0; // distance from the centroid to the nearest face
    float edgeCosine = -1; // no two neighbouring faces have normals with a smaller dot product than this

    bool empty() const { return vertices.empty(); }
};

inline constexpr int kMaxHullVertices = 10000;    // half-edges, 6 per vertex, are numbered in 16 bits
inline constexpr float kMaxHullCoordinate = 2e7f; // inertia grows with the fifth power and must fit a float

struct HullOptions {
    int maxVertices = 64;         // 4 to kMaxHullVertices; more points are simplified so that little volume is lost
    float mergeTolerance = 1e-3f; // 0 to 0.1; faces that bend less than this share of the cloud's size become one face,
    float mergeLimit = 5e-4f;     // metres: but none that bend more than this, so that depths hold to a millimetre
};

// Empty, with a reported error, for clouds without volume: fewer than 4 distinct points, collinear, flat, not finite.
Hull buildHull(std::span<const Vec3> points, const HullOptions& options = {});
Hull buildBoxHull(Vec3 halfExtents);

} // namespace cairn
