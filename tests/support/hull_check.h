// An independent check that a Hull is a closed convex polyhedron with consistent tables.
#pragma once

#include <cairn/hull.h>

#include <cmath>
#include <cstdio>
#include <string>

namespace cairn::test {

// Empty when the hull is fine, else what is wrong with it.
inline std::string hullProblem(const Hull& hull, double planarity = 2e-3) {
    const auto say = [](const char* what, int i) {
        char text[96];
        std::snprintf(text, sizeof text, "%s (%d)", what, i);
        return std::string(text);
    };
    const int vertexCount = hull.vertices.count(), faceCount = hull.faces.count(), edgeCount = hull.edges.count();
    if (vertexCount < 4 || faceCount < 4) return say("too small", vertexCount);
    if (hull.planes.count() != faceCount) return say("plane count", hull.planes.count());
    if (hull.faceVertices.count() != edgeCount) return say("loop count", hull.faceVertices.count());
    if (vertexCount - edgeCount / 2 + faceCount != 2 || edgeCount % 2 != 0) return say("Euler", edgeCount);
    const Vec3 extent = hull.bounds.upper - hull.bounds.lower;
    const double size = static_cast<double>(maxComponent(extent));
    // Float planes are as good as the largest coordinate allows.
    const double reach =
        static_cast<double>(max(maxComponent(abs(hull.bounds.lower)), maxComponent(abs(hull.bounds.upper))));
    const double rounding = 4e-7 * reach;

    Array<int> degree(vertexCount);
    for (int e = 0; e < edgeCount; ++e) {
        const HullEdge& edge = hull.edges[e];
        if (edge.origin >= vertexCount || edge.face >= faceCount || edge.next >= edgeCount) return say("edge range", e);
        const HullEdge &next = hull.edges[edge.next], &twin = hull.edges[e ^ 1];
        if (next.face != edge.face) return say("next is on another face", e);
        if (twin.face == edge.face) return say("twin is on the same face", e);
        if (twin.origin != next.origin) return say("twin does not start where the edge ends", e);
        if (twin.origin == edge.origin) return say("edge of one vertex", e);
        if (hull.vertices[edge.origin] == hull.vertices[twin.origin]) return say("edge without length", e);
        ++degree[edge.origin];
    }
    for (int v = 0; v < vertexCount; ++v) {
        if (degree[v] < 3) return say("vertex degree", v);
        const Vec3 p = hull.vertices[v];
        if (!(min(p, hull.bounds.lower) == hull.bounds.lower) || !(max(p, hull.bounds.upper) == hull.bounds.upper))
            return say("bounds", v);
    }
    int used = 0;
    for (int f = 0; f < faceCount; ++f) {
        const HullFace& face = hull.faces[f];
        if (face.vertexCount < 3) return say("face corners", f);
        if (face.firstVertex != used) return say("face loops are not packed", f);
        used += face.vertexCount;
        int e = face.firstEdge;
        for (int i = 0; i < face.vertexCount; ++i) {
            if (hull.edges[e].face != f) return say("edge of another face", f);
            if (hull.edges[e].origin != hull.faceVertices[face.firstVertex + i]) return say("loop and edges differ", f);
            e = hull.edges[e].next;
        }
        if (e != face.firstEdge) return say("edge loop does not close", f);

        const HullPlane& plane = hull.planes[f];
        const DVec3 n = toDouble(plane.normal);
        if (!(std::fabs(length(n) - 1.0) < 1e-5)) return say("normal length", f);
        DVec3 area{0, 0, 0};
        const auto at = [&](int i) {
            return toDouble(hull.vertices[hull.faceVertices[face.firstVertex + i % face.vertexCount]]);
        };
        for (int i = 1; i + 1 < face.vertexCount; ++i) area += cross(at(i) - at(0), at(i + 1) - at(0));
        if (!(dot(area, n) > 0)) return say("area or orientation", f);
        for (int i = 0; i < face.vertexCount; ++i) {
            const double h = dot(n, at(i)) - static_cast<double>(plane.offset);
            if (!(std::fabs(h) <= planarity * size + rounding)) return say("corner off the plane", f);
        }
        for (int v = 0; v < vertexCount; ++v) {
            const double h = dot(n, toDouble(hull.vertices[v])) - static_cast<double>(plane.offset);
            if (!(h <= rounding + 1e-6 * size)) return say("vertex above a plane", f);
        }
    }
    if (!(hull.volume > 0) || !(hull.innerRadius > -rounding)) return say("volume or inner radius", 0);
    if (!(hull.inertia.xx > 0 && hull.inertia.yy > 0 && hull.inertia.zz > 0)) return say("inertia", 0);
    return {};
}

} // namespace cairn::test
