// What the narrow phase shares with the removal of ghost contacts.
#pragma once

#include "pipeline/step.h"

namespace cairn {

// Pose of B in A, if B were ahead by `lead` (world axes).
Transform relativePose(const Model& m, const Contact& c, Vec3 lead);
// Manifolds of a contact in the frame of its shape A, as it stands or with B ahead.
void collideContact(Model& m, Contact& c, Vec3 lead, Array<Manifold>& out);
// For a contact that does not touch yet: its manifolds at the end of the step, if nothing stops its bodies, in place of
// those of now. Gives how far B is ahead of A then; zero if there are none, and those of now stay.
Vec3 collideAhead(Model& m, Contact& c, float dt, Array<Manifold>& manifolds, Array<Manifold>& room);
// Makes them the contact's patches. True when the graph must hear of it: a patch came or went, or there are not enough
// of them, and then nothing is written.
bool writePatches(Model& m, int contact, std::span<const Manifold> manifolds, Vec3 lead);
// The same by a worker, who cannot make patches or take them away: that is left to updateGraph.
bool updatePatches(Model& m, int contact, std::span<const Manifold> manifolds, Vec3 lead, NarrowScratch& scratch);
// Boxes in the trees overlap.
bool isNear(const Model& m, const Contact& c);

// The moving body of a contact whose patches depend on those of other contacts, else kNone.
inline int ghostMover(const Model& m, const Contact& c) {
    const bool movesA = m.bodies[c.bodyA].type == BodyType::Dynamic,
               movesB = m.bodies[c.bodyB].type == BodyType::Dynamic;
    if (movesA == movesB) return kNone;
    const int mover = movesA ? c.bodyA : c.bodyB;
    return m.bodies[mover].fixedContactCount > 1 ? mover : kNone;
}

// Finds the patches of all contacts of a body with bodies that are not dynamic, without ghosts. Flags contacts as
// writePatches does, and those of which there is something to tell.
void collideWithFixed(Model& m, int body, float dt, NarrowScratch& scratch, BitSet& changed, BitSet& told);

} // namespace cairn
