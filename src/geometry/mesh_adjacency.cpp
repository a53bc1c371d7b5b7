// Which triangles share an edge, and how the surface bends there.
//
// Edges are put in one list per lower vertex by counting, and each short list is sorted by (upper vertex, edge number),
// a total order: linear for ordinary meshes, n log n for a fan of any size.
#include "geometry/mesh_build.h"

#include <algorithm>

namespace cairn {
namespace {

// What hangs on one vertex: entries [start[v], start[v + 1]) of a list.
template <class Record> struct VertexLists {
    Array<int> start;
    Array<Record> records;

    // `vertexOf(i)` is the vertex of record i, `recordOf(i)` the record.
    template <class VertexOf, class RecordOf>
    void fill(int vertexCount, int count, VertexOf&& vertexOf, RecordOf&& recordOf) {
        start.assign(vertexCount + 1, 0);
        for (int i = 0; i < count; ++i) ++start[static_cast<int>(vertexOf(i)) + 1];
        for (int v = 0; v < vertexCount; ++v) start[v + 1] += start[v];
        Array<int> at = start;
        records.resizeUninitialized(count);
        for (int i = 0; i < count; ++i) records[at[static_cast<int>(vertexOf(i))]++] = recordOf(i);
        // total order: records differ in their last member, the triangle or edge number
        for (int v = 0; v < vertexCount; ++v) std::sort(records.data() + start[v], records.data() + start[v + 1]);
    }
};

struct TriangleRecord {
    uint32_t second, third; // after the lowest vertex, in winding order
    uint32_t triangle;
    friend auto operator<=>(const TriangleRecord&, const TriangleRecord&) = default;
};

struct EdgeRecord {
    uint32_t upper;
    uint32_t edge; // 3 * triangle + side
    friend auto operator<=>(const EdgeRecord&, const EdgeRecord&) = default;
};

int lowestCorner(const MeshTriangle& t) {
    const int i = t.vertex[1] < t.vertex[0] ? 1 : 0;
    return t.vertex[2] < t.vertex[i] ? 2 : i;
}

// Edge kind from the side of triangle a: b's far corner below a's plane makes a ridge.
EdgeKind bend(Vec3 normalA, Vec3 normalB, Vec3 start, Vec3 farB, float sinFlat) {
    const float sine = length(cross(normalA, normalB)), cosine = dot(normalA, normalB);
    if (cosine > 0.0f && sine <= sinFlat) return EdgeKind::Flat;
    return dot(normalA, farB - start) < 0.0f ? EdgeKind::Convex : EdgeKind::Concave;
}

} // namespace

int dropDuplicateTriangles(Mesh& mesh) {
    const auto& triangles = mesh.triangles;
    VertexLists<TriangleRecord> lists;
    lists.fill(
        mesh.vertices.count(), triangles.count(),
        [&](int i) { return triangles[i].vertex[lowestCorner(triangles[i])]; },
        [&](int i) {
            const MeshTriangle& t = triangles[i];
            const int k = lowestCorner(t);
            return TriangleRecord{t.vertex[(k + 1) % 3], t.vertex[(k + 2) % 3], static_cast<uint32_t>(i)};
        });

    Array<uint8_t> duplicate;
    duplicate.resize(triangles.count());
    int count = 0;
    for (int v = 0; v < mesh.vertices.count(); ++v)
        for (int i = lists.start[v] + 1; i < lists.start[v + 1]; ++i) {
            const TriangleRecord &a = lists.records[i - 1], &b = lists.records[i];
            if (a.second != b.second || a.third != b.third) continue;
            duplicate[static_cast<int>(b.triangle)] = 1;
            ++count;
        }
    if (count == 0) return 0;

    int kept = 0;
    for (int i = 0; i < triangles.count(); ++i) {
        if (duplicate[i]) continue;
        mesh.triangles[kept] = mesh.triangles[i];
        mesh.normals[kept] = mesh.normals[i];
        mesh.sourceTriangle[kept] = mesh.sourceTriangle[i];
        ++kept;
    }
    mesh.triangles.resizeUninitialized(kept);
    mesh.normals.resizeUninitialized(kept);
    mesh.sourceTriangle.resizeUninitialized(kept);
    return count;
}

void connectTriangles(Mesh& mesh, float flatAngle) {
    Array<MeshTriangle>& triangles = mesh.triangles;
    for (MeshTriangle& t : triangles)
        for (int k = 0; k < 3; ++k) t.neighbour[k] = kNoIndex, t.edge[k] = EdgeKind::Boundary;

    const auto from = [&](int e) { return triangles[e / 3].vertex[e % 3]; };
    const auto to = [&](int e) { return triangles[e / 3].vertex[(e % 3 + 1) % 3]; };
    VertexLists<EdgeRecord> lists;
    lists.fill(
        mesh.vertices.count(), 3 * triangles.count(), [&](int e) { return std::min(from(e), to(e)); },
        [&](int e) {
            return EdgeRecord{std::max(from(e), to(e)), static_cast<uint32_t>(e)};
        });

    const float sinFlat = sinCos(flatAngle).sin;
    for (int v = 0; v < mesh.vertices.count(); ++v)
        for (int i = lists.start[v], j; i < lists.start[v + 1]; i = j) {
            j = i + 1;
            while (j < lists.start[v + 1] && lists.records[j].upper == lists.records[i].upper) ++j;
            if (j - i == 1) {
                ++mesh.report.boundaryEdges;
                continue;
            }
            const int a = static_cast<int>(lists.records[i].edge), b = static_cast<int>(lists.records[i + 1].edge);
            if (j - i > 2 || from(a) == from(b)) {
                ++mesh.report.irregularEdges;
                continue;
            }
            const int ta = a / 3, tb = b / 3;
            const Vec3 start = mesh.vertices[static_cast<int>(from(a))];
            const Vec3 farA = mesh.vertices[static_cast<int>(triangles[ta].vertex[(a % 3 + 2) % 3])];
            const Vec3 farB = mesh.vertices[static_cast<int>(triangles[tb].vertex[(b % 3 + 2) % 3])];
            triangles[ta].neighbour[a % 3] = static_cast<uint32_t>(tb);
            triangles[tb].neighbour[b % 3] = static_cast<uint32_t>(ta);
            triangles[ta].edge[a % 3] = bend(mesh.normals[ta], mesh.normals[tb], start, farB, sinFlat);
            triangles[tb].edge[b % 3] = bend(mesh.normals[tb], mesh.normals[ta], start, farA, sinFlat);
        }
}

} // namespace cairn
