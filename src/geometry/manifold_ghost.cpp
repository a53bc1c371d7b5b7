// Ghost contacts across neighbouring shapes.
//
// A shape that slides over a row of boxes or mesh tiles sinks a little into them, and the side of the next tile then
// looks like a wall. What tells it from a real wall is the plane that supports the shape: a patch P is a ghost if
// everything it touches lies at or below the supporting plane of another patch Q, because nothing below that plane can
// stop a motion along it. The reverse must not hold (on a ridge each side lies below the other's plane: both are real).
// A ghost is replaced by what the other shape gives along Q's normal if it has a face there, and dropped otherwise.
#include "geometry/manifold_ghost.h"

#include "geometry/cast.h"
#include "geometry/manifold_hull.h"
#include "geometry/manifold_internal.h"
#include "geometry/manifold_mesh.h"

#include <cairn/compound.h>
#include <cairn/error.h>

namespace cairn {
namespace {

constexpr float kSameNormal = 0.9990f; // 2.6 degrees: a face that can stand in for Q's
constexpr float kEqualNormal = 3e-6f;  // radians: P already stands on Q's plane
constexpr float kOpposing = -0.2f;     // facing each other: squeezed between two, both real

Vec3 farthest(const PatchFeature& feature, Vec3 direction) {
    Vec3 best = feature.corners[0];
    for (int i = 1; i < feature.count; ++i)
        if (dot(feature.corners[i], direction) > dot(best, direction)) best = feature.corners[i];
    return best;
}

// The patch of mover and other along a given normal; empty where the other shape has no face that way.
bool collideAlong(const Shape& mover, const Shape& other, const Transform& otherInMover, Vec3 normal, float margin,
                  Manifold& out) {
    const CurvedSide a(mover), b(other);
    const Vec3 towards = inverseRotate(otherInMover.q, -normal);
    Vec3 face;
    if (!b.flatNormal(towards, face) || dot(face, towards) < kSameNormal) return false;
    PatchFeature featureA, featureB;
    a.feature(normal, featureA);
    b.feature(towards, featureB);
    for (int i = 0; i < featureB.count; ++i) featureB.corners[i] = transformPoint(otherInMover, featureB.corners[i]);
    featureB.normal = rotate(otherInMover.q, featureB.normal);
    const PatchWitness witness{farthest(featureA, normal), farthest(featureB, -normal), 0, 0};
    const PatchInput in{normal, mover.rounding, other.rounding, margin, featureTolerance(a.thickness(), b.thickness()),
                        true};
    if (featureA.count > 1) return makePatch(featureA, featureB, witness, in, out);

    // A single lowest point: inside the face, or none.
    SurfaceTriangle t{};
    t.normal = -normal;
    for (int i = 1; i + 1 < featureB.count; ++i) {
        t.corner[0] = featureB.corners[0], t.corner[1] = featureB.corners[i], t.corner[2] = featureB.corners[i + 1];
        FaceClip clip;
        clipToFace(featureA, t, TriangleWalls(t), {mover.rounding + other.rounding, margin, in.tolerance, in.tolerance},
                   clip);
        if (clip.count == 0) continue;
        out.normal = normal;
        out.count = 1;
        out.points[0] = {clip.points[0].position - other.rounding * normal, clip.points[0].separation,
                         clip.points[0].id};
        return true;
    }
    return false;
}

} // namespace

float rise(const Manifold& p, const Manifold& q) {
    // The highest of Q's own surface points: its face may be slightly curved or clustered.
    float plane = -kHuge, top = -kHuge;
    for (int i = 0; i < q.count; ++i)
        plane = max(plane, dot(-q.normal, surfacePoint(q, i)) + max(q.points[i].separation, 0.0f));
    for (int i = 0; i < p.count; ++i) top = max(top, dot(-q.normal, surfacePoint(p, i)));
    return top - plane;
}

bool isFaceNormal(const Shape& other, const Transform& otherInMover, const Manifold& patch) {
    Vec3 face;
    const Vec3 towards = inverseRotate(otherInMover.q, -patch.normal);
    if (other.kind == ShapeKind::Mesh)
        face = other.mesh->normals[static_cast<int>(patch.childB)];
    else if (other.kind == ShapeKind::HeightField)
        return true; // a field's own seams are not felt
    else if (!isConvex(other.kind) || !CurvedSide(other).flatNormal(towards, face))
        return false;
    return distanceSquared(face, towards) < 1e-10f;
}

bool isGhost(const GhostSide& patch, const GhostSide& support, float tolerance) {
    const Manifold &p = *patch.manifold, &q = *support.manifold;
    if (p.count == 0 || q.count == 0) return false;
    const float cosine = dot(p.normal, q.normal);
    if (distanceSquared(p.normal, q.normal) < kEqualNormal * kEqualNormal || cosine < kOpposing ||
        rise(p, q) > tolerance)
        return false;
    return rise(q, p) > tolerance || (support.isFace && !patch.isFace);
}

void replaceGhost(const Shape& mover, const Shape& other, const Transform& otherInMover, Vec3 normal, float margin,
                  Manifold& patch) {
    const uint32_t childA = patch.childA, childB = patch.childB;
    patch.count = 0;
    if (!collideAlong(mover, other, otherInMover, normal, margin, patch)) patch.count = 0;
    patch.childA = childA;
    patch.childB = childB;
}

namespace {

bool isSamePlace(const NeighbourPatch& a, const NeighbourPatch& b) {
    return a.other == b.other && a.otherInMover.p == b.otherInMover.p && a.otherInMover.q == b.otherInMover.q;
}

// A surface gives the contacts of its faces along `normal`, which take the place of the patch that it may have there.
void replaceSurfaceGhost(const Shape& mover, std::span<NeighbourPatch> patches, NeighbourPatch& ghost, Vec3 normal,
                         float margin, Array<Manifold>& scratch) {
    scratch.clear();
    if (ghost.other->kind == ShapeKind::Mesh)
        collideMesh(mover, *ghost.other->mesh, ghost.otherInMover, margin, SurfaceContacts::FacesOnly, scratch);
    else if (ghost.other->kind == ShapeKind::HeightField)
        collideHeightField(mover, *ghost.other->field, ghost.otherInMover, margin, SurfaceContacts::FacesOnly, scratch);
    ghost.manifold.count = 0;
    for (const Manifold& face : scratch) {
        if (dot(face.normal, normal) < kSameNormal) continue;
        NeighbourPatch* target = &ghost;
        for (NeighbourPatch& r : patches)
            if (&r != &ghost && r.manifold.count > 0 && isSamePlace(r, ghost) &&
                dot(r.manifold.normal, normal) >= kSameNormal)
                target = &r;
        target->manifold = face;
        return;
    }
}

bool accept(const Shape& mover, std::span<const NeighbourPatch> patches, float margin, float tolerance) {
    constexpr const char* f = "removeGhostContacts";
    if (!checkData(mover, f, "mover.data") || !checkMargin(margin, f, "margin") ||
        !checkMargin(tolerance, f, "tolerance"))
        return false;
    for (const NeighbourPatch& p : patches) {
        if (p.manifold.count < 0 || p.manifold.count > 4) {
            reportError({f, "patches.manifold.count", static_cast<double>(p.manifold.count), "must be 0 to 4"});
            return false;
        }
        if (p.other != nullptr &&
            (!checkData(*p.other, f, "patches.other.data") || !checkPose(p.otherInMover, f, "patches.otherInMover")))
            return false;
    }
    return true;
}

} // namespace

void removeGhostContacts(const Shape& mover, std::span<NeighbourPatch> patches, float margin, Array<Manifold>& scratch,
                         float tolerance) {
    if (!isConvex(mover.kind) || !accept(mover, patches, margin, tolerance)) return;
    const auto sideOf = [](const NeighbourPatch& p) {
        return GhostSide{&p.manifold, p.other != nullptr && isFaceNormal(*p.other, p.otherInMover, p.manifold)};
    };
    for (NeighbourPatch& p : patches) {
        if (p.manifold.count == 0 || p.corrected) continue;
        for (const NeighbourPatch& q : patches) {
            if (&p == &q || !isGhost(sideOf(p), sideOf(q), tolerance)) continue;
            const Vec3 normal = q.manifold.normal;
            p.corrected = true;
            if (p.other == nullptr)
                p.manifold.count = 0;
            else if (isConvex(p.other->kind))
                replaceGhost(mover, *p.other, p.otherInMover, normal, margin, p.manifold);
            else
                replaceSurfaceGhost(mover, patches, p, normal, margin, scratch);
            break;
        }
    }
}

} // namespace cairn
