// Stage 2: manifolds of all live contacts, in parallel. Impulses follow their points by feature id.
#include "pipeline/step.h"

namespace cairn {

namespace {

constexpr float kSpeculativeMargin = 0.02f;

// Warm starting: a point keeps the impulse of the point that had its id, wherever in the contact that was.
void matchImpulses(const Patch* old, int oldCount, Patch& fresh) {
    float closest = 0.9f; // friction comes from the patch that faces the same way
    for (int k = 0; k < oldCount; ++k) {
        const Patch& o = old[k];
        if (o.manifold.count == 0) continue;
        for (int i = 0; i < fresh.manifold.count; ++i)
            for (int j = 0; j < o.manifold.count; ++j)
                if (o.manifold.points[j].featureId == fresh.manifold.points[i].featureId)
                    fresh.impulse[i] = o.impulse[j];
        const float alike = dot(o.manifold.normal, fresh.manifold.normal);
        if (alike > closest) {
            closest = alike;
            fresh.frictionImpulse = o.frictionImpulse;
            fresh.twistImpulse = o.twistImpulse;
        }
    }
}

constexpr int kMaxRemembered = 16; // patches of one contact whose impulses are looked at

// True when a patch came or went.
bool writePatches(Model& m, int contact, std::span<const Manifold> manifolds) {
    Patch old[kMaxRemembered];
    int oldCount = 0;
    for (int p = m.contacts[contact].firstPatch; p != kNone && oldCount < kMaxRemembered; p = m.patches[p].next)
        old[oldCount++] = m.patches[p];
    bool changed = false;
    std::size_t i = 0;
    for (int p = m.contacts[contact].firstPatch; p != kNone; p = m.patches[p].next, ++i) {
        Patch& patch = m.patches[p];
        const bool had = patch.manifold.count > 0;
        if (i < manifolds.size()) {
            Patch fresh{};
            fresh.manifold = manifolds[i];
            fresh.contact = contact;
            fresh.next = patch.next;
            matchImpulses(old, oldCount, fresh);
            patch = fresh;
        } else {
            patch.manifold.count = 0;
        }
        changed |= had != (patch.manifold.count > 0);
    }
    return changed;
}

int patchCount(const Model& m, int contact) {
    int count = 0;
    for (int p = m.contacts[contact].firstPatch; p != kNone; p = m.patches[p].next) ++count;
    return count;
}

void collideContact(Model& m, Contact& c, Array<Manifold>& out) {
    const ShapeRecord &a = m.shapes[c.shapeA], &b = m.shapes[c.shapeB];
    const Transform bInA = relativeTransform(shapePose(m, a), shapePose(m, b));
    if (b.shape.kind <= ShapeKind::Plane) {
        out.resizeUninitialized(1);
        if (!collideConvex(a.shape, b.shape, bInA, kSpeculativeMargin, c.cache, out[0])) out.clear();
    } else {
        collide(a.shape, b.shape, bInA, kSpeculativeMargin, c.cache, out);
    }
}

Aabb fatBox(const Model& m, const ShapeRecord& s) {
    return m.bodies[s.body].type == BodyType::Static ? m.fixedTree.fatBox(s.proxy) : m.movingTree.fatBox(s.proxy);
}

} // namespace

void narrowPhase(StepContext& s) {
    Model& m = s.model;
    parallelFor(s.tasks, m.liveContacts.count(), 16, [&](int begin, int end, int worker) {
        Array<Manifold>& out = s.scratch[static_cast<std::size_t>(worker)];
        for (int i = begin; i < end; ++i) {
            const int index = m.liveContacts[i];
            Contact& c = m.contacts[index];
            if (!overlaps(fatBox(m, m.shapes[c.shapeA]), fatBox(m, m.shapes[c.shapeB]))) {
                s.apart[static_cast<std::size_t>(worker)].set(index);
                continue;
            }
            collideContact(m, c, out);
            const bool grows = out.count() > patchCount(m, index);
            if (grows || writePatches(m, index, out)) s.changed[static_cast<std::size_t>(worker)].set(index);
        }
    });
}

// Stage 3. Contacts that need more patches than they own are collided again here; few do.
void updateGraph(StepContext& s) {
    Model& m = s.model;
    for (std::size_t w = 1; w < s.changed.size(); ++w) {
        s.changed[0].merge(s.changed[w]);
        s.apart[0].merge(s.apart[w]);
        s.changed[w].reset();
        s.apart[w].reset();
    }
    s.apart[0].forEach([&](int c) { destroyContact(m, c); });
    s.changed[0].forEach([&](int index) {
        Contact& c = m.contacts[index];
        if (!isConvex(m.shapes[c.shapeB].shape.kind)) {
            collideContact(m, c, s.scratch[0]);
            resizePatches(m, index, max(s.scratch[0].count(), 1));
            writePatches(m, index, s.scratch[0]);
        }
        const int a = graphNode(m, c.bodyA), b = graphNode(m, c.bodyB);
        for (int p = c.firstPatch; p != kNone; p = m.patches[p].next) {
            const bool touching = m.patches[p].manifold.count > 0;
            if (touching && !m.graph.has(p)) m.graph.add(p, a, b);
            if (!touching && m.graph.has(p)) m.graph.remove(p, a, b);
        }
    });
    s.changed[0].reset();
    s.apart[0].reset();
}

} // namespace cairn
