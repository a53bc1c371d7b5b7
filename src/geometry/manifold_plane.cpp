// The half-space y <= 0 (A) against a convex solid (B): the solid's lowest features.
//
// The normal is fixed, so nothing is searched: take the vertices, ends or rim points that face the plane, keep those
// within the margin. Ids name the feature of B, so a rocking body keeps them.
#include "geometry/manifold_internal.h"

#include <cairn/hull.h>

namespace cairn {

namespace {

// p: a point of B's core, in A's frame. The surface is `radius` below it.
void addPoint(Vec3 p, float radius, float margin, uint32_t featureId, Manifold& out) {
    const float gap = p.y - radius;
    if (gap <= margin) out.points[out.count++] = {{p.x, 0.5f * gap, p.z}, gap, featureId};
}

// The four corners of the face that looks down most.
void addBox(const Shape& b, const Transform& bInA, float margin, Manifold& out) {
    const Mat33 r = toMatrix(bInA.q);
    const float down[3] = {r.cx.y, r.cy.y, r.cz.y};
    int axis = 0;
    for (int i = 1; i < 3; ++i)
        if (abs(down[i]) > abs(down[axis])) axis = i;
    for (int corner = 0; corner < 4; ++corner) {
        // Bits of the vertex index: set where the coordinate is positive, as in support().
        const int low = corner & 1, high = corner >> 1;
        int vertex = down[axis] > 0.0f ? 0 : 1 << axis;
        vertex |= low << ((axis + 1) % 3) | high << ((axis + 2) % 3);
        const Vec3 local{vertex & 1 ? b.size.x : -b.size.x, vertex & 2 ? b.size.y : -b.size.y,
                         vertex & 4 ? b.size.z : -b.size.z};
        addPoint(r * local + bInA.p, b.rounding, margin, static_cast<uint32_t>(vertex + 1), out);
    }
}

// Four points of a disc at fixed angles of the body, so that they stay put; the one nearest to the disc's lowest point
// moves there, so that the deepest point is exact. Its name does not change.
void addDisc(Vec3 center, Vec3 x, Vec3 z, float radius, const Shape& b, float margin, uint32_t firstId, Manifold& out) {
    const float downX = -x.y, downZ = -z.y;
    const float l = sqrt(downX * downX + downZ * downZ);
    constexpr float kX[4] = {1, 0, -1, 0}, kZ[4] = {0, 1, 0, -1};
    int nearest = -1;
    if (l > 0.0f) {
        nearest = 0;
        for (int k = 1; k < 4; ++k)
            if (kX[k] * downX + kZ[k] * downZ > kX[nearest] * downX + kZ[nearest] * downZ) nearest = k;
        // A level disc has no lowest point: its direction is round-off.
        if (radius * (l - (kX[nearest] * downX + kZ[nearest] * downZ)) < 0.1f * kPointTolerance) nearest = -1;
    }
    for (int k = 0; k < 4; ++k) {
        const Vec3 direction = k == nearest ? (downX / l) * x + (downZ / l) * z : kX[k] * x + kZ[k] * z;
        addPoint(center + radius * direction, b.rounding, margin, firstId + static_cast<uint32_t>(k), out);
    }
}

constexpr float kStanding = 0.7f; // cosine of the tilt up to which a cap is the feature that faces the plane

// Standing on a cap: the cap's disc. Lying or leaning: the lowest line of the side, at both ends.
void addCylinder(const Shape& b, const Transform& bInA, float margin, Manifold& out) {
    const Mat33 r = toMatrix(bInA.q);
    if (abs(r.cy.y) >= kStanding) {
        const float side = r.cy.y > 0.0f ? -1.0f : 1.0f;
        addDisc(bInA.p + (side * b.size.y) * r.cy, r.cx, r.cz, b.size.x, b, margin, side < 0.0f ? 11u : 21u, out);
        return;
    }
    const Vec3 down = normalizeOr(r.cy.y * r.cy - Vec3{0, 1, 0}, Vec3{0, -1, 0});
    for (int k = 0; k < 2; ++k)
        addPoint(bInA.p + (k == 0 ? -b.size.y : b.size.y) * r.cy + b.size.x * down, b.rounding, margin,
                 1u + static_cast<uint32_t>(k), out);
}

void addCone(const Shape& b, const Transform& bInA, float margin, Manifold& out) {
    const Mat33 r = toMatrix(bInA.q);
    const Vec3 base = bInA.p - b.size.y * r.cy;
    if (r.cy.y >= kStanding) {
        addDisc(base, r.cx, r.cz, b.size.x, b, margin, 11u, out);
        return;
    }
    const Vec3 down = normalizeOr(r.cy.y * r.cy - Vec3{0, 1, 0}, r.cx);
    addPoint(base + b.size.x * down, b.rounding, margin, 1, out);
    addPoint(bInA.p + b.size.y * r.cy, b.rounding, margin, 2, out);
}

// Vertices within the margin, thinned to four whenever the buffer is full: the choice keeps the spread and the deepest.
void addHull(const Shape& b, const Transform& bInA, float margin, Manifold& out) {
    constexpr int kBuffer = 32;
    PatchCorner points[kBuffer];
    int count = 0;
    const Mat33 r = toMatrix(bInA.q);
    const Array<Vec3>& vertices = b.hull->vertices;
    for (int i = 0; i < vertices.count(); ++i) {
        const Vec3 p = r * vertices[i] + bInA.p;
        const float gap = p.y - b.rounding;
        if (!(gap <= margin)) continue;
        if (count == kBuffer) count = reducePatch(points, count);
        points[count++] = {p.x, p.z, gap, static_cast<uint32_t>(i + 1)};
    }
    out.isPartial = count > 4;
    count = reducePatch(points, count);
    for (int i = 0; i < count; ++i)
        out.points[out.count++] = {
            {points[i].u, 0.5f * points[i].separation, points[i].v}, points[i].separation, points[i].id};
}

} // namespace

bool collidePlane(const Shape&, const Shape& b, const Transform& bInA, float margin, ManifoldCache&, Manifold& out) {
    out.normal = {0, 1, 0};
    out.count = 0;
    switch (b.kind) {
    case ShapeKind::Sphere: addPoint(bInA.p, b.rounding, margin, 1, out); break;
    case ShapeKind::Capsule: {
        const Vec3 u = rotate(bInA.q, Vec3{0, 1, 0});
        addPoint(bInA.p - b.size.y * u, b.rounding, margin, 1, out);
        addPoint(bInA.p + b.size.y * u, b.rounding, margin, 2, out);
        break;
    }
    case ShapeKind::Box: addBox(b, bInA, margin, out); break;
    case ShapeKind::Cylinder: addCylinder(b, bInA, margin, out); break;
    case ShapeKind::Cone: addCone(b, bInA, margin, out); break;
    case ShapeKind::Hull: addHull(b, bInA, margin, out); break;
    default: break;
    }
    return out.count > 0;
}

} // namespace cairn
