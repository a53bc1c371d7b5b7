// buildHull: checks the input, runs cloud -> quickhull -> merge until the result is a clean polyhedron, and fills a
// Hull.
#include "geometry/hull_merge.h"
#include "geometry/hull_quick.h"
#include "geometry/hull_remove.h"
#include "geometry/mass_integrals.h"

#include <cairn/error.h>
#include <cairn/hull.h>

#include <cstdio>

namespace cairn {

namespace {

constexpr const char* kFunction = "buildHull";
// Inertia, the fifth power of the size, must fit a float; shapes have the same limit.
constexpr double kMinSize = 1e-5;
constexpr double kMinThickness = 1e-7;

bool refuse(const char* field, double value, const char* reason) {
    reportError({kFunction, field, value, reason});
    return false;
}

bool checkInput(std::span<const Vec3> points, const HullOptions& options) {
    if (options.maxVertices < 4 || options.maxVertices > kMaxHullVertices)
        return refuse("options.maxVertices", options.maxVertices, "must be from 4 to 10000");
    if (!(options.mergeTolerance >= 0.0f && options.mergeTolerance <= 0.1f))
        return refuse("options.mergeTolerance", static_cast<double>(options.mergeTolerance), "must be from 0 to 0.1");
    if (!(options.mergeLimit >= 0.0f))
        return refuse("options.mergeLimit", static_cast<double>(options.mergeLimit), "must not be negative");
    if (points.size() < 4)
        return refuse("points", static_cast<double>(points.size()), "a hull needs at least 4 points");
    if (points.size() > 0x7FFFFFFFu / 4) return refuse("points", static_cast<double>(points.size()), "too many points");
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (int k = 0; k < 3; ++k) {
            const float a = component(points[i], k);
            if (a >= -kMaxHullCoordinate && a <= kMaxHullCoordinate) continue;
            char field[40];
            std::snprintf(field, sizeof field, "points[%zu].%c", i, "xyz"[k]);
            return refuse(field, static_cast<double>(a), "must be finite and within +-2e7");
        }
    }
    return true;
}

bool refuseFlat(const HullCloud& cloud, HullStatus status) {
    const double count = cloud.count();
    if (status == HullStatus::TooSmall)
        return refuse("points", cloud.size, "the cloud is too small: at least 1e-5 across and 1e-7 thick");
    if (status == HullStatus::Coincident) return refuse("points", count, "all points coincide");
    if (status == HullStatus::Collinear) return refuse("points", count, "all points lie on one line");
    return refuse("points", count, "all points lie in one plane");
}

void fillHull(const HullCloud& cloud, const TriangleHull& triangles, const MergedHull& merged, bool snapped,
              Hull& hull) {
    hull = {};
    hull.bounds = kEmptyAabb;
    hull.vertices.reserve(triangles.vertices.count());
    hull.planes.reserve(merged.faces.count());
    hull.faces.reserve(merged.faces.count());
    hull.faceVertices.reserve(merged.corners.count());
    for (const int v : triangles.vertices) {
        const Vec3 p = snapped ? toFloat(cloud.snapped(v)) : cloud.points[static_cast<std::size_t>(v)];
        hull.vertices.push(p);
        hull.bounds = {min(hull.bounds.lower, p), max(hull.bounds.upper, p)};
    }
    // Pairs of half-edges are numbered as their first member is met.
    Array<int> edgeOf(merged.corners.count());
    int pairs = 0;
    for (int i = 0; i < merged.corners.count(); ++i) {
        const int twin = merged.corners[i].twinCorner;
        edgeOf[i] = twin > i ? 2 * pairs++ : edgeOf[twin] + 1;
    }
    hull.edges.resize(merged.corners.count());
    for (int f = 0; f < merged.faces.count(); ++f) {
        const MergedFace& face = merged.faces[f];
        const int first = face.firstCorner, count = face.cornerCount;
        hull.planes.push({toFloat(face.normal), static_cast<float>(face.offset)});
        hull.faces.push(
            {static_cast<uint16_t>(edgeOf[first]), static_cast<uint16_t>(first), static_cast<uint16_t>(count)});
        for (int i = 0; i < count; ++i) {
            const uint16_t vertex = static_cast<uint16_t>(merged.corners[first + i].vertex);
            const int next = edgeOf[first + (i + 1) % count];
            hull.edges[edgeOf[first + i]] = {vertex, static_cast<uint16_t>(next), static_cast<uint16_t>(f)};
            hull.faceVertices.push(vertex);
        }
    }
    setMassOfHull(hull);
}

// The last word on what is handed out, in float: loops close, twins match, Euler's count is right, there is an inside
// and it has weight, and faces look outwards.
bool isClosed(const Hull& hull) {
    const int vertices = hull.vertices.count(), edges = hull.edges.count() / 2, faces = hull.faces.count();
    const Sym33& m = hull.inertia;
    const bool heavy = hull.volume > 0.0f && m.xx > 0.0f && m.yy > 0.0f && m.zz > 0.0f && isFinite(m.xx + m.yy + m.zz);
    if (!heavy || vertices - edges + faces != 2) return false;
    for (int e = 0; e < hull.edges.count(); ++e) {
        const HullEdge &edge = hull.edges[e], &next = hull.edges[edge.next], &twin = hull.edges[e ^ 1];
        if (next.face != edge.face || twin.face == edge.face || twin.origin != next.origin) return false;
    }
    for (int f = 0; f < faces; ++f) {
        const uint16_t* loop = hull.faceVertices.data() + hull.faces[f].firstVertex;
        const DVec3 a = toDouble(hull.vertices[loop[0]]);
        DVec3 area{0, 0, 0};
        for (int i = 1; i + 1 < hull.faces[f].vertexCount; ++i)
            area += cross(toDouble(hull.vertices[loop[i]]) - a, toDouble(hull.vertices[loop[i + 1]]) - a);
        if (!(dot(area, toDouble(hull.planes[f].normal)) > 0)) return false;
    }
    return true;
}

// Half of the allowed bend goes to the merge: a few rounds of it, and the points left out before, add up to the rest.
double mergeDepth(const HullOptions& options, double size) {
    const double bend =
        min(static_cast<double>(options.mergeTolerance) * size, static_cast<double>(options.mergeLimit));
    return 0.5 * max(bend, 2e-6 * size);
}

// The stages and what they hand on.
struct Pipeline {
    HullCloud cloud;
    HullSimplex simplex;
    TriangleHull triangles;
    MergedHull merged;
    Array<Vec3> kept;
    double tolerance = 0; // of the merge, metres

    HullStatus triangulate(std::span<const Vec3> points, const HullOptions& options, int maxVertices) {
        makeCloud(points, cloud);
        if (cloud.size > 0 && cloud.size < kMinSize) return HullStatus::TooSmall;
        const HullStatus status = findSimplex(cloud, simplex);
        if (status != HullStatus::Ok) return status;
        if (simplex.thickness < kMinThickness) return HullStatus::TooSmall;
        // A thin cloud must not be thinned away.
        tolerance = min(mergeDepth(options, cloud.size), 0.01 * simplex.thickness);
        quickhull(cloud, simplex, {.tolerance = 0.25 * tolerance, .maxVertices = maxVertices}, triangles);
        return status;
    }

    // Vertices inside a flat face or along a straight edge are no corners, and vertex removal wants none of them: finds
    // them with the exact merge and builds again without. Few clouds have any; those of the CAD kind have many.
    HullStatus keepCorners(const HullOptions& options) {
        while (hasCoplanarNeighbors(cloud, triangles)) {
            if (mergeFaces(cloud, triangles, 0.0, merged) != MergeStatus::Dropped) return HullStatus::Ok;
            Array<Vec3> corners;
            int next = 0;
            for (int v = 0; v < triangles.vertices.count(); ++v) {
                if (next < merged.dropped.count() && merged.dropped[next] == v) {
                    ++next;
                } else {
                    corners.push(cloud.points[static_cast<std::size_t>(triangles.vertices[v])]);
                }
            }
            kept.swap(corners);
            const double keptTolerance = tolerance;
            const HullStatus status = triangulate(kept, options, kMaxHullVertices);
            if (status != HullStatus::Ok) return status;
            tolerance = min(tolerance, keptTolerance);
        }
        return HullStatus::Ok;
    }

    // Takes out the vertices that the merge found redundant; of two neighbours only one at a time, since each may be
    // redundant because of the other. False when there is none that can go without changing the shape.
    bool removeDropped() {
        HullRemover remover(cloud, triangles);
        Array<uint8_t> blocked(cloud.count());
        bool removed = false;
        for (const int v : merged.dropped) {
            const int point = triangles.vertices[v];
            if (blocked[point] || remover.stickOut(point) > 2 * tolerance || !remover.remove(point)) continue;
            for (const int r : remover.ring()) blocked[r] = 1;
            removed = true;
        }
        remover.finish();
        return removed;
    }

    // Merges until the faces make a polyhedron. Each turn removes a vertex or lowers the tolerance: to exactly flat
    // faces, and then to none at all, which always succeeds.
    void mergeAll() {
        for (;;) {
            const MergeStatus status = mergeFaces(cloud, triangles, tolerance, merged);
            if (status == MergeStatus::Valid) return;
            if (status == MergeStatus::Dropped && removeDropped()) continue;
            tolerance = tolerance > 1e-9 * cloud.size ? 0.25 * tolerance : (tolerance > 0 ? 0.0 : kNoMerge);
        }
    }
};

} // namespace

Hull buildHull(std::span<const Vec3> points, const HullOptions& options) {
    Hull hull;
    if (!checkInput(points, options)) return hull;
    Pipeline p;
    // Removing vertices keeps more volume than adding the farthest ones, but costs more; from this many it keeps as
    // much as from all, to a thousandth.
    HullStatus status = p.triangulate(points, options, min(kMaxHullVertices, 2 * options.maxVertices + 32));
    if (status == HullStatus::Ok) status = p.keepCorners(options);
    if (status != HullStatus::Ok) {
        refuseFlat(p.cloud, status);
        return hull;
    }
    // Before the merge: vertices that it would drop cost the least volume, and go first here as well.
    removeToLimit(p.cloud, p.triangles, options.maxVertices);
    if (p.triangles.vertices.count() > options.maxVertices) {
        refuse("options.maxVertices", options.maxVertices, "the hull cannot be reduced to so few vertices");
        return hull;
    }
    p.mergeAll();
    // The caller's own coordinates are better than snapped ones, except in needles with detail finer than the grid.
    for (const bool snapped : {false, true}) {
        fillHull(p.cloud, p.triangles, p.merged, snapped, hull);
        if (isClosed(hull)) return hull;
    }
    refuse("points", p.cloud.count(), "no closed hull could be made of these points");
    return {};
}

Hull buildBoxHull(Vec3 h) {
    Hull hull;
    static const char* const kFields[] = {"halfExtents.x", "halfExtents.y", "halfExtents.z"};
    for (int i = 0; i < 3; ++i) {
        const float a = component(h, i);
        if (a > 0.0f && a <= kMaxHullCoordinate) continue;
        reportError({"buildBoxHull", kFields[i], static_cast<double>(a), "must be positive, at most 2e7"});
        return hull;
    }
    Vec3 corners[8];
    for (int i = 0; i < 8; ++i) corners[i] = {i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z};
    return buildHull(corners);
}

} // namespace cairn
