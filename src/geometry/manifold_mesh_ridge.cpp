// Patches on two sides of a ridge, when the shape has sunk into it.
//
// A triangle sees its own plane only. Where the shape has sunk in deeper than a triangle is high, the side of a ledge
// gives a patch as deep as the shape is wide beside the top's few centimetres. Both say how to part shape and solid;
// the shallower one is the way. Let P and Q be patches with P the deeper, each with all its points at or below the
// plane of the other (in a valley the points rise above), and let the whole shape reach no deeper below Q's plane than
// Q says. Moved out by Q's depth the shape is above Q's plane and everything P touches is below: P is gone too.
#include "geometry/manifold_ghost.h"
#include "geometry/manifold_mesh.h"

namespace cairn {
namespace {

float deepest(const Manifold& m) {
    float least = kHuge;
    for (int i = 0; i < m.count; ++i) least = min(least, m.points[i].separation);
    return least;
}

} // namespace

void dropDeeperSides(const Convex& core, float tolerance, float flatness, Array<Manifold>& patches, int first) {
    if (patches.count() < first + 2) return;
    const auto isDeeperSide = [&](const Manifold& p, const Manifold& q) {
        if (rise(q, p) > flatness) return false;
        float plane = -kHuge, top = -kHuge;
        for (int i = 0; i < q.count; ++i) plane = max(plane, dot(-q.normal, surfacePoint(q, i)));
        for (int i = 0; i < p.count; ++i) top = max(top, dot(-q.normal, surfacePoint(p, i)));
        const float reach = dot(-q.normal, support(core, q.normal).point) - core.radius - plane;
        return deepest(p) < min(reach - max(top - plane, 0.0f), 0.0f) - tolerance;
    };
    for (int i = first; i < patches.count(); ++i)
        for (int j = first; j < patches.count(); ++j)
            if (i != j && isDeeperSide(patches[i], patches[j])) {
                patches[i].childA = kNoIndex; // marked; the marked ones still count for the others
                break;
            }
    int kept = first;
    for (int i = first; i < patches.count(); ++i)
        if (patches[i].childA != kNoIndex) patches[kept++] = patches[i];
    patches.resizeUninitialized(kept);
}

} // namespace cairn
