// Turns the triangle surface of quickhull into polygon faces.
//
// A region grows from the largest free triangle over neighbours whose vertices lie within the tolerance below its
// plane; that plane is a plane of the exact hull, so nothing is above it. A good result is a convex polyhedron again:
//   - every vertex has three or more regions around it; one with fewer lies inside a face or along an edge, and is
//     dropped because the surface without it is the same to the tolerance;
//   - every outline is convex; a reflex corner sticks out of its neighbours by less than the tolerance, and is dropped;
//   - every edge is convex between the planes of its two regions, else the tolerance was too large for this cloud.
#pragma once

#include "geometry/hull_quick.h"

namespace cairn {

struct MergedFace {
    DVec3 normal;  // unit, metres
    double offset; // supports all vertices
    int firstCorner, cornerCount;
};

struct MergedCorner {
    int vertex;     // index into TriangleHull::vertices
    int twinCorner; // the corner where the same edge starts in the other direction
    int face;
};

struct MergedHull {
    Array<MergedFace> faces;
    Array<MergedCorner> corners; // outlines, counter-clockwise from outside
    Array<int> dropped;          // indices into TriangleHull::vertices, ascending
};

enum class MergeStatus : uint8_t {
    Valid,
    Dropped, // vertices in `dropped` have no part in the result: take them out and merge again
    Invalid  // use a smaller tolerance
};

// As a tolerance: every triangle is a face. Always Valid.
inline constexpr double kNoMerge = -1;

// Whether any two neighbours lie in one plane to the last bit (or nearly so): only then can the exact merge find work.
bool hasCoplanarNeighbors(const HullCloud& cloud, const TriangleHull& hull);

MergeStatus mergeFaces(const HullCloud& cloud, const TriangleHull& hull, double tolerance, MergedHull& out);

} // namespace cairn
