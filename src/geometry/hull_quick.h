// Quickhull with exact side tests: a closed triangle surface around a cloud.
//
// Points outside wait in the conflict list of one face that they see. The face whose farthest point is (within a factor
// of two) farthest of all is taken next; the faces seen by that point are removed and the rim of the hole is joined to
// it. Because "sees" is decided exactly and strictly, the removed faces always form a disc, new triangles are never
// degenerate, a point that was outside either sees one of the new faces or is inside for good, and the volume grows
// with every step: no repair, no hang. Coplanar neighbours are left to the merge (hull_merge.cpp). After Barber,
// Dobkin, Huhdanpaa 1996; the order of choice is our own, see insertions below.
#pragma once

#include "geometry/hull_cloud.h"

namespace cairn {

struct TriangleFace {
    int vertex[3];   // counter-clockwise from outside; points of the cloud
    int neighbor[3]; // across the edge vertex[i] -> vertex[i + 1]
    GridPlane plane;
};

struct TriangleHull {
    Array<TriangleFace> faces;
    Array<int> vertices; // the points used, in order of insertion
};

enum class HullStatus : uint8_t { Ok, TooSmall, Coincident, Collinear, Flat };

struct QuickhullLimits {
    double tolerance = 0;      // points this near (metres) to the surface are left out
    int maxVertices = 1 << 30; // stop there, farthest points first
};

// Four points that span the cloud, the first face seen from outside the fourth, and how thick the cloud is.
struct HullSimplex {
    int point[4];
    double thickness; // distance of the fourth point from the plane of the others, metres
};
HullStatus findSimplex(const HullCloud& cloud, HullSimplex& simplex);

void quickhull(const HullCloud& cloud, const HullSimplex& simplex, const QuickhullLimits& limits, TriangleHull& out);

} // namespace cairn
