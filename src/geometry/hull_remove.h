// Takes vertices out of a triangle hull, one at a time, exactly; and the choice of vertices for a vertex limit.
//
// Without vertex v the hull has a hole whose rim is the ring of v's neighbours; the hull of the other vertices covers
// it with triangles of ring vertices only. The triangle at a rim edge is the one that has no ring vertex above it; it
// splits the rim in two, and so on. Side tests are exact, and the vertices are corners of a strictly convex set (the
// merge drops the others first), so three on a line do not occur and the surface stays closed and convex.
#pragma once

#include "geometry/hull_quick.h"

namespace cairn {

class HullRemover {
public:
    HullRemover(const HullCloud& cloud, TriangleHull& hull);

    // Volume that the hull loses with the vertex, in cells of the grid; negative when it cannot be removed.
    double loss(int point);
    // How far the vertex sticks out of its neighbours in the direction of its mean normal, metres.
    double stickOut(int point);
    // False, and nothing changed, when the rest would not be a solid.
    bool remove(int point);
    // The neighbours of the last vertex asked about, in order.
    const Array<int>& ring() const { return m_ring; }
    bool isAlive(int point) const { return m_faceOf[point] >= 0; }
    int vertexCount() const { return m_alive; }
    // Packs the tables of the hull. Must be called after the last removal.
    void finish();

private:
    struct Patch {
        int a, b, c; // ring positions
    };
    bool walkRing(int point);
    bool patchHole(int point);

    const HullCloud& m_cloud;
    TriangleHull& m_hull;
    Array<int> m_faceOf;  // per point: a face that it is part of, or -1
    Array<int> m_ring;    // points around the vertex, counter-clockwise from outside
    Array<int> m_star;    // star[i] is the face (vertex, ring[i], ring[i + 1])
    Array<Patch> m_patch; // triangles over the hole
    Array<int> m_ends;    // stack of chain ends while patching
    Array<int> m_dead;    // freed faces
    int m_alive;
};

// Removes vertices until `limit` are left, always the one that costs the least volume.
void removeToLimit(const HullCloud& cloud, TriangleHull& hull, int limit);

} // namespace cairn
