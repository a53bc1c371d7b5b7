// The table of colliders over pairs of kinds, and the public entry points.
#include "geometry/manifold_internal.h"

namespace cairn {

namespace {

struct PairEntry {
    ConvexCollider collider;
    bool swapped; // the collider is written for (kind of B, kind of A)
};

constexpr int kTableKinds = static_cast<int>(ShapeKind::Plane) + 1;

// Row: kind of A. Column: kind of B. Null where there is nothing to collide.
constexpr PairEntry kTable[kTableKinds][kTableKinds] = {
    // Sphere
    {{collideSpheres, false},
     {collideCapsuleSphere, true},
     {collideBoxSphere, true},
     {collideCylinderSphere, true},
     {collideConeSphere, true},
     {collideCurved, true},
     {collidePlane, true}},
    // Capsule
    {{collideCapsuleSphere, false},
     {collideCapsules, false},
     {collideBoxCapsule, true},
     {collideCurved, true},
     {collideCurved, true},
     {collideCurved, true},
     {collidePlane, true}},
    // Box
    {{collideBoxSphere, false},
     {collideBoxCapsule, false},
     {collideBoxBox, false},
     {collideCurved, true},
     {collideCurved, true},
     {collideHulls, true},
     {collidePlane, true}},
    // Cylinder
    {{collideCylinderSphere, false},
     {collideCurved, false},
     {collideCurved, false},
     {collideCurved, false},
     {collideCurved, true},
     {collideCurved, true},
     {collidePlane, true}},
    // Cone
    {{collideConeSphere, false},
     {collideCurved, false},
     {collideCurved, false},
     {collideCurved, false},
     {collideCurved, false},
     {collideCurved, true},
     {collidePlane, true}},
    // Hull
    {{collideCurved, false},
     {collideCurved, false},
     {collideHulls, false},
     {collideCurved, false},
     {collideCurved, false},
     {collideHulls, false},
     {collidePlane, true}},
    // Plane
    {{collidePlane, false},
     {collidePlane, false},
     {collidePlane, false},
     {collidePlane, false},
     {collidePlane, false},
     {collidePlane, false},
     {nullptr, false}},
};

} // namespace

bool collideConvex(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                   Manifold& out) {
    out.count = 0;
    out.childA = 0;
    out.childB = 0;
    if (a.kind > ShapeKind::Plane || b.kind > ShapeKind::Plane) return false;
    const PairEntry entry = kTable[static_cast<int>(a.kind)][static_cast<int>(b.kind)];
    if (!entry.collider) return false;
    if (entry.swapped) return collideSwapped(entry.collider, a, b, bInA, margin, cache, out);
    return entry.collider(a, b, bInA, margin, cache, out);
}

void collide(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
             Array<Manifold>& out) {
    out.clear();
    if (a.kind > ShapeKind::Plane || b.kind > ShapeKind::Plane) {
        collideComposite(a, b, bInA, margin, cache, out);
        return;
    }
    Manifold manifold;
    if (collideConvex(a, b, bInA, margin, cache, manifold)) out.push(manifold);
}

bool collideSwapped(ConvexCollider collider, const Shape& a, const Shape& b, const Transform& bInA, float margin,
                    ManifoldCache& cache, Manifold& out) {
    if (!collider(b, a, inverse(bInA), margin, cache, out)) return false;
    out.normal = -rotate(bInA.q, out.normal);
    for (int i = 0; i < out.count; ++i) {
        ManifoldPoint& p = out.points[i];
        p.position = transformPoint(bInA, p.position);
        p.featureId = p.featureId << 16 | p.featureId >> 16;
    }
    return true;
}

namespace {

// Takes the point farthest along (du, dv); of equal ones the first.
int farthest(const PatchPoint* points, int count, float du, float dv) {
    int best = 0;
    float most = du * points[0].u + dv * points[0].v;
    for (int i = 1; i < count; ++i) {
        const float d = du * points[i].u + dv * points[i].v;
        if (d > most) most = d, best = i;
    }
    return best;
}

} // namespace

int reducePatch(PatchPoint* points, int count) {
    if (count <= 4) return count;
    constexpr float kDirections[4][2] = {{1.0f, 0.4f}, {-0.4f, 1.0f}, {-1.0f, -0.4f}, {0.4f, -1.0f}};
    int chosen[4];
    for (int k = 0; k < 4; ++k) chosen[k] = farthest(points, count, kDirections[k][0], kDirections[k][1]);

    int deepest = 0;
    for (int i = 1; i < count; ++i)
        if (points[i].separation < points[deepest].separation) deepest = i;
    float least = points[chosen[0]].separation;
    for (int k = 1; k < 4; ++k) least = min(least, points[chosen[k]].separation);
    if (points[deepest].separation < least - kPointTolerance) {
        int place = 0;
        float leastLoss = kHuge;
        for (int k = 0; k < 4; ++k) {
            const PatchPoint &p = points[chosen[k]], &q = points[deepest];
            const float loss = kDirections[k][0] * (p.u - q.u) + kDirections[k][1] * (p.v - q.v);
            if (loss < leastLoss) leastLoss = loss, place = k;
        }
        chosen[place] = deepest;
    }

    // In the old order, each once.
    int kept = 0;
    for (int i = 0; i < count; ++i)
        if (i == chosen[0] || i == chosen[1] || i == chosen[2] || i == chosen[3]) points[kept++] = points[i];
    return kept;
}

} // namespace cairn
