// Contacts with the face of one triangle: the supporting feature of the convex shape, cut by the triangle's three
// walls.
//
// Only the face normal counts here, however the shape sticks out over the triangle's edges. Neighbouring triangles
// share a wall, so together they see all of the feature, once: no gaps and no edge normals on a surface made of many
// triangles.
#include "geometry/manifold_mesh.h"

namespace cairn {
namespace {

struct Corner {
    Vec3 p;
    uint16_t tag;  // feature of the convex shape
    uint16_t side; // the convex shape's side from here to the next corner; 0 along a wall
    uint8_t cut;   // 0, or 1 + wall for corners made by a wall
};

struct Loop {
    int count = 0;
    Corner corners[FaceClip::kMaxPoints];
    void add(const Corner& c) {
        if (count < FaceClip::kMaxPoints) corners[count++] = c;
    }
};

// Cuts a closed polygon, or an open segment, by one wall; d > 0 is inside.
void cutByWall(const Loop& from, Vec3 wall, float offset, float slack, int number, Loop& to) {
    to.count = 0;
    const int sides = from.count == 2 ? 1 : from.count;
    const auto heightOf = [&](const Corner& c) { return dot(wall, c.p) - offset; };
    for (int i = 0; i < from.count; ++i) {
        const Corner& p = from.corners[i];
        const float dp = heightOf(p);
        if (dp >= -slack) to.add(p);
        if (i >= sides) break;
        const Corner& q = from.corners[i + 1 < from.count ? i + 1 : 0];
        const float dq = heightOf(q);
        if ((dp >= -slack) == (dq >= -slack)) continue;
        Corner cut{lerp(p.p, q.p, clamp(dp / (dp - dq), 0.0f, 1.0f)), p.side, p.side, static_cast<uint8_t>(1 + number)};
        if (dp >= -slack) cut.side = 0; // going out: the next side is the wall
        to.add(cut);
    }
}

uint32_t mixId(uint32_t a, uint32_t b) {
    uint32_t h = a * 0x9E3779B1u ^ (b + 0x7F4A7C15u);
    h = (h ^ (h >> 15)) * 0x85EBCA6Bu;
    return h ^ (h >> 13);
}

// Which of the six axis directions the normal is nearest to: keeps the names of one corner on floor and wall apart.
uint32_t sixth(Vec3 n) {
    const Vec3 a = abs(n);
    const int axis = a.x > a.y ? (a.x > a.z ? 0 : 2) : (a.y > a.z ? 1 : 2);
    return static_cast<uint32_t>(2 * axis + (component(n, axis) < 0.0f ? 1 : 0));
}

// A corner of the convex shape keeps its name while it slides from triangle to triangle; a cut is named by both.
uint32_t nameOf(const Corner& c, const SurfaceTriangle& t) {
    if (c.cut == 0) return mixId(c.tag, sixth(t.normal));
    return mixId(t.index * 4u + c.cut, 0x10000u + c.tag);
}

float slackAt(const SurfaceTriangle& t, int edge, const ClipInput& in) {
    return t.edge[edge] == EdgeKind::Flat ? in.flatSlack : in.slack;
}

void addPoint(const Corner& c, const SurfaceTriangle& t, const ClipInput& in, FaceClip& out) {
    const float separation = dot(t.normal, c.p - t.corner[0]) - in.rounding;
    if (!(separation <= in.margin)) return;
    out.points[out.count++] = {c.p - (in.rounding + 0.5f * separation) * t.normal, separation, nameOf(c, t), t.index,
                               c.cut == 0};
    out.least = min(out.least, separation);
}

} // namespace

TriangleWalls::TriangleWalls(const SurfaceTriangle& t) {
    for (int k = 0; k < 3; ++k) inward[k] = normalize(cross(t.normal, t.corner[(k + 1) % 3] - t.corner[k]));
}

void clipToFace(const PatchFeature& feature, const SurfaceTriangle& t, const TriangleWalls& walls, const ClipInput& in,
                FaceClip& out) {
    out.count = 0;
    out.least = kHuge;
    Loop a, b;
    for (int i = 0; i < feature.count; ++i) a.add({feature.corners[i], feature.corner[i], feature.side[i], 0});
    Loop *from = &a, *to = &b;
    for (int k = 0; k < 3 && from->count > 0; ++k) {
        const Vec3 wall = walls.inward[k];
        cutByWall(*from, wall, dot(wall, t.corner[k]), slackAt(t, k, in), k, *to);
        Loop* swap = from;
        from = to;
        to = swap;
    }
    for (int i = 0; i < from->count; ++i) addPoint(from->corners[i], t, in, out);
}

void addLowest(const Support& lowest, const SurfaceTriangle& t, const TriangleWalls& walls, const ClipInput& in,
               FaceClip& out) {
    if (out.count == FaceClip::kMaxPoints) return;
    for (int k = 0; k < 3; ++k) {
        const Vec3 wall = walls.inward[k];
        if (!(dot(wall, lowest.point) - dot(wall, t.corner[k]) >= -slackAt(t, k, in))) return;
    }
    const uint16_t tag = lowest.index == kNoVertex ? uint16_t(0x7fff) : vertexTag(lowest.index);
    addPoint({lowest.point, tag, 0, 0}, t, in, out);
}

} // namespace cairn
