// Stage 2, second part: bodies that touch several fixed shapes at once. Their patches are looked at together, because
// the side of the next floor tile is a wall to whoever sees only that tile (manifold.h, removeGhostContacts).
//
// Which contacts: those of one dynamic body with bodies that are not. Each belongs to one mover, so movers run in
// parallel and write to their own contacts alone. As soon as one contact of a mover has to be found anew, all of them
// are: a patch that is kept from earlier is no measure for a ghost.
#include "pipeline/narrow_phase.h"
#include "pipeline/touch.h"

namespace cairn {

namespace {

// A manifold of a contact in the frame of its shape B, seen from there: normal from B to A.
Manifold seenFromB(const Manifold& manifold, const Transform& bInA) {
    Manifold out = manifold;
    out.normal = -inverseRotate(bInA.q, manifold.normal);
    for (int i = 0; i < out.count; ++i)
        out.points[i].position = inverseTransformPoint(bInA, manifold.points[i].position);
    out.childA = manifold.childB;
    out.childB = manifold.childA;
    return out;
}

Manifold seenFromA(const Manifold& manifold, const Transform& bInA) {
    Manifold out = manifold;
    out.normal = -rotate(bInA.q, manifold.normal);
    for (int i = 0; i < out.count; ++i) out.points[i].position = transformPoint(bInA, manifold.points[i].position);
    out.childA = manifold.childB;
    out.childB = manifold.childA;
    return out;
}

// Collides the contacts of one moving shape, as they stand or at the end of the step. Manifolds go to `found`, as they
// are; to `neighbours`, as the mover sees them.
void gather(Model& m, int body, int shape, float ahead, NarrowScratch& scratch) {
    scratch.group.clear();
    scratch.found.clear();
    scratch.neighbours.clear();
    for (int32_t key = m.bodies[body].firstContact; key != kNone; key = m.contacts[key >> 1].link[key & 1].next) {
        const bool isB = (key & 1) != 0;
        Contact& c = m.contacts[key >> 1];
        if ((isB ? c.shapeB : c.shapeA) != shape || ghostMover(m, c) != body || !isNear(m, c)) continue;
        Vec3 lead = kZero;
        if (ahead > 0.0f) {
            scratch.manifolds.clear();
            lead = collideAhead(m, c, ahead, scratch.manifolds, scratch.ahead);
        } else {
            collideContact(m, c, kZero, scratch.manifolds);
        }
        const ShapeRecord &a = m.shapes[c.shapeA], &b = m.shapes[c.shapeB];
        const Transform bInA = relativePose(m, c, lead);
        scratch.group.push({key >> 1, scratch.found.count(), isB, bInA, lead});
        for (const Manifold& manifold : scratch.manifolds) {
            scratch.found.push(manifold);
            scratch.neighbours.push({.manifold = isB ? seenFromB(manifold, bInA) : manifold,
                                     .other = isB ? &a.shape : &b.shape,
                                     .otherInMover = isB ? inverse(bInA) : bInA});
        }
    }
}

} // namespace

void collideWithFixed(Model& m, int body, float dt, NarrowScratch& scratch, BitSet& changed, BitSet& told) {
    for (int shape = m.bodies[body].firstShape; shape != kNone; shape = m.shapes[shape].next) {
        gather(m, body, shape, 0.0f, scratch);
        if (scratch.found.empty()) gather(m, body, shape, dt, scratch);
        if (scratch.group.count() > 1)
            removeGhostContacts(m.shapes[shape].shape, scratch.neighbours, kSpeculativeMargin, scratch.manifolds);
        for (int g = 0; g < scratch.group.count(); ++g) {
            const GhostGroupItem& item = scratch.group[g];
            const int end = g + 1 < scratch.group.count() ? scratch.group[g + 1].first : scratch.found.count();
            scratch.manifolds.clear();
            for (int i = item.first; i < end; ++i) {
                const NeighbourPatch& n = scratch.neighbours[i];
                // Repairs may also change a patch beside the ghost, so everything comes from `neighbours`.
                const Manifold manifold = item.moverIsB ? seenFromA(n.manifold, item.bInA) : n.manifold;
                if (manifold.count > 0) scratch.manifolds.push(manifold);
            }
            if (updatePatches(m, item.contact, scratch.manifolds, item.lead, scratch)) changed.set(item.contact);
            if (touchChanged(m, m.contacts[item.contact])) told.set(item.contact);
        }
    }
}

} // namespace cairn
