// buildHull: checks the input, runs cloud -> quickhull -> merge until the result is a clean polyhedron, and fills a
// Hull.
#include "geometry/hull_merge.h"
#include "geometry/hull_quick.h"
#include "geometry/mass_polyhedron.h"

#include <cairn/error.h>
#include <cairn/hull.h>

#include <cstdio>

namespace cairn {

namespace {

constexpr const char* kFunction = "buildHull";

bool refuse(const char* field, double value, const char* reason) {
    reportError({kFunction, field, value, reason});
    return false;
}

bool checkInput(std::span<const Vec3> points, const HullOptions& options) {
    if (options.maxVertices < 4 || options.maxVertices > kMaxHullVertices)
        return refuse("options.maxVertices", options.maxVertices, "must be from 4 to 10000");
    if (!(options.mergeTolerance >= 0.0f && options.mergeTolerance <= 0.1f))
        return refuse("options.mergeTolerance", static_cast<double>(options.mergeTolerance), "must be from 0 to 0.1");
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
    if (status == HullStatus::Coincident) return refuse("points", count, "all points coincide");
    if (status == HullStatus::Collinear) return refuse("points", count, "all points lie on one line");
    return refuse("points", count, "all points lie in one plane");
}

// Keeps the points of the hull that are not in `dropped`.
void keepVertices(const HullCloud& cloud, const TriangleHull& hull, const Array<int>& dropped, Array<Vec3>& kept) {
    kept.clear();
    int next = 0;
    for (int v = 0; v < hull.vertices.count(); ++v) {
        if (next < dropped.count() && dropped[next] == v) {
            ++next;
        } else {
            kept.push(cloud.points[static_cast<std::size_t>(hull.vertices[v])]);
        }
    }
}

void fillHull(const HullCloud& cloud, const TriangleHull& triangles, const MergedHull& merged, Hull& hull) {
    hull.bounds = kEmptyAabb;
    for (const int v : triangles.vertices) {
        const Vec3 p = cloud.points[static_cast<std::size_t>(v)];
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

// One attempt of the pipeline on a set of points. Returns Valid with `hull` filled, Dropped with `kept` filled,
// Invalid.
MergeStatus attempt(std::span<const Vec3> points, const QuickhullLimits& limits, double merge, Hull& hull,
                    Array<Vec3>& kept, HullStatus& status, HullCloud& cloud) {
    HullSimplex simplex;
    TriangleHull triangles;
    MergedHull merged;
    makeCloud(points, cloud);
    status = findSimplex(cloud, simplex);
    if (status != HullStatus::Ok) return MergeStatus::Invalid;
    // A thin cloud must not be thinned away.
    const double cap = 0.05 * simplex.thickness;
    QuickhullLimits capped = limits;
    capped.tolerance = min(limits.tolerance, cap);
    quickhull(cloud, simplex, capped, triangles);
    const MergeStatus result = mergeFaces(cloud, triangles, min(merge, cap), merged);
    if (result == MergeStatus::Valid) fillHull(cloud, triangles, merged, hull);
    if (result == MergeStatus::Dropped) keepVertices(cloud, triangles, merged.dropped, kept);
    return result;
}

} // namespace

Hull buildHull(std::span<const Vec3> points, const HullOptions& options) {
    Hull hull;
    if (!checkInput(points, options)) return hull;
    HullCloud cloud;
    HullStatus status = HullStatus::Ok;
    Array<Vec3> current, kept;
    double merge = -1;
    QuickhullLimits limits{.tolerance = 0, .maxVertices = options.maxVertices};
    std::span<const Vec3> input = points;
    for (;;) {
        if (merge < 0) {
            makeCloud(input, cloud);
            merge = max(static_cast<double>(options.mergeTolerance), 1e-6) * cloud.size;
            limits.tolerance = 0.25 * merge;
        }
        const MergeStatus result = attempt(input, limits, merge, hull, kept, status, cloud);
        if (result == MergeStatus::Valid) return hull;
        if (status != HullStatus::Ok && current.empty()) {
            refuseFlat(cloud, status);
            return hull;
        }
        if (status != HullStatus::Ok || result == MergeStatus::Invalid) {
            merge = merge > 1e-9 * cloud.size ? 0.25 * merge : 0.0;
            if (status != HullStatus::Ok) return hull;
            continue;
        }
        current.swap(kept);
        input = {current.data(), static_cast<std::size_t>(current.count())};
    }
}

Hull buildBoxHull(Vec3 h) {
    Hull hull;
    if (!(h.x > 0.0f && h.y > 0.0f && h.z > 0.0f) || !isFinite(h) || maxComponent(h) > kMaxHullCoordinate) {
        reportError(
            {"buildBoxHull", "halfExtents", static_cast<double>(minComponent(h)), "must be positive, at most 2e7"});
        return hull;
    }
    Vec3 corners[8];
    for (int i = 0; i < 8; ++i) corners[i] = {i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z};
    return buildHull(corners);
}

} // namespace cairn
