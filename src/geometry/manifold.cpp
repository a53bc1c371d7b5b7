// The table of colliders over pairs of kinds, and the public entry points: those check what they are given, then do
// what the step does with the shapes and poses that it has checked long before.
#include "geometry/cast.h"
#include "geometry/manifold_choice.h"
#include "geometry/manifold_internal.h"

#include <cairn/error.h>

#include <bit>

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

bool checkMargin(float margin, const char* function, const char* field) {
    if (margin >= 0.0f && margin <= kHuge) return true;
    reportError({function, field, margin, "must be at least 0 and at most 1e15"});
    return false;
}

// Without a closer look.
static bool isPlainInput(const Shape& a, const Shape& b, const Transform& bInA, float margin) {
    return a.kind < ShapeKind::Hull && b.kind < ShapeKind::Hull && isPlainlyGood(bInA, margin);
}

static bool checkInput(const Shape& a, const Shape& b, const Transform& bInA, float margin, const char* f) {
    return isPlainInput(a, b, bInA, margin) ||
           (checkData(a, f, "a.data") && checkData(b, f, "b.data") &&
            (isPlainlyGood(bInA, margin) || (checkPose(bInA, f, "bInA") && checkMargin(margin, f, "margin"))));
}

static bool collideDoubtful(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                            Manifold& out) {
    if (checkInput(a, b, bInA, margin, "collideConvex")) return collideTrustedConvex(a, b, bInA, margin, cache, out);
    out.count = 0;
    return false;
}

// Two ways, so that the common one is a jump without saved registers.
bool collideConvex(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                   Manifold& out) {
    if (isPlainInput(a, b, bInA, margin)) return collideTrustedConvex(a, b, bInA, margin, cache, out);
    return collideDoubtful(a, b, bInA, margin, cache, out);
}

void collide(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
             Array<Manifold>& out) {
    out.clear();
    if (checkInput(a, b, bInA, margin, "collide")) collideTrusted(a, b, bInA, margin, cache, out);
}

bool collideTrustedConvex(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                          Manifold& out) {
    clear(out);
    if (a.kind > ShapeKind::Plane || b.kind > ShapeKind::Plane) return false;
    const PairEntry entry = kTable[static_cast<int>(a.kind)][static_cast<int>(b.kind)];
    if (!entry.collider) return false;
    if (entry.swapped) return collideSwapped(entry.collider, a, b, bInA, margin, cache, out);
    return entry.collider(a, b, bInA, margin, cache, out);
}

void collideTrusted(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache& cache,
                    Array<Manifold>& out) {
    out.clear();
    if (a.kind > ShapeKind::Plane || b.kind > ShapeKind::Plane) {
        collideComposite(a, b, bInA, margin, cache, out);
        return;
    }
    Manifold manifold;
    if (collideTrustedConvex(a, b, bInA, margin, cache, manifold)) out.push(manifold);
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

int reducePatch(PatchCorner* points, int count) {
    if (count <= 4) return count;
    // Along +-(1, 0.4) and +-(-0.4, 1).
    constexpr float kTurn = kDirectionTurn;
    int chosen[4] = {0, 0, 0, 0}, deepest = 0;
    float lowest = kHuge, highest = -kHuge;
    float most[4] = {-kHuge, -kHuge, -kHuge, -kHuge};
    for (int i = 0; i < count; ++i) {
        const float along = points[i].u + kTurn * points[i].v, across = points[i].v - kTurn * points[i].u;
        // Written so that it compiles without branches: the order of points is random.
        chosen[0] = along > most[0] ? i : chosen[0], most[0] = max(along, most[0]);
        chosen[1] = across > most[1] ? i : chosen[1], most[1] = max(across, most[1]);
        chosen[2] = -along > most[2] ? i : chosen[2], most[2] = max(-along, most[2]);
        chosen[3] = -across > most[3] ? i : chosen[3], most[3] = max(-across, most[3]);
        deepest = points[i].separation < lowest ? i : deepest, lowest = min(points[i].separation, lowest);
        highest = max(points[i].separation, highest);
    }

    const float width = widthOf(most[0], most[1], -most[2], -most[3]);
    if (isTilted(lowest, highest, width)) {
        for (int k = chooseTilted(points, count, width, chosen); k < 4; ++k) chosen[k] = chosen[0];
    } else {
        const auto separation = [&](int i) { return points[i].separation; };
        float least = kHuge;
        for (const int i : chosen) least = min(least, separation(i));
        if (lowest < least - kPointTolerance) addDeepest(deepest, separation, chosen);
    }

    // In the old order, each once. (Never more than 32 points.)
    uint32_t left = 1u << chosen[0] | 1u << chosen[1] | 1u << chosen[2] | 1u << chosen[3];
    int kept = 0;
    for (; left != 0; left &= left - 1) points[kept++] = points[std::countr_zero(left)];
    return kept;
}

} // namespace cairn
