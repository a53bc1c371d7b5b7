// Stage 2: manifolds of all live contacts, in parallel. Impulses follow their points by feature id.
#include "pipeline/narrow_phase.h"

#include "base/prefetch.h"
#include "base/sort.h"
#include "geometry/manifold_internal.h"
#include "model/sleep.h"
#include "pipeline/share_room.h"
#include "pipeline/touch.h"

namespace cairn {

namespace {

// Warm starting: a point keeps the impulse of the point that had its id, wherever in the contact that was.
void matchImpulses(std::span<const Patch> old, Patch& fresh) {
    float closest = 0.9f; // friction comes from the patch that faces the same way
    for (const Patch& o : old) {
        for (int i = 0; i < fresh.count; ++i)
            for (int j = 0; j < o.count; ++j)
                if (o.points[j].featureId == fresh.points[i].featureId) fresh.points[i].impulse = o.points[j].impulse;
        const float alike = o.count > 0 ? dot(o.normal, fresh.normal) : 0.0f;
        if (alike > closest) {
            closest = alike;
            fresh.frictionImpulse = o.frictionImpulse;
            fresh.twistImpulse = o.twistImpulse;
            fresh.rollingImpulse = o.rollingImpulse;
            fresh.lowerShare = o.lowerShare;
        }
    }
}

// Radius of the surface about a contact with this normal.
float roundness(const Model& m, int index, Vec3 normal) {
    const ShapeRecord& s = m.shapes[index];
    if (s.shape.kind != ShapeKind::Cylinder) return s.shape.kind < ShapeKind::Plane ? s.shape.rounding : 0.0f;
    const Vec3 axis = rotate(m.bodies[s.body].pose.q * s.pose.q, Vec3{0.0f, 1.0f, 0.0f});
    return abs(dot(axis, normal)) < 0.5f ? s.shape.size.x + s.shape.rounding : s.shape.rounding;
}

// A manifold lives in the frame of shape A, a patch in the world's axes about A's centre of mass.
Patch makePatch(const Model& m, const Contact& c, const Manifold& manifold, Vec3 lead) {
    const Body& A = m.bodies[c.bodyA];
    const Transform& shape = m.shapes[c.shapeA].pose;
    const Quat q = A.pose.q * shape.q;
    const Vec3 origin = rotate(A.pose.q, shape.p - A.localCenter);
    Patch patch{};
    patch.normal = rotate(q, manifold.normal);
    patch.count = manifold.count;
    patch.roundA = roundness(m, c.shapeA, patch.normal);
    patch.roundB = roundness(m, c.shapeB, patch.normal);
    for (int i = 0; i < manifold.count; ++i) {
        const ManifoldPoint& point = manifold.points[i];
        const float now = point.separation - dot(patch.normal, lead);
        patch.points[i] = {origin + rotate(q, point.position), point.separation, now, 0.0f, point.featureId};
    }
    return patch;
}

constexpr int kMaxRemembered = 16; // patches of one contact whose impulses are looked at

int patchCount(const Model& m, int contact) {
    int count = 0;
    for (int p = m.contacts[contact].firstPatch; p != kNone; p = m.patches[p].next) ++count;
    return count;
}

} // namespace

namespace {

// `isPartial`: see Manifold; of a mesh's many patches nothing is said.
void freeze(const Model& m, Contact& c, bool isPartial, Vec3 lead) {
    const Body &A = m.bodies[c.bodyA], &B = m.bodies[c.bodyB];
    const float extentA = m.shapes[c.shapeA].extent, extentB = m.shapes[c.shapeB].extent;
    c.freeze = {.rotationA = A.pose.q,
                .rotationB = B.pose.q,
                .offset = toFloat(A.center - B.center) - lead,
                .extent = min(extentA, extentB),
                .valid = lengthSquared(lead) == 0.0f, // what is ahead comes once
                .carriedByA = extentA > extentB,
                .isPartial = isPartial};
}

} // namespace

bool writePatches(Model& m, int contact, std::span<const Manifold> manifolds, Vec3 lead) {
    Contact& c = m.contacts[contact];
    if (manifolds.empty() && !isTouching(c)) {
        freeze(m, c, false, kZero);
        return false;
    }
    if (static_cast<int>(manifolds.size()) > patchCount(m, contact)) return true;
    Patch old[kMaxRemembered];
    std::size_t oldCount = 0;
    for (int p = c.firstPatch; p != kNone && oldCount < kMaxRemembered; p = m.patches[p].next)
        old[oldCount++] = m.patches[p];
    bool changed = false, points = false;
    std::size_t i = 0;
    for (int p = c.firstPatch; p != kNone; p = m.patches[p].next, ++i) {
        Patch& patch = m.patches[p];
        Patch fresh = i < manifolds.size() ? makePatch(m, c, manifolds[i], lead) : Patch{};
        matchImpulses({old, oldCount}, fresh);
        changed |= (patch.count > 0) != (fresh.count > 0);
        points |= fresh.count > 0;
        fresh.contact = contact;
        fresh.next = patch.next;
        patch = fresh;
    }
    c.flags = points ? c.flags | kHasPoints : c.flags & ~kHasPoints;
    freeze(m, c, manifolds.size() == 1 && manifolds[0].isPartial, lead);
    return changed;
}

bool updatePatches(Model& m, int contact, std::span<const Manifold> manifolds, Vec3 lead, NarrowScratch& scratch) {
    if (!writePatches(m, contact, manifolds, lead)) return false;
    const int owned = patchCount(m, contact), count = static_cast<int>(manifolds.size());
    if (count > owned || max(count, 1) < owned) {
        scratch.regrown.push({contact, scratch.regrownManifolds.count(), count, lead});
        for (const Manifold& manifold : manifolds) scratch.regrownManifolds.push(manifold);
    }
    return true;
}

namespace {

// How far the smaller shape may have moved against the larger one, and the larger one may have turned, since the
// patches were found. What stands on fewer than three points rocks, and other corners come near that the patch knows
// nothing of: found late they are deep, and pushing them out feeds the rocking.
constexpr float kFreezeDistance = 0.01f;
constexpr float kFreezeShare = 0.02f; // of the extent
constexpr float kRockDistance = 0.002f;
constexpr float kFreezeHalfAngle = 0.02f;

// A patch that knows all corners may stand on any of them.
bool isRocking(const Model& m, const Contact& c) {
    const Patch& patch = m.patches[c.firstPatch];
    if (!c.freeze.isPartial) return patch.count < 3;
    int loaded = 0;
    for (int i = 0; i < patch.count; ++i) loaded += patch.points[i].impulse > 0.0f ? 1 : 0;
    return loaded < 3;
}

// Where nothing much has moved, separations follow the motion and the patches stay; else false.
bool keepPatches(Model& m, Contact& c) {
    if (!c.freeze.valid) return false;
    const Body &A = m.bodies[c.bodyA], &B = m.bodies[c.bodyB];
    const Quat dqA = A.pose.q * conjugate(c.freeze.rotationA), dqB = B.pose.q * conjugate(c.freeze.rotationB);
    const Quat turned = conjugate(dqA) * dqB;
    const Vec3 offset = toFloat(A.center - B.center);
    const Quat carrier = c.freeze.carriedByA ? dqA : dqB;
    const float moved = length(offset - rotate(carrier, c.freeze.offset)) + 2.0f * length(turned.v) * c.freeze.extent;
    const float freedom = isTouching(c) && isRocking(m, c) ? kRockDistance : kFreezeDistance;
    const float distance = min(freedom, kFreezeShare * c.freeze.extent);
    if (!(moved < distance) || !(lengthSquared(carrier.v) < kFreezeHalfAngle * kFreezeHalfAngle)) return false;
    if (!isTouching(c)) return true;
    for (int p = c.firstPatch; p != kNone; p = m.patches[p].next) {
        Patch& patch = m.patches[p];
        const Vec3 n = patch.normal, mA = inverseRotate(dqA, n), mB = inverseRotate(dqB, n);
        const float gap = dot(n, c.freeze.offset - offset) + dot(c.freeze.offset, mB - n) +
                          patch.roundA * (dot(n, mA) - 1.0f) + patch.roundB * (dot(n, mB) - 1.0f);
        for (int i = 0; i < patch.count; ++i) {
            PatchPoint& point = patch.points[i];
            point.separation = point.found + gap + dot(point.arm, mB - mA);
        }
    }
    return true;
}

Aabb fatBox(const Model& m, const ShapeRecord& s) { return treeOf(m, m.bodies[s.body]).fatBox(s.proxy); }

// One of its boxes in the trees is new.
bool mayBeApart(const StepContext& s, const Contact& c) { return s.moved.test(c.shapeA) || s.moved.test(c.shapeB); }

} // namespace

bool isNear(const Model& m, const Contact& c) {
    return overlaps(fatBox(m, m.shapes[c.shapeA]), fatBox(m, m.shapes[c.shapeB]));
}

Transform relativePose(const Model& m, const Contact& c, Vec3 lead) {
    const WorldTransform a = shapePose(m, m.shapes[c.shapeA]);
    Transform bInA = relativeTransform(a, shapePose(m, m.shapes[c.shapeB]));
    bInA.p += inverseRotate(a.q, lead);
    return bInA;
}

void collideContact(Model& m, Contact& c, Vec3 lead, Array<Manifold>& out) {
    const ShapeRecord &a = m.shapes[c.shapeA], &b = m.shapes[c.shapeB];
    const Transform bInA = relativePose(m, c, lead);
    if (b.shape.kind <= ShapeKind::Plane) {
        out.resizeUninitialized(1);
        if (!collideTrustedConvex(a.shape, b.shape, bInA, kSpeculativeMargin, c.cache, out[0])) out.clear();
    } else {
        collideTrusted(a.shape, b.shape, bInA, kSpeculativeMargin, c.cache, out);
    }
}

// AHEAD. Bodies that come near faster than the margin would be found when they are deep in each other already, or be
// stopped by the sweep one by one, which tears joints. So their patches are found where they will be at the end of the
// step if nothing stops them, and brought back: arms, normal and offset are those of then, separations those of now, by
// the formula of frozen patches, and the substeps brake the bodies when they meet. The end is the right place to look.
// A box that slides towards the side of the next tile is over its top by then; from where it is now that side is a
// wall right ahead of it. What touches already stays as it is, and turning is left to the sweep. So are meshes, but
// for bodies on joints: what is alone the sweep stops as well, and looked for deep among triangles, bodies of
// mesh_terrain overlapped by up to 149 mm instead of 67.
//     A patch that would be overlapping already if it were true now belongs to bodies that have gone through each
// other by then, and its normal is that of the far side: it is dropped.
static float leastSeparation(const Manifold& manifold) {
    float least = kHuge;
    for (int i = 0; i < manifold.count; ++i) least = min(least, manifold.points[i].separation);
    return least;
}
Vec3 collideAhead(Model& m, Contact& c, float dt, Array<Manifold>& out, Array<Manifold>& room) {
    const Vec3 lead = leadOf(m.bodies[c.bodyB], dt) - leadOf(m.bodies[c.bodyA], dt);
    if (!(lengthSquared(lead) > kSpeculativeMargin * kSpeculativeMargin)) return kZero;
    const bool isJoined = m.bodies[c.bodyA].jointCount + m.bodies[c.bodyB].jointCount > 0;
    if (m.shapes[c.shapeB].shape.kind > ShapeKind::Plane && !isJoined) return kZero;
    for (const Manifold& manifold : out)
        if (!(leastSeparation(manifold) > 0.0f)) return kZero;
    collideContact(m, c, lead, room);
    const Vec3 leadInA = inverseRotate(shapePose(m, m.shapes[c.shapeA]).q, lead);
    int kept = 0;
    for (const Manifold& manifold : room)
        if (leastSeparation(manifold) - dot(manifold.normal, leadInA) > 0.0f) room[kept++] = manifold;
    if (kept == 0) return kZero;
    out.clear();
    for (int i = 0; i < kept; ++i) out.push(room[i]);
    return lead;
}

namespace {

// Contacts, bodies and patches lie where ids were free, and a step looks at each once: the memory is slower than the
// work. So what comes soon is asked for early, the pointers first and what they point to later. Contacts from `end` on
// may belong to another worker by now, and are not looked into.
void prefetchAhead(const Model& m, std::span<const int32_t> live, std::size_t i, std::size_t end) {
    constexpr std::size_t kFar = 32, kNear = 10;
    if (i + kFar < live.size()) {
        const Contact& c = m.contacts[live[i + kFar]];
        prefetch(&c);
        prefetch(&c.cache);
    }
    if (i + kNear < end) {
        const Contact& c = m.contacts[live[i + kNear]];
        prefetch(&m.bodies[c.bodyA]);
        prefetch(&m.bodies[c.bodyB]);
        if (isTouching(c)) forLines(m.patches[c.firstPatch], prefetch);
    }
}

// The same for what a collision looks at beyond that. Who collides has neighbours that do.
void prefetchCollisions(const StepContext& s, std::size_t i, std::size_t end) {
    constexpr std::size_t kShapes = 8, kProxies = 4, kBoxes = 2;
    const Model& m = s.model;
    if (i + kShapes < end) {
        const Contact& c = m.contacts[s.live[i + kShapes]];
        prefetch(&m.bodies[c.bodyA].v);
        prefetch(&m.bodies[c.bodyB].v);
        for (const int shape : {c.shapeA, c.shapeB}) {
            prefetch(&m.shapes[shape].shape);
            prefetch(&m.shapes[shape].pose);
            prefetch(&m.shapes[shape].proxy);
        }
    }
    const auto forBoxes = [&](std::size_t place, void (DynamicBvh::*expect)(ProxyId) const) {
        if (place >= end) return;
        const Contact& c = m.contacts[s.live[place]];
        if (!mayBeApart(s, c)) return;
        (treeOf(m, m.bodies[c.bodyA]).*expect)(m.shapes[c.shapeA].proxy);
        (treeOf(m, m.bodies[c.bodyB]).*expect)(m.shapes[c.shapeB].proxy);
    };
    forBoxes(i + kProxies, &DynamicBvh::expectProxy);
    forBoxes(i + kBoxes, &DynamicBvh::expectBox);
}
constexpr std::size_t kManyContacts = 6144; // with their bodies, shapes and patches more than a second cache holds

// Contacts begin <= i < end of those that are live.
void collideRange(StepContext& s, int begin, int end, int w) {
    Model& m = s.model;
    const std::size_t worker = static_cast<std::size_t>(w);
    Array<Manifold>& out = s.scratch[worker].manifolds;
    const bool areMany = s.live.size() > kManyContacts;
    bool collided = false; // the contact before
    for (int i = begin; i < end; ++i) {
        prefetchAhead(m, s.live, static_cast<std::size_t>(i), static_cast<std::size_t>(end));
        if (collided && areMany) prefetchCollisions(s, static_cast<std::size_t>(i), static_cast<std::size_t>(end));
        collided = false;
        const int index = s.live[static_cast<std::size_t>(i)];
        Contact& c = m.contacts[index];
        if (mayBeApart(s, c) && !isNear(m, c)) {
            s.apart[worker].set(index);
            continue;
        }
        if (!keepPatches(m, c)) {
            collided = true;
            const int mover = ghostMover(m, c);
            if (mover != kNone) {
                s.movers[worker].set(mover);
                continue;
            }
            collideContact(m, c, kZero, out);
            const Vec3 lead = collideAhead(m, c, s.time.dt, out, s.scratch[worker].ahead);
            if (updatePatches(m, index, out, lead, s.scratch[worker])) s.changed[worker].set(index);
        }
        if (touchChanged(m, c)) s.told[worker].set(index);
    }
}

} // namespace

void narrowPhase(StepContext& s) {
    Model& m = s.model;
    s.live = s.arena.allocate<int32_t>(m.liveContacts.count(), "live contacts");
    std::size_t liveCount = 0;
    m.liveContacts.forEach([&](int c) { s.live[liveCount++] = c; });
    parallelFor(s.tasks, static_cast<int>(liveCount), 32,
                [&](int begin, int end, int w) { collideRange(s, begin, end, w); });

    mergeBits(s.movers);
    const std::span<int32_t> movers = s.arena.allocate<int32_t>(s.movers[0].count(), "ghost movers");
    std::size_t count = 0;
    s.movers[0].forEach([&](int body) { movers[count++] = body; });
    s.movers[0].reset();
    parallelFor(s.tasks, static_cast<int>(count), 4, [&](int begin, int end, int w) {
        const std::size_t worker = static_cast<std::size_t>(w);
        for (int i = begin; i < end; ++i)
            collideWithFixed(m, movers[static_cast<std::size_t>(i)], s.time.dt, s.scratch[worker], s.changed[worker],
                             s.told[worker]);
    });
    shareRoom(s.scratch, &NarrowScratch::manifolds, &NarrowScratch::ahead, &NarrowScratch::found,
              &NarrowScratch::neighbours, &NarrowScratch::group);
}

namespace {

// What workers found of contacts whose number of patches changes, by contact.
struct Regrown {
    int32_t contact;
    std::span<const Manifold> manifolds;
    Vec3 lead;
};
std::span<const Regrown> sortRegrown(StepContext& s) {
    int count = 0;
    for (const NarrowScratch& scratch : s.scratch) count += scratch.regrown.count();
    const std::span<Regrown> items = s.arena.allocate<Regrown>(count, "regrown contacts");
    const std::span<Regrown> room = s.arena.allocate<Regrown>(count, "room to sort regrown contacts");
    std::size_t next = 0;
    for (const NarrowScratch& scratch : s.scratch)
        for (const RegrownContact& r : scratch.regrown)
            items[next++] = {
                r.contact, {scratch.regrownManifolds.data() + r.first, static_cast<std::size_t>(r.count)}, r.lead};
    mergeSort(items, room, [](const Regrown& a, const Regrown& b) { return a.contact < b.contact; });
    return items;
}

// Every worker has room for all of them next time: who finds them is chance.
void forgetRegrown(std::span<NarrowScratch> workers) {
    int contacts = 0, manifolds = 0;
    for (const NarrowScratch& scratch : workers) {
        contacts += scratch.regrown.count();
        manifolds += scratch.regrownManifolds.count();
    }
    for (NarrowScratch& scratch : workers) {
        scratch.regrown.clear();
        scratch.regrownManifolds.clear();
        scratch.regrown.reserve(contacts);
        scratch.regrownManifolds.reserve(manifolds);
    }
}

void growPatches(StepContext& s, const Regrown& r) {
    Model& m = s.model;
    resizePatches(m, r.contact, max(static_cast<int>(r.manifolds.size()), 1));
    writePatches(m, r.contact, r.manifolds, r.lead);
    if (touchChanged(m, m.contacts[r.contact])) s.told[0].set(r.contact);
}
} // namespace

// Stage 3. Contacts that need more patches than they own, or fewer, get them here, and what was found of them.
void updateGraph(StepContext& s) {
    Model& m = s.model;
    mergeBits(s.changed);
    mergeBits(s.apart);
    s.apart[0].forEach([&](int c) { destroyContact(m, c); });
    s.apart[0].reset();
    for (const Regrown& r : sortRegrown(s)) growPatches(s, r);
    forgetRegrown(s.scratch);
    s.changed[0].forEach([&](int index) {
        const Contact& c = m.contacts[index];
        // Who begins to touch a sleeping body, or lets go of it, wakes it.
        for (const int body : {c.bodyA, c.bodyB})
            if (isAsleep(m.bodies[body]) && m.bodies[body].type == BodyType::Dynamic) wakeBody(m, body);
        const int a = graphNode(m, c.bodyA), b = graphNode(m, c.bodyB);
        for (int p = c.firstPatch; p != kNone; p = m.patches[p].next) {
            const bool touching = m.patches[p].count > 0;
            if (touching && !m.graph.has(GraphEdge::Patch, p)) m.graph.add(GraphEdge::Patch, p, a, b);
            if (!touching && m.graph.has(GraphEdge::Patch, p)) m.graph.remove(GraphEdge::Patch, p);
        }
    });
    s.changed[0].reset();
}

} // namespace cairn
