// Sleeping and waking. A sleeping body keeps its record, its proxies and its contacts; it only gives up its dense
// state, so that no loop of the step meets it. A contact is live while one of its bodies is awake; its patches are in
// the constraint graph while one of its bodies is awake and dynamic. Impulses stay in the patches, for the warm start
// on waking.
//
// Everything is done in id order, so the outcome does not depend on how the work was found.
#pragma once

#include "model/model.h"

namespace cairn {

inline bool isAwake(const Body& b) { return b.state != kNone; }
inline bool isAsleep(const Body& b) {
    return b.state == kNone && b.type != BodyType::Static && (b.flags & kEnabled) != 0;
}

// Restarts the clock of an awake body; wakes a sleeping one and everything that it touches, directly or through other
// sleeping bodies. With Model::sleepSingly only the body itself. Static and disabled bodies are left alone.
void wakeBody(Model& m, int body);
// Wakes what touches the body or is jointed to it, or touches one shape of it: it is about to go, or to move without
// having been asked.
void wakeTouching(Model& m, int body, int shape = kNone);
// Something that does not move has appeared: wakes what sleeps within the box.
void wakeInBox(Model& m, const Aabb& box);
void wakeAll(Model& m);

// Puts awake bodies to sleep: ascending, each once.
void sleepBodies(Model& m, std::span<const int32_t> bodies);
// A body and the awake ones that it touches, directly or through others.
void sleepIsland(Model& m, int body);

// The patches of a contact that touch become edges of the graph if a body of theirs can move; and back.
void joinGraph(Model& m, int contact);
void leaveGraph(Model& m, int contact);

} // namespace cairn
